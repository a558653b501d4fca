"""Readings over HTTP: chosen as options, shown with the battle, refused with what is allowed."""

from __future__ import annotations

from tests.api.conftest import Served


def test_a_battle_is_opened_with_readings_and_shows_them(served: Served):
    ann = served.client("ann")
    seats = [{"side": "us", "player": "ann"}, {"side": "soviet", "bot": "sensible"}]
    body = {"scenario": "crossroads", "seats": seats, "options": {"passing": "hands-over"}}
    made = ann.post("/battles", json=body)
    assert made.status_code in (200, 201), made.text
    battle = made.json().get("battle") or made.json()["diary"]
    found = ann.get(f"/battles/{battle}").json()
    assert found["readings"] == {"passing": "hands-over"}
    seen = ann.get(f"/battles/{battle}/view").json()["readings"]
    (one,) = [one for one in seen if not one["usual"]]
    assert (one["id"], one["value"], one["rule"]) == ("passing", "hands-over", "8.23")
    refused = ann.post("/battles", json=body | {"options": {"passing": "never"}})
    assert refused.status_code >= 400 and refused.json()["allowed"] == ["final", "hands-over"]
