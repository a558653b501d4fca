"""Where models may go: p9 to p11, p20. None where a few millimetres decide, as models stand on whole ones."""

from __future__ import annotations

from typing import NamedTuple

from tests.second.tanks.effects import keywords, speed
from tests.second.tanks.plane import Shape, block, disc, gap, turned
from tests.second.tanks.table import ARROW, ARROW_TAIL, Model, Table

TOUCHES = {
    "front-left": (1, -1), "front": (1, 0), "front-right": (1, 1), "right": (0, 1), "rear-right": (-1, 1),
    "rear": (-1, 0), "rear-left": (-1, -1), "left": (0, -1),
}  # fmt: skip
"""Points of a hull: in half lengths ahead, in half widths to the right."""
TURNS = {"forward": 0, "right": 90, "reverse": 180, "left": 270}
SLACK = 4.0
"""How deep hulls may seem to overlap where they touch."""


class Drive(NamedTuple):
    """A tank's move: where the arrow is laid and points, how far along the hull ends, how it stands there."""

    bearing: int
    distance: int
    hull: str
    flush: str
    touch: str


class Flight(NamedTuple):
    bearing: int
    distance: int
    heading: int
    high: bool


def may_drive(table: Table, model: Model, move: Drive) -> bool | None:
    """p9, p10."""
    if model.moves >= speed(table, model) or not _least(table) <= move.distance <= ARROW_TAIL:
        return False
    touch = _touch(model, move)
    if touch is None:
        return None
    at = turned(model.at, model.heading, touch[0] * model.length / 2, touch[1] * model.width / 2)
    along, across = model.length, model.width
    if move.hull in ("right", "left"):
        along, across = across, along
    beside = across / 2 * (1 if move.flush == "right" else -1)
    middle = turned(at, move.bearing, move.distance - along / 2, beside)
    end = block(middle, (move.bearing + TURNS[move.hull]) % 360, model.length, model.width)
    lane = (
        block(turned(at, move.bearing, move.distance / 2, beside), move.bearing, move.distance, across)
        if move.distance
        else end
    )
    verdicts = [_on_table(end), _on_table(lane)]
    stops = [ground.shape for ground in table.terrain if ground.kind == "building"]
    for other in table.models.values():
        if other is model or not other.there:
            continue
        if other.tank and (other.out or not table.readings["tanks_pass_tanks"]):
            stops.append(other.shape)
        else:
            verdicts.append(_free(end, other.shape))
    for shape in stops:
        verdicts.append(_free(end, shape))
        verdicts.append(_free(lane, shape))
    if "Wheeled" in keywords(table, model) and any(
        gap(one, ground.shape) < SLACK for ground in table.terrain for one in (lane, end, model.shape)
    ):
        return None if model.moves and False not in verdicts else _all(verdicts)
    return _all(verdicts)


def may_fly(table: Table, model: Model, move: Flight) -> bool | None:
    """p9, p10."""
    if model.moves >= speed(table, model) or not _least(table) <= move.distance <= ARROW + model.length:
        return False
    if move.high != model.high and model.elevated:
        return False
    stays = not move.distance and (move.high == model.high or not table.readings["rising_is_moving"])
    if stays and not model.moves and "Predator" in keywords(table, model):  # p20: it must move
        return False
    end = turned(model.at, move.bearing, move.distance, 0)
    base = disc(end, model.length / 2)
    verdicts = [_on_table(base)]
    middle = turned(model.at, move.bearing, move.distance / 2, 0)
    lane = block(middle, move.bearing, move.distance, model.length) if move.distance else base
    for ground in table.terrain:
        if not move.high:
            verdicts += [_free(base, ground.shape), _free(lane, ground.shape)]
            if gap(model.shape, ground.shape) < SLACK:  # it comes down from above that: untold
                verdicts.append(None)
    for other in table.models.values():
        if other is model or not other.there:
            continue
        verdicts.append(_free(base, other.shape))
        if other.out and not move.high:
            verdicts.append(_free(lane, other.shape))
    return _all(verdicts)


def may_lie(table: Table, shape: Shape) -> bool | None:
    """p8: terrain lies an arrow from the edges and from other terrain."""
    near = min(min(x, 900 - x, y, 900 - y) for x, y in shape)
    apart = [near, *(gap(shape, other.shape) for other in table.terrain)]
    return _all([None if abs(one - ARROW) < SLACK else one > ARROW for one in apart])


def may_stand(table: Table, model: Model, edge: str, reach: int, high: bool) -> bool | None:
    """p8: deployed so far from its edge: the whole hull of a tank; of a helicopter that its base touches the arrow."""
    far = {
        "north": lambda x, y: y, "south": lambda x, y: 900 - y, "west": lambda x, y: x, "east": lambda x, y: 900 - x
    }[edge]  # fmt: skip
    shape = model.shape
    out = (
        max(far(x, y) for x, y in shape) - reach if model.tank else far(*model.at) - model.length / 2 - ARROW
    )
    verdicts = [_on_table(shape), None if abs(out) < SLACK else out < 0]
    for ground in table.terrain:
        if not high and (ground.kind == "building" or not model.tank):
            verdicts.append(_free(shape, ground.shape))
    verdicts += [_free(shape, one.shape) for one in table.models.values() if one.id != model.id and one.there]
    return False if high and model.tank else _all(verdicts)


def _least(table: Table) -> int:
    return int(str(table.readings["least_move"]))


def _all(verdicts: list[bool | None]) -> bool | None:
    return False if False in verdicts else None if None in verdicts else True


def _free(one: Shape, other: Shape) -> bool | None:
    between = gap(one, other)
    return True if between >= 0.1 else None if between > -SLACK else False


def _on_table(shape: Shape) -> bool | None:
    out = max(max(-x, x - 900, -y, y - 900) for x, y in shape)
    return True if out < -0.1 else None if out < SLACK else False


def _touch(model: Model, move: Drive) -> tuple[int, int] | None:
    """The corner that leads farthest, unless a point is named."""
    if move.touch:
        return TOUCHES[move.touch]
    ahead = {
        (a, b): sum(x * y for x, y in zip(
            turned((0, 0), model.heading, a * model.length / 2, b * model.width / 2),
            turned((0, 0), move.bearing, 1, 0), strict=True))
        for a in (-1, 1) for b in (-1, 1)
    }  # fmt: skip
    best = sorted(ahead, key=lambda one: -ahead[one])
    return best[0] if ahead[best[0]] - ahead[best[1]] > 0.5 else None
