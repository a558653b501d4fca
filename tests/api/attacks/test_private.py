"""A private table over HTTP: every door that the description names tells a stranger of it what it tells of none, and
nothing that he may ask tells that one was opened or went on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import httpx
import pytest

from api.accounts import tokens
from api.openapi.document import document
from api.wire.operations import ROOT
from campaign.battles.table import Seat
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely

SAMPLE, SCENARIO = "marines-in-korea", "tank-duel"
FOREVER = "2999-01-01T00:00:00.000Z"
TABLES = frozenset(("battle", "battles", "campaign", "campaigns", "diaries", "diary", "digest", "path"))
"""Parameters that may name a table, in a path, a query or a body. How a new one is to be called is none of them: names
are unique, and that of a private one is too long to be tried."""
WORD = re.compile("battle|campaign|diar|table|like|digest|path")
ELSEWHERE = {"word": "unknown", "seq": "1", "id": "none", "player": "ann", "system": "combat-veteran"}
ENDLESS = f"{ROOT}/stream"
BUT = frozenset(("date", "content-length", "ratelimit", "ratelimit-policy"))
TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=\"cursor\":)\d+|w[dt]_\w+|\b[0-9a-f]{16}\b")


class Names(NamedTuple):
    """What stands for a table. fought: a campaign's battle, as that calls it. digest: of a board."""

    battle: str
    campaign: str
    fought: str
    digest: str

    def given(self, name: str, path: str) -> str:
        """What stands for a parameter of a path. Raises KeyError for one that nobody has thought of."""
        inside = name == "battle" and path.startswith(f"{ROOT}/campaigns/")
        found = {"battle": self.fought if inside else self.battle, "campaign": self.campaign}
        found |= {"diary": self.battle, "digest": self.digest, "name": "none", "scenario": SCENARIO}
        return {**ELSEWHERE, **found}[name]

    def within(self, name: str, now: Any) -> Any:
        """The same of a query or a body. now: what stands there as an example."""
        if name == "path":
            return f"{ROOT}/battles/{self.battle}/stream"
        one = self.campaign if name in ("campaign", "campaigns") else self.battle
        return [one] if name in ("battles", "campaigns", "diaries") or isinstance(now, list) else one


class Route(NamedTuple):
    verb: str
    path: str
    query: tuple[str, ...]
    body: Mapping[str, Any] | None

    def filled(self, names: Names) -> str:
        return re.sub(r"{(\w+)}", lambda one: names.given(one[1], self.path), self.path)


def routes() -> Iterator[Route]:
    for path, verbs in document()["paths"].items():
        for verb, one in verbs.items():
            query = tuple(each["name"] for each in one["parameters"] if each["in"] == "query")
            content = one.get("requestBody", {}).get("content", {}).get("application/json", {})
            example = next(iter(content.get("examples", {"": {"value": None}}).values()))["value"]
            yield Route(verb.upper(), path, query, fields(content.get("schema"), example))


def fields(schema: Any, example: Any) -> Mapping[str, Any] | None:
    """A body: its example, and behind it each field that may name a table."""
    if schema is None:
        return None
    known = document()["components"]["schemas"]
    while "$ref" in schema:
        schema = known[schema["$ref"].rpartition("/")[2]]
    return {**example, **{name: example.get(name) for name in schema["properties"] if name in TABLES}}


ROUTES = tuple(routes())


class House(NamedTuple):
    served: Served
    client: httpx.Client
    private: Names
    none: Names
    shown: Names


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with Served(tmp_path_factory.mktemp("private") / "home", freely()) as served:
        with served.accounts._file.writing() as conn:
            scopes: Any = ("read", "play", "umpire")
            stranger = tokens.put(conn, served.accounts._world, "cyd", "", scopes, FOREVER).secret
        headers = {"Authorization": f"Bearer {stranger}", "If-Match": "*"}
        with httpx.Client(base_url=served.url, headers=headers, timeout=30) as client:
            private, shown = tables(served, "invited"), tables(served, "members")
            end = private.battle[-16:]
            none = Names(
                private.battle.replace(end, "0" * 16), f"{SAMPLE}-{'0' * 16}", private.fought, "0" * 64
            )
            yield House(served, client, private, none, shown)


def tables(served: Served, look: Any) -> Names:
    """Of ann's, with ben: a battle of a scenario of its own, a campaign and its first battle."""
    ann, ben = (served.hq.for_(Caller(one)) for one in ("ann", "ben"))
    scenario = "tank-duel" if look == "members" else "tiger-pershing"
    sides = [one.id for one in served.hq.packs.scenario(scenario)[1].sides]
    seats = [Seat(side, player) for side, player in zip(sides, ("ann", "ben"), strict=True)]
    battle = done(ann.battles.new(scenario, seats=seats, look=look)).diary
    done(ben.battles.seats.accept(battle))
    campaign = done(ann.campaigns.new(SAMPLE, look=look)).diary
    for side in ann.campaigns.view(campaign).sides:
        done(ann.campaigns.seats.withdraw(campaign, side.id))
    node = next(one for one in ann.campaigns.view(campaign).nodes if one.ready and one.able)
    fought = done(ann.campaigns.begin(campaign, node.id)).battle
    head = {"Authorization": f"Bearer {served.tokens['a']}"}
    view = httpx.get(f"{served.url}{ROOT}/battles/{battle}/view", headers=head).json()
    return Names(battle, campaign, fought, view["game"]["board"]["digest"])


def done(answer: Any) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def told(answer: httpx.Response, names: Names) -> tuple[int, dict[str, str], str]:
    """What somebody can tell an answer by, whatever the table is called."""
    text = answer.text
    for one in (names.battle, names.campaign, names.digest):
        text = text.replace(one, "NAME")
    heads = {name: TIME.sub("~", value) for name, value in answer.headers.items() if name not in BUT}
    return answer.status_code, heads, TIME.sub("~", text)


def test_no_parameter_was_left_out() -> None:
    for one in ROUTES:
        for name in (*one.query, *re.findall(r"{(\w+)}", one.path), *(one.body or ())):
            assert not WORD.search(name) or name in TABLES, f"{one.verb} {one.path}: {name}"


def test_every_door_says_the_same_of_a_private_table_and_of_none(house: House) -> None:
    asked = 0
    for number, one in enumerate(ROUTES):
        named = set(re.findall(r"{(\w+)}", one.path)) | set(one.query) | set(one.body or ())
        if not named & TABLES:
            continue
        for verb in (one.verb, "HEAD") if one.verb == "GET" else (one.verb,):
            for role in ("", "umpire") if verb == "GET" and "as" in one.query else ("",):
                found = []
                for names in (house.private, house.none):
                    query = {name: names.within(name, "") for name in one.query if name in TABLES}
                    query |= {"as": role} if role else {}
                    body = one.body and {
                        name: names.within(name, now) if name in TABLES else now
                        for name, now in one.body.items()
                    }
                    key = {"Idempotency-Key": f"{number} {names.campaign}"} if verb == "POST" else {}
                    answer = house.client.request(
                        verb, one.filled(names), params=query, json=body, headers=key
                    )
                    found.append(told(answer, names))
                assert found[0] == found[1], f"{verb} {one.path} {role}"
                asked += 1
    assert asked > 150


def test_nothing_that_a_stranger_may_ask_tells_that_private_tables_go_on(house: House) -> None:
    def everything() -> dict[str, tuple[int, dict[str, str], str]]:
        found: dict[str, tuple[int, dict[str, str], str]] = {}
        for one in ROUTES:
            if one.verb == "GET" and one.path != ENDLESS and not one.path.endswith("}/stream"):
                found[one.path] = told(house.client.get(one.filled(house.shown)), house.shown)
        return found

    before = everything()
    ann = house.served.hq.for_(Caller("ann"))
    tables(house.served, "invited")
    done(ann.battles.act(house.private.battle, {"kind": "end-phase"}))
    after = everything()
    for path, answer in before.items():
        assert answer == after[path], path
    assert sum(status == 200 for status, _, _ in before.values()) > 50
