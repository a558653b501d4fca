"""Text rows of a hex map, as segments in their colours."""

from __future__ import annotations

from typing import Protocol

from rich.segment import Segment
from rich.style import Style

from tui.boards.chart import Chart, Face, sign
from tui.boards.hex.layout import HexLayout
from tui.boards.segments import joined
from tui.shared.glyphs import side_sign
from tui.shared.palette import Ink, line_style, mark_style, piece_style, side_style, terrain_style

WALLS = {"cursor": "[]", "target": "><", "selected": "()"}


class Source(Protocol):
    """Where a painter gets hexes from."""

    @property
    def chart_ink(self) -> tuple[Chart, Ink]: ...
    def face(self, hex: str) -> Face: ...
    def mark(self, hex: str) -> str: ...


def near_line(plan: HexLayout, source: Source, y: int, left: int, right: int) -> list[Segment]:
    """A row of a map whose hexes have walls, from one character to another."""
    _, ink = source.chart_ink
    first = max(left // plan.pitch, 0)
    last = min((right - 1) // plan.pitch, plan.board.columns)
    pieces: list[tuple[str, Style]] = []
    for column in range(first, last + 1):
        pieces.append(_wall(plan, source, ink, column, y))
        if column < plan.board.columns:
            pieces += _inside(plan, source, ink, column, y)
    return _cut(pieces, first * plan.pitch, left, right)


def far_line(plan: HexLayout, source: Source, y: int, left: int, right: int) -> list[Segment]:
    """A row of a map from afar."""
    chart, ink = source.chart_ink
    pieces: list[tuple[str, Style]] = []
    for column in range(plan.board.columns):
        cell, _ = plan.at(column, y)
        if cell is None:
            continue
        found, mark = source.face(cell.id), source.mark(cell.id)
        stack = chart.stacks.get(cell.id, ())
        if stack:
            side = chart.sides.get(stack[0].side)
            text = f"{(stack[0].glyph or '?')[0]}{side.letter if side else '?'}"
        else:
            text = cell.glyph + ("+" if found.reached else sign(cell, *plan.around(cell)[:1]))
        pieces.append((text, mark_style(ink, "cursor") if mark == "cursor" else _style(source, found, False)))
    return _cut(pieces, 0, left, right)


def _inside(plan: HexLayout, source: Source, ink: Ink, column: int, y: int) -> list[tuple[str, Style]]:
    cell, where = plan.at(column, y)
    if cell is None:
        return [(" " * plan.inside, line_style(ink, floor=where == "ceiling"))]
    found = source.face(cell.id)
    if where != "lower":
        return [(found.upper, _style(source, found, False))]
    style, what = _style(source, found, True), plan.floor(cell)
    if not what:
        return [(found.lower, style)]
    river = side_style(ink, what, found.terrain, True)
    return [(side_sign(what), river) if char == " " else (char, style) for char in found.lower]


def _style(source: Source, found: Face, floor: bool) -> Style:
    chart, ink = source.chart_ink
    side = chart.sides.get(found.side)
    if side is not None:
        return piece_style(ink, side, found.out, floor)
    return terrain_style(ink, found.terrain, found.reached, floor, found.height)


def _wall(plan: HexLayout, source: Source, ink: Ink, column: int, y: int) -> tuple[str, Style]:
    """The character between two columns: a hexside, or a bracket of a marked hex on either side of it."""
    best, text, beside = "", plan.wall(column, y), None
    for neighbour, bracket in ((column, 0), (column - 1, 1)):
        cell, _ = plan.at(neighbour, y)
        if cell is None:
            continue
        beside = beside or source.face(cell.id)
        kind = source.mark(cell.id)
        if kind and (not best or kind == "cursor"):
            best, text = kind, WALLS[kind][bracket]
    if best:
        return text, mark_style(ink, best)
    if what := plan.side(column, y):
        return side_sign(what), side_style(ink, what, beside.terrain if beside else "")
    return text, line_style(
        ink, beside.terrain, beside.reached, height=beside.height
    ) if beside else line_style(ink)


def _cut(pieces: list[tuple[str, Style]], start: int, left: int, right: int) -> list[Segment]:
    """What of pieces in a row, the first at start, does not stick out of left…right."""
    kept: list[tuple[str, Style]] = []
    at = start
    for text, style in pieces:
        begin, end = max(left - at, 0), min(right - at, len(text))
        at += len(text)
        if begin < end:
            kept.append((text[begin:end], style))
    return joined(kept)
