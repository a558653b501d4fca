"""One stream: what waits to be sent to one reader, bounded in bytes, and the task that sends it piece by piece."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from api.accounts.answers import Pass
from api.server.gate import Heads
from api.server.streams.messages import Form, Message
from api.wire.live import HEARTBEAT, End
from campaign.shared.callers import Caller

ENOUGH = 64 << 10
"""Bytes that a reader has not taken, beyond which what comes next waits where it comes from: there it is one for all
readers. A single message may be longer."""
PIECE = 8 << 10
"""Bytes that are handed to the connection at once: the next ones follow when these are taken, so that it is seen
whether a reader takes anything, and what a connection holds is bounded."""
PATIENCE = 60.0
"""Seconds for which a reader may take nothing at all while something is sent to him: a piece at 1 kB a second, and what
the machine holds back before it says so."""
MISTAKE = "This is a mistake of the server, and stands in its log."
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Asked(NamedTuple):
    """A stream that is asked for. request: what shows who asks. since: None for the whole. again: whether its reader
    comes back. whole: whether he wants boards as they are, and not their digests."""

    request: Heads
    who: Pass
    caller: Caller
    form: Form
    since: int | None
    again: bool
    whole: bool


class Waiting(NamedTuple):
    """A message that nothing of has been sent yet."""

    data: bytes
    event: str
    id: str


class Stream:
    """place: what it is about. caller: as whom it was asked for. abort: closes the connection at once. last: the newest
    entry that was put into it, where it is about one diary; of a player's own, the cursor up to which he was told.
    untaken: bytes that were put in and that the reader has not taken. sent: the id from which he can go on when he has
    all that was handed to the connection. more: called when he has taken all. why: as `End` has it; `gone` if its
    reader went, `slow` if he took nothing for long."""

    __slots__ = (
        "_begun", "_news", "_waiting", "abort", "caller", "due", "ended", "form", "gone", "group", "last", "loading",
        "more", "place", "request", "sending", "sent", "untaken", "who", "whole", "why",
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
        self.sent, self.untaken = "" if asked.since is None else str(asked.since), 0
        self.more: Callable[[Stream], None] | None = None
        self.due = 0.0
        self._begun = memoryview(b"")  # the rest of a long message
        self._waiting: deque[Waiting] = deque()
        self._news = asyncio.Event()
        self._later()

    def _later(self) -> None:
        """The next heartbeat; those of thousands do not all fall on one moment."""
        self.due = time.monotonic() + HEARTBEAT * random.uniform(0.8, 1.0)

    @property
    def has_room(self) -> bool:
        """Whether more may be put in. What a reader lacks waits for him elsewhere until there is, so that nobody is cut
        off for being slow, however much he has missed."""
        return self.untaken < ENOUGH

    def put(self, message: Message) -> None:
        """To be sent, behind what waits."""
        self._put(Waiting(message.bytes(self.form), message.event, message.id))

    def put_alone(self, message: Message) -> None:
        """To be sent in place of all of which nothing was sent yet: it holds that, too."""
        self._drop(lambda _: True)
        self.put(message)

    def put_latest(self, message: Message) -> None:
        """To be sent in place of an earlier one of its kind of which nothing was sent yet."""
        self._drop(lambda one: one.event == message.event)
        self.put(message)

    def beat(self, data: bytes) -> None:
        """A sign of life, for whoever waits for one; who still takes what was sent before has that."""
        if not self.untaken:
            self._put(Waiting(data, "", ""))
        self._later()

    def _drop(self, which: Callable[[Waiting], bool]) -> None:
        if self._waiting and not self.ended:
            self.untaken -= sum(len(one.data) for one in self._waiting if which(one))
            self._waiting = deque(one for one in self._waiting if not which(one))

    def _put(self, one: Waiting) -> None:
        if self.ended or self.gone:
            return
        self._waiting.append(one)
        self.untaken += len(one.data)
        self._news.set()
        self._later()

    def end(self, why: Any, text: str, problem: Any = None) -> None:
        """Nothing more comes after this but what waits. It says where to go on, as the id of the message too: so a
        browser, which comes back by itself, goes on from there."""
        if self.ended or self.gone:
            return
        resume = next((one.id for one in reversed(self._waiting) if one.id), self.sent)
        self.put(Message("end", msgspec.json.encode(End(why, text, resume, problem)), resume))
        self.ended, self.why = True, why

    def vanish(self, *_: object) -> None:
        """The reader has gone."""
        self.gone = True
        self._news.set()

    async def pump(self, send: Send) -> None:
        """Send what is put in, until it ends or the reader has gone."""
        while not self.gone:
            await self._news.wait()
            self._news.clear()
            while self.untaken and not self.gone:
                body = self._piece()
                last = self.ended and len(body) == self.untaken
                self.sending = time.monotonic()
                await send({"type": "http.response.body", "body": body, "more_body": not last})
                self.sending = None
                self.untaken -= len(body)
                if last:
                    return
                if not self.untaken and self.more is not None and not self.ended:
                    self.more(self)

    def _piece(self) -> bytes:
        """What is sent next: the rest of a long message, or as many messages as go into a piece."""
        if not self._begun:
            first = self._next()
            if len(first) <= PIECE:
                some, size = [first], len(first)
                while self._waiting and size + len(self._waiting[0].data) <= PIECE:
                    some.append(self._next())
                    size += len(some[-1])
                return first if len(some) == 1 else b"".join(some)
            self._begun = memoryview(first)
        body, self._begun = bytes(self._begun[:PIECE]), self._begun[PIECE:]
        return body

    def _next(self) -> bytes:
        one = self._waiting.popleft()
        if one.id:
            self.sent = one.id
        return one.data

    def is_stuck(self, now: float) -> bool:
        return self.sending is not None and now - self.sending > PATIENCE
