"""Missiles and rounds that run out (6.84, 6.87, 17.25)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import level_of

LOW = 1
"""What the table of two dice leaves at its first failure: the second is the end (6.87)."""


def check(play: Play, unit: Unit, arm: Arm) -> None:
    """After an attack: what a unit has left of what it fired; who has nothing else goes (6.84, 6.87, 17.2)."""
    row, switches = play.type_of(unit), play.state.switches
    rating = row.arms[arm].depletion
    counted = switches.ammunition or switches.ammunition_table
    missiles = row.arms[arm].class_ == "G" or row.moves == "helicopter"
    if not rating or unit.out or not (missiles or counted):
        return
    level = level_of(unit, arm)
    if switches.ammunition_table:
        dice, depleted = by_table(play, unit, rating)
        left = (LOW if level > LOW else 0) if depleted else level
    else:
        ((depleted, die),) = play.read(f"ammunition of {unit.id}", 1, 6, lambda die: die <= rating)
        dice = (die,)
        left = level if not depleted else level - 1 if counted else 0
    play.emit(e.DepletionRolled(unit.id, arm, dice, rating, left))
    if not left and missiles and not counted and not row.dual and row.moves != "helicopter":
        play.emit(e.UnitRemoved(unit.id, "no missiles"))


def by_table(play: Play, unit: Unit, rating: int) -> tuple[tuple[int, ...], bool]:
    """Two dice against the number of the table; with two numbers, twice (6.87)."""
    dice: tuple[int, ...] = ()
    for number in play.charts.fire.ammunition.table[str(rating)]:
        fails, rolled = play.read_all(
            f"ammunition of {unit.id}", 2, 6, lambda dice, number=number: sum(dice) <= number
        )
        dice += rolled
        if not fails:
            return dice, False
    return dice, True
