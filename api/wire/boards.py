"""Boards apart from views: 88 of the 94 kB of a view, and hardly ever another one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from campaign.battles.answers import BattleView, Moment
from campaign.rules.refused import Refused
from campaign.rules.views import HexBoard, PlaneBoard, apart
from campaign.shared.answering import reads

MOST = 500
"""Boards in memory, of some 90 kB."""


class BoardDigest(Struct, frozen=True, tag="digest"):
    """In place of a board: `GET /api/boards/DIGEST` has it, and it is the same for ever."""

    digest: str


class Boards:
    """Those that views named by their digests. Safe for threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, HexBoard | PlaneBoard] = OrderedDict()
        self._lock = threading.Lock()

    @reads("any")
    def get(self, digest: str) -> HexBoard | PlaneBoard:
        """A board by the digest that a view named. Raises Refused for one that no view has named of late: ask for the
        view again, with `board=whole`."""
        with self._lock:
            found = self._kept.get(digest)
            if found is not None:
                self._kept.move_to_end(digest)
                return found
        raise Refused(
            f"There is no board {digest[:70]!a} here now.", "", ["?board=whole"], "digest", "unknown"
        )

    def put(self, digest: str, board: HexBoard | PlaneBoard) -> None:
        with self._lock:
            self._kept[digest] = board
            self._kept.move_to_end(digest)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def named(self, answer: Any) -> Any:
        """A view, or a moment, with a digest in place of its board; anything else as it is."""
        if isinstance(answer, Moment):
            return replace(answer, view=self.named(answer.view))
        if not isinstance(answer, BattleView):
            return answer
        game, digest, board = apart(answer.game)
        if board is None:
            return answer
        self.put(digest, board)
        return replace(answer, game=replace(game, board=BoardDigest(digest)))
