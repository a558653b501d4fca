"""What an attack is worth: the exact chances of its dice, summed up in one number that bots compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from campaign.rules.dice import Dice, chances
from campaign.systems.combat_veteran.charts import Result
from campaign.systems.combat_veteran.decide.results import Effect, effect, throw, worst_cancelled

MOST = 12
"""More dice than these are reckoned as these: nothing survives them."""
HIT = 0.35
"""What of a vehicle's worth a marker takes on average: one in six loses the crew, one the gun, one the tracks."""
WOUND = 0.6
"""What a wound takes of a soldier's worth."""

Chart = tuple[tuple[int, Result], ...]


def harm(chart: Mapping[int, Result], vehicle: bool, dice: int) -> float:
    """The share of a target's worth that an attack of so many dice takes on average, 0 to 1.

    The worst dice are cancelled by deflections first, as a careful defender would.
    """
    if dice < 1:
        return 0.0
    return _harm(tuple(sorted(chart.items())), vehicle, min(dice, MOST))


@lru_cache(maxsize=256)
def _harm(chart: Chart, vehicle: bool, count: int) -> float:
    results = dict(chart)

    def roll(dice: Dice) -> float:
        rolled = throw(dice, "attack", count, results, False)
        return taken(effect(rolled.left(worst_cancelled(rolled, results)), results, vehicle, False), vehicle)

    return float(sum((Fraction(value) * part for value, part in chances(roll).items()), Fraction(0)))


def taken(hurt: Effect, vehicle: bool) -> float:
    """The share of a target's worth that an attack has taken."""
    if hurt.criticals:
        return 1.0
    if vehicle:
        return round(1 - (1 - HIT) ** hurt.hits, 12)
    return WOUND if hurt.hits else 0.0
