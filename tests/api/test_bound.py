"""What a token reaches that is bound to some tables, and what there is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from api.accounts import tokens
from api.server.gate import good_for, reached
from api.wire.operations import OPERATIONS, Operation
from api.wire.problems import Failed
from campaign.battles.table import Seat
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely


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


# -- every operation, with every kind of token ---------------------------------------------------------------------

SCOPES: dict[str, tuple[str, ...]] = {
    "read": ("read",), "play": ("read", "play"), "bot": ("read", "bot"), "umpire": ("read", "umpire"),
    "all": ("read", "play", "bot", "umpire"),
}  # fmt: skip
OPENS = {"read": set(SCOPES), "play": {"play", "all", "umpire"}, "bot": {"play", "bot", "all", "umpire"},
         "umpire": {"umpire", "all"}}  # fmt: skip
"""What an operation asks for → the tokens that are good for it."""
MORE_THAN_TABLES = {
    *("anchor", "battles.excerpt", "campaigns.open_samples", "battles.open_samples", "check_anchor"),
    *("export", "import_", "private"),
}  # fmt: skip
"""Of no one table, and for no token that is bound to some; beside what opens one."""


def asked(client: httpx.Client, operation: Operation, secret: str) -> httpx.Response:
    """Without a body, and on entries that there are not: what gets past the gate does nothing."""
    places = {
        "battle": "duel",
        "campaign": "war",
        "diary": "duel",
        "seq": "99",
        "id": "none",
        "player": "gus",
    }
    path = re.sub("{([a-z]+)}", lambda it: places.get(it[1], "none"), operation.path)
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    return client.request(operation.verb, path, headers=headers | {"content-type": "text/plain"})


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("gated") / "home", freely(bots=False)) as found:
        found.hq.battles.new("tank-duel", name="duel")
        found.hq.campaigns.new("marines-in-korea", name="war")
        yield found


def token(served: Served, scopes: Any, campaigns: tuple[str, ...] = ()) -> str:
    with served.accounts._file.writing() as conn:
        world, until = served.accounts._world, "2999-01-01T00:00:00.000Z"
        return tokens.put(conn, world, "boss", "", scopes, until, campaigns).secret


def test_every_operation_asks_for_its_scope(gated: Served) -> None:
    """Each scope at the gate; over HTTP one that is not enough, if there is one, and none."""
    secrets = {name: token(gated, scopes) for name, scopes in SCOPES.items()}
    passes = {name: gated.accounts.resolve(one) for name, one in secrets.items()}
    with httpx.Client(base_url=f"{gated.url}/api", timeout=30) as client:
        for one in OPERATIONS:
            for name, who in passes.items():
                assert who is not None
                good = not kept_out(good_for, who, one.scope)
                assert good == (name in OPENS[one.scope]), (one.id, name)
            if lacking := [name for name in SCOPES if name not in OPENS[one.scope]]:
                found = asked(client, one, secrets[lacking[-1]])
                assert (found.status_code, "scope" in found.json()["type"]) == (403, True), one.id
            assert one.free or asked(client, one, "").status_code == 401, one.id


def test_every_operation_keeps_a_bound_token_to_its_tables(gated: Served) -> None:
    """It gets past the gate at its own tables; elsewhere, and where more is asked for, it does not. Over HTTP what has
    a body may be refused for that before; so the gate itself is asked, too."""
    makers = {one.id for one in OPERATIONS if one.makes_table}
    secrets = [token(gated, SCOPES["all"], it) for it in (("duel", "war"), ("other",))]
    passes = [gated.accounts.resolve(one) for one in secrets]
    with httpx.Client(base_url=f"{gated.url}/api", timeout=30) as client:
        for one in OPERATIONS:
            of_table = bool(one.kind) or one.id == "kind"
            tables = ("war" if one.kind == "campaign" else "duel",) if of_table else ()
            for who, secret, far in zip(passes, secrets, (False, True), strict=True):
                wanted = one.id in makers | MORE_THAN_TABLES or (far and of_table)
                assert kept_out(reached, who, one, tables) == wanted, one.id
                found = asked(client, one, secret)
                told = "This token is bound to" in found.text
                assert told == wanted or (wanted and found.status_code in (403, 415, 422, 428)), (
                    one.id,
                    found.text,
                )
    assert gated.hq.battles.head("duel") == gated.hq.campaigns.head("war") == 1


def kept_out(gate: Callable[..., None], *given: Any) -> bool:
    try:
        gate(*given)
    except Failed:
        return True
    return False
