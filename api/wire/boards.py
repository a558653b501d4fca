"""Boards apart from views: 88 of the 94 kB of a view, and hardly ever another one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from campaign.battles.answers import BattleView
from campaign.rules.refused import Refused
from campaign.rules.views import HexBoard, PlaneBoard, apart
from campaign.shared.answering import reads

MOST = 500
"""Boards in memory, of some 90 kB."""
Board: TypeAlias = HexBoard | PlaneBoard


class BoardDigest(Struct, frozen=True, tag="digest"):
    """In place of a board: `GET /api/boards/DIGEST` has it, and it is the same for ever."""

    digest: str


def without_board(view: BattleView) -> tuple[BattleView, str, Board | None]:
    """A view with a digest in place of its board; the digest, and the board. "" and None if it has none."""
    game, digest, board = apart(view.game)
    if board is None:
        return view, "", None
    return replace(view, game=replace(game, board=BoardDigest(digest))), digest, board


class Boards:
    """Those that were wanted of late. Safe for threads. most: that are kept."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: OrderedDict[str, Board] = OrderedDict()
        self._lock, self._most = threading.Lock(), most

    def find(self, digest: str) -> Board | None:
        with self._lock:
            found = self._kept.get(digest)
            if found is not None:
                self._kept.move_to_end(digest)
            return found

    def put(self, digest: str, board: Board) -> None:
        with self._lock:
            self._kept[digest] = board
            self._kept.move_to_end(digest)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


class BoardDoor:
    """Boards by their digests, for one caller. find: one that was shown to him; there are no others for him."""

    def __init__(self, find: Callable[[str], Board | None]) -> None:
        self._find = find

    @reads("any")
    def get(self, digest: str) -> HexBoard | PlaneBoard:
        """A board by the digest that a view named. Raises Refused for one that no view has named of late to whom one
        is there: ask for the view again, with `board=whole`."""
        found = self._find(digest)
        if found is None:
            raise Refused(
                f"There is no board {digest[:70]!a} here now.", "", ["?board=whole"], "digest", "unknown"
            )
        return found
