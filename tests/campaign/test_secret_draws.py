"""Dice that one side alone may see: nobody else gets them, is asked for them, or learns what they led to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from campaign.battles.seats import needs_consent
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted, DiceNeeded, VerifyReport
from campaign.shared.callers import Caller, local
from tests import gun_line
from tests.campaign.conftest import steady_world
from tests.campaign.forging import copy_of
from tests.campaign.test_concealment import artifacts, text_of

SHELL = {"kind": "plot", "unit": "red-guns", "hex": "0604"}


@pytest.fixture(autouse=True)
def guns(monkeypatch: pytest.MonkeyPatch) -> None:
    gun_line.install(monkeypatch)


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    with Headquarters(tmp_path / "home", steady_world()) as found:
        yield found


def begun(hq: Headquarters, seats: Sequence[Seat] = (), dice: str = "typed") -> str:
    done = hq.battles.new("gun-line", seats=seats, dice=dice, name="guns")  # type: ignore[arg-type]
    assert isinstance(done, Acted), done
    return done.diary


def act(hq: Headquarters, battle: str, side: str, action: dict[str, str], dice: Sequence[int] = ()) -> Acted:
    done = hq.looking_as(side).battles.act(battle, action, dice=dice)
    assert isinstance(done, Acted), done
    return done


def got(hq: Headquarters, battle: str, viewer: str, folder: Path) -> dict[str, str]:
    """All that a viewer gets, but for what vouches for bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    found = dict(artifacts(hq, battle, viewer, folder))
    found["moment"] = text_of(hq.looking_as(viewer).battles.moment(battle))
    found["awaiting"] = text_of(hq.looking_as(viewer).awaiting())
    return {name: re.sub(r"[0-9a-f]{16,}", "#", text) for name, text in found.items()}


@pytest.mark.parametrize("viewer", ["blue", ""])
@pytest.mark.parametrize(("hex", "delay"), [("0604", 5), ("0704", 1), ("0101", 6)])
def test_battles_that_differ_in_them_are_equal_to_everybody_else(
    tmp_path: Path, viewer: str, hex: str, delay: int
):
    """The 6 asks its side a question of which nobody else knows."""
    told: list[dict[str, str]] = []
    for name, action, die in (("one", SHELL, 1), ("other", {**SHELL, "hex": hex}, delay)):
        with Headquarters(tmp_path / name, steady_world()) as hq:
            battle = begun(hq)
            act(hq, battle, "red", action, [die])
            told.append(got(hq, battle, viewer, tmp_path / f"{name} told"))
    assert told[0] == told[1]


def test_their_own_side_and_the_umpire_see_them(hq: Headquarters):
    """The question to which they lead is its own side's alone."""
    battle = begun(hq)
    done = act(hq, battle, "red", SHELL, [6])
    assert [draw.values for draw in done.draws] == [(6,)] and done.asked[0].kind == "call-off"
    for viewer, seen in (("red", [(6,)]), ("umpire", [(6,)]), ("blue", []), ("", [])):
        side = hq.looking_as(viewer).battles
        assert [draw.values for draw in side.show(battle, 2).draws] == seen
        assert side.log(battle)[1].dice == tuple(face for values in seen for face in values)
        assert ("call-off" in text_of(side.view(battle).asked)) == (viewer == "red")


def test_everybody_sees_them_when_all_may(hq: Headquarters):
    battle = begun(hq)
    act(hq, battle, "red", SHELL, [1])
    assert hq.looking_as("blue").battles.show(battle, 2).draws == ()
    for side in ("red", "blue"):
        act(hq, battle, side, {"kind": "done"})
    assert [draw.values for draw in hq.looking_as("blue").battles.show(battle, 2).draws] == [(1,)]


@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_they_are_sealed_and_checked_like_all_others(hq: Headquarters, dice: str):
    battle = begun(hq, dice=dice)
    act(hq, battle, "red", SHELL, [4] if dice == "typed" else [])
    act(hq, battle, "blue", {"kind": "concede"})
    report = hq.battles.verify(battle)
    assert report.sound and "1 draw" in report.dice


def test_who_may_not_see_them_is_not_asked_for_them(hq: Headquarters):
    """Neither where a bot has them to roll, nor by rules that ask the wrong side."""
    battle = begun(hq, seats=[Seat("red", "", "random")])
    wanted: list[str] = []

    def roll(needed: DiceNeeded) -> Sequence[int]:
        wanted.append(needed.purpose)
        return [6] * needed.count

    plotted = 0
    for answer in hq.battles.bots.play(battle, {"red": "random", "blue": "random"}, None, roll):
        assert isinstance(answer, Acted), answer
        plotted += any("plot fire" in line.text for line in answer.lines)
    assert plotted and set(wanted) <= {"attack"}
    assert hq.battles.verify(battle).sound


def _none(*_: object) -> tuple[()]:
    return ()


def test_rules_that_ask_the_wrong_side_betray_nothing(hq: Headquarters, monkeypatch: pytest.MonkeyPatch):
    battle = begun(hq)
    monkeypatch.setattr(gun_line.Secrets, "draws", _none)
    refused = hq.looking_as("red").battles.act(battle, SHELL)
    assert "your side may not see" in text_of(refused) and "delay" not in text_of(refused)


def test_taking_back_what_rolled_them_tells_nobody_else_that_there_were_dice(hq: Headquarters):
    assert isinstance(hq.battles.new("gun-line", dice="typed", undo="consent", name="guns"), Acted)
    act(hq, "guns", "red", SHELL, [4])
    battle = hq._house.battles.get("guns")
    head, state = battle.diary.current()
    (plotted,) = battle.diary.withdrawn(head.seq, head.seq - 1)
    why = {side: needs_consent(battle, state, side, [plotted]) for side in ("red", "blue")}
    assert why == {"red": "entry 2 rolled dice", "blue": "entry 2 revealed something"}


def test_how_many_they_are_is_not_told_by_what_is_checked(hq: Headquarters):
    """Not even whether there was one, until all is over."""
    battle = begun(hq)
    told = [hq.battles.verify(battle).dice]
    act(hq, battle, "red", SHELL, [4])
    told.append(hq.looking_as("blue").battles.verify(battle).dice)
    assert told == ["all draws typed in, which nobody can derive again"] * 2
    act(hq, battle, "blue", {"kind": "concede"})
    assert hq.battles.verify(battle).dice.startswith("1 draw ")


def test_nor_by_what_cannot_be_checked(hq: Headquarters, tmp_path: Path):
    """In a copy that does not hold the secret of the dice."""
    battle = begun(hq, dice="sealed")
    told: list[object] = []
    for name in ("before", "after"):
        if name == "after":
            act(hq, battle, "red", SHELL)
        hq.export(tmp_path / name, [battle])
        with Headquarters(tmp_path / f"copy {name}", steady_world()) as other:
            other.import_(tmp_path / name)
            found = other.battles.verify(battle)
            told.append((found.dice, found.unchecked))
    assert told[0] == told[1]


def test_an_end_that_was_taken_back_leaves_them_hidden(hq: Headquarters):
    """At the end they lay open; what was taken back with it is shown as just before."""
    battle = begun(hq)
    for turn in range(1, gun_line.TURNS + 1):
        if turn == gun_line.TURNS:
            act(hq, battle, "red", SHELL, [5])
        for side in ("red", "blue"):
            act(hq, battle, side, {"kind": "done"})
    assert hq.battles.info(battle).verdict is not None
    plotted = hq.battles.head(battle) - 2
    blue = hq.looking_as("blue").battles
    assert [draw.values for draw in blue.show(battle, plotted).draws] == [(5,)]
    assert isinstance(hq.looking_as("umpire").battles.rewind(battle, plotted - 1), Acted)
    assert blue.show(battle, plotted).withdrawn and blue.show(battle, plotted).draws == ()
    assert [draw.values for draw in hq.looking_as("red").battles.show(battle, plotted).draws] == [(5,)]


FAULTS: Mapping[str, Mapping[str, object]] = {
    "more dice": {},
    "no such face": {"values": [9]},
    "another source": {"source": "typed"},
    "no such dice": {"sides": 20_000},
    "kept": {"source": "kept"},
    "no shuffle": {"matters": "shuffle"},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_forged_one_is_told_of_without_what_it_was_for(hq: Headquarters, tmp_path: Path, fault: str):
    """But to the umpire, to whoever keeps the diaries and took the record out, and to all when it is over."""
    seats = [Seat("red", "anna"), Seat("blue", "bela")]
    battle = begun(hq.for_(local("ump")), seats, "sealed")
    anna = hq.for_(Caller("anna")).battles
    assert isinstance(anna.act(battle, SHELL), Acted)
    house = hq.for_(Caller("house", keeper=True)).battles
    assert isinstance(house.seats.take_record(battle), Acted)
    told = [_forged(hq, battle, fault, tmp_path / "running")]
    assert isinstance(anna.act(battle, {"kind": "concede"}), Acted)
    told.append(_forged(hq, battle, fault, tmp_path / "over"))
    blue, umpire, keeper, another = told[0]
    assert umpire == keeper and blue == another and "red-guns" in umpire.why
    assert "red-guns" not in text_of(blue) and blue.why.startswith("a ")
    assert not blue.sound and blue.first_bad == umpire.first_bad == 2
    assert all(one == told[1][0] and "red-guns" in one.why for one in told[1])


def _forged(hq: Headquarters, battle: str, fault: str, folder: Path) -> list[VerifyReport]:
    """What bela, the umpire, the keeper and another one are told of a forged copy."""
    copy = copy_of(hq, battle)
    (draw,) = copy.lines[1].draws
    draw.update(FAULTS[fault] or {"values": draw["values"] + [1] * 6})
    with Headquarters(folder, steady_world()) as other:
        other._house.store.receive(copy.items())
        keepers = (Caller(one, keeper=True) for one in ("house", "warden"))
        callers = (Caller("bela"), Caller("ump"), *keepers)
        return [other.for_(one).battles.verify(battle) for one in callers]


def test_why_the_rules_refuse_a_forged_entry_is_told_like_what_a_draw_was_for(
    hq: Headquarters, tmp_path: Path
):
    battle = begun(hq.for_(local("ump")), [Seat("red", "anna"), Seat("blue", "bela")], "sealed")
    assert isinstance(hq.for_(Caller("anna")).battles.act(battle, {"kind": "done"}), Acted)
    copy = copy_of(hq, battle)
    copy.lines[1].json["action"] = {"kind": "resolve"}
    with Headquarters(tmp_path / "copy", steady_world()) as other:
        other._house.store.receive(copy.items())
        blue, umpire = (other.for_(Caller(one)).battles.verify(battle).why for one in ("bela", "ump"))
    assert (blue, umpire) == ("the rules refuse it", "the rules refuse it: That cannot be done now")
