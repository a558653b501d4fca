"""Tickets for streams: a page in a browser cannot send a token with an `EventSource`, and shows one of these instead.

A ticket is good once, for a minute, for one path, and for nothing that the token is not good for with which it was
asked for; it is gone with the server, and with that token. It is kept in memory only, by its digest.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from api.accounts.answers import Pass
from api.server.gate import SIGN_IN, Heads
from api.wire.live import TICKET_LASTS
from api.wire.operations import ROOT
from api.wire.problems import Failed, problem

PATH = f"{ROOT}/tickets"
EACH = 20
"""That one player may have at a time: the oldest makes room."""
_SHAPE = re.compile(r"wt_[0-9a-f]{64}")


class Shown:
    """What a request showed of who sends it: as good as that request, wherever it is asked who that is."""

    def __init__(self, request: Heads) -> None:
        token = tuple(one for one in request.headers if one[0] == b"authorization")
        self.headers: Sequence[tuple[bytes, bytes]] = token or tuple(request.headers)
        self.peer = request.peer
        self.spent: tuple[tuple[bytes, bytes], ...] = ()
        self.who: Pass | None = None

    def every(self, name: bytes) -> list[str]:
        return [value.decode("latin-1") for key, value in self.headers if key == name]


class _Ticket(NamedTuple):
    player: str
    path: str
    until: float
    shown: Shown


class Tickets:
    """For one event loop. monotonic: seconds that never go back."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, each: int = EACH) -> None:
        self._monotonic, self._each = monotonic, each
        self._given: OrderedDict[bytes, _Ticket] = OrderedDict()

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._given)

    def give(self, player: str, path: str, request: Heads) -> str:
        """A new one, for a path as it will be asked for."""
        now = self._monotonic()
        while self._given and next(iter(self._given.values())).until <= now:
            self._given.popitem(last=False)
        mine = [key for key, one in self._given.items() if one.player == player]
        for key in mine[: max(0, len(mine) - self._each + 1)]:
            del self._given[key]
        text = f"wt_{secrets.token_hex(32)}"
        self._given[_digest(text)] = _Ticket(player, path, now + TICKET_LASTS, Shown(request))
        return text

    def take(self, text: str, path: str, keep: bool = False) -> Shown:
        """Who asked for it; it is good for nothing any more then. keep: it was only asked what would come. Raises
        Failed."""
        found = self._given.get(_digest(text)) if _SHAPE.fullmatch(text) else None
        if found is None or found.until <= self._monotonic():
            reason = f"This ticket was used, or its {TICKET_LASTS:g} seconds are over: ask for another (POST {PATH})."
            raise Failed(problem("wrong-ticket", reason, where="?ticket"), SIGN_IN)
        if found.path != path:
            reason = "This ticket is for another stream."
            raise Failed(problem("wrong-ticket", reason, allowed=(found.path,), where="?ticket"), SIGN_IN)
        if not keep:
            del self._given[_digest(text)]
        return found.shown


def _digest(text: str) -> bytes:
    return sha256(text.encode(errors="surrogatepass")).digest()
