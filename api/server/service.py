"""What one server has: the house, the accounts, its settings, what it keeps in memory, and the threads that ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from litestar.datastructures import Headers
from msgspec import Struct

from api.accounts import Accounts, Pass
from api.server.caching import Cache
from api.wire.operations import Scope
from api.wire.problems import Failed, of_refusal, problem
from campaign.headquarters import Headquarters
from campaign.library.names import owners
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal

T = TypeVar("T")
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

    cached: bytes of answers that are kept. delay: seconds by which spectators are behind. streams: how many may be open
    at a time, and how many of one player.
    """

    largest_file: int = 64 << 20
    threads: int = 8
    cached: int = 64 << 20
    delay: float = 0.0
    streams: int = 4000
    streams_each: int = 20


class Service:
    """Everything that handlers share."""

    def __init__(self, house: Headquarters, accounts: Accounts, settings: Settings | None = None) -> None:
        self.house, self.accounts, self.settings = house, accounts, settings or Settings()
        self.cache = Cache(self.settings.cached)
        self._pool = ThreadPoolExecutor(self.settings.threads, "asking")

    async def run(self, do: Callable[..., T], *given: Any) -> T:
        """In one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, do, *given)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def admitted(self, headers: Headers, scope: Scope) -> tuple[str, Pass]:
        """The token, and who asks, if it is good for this. Raises Failed."""
        given = headers.getall("authorization", [])
        if len(given) != 1:
            reason = "Send the token as Authorization: Bearer …, once."
            raise Failed(problem("no-token", reason), UNKNOWN)
        scheme, _, token = given[0].partition(" ")
        token = token.strip()
        who = self.accounts.resolve(token) if scheme.lower() == "bearer" else None
        if who is None:
            raise Failed(problem("wrong-token", "It is unknown, revoked or has expired."), UNKNOWN)
        if not ENOUGH[scope].intersection(who.scopes):
            reason = f"This takes a token with the scope {scope!r}."
            raise Failed(problem("scope", reason, allowed=tuple(who.scopes)))
        return token, who

    def reaches(self, who: Pass, diary: str) -> bool:
        """Whether a token reaches a diary: it is bound to none, to this one, or to its campaign."""
        return not who.campaigns or any(name in who.campaigns for name in (diary, *owners(diary)))

    def reached(self, who: Pass, diary: str) -> None:
        """Raises Failed for a diary that a token does not reach."""
        if not self.reaches(who, diary):
            reason = "This token is bound to other campaigns and battles."
            raise Failed(problem("scope", reason, allowed=tuple(who.campaigns)))

    def standing(self, hq: Headquarters, kind: str, diary: str) -> Hashable:
        """All that what somebody sees of a diary follows from. Raises Failed."""
        wing: Any = hq.battles if kind == "battle" else hq.campaigns
        try:
            return wing.standing(diary)
        except Refused as refused:
            raise Failed(of_refusal(Refusal.of(refused))) from None
