"""What one side hides, over HTTP: paired battles look alike to the others in all that they can get; nothing that is
kept or shared for one ever reaches another; nobody gets more here than headquarters gives him."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api.accounts import players, tokens
from api.server.asking import Handler
from api.server.streams import feed
from api.wire.operations import OPERATIONS, ROOT
from campaign.battles.table import Seat
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller
from campaign.shared.clock import World
from tests.api.conftest import Served, freely
from tests.api.listening import Listener
from tests.api.streams.test_pairs import Kept
from tests.campaign.test_pairs import PLAYERS, SEAL, Twins
from tests.conftest import PROFILE
from tests.example import installed

PAIRS = 16 if PROFILE == "long" else 1
MOVES = 60 if PROFILE == "long" else 16
"""Actions of a pair; it is looked at after every tenth in the long profile, else at the end alone."""
BATTLES, ROUNDS = (10, 4) if PROFILE == "long" else (1, 2)
"""Battles in which all is asked, and how often in each, after some more actions."""
FOREVER = "2999-01-01T00:00:00.000Z"
ROLES = ("", "red", "umpire")
TAG = re.compile(r'W/"[0-9a-f]+"')


def let_in(served: Served, *names: str) -> None:
    with served.accounts._file.writing() as conn:
        world = served.accounts._world
        for player in names:
            players.put(conn, world, player, "")
            served.tokens[player] = tokens.put(conn, world, player, "", ("read", "play"), FOREVER).secret


class Harvest:
    """All that somebody can get of a battle, by what he asked: status, headers, content; seals and times masked."""

    def __init__(self, served: Served, player: str, battle: str) -> None:
        self.battle, self.player, self.found = battle, player, dict[str, str]()
        self.newest = served.hq.battles.head(battle)
        headers = {"Authorization": f"Bearer {served.tokens[player]}", "If-Match": "*"}
        with httpx.Client(base_url=served.url, headers=headers, timeout=30) as self.client:
            for path in self._paths():
                self.get(path)
                for role in ROLES if f"battles/{battle}" in path else ():
                    self.get(f"{path}{'&' if '?' in path else '?'}as={role}")
            self._posts()

    def get(self, path: str) -> None:
        one = self.client.get(path)
        self._note(path, one)
        if tag := one.headers.get("etag"):
            self._note(f"{path} again", self.client.get(path, headers={"If-None-Match": tag}))

    def _note(self, name: str, one: httpx.Response) -> None:
        heads = sorted(f"{k}: {v}" for k, v in one.headers.items() if k not in ("date", "content-length"))
        text = f"{one.status_code} {heads} {one.text}".replace(self.player, "~")
        self.found[name] = TAG.sub("~", SEAL.sub("~", text))

    def _paths(self) -> Iterator[str]:
        some = {
            "battle": self.battle,
            "diary": self.battle,
            "system": "tanks-modern-age",
            "scenario": "tank-ace",
        }
        for one in OPERATIONS:
            if one.verb != "GET" or one.door in ("accounts", "packs", "rosters") or "campaign" in one.path:
                continue
            if one.id in ("battles.show", "boards.get", "changes", "whoami"):
                continue
            yield ROOT + one.path.format_map(some)
        base = f"/api/battles/{self.battle}"
        for seq in {1, self.newest // 2 or 1, self.newest, self.newest + 1}:
            yield f"{base}/entries/{seq}"
            yield f"{base}/view?seq={seq}&board=whole"
            yield f"{base}/moment?seq={seq}&after={max(0, seq - 3)}"
            yield f"{base}/difference?a={max(1, seq - 2)}&b={seq}"
            yield f"{base}/board?seq={seq}"
        yield from (f"{base}/report?form=html", f"{base}/report?form=markdown", f"{base}/log?after=1&limit=5")
        yield from (
            f"/api/excerpt?battles={self.battle}",
            "/metrics",
            "/health",
            "/api/openapi.json",
            f"{base}/nothing",
        )
        yield "/api/changes?after=0"

    def _posts(self) -> None:
        base = f"/api/battles/{self.battle}"
        legal: Any = self.client.get(f"{base}/legal")
        actions = [one["action"] for one in legal.json()[:6]] if legal.status_code == 200 else []
        wrong = [
            {"kind": "turn-up", "unit": f"t-64-{n}", "slot": slot} for n in (1, 2) for slot in (0, 1, 2, 9)
        ]
        for body in [*actions, *wrong, {"kind": "fly"}]:
            for name in ("odds", "preview"):
                for role in (None, "red"):
                    where = f"{base}/{name}" + (f"?as={role}" if role else "")
                    self._note(f"{where} {body}", self.client.post(where, json={"action": body}))
        kinds = {one.get("kind") for one in actions}
        for body in (one for one in [*wrong, {"kind": "fly"}] if one["kind"] not in kinds):
            for role in ("", "?as=red"):
                for key in ({}, {"Idempotency-Key": "one"}):
                    answer = self.client.post(f"{base}/actions{role}", json={"action": body}, headers=key)
                    assert answer.status_code >= 400
                    self._note(f"{role} {body} {key}", answer)
        seat = {"side": "red", "player": "olga"}
        for name, given in (("fork", {}), ("rewind", {"to": 1}), ("seats/seat", seat), ("seats/offer", seat)):
            answer = self.client.post(f"{base}/{name}?as=red", json=given)
            assert answer.status_code == 403, answer.text
            self._note(name, answer)
        self._note("fork", self.client.post(f"{base}/fork", json={}))


class Pair(Twins):
    def __init__(self, folder: Path, seed: int, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        self.served: list[Served] = []

        def house(home: Path, world: Any) -> Any:
            one = stack.enter_context(Served(home, world=world))
            let_in(one, *PLAYERS.values())
            self.served.append(one)
            return Kept(one.hq)

        monkeypatch.setattr("tests.campaign.test_pairs.Headquarters", house)
        super().__init__(folder, seed, stack)

    def same(self) -> int:
        told = 0
        for side in ("blue", ""):
            one, two = (Harvest(served, PLAYERS[side], "pair").found for served in self.served)
            assert one.keys() == two.keys()
            for name, text in one.items():
                assert text == two[name], f"{side or 'an observer'} can tell by {name}"
                told += 1
        return told


@pytest.mark.parametrize("seed", range(PAIRS))
def test_a_pair_of_battles_is_the_same_to_the_others(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        twins = Pair(tmp_path, seed, stack, monkeypatch)
        for number in range(MOVES):
            asked = twins.houses[0].battles.view("pair").asked
            if not asked or not twins.move(twins.rnd.choice(asked).side):
                break
            if any(house.battles.info("pair").verdict for house in twins.houses):
                return
            if PROFILE == "long" and number % 10 == 0:
                twins.same()
        assert twins.same() > 200
        hider = [twins.of(house, "red").battles.view("pair") for house in twins.houses]
        assert hider[0] != hider[1], "there was something to hide"


@pytest.mark.parametrize("seed", range(BATTLES))
@pytest.mark.parametrize("scenario", ["tank-ace", "tank-duel", "duel-of-dice"])
def test_nobody_gets_more_here_than_headquarters_gives_him(tmp_path: Path, scenario: str, seed: int) -> None:
    """The same question over HTTP and at home, by each player in each role, of what is kept and what is not; the rooms
    below are compared in pairs for every system."""
    rnd = random.Random(f"{scenario} {seed}")
    with installed(), Served(tmp_path / "home") as served:
        if scenario == "duel-of-dice":
            scenario = served.hq.packs.scenarios("duel-of-dice")[0][1].id
        sides = [one.id for one in served.hq.packs.scenario(scenario)[1].sides]
        seats = [Seat(side, player) for side, player in zip(sides, ("ann", "ben"), strict=True)]
        opened = served.hq.battles.new(scenario, seats=seats, name="one")
        assert isinstance(opened, Acted), opened
        with httpx.Client(base_url=served.url, timeout=30) as client:
            for _ in range(ROUNDS):
                _fight(served, rnd, 8)
                for letter, player in (("c", "cyd"), ("a", "ann"), ("b", "ben"), ("d", "dan")):
                    for role in (None, "", *sides):
                        _compare(served, client, letter, player, role)


def _fight(served: Served, rnd: random.Random, moves: int) -> None:
    for _ in range(moves):
        asked = served.hq.battles.view("one").asked
        if not asked:
            return
        side = rnd.choice(asked).side
        player = next(seat.player for seat in served.hq.battles.info("one").seats if seat.side == side)
        hq = served.hq.for_(Caller(player))
        legal = hq.battles.legal("one")
        hq.battles.act("one", rnd.choice(legal).action)


def _compare(served: Served, client: httpx.Client, letter: str, player: str, role: str | None) -> None:
    hq = served.hq.for_(Caller(player, role=role)).battles
    named = served.hub._service.boards.named
    asked = {
        "moment": lambda: named(hq.moment("one")),
        "view": lambda: named(hq.view("one")),
        "legal": lambda: hq.legal("one"),
        "log": lambda: hq.log("one"),
        "info": lambda: hq.info("one"),
        "standing": lambda: hq.standing("one"),
        "entries/2": lambda: hq.show("one", 2),
    }
    for path, ask in asked.items():
        query = {} if role is None else {"as": role}
        path = "" if path == "info" else f"/{path}"
        headers = {"Authorization": f"Bearer {served.tokens[letter]}"}
        answers = [client.get(f"/api/battles/one{path}", params=query, headers=headers) for _ in range(2)]
        for found in answers:
            try:
                assert found.content == msgspec.json.encode(ask()), path
            except Refused as refused:
                assert found.status_code >= 400 and found.json()["detail"] == refused.reason, path


# -- what is kept and shared -------------------------------------------------------------------------------------


def opened(served: Served) -> str:
    served.hq.battles.new("tank-duel", seats=[Seat("nk", ""), Seat("us", "ben")], name="duel")
    return "duel"


def seat(served: Served, player: str) -> None:
    done = served.hq.battles.seats.seat("duel", "nk", player)
    assert not isinstance(done, Refusal), done


def test_a_seat_taken_while_an_answer_is_made_is_nobody_elses(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two observers wait for one answer; the one for whom it is made takes a seat meanwhile."""
    opened(served)
    told, both = Handler.told, threading.Event()
    made: list[str] = []

    def slowly(self: Handler, asked: Any) -> Any:
        if self.operation.id == "battles.view" and not made:
            made.append(asked.who.player)
            assert both.wait(10)
            seat(served, asked.who.player)
        return told(self, asked)

    monkeypatch.setattr(Handler, "told", slowly)
    found: dict[str, Any] = {}

    def ask(letter: str) -> None:
        headers = {"Authorization": f"Bearer {served.tokens[letter]}"}
        found[letter] = httpx.get(f"{served.url}/api/battles/duel/view", headers=headers, timeout=20)

    threads = [threading.Thread(target=ask, args=(letter,)) for letter in ("c", "d")]
    for one in threads:
        one.start()
    cache = served.hub._service.cache
    while cache.misses < 2:
        time.sleep(0.01)
    both.set()
    for one in threads:
        one.join()
    first, other = ("c", "d") if made == ["cyd"] else ("d", "c")
    assert found[first].json()["viewer"] == "nk" and "etag" not in found[first].headers
    assert found[other].json()["viewer"] == ""


def test_a_seat_taken_while_a_stream_begins_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks on is behind, and stands where he stood: what is made for one who takes a seat is not for him."""
    ago = [timedelta(hours=1)]
    world = World(lambda: datetime.now(UTC) - ago[0])
    with Served(tmp_path / "home", freely(delay=30.0), world=world) as served:
        opened(served)
        ago[0] = timedelta()
        whole, waiting = feed.whole, list[Listener]()

        def slowly(*given: Any) -> Any:
            if not waiting:
                waiting.append(Listener(served, "d", "/battles/duel/stream"))
                while len(next(iter(served.hub.feeds.values())).streams) < 2:
                    time.sleep(0.01)
                seat(served, "cyd")
            return whole(*given)

        monkeypatch.setattr(feed, "whole", slowly)
        cyd = Listener(served, "c", "/battles/duel/stream")
        assert cyd.first("moment").data["view"]["viewer"] == "nk"
        assert waiting[0].first("moment").data["view"]["viewer"] == ""


def test_no_answer_of_the_umpires_is_for_a_token_that_is_none(served: Served) -> None:
    """The same player with two tokens, one of them without the scope."""
    uma = served.hq.for_(Caller("ann", keeper=True))
    uma.battles.new("tank-ace", seats=[Seat("blue", "ben"), Seat("red", "cyd")], name="duel")
    with served.accounts._file.writing() as conn:
        full = tokens.put(conn, served.accounts._world, "ann", "", ("read", "play", "umpire"), FOREVER).secret
    seen: dict[str, list[str]] = {}
    for secret in (full, served.tokens["a"], full, served.tokens["d"]):
        for path in ("/view", "/moment", "/log"):
            headers = {"Authorization": f"Bearer {secret}"}
            found = httpx.get(f"{served.url}/api/battles/duel{path}", headers=headers)
            assert found.status_code == 200
            seen.setdefault(path, []).append(found.text)
    for path, (first, poor, again, other) in seen.items():
        assert first == again and poor == other, path
    assert '"viewer":"umpire"' not in seen["/view"][1]
    headers = {"Authorization": f"Bearer {served.tokens['a']}"}
    assert httpx.get(f"{served.url}/api/battles/duel/view?as=umpire", headers=headers).status_code == 403


def test_another_account_of_a_player_sees_what_an_observer_sees(tmp_path: Path) -> None:
    """He is let in again as an observer, under another name: with what he sees there he knows no more than anybody."""
    with Served(tmp_path / "home") as served:
        served.hq.battles.new("tank-ace", seats=[Seat("blue", "ann"), Seat("red", "ben")], name="duel")
        keeper = {"Authorization": f"Bearer {served.tokens['k']}"}
        invited = httpx.post(
            f"{served.url}/api/invitations", json={"kind": "observer", "campaign": "duel"}, headers=keeper
        ).json()
        joined = httpx.post(
            f"{served.url}/api/invitation/redeem", json={"secret": invited["secret"], "player": "ann-two"}
        )
        served.tokens["dan"] = served.tokens["d"]
        served.tokens["ann-two"] = joined.json()["redeemed"]["token"]["secret"]
        other, observer = (Harvest(served, one, "duel").found for one in ("ann-two", "dan"))
        differs = {name for name in other if other[name] != observer[name]}
        mine = {name for name in other if name.startswith("/api/battles/duel") and "{" not in name}
        assert not {name for name in differs & mine if "as=umpire" not in name}  # that takes another scope
