"""A system in chapters: what is listed is what is accepted, odds are the deeds themselves, nothing is said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from campaign.rules.chapters import (
    Answer,
    ByChapters,
    Chapter,
    ChapterRules,
    Question,
    Table,
    Told,
    by_deed,
    nothing,
)
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice, ScriptedDice
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, ScenarioInfo, Side
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from campaign.rules.remembering import Remembering
from campaign.rules.views import GameView


class Action(Struct, frozen=True, tag_field="kind"):
    pass


class Shoot(Action, frozen=True, tag="shoot"):
    at: int


class Wave(Action, frozen=True, tag="wave"):
    pass


class Event(Struct, frozen=True, tag_field="kind"):
    pass


class Fell(Event, frozen=True, tag="fell"):
    target: int
    dice: tuple[int, ...]


class Missed(Event, frozen=True, tag="missed"):
    dice: tuple[int, ...]


class Fled(Event, frozen=True, tag="fled"):
    who: str


class Range_(Remembering):
    """Bottles on a wall."""

    bottles: list[int] = field(default_factory=list[int])
    sides: tuple[Side, ...] = (Side("us", "Us"),)
    shots: int = 0
    verdict: Verdict | None = None


class Play(ByChapters[Range_, Event]):
    __slots__ = ()

    def copies(self) -> Callable[[Dice], Play]:
        return lambda dice: Play(
            self.table, "charts", replace(self.state, bottles=list(self.state.bottles)), dice
        )


def fell(state: Range_, event: Fell) -> None:
    state.shots += 1
    state.bottles.remove(event.target)
    if not state.bottles:
        state.verdict = Verdict("us", "no bottle stands", state.shots, "9")


def missed(state: Range_, event: Missed) -> None:
    state.shots += 1


def fled(state: Range_, event: Fled) -> None:
    return


def asked(play: Play) -> Iterator[tuple[str, str]]:
    if play.state.bottles:
        yield "us", "Shoot at a bottle."


def targets(play: Play, side: str) -> Iterator[Option]:
    """All that there may be: what is not there is refused, and so not listed."""
    for at in range(4):
        yield Option(Shoot(at))


def no_bottle(play: Play, side: str, action: Shoot) -> Iterator[Refused]:
    if action.at not in play.state.bottles:
        yield Refused("There is no bottle.", "2", list(map(str, play.state.bottles)), "$.at")


def shoot(play: Play, side: str, action: Shoot) -> None:
    ((hits, face),) = play.read("shot", 1, 10, lambda one: one < 3, "0-9")
    play.emit(Fell(action.at, (face,)) if hits else Missed((face,)))
    for who in ("a cat", "a dog") if hits else ():
        play.apart("flight", lambda play, who=who: flee(play, who), who)


def flee(play: Play, who: str) -> None:
    ((runs, _),) = play.read(f"flight of {who}", 1, 10, lambda one: one > 4, "0-9")
    if runs:
        play.emit(Fled(who))


SHOOTING: Chapter[Play] = Chapter(
    events=(
        Told(event=Fell, apply=fell, words=lambda play, event: f"{event.target} falls.", rule="2", dice="dice",
             fact=lambda play, event: "it falls"),
        Told(event=Missed, apply=missed, words=lambda play, event: "Missed.", rule="2", dice="dice"),
        Told(event=Fled, apply=fled, words=lambda play, event: "", fact=lambda play, event: "flees"),
    ),
    questions=(
        Question(kind="shoot", asked=asked, answers=(
            Answer(action=Shoot, candidates=targets, why_not=no_bottle, do=shoot, odds=by_deed(shoot),
                   label=lambda play, action: f"Shoot at {action.at}"),
        )),
    ),
)  # fmt: skip
WAVING: Chapter[Play] = Chapter(
    always=(
        Answer(
            action=Wave, candidates=lambda play, side: [Option(Wave())], why_not=nothing,
            do=lambda play, side, action: None, label=lambda play, action: "Wave", untold="waves",
        ),
    )
)  # fmt: skip
TABLE: Table[Play] = Table([SHOOTING, WAVING], sequence="1", over="9")


class Gallery(ChapterRules[Play]):
    table = TABLE

    def play(self, state: Any, dice: Dice = NO_DICE) -> Play:
        return Play(TABLE, "charts", state, dice)

    def scenarios(self) -> list[ScenarioInfo]:
        return []

    def open(self, scenario: str, options: Any) -> list[Event]:
        return []

    def seen(self, known: Any, viewer: str) -> GameView:
        raise NotImplementedError


@pytest.fixture
def rules() -> Gallery:
    return Gallery(Pack("gallery", {}, ""))


def test_what_is_listed_is_what_is_not_refused(rules: Gallery) -> None:
    state = Range_([1, 3])
    assert [one.action for one in rules.options(state, "us")] == [Shoot(1), Shoot(3), Wave()]
    with pytest.raises(Refused) as refused:
        rules.settle(state, "us", Shoot(2), ScriptedDice([1]))
    assert (refused.value.rule, refused.value.allowed, refused.value.where) == ("2", ("1", "3"), "$.at")
    assert state.shots == 0


def test_who_is_not_asked_is_told_who_is_and_may_still_do_what_is_always_allowed(rules: Gallery) -> None:
    state = Range_([1])
    assert rules.asked(state) == (Pending("us", "shoot", "Shoot at a bottle."),)
    with pytest.raises(Refused, match="It is Us who must decide now"):
        rules.settle(state, "them", Shoot(1), ScriptedDice([1]))
    assert rules.settle(state, "them", Wave(), NO_DICE) == []


def test_after_the_verdict_nobody_is_asked_and_nothing_is_done(rules: Gallery) -> None:
    state = Range_([1])
    assert rules.settle(state, "us", Shoot(1), ScriptedDice([1, 1, 1])) == [Fell(1, (0,))]
    assert rules.asked(state) == () and rules.options(state, "us") == []
    for action in (Shoot(1), Wave()):
        with pytest.raises(Refused) as refused:
            rules.settle(state, "us", action, NO_DICE)
        assert refused.value.rule == "9"


def test_where_nobody_is_asked_the_battle_need_not_be_over(rules: Gallery) -> None:
    """What may be done at any time is listed and accepted then, too; anything else is told that nobody is asked."""
    state = Range_()
    assert not rules.pending(state) and rules.verdict(state) is None
    assert [one.action for one in rules.legal(state, "us")] == [Wave()]
    rules.verify(state, "us", Wave())
    with pytest.raises(Refused, match="Nobody is asked anything now"):
        rules.verify(state, "us", Shoot(1))


def test_odds_are_the_deed_in_all_the_ways_of_its_dice(rules: Gallery) -> None:
    state = Range_([1, 2])
    odds = rules.chances(state, "us", Shoot(1))
    assert odds is not None and isinstance(odds, Odds)
    assert {one.result: Fraction(one.fraction) for one in odds.results} == {
        "it falls": Fraction(3, 10),
        "nothing": Fraction(7, 10),
    }
    assert {one.result: Fraction(one.fraction) for one in odds.also} == {
        "a cat: flees": Fraction(3, 20),
        "a dog: flees": Fraction(3, 20),
    }
    assert state == Range_([1, 2]) and rules.chances(state, "us", Wave()) is None


def test_a_table_has_what_a_system_is_made_of(rules: Gallery) -> None:
    assert TABLE.events == (Fell, Missed, Fled) and TABLE.dice == {Fell: "dice", Missed: "dice"}
    assert TABLE.action_type == Shoot | Wave and TABLE.untold == {Wave: "waves"} and TABLE.shuffles == {}
    assert rules.describe(Range_([2]), Fell(1, (0,))) == ("1 falls.", "2")
    assert rules.label(Range_([2]), Option(Shoot(2))) == "Shoot at 2"


def test_an_event_or_an_action_stands_in_one_chapter() -> None:
    with pytest.raises(TypeError, match="Fell"):
        Table([SHOOTING, SHOOTING], sequence="1")
    with pytest.raises(TypeError, match="Wave"):
        Table([WAVING, WAVING], sequence="1")
