"""The ground of a battle: what lies in each hex and between two, and what it costs to go from one to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from campaign.rules.boards import Board
from campaign.rules.hexes import EDGES, Edge, Hex
from campaign.systems.mechwar_4.terrain import Cost, SideRow, Terrain, Ways
from campaign.systems.mechwar_4.units import Moves

SLOPE = "slope"
BRIDGE = "bridge"
TRAIL = "trail"
FEATURES = (TRAIL,)
HALVES = 2
"""Parts of a movement point, in which it is counted."""


def halves(points: float) -> int:
    """Movement points in halves."""
    return round(points * HALVES)


def joint(a: Hex, b: Hex) -> str:
    """A pair of neighbours as a word, in either order."""
    return f"{min(a, b)}-{max(a, b)}"


class Ground:
    """One board with what its hexes and sides cost, kept for as long as the charts live. Costs are halves of points."""

    def __init__(
        self, board: Board, terrain: Mapping[str, Terrain], sides: Mapping[str, SideRow], ways: Ways
    ) -> None:
        self.board = board
        self.terrain: dict[Hex, Terrain] = {hex: terrain[name] for hex, name in board.terrain.items()}
        self.height = board.heights
        self._within: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._near: dict[tuple[Hex, int], int] = {}
        self._far: dict[tuple[Hex, Hex], int] = {}
        self.sides = sides
        self._costs: dict[tuple[Moves, Hex, Hex, bool, bool], int | None] = {}
        self._road, self._town, self._trail = halves(ways.road), halves(ways.town), halves(ways.trail)
        self._column_road, self._column_trail = halves(ways.column_road), halves(ways.column_trail)
        self.around: dict[Hex, tuple[tuple[Edge, Hex], ...]] = {
            hex: tuple((edge, one) for edge, one in zip(EDGES, around, strict=True) if one is not None)
            for hex, around in board.neighbours.items()
        }
        """The neighbours of a hex, each with the edge that leads to it."""
        self.numbered: tuple[Hex, ...] = tuple(sorted(board.hexes))
        self.number: dict[Hex, int] = {hex: i for i, hex in enumerate(self.numbered)}
        self.bit: dict[Hex, int] = {hex: 1 << i for hex, i in self.number.items()}
        """Each hex as a set of itself alone."""

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes lie from one to the other, remembered."""
        found = self._far.get((a, b))
        if found is None:
            found = self._far[a, b] = self.board.distance(a, b)
        return found

    def bits(self, some: Iterable[Hex]) -> int:
        """A set of hexes as a whole number, with a bit for each."""
        bit = self.bit
        found = 0
        for hex in some:
            found |= bit[hex]
        return found

    def of_bits(self, some: int) -> Iterator[Hex]:
        """The hexes of such a set, in the order of their numbers."""
        while some:
            lowest = some & -some
            some ^= lowest
            yield self.numbered[lowest.bit_length() - 1]

    def within(self, hex: Hex, far: int) -> tuple[Hex, ...]:
        """The hexes at most so far from one, itself among them."""
        found = self._within.get((hex, far))
        if found is None:
            q, r = self.board.axial[hex]
            found = self._within[hex, far] = tuple(
                one
                for one, (q1, r1) in self.board.axial.items()
                if -far <= q1 - q <= far and -far <= r1 - r <= far and -far <= q1 + r1 - q - r <= far
            )
        return found

    def near(self, hex: Hex, far: int) -> int:
        """The same as a set of bits."""
        found = self._near.get((hex, far))
        if found is None:
            found = self._near[hex, far] = self.bits(self.within(hex, far))
        return found

    def side(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """What lies along the side between two neighbours, as seen from `a`: a slope is seen from below (10.24,
        10.3)."""
        there = self.board.side(a, b)
        return (*there, SLOPE) if self.height[a] < self.height[b] else there

    def road(self, a: Hex, b: Hex) -> bool:
        return self.board.road(a, b)

    def trail(self, a: Hex, b: Hex) -> bool:
        """Whether a trail leads from one of two neighbours to the other."""
        return self.board.has(a, TRAIL) and self.board.has(b, TRAIL)

    def bridge(self, a: Hex, b: Hex) -> bool:
        """Whether something can be crossed here that could not be crossed otherwise, or not so well."""
        return any(self.sides[name].bridges for name in self.board.side(a, b))

    def cost(self, moves: Moves, a: Hex, b: Hex, broken: bool = False, built: bool = False) -> int | None:
        """Halves of points to go from one of two neighbours to the other off the road (10.11); None if it cannot
        (8.17, 19.62).

        broken: a bridge between them is destroyed; built: engineers have built one (19.611). Helicopters pay a point
        anywhere (17.11), who walks too (8.1).
        """
        key = moves, a, b, broken, built
        if key not in self._costs:
            self._costs[key] = self._cost(moves, a, b, broken, built)
        return self._costs[key]

    def by_way(
        self,
        moves: Moves,
        a: Hex,
        b: Hex,
        column: bool = False,
        broken: bool = False,
        blocked: bool = False,
        built: bool = False,
    ) -> int | None:
        """The same, by the best way there is: road, town to town, trail (8.1, 10.14).

        column: the unit is in column. blocked: a wreck lies on the road, at either end (19.52).
        """
        found = self.cost(moves, a, b, broken, built)
        if moves in ("foot", "helicopter"):
            return found
        ways: list[int] = []
        crossed = not broken or not self.bridge(a, b)
        if self.road(a, b) and crossed and not blocked:
            ways.append(self._column_road if column else self._road)
        if self.trail(a, b) and crossed:
            ways.append(self._column_trail if column else self._trail)
        if found is not None and self.terrain[a].town and self.terrain[b].town and not blocked:
            ways.append(self._town)
        if not ways:
            return found
        return min(ways) if column or found is None else min(*ways, found)

    def _cost(self, moves: Moves, a: Hex, b: Hex, broken: bool, built: bool) -> int | None:
        if moves == "helicopter":
            return 2
        terrain = self.terrain[b]
        if moves == "motorcycle" and terrain.woods == "heavy":
            return None  # 19.622: by road and trail only
        parts: list[Cost] = [_of(terrain, moves)]
        if parts[0] == "no":
            return None
        names = self.side(a, b)
        if not names and not built:
            return halves(parts[0])
        there = [self.sides[name] for name in names]
        bridges = [row for row in there if row.bridges and not broken]
        if built:
            bridges.append(self.sides[BRIDGE])
        for row in bridges or (row for row in there if not row.bridges):
            parts.append(_of(row, moves) if row.id != SLOPE else self._climb(row, moves, a, b))
        if bridges and SLOPE in names:
            parts.append(self._climb(self.sides[SLOPE], moves, a, b))
        return None if "no" in parts else sum(halves(one) for one in parts if one != "no")

    def _climb(self, row: SideRow, moves: Moves, a: Hex, b: Hex) -> Cost:
        """A slope costs its points for each level up."""
        each = _of(row, moves)
        return "no" if each == "no" else each * (self.height[b] - self.height[a])


def _of(row: Terrain | SideRow, moves: Moves) -> Cost:
    if moves == "foot":
        return row.foot
    return row.truck if moves == "truck" else row.vehicle
