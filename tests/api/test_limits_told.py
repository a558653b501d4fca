"""How much is left of a limit stands beside every answer that counts to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.accounts.limits import Allowance, Rate
from api.server.gate import told
from api.server.starting import _tables  # type: ignore[reportPrivateUsage]
from campaign.rules.refused import Refused
from tests.api.conftest import Served, freely
from tests.api.listening import Listener

RATES: Any = {"reads": Rate(3, 0.001), "actions": Rate(2, 0.001), "streams": Rate(1, 0.001)}


def left(answer: Any) -> tuple[str, int]:
    found = re.fullmatch(r'"(\w+)";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
    assert found is not None, answer.headers
    return found[1], int(found[2])


def test_what_is_left_goes_down_until_there_is_none(tmp_path: Path) -> None:
    with Served(tmp_path / "home", freely(rates=RATES)) as served:
        headers = {"Authorization": f"Bearer {served.tokens['a']}"}
        with httpx.Client(base_url=f"{served.url}/api", headers=headers) as client:
            for expected, path in ((2, "/me"), (1, "/battles/none"), (0, "/scenarios?limit=1")):
                found = client.get(path)
                assert left(found) == ("reads", expected)
                assert found.headers["ratelimit-policy"] == '"reads";q=3;w=3000'
            late = client.get("/me")
            assert (late.status_code, left(late)) == (429, ("reads", 0))
            assert int(late.headers["retry-after"]) > 0
            for expected in (1, 0, 0):
                assert left(client.post("/battles", json={"scenario": "none"})) == ("actions", expected)
        listener = Listener(served, "a", "/stream")
        listener.first("awaiting")
        assert left(listener) == ("streams", 0)
        httpx.get(f"{served.url}/api/me", headers={"Authorization": f"Bearer {served.tokens['b']}"})
        other = httpx.get(f"{served.url}/api/me", headers={"Authorization": f"Bearer {served.tokens['b']}"})
        assert left(other) == ("reads", 1), "each player has his own"
        assert "ratelimit" not in httpx.get(f"{served.url}/version").headers, "nobody counts these"


def test_it_says_when_all_are_there_again() -> None:
    rate = Rate(200, 50.0)
    assert told(Allowance(True, "reads", rate, left=150)) == (
        (b"ratelimit-policy", b'"reads";q=200;w=4'),
        (b"ratelimit", b'"reads";r=150;t=1'),
    )
    assert told(Allowance(False, "reads", rate, 0.02))[1][1] == b'"reads";r=0;t=4'
    assert told(Allowance(True, "reads", rate, left=200))[1][1] == b'"reads";r=200;t=0'


def test_how_many_tables_of_one_may_go_on_is_said_by_the_server_and_in_the_refusal(tmp_path: Path) -> None:
    with Served(tmp_path / "home", freely(tables=1, bots=False)) as served:
        asked = {"json": {"scenario": "tank-duel"}, "timeout": 20}
        found = [
            httpx.post(
                f"{served.url}/api/battles",
                headers={"authorization": f"Bearer {served.tokens[one]}"},
                **asked,
            )
            for one in "aab"
        ]
        assert [one.status_code for one in found] == [201, 422, 201]
        assert "1 battle or campaign that you opened may go on here" in found[1].json()["detail"]
    with pytest.raises(Refused, match="0 for any number"):
        _tables(-1)
