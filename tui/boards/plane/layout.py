"""Where the things of a plane stand in a text picture drawn to scale. No screen here.

A character is twice as high as it is wide: a column is `scale` mm of the table and a row twice that. A character
holds two square pixels, one above the other, and two by four square dots, as braille has them.
"""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.views import PieceView, PlaneBoard, Point
from tui.boards.plane.dots import Window, paint
from tui.boards.plane.geometry import body

OPEN, OFF = 0, 255
"""Codes of pixels: bare table, and beside the table. Areas count from 1, bodies from BODY."""
BODY = 100
NICE = (1, 2, 5, 10, 20, 25, 30, 40, 50, 60, 75, 100)


class PlaneLayout:
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
