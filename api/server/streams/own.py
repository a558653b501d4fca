"""A player's own stream: all that awaits him, and which diaries went on that he may know of."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from api.accounts.answers import Pass
from api.server.service import Service
from api.server.streams.messages import Message
from api.server.streams.stream import MISTAKE, Stream
from api.server.streams.telling import head, knows, standing
from api.server.streams.watcher import Arrival, Watcher
from campaign.library.names import named
from campaign.rules.refused import Refused
from campaign.shared.answers import Changed, Changes
from campaign.shared.callers import Caller

log = logging.getLogger("wardiary.api")
SETTLING = 0.25
"""Seconds for which is gathered what may bear on what awaits a player, before that is looked up again."""
AGAIN = 5.0
"""Seconds after which is looked up again what could not be."""
AT_ONCE = 1.0
"""Seconds within which two who went on may be told of in the wrong order."""


class Known:
    """What a caller may know of the going on of diaries. Safe for threads."""

    def __init__(self, service: Service, watcher: Watcher) -> None:
        self._service, self._watcher = service, watcher

    def changes(self, who: Pass, caller: Caller, after: int | None) -> Changes:
        """What came after a cursor; where he only looks on and is behind, what came before then."""
        watcher, now = self._watcher, self._watcher.now()  # before it is looked: what comes then is later
        if after is None or after > now:
            return Changes(now)
        behind = _micro(caller.behind)
        if not watcher.reaches(after):
            return Changes(now, tuple(self.everything(who, caller)))
        hq, found = self._service.house.for_(caller), dict[str, Changed]()
        looks_on: dict[str, bool] = {}
        known: dict[str, bool] = {}
        for one in watcher.after(after - behind):
            if one.diary in found or not who.covers(one.diary):
                continue
            if one.diary not in known:
                known[one.diary] = knows(hq, one.diary)
            if not known[one.diary]:
                continue
            if behind and one.diary not in looks_on:
                looks_on[one.diary] = self.looks_on(caller, one.kind, one.diary)
            start = one.at + behind if looks_on.get(one.diary) else one.at
            if after < start <= now:
                found[one.diary] = Changed(one.diary, one.kind, one.seq)
        return Changes(now, tuple(found.values()))

    def not_yet(self, caller: Caller) -> list[Arrival]:
        """What came so shortly ago that he may not know of it yet where he only looks on."""
        return self._watcher.after(self._watcher.now() - _micro(caller.behind))

    def left(self, at: int) -> float:
        """Seconds until a moment; none if it is over."""
        return max(0.0, (at - self._watcher.now()) / 1e6)

    def everything(self, who: Pass | None, caller: Caller) -> list[Changed]:
        """All diaries: for whoever asks from a time of which nothing is remembered. who: None for all."""
        hq = self._service.house.for_(caller)
        some = named(hq.home.folder)
        there = {one.name: one.kind for one in some if who is None or who.covers(one.name)}
        return [Changed(name, kind, seq) for name, kind in there.items() if (seq := head(hq, kind, name))]

    def of_others(self, caller: Caller, some: list[Arrival]) -> tuple[list[Arrival], list[Arrival]]:
        """Of what came, what he may know of: at once, and only later."""
        hq = self._service.house.for_(caller)
        known = [one for one in some if knows(hq, one.diary)]
        late = [one for one in known if caller.behind and self.looks_on(caller, one.kind, one.diary)]
        return [one for one in known if one not in late], late

    def looks_on(self, caller: Caller, kind: str, diary: str) -> bool:
        """Whether he has neither a seat there nor the umpire's chair."""
        return not self.takes_part(caller, kind, diary)

    def takes_part(self, caller: Caller, kind: str, diary: str) -> bool:
        try:
            found = standing(self._service.house.for_(caller), kind, diary)
        except Refused:
            return False
        return bool(found.sides or found.umpire)


class Own:
    """All streams of one player with the same rights. streams: what each was told last of what awaits him."""

    def __init__(self, service: Service, known: Known, who: Pass, caller: Caller) -> None:
        self._service, self._known, self.who, self.caller = service, known, who, caller
        self.streams: dict[Stream, bytes] = {}
        self._awaiting = b""
        self._later: set[asyncio.TimerHandle] = set()
        self._moved: set[tuple[str, str]] = set()
        self._asking = asyncio.Lock()
        self._refreshing: asyncio.Task[None] | None = None
        self._going_on: dict[Stream, asyncio.Task[None]] = {}
        self._arrived: list[Arrival] = []
        self._told = 0  # the cursor up to which was told what he may know of
        self._telling: asyncio.Task[None] | None = None

    def close(self) -> None:
        for one in self._later:
            one.cancel()
        for task in (self._refreshing, self._telling, *self._going_on.values()):
            if task is not None:
                task.cancel()

    async def join(self, stream: Stream, since: int | None) -> None:
        earlier = [] if self.streams or not self.caller.behind else self._known.not_yet(self.caller)
        self.streams[stream] = b""
        if earlier:
            mine = [one for one in earlier if self.who.covers(one.diary)]
            self._tell_later((await self._service.run(self._known.of_others, self.caller, mine))[1])
        await self._ask()
        stream.last = -1 if since is None else since
        await self._catch_up(stream)
        stream.more = self._go_on

    async def _catch_up(self, stream: Stream) -> None:
        """Tell what went on since the cursor up to which he was told; nothing to who is told for the first time."""
        cursor = None if stream.last < 0 else stream.last
        while cursor is None or stream.loading:
            found = await self._service.run(self._known.changes, self.who, self.caller, cursor)
            for one in found.changed:  # who is cut off before the last of them goes on from before the first
                stream.put(_changed(one, found.cursor if one is found.changed[-1] else None))
            cursor = found.cursor
            # What comes from now on is told by `_tell`. Of what others do in private nothing is told here either.
            stream.loading = self._told > cursor
        stream.last, stream.sent = cursor, str(cursor)

    def _go_on(self, stream: Stream) -> None:
        """A reader has taken all that was put into his stream: it goes on with what had no room there."""
        if stream.loading and stream not in self._going_on:
            task = self._going_on[stream] = asyncio.create_task(self._going(stream))
            task.add_done_callback(lambda _: self._going_on.pop(stream, None))

    async def _going(self, stream: Stream) -> None:
        try:
            await self._catch_up(stream)
        except Exception as error:
            log.error("stream of a player", exc_info=error)
            stream.end("bug", MISTAKE)

    async def _ask(self) -> None:
        """Look up what awaits him, and tell every stream that has it otherwise; one at a time, so that an older answer
        never takes the place of a newer."""

        def ask() -> bytes:
            some = self._service.house.for_(self.caller).awaiting()
            return msgspec.json.encode(self._service.awaiting(self.who, some))

        async with self._asking:
            self._awaiting = await self._service.run(ask)
            for stream, told in self.streams.items():
                if told != self._awaiting:
                    self.streams[stream] = self._awaiting
                    stream.put_latest(Message("awaiting", self._awaiting))

    def arrived(self, some: list[Arrival]) -> None:
        """Tell at once what he may know of at once, and the rest when he may; in the order in which it came."""
        self._arrived += [one for one in some if self.who.covers(one.diary)]
        if self._arrived and self._telling is None:
            self._telling = asyncio.create_task(self._tell_in_turn())

    async def _tell_in_turn(self) -> None:
        try:
            while some := self._arrived:
                self._arrived = []
                try:
                    at_once, late = await self._service.run(self._known.of_others, self.caller, some)
                except Refused as refused:
                    log.warning("who may know of what went on cannot be looked up: %s", refused)
                    self._arrived = [*some, *self._arrived]
                    await asyncio.sleep(AGAIN)
                    continue
                self._tell(*at_once)
                self._tell_later(late)
                self._look_up(some)
        except Exception as error:
            log.error("stream of a player", exc_info=error)
            for stream in list(self.streams):
                stream.end("bug", MISTAKE)
        finally:
            self._telling = None

    def _tell_later(self, some: list[Arrival]) -> None:
        loop = asyncio.get_running_loop()
        for one in some:
            then = one._replace(at=one.at + _micro(self.caller.behind))
            self._later.add(loop.call_later(self._known.left(then.at), self._tell_late, then))

    def _tell_late(self, one: Arrival) -> None:
        self._tell(one)
        self._look_up([one])

    def _tell(self, *some: Arrival) -> None:
        for one in some:
            self._told = max(self._told, one.at)
            message = _changed(Changed(one.diary, one.kind, one.seq), one.at)
            for stream in self.streams:
                if stream.loading or one.at <= stream.last:
                    continue
                if stream.has_room:
                    stream.put(message)
                else:
                    stream.loading, stream.last = True, max(stream.last, one.at - _micro(AT_ONCE))
        self._later = {one for one in self._later if one.when() > asyncio.get_running_loop().time()}

    def _look_up(self, some: list[Arrival]) -> None:
        """Look up anew what awaits him where something went on: also where he may know of it no more."""
        self._moved |= {(one.kind, one.diary) for one in some}
        if self._moved and self._refreshing is None:
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        """Look up anew what awaits him, as long as it may be something else: diaries go on meanwhile."""
        try:
            while self._moved:
                await asyncio.sleep(SETTLING)
                diaries, self._moved = self._moved, set()
                try:
                    await self._ask_again(diaries)
                except Refused as refused:
                    log.warning("what awaits a player cannot be looked up: %s", refused)
                    self._moved |= diaries
                    await asyncio.sleep(AGAIN)
        finally:
            self._refreshing = None

    async def _ask_again(self, diaries: set[tuple[str, str]]) -> None:
        named = any(msgspec.json.encode(name) in self._awaiting for _, name in diaries)
        if named or await self._service.run(self._concern, diaries):
            await self._ask()

    def _concern(self, diaries: set[tuple[str, str]]) -> bool:
        return any(self._known.takes_part(self.caller, *one) for one in diaries)


def _micro(seconds: float) -> int:
    return round(seconds * 1e6)


def _changed(one: Changed, at: int | None) -> Message:
    """at: the cursor to go on from; None where more of the same moment follows."""
    return Message("changed", msgspec.json.encode(one), "" if at is None else str(at))
