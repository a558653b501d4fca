"""The artillery phase: clouds drift, both sides declare their fire, then all shells land at once."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.dice import Dice
from campaign.rules.hexes import Axial, Hex
from campaign.rules.options import Modifier
from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import (
    HIT,
    bombard_modifiers,
    bombardable,
    cannot_bombard,
    cannot_bombard_at,
    checked_hex,
    meant_for,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit, with_cargo
from campaign.systems.portable_wargame_modern.state import Unit


def bombard(play: Play, side: str, action: a.Bombard) -> None:
    unit = own_unit(play.state, side, action.unit)
    verify(play, unit, action)
    target = meant_for(play, unit, action.hex)
    play.emit(e.FireDeclared(unit.id, action.hex, target.id, action.gas))


def verify(play: Play, unit: Unit, action: a.Bombard) -> None:
    """Raises Refused."""
    if why := cannot_bombard(play, unit):
        raise Refused(f"{unit.name} cannot fire: {why[0]}.", why[1], where="$.unit")
    allowed = bombardable(play, unit)
    checked_hex(play, unit, action.hex, allowed, "Artillery Fire")
    if why := cannot_bombard_at(play, unit, action.hex):
        raise Refused(f"{unit.name} cannot fire at {action.hex}: {why[0]}.", why[1], allowed, "$.hex")
    if action.gas and not unit.shells:
        raise Refused(f"{unit.name} has no gas shell.", "Gas", ["false"], "$.gas")


def cease_fire(play: Play, side: str, action: a.CeaseFire) -> None:
    play.emit(e.FireCeased(side))


def land(play: Play) -> None:
    """All the fire that was declared, one shell after the other; hits are resolved when all have landed."""
    for shot in list(play.state.shots):
        unit = play.state.units[shot.unit]
        modifiers = bombard_modifiers(play, unit, shot.hex)
        dice, score, hex = landing(play, unit, shot.hex, modifiers, play.dice)
        hit = with_cargo(play.state, in_hex(play.state, hex)) if hex else ()
        way = _way(play, unit, shot.hex)
        play.emit(e.ShellLanded(unit.id, shot.at, shot.hex, hex, dice, score, modifiers, shot.gas, way, hit))


def landing(
    play: Play, unit: Unit, aim: Hex, modifiers: Sequence[Modifier], dice: Dice
) -> tuple[tuple[int, ...], int, str]:
    """The dice of one shell, its score, and the hex where it lands; "" where it does nothing or is off the board."""
    (die,) = dice.roll(f"artillery of {unit.name} at {aim}", 1)
    score = die + sum(one.value for one in modifiers)
    if score < 1:
        return (die,), score, ""
    if score >= HIT:
        return (die,), score, aim
    place, purpose = play.ground.board.axial[aim], f"side on which {unit.name} strays"
    more, hex = strays(play, place, _way(play, unit, aim), score % 2 == 0, purpose, dice)
    return (die, *more), score, hex


def _way(play: Play, unit: Unit, aim: Hex) -> Axial:
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


def drift(play: Play) -> None:
    """Gas that has been there long enough disperses; what is left drifts, and hits whom it comes upon."""
    game = play.state
    for cloud in list(game.clouds):
        if game.turn - cloud.turn >= play.charts.readings.gas_turns:
            play.emit(e.CloudGone(cloud.hex))
    number = 0
    while number < len(game.clouds):
        cloud = game.clouds[number]
        (die,) = play.dice.roll(f"gas in {cloud.hex}", 1)
        if die >= HIT:
            play.emit(e.CloudDrifted(cloud.hex, cloud.hex, (die,), number))
        else:
            place, side = play.ground.board.axial[cloud.hex], f"side on which gas in {cloud.hex} drifts"
            more, to = strays(play, place, cloud.way, die % 2 == 0, side, play.dice)
            hit = with_cargo(game, in_hex(game, to)) if to else ()
            play.emit(e.CloudDrifted(cloud.hex, to, (die, *more), number, hit))
            if not to:
                continue
        number += 1
