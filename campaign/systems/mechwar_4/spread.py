"""How far the points of a move go: sets of hexes as whole numbers, with a bit for each hex of the board.

A front of hexes goes on to all its neighbours at once: the bits of those from which a side costs the same are moved by
the difference of the two hexes' numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.ground import Ground, joint
from campaign.systems.mechwar_4.units import Moves

Closed: TypeAlias = tuple[frozenset[Hex], frozenset[Hex], dict[Hex, int]]
"""Wrecks, heavy woods with an abatis, and what a column pays for a lane through mines."""
Starts: TypeAlias = tuple[tuple[Hex, int], ...]
"""Hexes from which a move goes on, with what each has cost."""
Shifts: TypeAlias = tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]
"""By cost, the least first: from which hexes any side costs that, and for each difference of numbers from which."""
Rank: TypeAlias = "tuple[int, Rank, int] | tuple[()]"
"""Of a hex: its cost, the rank of the hex before it, and which of that one's sides leads there."""
NONE: frozenset[Hex] = frozenset()
KEPT = 64
"""Reaches that are kept with the costs that they were found by."""


class Costed:
    """Hexes by what each costs in halves of points, the nearest first, then by their numbers.

    near: those of them that are found without spreading, which is put off until more is asked.
    """

    __slots__ = ("_levels", "ground", "near")

    def __init__(self, ground: Ground, near: int) -> None:
        self.ground, self.near = ground, near
        self._levels: list[int] | None = None

    @property
    def levels(self) -> list[int]:
        """The hexes that cost 0, 1, 2 … halves."""
        if self._levels is None:
            self._levels = self._spread()
        return self._levels

    def _spread(self) -> list[int]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return bool(self.near) or any(self.levels)

    def __len__(self) -> int:
        return sum(map(int.bit_count, self.levels))

    def __contains__(self, hex: Hex) -> bool:
        return self.cost(hex) is not None

    def cost(self, hex: Hex) -> int | None:
        """None for a hex that is not among them."""
        bit = self.ground.bit.get(hex, 0)
        for cost, level in enumerate(self.levels):
            if level & bit:
                return cost
        return None

    def __iter__(self) -> Iterator[tuple[Hex, int]]:
        for cost, level in enumerate(self.levels):
            for hex in self.ground.of_bits(level):
                yield hex, cost

    def at(self, i: int) -> tuple[Hex, int]:
        """The ith, from 0, and its cost."""
        cost = 0
        while i >= (many := self.levels[cost].bit_count()):
            i -= many
            cost += 1
        left = self.levels[cost]
        for _ in range(i):
            left &= left - 1
        return self.ground.numbered[(left & -left).bit_length() - 1], cost

    def without(self, some: int) -> Costed:
        """All but a set of hexes."""
        return Rest(self, some)


class Rest(Costed):
    """All but a set of hexes."""

    __slots__ = ("_all", "_but")

    def __init__(self, all: Costed, but: int) -> None:
        self._all, self._but = all, but
        super().__init__(all.ground, all.near & ~but)

    def _spread(self) -> list[int]:
        return [level & ~self._but for level in self._all.levels]


class Reach(Costed):
    """Every hex that a move reaches. foes: the set of those in which it would fight."""

    __slots__ = ("_costs", "_left", "_ranks", "_shut", "_starts", "foes")

    def __init__(self, costs: Edges, starts: Starts, left: int, foes: int, halts: int) -> None:
        """Nobody goes through foes or halts, which are sets of hexes."""
        self._costs, self._starts, self.foes, self._shut = costs, starts, foes, foes | halts
        self._ranks: dict[Hex, tuple[Rank, Hex]] = {}
        self._left = left
        super().__init__(costs.ground, 0)
        self.near = self._next()

    def _next(self) -> int:
        """Where the move may come onto the map, or one hex on."""
        found = 0
        for hex, paid in self._starts:
            if paid:
                found |= self._bit(hex)
            elif not self._shut & self._bit(hex):
                found |= self.ground.bits(to for to, cost in self._costs[hex] if cost <= self._left)
        return found

    def _spread(self) -> list[int]:
        if not self._starts:
            return []
        bit, left = self.ground.bit, self._left
        levels = [0] * (left + 1)
        shifts = self._costs.shifts
        for hex, cost in self._starts:
            levels[cost] |= bit[hex]
        found = 0
        for now in range(left + 1):
            level = levels[now] = levels[now] & ~found
            found |= level
            front = level & ~self._shut
            if not front:
                continue
            for cost, some, ways in shifts:
                if now + cost > left:
                    break
                if front & some:
                    reached = 0
                    for by, frm in ways:
                        part = front & frm
                        reached |= part << by if by > 0 else part >> -by
                    levels[now + cost] |= reached
        for hex, cost in self._starts:
            if not cost:
                levels[0] &= ~bit[hex]
        return levels

    def path(self, to: Hex) -> list[Hex]:
        """The hexes on the way to one of them, itself the last."""
        found = [to]
        while (before := self._before(found[-1])) and (before, 0) not in self._starts:
            found.append(before)
        return found[::-1]

    def _before(self, hex: Hex) -> Hex:
        """The hex before one of them, "" for one from which the move goes on."""
        if hex not in self._ranks and all(start != hex for start, _ in self._starts):
            nearest, *others = sorted(self._nearer(hex))
            if not others or others[0][0] > nearest[0]:
                return nearest[2]  # as `_ranked` has it: of different costs the least
        return self._ranked(hex)[1]

    def _ranked(self, hex: Hex) -> tuple[Rank, Hex]:
        """When a hex is reached: the nearer before the farther, then those whose way is reached before. And the hex
        before it on that way, "" for one from which the move goes on."""
        found = self._ranks.get(hex)
        if found is not None:
            return found
        for i, (start, paid) in enumerate(self._starts):
            if start == hex and (not paid or self.levels[paid] & self._bit(hex)):
                found = (paid, (), i), ""
                break
        else:
            found = min(self._ways_to(hex))
        self._ranks[hex] = found
        return found

    def _ways_to(self, hex: Hex) -> Iterator[tuple[Rank, Hex]]:
        """The same by each hex before it."""
        cost = self.cost(hex)
        assert cost is not None
        for _, edge, frm in self._nearer(hex):
            yield (cost, self._ranked(frm)[0], edge), frm

    def _nearer(self, hex: Hex) -> Iterator[tuple[int, int, Hex]]:
        """The hexes before one of them from which it costs the least: what each costs, and by which of its sides."""
        cost = self.cost(hex)
        assert cost is not None
        for frm, edge, each in self._costs.into(hex):
            if cost >= each and not self._shut & self._bit(frm) and self._paid(frm, cost - each):
                yield cost - each, edge, frm

    def _paid(self, hex: Hex, cost: int) -> bool:
        """Whether a hex costs that, those included from which the move goes on."""
        return bool(self.levels[cost] & self._bit(hex)) or (not cost and (hex, 0) in self._starts)

    def _bit(self, hex: Hex) -> int:
        return self.ground.bit[hex]


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
        self._shifts: Shifts | None = None
        self._into: dict[Hex, tuple[tuple[Hex, int, int], ...]] = {}
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

    def into(self, hex: Hex) -> tuple[tuple[Hex, int, int], ...]:
        """From which neighbours a hex is entered, as which of their sides, for how much."""
        found = self._into.get(hex)
        if found is None:
            found = self._into[hex] = tuple(
                (frm, edge, cost)
                for _, frm in self.ground.around[hex]
                for edge, (to, cost) in enumerate(self[frm])
                if to == hex
            )
        return found

    @property
    def shifts(self) -> Shifts:
        """The same for all hexes at once."""
        if self._shifts is None:
            self._shifts = tuple(
                (cost, union(ways.values()), tuple((by, frm) for by, frm in ways.items() if frm))
                for cost, ways in sorted(self._masks().items())
            )
        return self._shifts

    def _masks(self) -> dict[int, dict[int, int]]:
        number = self.ground.number
        found: dict[int, dict[int, int]] = {}
        if self._plain is not None:
            same = ~self.ground.bits(self._changed)
            for cost, _, ways in self._plain.shifts:
                found[cost] = {by: frm & same for by, frm in ways}
        for hex in self._changed or number:
            at, bit = number[hex], self.ground.bit[hex]
            for to, cost in self[hex]:
                ways = found.setdefault(cost, {})
                by = number[to] - at
                ways[by] = ways.get(by, 0) | bit
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
