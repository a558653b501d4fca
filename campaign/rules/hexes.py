"""The geometry of hex grids with flat tops: exact, in integers, without any board.

Hexes are computed with in axial coordinates: `(q, r)`, where q counts columns from the west and r counts
along the columns, so that a step south is (0, 1) and a step south-east is (1, 0). What lies on which side
of a line survives every affine map, so it may be decided in these skewed coordinates with integers alone:
three times a hex's centre plus a corner's vector is three times the corner.

Directions are clock points of 15°, so that half the even ones are hexsides and corners exactly:

    0 N side   2 NE corner   4 NE side   6 E corner   8 SE side   10 SE corner   12 S side   …   22 NW corner

An odd point is any direction strictly between the two even ones beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

Hex: TypeAlias = str
"""A hex by its printed number, such as `1514` or `15.14`."""
Axial: TypeAlias = tuple[int, int]
Edge = Literal["N", "NE", "SE", "S", "SW", "NW"]
Corner = Literal["NE", "E", "SE", "SW", "W", "NW"]
Step: TypeAlias = tuple[Axial] | tuple[Axial, Axial]
"""One stretch of a line: the hex it crosses, or the two (left, right) whose common side it runs along."""

EDGES: Final[tuple[Edge, ...]] = get_args(Edge)
CORNERS: Final[tuple[Corner, ...]] = get_args(Corner)
EDGES_OF_CORNER: Final[dict[Corner, tuple[Edge, Edge]]] = {
    corner: (EDGES[i], EDGES[(i + 1) % 6]) for i, corner in enumerate(CORNERS)
}
CORNERS_OF_EDGE: Final[dict[Edge, tuple[Corner, Corner]]] = {
    edge: (CORNERS[i - 1], CORNERS[i]) for i, edge in enumerate(EDGES)
}
DIRECTIONS: Final[dict[Edge, Axial]] = {
    "N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)
}  # fmt: skip
_SIDES: Final[tuple[Axial, ...]] = tuple(DIRECTIONS.values())
_THIRDS: Final[tuple[Axial, ...]] = tuple(
    (here[0] + after[0], here[1] + after[1])
    for here, after in zip(_SIDES, (*_SIDES[1:], _SIDES[0]), strict=True)
)
"""From a centre to its corners, clockwise from NE, in thirds."""
_POINTS: Final[tuple[Axial, ...]] = tuple(
    point for pair in zip(_SIDES, _THIRDS, strict=True) for point in pair
)
"""The twelve exact directions, 30° apart, clockwise from north."""


class HexError(ValueError):
    """A hex number that names no hex of the board, with a sentence that says what would."""


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """How the hexes of a board are numbered and staggered.

    first_column, first_row: the number of the first column and row. half_up: which columns, by their printed
    number, sit half a hex further north. columns_from: the side of the board at which columns begin to count.
    separator: what stands between column and row.
    """

    columns: Annotated[int, Meta(ge=1, le=999)]
    rows: Annotated[int, Meta(ge=1, le=999)]
    first_column: Literal[0, 1] = 1
    first_row: Literal[0, 1] = 1
    half_up: Literal["odd", "even"] = "odd"
    columns_from: Literal["west", "east"] = "west"
    separator: Literal["", "."] = ""

    def hexes(self) -> tuple[Hex, ...]:
        """All hexes, row by row from the north, each row from west to east."""
        return tuple(self.hex_in(x, y) for y in range(self.rows) for x in range(self.columns))

    def hex_in(self, x: int, y: int) -> Hex:
        """The hex in the xth place from the west of the yth row from the north, both from 0."""
        column = self.first_column + (x if self.columns_from == "west" else self.columns - 1 - x)
        return self._number(column, self.first_row + y)

    def axial(self, hex: Hex) -> Axial:
        """Where a hex lies. Raises HexError for a number that is not on the board."""
        column, row = self._split(hex)
        first = self.first_column
        x = column - first if self.columns_from == "west" else first + self.columns - 1 - column
        return (x, row - self.first_row - (x + self.west_is_low()) // 2)

    def hex_at(self, axial: Axial) -> Hex | None:
        """The hex at this place, or None off the board."""
        x, r = axial
        y = r + (x + self.west_is_low()) // 2
        return self.hex_in(x, y) if 0 <= x < self.columns and 0 <= y < self.rows else None

    def neighbour(self, hex: Hex, edge: Edge) -> Hex | None:
        """The hex across one side, or None off the board."""
        return self.hex_at(step(self.axial(hex), edge))

    def parse(self, text: str) -> Hex:
        """The hex that somebody typed: spaces around it do not matter, nor whether a full stop is written."""
        return self._number(*self._split(text.strip()))

    def west_is_low(self) -> int:
        """1 if the westernmost column is one of those that sit half a hex further south, else 0."""
        last = self.first_column + self.columns - 1
        column = self.first_column if self.columns_from == "west" else last
        return int((column % 2 == 1) != (self.half_up == "odd"))

    def _widths(self) -> tuple[int, int]:
        columns, rows = self.first_column + self.columns - 1, self.first_row + self.rows - 1
        return max(2, len(str(columns))), max(2, len(str(rows)))

    def _number(self, column: int, row: int) -> Hex:
        wide, high = self._widths()
        return f"{column:0{wide}}{self.separator}{row:0{high}}"

    def _split(self, text: str) -> tuple[int, int]:
        wide, high = self._widths()
        whole = rf"([0-9]{{{wide}}})([0-9]{{{high}}})"
        found = re.fullmatch(whole, text) or re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", text)
        if found is None:
            example = self._number(self.first_column, self.first_row)
            raise HexError(f"{text!r} is not a hex number: write column and row, such as {example}")
        column, row = int(found[1]), int(found[2])
        for what, value, first, count, digits in (
            ("column", column, self.first_column, self.columns, wide),
            ("row", row, self.first_row, self.rows, high),
        ):
            if not first <= value < first + count:
                allowed = f"{what}s {first:0{digits}} to {first + count - 1:0{digits}}"
                raise HexError(f"{text}: {what} {value:0{digits}} is not on this board ({allowed})")
        return column, row


def step(hex: Axial, edge: Edge) -> Axial:
    """The hex across one side."""
    q, r = DIRECTIONS[edge]
    return (hex[0] + q, hex[1] + r)


def distance(a: Axial, b: Axial) -> int:
    """How many hexes a piece has to enter to come from one hex to the other."""
    q, r = b[0] - a[0], b[1] - a[1]
    return abs(q + r) if (q >= 0) == (r >= 0) else max(abs(q), abs(r))


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """The hexes at exactly this distance, clockwise from the one due north."""
    if radius == 0:
        return (centre,)
    q, r = centre[0], centre[1] - radius
    found: list[Axial] = []
    for edge in ("SE", "S", "SW", "NW", "N", "NE"):
        along, down = DIRECTIONS[edge]
        for _ in range(radius):
            found.append((q, r))
            q, r = q + along, r + down
    return tuple(found)


def disc(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """The hexes at no more than this distance, from the centre outwards."""
    return tuple(hex for around in range(radius + 1) for hex in ring(centre, around))


def line(a: Axial, b: Axial) -> tuple[Step, ...]:
    """What the straight line from centre to centre crosses, in order, both ends included."""
    q, r = a
    return tuple(_moved(one, q, r) for one in line_from_origin(b[0] - q, b[1] - r))


def before(a: Axial, b: Axial) -> tuple[Axial, ...]:
    """What the line from `a` to `b` crosses last before it enters `b`: one hex, or two (left, right) where it comes
    along their common side, so that either lies before `b`. None within one hex.
    """
    return line(a, b)[-2] if a != b else ()


def beyond(a: Axial, b: Axial) -> tuple[Axial, ...]:
    """What the line from `a` through `b` crosses first behind `b`: as `before`, and the same turned round `b`."""
    return tuple((2 * b[0] - q, 2 * b[1] - r) for q, r in reversed(before(a, b)))


class Arc(Struct, frozen=True, forbid_unknown_fields=True):
    """How far to both sides something reaches, around the edge or the corner that it faces: 120° around an edge are
    that edge's direction and 60° to either side of it.

    rims: whether the two directions at its ends, exactly, are within.
    """

    degrees: Literal[60, 120, 180, 240, 300, 360]
    faces: Literal["edges", "corners"] = "edges"
    rims: bool = True

    def holds(self, facing: Edge | Corner, frm: Axial, to: Axial) -> bool:
        """Whether a hex is within the arc of a piece in another that faces so. Its own hex always is."""
        point = bearing(frm, to)
        if point is None or self.degrees == 360:
            return True
        middle = 4 * EDGES.index(facing) if self.faces == "edges" else 4 * CORNERS.index(facing) + 2
        apart = abs((point - middle + 12) % 24 - 12)
        rim = (
            self.degrees // 30
        )  # half of it, in clock points: an even number, so that it is a direction exactly
        return apart < rim or (apart == rim and self.rims)


def bearing(frm: Axial, to: Axial) -> int | None:
    """The clock point (0 to 23) at which a hex is seen, or None from within it."""
    return _bearing(to[0] - frm[0], to[1] - frm[1])


def sides_crossed(frm: Axial, to: Axial) -> tuple[Edge, ...]:
    """The sides through which the line from `frm` enters `to`.

    Two if it enters exactly at a corner, none within one hex. The line ends in the centre, so only the
    direction decides.
    """
    point = bearing(to, frm)
    if point is None:
        return ()
    if point % 4 == 2:
        return EDGES_OF_CORNER[CORNERS[point // 4]]
    return (EDGES[(point + 1) // 4 % 6],)


def _moved(one: Step, q: int, r: int) -> Step:
    if len(one) == 1:
        return ((one[0][0] + q, one[0][1] + r),)
    return ((one[0][0] + q, one[0][1] + r), (one[1][0] + q, one[1][1] + r))


def _cross(a: Axial, b: Axial) -> int:
    """Above 0 if b points clockwise of a, 0 if they are parallel."""
    return a[0] * b[1] - a[1] * b[0]


@cache
def _bearing(q: int, r: int) -> int | None:
    if q == r == 0:
        return None
    # Of the twelve sectors, the one whose first rim is not clockwise of the direction and whose second is.
    for i, rim in enumerate(_POINTS):
        past = _cross(rim, (q, r))
        if past >= 0 and _cross((q, r), _POINTS[(i + 1) % 12]) > 0:
            return 2 * i + (past > 0)
    raise AssertionError("twelve sectors of 30° cover every direction")


@cache
def line_from_origin(q: int, r: int) -> tuple[Step, ...]:
    """`line` from (0, 0), remembered: every line is one of these, moved."""
    return tuple(_walk((q, r)))


def sixths(q: int, r: int) -> int:
    """How often a place must be turned by 60° around (0, 0), anticlockwise, to come from south-east to before south.
    Raises ValueError for (0, 0) itself."""
    for turns in range(6):
        if q > 0 <= r:
            return turns
        q, r = q + r, -q
    raise ValueError("(0, 0) stays where it is")


def turned(one: Step, sixths: int) -> Step:
    """A stretch turned clockwise around (0, 0); below 0 anticlockwise."""
    a, b, c, d = _TURNS[sixths % 6]
    if len(one) == 1:
        ((q, r),) = one
        return ((a * q + b * r, c * q + d * r),)
    (q, r), (x, y) = one
    return ((a * q + b * r, c * q + d * r), (a * x + b * y, c * x + d * y))


_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
"""What becomes of an axis, by sixths of a turn: the new place is (a q + b r, c q + d r)."""


def _walk(goal: Axial) -> Iterator[Step]:
    corners = [_cross(goal, corner) for corner in _THIRDS]
    lowest, highest = min(corners), max(corners)

    def crossed(hex: Axial) -> bool:
        """Whether some corners of a hex are left of the line, and some right."""
        middle = 3 * _cross(goal, hex)
        return middle + lowest < 0 < middle + highest

    here: Axial = (0, 0)
    yield (here,)
    while here != goal:
        # Of each corner: below 0 left of the line from (0, 0) to the goal, 0 on it, above 0 right.
        middle = 3 * _cross(goal, here)
        # Clockwise around a hex, the line leaves where its corners change from the left to the right of it.
        i = next(i for i in range(6) if middle + corners[i - 1] < 0 <= middle + corners[i])
        ahead = step(here, EDGES[i])
        if middle + corners[i] > 0:
            here = ahead
        else:
            # Out at a corner: into the hex on the left, or on the right, or along the side between the two.
            right = step(here, EDGES[(i + 1) % 6])
            if crossed(ahead):
                here = ahead
            elif crossed(right):
                here = right
            else:
                yield (ahead, right)
                here = step(ahead, EDGES[(i + 1) % 6])
        yield (here,)
