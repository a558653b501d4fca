"""Boards: hexes with terrain, drawn as a picture in a text file, checked once, then looked up fast.

`BoardFile` is the plain data, as it stands in the file and as it travels in JSON. `Board` is what the rules
use: built from a BoardFile that is free of contradictions, never changed afterwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field

from campaign.rules import hexes
from campaign.rules.hexes import EDGES, Axial, Edge, Hex, HexError, Layout

Neighbours: TypeAlias = tuple[Hex | None, Hex | None, Hex | None, Hex | None, Hex | None, Hex | None]


_FIGURES = {".": 0} | {str(level): level for level in range(10)}


def _none() -> tuple[()]:
    """A default that is written into JSON though the Struct leaves out defaults: a factory of our own never is one."""
    return ()


class BoardError(ValueError):
    """A board file that cannot be used, with a sentence that says where and why. place: where in the file, such as
    `picture[1]`. allowed: what would be."""

    def __init__(self, reason: str, place: str = "", allowed: Iterable[str] = ()) -> None:
        super().__init__(reason)
        self.place, self.allowed = place, tuple(allowed)


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex with a name."""

    hex: Hex
    name: str


Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Way: TypeAlias = Annotated[tuple[Hex, ...], Meta(min_length=2)]


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that lies in hexes beside their terrain: a ford, a trench, wire, mines. A hex may hold several."""

    what: Word
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]


class Sides(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that lies along sides of a hex: a river, a bridge over it, a crest, a slope, a wall.

    one_way: whether it counts only as seen from this hex, as a slope does for the lower of two.
    """

    what: Word
    hex: Hex
    edges: Annotated[tuple[Edge, ...], Meta(min_length=1)]
    one_way: bool = False


class BoardFile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as data.

    source: where the drawing comes from. legend: glyph → terrain. picture: one text per row from the north,
    one glyph per hex from west to east. barriers: neighbouring hexes between which no water craft passes.
    roads, rivers: hexes one after the other. heights: drawn as the picture is, a figure for the level of each hex, a
    full stop for 0. features, sides: what lies in hexes and along their sides.

    A board without heights, rivers, features and sides is the same JSON as before there were any.
    """

    id: str
    title: str
    source: str
    layout: Layout
    legend: dict[str, str]
    picture: tuple[str, ...]
    places: tuple[Place, ...] = field(default_factory=_none)
    barriers: tuple[tuple[Hex, Hex], ...] = field(default_factory=_none)
    roads: tuple[Way, ...] = field(default_factory=_none)
    rivers: tuple[Way, ...] = ()
    heights: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    sides: tuple[Sides, ...] = ()


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
    """A board for the rules to look things up on. `where` names the file in what a BoardError says.

    heights: the level of every hex. features: what lies in a hex, of hexes that have any.
    """

    __slots__ = (
        "_barriers", "_rivers", "_roads", "_sides", "axial", "by_axial", "features", "file", "heights", "hexes",
        "id", "layout", "neighbours", "places", "terrain", "title",
    )  # fmt: skip

    def __init__(self, file: BoardFile, where: str = "") -> None:
        where = where or file.id
        self.file = file
        self.id = file.id
        self.title = file.title
        self.layout: Layout = file.layout
        self.hexes, self.axial, self.by_axial, self.neighbours = _grid(file.layout)
        self.terrain: Mapping[Hex, str] = dict(zip(self.hexes, _terrain(file, where), strict=True))
        self.places: Mapping[Hex, str] = self._named(file.places, where)
        self._barriers = self._joints("barrier", file.barriers, where)
        self._roads = self._joints("road", file.roads, where)
        self._rivers = self._joints("river", file.rivers, where)
        self.heights: Mapping[Hex, int] = dict(zip(self.hexes, _heights(file, where), strict=True))
        self.features: Mapping[Hex, tuple[str, ...]] = self._lying(file.features, where)
        self._sides: Mapping[tuple[Hex, Hex], tuple[str, ...]] = self._along(file.sides, where)

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes a piece has to enter to come from one hex to the other."""
        return hexes.distance(self.axial[a], self.axial[b])

    def line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """What the straight line from centre to centre crosses, in order, both ends included.

        Each stretch is one hex, or the two whose common side the line runs along (left, right). At the rim of
        the board such a side has a hex on one side only.
        """
        return tuple(self.on_board(step) for step in hexes.line(self.axial[a], self.axial[b]))

    def on_board(self, some: Iterable[Axial]) -> tuple[Hex, ...]:
        """The hexes at these places, without those that are off the board."""
        found = self.by_axial
        return tuple(found[one] for one in some if one in found)

    def before(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hex that lies before `b` as seen from `a`, on the line from centre to centre.

        Two (left, right) where the line comes along their common side; those that are off the board are left out.
        """
        return self.on_board(hexes.before(self.axial[a], self.axial[b]))

    def beyond(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hex that lies behind `b` as seen from `a`; as `before` it may be two, and fewer at the rim."""
        return self.on_board(hexes.beyond(self.axial[a], self.axial[b]))

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

    def river(self, a: Hex, b: Hex) -> bool:
        """Whether a river runs from one of two neighbours into the other; not along their side, see `side`."""
        return (a, b) in self._rivers

    def side(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """What lies along the side between two neighbours, as seen from `a`: what counts one way is seen from one."""
        return self._sides.get((a, b), ())

    def has(self, hex: Hex, what: str) -> bool:
        """Whether something lies in a hex."""
        return what in self.features.get(hex, ())

    def expect(
        self,
        where: str,
        terrain: Collection[str] | None = None,
        features: Collection[str] | None = None,
        sides: Collection[str] | None = None,
    ) -> None:
        """Let the board have no words but these; of what is not given, any. Raises BoardError, naming the first."""
        for known, what, words in (
            (terrain, "legend", {f"legend ({glyph})": word for glyph, word in self.file.legend.items()}),
            (features, "features", {f"features[{i}]": one.what for i, one in enumerate(self.file.features)}),
            (sides, "sides", {f"sides[{i}]": one.what for i, one in enumerate(self.file.sides)}),
        ):
            for place, word in words.items():
                if known is not None and word not in known:
                    row = what if what == "legend" else place
                    reason = f"the rules know no {word!r}" + (
                        "" if known else f": boards here have no {what}"
                    )
                    raise BoardError(f"{where}: {row}: {reason}", place, sorted(known))

    def _lying(self, features: Iterable[Feature], where: str) -> Mapping[Hex, tuple[str, ...]]:
        found: dict[Hex, tuple[str, ...]] = {}
        for i, feature in enumerate(features):
            label = f"{where}: features[{i}] ({feature.what})"
            for one in feature.hexes:
                hex = self._checked(one, label, f"features[{i}].hexes")
                if feature.what in found.get(hex, ()):
                    raise BoardError(f"{label}: hex {hex} has it already", f"features[{i}].hexes")
                found[hex] = (*found.get(hex, ()), feature.what)
        return found

    def _along(self, sides: Iterable[Sides], where: str) -> Mapping[tuple[Hex, Hex], tuple[str, ...]]:
        found: dict[tuple[Hex, Hex], tuple[str, ...]] = {}
        for i, side in enumerate(sides):
            label = f"{where}: sides[{i}] ({side.what})"
            hex = self._checked(side.hex, label, f"sides[{i}].hex")
            for edge in side.edges:
                other = self.neighbours[hex][EDGES.index(edge)]
                if other is None:
                    reason = f"{label}: nothing lies beyond the side {edge} of {hex}: it is the board's rim"
                    raise BoardError(reason, f"sides[{i}].edges")
                for pair in ((hex, other),) if side.one_way else ((hex, other), (other, hex)):
                    if side.what in found.get(pair, ()):
                        reason = f"{label}: the side {edge} of {hex} has it already"
                        raise BoardError(reason, f"sides[{i}].edges")
                    found[pair] = (*found.get(pair, ()), side.what)
        return found

    def _named(self, places: Iterable[Place], where: str) -> Mapping[Hex, str]:
        names: dict[Hex, str] = {}
        for i, place in enumerate(places):
            hex = self._checked(place.hex, f"{where}: place {place.name!r}", f"places[{i}].hex")
            if hex in names:
                reason = f"{where}: hex {hex} is named twice: {names[hex]!r} and {place.name!r}"
                raise BoardError(reason, f"places[{i}].hex")
            names[hex] = place.name
        return names

    def _joints(self, what: str, courses: Iterable[Sequence[Hex]], where: str) -> frozenset[tuple[Hex, Hex]]:
        """Both ways of each two that follow one another. what: the key of the file in the singular."""
        joints: set[tuple[Hex, Hex]] = set()
        for i, course in enumerate(courses):
            for j, pair in enumerate(pairwise(course)):
                label = f"{where}: {what} {pair[0]}–{pair[1]}"
                a, b = (self._checked(hex, label, f"{what}s[{i}][{j + k}]") for k, hex in enumerate(pair))
                if self.edge(a, b) is None:
                    around = [hex for hex in self.neighbours[a] if hex is not None]
                    reason = f"{label}: the two hexes are not neighbours"
                    raise BoardError(reason, f"{what}s[{i}][{j + 1}]", around)
                joints |= {(a, b), (b, a)}
        return frozenset(joints)

    def _checked(self, hex: Hex, label: str, place: str) -> Hex:
        if hex in self.axial:
            return hex
        try:
            number = self.layout.parse(hex)
        except HexError as error:
            raise BoardError(f"{label}: {error}", place) from None
        if number != hex:
            raise BoardError(f"{label}: hex {hex!r} is written {number} on this board", place, [number])
        return number


def _terrain(file: BoardFile, where: str) -> Iterable[str]:
    """The terrain of every hex, in the order of the picture."""
    layout, legend = file.layout, file.legend
    for glyph, terrain in legend.items():
        if len(glyph) != 1 or glyph.isspace() or not terrain:
            reason = f"{where}: legend: {glyph!r} = {terrain!r}: one character must stand for a name"
            raise BoardError(reason, f"legend ({glyph})")
    if len(file.picture) != layout.rows:
        reason = f"{where}: the picture has {len(file.picture)} rows, the layout {layout.rows}"
        raise BoardError(reason, "picture")
    for y, row in enumerate(file.picture):
        here = f"{where}: row {layout.first_row + y:02}"
        if len(row) != layout.columns:
            raise BoardError(
                f"{here} has {len(row)} hexes, the layout {layout.columns} columns", f"picture[{y}]"
            )
        for x, glyph in enumerate(row):
            if glyph not in legend:
                known = " ".join(legend)
                raise BoardError(
                    f"{here}, character {x + 1} (hex {layout.hex_in(x, y)}): {glyph!r} is not in the legend "
                    f"({known})",
                    f"picture[{y}]",
                )
            yield legend[glyph]


def _heights(file: BoardFile, where: str) -> Iterable[int]:
    """The level of every hex, in the order of the picture."""
    layout = file.layout
    if not file.heights:
        yield from (0 for _ in range(layout.rows * layout.columns))
        return
    if len(file.heights) != layout.rows:
        reason = f"{where}: the heights have {len(file.heights)} rows, the layout {layout.rows}"
        raise BoardError(reason, "heights")
    for y, row in enumerate(file.heights):
        here = f"{where}: row {layout.first_row + y:02} of the heights"
        if len(row) != layout.columns:
            raise BoardError(
                f"{here} has {len(row)} hexes, the layout {layout.columns} columns", f"heights[{y}]"
            )
        for x, figure in enumerate(row):
            if figure not in _FIGURES:
                raise BoardError(
                    f"{here}, character {x + 1} (hex {layout.hex_in(x, y)}): {figure!r} is no level: write a figure "
                    "from 0 to 9, or a full stop for 0",
                    f"heights[{y}]",
                )
            yield _FIGURES[figure]
