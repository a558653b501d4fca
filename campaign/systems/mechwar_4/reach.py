"""Where a unit can go, by which way, and what each hex costs (8, 10.1, 10.14, 12, 17.11, 19.52)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.ground import Ground, halves
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Entry, Move, Unit
from campaign.systems.mechwar_4.units import Moves

Closed: TypeAlias = tuple[frozenset[Hex], frozenset[Hex], dict[Hex, int]]
"""Wrecks, heavy woods with an abatis, and what a column pays for a lane through mines."""


class Step(NamedTuple):
    """A hex that can be reached. cost: in halves from where the unit is; frm: the hex before it, "" for an entry."""

    cost: int
    frm: Hex
    overrun: bool = False


def joint(a: Hex, b: Hex) -> str:
    """A pair of neighbours as a word, in either order."""
    return f"{min(a, b)}-{max(a, b)}"


NONE: frozenset[Hex] = frozenset()
KEPT = 64
"""Spreads that are kept with the costs that they were found by."""
Spreads: TypeAlias = (
    "dict[tuple[tuple[tuple[Hex, int], ...], int, frozenset[Hex], frozenset[Hex]], dict[Hex, Step]]"
)


class Edges(dict[Hex, tuple[tuple[Hex, int], ...]]):
    """What it costs to go from each hex to its neighbours, worked out when a hex is first looked up."""

    def __init__(
        self, ground: Ground, moves: Moves, column: bool, broken: frozenset[str], built: frozenset[str], closed: Closed
    ) -> None:  # fmt: skip
        super().__init__()
        self._ground, self._column, self._broken, self._built = ground, column, broken, built
        self._moves: Moves = moves
        self._wrecks, self._barred, self._lanes = closed
        changed = {*self._wrecks, *self._barred, *self._lanes}
        near = {one for hex in changed for _, one in ground.around[hex]}
        self._changed = changed | near
        self._plain: Edges | None = None
        self.spreads: Spreads = {}
        if changed:
            self._plain = _edges(ground, moves, column, broken, built, NONE, NONE, NONE, 0)

    def __missing__(self, hex: Hex) -> tuple[tuple[Hex, int], ...]:
        if self._plain is not None and hex not in self._changed:
            self[hex] = plain = self._plain[hex]
            return plain
        found = [(to, self._cost(hex, to)) for _, to in self._ground.around[hex]]
        self[hex] = kept = tuple((to, cost) for to, cost in found if cost is not None)
        return kept

    def _cost(self, frm: Hex, to: Hex) -> int | None:
        ground, moves = self._ground, self._moves
        if moves not in ("foot", "helicopter") and to in self._barred:
            return None  # 19.612
        wrecked = (frm in self._wrecks or to in self._wrecks) and not ground.bridge(frm, to)  # 19.52
        pair = joint(frm, to)
        broken, built = pair in self._broken, pair in self._built
        cost = ground.by_way(moves, frm, to, self._column, broken, wrecked, built)
        if cost is not None and self._column and to in self._lanes and moves not in ("foot", "helicopter"):
            cost += self._lanes[to]  # 16.18
        return cost


@lru_cache(maxsize=64)
def _edges(
    ground: Ground, moves: Moves, column: bool, broken: frozenset[str], built: frozenset[str], wrecks: frozenset[Hex],
    barred: frozenset[Hex], lanes: frozenset[Hex], breach: int,
) -> Edges:  # fmt: skip
    return Edges(ground, moves, column, broken, built, (wrecks, barred, dict.fromkeys(lanes, breach)))


def edges(play: Play, unit: Unit) -> Edges:
    """What a unit pays now: by the best way from hex to hex (10.11, 10.14, 8.1)."""
    game, ground = play.state, play.ground
    return _edges(
        ground,
        play.type_of(unit).moves,
        unit.column,
        frozenset(game.broken_bridges),
        frozenset(game.built_bridges),
        frozenset(game.wrecks),
        frozenset(hex for hex in game.abatis if ground.terrain[hex].woods == "heavy"),
        frozenset(one.hex for one in game.mines if one.breached),
        halves(play.charts.efforts.breach),
    )


def step_cost(play: Play, unit: Unit, frm: Hex, to: Hex) -> int | None:
    """Halves of points into the next hex (10.11); None if it cannot be entered so."""
    return next((cost for hex, cost in edges(play, unit)[frm] if hex == to), None)


def stops(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether what lies in a hex stops a unit that knows of it (19.612)."""
    foot = play.type_of(unit).moves in ("foot", "helicopter")
    return hex in play.state.abatis and not foot


def hostile(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit that enters has to fight there (8.25, 12, 17.12, 19.624)."""
    if play.type_of(unit).moves == "helicopter":
        return False
    there = play.enemies_in(hex, unit.side)
    if play.type_of(unit).moves == "foot":
        return bool(there)
    return any(play.type_of(one).moves != "motorcycle" or not one.seen for one in there)


def ways(play: Play, unit: Unit, move: Move) -> dict[Hex, Step]:
    """Every hex that the rest of the move reaches, with those where it may not end; not to be changed."""
    if move.stopped or not mobile(play, unit):
        return {}
    if unit.hex:
        starts = ((unit.hex, 0),)
    else:
        starts = tuple((hex, cost) for hex, cost in entrances(play, unit).items() if cost <= move.left)
    enemies = {one.hex for one in play.state.units.values() if one.side != unit.side and one.hex}
    foes = frozenset(hex for hex in enemies if hostile(play, unit, hex))
    halts = frozenset(hex for hex in play.state.abatis if stops(play, unit, hex)) - {unit.hex}
    costs = edges(play, unit)
    key = starts, move.left, foes, halts
    found = costs.spreads.get(key)
    if found is None:
        if len(costs.spreads) >= KEPT:
            costs.spreads.clear()
        found = costs.spreads[key] = _spread(costs, *key)
    return found


def _spread(
    costs: Edges, starts: tuple[tuple[Hex, int], ...], left: int, foes: frozenset[Hex], halts: frozenset[Hex]
) -> dict[Hex, Step]:
    """Every hex that so many halves of points reach from some, the nearest first; nobody goes through foes or halts."""
    found: dict[Hex, Step] = {}
    queue: list[list[Hex]] = [[] for _ in range(left + 1)]
    for hex, cost in starts:
        found[hex] = Step(cost, "")
        queue[cost].append(hex)
    for cost, some in enumerate(queue):
        for hex in some:
            if found[hex].cost < cost or hex in foes or hex in halts:
                continue
            for to, each in costs[hex]:
                total = cost + each
                if total > left:
                    continue
                before = found.get(to)
                if before is None or total < before.cost:
                    found[to] = Step(total, hex, to in foes)
                    queue[total].append(to)
    for hex, cost in starts:
        if not cost:
            del found[hex]
    return found


def may_step(play: Play, unit: Unit, move: Move) -> bool:
    """Whether a unit that is not stopped has the points for any next hex."""
    if not unit.hex:
        return any(cost <= move.left for cost in entrances(play, unit).values())
    return any(cost <= move.left for _, cost in edges(play, unit)[unit.hex])


def goals(play: Play, unit: Unit, steps: dict[Hex, Step]) -> list[Hex]:
    """Of the hexes that a move reaches, those at which it may aim: with room, or to overrun (8.5, 12)."""
    taken = {one.hex for one in play.state.units.values() if one.hex and one.side == unit.side}
    if play.type_of(unit).moves == "helicopter":
        taken = {one.hex for one in play.state.units.values() if one.hex}
    full = {hex for hex in taken if play.crowded(unit, hex)}
    return [hex for hex, one in steps.items() if one.overrun or hex not in full]


def may_stop(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether a unit may end its move in a hex (8.25, 8.5)."""
    return not play.in_hex(hex) or (not hostile(play, unit, hex) and not play.crowded(unit, hex))


def path(steps: dict[Hex, Step], to: Hex) -> list[Hex]:
    """The hexes on the way, the last one included."""
    found = [to]
    while steps[found[-1]].frm in steps:
        found.append(steps[found[-1]].frm)
    return found[::-1]


def mobile(play: Play, unit: Unit) -> bool:
    """Whether nothing keeps a unit where it is: panic, or suppression of soft targets (13.1, 7.6)."""
    return not unit.panicked and not (unit.suppression and play.type_of(unit).target == "soft")


# -- entry (20.6) ----------------------------------------------------------------------------------------------


def entry_of(play: Play, unit: Unit) -> Entry | None:
    return next((one for one in play.state.entries if one.id == unit.entry), None)


def next_in_column(play: Play, unit: Unit) -> bool:
    """20.63: nobody of its column is before it who has still to come, unless he cannot move this turn."""
    entry = entry_of(play, unit)
    if entry is None or not entry.column:
        return True
    return not any(
        one.entry == unit.entry and one.place < unit.place and not one.out and not one.aboard and not one.moved
        and not one.panicked
        for one in play.state.units.values()
    )  # fmt: skip


def entrances(play: Play, unit: Unit) -> dict[Hex, int]:
    """Where a unit may come onto the map now, and what it costs from its place in the queue (20.62, 20.66, 20.68)."""
    entry = entry_of(play, unit)
    if entry is None or entry.turn > play.state.turn or not next_in_column(play, unit):
        return {}
    found: dict[Hex, int] = {}
    for hex in entry.hexes:
        free = hex if not play.enemies_in(hex, unit.side) else nearest_free(play, unit, hex)
        cost = None if free is None else entry_cost(play, unit, free)
        if free is not None and cost is not None:
            found[free] = cost + queued(play, unit, hex) * waiting_cost(play, unit, hex)
    return found


def queued(play: Play, unit: Unit, hex: Hex) -> int:
    """How many have come through this hex before it this turn."""
    return play.state.entered.get(hex, 0)


def by_road(play: Play, unit: Unit, hex: Hex) -> bool:
    """Whether it comes by a road that leads to the rim (20.61)."""
    moves = play.type_of(unit).moves
    return moves not in ("foot", "helicopter") and any(
        play.ground.road(hex, other) for _, other in play.ground.around[hex]
    )


def entry_cost(play: Play, unit: Unit, hex: Hex) -> int | None:
    """Of the hex itself: by road where one leads to it (20.61); None if the unit cannot stand there."""
    row, terrain = play.type_of(unit), play.ground.terrain[hex]
    if row.moves == "helicopter":
        return 2
    if by_road(play, unit, hex) and hex not in play.state.wrecks:
        return halves(play.charts.ways.road)
    cost = terrain.foot if row.moves == "foot" else terrain.truck if row.moves == "truck" else terrain.vehicle
    return None if cost == "no" else halves(cost)


def waiting_cost(play: Play, unit: Unit, hex: Hex) -> int:
    """Of each hypothetical hex before the entry: road, or clear terrain (20.62)."""
    if by_road(play, unit, hex):
        return halves(play.charts.ways.road)
    clear = play.charts.terrain["clear"]
    row = play.type_of(unit)
    cost = clear.foot if row.moves == "foot" else clear.truck if row.moves == "truck" else clear.vehicle
    return 2 if row.moves == "helicopter" or cost == "no" else halves(cost)


def nearest_free(play: Play, unit: Unit, hex: Hex) -> Hex | None:
    """20.68: the nearest hex of the rim without enemies."""
    board = play.board
    rim = [one for one in board.hexes if None in board.neighbours[one] and play.standable(unit, one)]
    return min(rim, key=lambda one: (board.distance(one, hex), one), default=None)
