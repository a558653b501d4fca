"""The line to headquarters: one call at a time, away from the screen's thread.

Every call goes through one worker, so that what is asked first is answered first.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal
from campaign.shared.callers import FORBIDDEN
from tui.shared.failures import Failed

P = ParamSpec("P")
T = TypeVar("T")

GLANCE = 0.25
"""Seconds between two looks whether the watch should stop."""
LONG_LOOK, LULL = 25.0, 2.0
"""Seconds that a server is asked to wait for news, and between two tries where it does not answer."""


class Line:
    """Calls to headquarters, one after the other."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "headquarters")
        self._open: dict[int, tuple[float, str]] = {}
        self._next = 0

    async def ask(self, what: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it on the worker. what: for the progress line, such as `rolling`. Raises Failed if headquarters cannot
        answer, and whatever else `do` raises.

        If the asker is cancelled, a call that has not begun is never made.
        """
        self._next += 1
        number = self._next
        self._open[number] = (time.monotonic(), what)
        try:
            return await asyncio.wrap_future(self._pool.submit(do, *args, **kwargs))
        except Refused as error:
            raise Failed(Refusal.of(error)) from error
        finally:
            del self._open[number]

    def busy(self) -> tuple[float, str]:
        """For how long the oldest open call has run, and what it does; (0, "") if there is none."""
        if not self._open:
            return 0.0, ""
        since, what = next(iter(self._open.values()))
        return time.monotonic() - since, what

    def close(self) -> None:
        """Wait for the call that is running; those behind it are not made."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Watch(threading.Thread):
    """Waits for entries that anybody appends, here or in another process, and tells. Only a hint, never the data.

    It tells once when it has begun: of what was appended between what was read before and then it hears nothing.
    """

    def __init__(self, headquarters: Headquarters, tell: Callable[[], object]) -> None:
        super().__init__(name="watch", daemon=True)
        self._headquarters, self._tell = headquarters, tell
        self._look = LONG_LOOK if headquarters.server else GLANCE
        self._stop_asked = threading.Event()

    def run(self) -> None:
        try:
            self._watch()
        except (Refused, RuntimeError):
            return  # the store, the line or the screen was closed under us: there is nothing left to tell

    def _watch(self) -> None:
        cursor: int | None = None
        while not self._stop_asked.is_set():
            try:
                found = self._headquarters.changes(cursor, self._look)
            except Refused as refused:
                if not self._headquarters.server or refused.kind == FORBIDDEN:
                    raise
                self._stop_asked.wait(
                    LULL
                )  # the server is away: what happens meanwhile is told when it is back
                continue
            begun, cursor = cursor is None, found.cursor
            if (begun or found.changed) and not self._stop_asked.is_set():
                self._tell()

    def stop(self) -> None:
        self._stop_asked.set()
