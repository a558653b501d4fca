"""Line of sight on a board: which hexes see each other, remembered for as long as the Sight lives."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex


class Sight:
    """Who sees whom on one board, where hexes of certain terrain are obstacles.

    An obstacle blocks a line that crosses its interior. Where a line runs along a side, it is blocked only if
    the hexes on both sides are obstacles (at the rim of the board: the one hex there is). The two end hexes
    never block. Everything is worked out when first asked for: random play-outs ask millions of times.
    """

    __slots__ = ("_blocked", "_blockers", "_clear", "_visible", "board", "obstacles")

    def __init__(self, board: Board, obstacles: AbstractSet[str]) -> None:
        self.board = board
        self.obstacles = frozenset(obstacles)
        self._blocked = frozenset(hex for hex, terrain in board.terrain.items() if terrain in self.obstacles)
        self._blockers: dict[tuple[Hex, Hex], Hex | None] = {}
        self._clear: dict[tuple[Hex, Hex], bool] = {}
        self._visible: dict[Hex, frozenset[Hex]] = {}

    def clear(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes see each other."""
        try:
            return self._clear[a, b]
        except KeyError:
            seen = self._first_blocker(a, b) is None
            self._clear[a, b] = self._clear[b, a] = seen
            return seen

    def blocker(self, a: Hex, b: Hex) -> Hex | None:
        """The hex that blocks the line first, coming from `a`; None if the line is clear."""
        try:
            return self._blockers[a, b]
        except KeyError:
            found = self._blockers[a, b] = self._first_blocker(a, b)
            return found

    def visible_from(self, hex: Hex) -> frozenset[Hex]:
        """All hexes that are seen from one, itself among them."""
        try:
            return self._visible[hex]
        except KeyError:
            found = frozenset(other for other in self.board.hexes if self.clear(hex, other))
            self._visible[hex] = found
            return found

    def _first_blocker(self, a: Hex, b: Hex) -> Hex | None:
        blocked = self._blocked
        for stretch in self.board.line(a, b)[1:-1]:
            if blocked.issuperset(stretch):
                return stretch[0]
        return None
