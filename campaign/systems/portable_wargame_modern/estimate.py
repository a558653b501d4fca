"""What an attack is worth on average, also from where a unit does not stand yet: by the rules that resolve it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from campaign.rules.dice import chances
from campaign.rules.hexes import Edge, Hex
from campaign.systems.portable_wargame_modern.gunnery import (
    Fight,
    dice_of,
    fights,
    fire_modifiers,
    hits_of,
)
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Unit


def elsewhere(unit: Unit, hex: Hex, facing: Edge, moved: int) -> Unit:
    """A unit as it would stand in another hex; the battle knows nothing of it."""
    return replace(unit, hex=hex, facing=facing, moved=moved)


def mean_hits(play: Play, unit: Unit, hex: Hex) -> float:
    """How many hits fire at a hex is on average, on everybody who is there."""
    return _mean(play, unit, sum(one.value for one in fire_modifiers(play, unit, hex)))


def _mean(play: Play, unit: Unit, bonus: int) -> float:
    return play.lasting(("hits", unit.type, bonus), _worked_out, play, unit, bonus)


def _worked_out(play: Play, unit: Unit, bonus: int) -> float:
    count = dice_of(play, unit)
    found = chances(lambda dice: hits_of(play, unit, dice.roll("fire", count), bonus))
    return float(sum((hits * part for hits, part in found.items()), Fraction(0)))


def beaten(play: Play, unit: Unit, target: Unit) -> tuple[float, float]:
    """How likely each is to be hit in a close combat: the attacker, and its target."""
    ours, theirs = fights(play, unit, target)
    return _hit(ours), _hit(theirs)


@lru_cache(maxsize=256)
def _hit(fight: Fight) -> float:
    return sum(fight.hit(die) for die in range(1, 7)) / 6
