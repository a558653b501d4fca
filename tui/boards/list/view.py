"""The pieces of a battle that has no board here, because it is fought on a table of one's own: a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.strip import Strip

from campaign.rules.views import GameView, PieceView
from tui.boards.board_view import BoardView, Spot
from tui.boards.chart import Chart
from tui.boards.list.painter import piece_line
from tui.boards.messages import CursorMoved, PlaceEntered
from tui.shared.glyphs import Glyphs
from tui.shared.keys import bindings
from tui.shared.palette import Ink

LEAP = 5


class PiecesView(BoardView):
    """One line for each piece; the cursor stands on one. Places are the pieces' ids."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("map")
    signs = True

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[PieceView] = []
        self._at = self._top = 0

    @property
    def cursor(self) -> str:
        return self._pieces[self._at].id if self._pieces else ""

    def show(self, game: GameView, chart: Chart) -> None:
        before = self.cursor
        ranks = {side: mark.rank for side, mark in chart.sides.items()}
        self._pieces = sorted(game.pieces, key=lambda piece: ranks.get(piece.side, len(ranks)))
        self.chart = chart
        self._at = next((i for i, piece in enumerate(self._pieces) if piece.id == before), 0)
        self.refresh()

    def draw_with(self, glyphs: Glyphs, ink: Ink) -> None:
        self.glyphs, self.ink = glyphs, ink
        self.refresh()

    def move_to(self, where: str, centre: bool = False) -> None:
        at = next((i for i, piece in enumerate(self._pieces) if piece.id == where), None)
        if at is None or at == self._at:
            return
        self._at = at
        self._follow()
        self.post_message(CursorMoved(where))

    def here(self) -> Sequence[PieceView]:
        return self._pieces[self._at : self._at + 1]

    def place(self) -> Spot:
        return Spot("On your own table")

    def places(self) -> Sequence[tuple[str, str]]:
        return [(piece.id, piece.name) for piece in self._pieces]

    # -- drawing ----------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        self._follow()

    def _follow(self) -> None:
        height = max(self.size.height, 1)
        self._top = min(max(self._top, self._at - height + 1), self._at)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, at = self.size.width, self._top + y
        if at >= len(self._pieces):
            return Strip.blank(width, self.rich_style)
        text = piece_line(self._pieces[at], at == self._at, self.chart, self.glyphs, self.ink)
        console = self.app.console  # pyright: ignore[reportUnknownMemberType]
        segments = [Segment(s.text, s.style) for s in text.render(console) if s.text]
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    # -- keys -------------------------------------------------------------------------------------------------

    def action_step(self, east: int, south: int) -> None:
        at = min(max(self._at + south, 0), len(self._pieces) - 1)
        if at >= 0:
            self.move_to(self._pieces[at].id)

    def action_leap(self, east: int, south: int) -> None:
        self.action_step(0, south * LEAP)

    def action_enter(self) -> None:
        if self._pieces:
            self.post_message(PlaceEntered(self.cursor))

    def on_click(self, event: events.Click) -> None:
        at = self._top + event.y
        if at < len(self._pieces):
            self.move_to(self._pieces[at].id)
