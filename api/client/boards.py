"""Views whose boards came apart: taken apart and joined."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from api.wire.boards import Board, BoardDigest
from campaign.battles.answers import BattleView, Moment
from campaign.rules.views import HexBoard, PlaneBoard, together
from events.decoding import json_decoder

_fields = json_decoder(dict[str, msgspec.Raw])
_board: msgspec.json.Decoder[HexBoard | PlaneBoard | BoardDigest | None] = json_decoder(
    HexBoard | PlaneBoard | BoardDigest | None
)
_NONE = msgspec.Raw(b"null")


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
