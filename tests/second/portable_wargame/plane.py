"""Hexes as cells of a plane in three coordinates that add up to 0: distance, arcs, and what a straight line passes.

The cell around a centre holds the points no two of whose coordinates differ by more than 1 from the centre's.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

Place = tuple[int, int]
"""A hex: steps south-east and south of some other."""
EDGES = ("N", "NE", "SE", "S", "SW", "NW")
AROUND: dict[str, Place] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}


class Passed(NamedTuple):
    """What a line passes: one hex, or the two along whose common side it runs. part: how much of it lies before the
    middle of that."""

    hexes: tuple[Place, ...]
    part: Fraction


def place(number: str) -> Place:
    """Of a hex with two figures each for column and row, where odd columns sit half a hex higher."""
    column, row = int(number[:2]), int(number[2:])
    return column, row - (column - 1) // 2


def number(at: Place) -> str:
    return f"{at[0]:02}{at[1] + (at[0] - 1) // 2:02}"


def next_to(at: Place) -> list[Place]:
    return [(at[0] + q, at[1] + r) for q, r in AROUND.values()]


def apart(one: Place, other: Place) -> int:
    return max(abs(a - b) for a, b in zip(_cube(one), _cube(other), strict=True))


def direction(one: Place, other: Place) -> str:
    """The edge through which one leaves a hex for the next one."""
    step = (other[0] - one[0], other[1] - one[1])
    return next(edge for edge, way in AROUND.items() if way == step)


def within(facing: str, one: Place, other: Place, degrees: int) -> bool:
    """Whether a hex lies in an arc of so many degrees (120 or 360) around the edge that is faced, its rims included."""
    if degrees == 360:
        return True
    way, ahead = _cube((other[0] - one[0], other[1] - one[1])), _cube(AROUND[facing])
    along = _dot(way, ahead)
    return along > 0 and 4 * along * along >= _dot(way, way) * _dot(ahead, ahead)


@cache
def passed(goal: Place) -> tuple[Passed, ...]:
    """All between the hex (0, 0) and another, in order, without these two."""
    to = _cube(goal)
    reach = range(-apart((0, 0), goal) - 1, apart((0, 0), goal) + 2)
    beside: dict[tuple[Fraction, Fraction], list[Place]] = {}
    found: list[tuple[Fraction, Passed]] = []
    for at in ((q, r) for q in reach for r in reach):
        if at in ((0, 0), goal) or (stretch := _stretch(at, to)) is None:
            continue
        first, last, inside = stretch
        if inside:
            found.append((first, Passed((at,), Fraction(_dot(_cube(at), to), _dot(to, to)))))
        else:
            beside.setdefault((first, last), []).append(at)
    for (first, _last), pair in beside.items():
        assert len(pair) == 2
        found.append((first, Passed(tuple(pair), Fraction(_dot(_cube(pair[0]), to), _dot(to, to)))))
    return tuple(one for _first, one in sorted(found, key=lambda item: item[0]))


def between(one: Place, other: Place) -> list[Passed]:
    return [
        Passed(tuple((q + one[0], r + one[1]) for q, r in some.hexes), some.part)
        for some in passed((other[0] - one[0], other[1] - one[1]))
    ]


def _stretch(at: Place, to: tuple[int, int, int]) -> tuple[Fraction, Fraction, bool] | None:
    """From which part of a line from (0, 0) to which it is in a cell, and whether inside and not on its rim; None if it
    is nowhere in it, or touches a corner."""
    first, last, inside = Fraction(0), Fraction(1), True
    middle = _cube(at)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        slope, off = to[i] - to[j], middle[i] - middle[j]
        if slope == 0:
            if abs(off) > 1:
                return None
            inside = inside and abs(off) < 1
            continue
        one, other = Fraction(off - 1, slope), Fraction(off + 1, slope)
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return (first, last, inside) if first < last else None


def _cube(at: Place) -> tuple[int, int, int]:
    return at[0], at[1], -at[0] - at[1]


def _dot(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))
