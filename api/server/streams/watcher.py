"""One thread that watches the diaries of this house, whoever appends to them, and wakes the event loop."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused

log = logging.getLogger("wardiary.api")
NAP = 0.25
"""Seconds after which the thread looks whether it should stop."""
PAUSE = 0.005
"""Seconds between two looks: what is appended meanwhile is found in one, so that many actions wake this thread no more
often than few."""
KEPT = 20_000
"""Arrivals that are remembered."""


class Arrival(NamedTuple):
    """Something was appended. at: when it was noticed, microseconds since 1970, later than any before; the cursor of
    those who ask what has changed. It says nothing of how much was appended elsewhere."""

    at: int
    diary: str
    kind: str
    seq: int


class Watcher:
    """A wake-up is a hint: whoever is woken reads the diary. For one event loop; threads may ask `now`, `reaches` and
    `after`."""

    def __init__(self, house: Headquarters) -> None:
        self._diaries = house
        self._arrivals: deque[Arrival] = deque(maxlen=KEPT)
        self._lock = threading.Lock()  # the event loop notes arrivals while threads look at them
        self._offset = time.time_ns() - time.monotonic_ns()
        self._newest = self.begun = self.now()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watching", daemon=True)

    def now(self) -> int:
        """Microseconds since 1970, never going back."""
        return (time.monotonic_ns() + self._offset) // 1000

    def start(self, arrived: Callable[[list[Arrival]], None]) -> None:
        """arrived: called in the event loop, with what is new."""
        self._loop, self._arrived = asyncio.get_running_loop(), arrived
        self._woken = self._loop.create_future()
        self._cursor = self._diaries.changes().cursor
        self._thread.start()

    def remember(self, diaries: list[tuple[str, str, int]]) -> None:
        """Count diaries as gone on when this began: for those who are behind they may have."""
        self._arrivals.extend(Arrival(self.begun, *one) for one in diaries)

    def stop(self) -> None:
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                found = self._diaries.changes(self._cursor, NAP)
            except Refused as refused:
                log.warning("what is new cannot be seen: %s", refused)
                self._stop.wait(1.0)
                continue
            except Exception as error:  # without this thread all streams would be silent
                log.error("what is new cannot be seen", exc_info=error)
                self._stop.wait(1.0)
                continue
            self._cursor = found.cursor
            if found.changed:
                changed = [(one.diary, one.kind, one.seq) for one in found.changed]
                self._loop.call_soon_threadsafe(self._note, changed)
                self._stop.wait(PAUSE)

    def _note(self, changed: list[tuple[str, str, int]]) -> None:
        some: list[Arrival] = []
        with self._lock:  # from the time to the list: who has a later time sees them there
            for diary, kind, seq in changed:
                self._newest = max(self._newest, self.now()) + 1
                some.append(Arrival(self._newest, diary, kind, seq))
            self._arrivals.extend(some)
        self.wake()
        self._arrived(some)

    def reaches(self, at: int) -> bool:
        """Whether all that came after a moment is remembered."""
        with self._lock:
            full = len(self._arrivals) == KEPT
            return at >= (self._arrivals[0].at if full else self.begun)

    def after(self, at: int) -> list[Arrival]:
        """What came after a moment, the newest first."""
        with self._lock:
            return list(takewhile(lambda one: one.at > at, reversed(self._arrivals)))

    @property
    def news(self) -> asyncio.Future[None]:
        """Done when the next thing arrives, or the server stops; shared by all who wait: never to be cancelled."""
        return self._woken

    def wake(self) -> None:
        woken, self._woken = self._woken, self._loop.create_future()
        woken.set_result(None)
