"""What an attack is worth on average, also from where a unit does not stand yet: by the rules that resolve it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from campaign.rules.dice import chances
from campaign.rules.hexes import Edge, Hex
from campaign.rules.options import Modifier
from campaign.systems.portable_wargame_modern.gunnery import (
    Fight,
    bombard_modifiers,
    dice_of,
    fights,
    fire_modifiers,
    hits_of,
)
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.shells import landing
from campaign.systems.portable_wargame_modern.state import Unit


def elsewhere(unit: Unit, hex: Hex, facing: Edge, moved: int) -> Unit:
    """A unit as it would stand in another hex; the battle knows nothing of it."""
    return replace(unit, hex=hex, facing=facing, moved=moved)


def mean_hits(play: Play, unit: Unit, hex: Hex) -> float:
    """How many hits fire at a hex is on average, on everybody who is there."""
    return mean_of(play, unit, sum(one.value for one in fire_modifiers(play, unit, hex)))


def mean_of(play: Play, unit: Unit, bonus: int) -> float:
    """The same of fire whose modifiers come to so much."""
    return _mean(dice_of(play, unit), bonus, play.charts.readings.machine_guns)


@lru_cache(maxsize=256)
def _mean(count: int, bonus: int, machine_guns: str) -> float:
    found = chances(lambda dice: hits_of(machine_guns, dice.roll("fire", count), bonus))
    return float(sum((hits * part for hits, part in found.items()), Fraction(0)))


def landings(play: Play, unit: Unit, aim: Hex) -> tuple[tuple[Hex, float], ...]:
    """The hexes in which a shell may land, with how likely each is, whoever is there."""
    modifiers = bombard_modifiers(play, unit, aim)
    key = ("landings", unit.hex, aim, sum(one.value for one in modifiers))
    return play.lasting(key, _landings, play, unit, aim, modifiers)


def _landings(
    play: Play, unit: Unit, aim: Hex, modifiers: Sequence[Modifier]
) -> tuple[tuple[Hex, float], ...]:
    found = chances(lambda dice: landing(play, unit, aim, modifiers, dice)[2])
    return tuple((hex, float(part)) for hex, part in found.items() if hex)


def beaten(play: Play, unit: Unit, target: Unit) -> tuple[float, float]:
    """How likely each is to be hit in a close combat: the attacker, and its target."""
    ours, theirs = fights(play, unit, target)
    return _hit(ours), _hit(theirs)


def _hit(fight: Fight) -> float:
    return _share(fight.needed, fight.bonus)


@lru_cache(maxsize=256)
def _share(needed: int, bonus: int) -> float:
    one = Fight(needed, (Modifier("", bonus),))
    return sum(one.hit(die) for die in range(1, 7)) / 6
