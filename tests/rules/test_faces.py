"""Dice with other numbers on them than 1 to their sides: percent, ten-sided ones with a 0, cards of a pile."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import MappingProxyType

import msgspec
import pytest

from campaign.rules.decision import Decision
from campaign.rules.dice import (
    BadDice,
    DiceWanted,
    Recorded,
    ScriptedDice,
    SeededDice,
    TypedDice,
    Walking,
    chances,
    ways,
)
from campaign.rules.piles import Pile, draw
from campaign.rules.sealed_dice import Chain
from events.bounds import draw_fault
from events.entry import Draw
from events.faces import numbers, runs, shown, written

CHAIN = Chain(bytes(32), "a-diary")
LINK = "00" * 16


def sources() -> list[Recorded]:
    return [
        ScriptedDice([1, 10, 4]),
        SeededDice(Random(1).randrange),
        CHAIN.dice(LINK, "us"),
        TypedDice([0, 9, 3]),
    ]


@pytest.mark.parametrize("of", range(4))
def test_rules_see_what_is_written_and_the_record_keeps_the_sides(of: int) -> None:
    dice = sources()[of]
    fell = dice.roll("to hit", 3, 10, "order", "0-9")
    (made,) = dice.draws
    assert made.written == fell == tuple(value - 1 for value in made.values)
    assert all(1 <= value <= 10 for value in made.values) and made.faces == "0-9"


def test_sealed_dice_fall_as_they_would_without_other_numbers() -> None:
    plain, other = CHAIN.dice(LINK, "us"), CHAIN.dice(LINK, "us")
    assert plain.roll("a", 5, 100) == tuple(one + 1 for one in other.roll("a", 5, 100, "count", "00-99"))
    assert plain.draws[0].values == other.draws[0].values


def test_a_draw_without_other_numbers_is_written_as_ever() -> None:
    assert msgspec.json.encode(Draw("a", 6, (1, 2))) == b'{"purpose":"a","sides":6,"values":[1,2]}'
    assert msgspec.json.encode(Draw("a", 10, (1,), faces="0-9")).endswith(b'"faces":"0-9"}')


@pytest.mark.parametrize(
    ("faces", "sides", "found"),
    [
        ("", 3, (1, 2, 3)),
        ("0-9", 10, tuple(range(10))),
        ("00-99", 100, tuple(range(100))),
        ("1-3,8,11-12", 6, (1, 2, 3, 8, 11, 12)),
    ],
)
def test_numbers_of_a_text(faces: str, sides: int, found: tuple[int, ...]) -> None:
    assert numbers(faces, sides) == found
    assert not faces or faces.startswith("0") or runs(found) == faces


@pytest.mark.parametrize(
    "faces", ["0-8", "9-0", "1,1-9", "x", "0-9,", "-", "1-5,3-7", "0-9" * 200, "٠-٩", "00000-9"]
)
def test_a_text_that_is_none_is_a_fault_of_a_draw(faces: str) -> None:
    assert draw_fault(Draw("a", 10, (1,), faces=faces))


def test_sides_that_such_a_die_does_not_have_are_a_fault() -> None:
    assert not draw_fault(Draw("a", 10, (1, 10), faces="0-9"))
    assert draw_fault(Draw("a", 10, (0,), faces="0-9")) and draw_fault(Draw("a", 10, (11,), faces="0-9"))


def test_percent_are_shown_with_two_digits() -> None:
    assert Draw("a", 100, (1, 8, 100), faces="00-99").shown == "00 07 99"
    assert Draw("a", 10, (1, 10), faces="0-9").shown == "0 9"
    assert shown([4, 11], "1-6,8-50") == ["4", "11"] and written((1, 2), "", 6) == (1, 2)


def test_typed_dice_are_asked_for_with_their_numbers_and_refused_with_them() -> None:
    with pytest.raises(DiceWanted) as wanted:
        TypedDice().roll("a card", 1, 3, "order", "2,5,9")
    assert (wanted.value.sides, wanted.value.faces) == (3, "2,5,9")
    assert TypedDice([5]).roll("a card", 1, 3, "order", "2,5,9") == (5,)
    with pytest.raises(BadDice) as refused:
        TypedDice([3]).roll("a card", 1, 3, "order", "2,5,9")
    assert refused.value.allowed == ("2, 5, 9",)
    with pytest.raises(BadDice):
        TypedDice([10]).roll("to hit", 1, 10, "order", "0-9")


def test_chances_are_of_what_is_written() -> None:
    assert chances(lambda dice: dice.roll("a", 1, 10, "order", "0-9")[0] == 0) == {
        False: Fraction(9, 10),
        True: Fraction(1, 10),
    }


class Play(Decision[None, None]):
    appliers = MappingProxyType({})


def test_what_is_read_and_walked_is_what_is_written() -> None:
    def low(dice: Walking) -> tuple[str, int]:
        ((meant, face),) = Play(None, dice).read(
            "a", 1, 100, lambda one: "low" if one < 7 else "high", "00-99"
        )
        return meant, face

    assert {found: dice.ways for found, dice in ways(low)} == {("low", 0): 7, ("high", 7): 93}

    def both(dice: Walking) -> int:
        return Play(None, dice).read_all("a", 2, 10, sum, "0-9")[0]

    assert {found: dice.ways for found, dice in ways(both)}[18] == 1


def test_a_pile_gives_every_card_once_and_is_gathered() -> None:
    pile, dice = Pile([1, 2, 3, 7, 8]), SeededDice(Random(3).randrange)
    came: list[int] = []
    while pile.left:
        came.append(draw(dice, pile, "a card"))
        pile.take(came[-1])
    assert sorted(came) == [1, 2, 3, 7, 8] and pile.out == came
    assert [one.sides for one in dice.draws] == [5, 4, 3, 2, 1] and dice.draws[0].faces == "1-3,7-8"
    pile.gather()
    assert (pile.left, pile.out) == ([1, 2, 3, 7, 8], [])


def test_every_card_of_a_pile_is_as_likely() -> None:
    pile = Pile([2, 4, 6])
    assert chances(lambda dice: draw(dice, pile, "a card")) == {
        2: Fraction(1, 3),
        4: Fraction(1, 3),
        6: Fraction(1, 3),
    }
