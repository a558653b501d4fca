"""Where the things of a plane stand in a text picture drawn to scale. No screen here.

A character is twice as high as it is wide: a column is `scale` mm of the table and a row twice that. A character
holds two square pixels, one above the other, and two by four square dots, as braille has them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from campaign.rules.system import PieceView, PlaneBoard, Point

OPEN, OFF = 0, 255
"""Codes of pixels: bare table, and beside the table. Areas count from 1, bodies from BODY."""
BODY = 100
POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
NICE = (1, 2, 5, 10, 20, 25, 30, 40, 50, 60, 75, 100)
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class Window(NamedTuple):
    """The part of a picture that is shown, in characters; left and top may be negative where the table is small."""

    left: int
    top: int
    width: int
    height: int


class PlanePlan:
    """A table drawn with columns of so many mm. columns, rows: characters of the whole."""

    def __init__(self, board: PlaneBoard, scale: int) -> None:
        self.board, self.scale = board, scale
        self.columns = -(-board.width // scale)
        self.rows = -(-board.height // (2 * scale))
        self._ground: list[bytes] | None = None

    @property
    def step(self) -> int:
        """A good step of the cursor, in mm: about two columns, or one row."""
        return next((nice for nice in NICE if nice >= 2 * self.scale), 2 * self.scale)

    def cell(self, point: Point) -> tuple[int, int]:
        """Column and row of a point."""
        column, row = point[0] // self.scale, point[1] // (2 * self.scale)
        return min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)

    def clamped(self, point: Point) -> Point:
        return min(max(point[0], 0), self.board.width), min(max(point[1], 0), self.board.height)

    def middle(self, column: int, row: int) -> Point:
        """The point in the middle of a character."""
        return self.clamped((column * self.scale + self.scale // 2, (2 * row + 1) * self.scale))

    @property
    def ground(self) -> list[bytes]:
        """The table without bodies: a code for each pixel, row by row."""
        if self._ground is None:
            rows = [bytearray(self.columns) for _ in range(self.rows * 2)]
            for number, area in enumerate(self.board.areas[: BODY - 1], 1):
                paint(rows, area.outline, self.scale, number)
            self._ground = [bytes(row) for row in rows]
        return self._ground

    def pixels(self, window: Window, bodies: Sequence[PieceView]) -> list[bytearray]:
        """Codes of all pixels in a window: ground, and bodies over it, the last uppermost."""
        rows = [bytearray(row) for row in self.ground]
        for number, piece in enumerate(bodies[: OFF - BODY], BODY):
            paint(rows, body(piece), self.scale, number)
            if piece.at is not None:
                column, row = piece.at[0] // self.scale, piece.at[1] // self.scale
                if 0 <= row < len(rows) and 0 <= column < self.columns:
                    rows[row][column] = number
        return [self._cut(rows, y, window) for y in range(2 * window.top, 2 * (window.top + window.height))]

    def _cut(self, rows: list[bytearray], y: int, window: Window) -> bytearray:
        line = bytearray([OFF]) * window.width
        if 0 <= y < len(rows):
            first, last = max(window.left, 0), min(window.left + window.width, self.columns)
            if first < last:
                line[first - window.left : last - window.left] = rows[y][first:last]
        return line


def fitting(board: PlaneBoard, width: int, height: int) -> int:
    """The scale at which the whole table is seen in so many characters."""
    return max(-(-board.width // max(width, 1)), -(-board.height // (2 * max(height, 1))), 1)


def scales(board: PlaneBoard, width: int, height: int) -> tuple[int, int, int]:
    """Whole table, closer, closest."""
    whole = fitting(board, width, height)
    return whole, max(round(whole / 2.4), 1), max(round(whole / 4.8), 1)


# -- geometry --------------------------------------------------------------------------------------------------


def body(piece: PieceView) -> Sequence[Point]:
    """The corners of a piece as it lies."""
    return piece.outline or ((piece.at,) if piece.at is not None else ())


def bearing(start: Point, end: Point) -> int:
    """Degrees clockwise from north."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))) % 360


def compass(degrees: int) -> str:
    """The nearest of the eight points."""
    return POINTS[round(degrees / 45) % 8]


def inside(outline: Sequence[Point], point: Point) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in _edges(outline):
        if (ay <= y) != (by <= y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def gap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The distance between two outlines, or of an outline and a point; 0 if they overlap."""
    if not one or not other:
        return math.inf
    if inside(one, other[0]) or inside(other, one[0]):
        return 0.0
    near = min((_to_edge(p, a, b) for p in other for a, b in _edges(one)), default=math.inf)
    return min(near, min((_to_edge(p, a, b) for p in one for a, b in _edges(other)), default=math.inf))


def _edges(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    for i, corner in enumerate(outline):
        yield outline[i - 1], corner


def _to_edge(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    along = 0.0 if not long else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / long
    along = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)


# -- pixels and dots -------------------------------------------------------------------------------------------


def paint(rows: list[bytearray], outline: Sequence[Point], scale: int, code: int) -> None:
    """Fill an outline: every pixel whose middle is in it."""
    if len(outline) < 3 or not rows:
        return
    ys = [corner[1] for corner in outline]
    first, last = max(min(ys) // scale, 0), min(max(ys) // scale + 1, len(rows))
    for row in range(first, last):
        y = (row + 0.5) * scale
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in _edges(outline)
            if (ay <= y) != (by <= y)
        )
        for west, east in zip(crossings[::2], crossings[1::2], strict=False):
            left = max(math.ceil(west / scale - 0.5), 0)
            right = min(math.ceil(east / scale - 0.5), len(rows[row]))
            if left < right:
                rows[row][left:right] = bytes([code]) * (right - left)


Dot = tuple[int, int]


def dot(point: Point, scale: int) -> Dot:
    return point[0] * 2 // scale, point[1] * 2 // scale


def line(start: Point, end: Point, scale: int, every: int = 1) -> Iterator[Dot]:
    """The dots of a line. every: 1 for a full line, more for a broken one."""
    (x, y), (to_x, to_y) = dot(start, scale), dot(end, scale)
    long = max(abs(to_x - x), abs(to_y - y))
    for i in range(0, long + 1, every):
        yield (x + (to_x - x) * i // long, y + (to_y - y) * i // long) if long else (x, y)


def around(outline: Sequence[Point], scale: int) -> Iterator[Dot]:
    """The dots of an outline."""
    for a, b in _edges(outline):
        yield from line(a, b, scale)


def ring(at: Point, reach: int, scale: int) -> Iterator[Dot]:
    """The dots of a circle, thinly."""
    count = max(reach * 8 // scale, 12)
    for i in range(count):
        turn = 2 * math.pi * i / count
        yield dot((at[0] + round(reach * math.cos(turn)), at[1] + round(reach * math.sin(turn))), scale)


def braille(dots: Iterator[Dot], window: Window, into: dict[tuple[int, int], int]) -> None:
    """Add dots to characters of a window: (column, row) → bits."""
    left, top, width, height = window
    for x, y in dots:
        column, row = (x >> 1) - left, (y >> 2) - top
        if 0 <= column < width and 0 <= row < height:
            into[column, row] = into.get((column, row), 0) | _BITS[y & 3][x & 1]
