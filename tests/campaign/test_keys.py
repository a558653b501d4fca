"""Keys: what was done under one is answered again as it was, to its author and for the same action, at every door."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, Answer, Refusal
from campaign.shared.callers import local
from campaign.shared.clock import World
from tests.campaign.calling import forbidden, ok, refused
from tests.campaign.conftest import steady_world
from tests.campaign.ledger.making import folder
from tests.house import ROOT

Do = Callable[[Headquarters], Answer]


def the_same(first: Acted, again: Acted) -> None:
    """The answer of the first time, and that it is."""
    assert again.repeated and not first.repeated
    assert msgspec.structs.replace(again, repeated=False) == first


# -- what is answered again ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "most"), [("tank-duel", 400), ("first-game", 150)])
def test_a_whole_battle_asked_again_answers_alike(hq: Headquarters, scenario: str, most: int):
    """Lines, dice, questions, verdict: each answer is made from the record, when the battle has long gone on."""
    battle, pick = ok(hq.battles.new(scenario)).diary, random.Random(1)
    done: list[tuple[bytes, str, Acted]] = []
    while len(done) < most and (legal := hq.battles.legal(battle)):
        one = pick.choice(legal)
        action = bytes(one.action)
        done.append(
            (action, one.side, ok(hq.looking_as(one.side).battles.act(battle, action, key=str(len(done)))))
        )
    assert any(answer.draws for _, _, answer in done)
    head = hq.battles.head(battle)
    for n, (action, side, first) in enumerate(done):
        the_same(first, ok(hq.looking_as(side).battles.act(battle, action, key=str(n))))
    assert hq.battles.head(battle) == head


@pytest.mark.usefixtures("example")
def test_what_is_hidden_stays_so_in_a_repeated_answer(hq: Headquarters):
    """The side that did it is told again what it was told; a player who has both sides asks as that side."""
    battle = ok(hq.battles.new("ring")).diary
    red, blue = hq.looking_as("red").battles, hq.looking_as("blue").battles
    first = ok(red.act(battle, {"kind": "deal"}, key="k"))
    the_same(first, ok(red.act(battle, {"kind": "deal"}, key="k")))
    the_same(first, ok(hq.battles.act(battle, {"kind": "deal"}, key="k")))
    assert "another side" in forbidden(lambda: blue.act(battle, {"kind": "deal"}, key="k")).reason
    assert hq.battles.head(battle) == first.seq


def test_the_end_of_a_battle_is_answered_again(hq: Headquarters, duel: str):
    first = ok(hq.battles.act(duel, {"kind": "concede"}, key="k"))
    again = ok(hq.battles.act(duel, {"kind": "concede"}, key="k"))
    the_same(first, again)
    assert first.verdict is not None and first.seq == hq.battles.head(duel)


def test_what_was_taken_back_still_answers_to_its_key(hq: Headquarters, duel: str):
    """The key names what was done, and that it was done does not change: another try is another key."""
    pivot = {"kind": "pivot", "unit": "t34-1", "facing": "E"}
    first = ok(hq.battles.act(duel, pivot, key="k"))
    back = ok(hq.battles.undo(duel, key="back"))
    the_same(first, ok(hq.battles.act(duel, pivot, key="k")))
    the_same(back, ok(hq.battles.undo(duel, key="back")))
    assert hq.battles.head(duel) == back.seq


def test_going_back_is_answered_again(hq: Headquarters, duel: str):
    for facing in ("E", "SE"):
        ok(hq.battles.act(duel, {"kind": "pivot", "unit": "t34-1", "facing": facing}))
    calls: dict[str, Do] = {
        "undo": lambda h: h.battles.undo(duel, key="undo"),
        "redo": lambda h: h.battles.redo(duel, key="redo"),
        "rewind": lambda h: h.battles.rewind(duel, 2, key="rewind"),
    }
    first = {name: ok(call(hq)) for name, call in calls.items()}
    head = hq.battles.head(duel)
    for name, call in calls.items():
        the_same(first[name], ok(call(hq)))
    assert hq.battles.head(duel) == head
    for wrong in (
        lambda: hq.battles.redo(duel, key="undo"),
        lambda: hq.battles.undo(duel, key="rewind"),
        lambda: hq.battles.rewind(duel, 3, key="rewind"),
        lambda: hq.battles.act(duel, {"kind": "end-phase"}, key="undo"),
        lambda: hq.battles.answer_undo(duel, True, key="undo"),
    ):
        assert "another action" in refused(wrong).reason
    assert hq.battles.head(duel) == head


def test_a_request_and_its_answer_are_made_once(hq: Headquarters):
    seats = [Seat("nk", "kim"), Seat("us", "bob")]
    battle = ok(hq.battles.new("tank-duel", seats=seats, undo="consent")).diary
    kim, bob = (hq.for_(local(name)).battles for name in ("kim", "bob"))
    ok(kim.act(battle, {"kind": "end-phase"}))
    ok(bob.act(battle, bob.legal(battle)[0].action))
    asked = ok(kim.rewind(battle, 1, key="a"))
    the_same(asked, ok(kim.rewind(battle, 1, key="a")))
    assert "open already" in refused(lambda: bob.rewind(battle, 1, key="a")).reason, "his key is another"
    granted = ok(bob.answer_undo(battle, True, key="b", expected=asked.seq))
    the_same(granted, ok(bob.answer_undo(battle, True, key="b", expected=asked.seq)))
    the_same(granted, ok(bob.act(battle, {"kind": "undo-grant"}, key="b")))
    assert "another action" in refused(lambda: bob.answer_undo(battle, False, key="b")).reason
    assert "This key" not in refused(lambda: kim.answer_undo(battle, True, key="b")).reason
    stale = refused(lambda: bob.answer_undo(battle, True, expected=1))
    assert stale.kind == "head-moved"
    assert hq.battles.head(battle) == granted.seq


# -- campaigns -------------------------------------------------------------------------------------------------------


@pytest.fixture
def war(hq: Headquarters, tmp_path: Path) -> str:
    return ok(hq.campaigns.new(folder(tmp_path / "files"), name="c")).diary


RETURN = {"battle": "n1-1", "winner": "red"}
FAMILY: dict[str, tuple[Do, list[Do]]] = {
    "act": (
        lambda h: h.campaigns.act("c", {"kind": "advance", "days": 1}, key="act"),
        [lambda h: h.campaigns.act("c", {"kind": "advance", "days": 2}, key="act")],
    ),
    "begin": (
        lambda h: h.campaigns.begin("c", "n1", key="begin"),
        [
            lambda h: h.campaigns.begin("c", "n0", key="begin"),
            lambda h: h.campaigns.begin("c", "n1", [], key="begin"),
        ],
    ),
    "draft": (
        lambda h: h.campaigns.returns.draft("c", "n1-1", key="draft"),
        [lambda h: h.campaigns.returns.draft("c", "n1-1", RETURN, key="draft")],
    ),
    "file": (
        lambda h: h.campaigns.returns.file("c", "n1-1", RETURN, key="file"),
        [
            lambda h: h.campaigns.returns.file("c", "n1-1", {**RETURN, "winner": "blue"}, key="file"),
            lambda h: h.campaigns.returns.file("c", "n1-1", key="file"),
            lambda h: h.campaigns.returns.file("c", "n0-1", key="file"),
            lambda h: h.campaigns.returns.draft("c", "n1-1", key="file"),
        ],
    ),
    "correct": (
        lambda h: h.campaigns.returns.correct("c", RETURN, key="correct"),
        [lambda h: h.campaigns.returns.correct("c", {**RETURN, "winner": "blue"}, key="correct")],
    ),
    "later": (lambda h: h.campaigns.act("c", {"kind": "advance", "days": 3}, key="later"), []),
    "undo": (
        lambda h: h.campaigns.undo("c", key="undo"),
        [lambda h: h.campaigns.undo("c", 2, key="undo"), lambda h: h.campaigns.redo("c", key="undo")],
    ),
    "redo": (lambda h: h.campaigns.redo("c", key="redo"), [lambda h: h.campaigns.undo("c", key="redo")]),
    "undo-2": (
        lambda h: h.campaigns.undo("c", 2, key="undo-2"),
        [lambda h: h.campaigns.undo("c", 3, key="undo-2")],
    ),
    "rewind": (
        lambda h: h.campaigns.rewind("c", 2, key="rewind"),
        [
            lambda h: h.campaigns.rewind("c", 3, key="rewind"),
            lambda h: h.campaigns.act("c", {"kind": "advance", "days": 1}, key="rewind"),
        ],
    ),
}
"""What is done in a campaign, in this order, and what is not the same."""


def test_every_door_of_a_campaign_answers_again(hq: Headquarters, war: str):
    first = {name: ok(call(hq)) for name, (call, _) in FAMILY.items()}
    head = hq.campaigns.head(war)
    for name, (call, others) in FAMILY.items():
        the_same(first[name], ok(call(hq)))
        for other in others:
            assert "This key was used before" in refused(lambda other=other: other(hq)).reason, name
    assert hq.campaigns.head(war) == head
    amy = ok(hq.for_(local("amy")).campaigns.act(war, {"kind": "advance", "days": 1}, key="act"))
    assert amy.seq == head + 1 and not amy.repeated, "another's key is another"


@pytest.mark.parametrize("name", ["begin", "draft", "file", "undo", "redo", "rewind"])
def test_who_has_not_seen_the_newest_entry_of_a_campaign_is_told_so(hq: Headquarters, war: str, name: str):
    ok(hq.campaigns.begin(war, "n1"))
    ok(hq.campaigns.act(war, {"kind": "advance", "days": 1}))
    calls: dict[str, Callable[[int], Answer]] = {
        "begin": lambda seen: hq.campaigns.begin(war, "n0", expected=seen),
        "draft": lambda seen: hq.campaigns.returns.draft(war, "n1-1", expected=seen),
        "file": lambda seen: hq.campaigns.returns.file(war, "n1-1", RETURN, expected=seen),
        "undo": lambda seen: hq.campaigns.undo(war, expected=seen),
        "redo": lambda seen: hq.campaigns.redo(war, expected=seen),
        "rewind": lambda seen: hq.campaigns.rewind(war, 1, expected=seen),
    }
    if name == "redo":
        ok(hq.campaigns.undo(war))
    head = hq.campaigns.head(war)
    assert refused(lambda: calls[name](head - 1)).kind == "head-moved"
    assert hq.campaigns.head(war) == head
    ok(calls[name](head))


def test_a_beginning_that_was_cut_short_goes_on_under_its_key(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    """Nothing was written; whoever asks again begins, and whoever asks once more finds it, at the same table."""
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    seats = [Seat("us", "ann")]
    with monkeypatch.context() as broken:
        broken.setattr("campaign.battles.opening.open_battle", _killed)
        with pytest.raises(KeyboardInterrupt):
            hq.campaigns.begin(war, "obong-ni", seats=seats, key="k")
    assert hq.campaigns.head(war) == 1
    assert hq.battles.all() == []
    first = ok(hq.campaigns.begin(war, "obong-ni", seats=seats, key="k"))
    assert not first.repeated
    assert [one.battle for one in hq.battles.all()] == [first.fought]
    assert {seat.side: seat.player for seat in hq.battles.info(first.fought).seats}["us"] == "ann"
    again = ok(hq.campaigns.begin(war, "obong-ni", seats=seats, key="k"))
    assert again == msgspec.structs.replace(first, repeated=True)
    assert hq.campaigns.head(war) == first.seq
    for other in ({"seats": [Seat("us", "bob")]}, {"seats": seats, "dice": "typed"}):
        more: Any = other
        assert (
            "another action"
            in refused(lambda m=more: hq.campaigns.begin(war, "obong-ni", key="k", **m)).reason
        )


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_beginning_that_failed_is_not_said_to_be_done(hq: Headquarters):
    war = ok(hq.campaigns.new("marines-in-korea", name="korea")).diary
    seats = [Seat("nobody's side")]
    for _ in range(2):
        answer = hq.campaigns.begin(war, "obong-ni", seats=seats, key="k")
        assert isinstance(answer, Refusal) and "no side" in str(answer)
    assert hq.battles.all() == []


# -- races -----------------------------------------------------------------------------------------------------------


def _at(hour: int) -> World:
    """A world whose time nobody else has, so that no two entries are alike by accident."""
    start = steady_world(str(hour))
    later = datetime(2000 + hour, 1, 1, tzinfo=UTC) - datetime(1950, 1, 1, tzinfo=UTC)
    return World(lambda: start.clock() + later, start.random_bytes)


def _faster(slow: Headquarters, do: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen between what is decided next in one house and its being written."""
    store = slow._house.store
    append = store.append

    def after(*args: Any) -> Any:
        monkeypatch.undo()
        do()
        return append(*args)

    monkeypatch.setattr(store, "append", after)


def test_who_loses_a_race_for_a_key_answers_from_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Decided before the other's entry, written after it: the dice of the answer are those of the record."""
    with Headquarters(tmp_path, _at(1)) as one, Headquarters(tmp_path, _at(2)) as two:
        battle, pick = ok(one.battles.new("tank-duel")).diary, random.Random(3)
        rolled = 0
        won: list[Acted] = []

        def raced(action: bytes, side: str, terms: Any) -> Acted:
            fast, slow = (hq.looking_as(side).battles for hq in (one, two))
            _faster(two, lambda: won.append(ok(fast.act(battle, action, **terms))), monkeypatch)
            return ok(slow.act(battle, action, **terms))

        for n in range(150):
            if not (legal := one.battles.legal(battle)):
                break
            chosen = pick.choice(legal)
            terms = {"key": str(n), "expected": one.battles.head(battle)}
            lost = raced(bytes(chosen.action), chosen.side, terms)
            the_same(won[-1], lost)
            rolled += len(lost.draws)
        assert rolled


@pytest.mark.parametrize("name", [name for name in FAMILY if name != "correct"])
def test_a_race_for_a_key_at_every_door_of_a_campaign(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
):
    with Headquarters(tmp_path / "home", _at(1)) as one, Headquarters(tmp_path / "home", _at(2)) as two:
        ok(one.campaigns.new(folder(tmp_path / "files"), name="c"))
        for before, (call, _) in FAMILY.items():
            if before == name:
                break
            ok(call(one))
        won: list[Acted] = []
        call = FAMILY[name][0]
        _faster(two, lambda: won.append(ok(call(one))), monkeypatch)
        lost = ok(call(two))
        the_same(won[0], lost)


def test_another_action_loses_a_race_for_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with Headquarters(tmp_path, _at(1)) as one, Headquarters(tmp_path, _at(2)) as two:
        battle = ok(one.battles.new("tank-duel")).diary
        east, west = ({"kind": "pivot", "unit": "t34-1", "facing": facing} for facing in ("E", "W"))
        _faster(two, lambda: ok(one.battles.act(battle, east, key="k")), monkeypatch)
        assert "another action" in refused(lambda: two.battles.act(battle, west, key="k")).reason
        assert one.battles.head(battle) == 2


def _at_once(do: Callable[[Any], Acted], doors: list[Any]) -> list[Acted]:
    with ThreadPoolExecutor(len(doors)) as pool:
        return list(pool.map(do, doors))


def test_threads_of_two_houses_race_for_keys(tmp_path: Path):
    """Every answer shows the dice that its entry holds, and each key has one entry."""
    with Headquarters(tmp_path, _at(1)) as one, Headquarters(tmp_path, _at(2)) as two:
        battle = ok(one.battles.new("tank-duel")).diary
        ok(one.battles.act(battle, {"kind": "end-phase"}))
        for n in range(60):
            if not (legal := one.battles.legal(battle)):
                break
            chosen = legal[n % len(legal)]
            houses = [hq.looking_as(chosen.side).battles for hq in (one, two, one, two)]
            start = threading.Barrier(len(houses))
            answers = _at_once(
                lambda mine, key=str(n), action=chosen.action, start=start: (
                    start.wait(),
                    ok(mine.act(battle, action, key=key)),
                )[1],
                houses,
            )
            first = next(answer for answer in answers if not answer.repeated)
            for other in answers:
                if other is not first:
                    the_same(first, other)
            entry = one.battles.show(battle, answers[0].seq)
            assert first.verdict is not None or entry.draws == first.draws


def test_two_processes_race_for_a_key(tmp_path: Path):
    with Headquarters(tmp_path) as hq:
        battle = ok(hq.battles.new("tank-duel")).diary
        ok(hq.battles.act(battle, {"kind": "end-phase"}))
    wardiary = [sys.executable, "-c", "from tui.cli.main import run; run()"]
    for n in range(3):
        with Headquarters(tmp_path) as hq:
            action = bytes(hq.battles.legal(battle)[0].action).decode()
        command = [*wardiary, "act", battle, action, "--key", str(n), "--json", "--home", str(tmp_path)]
        racing = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(3)]
        answers = [msgspec.json.decode(one.communicate()[0]) for one in racing]
        assert len({answer["seal"] for answer in answers}) == 1
        assert sum(not answer.get("repeated", False) for answer in answers) == 1
