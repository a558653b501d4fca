"""Who rides on a tank is hit as a soft target there: terrain and column count for him (7.18, 8.14, 9.21, 10.21)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.dice import Recorded
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as g
from campaign.systems.mechwar_4.odds import odds
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from tests.systems.mechwar_4.field import Field, decide, of, unit
from tests.systems.mechwar_4.guns import CLEAR, ON_TARGET, TOWN, WOODS, barrage, battery, shell
from tests.systems.mechwar_4.pack import board
from tests.systems.mechwar_4.test_air import attacker

HEIGHTS = ("0" * 8,) * 8
CHARTS = board(HEIGHTS, ("." * 8, "." * 8, "..B.....", *("." * 8,) * 5))
OPEN, IN_TOWN = "0503", "0303"


def ridden(hex: str, **tank: Any) -> tuple[Unit, Unit]:
    return unit("r1", "t62", hex, **tank), unit("r2", "soviet-rifles", hex, aboard="r1")


def shot(hex: str, firer: str = "m60a1", **tank: Any) -> Field:
    """Blue's is about to fire at a tank with riders, five hexes off."""
    return Field(
        CHARTS, (unit("b1", firer, hex[:2] + "08", damage=tank.pop("lost", 0)), *ridden(hex, **tank))
    )


def of_riders(field: Field, action: Any, side: str = "blue") -> Fraction:
    """How likely the riders lose something, as the odds have it."""
    told = odds(field.play, side, action)
    assert told is not None
    return sum(
        (Fraction(one.fraction) for one in told.also if one.result.startswith(("r2: D", "r2: elim"))),
        Fraction(0),
    )


class Ones(Recorded):
    """Every die of six is a one, and nobody panics."""

    def _faces(self, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        return (1 if sides == 6 else sides,) * count


def act(field: Field, side: str, action: Any) -> list[Any]:
    play = Play(field.charts, field.game, Ones())
    decide(play, side, action)
    return play.events


def fired(field: Field) -> tuple[int, ...]:
    """What is added to the die of the riders."""
    told = of(e.ShotResolved, act(field, "blue", a.Fire("b1", "r1")))
    (rider,) = [one for one in told if one.target == "r2"]
    assert rider.table == "personnel" and rider.column == told[0].column
    return tuple(one.value for one in rider.terms)


def test_10_21_woods_and_towns_cover_who_rides_on_a_tank() -> None:
    """9.2."""
    assert fired(shot(OPEN)) == ()
    assert fired(shot(IN_TOWN)) == (-2,)


def test_8_14_who_rides_on_a_tank_in_a_column_is_hit_as_part_of_it() -> None:
    """9.2."""
    assert fired(shot(OPEN, column=True)) == (2,)


def test_10_5_who_rides_on_a_tank_in_defilade_is_behind_its_marker() -> None:
    assert fired(shot(OPEN, defilade="S")) == (-3,)
    assert fired(shot(OPEN, defilade="N")) == ()


def test_6_7_losses_of_the_firer_count_against_riders_by_the_die() -> None:
    assert fired(shot(OPEN, lost=1)) == (-1,)


def test_7_16_losses_of_howitzers_count_against_riders_once() -> None:
    field = shot(IN_TOWN, firer="m109", lost=1)
    act(field, "blue", a.Fire("b1", "r1"))
    told = of(e.ShotResolved, act(field, "red", a.Button("r1", False)))
    tank, rider = told
    assert (tank.target, rider.target) == ("r1", "r2") and rider.column == tank.column
    assert [one.rule for one in tank.strength if one.value < 0] == ["7.16"]
    assert [(one.rule, one.value) for one in rider.terms] == [("10.21", -2)]


def test_odds_of_fire_at_riders_reckon_with_their_terrain_and_column() -> None:
    fire = a.Fire("b1", "r1")
    assert (
        of_riders(shot(IN_TOWN), fire)
        < of_riders(shot(OPEN), fire)
        < of_riders(shot(OPEN, column=True), fire)
    )


# -- indirect fire ---------------------------------------------------------------------------------------------


def shelled(hex: str, **tank: Any) -> Field:
    """A tight pattern has been fired at a tank with riders; red is asked whether it buttons up."""
    field = barrage(*ridden(hex, **tank), batteries=(battery(h=7),))
    shell(field, hex, *ON_TARGET)
    return field


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize(
    ("hex", "column", "added"),
    [(CLEAR, False, ()), (WOODS, False, (-2,)), (TOWN, False, (-2,)), (CLEAR, True, (2,))],
)
def test_7_18_8_14_terrain_and_column_count_for_riders_under_shells(
    up: bool, hex: str, column: bool, added: tuple[int, ...]
) -> None:
    field = shelled(hex, column=column)
    told = of(g.UnitShelled, act(field, "red", a.Button("r1", up)))
    assert [one.unit for one in told] == ["r1", "r2"]
    assert tuple(one.value for one in told[1].terms) == added


def test_odds_of_shells_on_riders_reckon_with_their_terrain_and_column() -> None:
    def chance(hex: str, **tank: Any) -> Fraction:
        field = barrage(*ridden(hex, **tank), batteries=(battery(h=4),))
        return of_riders(field, a.Bombard("blue-guns-1", hex))

    assert 0 < chance(WOODS) < chance(CLEAR) < chance(CLEAR, column=True)


# -- from the air ----------------------------------------------------------------------------------------------


def test_10_21_8_14_terrain_and_column_count_for_riders_under_fire_from_the_air() -> None:
    for hex, frm, column, added in (
        ("1510", "1513", False, ()),
        ("1512", "1515", False, (-2,)),
        ("1510", "1513", True, (2,)),
    ):
        tank, rider = ridden(hex, column=column)
        field = attacker("bombs", tank, frm, high=False)
        field.game.units[rider.id] = rider
        told = of(f.AirAttackResolved, act(field, "blue", a.Strafe("r1")))
        assert [one.target for one in told] == ["r1", "r2"]
        assert tuple(one.value for one in told[1].terms) == added
