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
from api.accounts.door import Members
from api.server.caching import Cache
from api.wire.operations import Operation, Scope
from api.wire.problems import Failed, problem
from campaign.headquarters import Headquarters
from campaign.reports.door import Reports
from campaign.shared.callers import Caller

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
NOBODY = "nobody"
"""Who asks without a token, where none is needed; he sees what is open to all."""
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

    def hq(self, who: Pass | None, role: str | None) -> Headquarters:
        """For somebody: by his name alone, and as keeper of the house if both he and his token are that."""
        if who is None:
            return self.house.for_(Caller(NOBODY, role=""))
        return self.house.for_(Caller(who.player, keeper=who.keeper, role=role))

    def door(self, hq: Headquarters, who: Pass | None, path: str) -> Any:
        """A door by its path, such as `campaigns.returns`."""
        if path == "accounts":
            return Members(self.accounts, self.house, who)
        if path == "reports":
            return Reports(hq)
        door: Any = hq
        for part in filter(None, path.split(".")):
            door = getattr(door, part)
        return door

    def admitted(self, request: Heads, operation: Operation) -> Pass | None:
        """Who asks, if his token is good for this; None for whoever has none, where none is needed. Raises Failed."""
        given = request.every(b"authorization")
        if operation.free and not given:
            return None
        if len(given) != 1:
            reason = "Send the token as Authorization: Bearer …, once."
            raise Failed(problem("no-token", reason), UNKNOWN)
        scheme, _, token = given[0].partition(" ")
        if scheme.lower() != "bearer":
            raise Failed(problem("no-token", "Send the token as Authorization: Bearer …"), UNKNOWN)
        who = self.accounts.resolve(token.strip())
        if who is None:
            raise Failed(problem("wrong-token", "It is unknown, revoked or has expired."), UNKNOWN)
        if ENOUGH[operation.scope].isdisjoint(who.scopes):
            reason = f"This takes a token with the scope {operation.scope!r}."
            raise Failed(problem("scope", reason, allowed=who.scopes))
        return who
