"""Whether two hexes of a board see each other, found quickly: `Relief` says what is in the way.

Of a line it matters which hexes and sides it crosses nearer to one end, nearer to the other, and half way. That is the
same wherever it begins, so it is kept once for a board: as differences of places in rows of levels.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from campaign.rules import hexes
from campaign.rules.hexes import EDGES, Axial, Hex
from campaign.rules.relief import Cover, Relief, Walls
from campaign.systems.mechwar_4.readings import Readings

NOTHING = -1
"""The level where there is none: off the board, and of a side without a wall."""
Sides: TypeAlias = tuple[tuple[list[int], int], ...]


class Part(NamedTuple):
    """What a part of a line from (0, 0) crosses. sides: each of a hex, by its number in EDGES."""

    hexes: list[Axial]
    sides: list[tuple[Axial, int]]


class Line(NamedTuple):
    """What a line crosses nearer to its beginning, half way, nearer to its end: how far on in the rows of levels. Of
    sides with the row. short: what it crosses may not be all that matters."""

    short: bool
    near: tuple[int, ...]
    middle: tuple[int, ...]
    far: tuple[int, ...]
    near_sides: Sides
    middle_sides: Sides
    far_sides: Sides


class Lines:
    """The lines of one board. cover, walls: as for `Relief.blocker`; the relief is asked where a line depends on more.

    Levels are doubled: cover rises by half a level more, as it hides two on the level of its top from each other, and
    ground does not.
    """

    __slots__ = (
        "_always", "_at", "_board", "_both", "_either", "_kept", "_levels", "_short", "_slowly", "_tops", "_walls",
        "_wide",
    )  # fmt: skip

    def __init__(self, relief: Relief, cover: Cover, walls: Walls, readings: Readings) -> None:
        board = self._board = relief.board
        self._slowly = partial(relief.clear, cover=cover, walls=walls)
        self._either = readings.low_obstacles == "either"
        self._always = readings.level_with_cover == "blocks"
        heights, places = board.heights, board.axial.values()
        # between two levels hexes may be blind (10.43), or not hide as the ground falls with each (5.11)
        self._short = max(2, 2 * (max(heights.values()) - min(heights.values())) - 2)
        self._both = readings.along_hexside == "both"
        west, north = min(q for q, _ in places) - 1, min(r for _, r in places) - 1
        self._wide = 2 * (
            max(r for _, r in places) - north + 2
        )  # no two differences of places are the same number
        self._at = {hex: self._by(q - west, r - north) for hex, (q, r) in board.axial.items()}
        self._levels = {hex: 2 * height for hex, height in heights.items()}
        size = (max(q for q, _ in places) - west + 2) * self._wide
        self._tops = [NOTHING] * size
        self._walls = [[NOTHING] * size for _ in EDGES]
        for hex, at in self._at.items():
            self._tops[at] = 2 * (heights[hex] + cover.get(hex, 0)) + (hex in cover)
        for (a, b), wall in walls.items():
            top = 2 * (max(heights[a], heights[b]) + wall)
            self._walls[board.neighbours[a].index(b)][self._at[a]] = top
            if (b, a) not in walls:
                self._walls[board.neighbours[b].index(a)][self._at[b]] = top
        self._kept: dict[int, Line | None] = {}

    def clear(self, a: Hex, b: Hex) -> bool:
        """Whether whoever is in `a` sees `b` where there is no smoke (10.41 to 10.44)."""
        at = self._at[a]
        line = self._between(a, b)
        eye, aim = self._levels[a], self._levels[b]
        if line is None or (line.short and eye != aim):
            return self._slowly(a, b)
        high = max(eye, aim)
        if self._always:
            near, middle, far = eye + (eye < aim), high, aim + (aim < eye)
        else:
            uneven = eye != aim
            near, middle, far = eye + uneven, high + uneven, aim + uneven
        tops = self._tops
        for by in line.near:
            if tops[at + by] > near:
                return False
        for by in line.far:
            if tops[at + by] > far:
                return False
        for by in line.middle:
            if tops[at + by] > middle:
                return False
        if self._either:
            near = max(near, aim - 1)
        far = max(far, eye - 1)  # who stands above it looks over it
        for row, by in line.near_sides:
            if row[at + by] > near:
                return False
        for row, by in line.far_sides:
            if row[at + by] > far:
                return False
        return all(row[at + by] <= middle for row, by in line.middle_sides)

    def may_cross(self, a: Hex, b: Hex, some: frozenset[int]) -> bool:
        """Whether the line between two hexes meets any of some, as `places` has them, as far as is known."""
        at, line = self._at[a], self._between(a, b)
        return line is None or any(at + by in some for part in line[1:4] for by in part)

    def places(self, some: Iterable[Hex]) -> frozenset[int]:
        """Hexes, to ask which lines cross any of them."""
        return frozenset(map(self._at.__getitem__, some))

    def _by(self, q: int, r: int) -> int:
        """How far on in the rows another place is."""
        return q * self._wide + r

    def _between(self, a: Hex, b: Hex) -> Line | None:
        """What the line from one to the other crosses; None where hexes beside it do not block it each by itself."""
        by = self._at[b] - self._at[a]
        if by not in self._kept:
            (q, r), (to_q, to_r) = self._board.axial[a], self._board.axial[b]
            self._kept[by] = None if self._both else self._line(to_q - q, to_r - r)
        return self._kept[by]

    def _line(self, q: int, r: int) -> Line:
        if q == r == 0:
            return Line(False, (), (), (), (), (), ())
        turns = hexes.sixths(q, r)
        by_q, by_r = (self._by(*hexes.turned((axis,), turns)[0]) for axis in ((1, 0), (0, 1)))
        parts = _parts(*hexes.turned(((q, r),), -turns)[0])
        near, middle, far = (tuple(q * by_q + r * by_r for q, r in part.hexes) for part in parts)
        sides = (
            tuple((self._walls[(edge + turns) % 6], q * by_q + r * by_r) for (q, r), edge in part.sides)
            for part in parts
        )
        short = 1 < hexes.distance((0, 0), (q, r)) <= self._short
        return Line(short, near, middle, far, *sides)


@cache
def _parts(q: int, r: int) -> tuple[Part, Part, Part]:
    """What the line from (0, 0) crosses nearer to it, half way, and nearer to its end; of hexes from south-east to
    before south, as all others are these, turned."""
    found = Part([], []), Part([], []), Part([], [])
    whole = hexes.distance((0, 0), (q, r))
    steps = hexes.line_from_origin(q, r)
    for here, after in pairwise(steps[1:]):
        # as both hexes of a side that the line runs along lie equally far off, and all on the shortest way
        at = hexes.distance((0, 0), here[0])
        part = found[1 + (2 * at > whole) - (2 * at < whole)]
        part.hexes.extend(here)
        beyond = here[1] if len(here) == 2 else after[0] if len(after) == 1 and after != steps[-1] else None
        if beyond is not None:
            twice = at + hexes.distance((0, 0), beyond)
            edge = next(i for i, edge in enumerate(EDGES) if hexes.step(here[0], edge) == beyond)
            found[1 + (twice > whole) - (twice < whole)].sides.append((here[0], edge))
    return found
