"""Pixels and dots: outlines filled, and lines, rings and outlines as braille."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from campaign.rules.views import Point
from tui.boards.plane.geometry import edges

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class Window(NamedTuple):
    """The part of a picture that is shown, in characters; left and top may be negative where the table is small."""

    left: int
    top: int
    width: int
    height: int


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
            for (ax, ay), (bx, by) in edges(outline)
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
    for a, b in edges(outline):
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
