"""What is chosen on the battle screen: a piece, and a place of the board under the cursor."""

from __future__ import annotations

from campaign.rules.views import PieceView
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.stack import beside
from tui.boards.board_view import BoardView
from tui.boards.chart import labelled
from tui.shared.palette import SideMark, side_marks


class Selection:
    """unit: the selected piece; peek: which of several in a place the panel shows first.

    marks: how sides are told apart. labels: signs of pieces on a plane.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.unit = ""
        self.peek = 0
        self.marks: dict[str, SideMark] = {}
        self.labels: dict[str, str] = {}
        self._last_unit: dict[str, str] = {}
        self._board: BoardView | None = None

    @property
    def board(self) -> BoardView:
        if self._board is None:
            raise RuntimeError("no battle has been read yet")
        return self._board

    @property
    def has_board(self) -> bool:
        return self._board is not None

    def begin(self, now: Situation, board: BoardView) -> None:
        """The battle was read for the first time."""
        self.marks, self._board = side_marks(now.view.sides), board

    def follow(self, now: Situation) -> None:
        """A new moment: the piece that the side had chosen before it was interrupted, else its first."""
        if self.board.signs:
            self.labels = labelled(now.view.game.pieces, self.marks, self.labels)
        units, side = now.menu.units, now.asked_side
        if self.unit not in units:
            last = self._last_unit.get(side, "")
            self.unit = last if last in units else units[0] if units else ""
        self._last_unit[side] = self.unit

    def choose(self, now: Situation, unit: str) -> None:
        self.unit = self._last_unit[now.asked_side] = unit
        self.peek = 0

    def peek_at_target(self, now: Situation) -> None:
        """Of several pieces under the cursor, show first the one that would be aimed at."""
        here = self.ids_here()
        aimed = now.menu.aimed_at(self.unit, self.board.cursor, here)
        target = aimed[0].target if aimed else ""
        self.peek = here.index(target) if target in here else 0

    def pieces(self, now: Situation) -> list[PieceView]:
        """The pieces that the panel is about: those under the cursor; on a plane else the selected one, or those
        that wait beside the table.
        """
        where = self.board.cursor
        stack = list(self.board.here())
        stack += [piece for piece in now.view.game.pieces if piece.aboard and piece.where == where]
        if not stack and self.board.point is not None:
            selected, viewer = now.piece(self.unit), now.view.viewer
            waiting = [p for p in now.view.game.pieces if p.side == viewer and p.at is None and not p.out]
            stack = [selected] if selected is not None else waiting
        at = self.peek % len(stack) if stack else 0
        return [*stack[at:], *stack[:at]]

    def waiting(self, now: Situation) -> list[PieceView]:
        """Of those beside the map, the ones to look at: those that can do something now, or of which there is
        something to tell."""
        able = now.menu.units
        return [one for one in self.beside(now) if one.id in able or one.status or one.where]

    def beside(self, now: Situation) -> list[PieceView]:
        """The pieces that stand beside a map of hexes."""
        sheet = self.board.sheet
        return beside(now.view.game.pieces, frozenset(sheet.hexes)) if sheet is not None else []

    def units_here(self, now: Situation) -> list[str]:
        """The pieces under the cursor that can do something."""
        return now.menu.units_in(self.ids_here())

    def ids_here(self) -> list[str]:
        return [piece.id for piece in self.board.here()]

    def called(self, piece: str) -> str:
        """What a piece is called: its sign, if it has one, and its name."""
        found = self._session.now.piece(piece) if self._session.now is not None else None
        return f"{self.labels.get(piece, '')} {found.name if found is not None else piece}".strip()
