"""What an attack is worth: the exact chances of its dice, summed up in one number that bots compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from campaign.rules.dice import Dice, chances
from campaign.systems.combat_veteran.charts import Result

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
    worth: dict[Result, float]
    if vehicle:
        worth = {"critical": 1.0, "multiple": 1 - (1 - HIT) ** 2, "hit": HIT}
    else:
        worth = {"critical": 1.0, "multiple": WOUND, "hit": WOUND}

    def roll(dice: Dice) -> float:
        faces = dice.roll("attack", count)
        deflections = sum(results[face] == "deflection" for face in faces)
        taken = sorted((worth.get(results[face], 0.0) for face in faces), reverse=True)[deflections:]
        left = 1.0
        for one in taken:
            left *= 1 - one
        return round(1 - left, 12)

    return float(sum((Fraction(value) * part for value, part in chances(roll).items()), Fraction(0)))
