"""The table: draws a `PlaneBoard` to scale, moves a cursor over it in millimetres.

Nothing here is reactive: every picture is compared with the one before, and only what changed is painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region
from textual.strip import Strip

from campaign.rules.views import GameView, PieceView, PlaneBoard, Point
from tui.boards.board_view import BoardView, Spot
from tui.boards.chart import Chart, spot
from tui.boards.messages import CursorMoved, PlaceEntered
from tui.boards.plane.dots import Window
from tui.boards.plane.geometry import bearing, body, gap, inside
from tui.boards.plane.layout import PlaneLayout, fitting, scales
from tui.boards.plane.painter import Painter, Row, changed, scene
from tui.boards.scrolling import centred, scrolled
from tui.boards.segments import joined
from tui.shared.glyphs import Glyphs
from tui.shared.keys import bindings
from tui.shared.palette import Ink

SIZES = ("the whole table", "closer", "closest")
SLACK = 5
"""So many rows may come and go, for a notice, without the picture being drawn in another size."""
LEAP = 5


class PlaneView(BoardView):
    """See the module."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("map")
    signs = True

    def __init__(self, board: PlaneBoard) -> None:
        super().__init__()
        self.board: PlaneBoard = board
        self.near = 0
        self._pieces: tuple[PieceView, ...] = ()
        self._cursor: Point = board.width // 2, board.height // 2
        self._fitted = (0, 0)
        self._plan = PlaneLayout(board, fitting(board, 80, 24))
        self._left = self._top = 0
        self._rows: list[Row] = []

    # -- what the screen asks for -----------------------------------------------------------------------------

    @property
    def cursor(self) -> str:
        return f"{self._cursor[0]},{self._cursor[1]}"

    @property
    def point(self) -> Point:
        return self._cursor

    @property
    def step(self) -> int:
        return self._plan.step

    def show(self, game: GameView, chart: Chart) -> None:
        board = game.board
        if isinstance(board, PlaneBoard) and board is not self.board and board != self.board:
            self.board = board
            self._plan = PlaneLayout(board, self._plan.scale)
        self._pieces, self.chart = game.pieces, chart
        self._redraw()

    def draw_with(self, glyphs: Glyphs, ink: Ink) -> None:
        if (glyphs, ink) != (self.glyphs, self.ink):
            self.glyphs, self.ink = glyphs, ink
            self._redraw()

    def move_to(self, where: str, centre: bool = False) -> None:
        there = point_of(where)
        if there is None:
            return
        before, self._cursor = self._cursor, self._plan.clamped(there)
        self._show_point(self._cursor, centre)
        if before != self._cursor:
            self.post_message(CursorMoved(self.cursor))

    def look(self, point: Point) -> None:
        self._show_point(point)

    def zoom(self) -> str:
        self.near = (self.near + 1) % len(SIZES)
        self._replan()
        self._show_point(self._cursor, centre=True)
        return SIZES[self.near]

    def here(self) -> list[PieceView]:
        reach = self._plan.scale
        found = [
            (piece.out, piece.id != self.chart.unit, near, piece)
            for piece in self._pieces
            if piece.at is not None and (near := gap(body(piece), (self._cursor,))) <= reach
        ]
        found.sort(key=lambda one: one[:3])
        return [piece for *_, piece in found]

    def place(self) -> Spot:
        areas = [area for area in self.board.areas if inside(area.outline, self._cursor)]
        marks = [mark for mark in self.board.marks if _reached(mark.at, self._cursor, mark.reach)]
        names = [one.name for one in (*areas, *marks) if one.name]
        return Spot(self.cursor, areas[-1].terrain if areas else "open ground", tuple(names), self._ruler())

    def _ruler(self) -> str:
        """How far the selected piece is from the cursor, edge to edge, and in which direction."""
        unit = next((p for p in self._pieces if p.id == self.chart.unit and p.at is not None), None)
        if unit is None or unit.at is None or unit.at == self._cursor:
            return ""
        other = next((p for p in self.here() if p.id != unit.id and inside(body(p), self._cursor)), None)
        far = gap(body(unit), body(other) if other else (self._cursor,))
        label = self.chart.labels.get(unit.id, unit.name)
        return f"{round(far)} mm from {label}, {bearing(unit.at, self._cursor):03}°"

    def places(self) -> Sequence[tuple[str, str]]:
        marks = [(f"{mark.at[0]},{mark.at[1]}", mark.name) for mark in self.board.marks]
        areas = [(_middle(area.outline), area.name or area.terrain) for area in self.board.areas]
        return [*marks, *areas]

    # -- size and place ---------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        width, height = self._fitted
        if self.size.width != width or not height - SLACK <= self.size.height <= height:
            self._fitted = self.size.width, self.size.height
            self._replan()
            self._show_point(self._cursor, centre=True)
        else:
            self._show_point(self._cursor)

    def _replan(self) -> None:
        scale = scales(self.board, *self._fitted)[self.near]
        if scale != self._plan.scale:
            self._plan = PlaneLayout(self.board, scale)

    def _show_point(self, point: Point, centre: bool = False) -> None:
        """Bring a point into view, by half screens, and draw."""
        plan, (x, y) = self._plan, self._plan.cell(point)
        if centre:
            self._left = centred(self.size.width, plan.columns, x, x + 1)
            self._top = centred(self.size.height, plan.rows, y, y + 1)
        else:
            self._left = scrolled(self._left, self.size.width, plan.columns, x, x + 1, 4)
            self._top = scrolled(self._top, self.size.height, plan.rows, y, y + 1, 2)
        self._redraw()

    @property
    def window(self) -> Window:
        """The part that is seen; a table smaller than its pane stands in the middle."""
        spare_x, spare_y = self.size.width - self._plan.columns, self.size.height - self._plan.rows
        left = -(spare_x // 2) if spare_x > 0 else self._left
        top = -(spare_y // 2) if spare_y > 0 else self._top
        return Window(left, top, self.size.width, self.size.height)

    # -- drawing ----------------------------------------------------------------------------------------------

    def _redraw(self) -> None:
        window = self.window
        if not window.width or not window.height:
            return
        painter = Painter(
            self._plan, scene(self.board, self._pieces, self.chart), window, self.glyphs, self.ink
        )
        before, self._rows = self._rows, painter.paint(None if self.chart.ghost else self._cursor)
        if len(before) != window.height or len(before[0]) != window.width:
            self.refresh()
            return
        for y, (first, last) in changed(before, self._rows).items():
            self.refresh(Region(first, y, last - first, 1))

    def render_line(self, y: int) -> Strip:
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        return Strip(joined(self._rows[y]) or [Segment("")]).adjust_cell_length(self.size.width)

    # -- keys -------------------------------------------------------------------------------------------------

    def action_step(self, east: int, south: int) -> None:
        """Move the cursor by steps that fit the size of the drawing."""
        x, y = self._cursor
        there = self._plan.clamped((x + east * self.step, y + south * self.step))
        self.move_to(f"{there[0]},{there[1]}")

    def action_leap(self, east: int, south: int) -> None:
        self.action_step(east * LEAP, south * LEAP)

    def action_enter(self) -> None:
        self.post_message(PlaceEntered(self.cursor))

    def on_click(self, event: events.Click) -> None:
        window = self.window
        x, y = event.x + window.left, event.y + window.top
        if 0 <= x < self._plan.columns and 0 <= y < self._plan.rows:
            there = self._plan.middle(x, y)
            self.move_to(f"{there[0]},{there[1]}")
            if (found := self.here()) and inside(body(found[0]), there):
                self.move_to(spot(found[0]))


def point_of(where: str) -> Point | None:
    """The point that a place of a plane names."""
    east, comma, south = where.partition(",")
    if not (comma and east.strip().isdecimal() and south.strip().isdecimal()):
        return None
    return int(east), int(south)


def _reached(at: Point, point: Point, reach: int) -> bool:
    return (at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2 <= max(reach, 1) ** 2


def _middle(outline: Sequence[Point]) -> str:
    xs, ys = [corner[0] for corner in outline], [corner[1] for corner in outline]
    return f"{(min(xs) + max(xs)) // 2},{(min(ys) + max(ys)) // 2}"
