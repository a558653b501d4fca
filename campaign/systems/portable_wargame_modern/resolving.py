"""What the dice of an attack come to, and the die for a hit: the same for who throws them and who reckons chances."""

from __future__ import annotations

from collections.abc import Callable

from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import (
    bombard_modifiers,
    dice_of,
    fights,
    fire_hits,
    fire_modifiers,
    hits_of,
    meant_for,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex, with_cargo
from campaign.systems.portable_wargame_modern.shells import landing, way_of
from campaign.systems.portable_wargame_modern.state import Hit, Shot, Unit


def shelling(play: Play, shot: Shot) -> Callable[[Dice], e.ShellLanded]:
    """What the dice of one shell come to."""
    unit, aim = play.state.units[shot.unit], shot.hex
    modifiers, way = bombard_modifiers(play, unit, aim), way_of(play, unit, aim)

    def roll(dice: Dice) -> e.ShellLanded:
        rolled, score, hex = landing(play, unit, aim, modifiers, dice)
        hit = with_cargo(play.state, in_hex(play.state, hex)) if hex else ()
        return e.ShellLanded(unit.id, shot.at, aim, hex, rolled, score, modifiers, shot.gas, way, hit)

    return roll


def firing(play: Play, unit: Unit, hex: Hex) -> Callable[[Dice], e.Fired]:
    """What the dice of direct fire at a hex of enemies come to."""
    modifiers, target = fire_modifiers(play, unit, hex), meant_for(play, unit, hex)
    count = dice_of(play, unit)
    purpose = f"fire of {unit.name} at {play.state.units[target].name}"
    bonus = sum(one.value for one in modifiers)
    hit, safe = fire_hits(play, unit, hex)

    def roll(dice: Dice) -> e.Fired:
        rolled = dice.roll(purpose, count)
        hits = hits_of(play.charts.readings.machine_guns, rolled, bonus)
        struck = (hit, safe) if hits else ((), ())
        return e.Fired(unit.id, target, hex, rolled, modifiers, hits, *struck)

    return roll


def fighting(play: Play, unit: Unit, target: Unit) -> Callable[[Dice], e.Assaulted]:
    """What the dice of a close combat come to."""
    ours, theirs = fights(play, unit, target)
    needed = (ours.needed, theirs.needed)
    terms = (ours.modifiers, theirs.modifiers)

    def roll(dice: Dice) -> e.Assaulted:
        mine, its = dice.roll(f"close combat of {unit.name} and {target.name}", 2, matters="order")
        pairs = ((target, theirs.hit(its)), (unit, ours.hit(mine)))
        beaten = [one for one, hit in pairs if hit]
        return e.Assaulted(unit.id, target.id, (mine, its), needed, with_cargo(play.state, beaten), *terms)

    return roll


def rolling(play: Play, hit: Hit) -> Callable[[Dice], e.HitRolled]:
    """What the die for a hit comes to (Resolving hits a)."""
    unit = play.state.units[hit.unit]
    most = play.charts.quality[unit.quality]

    def roll(dice: Dice) -> e.HitRolled:
        (die,) = dice.roll(f"hit on {unit.name}", 1)
        return e.HitRolled(unit.id, die, die <= most, hit.cause, hit.by)

    return roll


def spared(unit: Unit, hit: Hit) -> bool:
    """Whether a hit can take nothing of a unit: it is of such fire as never takes a last point, and that is left."""
    return hit.spares and unit.strength == 1
