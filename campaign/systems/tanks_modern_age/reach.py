"""How far a model can move (p9 to 11), and where it may stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor, hypot
from typing import Any, Literal

from campaign.systems.tanks_modern_age.charts import Terrain
from campaign.systems.tanks_modern_age.shapes import (
    ROUNDING,
    Arrow,
    Body,
    Polygon,
    Spot,
    abeam,
    ahead,
    clip,
    from_point,
    ground_shape,
    overlap,
    polygon,
    shape,
    shapely,
    to_line,
)
from campaign.systems.tanks_modern_age.state import Edge, Ground, Kind

Hull = Literal["forward", "right", "reverse", "left"]
TURNS: dict[str, int] = {"forward": 0, "right": 90, "reverse": 180, "left": 270}
BESIDE = 1.5
"""What reaches less far (mm) into the lane of a move does not stop it: rounding to whole millimetres."""
OVER = 1.25
"""What may stand over the edge of the table (mm): rounding, after moves that kept to what stood there."""
Interval = tuple[int, int]


class Table:
    """The table with its terrain, prepared once (p10 impassable).

    closed: what is impassable for tanks, and for low helicopters (p10); rough: what tanks drive through. concealing:
    what lines go into, but not right through (p14); through all else they do not go at all.
    """

    def __init__(
        self, width: int, height: int, terrain: Sequence[Ground], kinds: Mapping[str, Terrain]
    ) -> None:
        self.width, self.height = width, height
        self.terrain = tuple(terrain)
        self.shapes: dict[str, Polygon] = {one.id: ground_shape(one) for one in terrain}
        self.closed: dict[Kind, tuple[Ground, ...]] = {
            kind: tuple(one for one in terrain if kind in kinds[one.kind].impassable)
            for kind in ("tank", "helicopter")
        }
        self.rough = tuple(one for one in terrain if one not in self.closed["tank"])
        self.concealing = tuple(one for one in terrain if kinds[one.kind].sight == "conceals")


class Way:
    """The distances (mm) that a model may move along a line, in whole millimetres, and where each leads (p11 on the
    way).

    allowed: intervals, both ends included. stops: what forbids more or less, as (lowest, highest forbidden, what).
    """

    def __init__(
        self,
        longest: int,
        stops: list[tuple[float, float, str]],
        end: Callable[[int], tuple[int, int, int, bool]],
        start: Spot,
        bearing: int,
    ) -> None:
        self.longest, self.stops, self.end, self.start, self.bearing = longest, stops, end, start, bearing
        self.allowed = _without(longest, stops)

    def limit(self, wanted: int) -> str:
        """Why a distance is not allowed."""
        if wanted > self.longest:
            return f"the arrow leads no farther than {self.longest} mm"
        met = [(low, what) for low, high, what in self.stops if low < wanted < high]
        if not met:
            return "there is no room"
        low, what = min(met)
        return f"{what} is in the way after {max(0, floor(low))} mm" if low >= 0 else f"{what} is in the way"


def _too_short(least: int) -> list[tuple[float, float, str]]:
    """What forbids moves of less than that, in mm."""
    return [(-1.0, float(least), f"a move leads {least} mm at least, so what is nearer")] if least else []


def _without(longest: int, stops: list[tuple[float, float, str]]) -> tuple[Interval, ...]:
    """0 to longest without the open intervals that are forbidden."""
    found: list[Interval] = []
    low = 0
    for start, end, _ in sorted(stops):
        if end <= low:
            continue
        high = min(floor(start), longest)
        if high >= low:
            found.append((low, high))
        low = max(low, ceil(end)) if end < longest + 1 else longest + 1
    if low <= longest:
        found.append((low, longest))
    return tuple(found)


# -- tanks -----------------------------------------------------------------------------------------------------


def touch_point(body: Body, bearing: int, flush: str, touch: str) -> Spot:
    """Where the back of the arrow is laid to the hull (p9); "" is the corner that leads farthest."""
    corners = shape(body)
    names = {"front-left": 0, "front-right": 1, "rear-right": 2, "rear-left": 3}
    middles = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}
    if touch in names:
        return corners[names[touch]]
    if touch in middles:
        (ax, ay), (bx, by) = (corners[i] for i in middles[touch])
        return (ax + bx) / 2, (ay + by) / 2
    (dx, dy), (rx, ry) = ahead(bearing), abeam(bearing)
    away = -1 if flush == "right" else 1
    return max(corners, key=lambda c: (round(c[0] * dx + c[1] * dy, 3), away * (c[0] * rx + c[1] * ry)))


def tank_way(
    table: Table,
    body: Body,
    others: Sequence[Body],
    arrow: Arrow,
    bearing: int,
    hull: str,
    flush: str,
    touch: str,
    *,
    least: int = 0,
    passing: bool = False,
) -> Way:
    """A tank's move along the tail: its leading edge ends `least` to tail mm from where the arrow is laid to it (p9
    tanks, p9 table's edge, p9 bases).

    passing: other tanks that are not destroyed may be passed, but not stood on.
    """
    (dx, dy), (rx, ry) = ahead(bearing), abeam(bearing)
    tx, ty = touch_point(body, bearing, flush, touch)
    length, width = (body.length, body.width) if hull in ("forward", "reverse") else (body.width, body.length)
    side = 1 if flush == "right" else -1
    low, high = sorted((0, side * width))
    stops: list[tuple[float, float, str]] = _too_short(least)

    def span(one: Ground | Body, corners: Polygon) -> tuple[float, float] | None:
        """Where along the arrow something reaches into the lane."""
        across, around = rx * (one.x - tx) + ry * (one.y - ty), hypot(one.length, one.width) / 2 + BESIDE + 1
        if across - around > high or across + around < low:
            return None
        near = clip(corners, rx, ry, rx * tx + ry * ty + high - BESIDE)
        near = clip(near, -rx, -ry, -(rx * tx + ry * ty) - low - BESIDE)
        if not near:
            return None
        along = [dx * (x - tx) + dy * (y - ty) for x, y in near]
        return min(along) + 0.5, max(along) - 0.5

    def solid(one: Ground | Body, corners: Polygon, what: str) -> None:
        found = span(one, corners)
        if found is None or found[0] >= found[1] or found[0] >= arrow.tail:
            return
        start, end = found
        if start >= 0:
            stops.append((start, arrow.tail + 1.0, what))
        elif end <= 0:
            stops.append((-1.0, length + end, what))
        else:
            stops.append((-1.0, arrow.tail + 1.0, what))

    for ground in table.closed["tank"]:
        solid(ground, table.shapes[ground.id], ground.name)
    for other in others:
        if other.kind == "tank" and not (passing and not other.destroyed):
            solid(other, shape(other), other.id)
        else:
            found = span(other, shape(other))
            what = other.id if other.kind == "tank" else f"the base of {other.id}"
            if found is not None and found[0] < found[1]:
                stops.append((found[0], found[1] + length, what))
    sides = (low * rx, low * ry), (high * rx, high * ry)
    _edges(table, stops, shape(body), (tx, ty), (dx, dy), sides, arrow.tail, length)
    heading = (bearing + TURNS[hull]) % 360
    from_forest = any(touches(body, one, table.shapes[one.id], BESIDE) for one in table.rough)
    spans = [span(one, table.shapes[one.id]) for one in table.rough]
    woods = [found for found in spans if found is not None and found[0] < found[1]]

    def end(distance: int) -> tuple[int, int, int, bool]:
        along, across = distance - length / 2, side * width / 2
        back = min(0, distance - length)
        terrain = from_forest or any(start < distance and back < stop for start, stop in woods)
        return round(tx + dx * along + rx * across), round(ty + dy * along + ry * across), heading, terrain

    return Way(arrow.tail, stops, end, (tx, ty), bearing)


def _edges(
    table: Table,
    stops: list[tuple[float, float, str]],
    hull: Polygon,
    start: Spot,
    along: Spot,
    sides: tuple[Spot, ...],
    longest: int,
    length: float,
) -> None:
    """What the edges of the table forbid to a hull that slides from start."""
    for nx, ny, limit, name in (
        (-1, 0, 0, "west"), (1, 0, table.width, "east"), (0, -1, 0, "north"), (0, 1, table.height, "south")
    ):  # fmt: skip
        slope = nx * along[0] + ny * along[1]
        over = max(nx * x + ny * y for x, y in hull) - limit
        slack = max(0.25, min(0.75, over))  # what rounding put over the edge may drive along it
        for sx, sy in sides:
            room = limit + slack - nx * (start[0] + sx) - ny * (start[1] + sy)
            what = f"the {name} edge"
            if slope > 1e-9:
                if room < 0:
                    stops.append((-1.0, longest + 1.0, what))
                elif room / slope < longest:
                    stops.append((room / slope, longest + 1.0, what))
            elif slope < -1e-9:
                lowest = room / slope
                if lowest > 0:
                    stops.append((-1.0, longest + 1.0, what))
                elif lowest + length > 0:
                    stops.append((-1.0, length + lowest, what))
            elif room < 0:
                stops.append((-1.0, longest + 1.0, what))


# -- helicopters -----------------------------------------------------------------------------------------------


def fly_way(
    table: Table,
    body: Body,
    others: Sequence[Body],
    arrow: Arrow,
    bearing: int,
    high: bool,
    *,
    least: int = 0,
) -> Way:
    """A helicopter's move: its base ends touching the arrow, so its stem moves up to the arrow and its base (p9
    helicopters, p9 table's edge, p9 above tanks).
    """
    dx, dy = ahead(bearing)
    longest = arrow.total + body.length
    stops = _too_short(least)
    radius = body.radius

    def solid(one: Ground | Body, corners: Polygon, reach: float, passable: bool, what: str) -> None:
        away = to_line(one.x, one.y, body.x, body.y, body.x + dx * longest, body.y + dy * longest)
        if away > hypot(one.length, one.width) / 2 + radius + 1:
            return
        found = _over(body, (dx, dy), longest, corners, reach)
        if found is not None:
            low, high, leaving = found
            stops.append((low, high if passable or leaving else longest + 1.0, what))

    if not high:
        for ground in table.closed["helicopter"]:
            solid(ground, table.shapes[ground.id], radius - 0.5, False, ground.name)
    for other in others:
        if other.kind == "tank":
            solid(other, shape(other), radius, high or not other.destroyed, other.id)
        else:
            found = _past(body, other, (dx, dy), radius + other.radius - 0.5)
            if found:
                stops.append((*found, f"the base of {other.id}"))
    for position, step, limit, name in (
        (body.x, dx, table.width, "west or east"), (body.y, dy, table.height, "north or south")
    ):  # fmt: skip
        room = max(0.0, (limit - position if step > 0 else position) - radius + 0.5)
        if abs(step) > 1e-9 and room / abs(step) < longest:
            stops.append((room / abs(step), longest + 1.0, f"the {name} edge"))

    def end(distance: int) -> tuple[int, int, int, bool]:
        return round(body.x + dx * distance), round(body.y + dy * distance), body.heading, False

    return Way(longest, stops, end, (body.x, body.y), bearing)


@lru_cache(maxsize=4096)
def _grown(corners: Polygon, by: float) -> Any:
    return polygon(corners).buffer(by)


def _over(
    body: Body, along: Spot, longest: int, corners: Polygon, reach: float
) -> tuple[float, float, bool] | None:
    """From where to where on its way a base is closer than reach to something, and whether it only leaves it.

    What it touches already, by rounding or because it was there first, holds it neither here nor back.
    """
    end = body.x + along[0] * longest, body.y + along[1] * longest
    met = shapely().LineString([(body.x, body.y), end]).intersection(_grown(corners, reach))
    if met.is_empty:
        return None
    away = [hypot(x - body.x, y - body.y) for x, y in shapely().get_coordinates(met).tolist()]
    low, high = min(away) - 0.01, max(away) + 0.01
    gap = from_point(corners, body.x, body.y)
    if low > 0 and gap >= reach:
        return low, high, False
    if gap < body.radius - ROUNDING:
        return -1.0, high, False
    return 0.0, high, from_point(corners, body.x + along[0], body.y + along[1]) >= gap


def _past(body: Body, other: Body, along: Spot, reach: float) -> tuple[float, float] | None:
    """Where along its way a disc is closer than reach to another's middle."""
    ox, oy = other.x - body.x, other.y - body.y
    middle, off = ox * along[0] + oy * along[1], abs(ox * along[1] - oy * along[0])
    if off >= reach:
        return None
    half = (reach * reach - off * off) ** 0.5
    low = middle - half
    if low < 0 and hypot(ox, oy) >= reach - ROUNDING:
        low = 0.0  # it may stay where it is
    return (low, middle + half) if middle + half > 0 else None


# -- standing --------------------------------------------------------------------------------------------------


def touches(body: Body, one: Ground | Body, corners: Polygon, depth: float) -> bool:
    """Whether a model overlaps something by more than depth mm."""
    apart = hypot(body.x - one.x, body.y - one.y)
    if apart > body.outer + hypot(one.length, one.width) / 2:
        return False
    return overlap(shape(body), corners) > depth


def place_problem(table: Table, body: Body, others: Sequence[Body]) -> str:
    """ "" if the model may stand there; otherwise what is in the way."""
    corners = shape(body)
    if any(min(x, y, table.width - x, table.height - y) < -OVER - 1e-6 for x, y in corners):
        return "it would leave the table"
    for ground in () if body.high else table.closed[body.kind]:
        if touches(body, ground, table.shapes[ground.id], ROUNDING):
            return f"it would overlap {ground.name}"
    for other in others:
        if body.kind == other.kind == "tank":
            if touches(body, other, shape(other), ROUNDING):
                return f"it would overlap {other.id}"
        elif _stands_on(body, other):
            return f"it would stand on {other.id}"
    return ""


def _stands_on(one: Body, other: Body) -> bool:
    """Whether a base overlaps a hull or another base, by more than rounding does."""
    if one.kind == other.kind:
        return hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - ROUNDING
    disc, hull = (one, other) if one.kind == "helicopter" else (other, one)
    return from_point(shape(hull), disc.x, disc.y) < disc.radius - ROUNDING


def in_zone(table: Table, body: Body, edge: Edge, depth: int) -> bool:
    """Whether a whole hull, or any part of a base, is within depth mm of an edge."""
    if body.kind == "helicopter":
        away = {
            "north": body.y, "south": table.height - body.y, "west": body.x, "east": table.width - body.x
        }[edge]  # fmt: skip
        return away - body.radius <= depth
    corners = shape(body)
    match edge:
        case "north":
            return all(y <= depth + 1 for _, y in corners)
        case "south":
            return all(y >= table.height - depth - 1 for _, y in corners)
        case "west":
            return all(x <= depth + 1 for x, _ in corners)
        case "east":
            return all(x >= table.width - depth - 1 for x, _ in corners)


def concealed(table: Table, body: Body) -> bool:
    """Whether it stands, wholly or in part, in concealing terrain."""
    return any(touches(body, one, table.shapes[one.id], 0.5) for one in table.concealing)
