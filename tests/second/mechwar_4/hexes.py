"""Hexes and lines between their centres, with whole numbers and fractions.

A spot has its column, and its place in it counted in half hexes: odd columns sit half a hex higher (20.41).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

AROUND = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
ROUND = tuple(AROUND)


class Spot(NamedTuple):
    x: int
    y: int

    def beside(self, edge: str) -> Spot:
        x, y = AROUND[edge]
        return Spot(self.x + x, self.y + y)

    @property
    def neighbours(self) -> list[Spot]:
        return [self.beside(edge) for edge in ROUND]


@cache
def spot(hex: str) -> Spot:
    column, row = int(hex[:2]), int(hex[2:])
    return Spot(column, 2 * row + (column + 1) % 2)


@cache
def name(one: Spot) -> str:
    return f"{one.x:02}{(one.y - (one.x + 1) % 2) // 2:02}"


def distance(a: Spot, b: Spot) -> int:
    x, y = abs(a.x - b.x), abs(a.y - b.y)
    return x + max(0, (y - x) // 2)


def edge_to(a: Spot, b: Spot) -> str:
    """The side of `a` that lies towards its neighbour."""
    return next(edge for edge in ROUND if a.beside(edge) == b)


@cache
def _crossed(x: int, y: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """What the line from (0, 0) crosses, in order: one hex, or those beside it where it runs along a side.

    In a plane in which a hex has its corners at (±2, 0) and (±1, ±1), three to a column.
    """
    found: dict[tuple[Fraction, Fraction, bool], list[tuple[int, int]]] = {}
    to_x, to_y = 3 * x, y
    for column in range(min(0, x) - 1, max(0, x) + 2):
        ends = [0, y] if x == 0 else [(column - 1) * y // x, (column + 1) * y // x]
        for half in range(min(ends) - 2, max(ends) + 4):
            if (column + half) % 2:
                continue
            part = _inside(to_x, to_y, 3 * column, half)
            if part is not None:
                found.setdefault(part, []).append((column, half))
    return tuple(tuple(found[part]) for part in sorted(found))


def _inside(to_x: int, to_y: int, x: int, y: int) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the line from (0, 0) in the hex around (x, y), and whether it only runs along a side of it."""
    first, last, rim = Fraction(0), Fraction(1), False
    for a, b, most in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
        speed, start = a * to_x + b * to_y, -(a * x + b * y)
        if speed == 0:
            if abs(start) > most:
                return None
            rim = rim or abs(start) == most
            continue
        ends = sorted((Fraction(-most - start, speed), Fraction(most - start, speed)))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last, rim) if first < last else None


def line(a: Spot, b: Spot) -> list[tuple[Spot, ...]]:
    """Stretches from centre to centre, both hexes included."""
    if a == b:
        return [(a,)]
    return [tuple(Spot(a.x + x, a.y + y) for x, y in part) for part in _crossed(b.x - a.x, b.y - a.y)]


def entered_by(a: Spot, b: Spot) -> list[Spot]:
    """The hexes from which the line from `a` comes into `b`: two at a corner."""
    return list(line(a, b)[-2]) if a != b else []
