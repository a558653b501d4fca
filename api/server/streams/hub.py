"""All streams of a server: let in, fed, kept alive, looked after, and ended."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

from api.server.gate import NO_MORE
from api.server.service import Service
from api.server.streams.feed import Feed
from api.server.streams.limits import admit
from api.server.streams.messages import heartbeat
from api.server.streams.own import Known, Own
from api.server.streams.stream import Asked, Stream
from api.server.streams.watcher import Arrival, Watcher
from api.wire.problems import Failed, problem
from campaign.rules.refused import Refused
from campaign.shared.callers import Caller

log = logging.getLogger("wardiary.api")
TICK = 0.25
"""Seconds between two looks at all streams."""
TOKENS = 1.0
"""Seconds after which a token that was revoked carries no stream any more."""
USES = 15.0
"""Seconds between two times at which accounts may write down when tokens were used."""
LATE = 0.1
"""Seconds that whoever is behind waits longer, so that what he may see is there."""
OWN = "own"
"""The place of a player's own stream; a diary's is its kind and name."""


class Hub:
    """For one event loop."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.watcher = Watcher(service.house)
        self.known = Known(service, self.watcher)
        self.streams: dict[Stream, None] = {}  # in the order in which they came
        self.feeds: dict[str, Feed] = {}
        self._owns: dict[tuple[Any, Caller], Own] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._seeing = False
        self.stopping = False
        self.listeners: list[Callable[[list[Arrival]], None]] = []

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        if delay := self._service.settings.delay:
            there = self.known.everything(None, self._service.house.caller)
            self.watcher.remember([(one.diary, one.kind, one.seq) for one in there])
            self.loop.call_later(delay + LATE, self._wake_all)
        self.watcher.start(self._arrived)
        self._ticking = asyncio.create_task(self._tick())

    def stop(self) -> None:
        """End all streams. From any thread, or a signal."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        self.stopping = True
        self.watcher.wake()
        for stream in self.streams:
            stream.end("stopping", "The server is being stopped.")

    async def close(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
        for one in (*self.feeds.values(), *self._owns.values()):
            one.close()
        await asyncio.get_running_loop().run_in_executor(None, self.watcher.stop)

    # -- who comes and goes ---------------------------------------------------------------------------

    def open(self, place: str, asked: Asked, abort: Callable[[], None]) -> Stream:
        """A new stream. abort: closes its connection at once. Raises Failed for one too many."""
        if self.stopping:
            raise Failed(problem("stopping", "Come back in a moment.", retry_after=2.0))
        most, each = self._service.settings.streams, self._service.settings.streams_each
        admit(self.streams, len(self.streams), asked.caller.player, place, asked.again, most, each)
        stream = Stream(place, asked, abort)
        self.streams[stream] = None
        return stream

    async def join(self, stream: Stream, kind: str, name: str, since: int | None) -> None:
        """kind, name: of a diary; "" for the player's own stream. Raises Failed."""
        if kind:
            feed = self.feeds.get(stream.place)
            if feed is None:
                feed = self.feeds[stream.place] = Feed(self._service, kind, name)
            await feed.join(stream, since)
        else:
            key = stream.who, stream.caller
            own = self._owns.get(key)
            if own is None:
                own = self._owns[key] = Own(self._service, self.known, *key)
            await own.join(stream, since)

    def leave(self, stream: Stream) -> None:
        self.streams.pop(stream, None)
        feed = self.feeds.get(stream.place)
        if feed is not None:
            feed.leave(stream)
            if feed.idle:
                self.feeds.pop(stream.place).close()
        own = self._owns.get((stream.who, stream.caller)) if stream.place == OWN else None
        if own is not None:
            own.streams.pop(stream, None)
            if not own.streams:
                self._owns.pop((stream.who, stream.caller)).close()

    # -- what goes on -------------------------------------------------------------------------------------

    def _arrived(self, some: list[Arrival]) -> None:
        self._service.metrics.went_on(len(some))
        for listen in self.listeners:
            listen(some)
        delay = self._service.settings.delay
        for one in some:
            place = f"{one.kind} {one.diary}"
            if (feed := self.feeds.get(place)) is not None:
                feed.wake()
            if delay:  # also for who comes only meanwhile
                asyncio.get_running_loop().call_later(delay + LATE, self._wake, place)
        for own in list(self._owns.values()):
            own.arrived(some)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _wake(self, place: str) -> None:
        if (feed := self.feeds.get(place)) is not None:
            feed.wake()

    def _wake_all(self) -> None:
        for feed in self.feeds.values():
            feed.wake()

    async def _tick(self) -> None:
        looked = noted = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            told = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
            for stream in list(self.streams):
                if stream.is_stuck(now):
                    stream.why = "slow"
                    stream.vanish()
                    stream.abort()
                elif now >= stream.due:
                    stream.beat(heartbeat(stream.form, told))
            if now - looked >= TOKENS:
                looked = now
                if not self._seeing:
                    self._start(self._see_to_tokens())
            if now - noted >= USES:
                noted = now
                self._start(self._note_uses())

    async def _note_uses(self) -> None:
        try:
            await self._service.run(self._service.accounts.passes.write_uses)
        except Refused as refused:
            log.warning("when tokens were used cannot be written: %s", refused)

    async def _see_to_tokens(self) -> None:
        """End the streams of tokens that are good no more, or for something else."""
        streams, still = list(self.streams), self._service.gate.still

        def ask() -> list[Stream]:
            return [one for one in streams if not still(one.request, one.who)]

        self._seeing = True
        try:
            for stream in await self._service.run(ask):
                stream.end("token", NO_MORE)
        except Refused as refused:
            log.warning("tokens cannot be looked up: %s", refused)
        finally:
            self._seeing = False
