"""Line of sight on a board: which hexes see each other, remembered for as long as the Sight lives."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from campaign.rules import hexes
from campaign.rules.boards import Board
from campaign.rules.hexes import Hex


class View(dict[Hex, bool]):
    """Whether each hex is seen from one, worked out when it is first looked up."""

    __slots__ = ("_hex", "_sight")

    def __init__(self, sight: Sight, hex: Hex) -> None:
        super().__init__()
        self._sight, self._hex = sight, hex

    def __missing__(self, other: Hex) -> bool:
        seen = not self._sight.blocked_at(self._hex, other)
        self[other] = self._sight.views[other][self._hex] = seen
        return seen


class Views(dict[Hex, View]):
    """What is seen from each hex: for those who ask about many others."""

    __slots__ = ("_sight",)

    def __init__(self, sight: Sight) -> None:
        super().__init__()
        self._sight = sight

    def __missing__(self, hex: Hex) -> View:
        found = self[hex] = View(self._sight, hex)
        return found


class Sight:
    """Who sees whom on one board, where hexes of certain terrain are obstacles.

    An obstacle blocks a line that crosses its interior. Where a line runs along a side, it is blocked only if
    the hexes on both sides are obstacles (at the rim of the board: the one hex there is). The two end hexes
    never block. Everything is worked out when first asked for: random play-outs ask millions of times.
    """

    __slots__ = ("_open", "_visible", "board", "obstacles", "views")

    def __init__(self, board: Board, obstacles: AbstractSet[str]) -> None:
        self.board = board
        self.obstacles = frozenset(obstacles)
        self._open = frozenset(
            board.axial[hex] for hex, terrain in board.terrain.items() if terrain not in self.obstacles
        )
        self.views = Views(self)

    def clear(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes see each other."""
        return self.views[a][b]

    def blocker(self, a: Hex, b: Hex) -> Hex | None:
        """The hex that blocks the line first, coming from `a`; None if the line is clear."""
        at = self.blocked_at(a, b)
        return self.board.line(a, b)[at][0] if at else None

    def blocked_at(self, a: Hex, b: Hex) -> int:
        """Which stretch of `Board.line` blocks it first, 0 for none; not remembered."""
        (q, r), (to_q, to_r) = self.board.axial[a], self.board.axial[b]
        free = self._open
        for i, stretch in enumerate(hexes.line_from_origin(to_q - q, to_r - r)[1:-1], 1):
            if not any((q + x, r + y) in free for x, y in stretch):
                return i
        return 0
