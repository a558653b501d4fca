"""What every view of a board has in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.widget import Widget

from campaign.rules.places import Sheet
from campaign.rules.views import GameView, PieceView, Point
from tui.boards.chart import EMPTY, Chart
from tui.shared.glyphs import UNICODE, Glyphs
from tui.shared.palette import Ink


class Spot(NamedTuple):
    """What there is to say of a place. notes: a few words each. ruler: how far it is from the selected piece."""

    where: str
    terrain: str = ""
    notes: tuple[str, ...] = ()
    ruler: str = ""


class BoardView(Widget, can_focus=True):
    """A board with a cursor. Posts `CursorMoved` and `PlaceEntered`.

    signs: whether each piece has a sign of its own here.
    """

    signs: bool = False

    def __init__(self) -> None:
        super().__init__()
        self.chart: Chart = EMPTY
        self.glyphs: Glyphs = UNICODE
        self.ink = Ink(True)

    @property
    def cursor(self) -> str:
        """The place the cursor stands on: a hex, or `east,south` in mm on a plane."""
        return ""

    @property
    def point(self) -> Point | None:
        """The cursor on a plane; None on boards of cells."""
        return None

    @property
    def sheet(self) -> Sheet | None:
        """The hexes of the board; None where it has none."""
        return None

    @property
    def step(self) -> int:
        """How far, in mm, the cursor goes on a plane by one key."""
        return 1

    def show(self, game: GameView, chart: Chart) -> None:
        """Draw this moment. Only what changed is painted."""
        self.chart = chart

    def draw_with(self, glyphs: Glyphs, ink: Ink) -> None:
        self.glyphs, self.ink = glyphs, ink
        self.refresh()

    def move_to(self, where: str, centre: bool = False) -> None:
        """Put the cursor there and into view."""

    def look(self, point: Point) -> None:
        """Bring a point of a plane into view; the cursor stays where it is."""

    def zoom(self) -> str:
        """The next size of drawing; answers with its name."""
        return ""

    def here(self) -> Sequence[PieceView]:
        """The pieces under the cursor, the foremost first."""
        return self.chart.stacks.get(self.cursor, ())

    def place(self) -> Spot:
        """What is to be said of the cursor's place."""
        return Spot(self.cursor)

    def places(self) -> Sequence[tuple[str, str]]:
        """Where one may want to go: (place, name), named ones first."""
        return ()
