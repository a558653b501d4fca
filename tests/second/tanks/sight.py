"""Who sees whom, and how: line of sight, arcs of fire, cover, close range, side shots (p12 to p17)."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, sin
from typing import NamedTuple

from tests.second.tanks.plane import (
    HAIR,
    ROUNDED,
    Shape,
    Spot,
    ahead_of,
    angles,
    below,
    met,
    seen_from,
    turned,
)
from tests.second.tanks.table import ARROW, Model, Table


class Sight(NamedTuple):
    """Each None where it hangs by a hair."""

    seen: bool | None
    arc: bool | None
    cover: bool | None
    close: bool | None
    side: bool | None


def look(table: Table, one: Model, other: Model, forward: bool, through_tanks: bool) -> Sight:
    """forward: it fires forward only; through_tanks: Artillery."""
    source = turned(one.at, one.heading, one.length / 2, 0) if forward and one.tank else one.at
    return Sight(
        _seen(table, one, other, source, through_tanks),
        _arc(one, other, forward or not one.tank),
        _cover(table, one, other, source, through_tanks),
        below(table.apart(one, other), ARROW),
        _side(one, other),
    )


def _solid(table: Table, one: Model, other: Model, through_tanks: bool) -> list[Shape]:
    """What no line goes through: buildings and tanks (p12, p14, p19). Living tanks stop only tanks that look."""
    found = [ground.shape for ground in table.terrain if ground.kind == "building"]
    if through_tanks:
        return found
    for tank in table.models.values():
        if not tank.tank or not tank.there or tank in (one, other):
            continue
        if tank.out == "destroyed" or one.tank:
            found.append(tank.shape)
    return found


def _forests(table: Table) -> list[Shape]:
    return [ground.shape for ground in table.terrain if ground.kind == "forest"]


def _seen(table: Table, one: Model, other: Model, source: Spot, through_tanks: bool) -> bool | None:
    if (not one.tank and one.high) or (not other.tank and other.high):
        return True
    solid, forests = _solid(table, one, other, through_tanks), _forests(table)
    target = other.shape
    sure, maybe = 0.0, 0.0
    rims = angles(source, target, [*solid, *forests, one.shape])
    for low, high in pairwise(rims):
        way = (cos((low + high) / 2), sin((low + high) / 2))
        here = met(target, source, way)
        if here is None:
            continue
        woods = [at for shape in forests if (at := met(shape, source, way)) is not None and at[0] > 0]
        far = min(
            [here[1], *(at[1] for at in woods if at[1] > here[0])]
        )  # of the target, what stands in them is seen
        size = (far**2 - here[0] ** 2) * (high - low) / 2
        if any((at := met(shape, source, way)) is not None and at[0] < here[0] - HAIR for shape in solid):
            continue
        own = met(one.shape, source, way)
        under = own[1] if own is not None else 0.0
        hides = [_crossed(shape, source, way, here[0], 0.0) for shape in forests]
        if not any(hides):
            sure += size
        if not any(_crossed(shape, source, way, here[0], under) for shape in forests):
            maybe += size
    return None if (0 < sure < 2 or (sure == 0 and maybe > 0)) else sure > 0


def _crossed(shape: Shape, source: Spot, way: Spot, far: float, under: float) -> bool:
    """Whether a line goes through a forest from side to side before it comes so far, but for what lies under."""
    at = met(shape, source, way)
    return at is not None and at[0] > 0 and at[1] < far - HAIR and at[1] > under


def _arc(one: Model, other: Model, forward: bool) -> bool | None:
    """p13."""
    if not forward:
        return True
    if not one.tank:  # the whole target before the middle of its base
        if not other.tank:
            return below(other.length / 2, seen_from(one.at, one.heading, other.at)[0])
        return below(0, min(seen_from(one.at, one.heading, spot)[0] for spot in other.shape))
    front = turned(one.at, one.heading, one.length / 2, 0)
    spots = other.shape if other.tank else (other.at,)
    whole = below(0, min(seen_from(front, one.heading, spot)[0] for spot in spots))
    if whole:
        return True
    part = ahead_of(front, one.heading, other.shape, one.width)
    return True if part else (None if whole is None or part is None else False)


def _side(one: Model, other: Model) -> bool | None:
    """p17, 6: whether any part of the shooter is behind the target's front."""
    spots = one.shape if one.tank else (one.at,)
    front = other.length / 2 if other.tank else 0.0
    return below(min(seen_from(other.at, other.heading, spot)[0] for spot in spots), front)


def _cover(table: Table, one: Model, other: Model, source: Spot, through_tanks: bool) -> bool | None:
    """p15: two of four corners hidden, or the stem."""
    looks_over = table.readings["high_looks_over"] if not one.tank and one.high else ""
    solid = _solid(table, one, other, through_tanks)
    if looks_over:  # wrecks block tanks and low fliers; buildings and forests as the reading has it
        solid = [ground.shape for ground in table.terrain if ground.kind == "building"]
        solid = solid if looks_over == "nothing" else []
    forests = [] if looks_over == "all" else _forests(table)
    spots = other.shape if other.tank else (other.at,)
    hidden = [_hidden(one, source, spot, solid, forests) for spot in spots]
    needed = 2 if other.tank else 1
    sure, perhaps = hidden.count(True), hidden.count(True) + hidden.count(None)
    return None if (sure >= needed) != (perhaps >= needed) else sure >= needed


def _hidden(one: Model, source: Spot, spot: Spot, solid: list[Shape], forests: list[Shape]) -> bool | None:
    far = hypot(spot[0] - source[0], spot[1] - source[1])
    if far == 0:
        return False
    way = ((spot[0] - source[0]) / far, (spot[1] - source[1]) / far)
    own = met(one.shape, source, way)
    under = own[1] if own is not None else 0.0
    longest = 0.0
    for shapes, start in ((solid, 0.0), (forests, under)):
        for shape in shapes:
            if (at := met(shape, source, way)) is not None:
                longest = max(longest, min(at[1], far) - max(at[0], start))
    return None if 0 < longest < ROUNDED else longest > 0
