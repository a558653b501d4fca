"""Mines: an attack on whoever enters and on whoever leaves, friend or foe (16.1)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.harm import apply_result, losses_of
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Minefield, Unit


def field_in(play: Play, unit: Unit) -> Minefield | None:
    """The mines in a unit's hex that are there for it: not for helicopters, nor in a lane for columns (16.19)."""
    if play.type_of(unit).moves == "helicopter":
        return None
    found = next((one for one in play.state.mines if one.hex == unit.hex), None)
    return None if found is None or (found.breached and unit.column) else found


def leaves(play: Play, unit: Unit) -> None:
    """16.14: whatever happens, it may leave; panic and suppression take it in the next hex."""
    field = field_in(play, unit)
    if field is not None:
        attack(play, unit, field, False)


def enters(play: Play, unit: Unit) -> None:
    """16.13: it stops; a firefight in an overrun takes place all the same (16.15)."""
    field = field_in(play, unit)
    if field is not None and not (unit.plough and unit.column):
        attack(play, unit, field, True)


def superiority(play: Play, field: Minefield) -> int:
    """The column for a mined hex (16.11, 19.43)."""
    mines = play.charts.fire.mines
    base = {"hasty": mines.hasty, "preventive": mines.preventive, "defensive": mines.defensive}[field.kind]
    return base + field.shift


def attack(play: Play, unit: Unit, field: Minefield, entering: bool) -> None:
    """16.11, 16.12: the same for all, whatever they are and stand in."""
    column = superiority(play, field)
    soft = play.type_of(unit).target == "soft" and play.charts.readings.mines_v_soft == "personnel"
    (die,) = play.dice.roll(f"mines under {unit.id}", 1)
    result = play.charts.personnel(column, die) if soft else play.charts.armour(0, column, die)
    steps, more = losses_of(play, unit, result)
    word = f"D{steps}" if steps else "P'" if result.panic else "S1" if result.suppression else "no effect"
    play.emit(e.MinesMet(unit.id, unit.hex, entering, column, (die, *more), word, steps, result.panic))
    apply_result(play, unit, result, steps, soft)
