"""How far a piece can go: cheapest ways over a board, remembered for as long as the board is.

Costs do not depend on facing (a vehicle pivots for free, 7.8) nor on other pieces, so the ways from a hex are the
same in every battle. Rivers that swallow a vehicle's whole movement (8.5) are entered step by step only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Literal

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex

Medium = Literal["vehicle", "foot", "water"]


class Reach:
    """All hexes that can be reached from one, the nearest first; costs[i] belongs to hexes[i], cost to the hex."""

    __slots__ = ("cost", "costs", "hexes", "start")

    def __init__(self, start: Hex, found: dict[Hex, int]) -> None:
        self.start = start
        self.cost = found
        self.hexes = tuple(found)
        self.costs = tuple(found.values())

    def within(self, points: int) -> int:
        """How many of `hexes` cost no more than this."""
        return bisect_right(self.costs, points)


class Ways:
    """Cheapest ways on one board, for each medium. farthest: the largest movement allowance there is."""

    def __init__(
        self,
        board: Board,
        vehicle: Mapping[Hex, int],
        foot: Mapping[Hex, int],
        water: Mapping[Hex, Literal["none", "river", "all"]],
        farthest: int,
    ) -> None:
        self._board = board
        self._farthest = farthest
        self._costs: dict[Medium, Mapping[Hex, int]] = {
            "vehicle": {hex: cost for hex, cost in vehicle.items() if water[hex] == "none"},
            "foot": {hex: cost for hex, cost in foot.items() if water[hex] == "none"},
            "water": {hex: 1 for hex, kind in water.items() if kind != "none"},
        }
        self.reach = lru_cache(maxsize=4096)(self._reach)

    def _reach(self, start: Hex, medium: Medium) -> Reach:
        costs, neighbours = self._costs[medium], self._board.neighbours
        found: dict[Hex, int] = {}
        queue: list[tuple[int, int, Hex]] = [(0, 0, start)]
        order = 0
        best = {start: 0}
        barred = self._board.barrier if medium == "water" else None
        while queue:
            cost, _, hex = heappop(queue)
            if hex in found:
                continue
            found[hex] = cost
            for after in neighbours[hex]:
                if after is None or after in found or after not in costs:
                    continue
                total = cost + costs[after]
                if total > self._farthest or total >= best.get(after, total + 1):
                    continue
                if barred is not None and barred(hex, after):
                    continue
                best[after] = total
                order += 1
                heappush(queue, (total, order, after))
        del found[start]
        return Reach(start, found)

    def path(self, start: Hex, goal: Hex, medium: Medium) -> list[Hex]:
        """The hexes entered on a cheapest way to goal; always the same one."""
        reach, costs = self.reach(start, medium), self._costs[medium]
        path = [goal]
        while True:
            hex = path[-1]
            before = reach.cost[hex] - costs[hex]
            for other in self._board.neighbours[hex]:
                if other is None or (medium == "water" and self._board.barrier(hex, other)):
                    continue
                if before == 0 and other == start:
                    return path[::-1]
                if other != start and reach.cost.get(other) == before:
                    path.append(other)
                    break
            else:
                raise AssertionError(f"no way back from {hex} to {start}")
