"""How far the points of a move go: a plain search of the cheapest ways, over costs that are kept for a board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

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


class Costed(ABC):
    """Hexes by what each costs in halves of points, the nearest first, then by their numbers.

    near: whether some are there without a search, which is put off until more is asked.
    """

    __slots__ = ("ground", "near")

    def __init__(self, ground: Ground, near: int) -> None:
        self.ground, self.near = ground, near

    @property
    @abstractmethod
    def listed(self) -> list[int]:
        """Their numbers, in order."""

    @property
    @abstractmethod
    def costs(self) -> list[int]:
        """By the number of every hex, what it costs if it is among them."""

    @abstractmethod
    def cost(self, hex: Hex) -> int | None:
        """None for a hex that is not among them."""

    def __bool__(self) -> bool:
        return bool(self.near) or bool(self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def __contains__(self, hex: Hex) -> bool:
        return self.cost(hex) is not None

    def __iter__(self) -> Iterator[tuple[Hex, int]]:
        numbered, costs = self.ground.numbered, self.costs
        return ((numbered[i], costs[i]) for i in self.listed)

    def at(self, i: int) -> tuple[Hex, int]:
        """The ith, from 0, and its cost."""
        number = self.listed[i]
        return self.ground.numbered[number], self.costs[number]


class Rest(Costed):
    """All that a move reaches but a set of hexes."""

    __slots__ = ("_all", "_but", "_listed")

    def __init__(self, all: Reach, but: int) -> None:
        self._all, self._but = all, but
        self._listed: list[int] | None = None
        super().__init__(all.ground, all.near & ~but)

    @property
    def listed(self) -> list[int]:
        if self._listed is None:
            but = self._but
            self._listed = [one for one in self._all.listed if not but >> one & 1]
        return self._listed

    @property
    def costs(self) -> list[int]:
        return self._all.costs

    def cost(self, hex: Hex) -> int | None:
        return None if self._but & self.ground.bit.get(hex, 0) else self._all.cost(hex)


class Found(NamedTuple):
    """What a search finds, by the numbers of hexes. costs: of every hex, more than there is for what is not reached and
    for where the move stands. before: the hex before it on the way."""

    costs: list[int]
    listed: list[int]
    before: dict[int, int]


class Reach(Costed):
    """Every hex that a move reaches. foes: the set of those in which it would fight."""

    __slots__ = ("_edges", "_found", "_left", "_shut", "_starts", "foes")

    def __init__(self, edges: Edges, starts: Starts, left: int, foes: int, halts: int) -> None:
        """Nobody goes through foes or halts, which are sets of hexes."""
        self._edges, self._starts, self.foes, self._shut = edges, starts, foes, foes | halts
        self._left = left
        self._found: Found | None = None
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

    @property
    def found(self) -> Found:
        if self._found is None:
            self._found = self._search()
        return self._found

    @property
    def listed(self) -> list[int]:
        return self.found.listed

    @property
    def costs(self) -> list[int]:
        return self.found.costs

    def _search(self) -> Found:
        """Of ways that cost the same the one that is found first: from the nearer hex, then by the order of starts and
        sides."""
        ground, steps, shut = self.ground, self._edges.steps, self._shut
        more = max(self._left, 0) + 1
        found, before = [more] * len(ground.numbered), dict[int, int]()
        levels: list[list[int]] = [[] for _ in range(more)]  # by what they cost, in the order of finding
        for hex, paid in self._starts:
            at = ground.number[hex]
            if paid < found[at]:
                found[at] = paid
                levels[paid].append(at)
        for cost, level in enumerate(levels):
            for at in level:
                if found[at] < cost or shut >> at & 1:
                    continue
                for to, each in steps[at]:
                    paid = cost + each
                    if paid < found[to]:
                        found[to], before[to] = paid, at
                        levels[paid].append(to)
        for hex, paid in self._starts:
            if not paid:
                found[ground.number[hex]] = more
        listed = [at for cost, level in enumerate(levels) for at in sorted(level) if found[at] == cost]
        return Found(found, listed, before)

    def cost(self, hex: Hex) -> int | None:
        if hex not in self.ground.number:
            return None
        found = self.costs[self.ground.number[hex]]
        return found if found <= self._left else None

    def without(self, some: int) -> Costed:
        """All but a set of hexes."""
        return Rest(self, some) if some else self

    def path(self, to: Hex) -> list[Hex]:
        """The hexes on the way to one of them, itself the last."""
        assert to in self
        number, numbered = self.ground.number, self.ground.numbered
        first = {number[hex] for hex, paid in self._starts if not paid}
        found = [number[to]]
        while (frm := self.found.before.get(found[-1])) is not None and frm not in first:
            found.append(frm)
        return [numbered[one] for one in reversed(found)]


class Steps(dict[int, tuple[tuple[int, int], ...]]):
    """The same as edges, by the numbers of hexes. plain: where there is no obstacle, from whom all is taken but what
    has changed."""

    def __init__(self, edges: Edges, plain: Steps | None, changed: Iterable[int]) -> None:
        super().__init__(plain or ())
        self._edges, self._plain, self._changed = edges, plain, frozenset(changed)
        for hex in self._changed:
            self.pop(hex, None)

    def __missing__(self, hex: int) -> tuple[tuple[int, int], ...]:
        if self._plain is not None and hex not in self._changed:
            found = self._plain[hex]
        else:
            number, numbered = self._edges.ground.number, self._edges.ground.numbered
            found = tuple((number[to], cost) for to, cost in self._edges[numbered[hex]])
        self[hex] = found
        return found


class Edges(dict[Hex, tuple[tuple[Hex, int], ...]]):
    """What it costs to go from each hex to its neighbours, worked out when a hex is first looked up (10.0)."""

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
        plain = None if self._plain is None else self._plain.steps
        self.steps = Steps(self, plain, (ground.number[hex] for hex in self._changed))

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
