"""Bots of one idea each: they show what a scenario is worth against a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaign.rules.bots import Pick
from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.aims import FAR
from campaign.systems.mechwar_4.reading import Reading
from campaign.systems.mechwar_4.sensible import SensibleBot, read

SENSIBLE = SensibleBot()


class FortressBot:
    """Nobody moves who need not; it does all else as the sensible bot does."""

    name = "fortress"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        some = [one for one in options if not isinstance(one.action, a.StartMove)]
        return SENSIBLE.choose(rules, known, side, some or options, pick)


class RushBot:
    """Everybody goes to where points are, the nearest first, whoever is in the way; it does all else as the sensible
    bot does."""

    name = "rush"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        reading = read(rules, known, side, options)
        found = setting_out(reading) or going_on(reading)
        return found or SENSIBLE.choose(rules, known, side, options, pick)


def setting_out(reading: Reading) -> Option | None:
    """The move of who is nearest to his aim and not there."""
    found: list[tuple[int, str, Option]] = []
    for option in reading.of(a.StartMove):
        unit = reading.game.units[option.action.unit]
        left = reading.left(unit) if unit.hex else 0
        if option.action.pace == "walk" and (not unit.hex or 0 < left < FAR):
            found.append((left, unit.id, option))
    return min(found, key=lambda one: one[:2])[2] if found else None


def going_on(reading: Reading) -> Option | None:
    """To the hex that is nearest to the aim, if that is nearer than where the unit is."""
    moves = reading.of(a.Move)
    if not moves:
        return None
    unit = reading.game.units[moves[0].action.unit]
    far, now = reading.distances(unit), reading.left(unit)
    best = min(moves, key=lambda one: (far.get(one.where, FAR), one.where))
    return best if far.get(best.where, FAR) < now else None
