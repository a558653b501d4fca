"""Which board gets which view."""

from __future__ import annotations

from campaign.rules.views import GameView, HexBoard, PlaneBoard
from tui.boards.board_view import BoardView
from tui.boards.hex.view import HexView
from tui.boards.list.view import PiecesView
from tui.boards.plane.view import PlaneView


def view_for(game: GameView) -> BoardView:
    """The one place where the type of a board decides how it is drawn."""
    match game.board:
        case HexBoard():
            return HexView(game.board)
        case PlaneBoard():
            return PlaneView(game.board)
        case None:
            return PiecesView()
