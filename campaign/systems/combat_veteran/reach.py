"""How far a piece can go: cheapest ways over a board, remembered for as long as the board is.

Costs do not depend on facing (a vehicle pivots for free, 7.8) nor on other pieces, so the ways from a hex are the
same in every battle. Rivers that swallow a vehicle's whole movement (8.5) are entered step by step only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
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
    """Cheapest ways on one board, for each medium."""

    def __init__(
        self,
        board: Board,
        vehicle: Mapping[Hex, int],
        foot: Mapping[Hex, int],
        water: Mapping[Hex, Literal["none", "river", "all"]],
    ) -> None:
        land = [hex for hex, kind in water.items() if kind == "none"]
        costs: dict[Medium, Mapping[Hex, int]] = {
            "vehicle": {hex: vehicle[hex] for hex in land},
            "foot": {hex: foot[hex] for hex in land},
            "water": {hex: 1 for hex, kind in water.items() if kind != "none"},
        }
        self._hexes = tuple(board.neighbours)
        self._numbers = {hex: number for number, hex in enumerate(self._hexes)}
        self._around: dict[Medium, list[tuple[tuple[int, int], ...]]] = {
            medium: [
                tuple(
                    (self._numbers[after], entered[after])
                    for after in around
                    if after is not None
                    and after in entered
                    and not (medium == "water" and board.barrier(hex, after))
                )
                for hex, around in board.neighbours.items()
            ]
            for medium, entered in costs.items()
        }
        self._board, self._costs = board, costs
        self.reach = lru_cache(maxsize=4096)(self._reach)

    def _reach(self, start: Hex, medium: Medium, farthest: int) -> Reach:
        """What costs no more than `farthest`: ask with the most that a piece can ever have, to ask seldom."""
        around, hexes = self._around[medium], self._hexes
        best = [farthest + 1] * len(hexes)
        queues: list[list[int]] = [[] for _ in range(farthest + 1)]
        queues[0].append(self._numbers[start])
        best[self._numbers[start]] = 0
        found: dict[Hex, int] = {}
        for cost, queue in enumerate(queues):
            for number in queue:
                if best[number] < cost:  # another way came to it sooner
                    continue
                found[hexes[number]] = cost
                for after, step in around[number]:
                    total = cost + step
                    if total < best[after]:
                        best[after] = total
                        queues[total].append(after)
        del found[start]
        return Reach(start, found)

    def path(self, reach: Reach, goal: Hex, medium: Medium) -> list[Hex]:
        """The hexes entered on a cheapest way to a hex of the reach; always the same one."""
        start, board, costs = reach.start, self._board, self._costs[medium]
        path = [goal]
        while True:
            hex = path[-1]
            before = reach.cost[hex] - costs[hex]
            for other in board.neighbours[hex]:
                if other is None or (medium == "water" and board.barrier(hex, other)):
                    continue
                if before == 0 and other == start:
                    return path[::-1]
                if other != start and reach.cost.get(other) == before:
                    path.append(other)
                    break
            else:
                raise AssertionError(f"no way back from {hex} to {start}")
