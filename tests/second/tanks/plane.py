"""Hulls, bases and terrain as convex polygons; what a ray from a point meets, and what it can see.

Millimetres, x to the east and y to the south; headings in degrees clockwise from north. Where a question hangs by less
than a hair the answer is None: nobody at a table could tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin

Spot = tuple[float, float]
Shape = tuple[Spot, ...]
HAIR = 0.02
ROUNDED = 0.5
"""Models stand on whole millimetres."""
CORNERS = 48
"""Of the polygon that stands for a round base."""


def turned(at: Spot, heading: float, along: float, across: float) -> Spot:
    """So far ahead of a place, and to the right of it."""
    ahead, right = (
        (sin(radians(heading)), -cos(radians(heading))),
        (cos(radians(heading)), sin(radians(heading))),
    )
    return at[0] + along * ahead[0] + across * right[0], at[1] + along * ahead[1] + across * right[1]


def seen_from(at: Spot, heading: float, spot: Spot) -> Spot:
    """The other way round: how far ahead a spot is, and how far to the right."""
    dx, dy = spot[0] - at[0], spot[1] - at[1]
    s, c = sin(radians(heading)), cos(radians(heading))
    return dx * s - dy * c, dx * c + dy * s


def block(at: Spot, heading: float, length: float, width: float) -> Shape:
    a, b = length / 2, width / 2
    return tuple(turned(at, heading, *corner) for corner in ((a, -b), (a, b), (-a, b), (-a, -b)))


def disc(at: Spot, radius: float) -> Shape:
    return tuple(turned(at, 360 * n / CORNERS, radius, 0) for n in range(CORNERS))


def sides(shape: Shape) -> list[tuple[Spot, Spot]]:
    return list(pairwise((*shape, shape[0])))


def holds(shape: Shape, at: Spot) -> bool:
    crosses = [(b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]) for a, b in sides(shape)]
    return all(one >= 0 for one in crosses) or all(one <= 0 for one in crosses)


def to_side(at: Spot, a: Spot, b: Spot) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(at[0] - a[0] - part * dx, at[1] - a[1] - part * dy)


def away(shape: Shape, at: Spot) -> float:
    """How far a spot is from a shape; 0 within."""
    return 0.0 if holds(shape, at) else min(to_side(at, a, b) for a, b in sides(shape))


def gap(one: Shape, other: Shape) -> float:
    """How far two shapes are apart; below 0 how deep they overlap."""
    deepest = max(_parted(one, other), _parted(other, one))
    if deepest < 0:
        return deepest
    return min(*(away(other, at) for at in one), *(away(one, at) for at in other))


def _parted(one: Shape, other: Shape) -> float:
    """The widest gap in the direction of one's sides."""
    middle = (sum(x for x, _ in one) / len(one), sum(y for _, y in one) / len(one))
    widest = -1e9
    for a, b in sides(one):
        nx, ny = b[1] - a[1], a[0] - b[0]
        size = hypot(nx, ny)
        if (middle[0] - a[0]) * nx + (middle[1] - a[1]) * ny > 0:
            nx, ny = -nx, -ny
        widest = max(widest, min(((x - a[0]) * nx + (y - a[1]) * ny) / size for x, y in other))
    return widest


def met(shape: Shape, at: Spot, way: Spot) -> tuple[float, float] | None:
    """From where to where a ray in a direction (of length 1) is in a shape, in mm from its beginning."""
    first, last = 0.0, 1e9
    middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
    for a, b in sides(shape):
        nx, ny = b[1] - a[1], a[0] - b[0]
        if (middle[0] - a[0]) * nx + (middle[1] - a[1]) * ny > 0:
            nx, ny = -nx, -ny  # outwards
        out, rise = (at[0] - a[0]) * nx + (at[1] - a[1]) * ny, way[0] * nx + way[1] * ny
        if abs(rise) < 1e-12:
            if out > 0:
                return None
        elif rise > 0:
            last = min(last, -out / rise)
        else:
            first = max(first, -out / rise)
    return (first, last) if first < last else None


def angles(at: Spot, target: Shape, others: Sequence[Shape]) -> list[float]:
    """All directions, from one rim of the target to the other, in which something begins or ends."""
    middle = (sum(x for x, _ in target) / len(target), sum(y for _, y in target) / len(target))
    straight = atan2(middle[1] - at[1], middle[0] - at[0])

    def off(spot: Spot) -> float:
        return (atan2(spot[1] - at[1], spot[0] - at[0]) - straight + pi) % (2 * pi) - pi

    rims = [off(spot) for spot in target]
    low, high = min(rims), max(rims)
    spots = [*target, *(spot for shape in others for spot in shape)]
    for shape in others:
        for a, b in sides(shape):
            spots += [spot for c, d in sides(target) if (spot := _crossing(a, b, c, d)) is not None]
    found = sorted({low, high, *(one for one in map(off, spots) if low < one < high)})
    return [straight + one for one in found]


def _crossing(a: Spot, b: Spot, c: Spot, d: Spot) -> Spot | None:
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    size = rx * sy - ry * sx
    if abs(size) < 1e-12:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / size
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / size
    return (a[0] + t * rx, a[1] + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None


def ahead_of(at: Spot, heading: float, shape: Shape, wide: float) -> bool | None:
    """Whether any part of a shape is straight ahead of a front of this width."""
    frame = [seen_from(at, heading, spot) for spot in shape]
    frame = _cut(frame, lambda one: one[0])
    frame = _cut(frame, lambda one: wide / 2 - one[1])
    frame = _cut(frame, lambda one: wide / 2 + one[1])
    size = abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise((*frame, frame[0])))) / 2 if frame else 0.0
    return None if 0 < size < 1 else size >= 1


def _cut(shape: list[Spot], value: Callable[[Spot], float]) -> list[Spot]:
    """The part of a shape where a value is not below 0."""
    found: list[Spot] = []
    for a, b in pairwise((*shape, shape[0])) if shape else ():
        here, there = value(a), value(b)
        if here >= 0:
            found.append(a)
        if (here >= 0) != (there >= 0):
            part = here / (here - there)
            found.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
    return found


def below(value: float, limit: float) -> bool | None:
    """None where it hangs by a hair."""
    return None if abs(value - limit) < ROUNDED else value < limit
