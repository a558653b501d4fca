"""The hex map: draws a `HexBoard`, moves a cursor over it, scrolls half a screen at a time.

Nothing here is reactive: a moved cursor repaints two hexes and not the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region
from textual.strip import Strip

from campaign.rules.places import Sheet
from campaign.rules.views import GameView, HexBoard
from tui.boards.board_view import BoardView, Spot
from tui.boards.chart import EMPTY, Chart, Face, commonest, face
from tui.boards.hex.layout import FarLayout, HexLayout
from tui.boards.hex.painter import far_line, near_line
from tui.boards.messages import CursorMoved, PlaceEntered
from tui.boards.scrolling import centred, scrolled
from tui.shared.glyphs import Glyphs
from tui.shared.keys import bindings
from tui.shared.palette import Ink

SIZES = ("small", "large", "overview")


class HexView(BoardView):
    """See the module."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("map")

    def __init__(self, board: HexBoard) -> None:
        super().__init__()
        self.board: HexBoard = board
        self.size_name = ""
        self._cells = {cell.id: cell for cell in board.cells}
        self._sheet = Sheet(board)
        self._plan = HexLayout(board, self.glyphs.small)
        self._sparse = commonest(board)
        self._cursor = board.cells[0].id if board.cells else ""
        self._left = self._top = 0
        self._placed = False
        self._faces: dict[str, Face] = {}

    # -- what the screen asks for -----------------------------------------------------------------------------

    @property
    def cursor(self) -> str:
        return self._cursor

    @property
    def sheet(self) -> Sheet:
        return self._sheet

    def show(self, game: GameView, chart: Chart) -> None:
        board, before = game.board if isinstance(game.board, HexBoard) else None, self.chart
        changed = _touched(before, chart)
        if board is not None and board is not self.board:
            if (board.id, board.sides) != (self.board.id, self.board.sides):
                changed = set(self._cells)
            changed |= {new.id for new, old in zip(board.cells, self.board.cells, strict=False) if new != old}
            self.board = board
            self._cells = {cell.id: cell for cell in board.cells}
            self._replan()
        self.chart = chart
        if before is EMPTY or len(changed) > len(self._cells) // 3:
            self._faces.clear()
            self.refresh()
            return
        for hex in changed:
            self._faces.pop(hex, None)
            self._paint(hex)

    def draw_with(self, glyphs: Glyphs, ink: Ink) -> None:
        if (glyphs, ink) == (self.glyphs, self.ink):
            return
        self.glyphs, self.ink = glyphs, ink
        self._replan()
        self._centre()
        self.refresh()

    def move_to(self, where: str, centre: bool = False) -> None:
        if where not in self._cells:
            return
        before, self._cursor = self._cursor, where
        if centre:
            self._centre()
        else:
            self._follow()
        if before != where:
            self._paint(before)
            self.post_message(CursorMoved(where))
        self._paint(where)

    def zoom(self) -> str:
        now = self._drawn()
        self.size_name = SIZES[(SIZES.index(now) + 1) % len(SIZES)]
        self._replan()
        self._centre()
        self.refresh()
        return self.size_name

    def place(self) -> Spot:
        cell = self._cells.get(self._cursor)
        if cell is None:
            return Spot(self._cursor)
        level = f"level {cell.height}" if cell.height else ""
        words = (cell.name, *cell.marks, level, *cell.features, *self._plan.around(cell))
        return Spot(cell.id, cell.terrain.replace("-", " "), tuple(filter(None, words)))

    def places(self) -> Sequence[tuple[str, str]]:
        named = [(cell.id, cell.name) for cell in self.board.cells if cell.name]
        return [*named, *((cell.id, "") for cell in self.board.cells if not cell.name)]

    # -- size and place -----------------------------------------------------------------------------------------

    def _drawn(self) -> str:
        return self.size_name or ("large" if self.size.width >= 100 else "small")

    def _replan(self) -> None:
        size = self._drawn()
        if size == "overview":
            self._plan = FarLayout(self.board)
        else:
            self._plan = HexLayout(self.board, self.glyphs.large if size == "large" else self.glyphs.small)
        self._faces.clear()

    def on_resize(self, event: events.Resize) -> None:
        before = self._plan.inside
        self._replan()
        if self._placed and self._plan.inside == before:
            self._follow()
        else:
            self._placed = True
            self._centre()
        self.refresh()

    def _centre(self) -> None:
        if not self._cursor:
            return
        box = self._plan.box(self._cursor)
        self._left = centred(self.size.width, self._plan.width, box.left, box.right)
        self._top = centred(self.size.height, self._plan.height, box.top, box.bottom)
        self.refresh()

    def _follow(self) -> None:
        plan, box = self._plan, self._plan.box(self._cursor)
        left = scrolled(self._left, self.size.width, plan.width, box.left, box.right, plan.pitch)
        top = scrolled(self._top, self.size.height, plan.height, box.top, box.bottom, plan.rows_per_hex)
        if (left, top) != (self._left, self._top):
            self._left, self._top = left, top
            self.refresh()

    # -- drawing --------------------------------------------------------------------------------------------------

    def _paint(self, hex: str) -> None:
        if hex not in self._cells:
            return
        box = self._plan.box(hex)
        region = Region(
            box.left - self._left, box.top - self._top, box.right - box.left, box.bottom - box.top
        )
        region = region.intersection(Region(0, 0, self.size.width, self.size.height))
        if region:
            self.refresh(region)

    def face(self, hex: str) -> Face:
        """What is drawn in a hex."""
        found = self._faces.get(hex)
        if found is None:
            cell = self._cells[hex]
            found = face(cell, self.chart, self.glyphs, self._plan.inside, cell.terrain == self._sparse)
            self._faces[hex] = found
        return found

    def mark(self, hex: str) -> str:
        """What the walls around a hex tell: `cursor`, `target`, `selected` or nothing."""
        if hex == self._cursor:
            return "cursor"
        if hex in self.chart.targets:
            return "target"
        return "selected" if hex == self.chart.selected else ""

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = far_line if isinstance(self._plan, FarLayout) else near_line
        segments = line(self._plan, self, y + self._top, self._left, self._left + width)
        return Strip(segments or [Segment("")]).adjust_cell_length(width, self.rich_style)

    # -- keys -------------------------------------------------------------------------------------------------------

    def action_step(self, east: int, south: int) -> None:
        """Move the cursor by columns and rows, as far as the board goes."""
        if self._cursor:
            self.move_to(self._sheet.step(self._cursor, east, south))

    def action_leap(self, east: int, south: int) -> None:
        """Half a screen at once."""
        columns = max(self.size.width // self._plan.pitch // 2, 1)
        rows = max(self.size.height // self._plan.rows_per_hex // 2, 1)
        self.action_step(east * columns, south * rows)

    def action_enter(self) -> None:
        if self._cursor:
            self.post_message(PlaceEntered(self._cursor))

    def on_click(self, event: events.Click) -> None:
        cell = self._plan.hex_at(event.x + self._left, event.y + self._top)
        if cell is not None:
            self.move_to(cell.id)

    @property
    def chart_ink(self) -> tuple[Chart, Ink]:
        return self.chart, self.ink


def _touched(before: Chart, after: Chart) -> set[str]:
    """Hexes that look different."""
    found = {before.selected, after.selected, *before.targets, *after.targets}
    for old, new in ((before.stacks, after.stacks), (before.reach, after.reach)):
        if old is not new:
            found |= {hex for hex in {*old, *new} if old.get(hex) != new.get(hex)}
    return found
