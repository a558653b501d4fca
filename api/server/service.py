"""What one server has: the house, the accounts, its settings, what it keeps in memory, and the threads that ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from api.accounts.accounts import Accounts
from api.accounts.answers import Pass
from api.server.caching import Cache
from api.wire.operations import Operation, Scope
from api.wire.problems import Failed, problem
from campaign.headquarters import Headquarters

T = TypeVar("T")


class Heads(Protocol):
    """What a request says of itself."""

    def every(self, name: bytes) -> list[str]: ...


ENOUGH: Mapping[Scope, frozenset[Scope]] = {
    "read": frozenset(("read", "play", "bot", "umpire")),
    "play": frozenset(("play",)),
    "bot": frozenset(("play", "bot")),
    "umpire": frozenset(("umpire",)),
}
"""What an operation wants → the scopes of which a token needs one."""
UNKNOWN = {"www-authenticate": 'Bearer realm="wardiary"'}


class Settings(Struct, frozen=True):
    """largest_file: bytes of what may be imported. threads: that ask headquarters; each has a connection of its own.

    cached: bytes of answers that are kept. delay: seconds by which spectators are behind.
    """

    largest_file: int = 64 << 20
    threads: int = 8
    cached: int = 64 << 20
    delay: float = 0.0


class Service:
    """Everything that handlers share."""

    def __init__(self, house: Headquarters, accounts: Accounts, settings: Settings | None = None) -> None:
        self.house, self.accounts, self.settings = house, accounts, settings or Settings()
        self.cache = Cache(self.settings.cached)
        self.led: OrderedDict[Any, Any] = OrderedDict()
        self._pool = ThreadPoolExecutor(self.settings.threads, "asking")

    async def run(self, do: Callable[..., T], *given: Any) -> T:
        """In one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, do, *given)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def position(self) -> int:
        """Of the newest entry of all diaries, by whomever it was written: an opaque number."""
        return self.house.changes().cursor

    def admitted(self, request: Heads, operation: Operation) -> Pass:
        """Who asks, if his token is good for this. Raises Failed."""
        given = request.every(b"authorization")
        if len(given) != 1:
            reason = "Send the token as Authorization: Bearer …, once."
            raise Failed(problem("no-token", reason), UNKNOWN)
        scheme, _, token = given[0].partition(" ")
        who = self.accounts.resolve(token.strip()) if scheme.lower() == "bearer" else None
        if who is None:
            raise Failed(problem("wrong-token", "It is unknown, revoked or has expired."), UNKNOWN)
        if ENOUGH[operation.scope].isdisjoint(who.scopes):
            reason = f"This takes a token with the scope {operation.scope!r}."
            raise Failed(problem("scope", reason, allowed=who.scopes))
        return who
