"""Several actions in one go lead to what each would lead to alone, and what is not plainly done leaves no trace."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from campaign.battles.acting import Decided
from campaign.battles.open_battle import OpenBattle
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from events.entry import Entry
from events.errors import NotWritten
from tests.campaign.conftest import steady_world

END = {"kind": "end-phase"}
ANN, EVE = Caller("ann", seats=True), Caller("eve")
SEATS = [Seat("us", "ann")]
"""The other seat is nobody's, and so anybody's who is there."""


def begun(hq: Headquarters, *names: str) -> None:
    for name in names:
        assert isinstance(hq.battles.new("tank-duel", name=name, seats=SEATS), Acted)


def asked(battle: str, action: Any = END, **more: Any) -> dict[str, Any]:
    return {"battle": battle, "action": action, **more}


def test_they_are_what_each_is_alone(hq: Headquarters, tmp_path: Path):
    begun(hq, "a", "b", "c")
    with Headquarters(tmp_path / "other", steady_world()) as other:
        begun(other, "a", "b", "c")
        together = [hq.act_each([(ANN, asked(name)) for name in "abc"]) for _ in range(12)]
        alone = [[other.for_(ANN).battles.act(name, END) for name in "abc"] for _ in range(12)]
    assert together == alone
    for name in "abc":
        assert hq.battles.head(name) == 13
        assert hq.battles.verify(name).sound


def test_what_is_not_plainly_done_leaves_no_trace(hq: Headquarters):
    begun(hq, "a", "b", "c", "d")
    assert isinstance(hq.for_(ANN).battles.act("b", END, key="k"), Acted)
    some = [
        (EVE, asked("a")),
        (ANN, asked("b", key="k")),
        (ANN, asked("c", expected=7)),
        (ANN, asked("d", {"kind": "undo-grant"})),
        (ANN, asked("nowhere")),
        (ANN, asked("d", b"{")),
    ]
    assert hq.act_each(some) == [None] * len(some)
    assert [hq.battles.head(name) for name in "abcd"] == [1, 2, 1, 1]
    found = hq.act_each([*some, (ANN, asked("a")), (ANN, asked("c", expected=1)), (ANN, asked("c"))])
    assert [getattr(one, "diary", None) for one in found] == [*[None] * 6, "a", "c", None]
    assert [hq.battles.head(name) for name in "abcd"] == [2, 2, 2, 1]


def test_a_battle_in_which_somebody_acts_holds_nobody_up(hq: Headquarters):
    begun(hq, "a", "b")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with hq._house.battles.get("a").diary.lock:
            held.set()
            done.wait(20)

    holding = threading.Thread(target=hold)
    holding.start()
    assert held.wait(20)
    found = hq.act_each([(ANN, asked("a")), (ANN, asked("b"))])
    done.set()
    holding.join()
    assert found[0] is None and isinstance(found[1], Acted) and found[1].seq == 2
    assert hq.act_each([(ANN, asked("a"))])[0]  # its lock was let go of


def test_what_cannot_be_written_is_not_remembered(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    begun(hq, "a", "b")

    def full(*_: object) -> None:
        raise NotWritten("the disk is full", full=True)

    with monkeypatch.context() as patch:
        patch.setattr(hq._house.store, "append_each", full)
        with pytest.raises(Exception, match="the disk is full"):
            hq.act_each([(ANN, asked("a")), (ANN, asked("b"))])
    assert [hq.battles.head(name) for name in "ab"] == [1, 1]
    found = hq.act_each([(ANN, asked("a")), (ANN, asked("b"))])
    assert [getattr(one, "seq", None) for one in found] == [2, 2]
    assert hq.battles.verify("a").sound


def test_what_cannot_be_told_of_one_is_told_of_the_others(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    begun(hq, "a", "b")
    answer = Decided.answer

    def stumbles(one: Decided, newest: Entry) -> Acted:
        return 1 // 0 if one.battle.name == "a" else answer(one, newest)

    monkeypatch.setattr(Decided, "answer", stumbles)
    found = hq.act_each([(ANN, asked("a")), (ANN, asked("b"))])
    assert isinstance(found[0], ZeroDivisionError) and isinstance(found[1], Acted)
    assert [hq.battles.head(name) for name in "ab"] == [2, 2]


def test_what_fails_after_it_was_written_is_not_taken_for_a_refusal(
    hq: Headquarters, monkeypatch: pytest.MonkeyPatch
):
    begun(hq, "a", "b")
    appended = OpenBattle.appended

    def stumbles(battle: OpenBattle, *given: Any) -> None:
        if battle.name == "a":
            raise NotWritten("the disk is full", full=True)
        appended(battle, *given)

    with monkeypatch.context() as patch:
        patch.setattr(OpenBattle, "appended", stumbles)
        found = hq.act_each([(ANN, asked("a")), (ANN, asked("b"))])
    assert isinstance(found[0], NotWritten) and isinstance(found[1], Acted)
    assert [hq.battles.head(name) for name in "ab"] == [2, 2]
    assert [getattr(one, "seq", None) for one in hq.act_each([(ANN, asked("a"))])] == [3]
    assert hq.battles.verify("a").sound


def test_an_umpire_is_asked_alone(hq: Headquarters):
    assert isinstance(hq.battles.new("tank-duel", name="a"), Acted)
    ann = Caller("ann", umpire=True, seats=True)
    assert hq.act_each([(ann, asked("a"))]) == [None]
    assert isinstance(hq.for_(ann).battles.act("a", END), Acted)
