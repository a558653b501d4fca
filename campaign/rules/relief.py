"""Line of sight over a board with heights, past whatever is in the way at the moment: woods, units, smoke, walls.

`Sight` is for flat boards whose obstacles never change, and remembers everything; this one is told with each question
what covers the ground, and remembers lines only.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from campaign.rules import hexes
from campaign.rules.boards import Board
from campaign.rules.hexes import Axial, Hex

TALL = 99
"""Higher than any line of sight: for what blocks whoever looks from wherever."""
NOTHING: Mapping[Any, int] = MappingProxyType({})
Cover: TypeAlias = Mapping[Hex, int]
"""How many levels something rises above the ground of a hex."""
Walls: TypeAlias = Mapping[tuple[Hex, Hex], int]
"""How many levels something rises on the side between two hexes, in either order, above the higher of the two."""


class Crossing(NamedTuple):
    """Where a line meets something. near, far: from its two ends, in half hexes. part of whole: how much of the line
    lies before it, where it passes the middle of the hex or crosses the side.
    """

    near: int
    far: int
    part: int
    whole: int


Over: TypeAlias = Callable[[Crossing, int, int, int], bool]
"""Whether what reaches up to one level hides two from each other: (where, top, eye, aim), the last three levels."""


def straight(where: Crossing, top: int, eye: int, aim: int) -> bool:
    """Hidden by what reaches above the straight line from one to the other; what just touches it hides nothing."""
    return (top - eye) * where.whole > (aim - eye) * where.part


def half_way(where: Crossing, top: int, eye: int, aim: int) -> bool:
    """Hidden by what is higher than both, and by what is higher than the lower one and lies nearer to it than to the
    other."""
    if top > eye and top > aim:
        return True
    if eye == aim or top <= min(eye, aim):
        return False
    return where.near < where.far if eye < aim else where.far < where.near


class Blocked(Struct, frozen=True):
    """What hides a place. hex: in which; other: if it is on a side, the hex on its other side.

    by: the ground itself, what covers it, or a wall.
    """

    hex: Hex
    by: Literal["ground", "cover", "wall"]
    other: Hex = ""


_Met: TypeAlias = tuple[tuple[Axial, ...], Crossing, bool]


class Relief:
    """Who sees whom on a board.

    Neither end hex blocks, nor does any side of theirs. Where a line runs along a side, it is blocked if both of its
    hexes block, or, as `along` says, if either does; beyond the rim of the board nothing blocks and nothing is open. A
    wall blocks a line that crosses its side or runs along it, not one that touches its end; through a corner a line
    goes between two sides, and walls on both block it. What both rules for heights here say of two hexes is the same
    from either of them.

    cover, wall: rules of their own for these, else that of the ground. downhill: whoever looks down ground that falls
    with every hex from his own is not hidden by it, nor by walls of height 0 on it.
    """

    __slots__ = ("_cover", "_downhill", "_either", "_over", "_wall", "board")

    def __init__(
        self,
        board: Board,
        over: Over = straight,
        along: Literal["both", "either"] = "both",
        cover: Over | None = None,
        wall: Over | None = None,
        downhill: bool = False,
    ) -> None:
        self.board = board
        self._over, self._cover, self._wall = over, cover or over, wall or over
        self._either = along == "either"
        self._downhill = downhill

    def clear(
        self, a: Hex, b: Hex, cover: Cover = NOTHING, walls: Walls = NOTHING, eyes: tuple[int, int] = (0, 0)
    ) -> bool:
        """Whether two hexes see each other; see `blocker`."""
        return self.blocker(a, b, cover, walls, eyes) is None

    def blocker(
        self, a: Hex, b: Hex, cover: Cover = NOTHING, walls: Walls = NOTHING, eyes: tuple[int, int] = (0, 0)
    ) -> Blocked | None:
        """What blocks the line first, coming from `a`; None if the line is clear.

        eyes: how many levels above the ground somebody is in `a` and in `b`.
        """
        board, over = self.board, self._over
        heights, by_axial = board.heights, board.by_axial
        (q, r), (to_q, to_r) = board.axial[a], board.axial[b]
        eye, aim = heights[a] + eyes[0], heights[b] + eyes[1]
        met = _met(to_q - q, to_r - r, bool(walls))
        falling = self._falling(a, b, met) if self._downhill and eye != aim else ()
        for there, where, wall in met:
            if len(there) == 1:
                hex = by_axial[q + there[0][0], r + there[0][1]]
                top = heights[hex]
                if hex not in falling and over(where, top, eye, aim):
                    return Blocked(hex, "ground")
                if hex in cover and self._cover(where, top + cover[hex], eye, aim):
                    return Blocked(hex, "cover")
                continue
            around = board.on_board((q + x, r + y) for x, y in there)
            if len(there) == 3:
                found = self._cornered(around, where, walls, eye, aim, falling)
            elif wall:
                found = self._walled(around, where, walls, eye, aim, falling)
            else:
                found = self._beside(around, where, cover, eye, aim, falling)
            if found is not None:
                return found
        return None

    def _falling(self, a: Hex, b: Hex, met: Sequence[_Met]) -> Container[Hex]:
        """The hexes of the line, from the higher end on, each of which is lower than those before it; met: on the line
        from `a`."""
        board, heights = self.board, self.board.heights
        q, r = board.axial[a]
        high, way = (a, met) if heights[a] > heights[b] else (b, reversed(met))
        found = {high}
        last = heights[high]
        for there, _, wall in way:
            if wall:
                continue
            stretch = board.on_board((q + x, r + y) for x, y in there)
            levels = [heights[hex] for hex in stretch]
            if not levels or max(levels) >= last:
                break
            found.update(stretch)
            last = min(levels)
        return found

    def _beside(
        self,
        around: tuple[Hex, ...],
        where: Crossing,
        cover: Cover,
        eye: int,
        aim: int,
        falling: Container[Hex],
    ) -> Blocked | None:
        """What of the hexes along whose side a line runs blocks it: two, or one at the rim of the board."""
        first: Blocked | None = None
        for hex in around:
            ground = self.board.heights[hex]
            if hex not in falling and self._over(where, ground, eye, aim):
                found = Blocked(hex, "ground")
            elif hex in cover and self._cover(where, ground + cover[hex], eye, aim):
                found = Blocked(hex, "cover")
            elif self._either:
                continue
            else:
                return None
            first = first or found
        return first

    def _cornered(
        self,
        around: tuple[Hex, ...],
        where: Crossing,
        walls: Walls,
        eye: int,
        aim: int,
        falling: Container[Hex],
    ) -> Blocked | None:
        """What blocks a line through a corner. around: the hex that it crosses there, and the two between which it runs
        on the other side of the corner."""
        here, *beside = around
        found = [self._walled((here, one), where, walls, eye, aim, falling) for one in beside]
        return found[0] if None not in found else None

    def _walled(
        self,
        pair: tuple[Hex, ...],
        where: Crossing,
        walls: Walls,
        eye: int,
        aim: int,
        falling: Container[Hex],
    ) -> Blocked | None:
        if len(pair) < 2:
            return None  # the rim of the board
        a, b = pair
        wall = walls.get((a, b), walls.get((b, a)))
        if wall is None or (not wall and a in falling and b in falling):
            return None
        top = max(self.board.heights[a], self.board.heights[b]) + wall
        return Blocked(a, "wall", b) if self._wall(where, top, eye, aim) else None


@cache
def _met(q: int, r: int, walls: bool) -> tuple[_Met, ...]:
    """What the line from (0, 0) meets between its end hexes, in order: hexes, sides as the two beside them, and corners
    as the three around them, that which it crosses first.

    walls: whether sides are of interest. Worked out for a sixth of all places, and turned for the others.
    """
    if q == r == 0:
        return ()
    if turns := hexes.sixths(q, r):
        first = hexes.turned(((q, r),), -turns)[0]
        return tuple((_turned(there, turns), where, wall) for there, where, wall in _met(*first, walls))
    goal = (q, r)
    steps = hexes.line_from_origin(q, r)
    found: list[_Met] = []
    for here, after in pairwise(steps[1:]):
        found.append((here, _at(here[0], goal), False))
        if not walls:
            continue
        if len(here) == 2:
            found.append((here, _at(here[0], goal), True))
        if after != steps[-1]:
            there = (*here, *after) if len(here) == 1 else (*after, *here)
            found.append((there, _between(here[0], after[0], goal), True))
    return tuple(found)


def _turned(there: tuple[Axial, ...], turns: int) -> tuple[Axial, ...]:
    return tuple(hexes.turned((one,), turns)[0] for one in there)


def _at(hex: Axial, goal: Axial) -> Crossing:
    """Where the line passes the middle of a hex."""
    near, far = hexes.distance((0, 0), hex), hexes.distance(hex, goal)
    return Crossing(2 * near, 2 * far, _dot(hex, goal), _dot(goal, goal))


def _between(a: Axial, b: Axial, goal: Axial) -> Crossing:
    """Where the line crosses the side of two hexes: there it is as far from the middle of one as of the other."""
    near = hexes.distance((0, 0), a) + hexes.distance((0, 0), b)
    far = hexes.distance(a, goal) + hexes.distance(b, goal)
    onward = (b[0] - a[0], b[1] - a[1])
    return Crossing(near, far, (_dot(b, b) - _dot(a, a)) // 2, _dot(onward, goal))


def _dot(a: Axial, b: Axial) -> int:
    """Twice the product of two vectors, in hexes: the axes of axial coordinates are 60° apart."""
    return 2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0]
