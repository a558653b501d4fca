"""What who opened a battle, or is its umpire, hears of what he can do there."""

from __future__ import annotations

import json

import httpx

from api.accounts.answers import SCOPES, Pass
from campaign.battles.table import Seat
from campaign.shared.callers import Caller
from tests.api.conftest import Served


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_who_opened_it_and_plays_no_side_hears_how_to(served: Served) -> None:
    with httpx.Client(base_url=served.url, headers=bearer(served.tokens["a"]), timeout=30) as client:
        new = {"scenario": "tank-duel", "name": "mine", "seats": [{"side": "nk", "player": ""}]}
        assert client.post("/api/battles", json=new).status_code == 201
        told = client.get("/api/battles/mine/legal").json()
        assert "POST /api/battles/mine/seats/accept" in told["detail"]
        assert "wardiary accept mine nk" in told["allowed"]
        taken = client.post("/api/battles/mine/seats/accept", json={"side": "nk"}, headers={"If-Match": "*"})
        assert taken.status_code == 200
        assert client.get("/api/battles/mine/legal").status_code == 200
    ben = bearer(served.tokens["b"])
    told = httpx.get(f"{served.url}/api/battles/mine/legal", headers=ben, timeout=30).json()
    assert told["allowed"] == ["wardiary accept mine us"], "nobody is put there: he may take it"


def test_what_awaits_an_umpire_says_what_his_token_can_do(served: Served) -> None:
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    for name in ("his", "other"):
        served.hq.for_(Caller("dan")).battles.new("tank-duel", seats=seats, name=name)
    wide = Pass(served.accounts.players.get("dan"), "", SCOPES)
    for scopes, umpire in ((["read"], False), (["play"], False), (["umpire"], True)):
        headers = bearer(served.accounts.tokens.new(wide, "one", scopes).secret)
        found = httpx.get(f"{served.url}/api/awaiting", headers=headers, timeout=30).json()
        assert [one["umpire"] for one in found] == [True] * 2 * umpire
        lines = headers | {"accept": "application/x-ndjson"}
        with httpx.stream("GET", f"{served.url}/api/stream", headers=lines, timeout=30) as stream:
            first = json.loads(next(stream.iter_lines()))
        assert [one["umpire"] for one in first["data"]] == [True] * 2 * umpire
