"""Quick lines of sight, with which the sensible bot reckons. `sight.py` knows better, and takes longer."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from campaign.systems.tanks_modern_age.reach import Table
from campaign.systems.tanks_modern_age.shapes import Side, crossing, sides

# -- lines -----------------------------------------------------------------------------------------------------


class Hindrance(NamedTuple):
    """A piece of terrain, with a circle around it that lines must enter to meet it."""

    x: int
    y: int
    radius: float
    around: tuple[Side, ...]
    wood: bool


def hindrances(on: Table, over: tuple[str, ...] = ()) -> tuple[Hindrance, ...]:
    """Of all terrain but the kinds that are looked over."""
    return tuple(
        Hindrance(g.x, g.y, hypot(g.length, g.width) / 2, sides(on.shapes[g.id]), g in on.concealing)
        for g in on.terrain
        if g.kind not in over
    )


def between(
    lines: Sequence[Hindrance], start: tuple[float, float], end: tuple[float, float], around: float
) -> list[Hindrance]:
    """Those that a line from start to anything within so much of end could meet, and perhaps others."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy) or 1.0
    farthest, around = length * length, around + 1.0
    found: list[Hindrance] = []
    for one in lines:
        x, y, radius, _, _ = one
        ox, oy, room = x - ax, y - ay, (radius + around) * length
        if -room <= ox * dy - oy * dx <= room and -room <= ox * dx + oy * dy <= farthest + room:
            found.append(one)
    return found


def blocked(
    lines: Sequence[Hindrance], start: tuple[float, float], end: tuple[float, float], skip: float
) -> int:
    """0: the line is clear; 1: it meets what conceals; 2: it is stopped. skip: what of it runs over the own hull."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy) or 1.0
    worst = 0
    for x, y, radius, around, wood in lines:
        ox, oy = x - ax, y - ay
        limit = radius * length
        if not -limit <= ox * dy - oy * dx <= limit:
            continue
        if not -limit < ox * dx + oy * dy < length * (length + radius):
            continue
        met = crossing(around, ax, ay, bx, by)
        if met is None:
            continue
        if not wood or (met[0] > 0 and met[1] < 1):
            return 2
        if met[0] > 0 or met[1] * length > skip:
            worst = 1
    return worst
