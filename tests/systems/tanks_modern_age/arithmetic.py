"""Geometry written another way, for tests: frames of rectangles and sampled points; nothing of the program's own.

A rectangle is (x, y, heading, length, width); in its own frame u runs to its front and v to its right.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterator
from functools import cache
from math import cos, hypot, radians, sin

Rect = tuple[float, float, int, float, float]
Spot = tuple[float, float]


@cache
def front(heading: int) -> complex:
    """East is real, south imaginary."""
    return cmath.exp(1j * radians(heading - 90))


def frame(rect: Rect, spot: Spot) -> tuple[float, float]:
    """A point in the frame of a rectangle: u to its front, v to its right."""
    turned = (complex(*spot) - complex(rect[0], rect[1])) / front(rect[2])
    return turned.real, turned.imag


def corners(rect: Rect) -> list[Spot]:
    x, y, heading, length, width = rect
    found: list[Spot] = []
    for u, v in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        at = complex(x, y) + front(heading) * complex(u * length / 2, v * width / 2)
        found.append((at.real, at.imag))
    return found


def to_point(rect: Rect, spot: Spot) -> float:
    """Distance of a point from a rectangle, 0 inside."""
    u, v = frame(rect, spot)
    return hypot(max(abs(u) - rect[3] / 2, 0), max(abs(v) - rect[4] / 2, 0))


def gap(one: Rect, other: Rect) -> float:
    """Between two rectangles that do not overlap: from a corner of either."""
    return min(
        min(to_point(one, spot) for spot in corners(other)),
        min(to_point(other, spot) for spot in corners(one)),
    )


def near_line(rect: Rect, start: Spot, end: Spot, reach: float) -> bool:
    """False only if no line from start to a point within reach of end meets the rectangle."""
    line = complex(*end) - complex(*start)
    there = complex(rect[0], rect[1]) - complex(*start)
    along = (there * line.conjugate()).real / max(abs(line) ** 2, 1e-9)
    return abs(there - min(max(along, 0.0), 1.0) * line) <= hypot(rect[3], rect[4]) / 2 + reach


def inside(rect: Rect, start: Spot, end: Spot) -> tuple[float, float]:
    """The part of a line, from 0 to 1, inside a rectangle; (1, 1) if none. By slabs in its frame."""
    (u0, v0), (u1, v1) = frame(rect, start), frame(rect, end)
    low, high = 0.0, 1.0
    for a, b, half in ((u0, u1, rect[3] / 2), (v0, v1, rect[4] / 2)):
        if abs(b - a) < 1e-12:
            if abs(a) > half:
                return 1.0, 1.0
            continue
        t0, t1 = sorted(((-half - a) / (b - a), (half - a) / (b - a)))
        low, high = max(low, t0), min(high, t1)
    return (low, high) if low < high else (1.0, 1.0)


def length_inside(rect: Rect, start: Spot, end: Spot) -> float:
    low, high = inside(rect, start, end)
    return (high - low) * hypot(end[0] - start[0], end[1] - start[1])


def depth(one: Rect, other: Rect) -> float:
    """How deep two rectangles overlap along the axes of either; negative if they are apart."""
    least = float("inf")
    for a, b in ((one, other), (other, one)):
        spots = [frame(a, spot) for spot in corners(b)]
        for k, half in ((0, a[3] / 2), (1, a[4] / 2)):
            low, high = min(s[k] for s in spots), max(s[k] for s in spots)
            least = min(least, half - low, high + half)
    return least


def points_of(rect: Rect, steps: int = 24) -> Iterator[Spot]:
    """Points all over a rectangle, its rim included."""
    x, y, heading, length, width = rect
    for i in range(steps + 1):
        for j in range(steps + 1):
            at = complex(x, y) + front(heading) * complex(
                (i / steps - 0.5) * length, (j / steps - 0.5) * width
            )
            yield at.real, at.imag


def points_of_disc(x: float, y: float, radius: float, steps: int = 24) -> Iterator[Spot]:
    for i in range(1, steps + 1):
        for j in range(48):
            angle = radians(7.5 * j)
            yield x + radius * i / steps * cos(angle), y + radius * i / steps * sin(angle)
