"""Odds by walking what is decided: by what dice mean, with what is independent or last walked once for each key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

import pytest

from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, Faces, ScriptedDice, chances, kept_by_all, share
from campaign.rules.walking import walked

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def count(state: dict[str, int], word: str) -> None:
    state[word] = state.get(word, 0) + 1


class Tally(Decision[dict[str, int], str]):
    """Events are words that are counted."""

    appliers: ClassVar[Mapping[type[Any], Callable[[Any, Any], None]]] = {str: count}

    def copies(self) -> Callable[[Dice], Tally]:
        return lambda dice: Tally(dict(self.state), dice)


def said(play: Tally) -> list[str]:
    return play.events


def test_a_die_is_walked_once_for_each_thing_that_it_means() -> None:
    def run(play: Tally) -> None:
        ((high, _),) = play.read("a die", 1, 6, lambda die: die > 4)
        play.emit("high" if high else "low")

    found = walked(Tally({}), run, said, lambda play: play.events[0])
    assert found.whole == {"high": Fraction(1, 3), "low": Fraction(2, 3)} == found.single
    assert found.runs == 2


def test_dice_that_are_read_together_mean_their_sum() -> None:
    def run(play: Tally) -> None:
        high, dice = play.read_all("two dice", 2, 6, lambda dice: sum(dice) > 10)
        assert (sum(dice) > 10) == high
        play.emit("high" if high else "low")

    found = walked(Tally({}), run, said)
    assert found.single["high"] == Fraction(3, 36) and found.runs == 2


class Low(NamedTuple):
    most: int

    def __call__(self, faces: Faces) -> bool:
        return faces[0] <= self.most


class Distance(NamedTuple):
    frm: int

    def __call__(self, faces: Faces) -> int:
        return abs(faces[0] - self.frm)


def test_what_dice_mean_is_remembered_for_each_kind_of_reading() -> None:
    """Tuples of two classes are equal where their fields are."""
    low, distance = Low(3), Distance(3)
    assert low == distance
    assert kept_by_all(1, (1, 2, 3, 4, 5, 6), low) == [((1,), 3), ((4,), 3)]
    assert kept_by_all(1, (1, 2, 3, 4, 5, 6), distance) == [((1,), 2), ((2,), 2), ((3,), 1), ((6,), 1)]


def test_several_dice_are_read_each_by_itself() -> None:
    def run(play: Tally) -> None:
        for high, _ in play.read("dice", 3, 6, lambda die: die > 3):
            play.emit("high" if high else "low")

    found = walked(Tally({}), run, lambda play: (), lambda play: play.state.get("high", 0))
    assert found.whole == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}


def test_who_decides_rolls_the_same_dice_and_has_the_face_for_the_record() -> None:
    play = Tally({}, ScriptedDice([5, 2, 6]))
    assert play.read("a", 2, 6, lambda die: die > 4) == ((True, 5), (False, 2))
    assert play.read_all("b", 1, 6, sum) == (6, (6,))
    assert [(one.purpose, one.values) for one in play.dice.draws] == [("a", (5, 2)), ("b", (6,))]


def checks(play: Tally, name: str) -> None:
    ((fails, _),) = play.read(f"check of {name}", 1, 6, lambda die: die == 1)
    if fails:
        play.emit("fails")


def test_what_is_apart_is_counted_by_itself_and_walked_once_for_all_who_are_alike() -> None:
    def run(play: Tally) -> None:
        ((hit, _),) = play.read("shot", 1, 6, lambda die: die > 3)
        for name in ("Able", "Baker", "Charlie") if hit else ():
            play.apart("check", lambda play, name=name: checks(play, name), name)

    found = walked(Tally({}), run, said)
    assert found.single == {(name, "fails"): HALF * SIXTH for name in ("Able", "Baker", "Charlie")}
    assert found.runs == 2 + 2
    decided = Tally({}, ScriptedDice([4, 1, 1, 2]))
    run(decided)
    assert decided.events == ["fails", "fails"], "at once where it is decided"


def test_what_comes_last_is_walked_once_for_each_key_and_goes_on_with_the_state() -> None:
    def first(play: Tally) -> None:
        for _ in range(2):
            ((high, _),) = play.read("a die", 1, 6, lambda die: die > 3)
            play.emit("high" if high else "low")
        play.last(play.state.get("high", 0), then)

    def then(play: Tally) -> None:
        ((again, _),) = play.read("another", 1, 6, lambda die: die <= play.state.get("high", 0))
        play.emit("again" if again else "over")

    found = walked(Tally({}), first, lambda play: (), lambda play: play.events[-1])
    assert found.whole == {"again": HALF * SIXTH + Fraction(1, 4) * Fraction(2, 6), "over": Fraction(5, 6)}
    assert found.runs == 4 + 1 + 2 + 2


def test_a_walk_is_what_all_faces_give_and_leaves_the_start_as_it_was() -> None:
    start = Tally({"old": 1})

    def run(play: Tally) -> None:
        ((many, _),) = play.read("how many", 1, 6, lambda die: die // 3)
        for high, _ in play.read("dice", many, 10, lambda die: die % 3):
            play.emit(str(high))

    class Plain:
        def __init__(self, dice: Dice) -> None:
            self.roll, self.shuffle, self.draws = dice.roll, dice.shuffle, dice.draws

    def by_faces(dice: Dice) -> tuple[str, ...]:
        play = start.copies()(Plain(dice))
        run(play)
        return tuple(sorted(play.events))

    found = walked(start, run, lambda play: (), lambda play: tuple(sorted(play.events)))
    assert found.whole == chances(by_faces) and sum(found.whole.values()) == 1
    assert start.state == {"old": 1} and not start.events


def test_a_system_says_how_it_is_copied() -> None:
    with pytest.raises(NotImplementedError):
        walked(Decision[dict[str, int], str]({}), lambda play: None, lambda play: ())


def test_a_share_of_faces() -> None:
    assert share(lambda die: die > 4) == Fraction(1, 3) and share(lambda die: die == 1, 10) == Fraction(1, 10)


def test_none_rolled_is_none_read() -> None:
    faces: list[Faces] = []

    def run(play: Tally) -> None:
        faces.append(play.read_all("nothing", 0, 6, len)[1])
        assert play.read("nothing", 0, 6, bool) == ()

    assert walked(Tally({}), run, said).runs == 1 and faces == [()]
