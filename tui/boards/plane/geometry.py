"""Geometry of a plane, in mm from the north-west corner: outlines, distances, directions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from campaign.rules.views import PieceView, Point

POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def body(piece: PieceView) -> Sequence[Point]:
    """The corners of a piece as it lies."""
    return piece.outline or ((piece.at,) if piece.at is not None else ())


def bearing(start: Point, end: Point) -> int:
    """Degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))) % 360


def compass(degrees: int) -> str:
    """The nearest of the eight points."""
    return POINTS[round(degrees / 45) % 8]


def inside(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay <= y) != (by <= y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def gap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The distance between two outlines, or of an outline and a point; 0 if they overlap."""
    if not one or not other:
        return math.inf
    if inside(one, other[0]) or inside(other, one[0]):
        return 0.0
    near = min((_to_edge(p, a, b) for p in other for a, b in edges(one)), default=math.inf)
    return min(near, min((_to_edge(p, a, b) for p in one for a, b in edges(other)), default=math.inf))


def edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each side of an outline, from corner to corner."""
    for i, corner in enumerate(outline):
        yield outline[i - 1], corner


def _to_edge(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    along = 0.0 if not long else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / long
    along = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)
