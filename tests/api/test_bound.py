"""What a token reaches that is bound to some tables, and what there is not."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from api.wire.operations import OPERATIONS
from campaign.battles.table import Seat
from campaign.shared.callers import Caller
from tests.api.conftest import Served


@pytest.fixture
def client(standing: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{standing.url}/api", timeout=30) as found:
        yield found


def as_(served: Served, token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {served.tokens.get(token, token)}"}


def bound(client: httpx.Client, served: Served, letter: str, *tables: str, play: bool = False) -> str:
    asked = {"label": "bound", "campaigns": tables, **({"scopes": ["read", "play"]} if play else {})}
    return client.post("/tokens", json=asked, headers=as_(served, letter)).raise_for_status().json()["secret"]


def seen(client: httpx.Client, served: Served, token: str) -> list[str]:
    found = client.get("/players", headers=as_(served, token)).raise_for_status()
    return [one["player"] for one in found.json()]


def test_a_bound_token_sees_the_players_at_its_tables_and_no_others(
    standing: Served, client: httpx.Client
) -> None:
    hq = standing.hq.for_(Caller("cyd"))
    hq.battles.new("tank-duel", seats=[Seat("nk", "ben"), Seat("us", bot="random")], name="other")
    everybody = ["ann", "ben", "boss", "cyd", "dan"]
    assert seen(client, standing, "d") == everybody
    for tables, there in (
        (("duel",), ["ann", "ben", "dan"]),
        (("other",), ["ben", "cyd", "dan"]),
        (("duel", "other"), ["ann", "ben", "cyd", "dan"]),
        (("none",), ["dan"]),
    ):
        assert seen(client, standing, bound(client, standing, "d", *tables)) == there, tables
    assert seen(client, standing, bound(client, standing, "k", "other")) == ["ben", "boss", "cyd"]


def test_it_sees_whoever_has_a_part_in_its_campaign_and_that_ones_battles(served: Served) -> None:
    uma = served.hq.for_(Caller("cyd"))
    uma.campaigns.new("marines-in-korea", name="war")
    side, other = (one.id for one in uma.campaigns.view("war").sides)
    uma.campaigns.seats.offer("war", side, "ann")
    served.hq.for_(Caller("ann")).campaigns.seats.accept("war", side)
    uma.campaigns.seats.withdraw("war", other)
    node = next(one for one in uma.campaigns.view("war").nodes if one.ready and one.able)
    begun = uma.campaigns.begin("war", node.id)
    uma.battles.seats.offer(begun.fought, "nk", "ben")
    with httpx.Client(base_url=f"{served.url}/api", timeout=30) as client:
        assert seen(client, served, bound(client, served, "d", "war")) == ["ann", "ben", "cyd", "dan"]
        assert seen(client, served, bound(client, served, "d", "wa")) == ["dan"]


@pytest.mark.parametrize(
    ("verb", "path", "where"),
    [
        ("GET", "/scenarios/none", "scenario"),
        ("GET", "/scenarios/none?system=combat-veteran", "scenario"),
        ("GET", "/scenarios/tank-duel?system=none", ""),
        ("GET", "/systems/none", ""),
        ("GET", "/rosters/tanks-modern-age/none", ""),
        ("POST", "/battles", "$.scenario"),
    ],
)
def test_what_there_is_not_is_not_found(
    standing: Served, client: httpx.Client, verb: str, path: str, where: str
) -> None:
    body = {"json": {"scenario": "none"}} if verb == "POST" else {}
    found = client.request(verb, path, headers=as_(standing, "a"), **body)
    assert (found.status_code, found.json()["type"]) == (404, "/api/problems/unknown"), found.text
    assert not where or found.json()["where"] == where
    assert found.json()["allowed"], "it says what there is"


def test_what_opens_a_table_is_for_no_bound_token(standing: Served, client: httpx.Client) -> None:
    """What it opened it would not reach."""
    assert all(
        one.makes_table for one in OPERATIONS if one.name in ("new", "fork", "rematch") and one.status == 201
    )
    made = [one for one in OPERATIONS if one.makes_table and one.kind]
    assert {one.id for one in made} == {"battles.fork", "battles.rematch", "campaigns.fork"}
    token = as_(standing, bound(client, standing, "a", "duel", "war", play=True))
    for one in made:
        path = one.path.format(battle="duel", campaign="war")
        answer = client.request(one.verb, path, json={}, headers=token)
        assert answer.status_code == 403 and "none of them" in answer.text, (one.id, answer.text)
