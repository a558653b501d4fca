"""The ground of a battle: what lies in each hex, and what lies between two, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from campaign.rules import hexes
from campaign.rules.boards import Board
from campaign.rules.hexes import EDGES, Arc, Axial, Edge, Hex
from campaign.rules.relief import Relief

ARC = Arc(120)


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of terrain.toml. cover: it hides who is in it. tall: it rises a level above its hex, and blocks sight.
    stops: a unit stops on entering. open: it can be entered; a river where there is a ford or a bridge."""

    id: str
    name: str
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    source: Annotated[str, Meta(min_length=3)]
    cover: bool = False
    tall: bool = False
    wood: bool = False
    river: bool = False
    open: bool = True


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    """What may lie in a hex besides. does: what the rules take it for."""

    id: str
    name: str
    source: Annotated[str, Meta(min_length=3)]
    does: Literal["fortification", "trench", "ford", "bridge"]


class Lane(NamedTuple):
    """What lies between two hexes. between: what a line crosses there, each stretch one hex or the two beside it.
    clear: nothing blocks sight (Artillery Fire, cover, Firing k).

    out: who is in the first hex can fire out of it this way. edge: the second is at the edge of the cover that it is
    in, as seen from the first, or in none.
    """

    between: tuple[tuple[Hex, ...], ...]
    clear: bool
    out: bool
    edge: bool


class Ground:
    """One board with its lanes, kept for as long as the charts live: `ground[a, b]` (Artillery Fire, arc, Firing
    g).
    """

    def __init__(self, board: Board, terrain: Mapping[str, Terrain], features: Mapping[str, Feature]) -> None:
        self._lanes: dict[tuple[Hex, Hex], Lane] = {}
        self._strays: dict[tuple[Axial, Axial, bool], tuple[Hex, ...]] = {}
        self._discs: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self._away: dict[Hex, dict[Hex, int]] = {}
        self._arcs: dict[tuple[Hex, Edge, Hex], bool] = {}
        self.board = board
        self.terrain: dict[Hex, Terrain] = {hex: terrain[name] for hex, name in board.terrain.items()}
        self.height = board.heights
        does = {hex: {features[one].does for one in board.features.get(hex, ())} for hex in board.hexes}
        self.wood = frozenset(hex for hex, row in self.terrain.items() if row.wood)
        self.trench = frozenset(hex for hex, found in does.items() if "trench" in found)
        self.works = self.trench | {hex for hex, found in does.items() if "fortification" in found}
        self.cover = self.works | {hex for hex, row in self.terrain.items() if row.cover}
        """Hexes that are cover or fortified."""
        self.river = frozenset(
            hex for hex, row in self.terrain.items() if row.river and "bridge" not in does[hex]
        )
        self.open = frozenset(
            hex
            for hex, row in self.terrain.items()
            if row.open and (not row.river or does[hex] & {"ford", "bridge"})
        )
        self.relief = Relief(board)
        self.tall = {hex: 1 for hex, row in self.terrain.items() if row.tall}
        self.neighbours: dict[Hex, tuple[Hex, ...]] = {
            hex: tuple(one for one in around if one is not None) for hex, around in board.neighbours.items()
        }
        self.around: dict[Hex, dict[Hex, Edge]] = {
            hex: {one: edge for one, edge in zip(around, EDGES, strict=True) if one is not None}
            for hex, around in board.neighbours.items()
        }
        """Every neighbour of a hex, with the edge that leads to it."""
        self.ways: dict[Hex, tuple[Hex, ...]] = {
            hex: tuple(one for one in around if one in self.open) for hex, around in self.neighbours.items()
        }
        """The neighbours that can be entered."""
        self.steps: dict[Hex, tuple[tuple[Hex, bool], ...]] = {
            hex: tuple((one, board.road(hex, one)) for one in around) for hex, around in self.ways.items()
        }
        """The same, each with whether a road leads there."""
        self.roads: dict[Hex, tuple[tuple[Hex, bool], ...]] = {
            hex: tuple(step for step in around if step[1]) for hex, around in self.steps.items()
        }
        """Those to which a road leads."""
        self.stops = self.wood | self.river | self.trench
        """Hexes that stop everybody who enters them."""

    def __getitem__(self, pair: tuple[Hex, Hex]) -> Lane:
        return self._lanes.get(pair) or self._lane(*pair)

    def _lane(self, a: Hex, b: Hex) -> Lane:
        board = self.board
        line = board.line(a, b)
        between, far = line[1:-1], len(line) > 2
        found = self._lanes[a, b] = Lane(
            between,
            self.relief.clear(a, b, self.tall),
            not (far and a in self.cover and all(hex in self.cover for hex in line[1])),
            not (far and b in self.cover and all(hex in self.cover for hex in line[-2])),
        )
        return found

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes a unit has to enter to come from one to the other."""
        return self.away(a)[b]

    def away(self, hex: Hex) -> dict[Hex, int]:
        """How far every hex of the board is from one."""
        found = self._away.get(hex)
        if found is None:
            found = self._away[hex] = {one: self.board.distance(hex, one) for one in self.terrain}
        return found

    def disc(self, middle: Hex, radius: int) -> frozenset[Hex]:
        """The hexes of the board that are no farther from one."""
        found = self._discs.get((middle, radius))
        if found is None:
            found = frozenset(hex for hex, far in self.away(middle).items() if far <= radius)
            self._discs[middle, radius] = found
        return found

    def strays(self, hex: Axial, way: Axial, before: bool) -> tuple[Hex, ...]:
        """The hex before or behind one, on a line that comes along `way`, or the two; "" for one off the board."""
        found = self._strays.get((hex, way, before))
        if found is None:
            frm = (hex[0] - way[0], hex[1] - way[1])
            places = hexes.before(frm, hex) if before else hexes.beyond(frm, hex)
            found = tuple(next(iter(self.board.on_board((place,))), "") for place in places)
            self._strays[hex, way, before] = found
        return found

    def towards(self, frm: Hex, to: Hex) -> Edge:
        """The edge behind which another hex lies, more or less."""
        axial = self.board.axial
        return EDGES[((hexes.bearing(axial[frm], axial[to]) or 0) + 2) // 4 % 6]

    def within(self, frm: Hex, facing: Edge, to: Hex) -> bool:
        """Whether a hex is in the arc of 120° around the edge that is faced, its rims among it."""
        key = (frm, facing, to)
        found = self._arcs.get(key)
        if found is None:
            found = self._arcs[key] = ARC.holds(facing, self.board.axial[frm], self.board.axial[to])
        return found
