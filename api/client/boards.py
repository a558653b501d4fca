"""Boards that came apart from their views: each is asked for once, and kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from api.wire.boards import BoardDigest
from campaign.battles.answers import BattleView, Moment
from campaign.rules.views import HexBoard, PlaneBoard, together
from events.decoding import json_decoder

MOST = 64
"""Boards in memory."""
Board = HexBoard | PlaneBoard
_fields = json_decoder(dict[str, msgspec.Raw])
_board: msgspec.json.Decoder[HexBoard | PlaneBoard | BoardDigest | None] = json_decoder(
    HexBoard | PlaneBoard | BoardDigest | None
)
_NONE = msgspec.Raw(b"null")


class Boards:
    """Those of one server, by their digests. Safe for threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Board] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, digest: str, ask: Callable[[str], Board]) -> Board:
        """The board, asked for if it is not here. Raises what asking raises."""
        with self._lock:
            found = self._kept.get(digest)
        if found is None:
            found = ask(digest)
        with self._lock:
            self._kept[digest] = found
            self._kept.move_to_end(digest)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found


def apart(body: bytes) -> tuple[bytes, str]:
    """The JSON of a view, or of a moment, without its board, and the digest that stood there; "" and as it is if none
    did. Raises msgspec.DecodeError."""
    fields = _fields.decode(body)
    if "view" in fields:
        view, digest = apart(bytes(fields["view"]))
        return (msgspec.json.encode(fields | {"view": msgspec.Raw(view)}), digest) if digest else (body, "")
    game = _fields.decode(fields["game"])
    board = _board.decode(game.get("board", _NONE))
    if not isinstance(board, BoardDigest):
        return body, ""
    without = msgspec.json.encode(game | {"board": _NONE})
    return msgspec.json.encode(fields | {"game": msgspec.Raw(without)}), board.digest


def joined(answer: Any, board: Board) -> Any:
    """A view or a moment with its board."""
    if isinstance(answer, Moment):
        return replace(answer, view=joined(answer.view, board))
    assert isinstance(answer, BattleView)
    return replace(answer, game=together(answer.game, board))
