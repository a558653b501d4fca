"""Bots at the tables of a server: it plays them, and nobody waits for them for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from api.server import bots
from api.server.bots import Turns
from campaign.battles.bots import Bots as BattleBots
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.callers import Caller
from tests.api.conftest import Served
from tests.api.serving import served as served_by


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end, "it does not come to pass"
        time.sleep(0.01)


def opened(served: Served, seats: list[Seat], name: str, **more: object) -> Acted:
    made = served.hq.for_(Caller("ann")).battles.new("tank-duel", seats=seats, name=name, **more)  # type: ignore[arg-type]
    assert isinstance(made, Acted), made
    return made


def test_who_plays_against_a_bot_is_asked_again(served: Served) -> None:
    opened(served, [Seat("nk", "ann"), Seat("us", bot="random")], "duel")
    ann = served.hq.for_(Caller("ann")).battles
    for _ in range(6):
        until(lambda: any(one.side == "nk" for one in ann.view("duel").asked))
        assert isinstance(ann.act("duel", ann.legal("duel")[-1].action), Acted)
    until(lambda: any(one.side == "nk" for one in ann.view("duel").asked))
    assert {one.player for one in ann.log("duel")} >= {"ann", "bot:random"}


def test_bots_alone_fight_to_the_end(served: Served) -> None:
    opened(served, [Seat("nk", bot="random"), Seat("us", bot="random")], "bots")
    until(lambda: served.hq.battles.info("bots").verdict is not None)
    assert served.hq.battles.verify("bots").sound


def test_a_bot_goes_on_where_the_server_was_stopped(tmp_path: Path) -> None:
    with Headquarters(tmp_path / "home") as house:
        seats = [Seat("nk", bot="random"), Seat("us", "ann")]
        assert isinstance(house.battles.new("tank-duel", seats=seats, name="duel"), Acted)
        with served_by(house, {}, bots=False):
            assert house.battles.head("duel") == 1
        with served_by(house, {}):
            until(lambda: any(one.side == "us" for one in house.battles.view("duel").asked))


def test_nobody_waits_for_dice_that_a_bot_cannot_throw(served: Served) -> None:
    seats = [Seat("nk", "ann"), Seat("us", bot="random")]
    refused = served.hq.for_(Caller("ann")).battles.new("tank-duel", seats=seats, dice="typed")
    assert isinstance(refused, Refusal)
    assert (refused.where, "sealed dice" in refused.allowed) == ("$.dice", True)


def test_a_bot_says_no_and_plays_on(served: Served) -> None:
    """Whoever asks a bot to go back waits for nothing, for it never agrees."""
    opened(served, [Seat("nk", "ann"), Seat("us", bot="random")], "duel", undo="consent")
    ann = served.hq.for_(Caller("ann")).battles
    until(lambda: any(one.side == "nk" for one in ann.view("duel").asked))
    ann.act("duel", {"kind": "end-phase"})
    until(lambda: any(one.side == "nk" for one in ann.view("duel").asked) and ann.head("duel") > 3)
    asked = ann.undo("duel")
    if isinstance(asked, Acted):
        until(lambda: ann.view("duel").request is None)


def test_who_plays_comes_before_bots_among_themselves_and_one_who_opens_many_before_nobody() -> None:
    turns = Turns()
    turns.put("a1", "a2", "a3", opener="ann")
    turns.put("b1", opener="ben")
    turns.put("duel")
    assert [turns.next() for _ in range(5)] == [
        ("duel", False), ("a1", True), ("b1", True), ("a2", True), ("a3", True)
    ]  # fmt: skip


def test_of_many_that_one_opened_few_are_played_and_the_rest_wait() -> None:
    turns, seen = Turns(), list[str]()
    turns.put(*"abcd", opener="ann")
    turns.put("x", opener="ben")
    for left in range(20, 0, -1):
        found = turns.next()
        assert found is not None
        seen.append(found[0])
        over = seen.count(found[0]) == 4
        if not over:
            turns.put_back(found[0], "ben" if found[0] == "x" else "ann")
        assert left > 1 or over
    of_ann = "".join(one for one in seen if one != "x")
    assert of_ann == "abababab" + "cdcdcdcd"
    assert seen[1] == "x", "another's wait for none of them"


def test_a_bot_that_could_not_move_tries_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "FIRST_PAUSE", 0.05)
    move, failed = BattleBots.move, list[str]()

    def once(self: BattleBots, battle: str) -> object:
        if len(failed) < 2:
            failed.append(battle)
            raise Refused("Another program has kept the file locked for long.")
        return move(self, battle)

    monkeypatch.setattr(BattleBots, "move", once)
    opened(served, [Seat("nk", "ann"), Seat("us", bot="random")], "duel")
    ann = served.hq.for_(Caller("ann")).battles
    until(lambda: any(one.side == "nk" for one in ann.view("duel").asked))
    assert isinstance(ann.act("duel", {"kind": "end-phase"}), Acted)
    until(lambda: any(one.player == "bot:random" for one in ann.log("duel")))
    assert failed == ["duel", "duel"]
