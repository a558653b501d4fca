"""What a model sees of another (p12 to 18): line of sight, arc, cover, close range, side shot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Any

from campaign.systems.tanks_modern_age.reach import Table
from campaign.systems.tanks_modern_age.shapes import (
    Arrow,
    Body,
    Polygon,
    Side,
    Spot,
    abeam,
    ahead,
    clip,
    crossing,
    inside,
    polygon,
    shape,
    shapely,
    sides,
    through,
    to_rim,
    within,
)
from campaign.systems.tanks_modern_age.state import Sight

LEAST = 0.5
"""What a line has to run through something (mm) to be stopped by it; less is touching."""
BY_FAR = 3.0
"""What passes something by so far (mm) is clear of it, whatever rounding does."""
ROUNDED = 1.0
"""So deep (mm) hulls that touch something may lie in it: places are whole millimetres."""
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
    over: tuple[str, ...] = (),
) -> Sight:
    """Everything that geometry says of a shot. others: all other models; eye: the model that looks for the shooter
    (p12 sight, p12 high, p14 blocking, p14 forests, p14 tanks, p15 cover of tanks, p15 cover of helicopters, p15
    from inside, p20 Artillery).

    over: kinds of terrain that a high-flying helicopter looks over.
    """
    looker = eye or shooter
    start = source(looker, forward and eye is None)
    blockers = _between(start, target, list(_blockers(table, looker, others, target, through_tanks, over)))
    points = shape(target) if target.kind == "tank" else ((float(target.x), float(target.y)),)
    doubtful = [point for point in points if not _clear_at_a_glance(start, *point, blockers)]
    seen, why = True, ""
    above = target.high or (looker.kind == "helicopter" and looker.high)
    if not above and len(doubtful) == len(points):
        why = _blocked(start, target, blockers)
    if not why and forward and not in_arc(shooter, target):
        why = "it is outside the firing arc"
    if why:
        seen = False
    hidden = sum(not _clear(start, looker, x, y, blockers) for x, y in doubtful)
    cover = hidden >= 2 if target.kind == "tank" else hidden >= 1
    close = within(shooter, target, arrow.total)
    return Sight(seen, cover, close, side_shot(shooter, target), why, hidden)


def source(body: Body, forward: bool) -> Spot:
    """From where it looks: the middle of the turret, of the hull's front edge (Forward Firing), or the stem (p12
    Forward Firing).
    """
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
    table: Table,
    looker: Body,
    others: Sequence[Body],
    target: Body,
    through_tanks: bool,
    over: tuple[str, ...],
) -> Iterator[Blocker]:
    """Terrain; for tanks other tanks; for tanks and low fliers wrecks (p14, p19)."""
    for ground in table.terrain:
        if not (looker.high and ground.kind in over):
            yield Blocker(ground.name, table.shapes[ground.id], ground in table.concealing)
    for other in others:
        if other.kind != "tank" or other.id in (looker.id, target.id):
            continue
        low_flier = looker.kind == "helicopter" and not looker.high
        if (looker.kind == "tank" and not through_tanks) or (low_flier and other.destroyed):
            yield Blocker(other.id, shape(other))


def _blocked(start: Spot, target: Body, blockers: Sequence[Blocker]) -> str:
    """What hides the whole of a target, or ""."""
    corners = shape(target)
    if inside(corners, *start) or not blockers:
        return ""
    left: Any = polygon(corners)
    names: list[str] = []
    for one in blockers:
        eye = start
        if inside(one.corners, *start):
            at, deep = to_rim(one.corners, *start)
            if one.wood or deep > ROUNDED:
                continue
            eye = at  # a hull that touches it with its front edge looks into it, and not out of it
        if not one.wood and all(through(one.corners, *eye, x, y) is not None for x, y in corners):
            names.append(one.name)  # all of it is behind that alone
            return _in_the_way(names)
        rest = left.difference(_shadow(eye, one.corners, one.wood))
        if rest.area < left.area - 1e-6:
            names.append(one.name)
        left = rest
        if left.area <= SEEN:
            return _in_the_way(names)
    return ""


def _in_the_way(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} in the way"


def _between(start: Spot, target: Body, blockers: Sequence[Blocker]) -> Sequence[Blocker]:
    """Those that may reach between a point and a target: beyond none of the lines around what is between them."""
    sx, sy = start
    dx, dy = target.x - sx, target.y - sy
    seen = [
        (dx * (x - sx) + dy * (y - sy), dx * (y - sy) - dy * (x - sx), x - sx, y - sy)
        for x, y in shape(target)
    ]
    if min(seen)[0] <= 0:
        return blockers
    farthest = max(seen)[0]
    _, _, lx, ly = min(seen, key=lambda c: c[1] / c[0])
    _, _, rx, ry = max(seen, key=lambda c: c[1] / c[0])
    found: list[Blocker] = []
    for one in blockers:
        before = after = left = right = False
        for x, y in one.corners:
            x, y = x - sx, y - sy
            along = dx * x + dy * y
            before = before or along <= farthest
            after = after or along >= 0
            left = left or lx * y - ly * x >= 0
            right = right or rx * y - ry * x <= 0
        if before and after and left and right:
            found.append(one)
    return found


@lru_cache(maxsize=1 << 12)
def _shadow(start: Spot, corners: Polygon, wood: bool) -> Any:
    """Everything that a convex shape hides from a point, itself included unless it is a wood."""
    sx, sy = start
    far: list[Spot] = []
    for x, y in corners:
        scale = 4000 / max(hypot(x - sx, y - sy), 1e-6)
        far.append((sx + (x - sx) * scale, sy + (y - sy) * scale))
    shade = shapely().multipoints([*corners, *far]).convex_hull
    return shade.difference(polygon(corners)) if wood else shade


def _clear_at_a_glance(start: Spot, x: float, y: float, blockers: Sequence[Blocker]) -> bool:
    """Whether a line passes everything by so far that what lies around its end, more than `SEEN`, is visible too."""
    return all(crossing(_wide(one.corners), *start, x, y) is None for one in blockers)


@lru_cache(maxsize=1 << 12)
def _wide(corners: Polygon) -> tuple[Side, ...]:
    """The sides of a polygon moved outward by `BY_FAR`."""
    found: list[Side] = []
    for px, py, ex, ey in sides(corners):
        size = hypot(ex, ey) or 1.0
        found.append((px + ey / size * BY_FAR, py - ex / size * BY_FAR, ex, ey))
    return tuple(found)


def _clear(start: Spot, looker: Body, x: float, y: float, blockers: Sequence[Blocker]) -> bool:
    """Whether a line can be drawn to a corner of a hull, or to a stem, clear of terrain (p15)."""
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
    """Whether a Forward Firing model may shoot there (p13 arc of tanks, p13 arc of helicopters)."""
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
    """Whether any part of the shooter's hull, or its stem, is behind the front of the target (p17 side shot)."""
    dx, dy = ahead(target.heading)
    line = dx * target.x + dy * target.y + (target.length / 2 if target.kind == "tank" else 0.0)
    if shooter.kind == "helicopter":
        return dx * shooter.x + dy * shooter.y < line - LEAST
    return min([dx * x + dy * y for x, y in shape(shooter)]) < line - LEAST
