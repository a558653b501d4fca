"""Hexes as polygons on a grid of whole numbers: what a line crosses, from which side it comes, how far it is.

A place is the centre of a hex: three steps to the east are the next column, two to the south the next hex. In a true
drawing a step to the south is longer than one to the east; lines and sides do not mind.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

Place = tuple[int, int]

CORNERS = {"NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)}
"""Clockwise, from the centre."""
EDGES = {"NE": (3, -1), "SE": (3, 1), "S": (0, 2), "SW": (-3, 1), "NW": (-3, -1), "N": (0, -2)}
"""To the hex beyond the side that follows each corner, clockwise."""
FRONT = {
    "NE": ("N", "NE"),
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
    "NW": ("NW", "N"),
}


def away(a: Place, b: Place) -> int:
    """Hexes from one to the other."""
    across, down = abs(a[0] - b[0]) // 3, abs(a[1] - b[1])
    return across + max(0, (down - across) // 2)


def beyond(at: Place, edge: str) -> Place:
    return at[0] + EDGES[edge][0], at[1] + EDGES[edge][1]


def _cross(a: Place, b: Place) -> int:
    return a[0] * b[1] - a[1] * b[0]


def sides_met(frm: Place, to: Place) -> set[str]:
    """The sides of a hex through which a line comes in; both at a corner, none from within."""
    ray = (frm[0] - to[0], frm[1] - to[1])
    if ray == (0, 0):
        return set()
    ring = [*CORNERS.values(), CORNERS["NE"]]
    return {
        edge
        for edge, (first, second) in zip(EDGES, pairwise(ring), strict=True)
        if _cross(first, ray) >= 0 and _cross(ray, second) >= 0
    }


def blocked(frm: Place, to: Place, obstacles: Mapping[Place, bool]) -> bool:
    """Whether the line from centre to centre is closed. obstacles: whether each hex of the board is one.

    An obstacle closes what runs through it; along a side both hexes must be obstacles, or the one at the rim.
    """
    way = (to[0] - frm[0], to[1] - frm[1])
    along: dict[frozenset[Place], list[bool]] = {}
    for at in _near(frm, to):
        if at in (frm, to) or at not in obstacles:
            continue
        corners = [(at[0] + x, at[1] + y) for x, y in CORNERS.values()]
        beside = [_cross(way, (x - frm[0], y - frm[1])) for x, y in corners]
        if min(beside) < 0 < max(beside):
            if obstacles[at] and _within(frm, way, corners, beside):
                return True
        elif beside.count(0) == 2:
            side = frozenset(corner for corner, off in zip(corners, beside, strict=True) if off == 0)
            if all(0 < _along(frm, way, corner) < 1 for corner in side):
                along.setdefault(side, []).append(obstacles[at])
    return any(all(both) for both in along.values())


def _near(frm: Place, to: Place) -> list[Place]:
    """Centres of hexes that the line may touch: of each column, those beside what the line has of it."""
    low, high = sorted((frm, to))
    found: list[Place] = []
    for x in range(low[0], high[0] + 1, 3) if low[0] < high[0] else (low[0] - 3, low[0], low[0] + 3):
        ends = [low[1], high[1]]
        if low[0] < high[0]:
            there = [min(max(one, low[0]), high[0]) - low[0] for one in (x - 2, x + 2)]
            ends = [low[1] + part * (high[1] - low[1]) // (high[0] - low[0]) for part in there]
        odd = (low[1] + (x - low[0]) // 3) % 2
        found += [(x, y) for y in range(min(ends) - 3, max(ends) + 4) if y % 2 == odd]
    return found


def _along(frm: Place, way: Place, corner: Place) -> Fraction:
    """How far along the line a point of it lies; 1 is its end."""
    if way[0]:
        return Fraction(corner[0] - frm[0], way[0])
    return Fraction(corner[1] - frm[1], way[1])


def _within(frm: Place, way: Place, corners: list[Place], beside: list[int]) -> bool:
    """Whether what the endless line has of a hex lies between its two ends."""
    ring = list(zip(corners, beside, strict=True))
    parts: list[Fraction] = []
    for (a, off), (b, other) in pairwise([*ring, ring[0]]):
        if off == 0:
            parts.append(_along(frm, way, a))
        elif off * other < 0:
            part = Fraction(off, off - other)
            x, y = a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])
            parts.append((x - frm[0]) / way[0] if way[0] else (y - frm[1]) / way[1])
    return max(parts) > 0 and min(parts) < 1
