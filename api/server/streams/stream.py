"""One stream: what waits to be sent to one reader, bounded in bytes, and the task that sends it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from api.accounts.answers import Pass
from api.server.http import Incoming
from api.server.streams.messages import Form, Message
from api.wire.live import HEARTBEAT, End
from campaign.shared.callers import Caller

MOST_WAITING = 256 << 10
"""Bytes that may wait for one reader; a single message may be longer."""
PATIENCE = 20.0
"""Seconds for which a reader may take nothing at all while something is sent to him."""
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Asked(NamedTuple):
    """A stream that is asked for. since: None for the whole. again: whether its reader comes back.
    whole: whether he wants boards as they are, and not their digests."""

    request: Incoming
    who: Pass
    caller: Caller
    form: Form
    since: int | None
    again: bool
    whole: bool


class Stream:
    """place: what it is about. caller: as whom it was asked for. abort: closes the connection at once. last: the newest
    entry that was put into it, where it is about one diary; of a player's own, the cursor up to which he was told when
    it began. why: as `End` has it; `gone` if its reader went."""

    __slots__ = (
        "_news", "_waiting", "abort", "caller", "due", "ended", "form", "gone", "group", "last", "loading", "place",
        "request", "sending", "sent", "waiting", "who", "whole", "why",
    )  # fmt: skip

    def __init__(self, place: str, asked: Asked, abort: Callable[[], None]) -> None:
        self.place, self.request, self.who, self.caller = place, asked.request, asked.who, asked.caller
        self.form: Form = asked.form
        self.whole = asked.whole
        self.abort = abort
        self.last, self.loading = 0, True
        self.group: Any = None
        self.gone = self.ended = False
        self.why = "gone"
        self.sending: float | None = None
        self.sent, self.waiting = "", 0
        self.due = 0.0
        self._waiting: list[tuple[bytes, str]] = []
        self._news = asyncio.Event()
        self._later()

    def _later(self) -> None:
        """The next heartbeat; those of thousands do not all fall on one moment."""
        self.due = time.monotonic() + HEARTBEAT * random.uniform(0.8, 1.0)

    def put(self, message: Message) -> None:
        """To be sent. A reader who is too far behind is told where to go on, and cut off."""
        self.write(message.bytes(self.form), message.id)

    def write(self, data: bytes, id: str = "") -> None:
        if self.ended or self.gone:
            return
        if self._waiting and self.waiting + len(data) > MOST_WAITING:
            self._waiting.clear()
            self.end("slow", "This reader takes less than comes in; go on from there.")
            return
        self._push(data, id)
        self._later()

    def _push(self, data: bytes, id: str) -> None:
        self._waiting.append((data, id))
        self.waiting += len(data)
        self._news.set()

    def end(self, why: Any, text: str, problem: Any = None) -> None:
        """Nothing more comes after this."""
        if self.ended or self.gone:
            return
        self.ended, self.why = True, why
        resume = next((id for _, id in reversed(self._waiting) if id), self.sent)
        told = Message("end", msgspec.json.encode(End(why, text, resume, problem)))
        self._push(told.bytes(self.form), "")

    def vanish(self, *_: object) -> None:
        """The reader has gone."""
        self.gone = True
        self._news.set()

    async def pump(self, send: Send) -> None:
        """Send what is put in, until it ends or the reader has gone."""
        while not self.gone:
            await self._news.wait()
            self._news.clear()
            some, self._waiting, self.waiting = self._waiting, [], 0
            last = self.ended
            if self.gone or not (some or last):
                continue
            self.sent = next((id for _, id in reversed(some) if id), self.sent)
            body = some[0][0] if len(some) == 1 else b"".join(data for data, _ in some)
            self.sending = time.monotonic()
            await send({"type": "http.response.body", "body": body, "more_body": not last})
            self.sending = None
            if last:
                return

    def is_stuck(self, now: float) -> bool:
        return self.sending is not None and now - self.sending > PATIENCE
