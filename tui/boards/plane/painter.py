"""A plane as rows of characters with their styles: ground, bodies, lines, signs, cursor. No screen here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import NamedTuple

from rich.style import Style

from campaign.rules.views import PieceView, PlaneBoard, Point
from tui.boards.chart import Chart, hurts
from tui.boards.plane.dots import Dot, Window, around, braille, line, ring
from tui.boards.plane.geometry import compass
from tui.boards.plane.layout import BODY, OFF, OPEN, PlaneLayout
from tui.shared.glyphs import ASCII, Glyphs, stance_mark
from tui.shared.palette import (
    RGB,
    Ink,
    between,
    body_colour,
    flat_style,
    glyph_colour,
    line_colour,
    mark_style,
    on,
    table_colour,
)

Row = list[tuple[str, Style]]
PLAIN_LINES = {"ring": ".", "aim": ".", "way": "*", "sees": ".", "seen": ":", "ghost": "o"}
PLAIN_BODIES = {True: "%&$", False: "█▒░"}
"""Bodies without colours, in ASCII and in Unicode."""
ROOMY = 15
"""Columns of at most so many mm leave room for rings, names, and headings at the front of a body."""


class Scene(NamedTuple):
    """All that is drawn. pieces: those on the table, the uppermost last."""

    board: PlaneBoard
    pieces: Sequence[PieceView]
    chart: Chart


def scene(board: PlaneBoard, pieces: Iterable[PieceView], chart: Chart) -> Scene:
    """Wrecks lie lowest, the selected piece and what is aimed at uppermost."""
    there = [piece for piece in pieces if piece.at is not None and not piece.aboard]
    there.sort(key=lambda piece: (not piece.out, piece.id in chart.aims, piece.id == chart.unit))
    return Scene(board, there, chart)


class Painter:
    """Draws one scene in one window."""

    def __init__(self, plan: PlaneLayout, scene: Scene, window: Window, glyphs: Glyphs, ink: Ink) -> None:
        self._plan, self._scene, self._window = plan, scene, window
        self._glyphs, self._ink = glyphs, ink
        self._roomy = plan.scale <= ROOMY
        self._halves = ink.colours and glyphs is not ASCII
        self._pixels = plan.pixels(window, scene.pieces)
        self._tones: dict[int, RGB] = {}
        self._labels: list[tuple[int, int, int]] = []
        self.rows: list[Row] = [self._ground_row(y) for y in range(window.height)]

    def paint(self, cursor: Point | None) -> list[Row]:
        """The whole picture. cursor: where it stands, None if it is not shown."""
        self._marks()
        for kind, dots in self._lines():
            self._draw(kind, dots)
        for number, piece in enumerate(self._scene.pieces):
            self._sign(piece, BODY + number)
        self._ghost_sign()
        if cursor is not None:
            self._cursor(cursor)
        return self.rows

    # -- ground and bodies ------------------------------------------------------------------------------------

    def _tone(self, code: int) -> RGB:
        found = self._tones.get(code)
        if found is None:
            if code == OFF:
                found = table_colour(self._ink, "")
            elif code == OPEN:
                found = table_colour(self._ink)
            elif code < BODY:
                found = table_colour(self._ink, self._scene.board.areas[code - 1].terrain, built=True)
            else:
                piece = self._scene.pieces[code - BODY]
                found = body_colour(self._ink, self._scene.chart.sides.get(piece.side), piece.out)
            self._tones[code] = found
        return found

    def _ground_row(self, y: int) -> Row:
        upper, lower = self._pixels[2 * y], self._pixels[2 * y + 1]
        window, seen = self._window, dict[tuple[int, int, bool], tuple[str, Style]]()
        row: Row = []
        for x, (a, b) in enumerate(zip(upper, lower, strict=True)):
            dense = not self._roomy or (x + window.left + y + window.top) % 2 == 0
            key = a, b, dense
            found = seen.get(key)
            if found is None:
                found = seen[key] = self._halved(a, b, dense) if self._halves else self._plain(a, b, dense)
            row.append(found)
        if not self._ink.colours:
            self._frame(row, y + window.top)
        return row

    def _halved(self, a: int, b: int, dense: bool) -> tuple[str, Style]:
        if a != b:
            return "▀", flat_style(self._tone(a), self._tone(b))
        back = self._tone(a)
        if OPEN < a < BODY and dense:
            area = self._scene.board.areas[a - 1]
            sign = self._glyphs.ground(area.glyph, area.terrain)
            return sign, flat_style(glyph_colour(self._ink, area.terrain), back)
        return " ", flat_style(back, back)

    def _plain(self, a: int, b: int, dense: bool) -> tuple[str, Style]:
        code = max((one for one in (a, b) if BODY <= one < OFF), default=b)
        if code in (OPEN, OFF):
            return " ", self._flat(code)
        if code < BODY:
            area = self._scene.board.areas[code - 1]
            fore = glyph_colour(self._ink, area.terrain) if self._ink.colours else None
            sign = self._glyphs.ground(area.glyph, area.terrain)
            return sign if dense else " ", self._flat(code, fore)
        piece = self._scene.pieces[code - BODY]
        mark = self._scene.chart.sides.get(piece.side)
        bodies = PLAIN_BODIES[self._glyphs is ASCII]
        return "-" if piece.out else bodies[min(mark.rank if mark else 9, 2)], self._flat(code)

    def _flat(self, code: int, fore: RGB | None = None) -> Style:
        """The style of a character on ground of one kind."""
        if self._ink.colours:
            back = self._tone(code)
            return flat_style(fore or on(back), back)
        if code < BODY or code == OFF:
            return Style(dim=True)
        return _turned(self._scene.chart, self._scene.pieces[code - BODY])

    def _frame(self, row: Row, y: int) -> None:
        """Without colours only a line tells where the table ends."""
        plan, left = self._plan, self._window.left
        for x in range(len(row)):
            column = x + left
            if y in (-1, plan.rows) and -1 <= column <= plan.columns:
                row[x] = "-", Style(dim=True)
            elif column in (-1, plan.columns) and 0 <= y < plan.rows:
                row[x] = "|", Style(dim=True)

    def _back(self, x: int, y: int) -> RGB:
        a, b = self._pixels[2 * y][x], self._pixels[2 * y + 1][x]
        return between(self._tone(a), self._tone(b))

    # -- lines ------------------------------------------------------------------------------------------------

    def _lines(self) -> Iterator[tuple[str, Iterator[Dot]]]:
        """Kinds and dots of all lines, the uppermost last."""
        scale, chart, board = self._plan.scale, self._scene.chart, self._scene.board
        if self._roomy:
            for mark in board.marks:
                if mark.reach:
                    yield "ring", ring(mark.at, mark.reach, scale)
        at = {piece.id: piece.at for piece in self._scene.pieces}
        start = at.get(chart.unit)
        for aim in chart.aims:
            end = at.get(aim)
            if start is not None and end is not None and start != end:
                yield "aim", line(start, end, scale, 2)
        ghost = chart.ghost
        if ghost is None:
            return
        for ray in ghost.seen:
            yield "seen", line(ray.start, ray.end, scale, 3)
        for ray in ghost.sees:
            yield "sees", line(ray.start, ray.end, scale)
        for a, b in zip(ghost.way, ghost.way[1:], strict=False):
            yield "way", line(a, b, scale)
        yield "ghost", around(ghost.piece.outline, scale)

    def _draw(self, kind: str, dots: Iterator[Dot]) -> None:
        found: dict[tuple[int, int], int] = {}
        braille(dots, self._window, found)
        plain = PLAIN_LINES[kind]
        for (x, y), bits in found.items():
            if self._ink.colours:
                style = flat_style(line_colour(self._ink, kind), self._back(x, y), kind == "ghost")
            else:
                style = Style(bold=kind in ("ghost", "way"))
            self.rows[y][x] = plain if self._glyphs is ASCII else chr(0x2800 + bits), style

    # -- signs ------------------------------------------------------------------------------------------------

    def _put(self, x: int, y: int, text: str, style: Style | None = None, over: bool = True) -> None:
        """Write at a character of the window. style: None takes that of the ground. over: also over bodies."""
        if not 0 <= y < self._window.height:
            return
        for i, char in enumerate(text, x):
            if not 0 <= i < self._window.width:
                continue
            code = self._pixels[2 * y][i]
            if not over and (code >= BODY or self._pixels[2 * y + 1][i] >= BODY):
                continue
            if style is not None:
                self.rows[y][i] = char, style
            elif self._ink.colours:
                back = self._back(i, y)
                self.rows[y][i] = char, flat_style(on(back), back, True)
            else:
                self.rows[y][i] = char, Style(bold=True)

    def _spot(self, point: Point) -> tuple[int, int]:
        column, row = self._plan.cell(point)
        return column - self._window.left, row - self._window.top

    def _marks(self) -> None:
        for mark in self._scene.board.marks:
            x, y = self._spot(mark.at)
            self._put(x, y, f"*{mark.name}" if self._roomy else "*", over=False)

    def _sign(self, piece: PieceView, code: int) -> None:
        """Label and heading, stance and hurt as far as they fit; brackets around what is chosen or aimed at."""
        assert piece.at is not None
        chart = self._scene.chart
        label = chart.labels.get(piece.id) or (piece.glyph or "?")[0]
        style = self._sign_style(piece, code)
        x, y = self._spot(piece.at)
        if piece.out:
            label, arrow = f"{label}x", ""
        else:
            arrow = self._glyphs.facing(compass(piece.heading)).strip() if piece.heading >= 0 else ""
        text = label
        if arrow and not (self._roomy and self._point(piece, arrow, style, x, y)):
            text += arrow
        west, east = (f(corner[0] for corner in piece.outline or (piece.at,)) for f in (min, max))
        room = max((east - west) // self._plan.scale + 1, len(label + arrow))
        if not piece.out:
            for extra in (stance_mark(piece.stance), "!" if hurts(piece) else ""):
                text += extra if len(text) + len(extra) <= room else ""
        x -= (len(text) - 1) // 2
        self._put(x, y, text, style)
        self._labels.append((y, x, x + len(text)))
        kind = "target" if piece.id in chart.aims else "selected" if piece.id == chart.unit else ""
        if kind:
            marks = mark_style(self._ink, kind)
            self._put(x - 1, y, "(" if kind == "selected" else ">", marks)
            self._put(x + len(text), y, ")" if kind == "selected" else "<", marks)

    def _ghost_sign(self) -> None:
        """The label of a ghost and its heading."""
        ghost, chart = self._scene.chart.ghost, self._scene.chart
        if ghost is None or ghost.piece.at is None:
            return
        piece, at = ghost.piece, ghost.piece.at
        x, y = self._spot(at)
        label = chart.labels.get(piece.id) or (piece.glyph or "?")[0]
        arrow = self._glyphs.facing(compass(piece.heading)).strip() if piece.heading >= 0 else ""
        style = Style(bold=True)
        if self._ink.colours and 0 <= x < self._window.width and 0 <= y < self._window.height:
            style = flat_style(line_colour(self._ink, "ghost"), self._back(x, y), True)
        self._put(x, y, label + arrow, style)

    def _point(self, piece: PieceView, arrow: str, style: Style, x: int, y: int) -> bool:
        """The heading at the front of a body, if that is far enough from the label."""
        if not piece.outline or piece.at is None:
            return False
        front = _front(piece)
        fx, fy = self._spot(front)
        if abs(fx - x) < 3 and fy == y:
            return False
        self._put(fx, fy, arrow, style)
        return True

    def _sign_style(self, piece: PieceView, code: int) -> Style:
        if not self._ink.colours:
            return Style(bold=not piece.out, strike=piece.out) + _turned(self._scene.chart, piece)
        back = self._tone(code)
        return flat_style(on(back), back, not piece.out, piece.out)

    def _cursor(self, cursor: Point) -> None:
        """Brackets around a character, or around the label that it belongs to."""
        x, y = self._spot(cursor)
        style = mark_style(self._ink, "cursor")
        first, last = x, x + 1
        for row, left, right in self._labels:
            if row == y and left <= x < right:
                first, last = left, right
        self._put(first - 1, y, "[", style)
        self._put(last, y, "]", style)
        if (first, last) == (x, x + 1) and 0 <= y < self._window.height and 0 <= x < self._window.width:
            char, own = self.rows[y][x]
            if char in (" ", "▀"):
                self._put(x, y, "+")
            else:
                self.rows[y][x] = char, own + Style(bold=True)


def _turned(chart: Chart, piece: PieceView) -> Style:
    """Without colours every second side is turned around."""
    mark = chart.sides.get(piece.side)
    return Style(reverse=bool(mark and mark.rank % 2 and not piece.out), dim=piece.out)


def _front(piece: PieceView) -> Point:
    """A point well inside a body, towards its heading."""
    assert piece.at is not None
    x, y = piece.at
    east, north = sin(radians(piece.heading)), cos(radians(piece.heading))
    long = max((cx - x) * east - (cy - y) * north for cx, cy in piece.outline) * 0.75
    return round(x + long * east), round(y - long * north)


def changed(before: Sequence[Row], after: Sequence[Row]) -> Mapping[int, tuple[int, int]]:
    """Which characters differ: row → first, and one past the last."""
    found: dict[int, tuple[int, int]] = {}
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            spots = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
            found[y] = spots[0], spots[-1] + 1
    return found
