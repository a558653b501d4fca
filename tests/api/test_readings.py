"""Readings over HTTP: chosen as options, shown with the battle, refused with what is allowed."""

from __future__ import annotations

import httpx

from tests.api.conftest import Served


def test_a_battle_is_opened_with_readings_and_shows_them(served: Served) -> None:
    player = {"authorization": f"Bearer {served.tokens['a']}"}
    seats = [{"side": "us", "player": "ann"}, {"side": "soviet", "bot": "random"}]
    body = {"scenario": "crossroads", "seats": seats, "options": {"passing": "hands-over"}}
    with httpx.Client(base_url=f"{served.url}/api", headers=player) as ann:
        made = ann.post("/battles", json=body)
        assert made.status_code == 201, made.text
        path = f"/battles/{made.json()['diary']}"
        assert ann.get(path).json()["readings"] == {"passing": "hands-over"}
        (one,) = [one for one in ann.get(f"{path}/view").json()["readings"] if not one["usual"]]
        assert (one["id"], one["value"], one["rule"]) == ("passing", "hands-over", "8.23")
        refused = ann.post("/battles", json={**body, "options": {"passing": "never"}})
        assert refused.status_code == 422 and refused.json()["allowed"] == ["final", "hands-over"]
