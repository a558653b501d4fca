"""How far the points of a move go: a plain search of the cheapest ways, over costs that are kept for a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.ground import Ground, joint
from campaign.systems.mechwar_4.units import Moves

Closed: TypeAlias = tuple[frozenset[Hex], frozenset[Hex], dict[Hex, int]]
"""Wrecks, heavy woods with an abatis, and what a column pays for a lane through mines."""
Starts: TypeAlias = tuple[tuple[Hex, int], ...]
"""Hexes from which a move goes on, with what each has cost."""
NONE: frozenset[Hex] = frozenset()
KEPT = 64
"""Reaches that are kept with the costs that they were found by."""


class Costed:
    """Hexes by what each costs in halves of points, the nearest first, then by their numbers.

    near: whether some are there without a search, which is put off until more is asked.
    """

    __slots__ = ("_costs", "_listed", "ground", "near")

    def __init__(self, ground: Ground, near: int) -> None:
        self.ground, self.near = ground, near
        self._costs: dict[Hex, int] | None = None
        self._listed: list[tuple[Hex, int]] | None = None

    @property
    def costs(self) -> dict[Hex, int]:
        if self._costs is None:
            self._costs = self._search()
        return self._costs

    @property
    def listed(self) -> list[tuple[Hex, int]]:
        """In order."""
        if self._listed is None:
            number = self.ground.number
            self._listed = sorted(self.costs.items(), key=lambda one: (one[1], number[one[0]]))
        return self._listed

    def _search(self) -> dict[Hex, int]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return bool(self.near) or bool(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def __contains__(self, hex: Hex) -> bool:
        return hex in self.costs

    def cost(self, hex: Hex) -> int | None:
        """None for a hex that is not among them."""
        return self.costs.get(hex)

    def __iter__(self) -> Iterator[tuple[Hex, int]]:
        return iter(self.listed)

    def at(self, i: int) -> tuple[Hex, int]:
        """The ith, from 0, and its cost."""
        return self.listed[i]

    def without(self, some: int) -> Costed:
        """All but a set of hexes."""
        return Rest(self, some)


class Rest(Costed):
    """All but a set of hexes."""

    __slots__ = ("_all", "_but")

    def __init__(self, all: Costed, but: int) -> None:
        self._all, self._but = all, but
        super().__init__(all.ground, all.near & ~but)

    def _search(self) -> dict[Hex, int]:
        but = set(self.ground.of_bits(self._but))
        return {hex: cost for hex, cost in self._all.costs.items() if hex not in but}


class Reach(Costed):
    """Every hex that a move reaches. foes: the set of those in which it would fight."""

    __slots__ = ("_before", "_edges", "_left", "_shut", "_starts", "foes")

    def __init__(self, edges: Edges, starts: Starts, left: int, foes: int, halts: int) -> None:
        """Nobody goes through foes or halts, which are sets of hexes."""
        self._edges, self._starts, self.foes, self._shut = edges, starts, foes, foes | halts
        self._before: dict[Hex, Hex] = {}
        self._left = left
        super().__init__(edges.ground, 0)
        self.near = self._next()

    def _next(self) -> int:
        """Where the move may come onto the map, or one hex on."""
        found = 0
        for hex, paid in self._starts:
            if paid:
                found |= self.ground.bit[hex]
            elif not self._shut & self.ground.bit[hex]:
                found |= self.ground.bits(to for to, cost in self._edges[hex] if cost <= self._left)
        return found

    def _search(self) -> dict[Hex, int]:
        """Of ways that cost the same the one that is found first: from the nearer hex, then by the order of starts and
        sides."""
        found: dict[Hex, int] = {}
        queue: list[tuple[int, int, Hex]] = []
        before, shut, order = self._before, set(self.ground.of_bits(self._shut)), 0
        for hex, paid in self._starts:
            if hex not in found or paid < found[hex]:
                found[hex] = paid
                heappush(queue, (paid, order, hex))
                order += 1
        while queue:
            cost, _, hex = heappop(queue)
            if cost > found[hex] or hex in shut:
                continue
            for to, each in self._edges[hex]:
                paid = cost + each
                if paid <= self._left and (to not in found or paid < found[to]):
                    found[to], before[to] = paid, hex
                    heappush(queue, (paid, order, to))
                    order += 1
        for hex, paid in self._starts:
            if not paid:
                del found[hex]
        return found

    def path(self, to: Hex) -> list[Hex]:
        """The hexes on the way to one of them, itself the last."""
        assert to in self.costs
        found = [to]
        while (frm := self._before.get(found[-1])) and (frm, 0) not in self._starts:
            found.append(frm)
        return found[::-1]


class Edges(dict[Hex, tuple[tuple[Hex, int], ...]]):
    """What it costs to go from each hex to its neighbours, worked out when a hex is first looked up."""

    def __init__(
        self, ground: Ground, moves: Moves, column: bool, broken: frozenset[str], built: frozenset[str], closed: Closed
    ) -> None:  # fmt: skip
        super().__init__()
        self.ground, self._column, self._broken, self._built = ground, column, broken, built
        self._moves: Moves = moves
        self._wrecks, self._barred, self._lanes = closed
        changed = {*self._wrecks, *self._barred, *self._lanes}
        near = {one for hex in changed for _, one in ground.around[hex]}
        banks = {hex for pair in (*broken, *built) for hex in pair.split("-")}
        self._changed = changed | near | banks
        self._plain: Edges | None = None
        self._reaches: dict[tuple[Starts, int, int, int], Reach] = {}
        if self._changed:
            self._plain = plain_edges(ground, moves, column)

    def reach(self, starts: Starts, left: int, foes: int, halts: int) -> Reach:
        """How far so many halves of points go; nobody goes through foes or halts, which are sets of hexes."""
        key = starts, left, foes, halts
        found = self._reaches.get(key)
        if found is None:
            if len(self._reaches) >= KEPT:
                self._reaches.clear()
            found = self._reaches[key] = Reach(self, *key)
        return found

    def __missing__(self, hex: Hex) -> tuple[tuple[Hex, int], ...]:
        if self._plain is not None and hex not in self._changed:
            self[hex] = plain = self._plain[hex]
            return plain
        found = [(to, self._cost(hex, to)) for _, to in self.ground.around[hex]]
        self[hex] = kept = tuple((to, cost) for to, cost in found if cost is not None)
        return kept

    def _cost(self, frm: Hex, to: Hex) -> int | None:
        ground, moves = self.ground, self._moves
        if moves not in ("foot", "helicopter") and to in self._barred:
            return None  # 19.612
        wrecked = (frm in self._wrecks or to in self._wrecks) and not ground.bridge(frm, to)  # 19.52
        broken = built = False
        if self._broken or self._built:
            pair = joint(frm, to)
            broken, built = pair in self._broken, pair in self._built
        cost = ground.by_way(moves, frm, to, self._column, broken, wrecked, built)
        if cost is not None and self._column and to in self._lanes and moves not in ("foot", "helicopter"):
            cost += self._lanes[to]  # 16.18
        return cost


def union(some: Iterable[int]) -> int:
    """All that is in any of some sets."""
    found = 0
    for one in some:
        found |= one
    return found


@lru_cache(maxsize=64)
def edges_of(
    ground: Ground, moves: Moves, column: bool, broken: frozenset[str], built: frozenset[str], wrecks: frozenset[Hex],
    barred: frozenset[Hex], lanes: frozenset[Hex], breach: int,
) -> Edges:  # fmt: skip
    """The same object for the same board, movement and obstacles. breach: halves that a lane costs a column."""
    if not (broken or built or wrecks or barred or lanes):
        return plain_edges(ground, moves, column)
    return Edges(ground, moves, column, broken, built, (wrecks, barred, dict.fromkeys(lanes, breach)))


@lru_cache(maxsize=32)
def plain_edges(ground: Ground, moves: Moves, column: bool) -> Edges:
    """The same where there is no obstacle: kept apart, as all others are made from them."""
    return Edges(ground, moves, column, NONE, NONE, (NONE, NONE, {}))
