"""What one server has: the house, the accounts, its settings, what it keeps in memory, and the threads that ask."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct, field

from api.accounts.accounts import Accounts
from api.accounts.answers import Account, Pass
from api.accounts.door import Members
from api.accounts.limits import RATES, LimitKind, Rate
from api.accounts.people import TABLES
from api.accounts.proxy import Proxy
from api.server.boards import KeptBoards, Shown
from api.server.caching import Cache
from api.server.gate import Gate
from api.server.metrics import Metrics
from api.server.tickets import Tickets
from api.wire.boards import BoardDoor
from campaign.headquarters import Headquarters
from campaign.reports.door import Reports
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Awaiting
from campaign.shared.callers import Caller

T = TypeVar("T")


def name_of(one: Any) -> str:
    """Of a battle or campaign in a list."""
    return next(getattr(one, word) for word in ("battle", "campaign", "diary", "table") if hasattr(one, word))


SLOW = 2
"""Threads for what takes long."""
CONNECTIONS, SEND_WITHIN = 6000, 60.0
"""See `Settings`."""
NOBODY = "nobody"
"""Who asks without a token, where none is needed; he sees what is open to all."""


class Settings(Struct, frozen=True):
    """largest_file: bytes of what may be imported. threads: that ask headquarters; each has a connection of its own.

    cached: bytes of answers that are kept. delay: seconds by which spectators are behind. rates: see accounts.limits.
    proxy: whose word is taken for who somebody is. streams: how many may be open at a time, and how many of one player.
    connections: how many may be open in all, and connections_each: from one address that is no proxy's, 0 for half of
    all. send_within: seconds in which an answer must be taken, and one more for
    each 100,000 bytes of it. origins: whose pages a browser may let ask here, see `api.server.origins`.
    shared: whether seats and umpires' chairs that bear no name are anybody's who has a token, as at one table; else
    nobody's. bots: whether the server plays those that have a seat. tables: see `campaign.shared.people.People`.
    """

    largest_file: int = 64 << 20
    threads: int = 8
    cached: int = 64 << 20
    delay: float = 0.0
    rates: Mapping[LimitKind, Rate] = field(default_factory=lambda: RATES)
    proxy: Proxy | None = None
    streams: int = 4000
    streams_each: int = 20
    connections: int = CONNECTIONS
    connections_each: int = 0
    send_within: float = SEND_WITHIN
    shared: bool = False
    bots: bool = True
    origins: frozenset[bytes] = frozenset()
    tables: int = TABLES


class Service:
    """Everything that handlers share."""

    def __init__(self, house: Headquarters, accounts: Accounts, settings: Settings | None = None) -> None:
        self.house, self.accounts, self.settings = house, accounts, settings or Settings()
        self.gate = Gate(accounts, self.settings.rates, self.settings.proxy)
        self.cache, self.boards = Cache(self.settings.cached), KeptBoards(house.home.boards)
        self.tickets = Tickets()
        self.metrics = Metrics(self.cache)
        self.led: OrderedDict[Any, Any] = OrderedDict()
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._pool = ThreadPoolExecutor(self.settings.threads, "asking")
        self._slow = ThreadPoolExecutor(SLOW, "taking-long")

    async def run(self, do: Callable[..., T], *given: Any, slow: bool = False) -> T:
        """In one of the threads. slow: in one of those for what takes long, so that it holds nobody else up."""
        return await self.begin(do, *given, slow=slow)

    def begin(self, do: Callable[..., T], *given: Any, slow: bool = False) -> asyncio.Future[T]:
        """As `run`, for whoever goes on meanwhile."""
        pool = self._slow if slow else self._pool
        return asyncio.get_running_loop().run_in_executor(pool, do, *given)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._slow.shutdown(cancel_futures=True)

    def warm_up(self) -> None:
        """What the first to ask would wait for: packs, and the newest battle as everybody may see it."""
        with suppress(Refused):
            self.house.packs.scenarios()
            if battle := self.house.battles.last():
                self.house.looking_as("").battles.moment(battle)

    def turn(self, name: tuple[str, str]) -> asyncio.Lock:
        """Held by whoever is answered under a player's key: who comes again under it waits."""
        found = self._turns.get(name)
        if found is None:
            found = self._turns[name] = asyncio.Lock()
        return found

    def health(self) -> tuple[int, dict[str, str]]:
        """A status, and how it is: `ok`, `read-only`, `damaged`."""
        if self.house.damaged:
            return 503, {"status": "damaged"}
        return 200, {"status": "read-only" if self.house.read_only else "ok"}

    def position(self) -> int:
        """Of the newest entry of all diaries, by whomever it was written: an opaque number."""
        return self.house.changes().cursor

    def caller(self, who: Pass | None, role: str | None) -> Caller:
        """Who asks headquarters: by his name alone, and as keeper of the house if both he and his token are that. Who
        is not, and only looks on, is behind if spectators are here."""
        delay = self.settings.delay
        if who is None:
            return Caller(NOBODY, role="", behind=delay)
        shared = self.settings.shared
        behind = 0.0 if who.keeper else delay
        chair = UMPIRE in who.scopes
        return Caller(who.player, shared and chair, shared, who.keeper, role, behind, chair)

    def hq(self, who: Pass | None, role: str | None) -> Headquarters:
        """For somebody."""
        return self.house.for_(self.caller(who, role))

    def within(self, who: Pass, answer: Any) -> Any:
        """Of a list of battles or campaigns, what a bound token reaches; of a name, "" if it does not reach that."""
        if isinstance(answer, str):
            return answer if not answer or who.covers(answer) else ""
        return [one for one in answer if who.covers(name_of(one))]

    def players(self, who: Pass, some: Iterable[Account]) -> list[Account]:
        """Of all players, whom a bound token may know of: those who have a part in what it reaches."""
        there = self.house.porter.players_at(who.campaigns) | {who.player}
        return [one for one in some if one.player in there]

    def awaiting(self, who: Pass, some: Iterable[Awaiting]) -> list[Awaiting]:
        """What awaits a player, as far as his token goes."""
        return [one for one in some if who.covers(one.diary)]

    def _reaches(self, hq: Headquarters, who: Pass | None, one: Shown) -> bool:
        """Whether what a view showed may be seen, also with the token that is shown."""
        return (who is None or who.covers(one.battle)) and one.may(hq)

    def door(self, hq: Headquarters, who: Pass | None, path: str, made: str = "") -> Any:
        """A door by its path, such as `campaigns.returns`. made: the id that is kept for what is made there."""
        if path == "accounts":
            return Members(self.accounts, self.house, who, made)
        if path == "boards":
            return BoardDoor(partial(self.boards.find, may=partial(self._reaches, hq, who)))
        if path == "reports":
            return Reports(hq)
        door: Any = hq
        for part in filter(None, path.split(".")):
            door = getattr(door, part)
        return door
