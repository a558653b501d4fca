"""How many connections there may be, in all and from one address, and what who comes then still hears."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from api.accounts.attempts import grouped
from api.accounts.proxy import Proxy, is_near
from api.server.http import Outgoing
from api.server.origins import shared
from api.server.service import Settings
from api.wire.problems import MEDIA, problem

WAIT = 5.0
"""Seconds after which it is worth trying again where there are too many connections."""
HEALTH = "/health"
"""What is answered however many there are: a server that is full is not ill."""


class Crowd:
    """The connections that were let in, by address as `attempts.grouped` has it. For one thread."""

    def __init__(self, settings: Settings) -> None:
        self._most, self._proxy = settings.connections, settings.proxy
        self._each = settings.connections_each or max(1, settings.connections // 2)
        self._held: Counter[str] = Counter()

    def enter(self, address: str) -> str:
        """Let one more in; else why not. Whoever is let in is to leave."""
        if self._held.total() >= self._most:
            return "There are as many connections as this server takes."
        if self._held[grouped(address)] >= self._each and not _is_proxy(address, self._proxy):
            return f"From your address there are {self._each} connections, as many as one may have."
        self._held[grouped(address)] += 1
        return ""

    def leave(self, address: str) -> None:
        self._held[grouped(address)] -= 1
        self._held += Counter()  # without those that are at none


def _is_proxy(address: str, proxy: Proxy | None) -> bool:
    """Whether it is one that was named: many come from there."""
    return proxy is not None and is_near(address, proxy)


def turned_away(app: Any, why: str, origins: frozenset[bytes]) -> Any:
    """The application for a connection that was not let in: it is told why, and closed. origins: as `shared` takes
    them."""

    async def busy(scope: Any, receive: Any, send: Any) -> None:
        headers = ((b"retry-after", str(int(WAIT)).encode()),)
        found = problem("busy", f"{why} Come back in a while.", limit="connections", retry_after=WAIT)
        await Outgoing(msgspec.json.encode(found), MEDIA, found.status, headers)(scope, receive, send)

    told = shared(busy, origins)

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        async def closing(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = message | {"headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await (app if scope["path"] == HEALTH else told)(scope, receive, closing)

    return answer
