"""Which shots the sensible player takes: those that promise most."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.options import Option
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.frames import FireKind
from campaign.systems.mechwar_4.reading import Reading
from campaign.systems.mechwar_4.state import Unit


def kind_of(reading: Reading, unit: Unit) -> FireKind:
    return fire.kind_of(reading.play, unit)


def shot_value(reading: Reading, option: Option) -> float:
    """Of an attack by one unit; that it may be joined is not counted."""
    action: a.Fire = option.action
    unit, target = reading.game.units[action.unit], reading.game.units[action.target]
    if action.part or action.halved:
        return 0.0
    return reading.shot(unit, action.arm, target, kind_of(reading, unit))


def best_shot(reading: Reading, shots: Sequence[Option]) -> tuple[float, Option | None]:
    """What the best shot is worth, and the shot."""
    valued = [(shot_value(reading, one), -i) for i, one in enumerate(shots)]
    value, i = max(valued, default=(0.0, 1))
    return value, None if i > 0 else shots[-i]


def best_of(reading: Reading, shots: Sequence[Option]) -> Option | None:
    """The best shot, if it is worth it."""
    value, best = best_shot(reading, shots)
    return best if value >= reading.weights.worthwhile else None
