"""What every view of a board has in common, and which board gets which view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from campaign.rules.system import GameView, HexBoard
from tui.chart import EMPTY, Chart
from tui.glyphs import UNICODE, Glyphs
from tui.palette import Ink

if TYPE_CHECKING:
    from collections.abc import Sequence


class BoardView(Widget, can_focus=True):
    """A board with a cursor. Posts `CursorMoved` and `HexEntered`."""

    def __init__(self) -> None:
        super().__init__()
        self.chart: Chart = EMPTY
        self.glyphs: Glyphs = UNICODE
        self.ink = Ink(True)

    @property
    def cursor(self) -> str:
        """The place the cursor stands on."""
        return ""

    def show(self, game: GameView, chart: Chart) -> None:
        """Draw this moment. Only what changed is painted."""
        self.chart = chart

    def draw_with(self, glyphs: Glyphs, ink: Ink) -> None:
        self.glyphs, self.ink = glyphs, ink
        self.refresh()

    def move_to(self, where: str, centre: bool = False) -> None:
        """Put the cursor there and into view."""

    def zoom(self) -> str:
        """The next size of drawing; answers with its name."""
        return ""

    def place(self, where: str) -> tuple[str, str, str]:
        """Of a place: terrain, mark, name."""
        return "", "", ""

    def places(self) -> Sequence[tuple[str, str]]:
        """Where one may want to go: (place, name), named ones first."""
        return ()


def view_for(game: GameView) -> BoardView:
    """The one place where the type of a board decides how it is drawn."""
    from tui.hexview import HexView

    match game.board:
        case HexBoard():
            return HexView(game.board)
        case _:
            return BoardView()
