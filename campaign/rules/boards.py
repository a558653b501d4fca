"""Boards: hexes with terrain, drawn as a picture in a text file, checked once, then looked up fast.

`BoardFile` is the plain data, as it stands in the file and as it travels in JSON. `Board` is what the rules
use: built from a BoardFile that is free of contradictions, never changed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from campaign.rules import hexes
from campaign.rules.hexes import EDGES, Axial, Edge, Hex, HexError, Layout

Neighbours: TypeAlias = tuple[Hex | None, Hex | None, Hex | None, Hex | None, Hex | None, Hex | None]


class BoardError(ValueError):
    """A board file that cannot be used, with a sentence that says where and why."""


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex with a name."""

    hex: Hex
    name: str


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A board as data.

    source: where the drawing comes from. legend: glyph → terrain. picture: one text per row from the north,
    one glyph per hex from west to east. barriers: neighbouring hexes between which no water craft passes.
    roads: hexes one after the other.
    """

    id: str
    title: str
    source: str
    layout: Layout
    legend: dict[str, str]
    picture: tuple[str, ...]
    places: tuple[Place, ...] = ()
    barriers: tuple[tuple[Hex, Hex], ...] = ()
    roads: tuple[Annotated[tuple[Hex, ...], Meta(min_length=2)], ...] = ()


class _Grid(NamedTuple):
    """Where the hexes of a layout lie, and which are next to each other."""

    hexes: tuple[Hex, ...]
    axial: Mapping[Hex, Axial]
    by_axial: Mapping[Axial, Hex]
    neighbours: Mapping[Hex, Neighbours]


@lru_cache(maxsize=8)
def _grid(layout: Layout) -> _Grid:
    """Reckoned once for all boards of a layout, which share it: it takes longer than all else in a board."""
    axial = {hex: layout.axial(hex) for hex in layout.hexes()}
    by_axial = {place: hex for hex, place in axial.items()}

    def around(place: Axial) -> Neighbours:
        n, ne, se, s, sw, nw = (by_axial.get(hexes.step(place, edge)) for edge in EDGES)
        return (n, ne, se, s, sw, nw)

    return _Grid(tuple(axial), axial, by_axial, {hex: around(place) for hex, place in axial.items()})


class Board:
    """A board for the rules to look things up on. `where` names the file in what a BoardError says."""

    __slots__ = (
        "_barriers", "_by_axial", "_roads", "axial", "file", "hexes", "id", "layout", "neighbours", "places",
        "terrain", "title",
    )  # fmt: skip

    def __init__(self, file: BoardFile, where: str = "") -> None:
        where = where or file.id
        self.file = file
        self.id = file.id
        self.title = file.title
        self.layout: Layout = file.layout
        self.hexes, self.axial, self._by_axial, self.neighbours = _grid(file.layout)
        self.terrain: Mapping[Hex, str] = dict(zip(self.hexes, _terrain(file, where), strict=True))
        self.places: Mapping[Hex, str] = self._named(file.places, where)
        self._barriers = self._joints("barrier", file.barriers, where)
        self._roads = self._joints("road", (pair for road in file.roads for pair in pairwise(road)), where)

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes a piece has to enter to come from one hex to the other."""
        return hexes.distance(self.axial[a], self.axial[b])

    def line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """What the straight line from centre to centre crosses, in order, both ends included.

        Each stretch is one hex, or the two whose common side the line runs along (left, right). At the rim of
        the board such a side has a hex on one side only.
        """
        found = self._by_axial
        steps = hexes.line(self.axial[a], self.axial[b])
        return tuple(tuple(found[hex] for hex in step if hex in found) for step in steps)

    def sides_crossed(self, frm: Hex, to: Hex) -> tuple[Edge, ...]:
        """The sides through which the line from `frm` enters `to`: two at a corner, none within one hex."""
        return hexes.sides_crossed(self.axial[frm], self.axial[to])

    def edge(self, frm: Hex, to: Hex) -> Edge | None:
        """The side of `frm` that it shares with `to`, or None if they are not neighbours."""
        around = self.neighbours[frm]
        return EDGES[around.index(to)] if to in around else None

    def place(self, hex: Hex) -> str | None:
        """The name of a hex, if it has one."""
        return self.places.get(hex)

    def barrier(self, a: Hex, b: Hex) -> bool:
        """Whether a dam or causeway keeps water craft from passing between two neighbours."""
        return (a, b) in self._barriers

    def road(self, a: Hex, b: Hex) -> bool:
        """Whether a road leads from one of two neighbours to the other."""
        return (a, b) in self._roads

    def _named(self, places: Iterable[Place], where: str) -> Mapping[Hex, str]:
        names: dict[Hex, str] = {}
        for place in places:
            hex = self._checked(place.hex, f"{where}: place {place.name!r}")
            if hex in names:
                raise BoardError(f"{where}: hex {hex} is named twice: {names[hex]!r} and {place.name!r}")
            names[hex] = place.name
        return names

    def _joints(self, what: str, pairs: Iterable[tuple[Hex, Hex]], where: str) -> frozenset[tuple[Hex, Hex]]:
        joints: set[tuple[Hex, Hex]] = set()
        for pair in pairs:
            label = f"{where}: {what} {pair[0]}–{pair[1]}"
            a, b = (self._checked(hex, label) for hex in pair)
            if self.edge(a, b) is None:
                raise BoardError(f"{label}: the two hexes are not neighbours")
            joints |= {(a, b), (b, a)}
        return frozenset(joints)

    def _checked(self, hex: Hex, label: str) -> Hex:
        if hex in self.axial:
            return hex
        try:
            number = self.layout.parse(hex)
        except HexError as error:
            raise BoardError(f"{label}: {error}") from None
        if number != hex:
            raise BoardError(f"{label}: hex {hex!r} is written {number} on this board")
        return number


def _terrain(file: BoardFile, where: str) -> Iterable[str]:
    """The terrain of every hex, in the order of the picture."""
    layout, legend = file.layout, file.legend
    for glyph, terrain in legend.items():
        if len(glyph) != 1 or glyph.isspace() or not terrain:
            raise BoardError(f"{where}: legend: {glyph!r} = {terrain!r}: one character must stand for a name")
    if len(file.picture) != layout.rows:
        raise BoardError(f"{where}: the picture has {len(file.picture)} rows, the layout {layout.rows}")
    for y, row in enumerate(file.picture):
        here = f"{where}: row {layout.first_row + y:02}"
        if len(row) != layout.columns:
            raise BoardError(f"{here} has {len(row)} hexes, the layout {layout.columns} columns")
        for x, glyph in enumerate(row):
            if glyph not in legend:
                known = " ".join(legend)
                raise BoardError(
                    f"{here}, character {x + 1} (hex {layout.hex_in(x, y)}): {glyph!r} is not in the legend "
                    f"({known})"
                )
            yield legend[glyph]
