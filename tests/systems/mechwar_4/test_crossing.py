"""Chances of a move through mines that its side knows equal what comes of all dice; others tell nothing (16)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from campaign.rules.options import Odds
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import dispatch
from campaign.systems.mechwar_4.odds import odds
from campaign.systems.mechwar_4.state import Minefield, Unit
from campaign.systems.mechwar_4.tables import MineKind
from tests.systems.mechwar_4.field import Field, unit
from tests.systems.mechwar_4.table import SU, US, Table
from tests.systems.mechwar_4.table import unit as counter
from tests.systems.mechwar_4.test_odds import CHARTS, all_ways, count_target, fate, same

HERE, NEXT, BEYOND = "0504", "0505", "0506"


def mined(*hexes: str, kind: MineKind = "preventive", type: str = "m60a1", **more: Any) -> Field:
    """A unit of blue's that is about to move, mines that it knows, and one of red's far away that has not acted."""
    units = [
        unit("b1", type, HERE, **more),
        unit("b2", "us-rifles", HERE, aboard="b1"),
        unit("r1", "truck", "0808"),
    ]
    mines = [Minefield(hex, kind, known=["blue", "red"]) for hex in hexes]
    field = Field(CHARTS, [one for one in units if one.id != "b2" or type in ("m60a1", "m113")], mines=mines)
    field.game.forces["red"].quiet = True
    field.act("blue", a.StartMove("b1"), *([10] if more.get("damage") else []))
    return field


def by_all_dice(field: Field, action: a.AnyAction) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    before: Sequence[Unit] = [one for one in field.game.units.values() if one.id in ("b1", "b2")]
    results: dict[str, Fraction] = defaultdict(Fraction)
    facts: dict[str, Fraction] = defaultdict(Fraction)
    for left, weight in all_ways(field.game, lambda play: dispatch.decide(play, "blue", action)).values():
        for one in before:
            now = left.units[one.id]
            if one.id == "b1":
                count_target(results, facts, now, one, weight)
            elif (word := fate(now, one)) != "no effect":
                facts[f"{one.name}: {word}"] += weight
    return results, facts


WAYS = (((NEXT,), NEXT), ((BEYOND,), BEYOND), ((HERE,), NEXT), ((HERE, NEXT), NEXT), ((HERE,), BEYOND))
CASES = [
    (type, damage, hexes, to)
    for type in ("m60a1", "m113", "truck", "us-rifles")
    for damage in (0, 1)
    for hexes, to in WAYS
    if not (type == "us-rifles" and to == BEYOND)  # on foot nobody comes that far
    and not (type == "m113" and damage)  # its passengers would have lost as much (9.14)
]


@pytest.mark.parametrize(("type", "damage", "hexes", "to"), CASES)
def test_16_13_16_14_chances_of_mines_are_those_of_all_dice(
    type: str, damage: int, hexes: tuple[str, ...], to: str
):
    field = mined(*hexes, type=type, damage=damage)
    assert field.asked() == [("blue", "move")]
    action = a.Move("b1", to)
    found = odds(field.play, "blue", action)
    assert found is not None
    same(found, *by_all_dice(field, action))


def test_16_13_a_move_says_by_which_mines_and_what_it_takes_for_granted():
    found = odds(mined(NEXT, kind="defensive").play, "blue", a.Move("b1", NEXT))
    assert found is not None
    assert found.note == "Mines in 0505 attack on column +7. If nothing else stops it on the way."


def test_16_17_where_no_mines_attack_there_are_no_chances():
    assert odds(mined(NEXT).play, "blue", a.Move("b1", "0405")) is None
    assert odds(mined().play, "blue", a.Move("b1", NEXT)) is None
    breached = mined(NEXT)
    breached.game.mines[0].breached = True
    breached.game.units["b1"].column = True
    assert odds(breached.play, "blue", a.Move("b1", NEXT)) is None
    ploughs = mined(NEXT)
    ploughs.game.units["b1"].plough, ploughs.game.units["b1"].column = 1, True
    assert odds(ploughs.play, "blue", a.Move("b1", NEXT)) is None


# -- what a side may not know ------------------------------------------------------------------------------------

M60 = counter("m60a1", US, "0505", "A1")
FAR = counter("truck", SU, "2420", "B9")


def moving(*mines: Minefield) -> Table:
    table = Table(M60, FAR, mines=mines, on=("fog",))
    table.does(a.StartMove("A1"))
    return table


def told(table: Table) -> tuple[Odds | None, tuple[str, ...]]:
    move = a.Move("A1", "0507")
    ahead = table.rules.preview(table.game, US, move)
    assert ahead is not None
    return table.rules.odds(table.game, US, move), ahead.notes


def test_16_0_mines_of_the_enemy_that_nobody_has_met_change_no_chances():
    secret = Minefield("0507", "defensive", SU)
    assert told(moving(secret)) == told(moving()) == told(moving(Minefield("0506", "hasty", SU)))
    met = moving(secret)
    met.game.mines[0].known = [US]
    assert told(met)[0] is not None


def test_16_13_a_preview_tells_what_mines_may_do():
    found, notes = told(moving(Minefield("0507", "defensive", US)))
    assert found is not None
    assert notes[-1].startswith("Mines in 0507 attack on column +7.")
    assert all(f"{one.chance:.0%}" in notes[-1] for one in found.results)
    assert told(moving())[1] == notes[:-1]


def test_16_14_who_leaves_an_overrun_in_mines_sees_what_they_may_do():
    table = Table(
        M60, counter("t62", SU, "0507", "B1"), FAR, mines=[Minefield("0507", "hasty", "", known=[US, SU])]
    )
    table.does(a.StartMove("A1"))
    table.does(a.Move("A1", "0507"), 1, 1, 6)
    table.act(US, a.OverrunFire("A1", "B1"), 1)
    table.act(SU, a.OverrunFire("B1", "A1"), 1, 4)
    found = table.rules.odds(table.game, US, a.Leave("0508"))
    assert found is not None and len(found.results) > 1
    assert sum(Fraction(one.fraction) for one in found.results) == 1
