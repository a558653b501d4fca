"""What a model sees of another (p12 to 18): line of sight, arc, cover, close range, side shot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from campaign.systems.tanks_modern_age.reach import Table
from campaign.systems.tanks_modern_age.shapes import (
    Arrow,
    Body,
    Polygon,
    Spot,
    abeam,
    ahead,
    clip,
    distance,
    inside,
    polygon,
    shape,
    shapely,
    through,
)
from campaign.systems.tanks_modern_age.state import Sight

LEAST = 0.5
"""What a line has to run through something (mm) to be stopped by it; less is touching."""
SEEN = 1.0
"""What has to be visible of a target, in square millimetres."""


def sight(
    table: Table,
    shooter: Body,
    target: Body,
    others: Sequence[Body],
    arrow: Arrow,
    *,
    forward: bool = False,
    through_tanks: bool = False,
    eye: Body | None = None,
) -> Sight:
    """Everything that geometry says of a shot. others: all other models; eye: the model that looks for the shooter."""
    looker = eye or shooter
    start = source(looker, forward and eye is None)
    blockers = list(_blockers(table, looker, others, target, through_tanks))
    seen, why = True, ""
    if not target.high and not (looker.kind == "helicopter" and looker.high):
        why = _blocked(start, target, blockers)
    if not why and forward and not in_arc(shooter, target):
        why = "it is outside the firing arc"
    if why:
        seen = False
    hidden = _hidden(start, looker, target, blockers)
    cover = hidden >= 2 if target.kind == "tank" else hidden >= 1
    close = distance(shooter, target) <= arrow.total
    return Sight(seen, cover, close, side_shot(shooter, target), why, hidden)


def source(body: Body, forward: bool) -> Spot:
    """From where it looks: the middle of the turret, of the hull's front edge (Forward Firing), or the stem."""
    if body.kind == "tank" and forward:
        dx, dy = ahead(body.heading)
        return body.x + dx * body.length / 2, body.y + dy * body.length / 2
    return body.x, body.y


class Blocker:
    """Something that stops or conceals lines. wood: only lines that leave it again are stopped."""

    __slots__ = ("corners", "name", "wood")

    def __init__(self, name: str, corners: Polygon, wood: bool = False) -> None:
        self.name, self.corners, self.wood = name, corners, wood


def _blockers(
    table: Table, looker: Body, others: Sequence[Body], target: Body, through_tanks: bool
) -> Iterator[Blocker]:
    for ground in table.terrain:
        yield Blocker(ground.name, table.shapes[ground.id], ground.kind == "forest")
    for other in others:
        if other.kind != "tank" or other.id in (looker.id, target.id):
            continue
        if (looker.kind == "tank" and not through_tanks) or (looker.kind == "helicopter" and other.destroyed):
            yield Blocker(other.id, shape(other))


def _blocked(start: Spot, target: Body, blockers: Sequence[Blocker]) -> str:
    """What hides the whole of a target, or ""."""
    corners = shape(target)
    if inside(corners, *start):
        return ""
    near = _between(start, target, corners, blockers)
    if not near:
        return ""
    left: Any = polygon(corners)
    names: list[str] = []
    for one in near:
        if inside(one.corners, *start):
            continue
        shade: Any = _shadow(start, one.corners)
        if one.wood:
            shade = shade.difference(polygon(one.corners))
        rest = left.difference(shade)
        if rest.area < left.area - 1e-6:
            names.append(one.name)
        left = rest
        if left.area <= SEEN:
            return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} in the way"
    return ""


def _between(start: Spot, target: Body, corners: Polygon, blockers: Sequence[Blocker]) -> Sequence[Blocker]:
    """Those that may reach between a point and a target: beyond none of the lines around what is between them."""
    sx, sy = start
    dx, dy = target.x - sx, target.y - sy
    seen = [
        (dx * (x - sx) + dy * (y - sy), dx * (y - sy) - dy * (x - sx), x - sx, y - sy) for x, y in corners
    ]
    if min(seen)[0] <= 0:
        return blockers
    farthest = max(seen)[0]
    _, _, lx, ly = min(seen, key=lambda c: c[1] / c[0])
    _, _, rx, ry = max(seen, key=lambda c: c[1] / c[0])
    found: list[Blocker] = []
    for one in blockers:
        spots = [(x - sx, y - sy) for x, y in one.corners]
        along = [dx * x + dy * y for x, y in spots]
        if (
            min(along) <= farthest
            and max(along) >= 0
            and any(lx * y - ly * x >= 0 for x, y in spots)
            and any(rx * y - ry * x <= 0 for x, y in spots)
        ):
            found.append(one)
    return found


def _shadow(start: Spot, corners: Polygon) -> Any:
    """Everything that a convex shape hides from a point, itself included."""
    sx, sy = start
    far: list[Spot] = []
    for x, y in corners:
        scale = 4000 / max(hypot(x - sx, y - sy), 1e-6)
        far.append((sx + (x - sx) * scale, sy + (y - sy) * scale))
    return shapely().MultiPoint([*corners, *far]).convex_hull


def _hidden(start: Spot, looker: Body, target: Body, blockers: Sequence[Blocker]) -> int:
    """How many corners of a hull cannot be drawn to clear of terrain (p15); of a helicopter, its stem."""
    points = shape(target) if target.kind == "tank" else ((float(target.x), float(target.y)),)
    return sum(not _clear(start, looker, x, y, blockers) for x, y in points)


def _clear(start: Spot, looker: Body, x: float, y: float, blockers: Sequence[Blocker]) -> bool:
    length = hypot(x - start[0], y - start[1])
    own = through(shape(looker), *start, x, y)
    under = own[1] if own is not None else 0.0
    for one in blockers:
        met = through(one.corners, *start, x, y)
        if met is None:
            continue
        low = max(met[0], under) if one.wood else met[0]
        if (met[1] - low) * length > LEAST:
            return False
    return True


def in_arc(shooter: Body, target: Body) -> bool:
    """Whether a Forward Firing model may shoot there (p13)."""
    dx, dy = ahead(shooter.heading)
    front = shooter.length / 2 if shooter.kind == "tank" else 0.0
    line = dx * shooter.x + dy * shooter.y + front
    corners = shape(target)
    if shooter.kind == "tank" and target.kind == "helicopter":
        whole = dx * target.x + dy * target.y >= line - LEAST
    else:
        whole = all(dx * x + dy * y >= line - LEAST for x, y in corners)
    if whole or shooter.kind == "helicopter":
        return whole
    rx, ry = abeam(shooter.heading)
    middle, half = rx * shooter.x + ry * shooter.y, shooter.width / 2
    ahead_of = clip(clip(clip(corners, -dx, -dy, -line), rx, ry, middle + half), -rx, -ry, half - middle)
    return len(ahead_of) > 2 and polygon(ahead_of).area > SEEN


def side_shot(shooter: Body, target: Body) -> bool:
    """Whether any part of the shooter's hull, or its stem, is behind the front of the target (p17)."""
    dx, dy = ahead(target.heading)
    line = dx * target.x + dy * target.y + (target.length / 2 if target.kind == "tank" else 0.0)
    points = shape(shooter) if shooter.kind == "tank" else ((float(shooter.x), float(shooter.y)),)
    return any(dx * x + dy * y < line - LEAST for x, y in points)
