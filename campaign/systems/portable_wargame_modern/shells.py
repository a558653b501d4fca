"""Where a shell lands, and where gas drifts (Artillery Fire, Gas)."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.dice import Dice
from campaign.rules.hexes import Axial, Hex
from campaign.rules.options import Modifier
from campaign.systems.portable_wargame_modern.gunnery import HIT
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Unit


def landing(
    play: Play, unit: Unit, aim: Hex, modifiers: Sequence[Modifier], dice: Dice
) -> tuple[tuple[int, ...], int, str]:
    """The dice of one shell, its score, and the hex where it lands; "" where it does nothing or is off the board,
    and short of a target next to the gun, if that reading says so (Artillery Fire, die).
    """
    (die,) = dice.roll(f"artillery of {unit.name} at {aim}", 1)
    score = die + sum(one.value for one in modifiers)
    if score < 1:
        return (die,), score, ""
    if score >= HIT:
        return (die,), score, aim
    place, purpose = play.ground.board.axial[aim], f"side on which {unit.name} strays"
    more, hex = strays(play, place, way_of(play, unit, aim), score % 2 == 0, purpose, dice)
    if hex == unit.hex and play.charts.readings.shell_on_own_gun == "nothing":
        hex = ""
    return (die, *more), score, hex


def way_of(play: Play, unit: Unit, aim: Hex) -> Axial:
    """From a battery to its target."""
    (q, r), (to_q, to_r) = play.ground.board.axial[unit.hex], play.ground.board.axial[aim]
    return (to_q - q, to_r - r)


def strays(
    play: Play, hex: Axial, way: Axial, before: bool, purpose: str, dice: Dice
) -> tuple[tuple[int, ...], str]:
    """The hex before or behind one, on a line of fire that comes along `way`; "" off the board.

    Where the line runs along a side, a die says which of the two: 1 to 3 the left one, 4 to 6 the right one.
    """
    found = play.ground.strays(hex, way, before)
    if len(found) == 1 or not any(found):
        return (), found[0]
    side = dice.roll(purpose, 1)
    return side, found[side[0] > 3]
