"""Shapes on the table: models and terrain as convex polygons.

Integer millimetres in and out; x to the east, y to the south, headings in degrees clockwise from north. Floating
point in between decides nothing that is not recorded as a fact by whoever asked. Shapely is loaded with the first
table, so that nothing of it is needed where no such battle is open.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, hypot, pi, radians, sin
from threading import Lock
from typing import Any, Literal

from msgspec import Struct

from campaign.rules.views import Point
from campaign.systems.tanks_modern_age.state import Ground

Spot = tuple[float, float]
Polygon = tuple[Spot, ...]
DISC = 32
"""Corners of the polygon that stands for a helicopter's base."""
ROUNDING = 2.5
"""Overlaps less deep than this (mm) come from rounding to whole millimetres and count as touching."""


class Arrow(Struct, frozen=True):
    """The Measuring Arrow, in mm (p7, p6 arrow)."""

    tail: int
    head: int

    @property
    def total(self) -> int:
        return self.tail + self.head


class Body(Struct, frozen=True, gc=False):
    """A model as it stands. length, width: of the hull; twice the base for a helicopter."""

    id: str
    kind: Literal["tank", "helicopter"]
    x: int
    y: int
    heading: int
    length: int
    width: int
    high: bool = False
    destroyed: bool = False

    @property
    def radius(self) -> float:
        return self.length / 2

    @property
    def outer(self) -> float:
        """The radius of a circle that it does not reach out of, rounding included."""
        return hypot(self.length, self.width) / 2 + 1e-6

    def moved(self, x: int, y: int, heading: int, high: bool) -> Body:
        return Body(self.id, self.kind, x, y, heading, self.length, self.width, high, self.destroyed)


_LOADING = Lock()


@cache
def shapely() -> Any:
    """The library, loaded once.

    One thread loads it: to break circles of threads that wait for each other, Python hands half-loaded modules out.
    """
    with _LOADING:
        import shapely as module

        return module


@cache
def ahead(heading: int) -> Spot:
    """The unit vector of a heading."""
    angle = radians(heading)
    return sin(angle), -cos(angle)


@cache
def abeam(heading: int) -> Spot:
    """The unit vector to the right of a heading."""
    angle = radians(heading)
    return cos(angle), sin(angle)


def rectangle(x: float, y: float, heading: int, length: float, width: float) -> Polygon:
    """Corners: front left, front right, rear right, rear left."""
    (dx, dy), (rx, ry) = ahead(heading), abeam(heading)
    fx, fy, sx, sy = dx * length / 2, dy * length / 2, rx * width / 2, ry * width / 2
    return (
        (x + fx - sx, y + fy - sy),
        (x + fx + sx, y + fy + sy),
        (x - fx + sx, y - fy + sy),
        (x - fx - sx, y - fy - sy),
    )


@lru_cache(maxsize=4096)
def shape(body: Body) -> Polygon:
    """A hull, or a base as a polygon."""
    if body.kind == "tank":
        return rectangle(body.x, body.y, body.heading, body.length, body.width)
    steps = (2 * pi * i / DISC for i in range(DISC))
    return tuple((body.x + body.radius * cos(a), body.y + body.radius * sin(a)) for a in steps)


@lru_cache(maxsize=1024)
def ground_shape(ground: Ground) -> Polygon:
    return rectangle(ground.x, ground.y, ground.heading, ground.length, ground.width)


def outline(body: Body) -> tuple[Point, ...]:
    """Corners of a model for drawing."""
    return tuple((round(x), round(y)) for x, y in shape(body))


def ground_outline(ground: Ground) -> tuple[Point, ...]:
    return tuple((round(x), round(y)) for x, y in ground_shape(ground))


@lru_cache(maxsize=1 << 12)
def polygon(corners: Polygon) -> Any:
    return shapely().Polygon(corners)


# -- plain arithmetic on convex polygons ---------------------------------------------------------------------------


def clip(corners: Polygon, nx: float, ny: float, limit: float) -> Polygon:
    """The part of a convex polygon where nx·x + ny·y ≤ limit."""
    found: list[Spot] = []
    for i, (x, y) in enumerate(corners):
        px, py = corners[i - 1]
        here, before = nx * x + ny * y - limit, nx * px + ny * py - limit
        if (here <= 0) != (before <= 0):
            t = before / (before - here)
            found.append((px + t * (x - px), py + t * (y - py)))
        if here <= 0:
            found.append((x, y))
    return tuple(found)


def through(corners: Polygon, ax: float, ay: float, bx: float, by: float) -> tuple[float, float] | None:
    """Where the line from a to b is inside a convex polygon, as a part of its way from 0 to 1; None if nowhere."""
    return crossing(sides(corners), ax, ay, bx, by)


Side = tuple[float, float, float, float]
"""A side of a polygon: the corner where it begins, and where it leads from there, the inside to its right."""


@lru_cache(maxsize=1 << 12)
def sides(corners: Polygon) -> tuple[Side, ...]:
    turn = 1.0 if area2(corners) > 0 else -1.0
    found: list[Side] = []
    for i, (x, y) in enumerate(corners):
        px, py = corners[i - 1]
        found.append((px, py, (x - px) * turn, (y - py) * turn))
    return tuple(found)


def crossing(
    around: tuple[Side, ...], ax: float, ay: float, bx: float, by: float
) -> tuple[float, float] | None:
    """`through`, of the sides of a polygon."""
    low, high = 0.0, 1.0
    dx, dy = bx - ax, by - ay
    for px, py, ex, ey in around:
        start = ex * (ay - py) - ey * (ax - px)
        change = ex * dy - ey * dx
        if change > 0:
            met = -start / change
            if met > low:
                low = met
        elif change < 0:
            met = -start / change
            if met < high:
                high = met
        elif start < 0:
            return None
        if low >= high:
            return None
    return low, high


def area2(corners: Polygon) -> float:
    """Twice the signed area."""
    return sum(corners[i - 1][0] * y - x * corners[i - 1][1] for i, (x, y) in enumerate(corners))


def overlap(one: Polygon, other: Polygon) -> float:
    """How deep two convex polygons overlap, in mm; 0 or less if they are apart."""
    least = float("inf")
    for corners in (one, other):
        for i, (x, y) in enumerate(corners):
            px, py = corners[i - 1]
            nx, ny = y - py, px - x
            size = hypot(nx, ny)
            if size == 0:
                continue
            a = [(nx * qx + ny * qy) / size for qx, qy in one]
            b = [(nx * qx + ny * qy) / size for qx, qy in other]
            least = min(least, max(a) - min(b), max(b) - min(a))
            if least <= 0:
                return least
    return least


def to_line(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of a point from a line between two points."""
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    t = 0.0 if size == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / size))
    return hypot(px - ax - t * dx, py - ay - t * dy)


def inside(corners: Polygon, px: float, py: float) -> bool:
    return all(dx * (py - ay) - dy * (px - ax) >= 0 for ax, ay, dx, dy in sides(corners))


def to_rim(corners: Polygon, px: float, py: float) -> tuple[Spot, float]:
    """The spot of the rim of a polygon that is nearest to one inside it, and how deep that is."""
    deep, dx, dy = min(
        ((dx * (py - ay) - dy * (px - ax)) / size, dx / size, dy / size)
        for ax, ay, dx, dy in sides(corners)
        if (size := hypot(dx, dy))
    )
    return (px + dy * deep, py - dx * deep), deep


def from_point(corners: Polygon, px: float, py: float) -> float:
    """Distance of a point from a polygon; 0 inside."""
    if inside(corners, px, py):
        return 0.0
    least = float("inf")
    ax, ay = corners[-1]
    for bx, by in corners:
        away = to_line(px, py, ax, ay, bx, by)
        if away < least:
            least = away
        ax, ay = bx, by
    return least


@lru_cache(maxsize=1 << 14)
def distance(a: Body, b: Body) -> float:
    """Between hulls or bases, in mm; 0 if they overlap."""
    if a.kind == b.kind == "helicopter":
        return max(0.0, hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius)
    if a.kind == "helicopter" or b.kind == "helicopter":
        disc, hull = (a, b) if a.kind == "helicopter" else (b, a)
        return max(0.0, from_point(shape(hull), disc.x, disc.y) - disc.radius)
    one, other = shape(a), shape(b)
    if overlap(one, other) > 0:
        return 0.0
    return min(
        min(from_point(other, x, y) for x, y in one),
        min(from_point(one, x, y) for x, y in other),
    )


def within(a: Body, b: Body, reach: float) -> bool:
    """Whether they are no farther apart than reach mm: measured exactly only where their middles do not tell."""
    apart = hypot(a.x - b.x, a.y - b.y) - reach
    if apart > a.outer + b.outer:
        return False
    if apart < min(a.length, a.width) / 2 + min(b.length, b.width) / 2 - 1e-6:
        return True
    return distance(a, b) <= reach


def distance_to_point(body: Body, x: int, y: int) -> float:
    """Between a hull or base and a point, in mm."""
    if body.kind == "helicopter":
        return max(0.0, hypot(body.x - x, body.y - y) - body.radius)
    return from_point(shape(body), x, y)
