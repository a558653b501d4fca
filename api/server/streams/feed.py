"""All streams of one battle or campaign: what is new is asked for once per viewer, and put into the streams of all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from api.server.gate import as_umpire
from api.server.service import Service
from api.server.streams.messages import Message
from api.server.streams.stream import MISTAKE, Stream
from api.server.streams.telling import LONGEST_REPLAY, First, News, news, seats, standing, whole
from api.wire.live import Presence
from api.wire.problems import Failed, of_refusal
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal, Standing

log = logging.getLogger("wardiary.api")
SETTLING = 1.0
"""Seconds after which is told who listens, when that has changed."""
AGAIN = 5.0
"""Seconds after which is asked again what could not be told."""
MOST_KEPT = 1 << 20
"""Bytes of the newest entries that are kept for those who take them later."""
T = TypeVar("T")


class Here(NamedTuple):
    """All that what somebody may read of a diary follows from, but for the entry. behind: seconds by which he is, if he
    only looks on. whole: whether he wants boards as they are."""

    role: str | None
    viewer: str
    sides: tuple[str, ...]
    umpire: bool
    behind: float
    whole: bool

    def fits(self, viewer: str) -> bool:
        """Whether what was looked at as this viewer may have been."""
        return viewer == self.viewer or viewer in self.sides or (self.umpire and viewer == UMPIRE)


class Group:
    """Streams whose readers are the same here. last: the newest entry that was put into them; recent: the messages of
    the newest ones. over: whether it has ended; None as long as nobody has looked."""

    def __init__(self, key: Here) -> None:
        self.key = key
        self.streams: set[Stream] = set()
        self.last = 0
        self.recent: dict[int, Message] = {}
        self.over: bool | None = None
        self.first: tuple[Hashable, First] | None = None
        self.lock = asyncio.Lock()

    def keep(self, entries: Mapping[int, Message]) -> None:
        self.recent |= entries
        size = 0
        for count, seq in enumerate(sorted(self.recent, reverse=True)):
            size += len(self.recent[seq].data)
            if count >= LONGEST_REPLAY or size > MOST_KEPT:
                del self.recent[seq]


class Feed:
    """kind: `battle` or `campaign`."""

    def __init__(self, service: Service, kind: str, name: str) -> None:
        self._service, self.kind, self.name = service, kind, name
        self.streams: set[Stream] = set()
        self._coming = 0
        self._groups: dict[Here, Group] = {}
        self._seats: Mapping[str, str] | None = None
        self._presence: Message | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._follow())

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def wake(self) -> None:
        """Something may be new."""
        self._woken.set()

    @property
    def idle(self) -> bool:
        """Whether nobody listens, and nobody is being let in who would find it closed."""
        return not (self.streams or self._coming)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._telling is not None:
            self._telling.cancel()

    # -- who listens ----------------------------------------------------------------------------------

    async def join(self, stream: Stream, since: int | None) -> None:
        """since: the entry that the reader had last; None for a new reader. Raises Failed if he may not look."""
        self._coming += 1
        try:
            if self._seats is None:
                await self._changed_hands()
            group = await self._grouped(stream)
        finally:
            self._coming -= 1
        stream.more = self._go_on
        if since is None or not await self._resumed(stream, group, since):
            await self._whole(stream, group)
        self._settle()

    def leave(self, stream: Stream) -> None:
        self.streams.discard(stream)
        self._regroup(stream, None)
        self._settle()

    async def _grouped(self, stream: Stream) -> Group:
        """The group of a stream. Raises Failed."""
        key = await self._run(self._key, stream)
        self.streams.add(stream)
        return self._regroup(stream, key)

    def _regroup(self, stream: Stream, key: Here | None) -> Any:
        before: Any = stream.group
        group = None if key is None else self._groups.setdefault(key, Group(key))
        if before is not None and before is not group:
            before.streams.discard(stream)
            if not before.streams:
                self._groups.pop(before.key, None)
        if group is not None:
            group.streams.add(stream)
        stream.group = group
        return group

    def _key(self, stream: Stream) -> Here:
        """Raises Refused; Failed for what his token is not good for."""
        caller = stream.caller
        found = standing(self._service.house.for_(caller), kind=self.kind, name=self.name)
        as_umpire(stream.who, caller.role)
        behind = 0.0 if found.sides or found.umpire else caller.behind
        return Here(caller.role, found.viewer, tuple(found.sides), found.umpire, behind, stream.whole)

    def _hq(self, stream: Stream, group: Group) -> Headquarters:
        """For whoever listens, as he is here."""
        return self._service.house.for_(stream.caller.looking_as(group.key.role))

    # -- the whole --------------------------------------------------------------------------------------

    async def _whole(self, stream: Stream, group: Group) -> None:
        """Put the whole moment into a stream. Raises Failed."""
        stream.loading = True
        while (first := await self._first(stream, group)) is None:
            group = await self._grouped(stream)
        if stream.group is not group:
            return  # it changed hands meanwhile, and gets that moment
        stream.put_alone(first.message)
        stream.last, stream.loading = first.newest, False
        if not group.last:
            group.last, group.over = first.newest, first.over
            self.wake()  # what came while it was made was told to those who listened then
        if group.last < first.newest:
            self.wake()
        self._advance(stream, group)
        self._greet(stream)

    async def _first(self, stream: Stream, group: Group) -> First | None:
        """The moment for a group, made once for all who want it while the diary stands still; None if the one for whom
        it was made became somebody else there meanwhile. Raises Failed."""
        async with group.lock:
            hq = self._hq(stream, group)
            now = await self._run(standing, hq, self.kind, self.name)
            if group.first is None or group.first[0] != now:
                named = _as_it_is if stream.whole else self._service.boards.named
                first = await self._run(whole, hq, self.kind, self.name, named)
                if _part(await self._run(standing, hq, self.kind, self.name)) != _part(now):
                    return None
                group.first = now, first
            return group.first[1]

    async def _run(self, ask: Callable[..., T], *given: Any) -> T:
        """In a thread. Raises Failed."""
        try:
            return await self._service.run(ask, *given)
        except Refused as refused:
            raise Failed(of_refusal(Refusal.of(refused))) from None

    # -- what is new --------------------------------------------------------------------------------------

    async def _resumed(self, stream: Stream, group: Group, since: int) -> bool:
        """Whether a stream goes on after an entry: if that is there, and not too long ago. Raises Failed."""
        async with group.lock:
            if not group.last or since not in (group.last, *(seq - 1 for seq in group.recent)):
                found = await self._news(group, stream, since)
                if found is None or not self._kept(stream, group, since, found):
                    return False
        if stream.group is not group:
            return False
        stream.last, stream.loading = since, False
        self._advance(stream, group)
        self._greet(stream)
        return True

    def _kept(self, stream: Stream, group: Group, since: int, found: News) -> bool:
        """Whether a group has now what came after an entry. What is new even to it is told to all by `_round`."""
        newest = found.newest
        if since > newest or len(found.entries) < newest - since or stream.group is not group:
            return False
        if not group.last:
            group.last, group.over = newest, found.over
            self.wake()
        if group.over != found.over:  # then more is told of what came before, or less
            return False
        group.keep({seq: one for seq, one in found.entries.items() if seq <= group.last})
        if newest > group.last:
            self.wake()
        return True

    def _go_on(self, stream: Stream) -> None:
        """A reader has taken all that was put into his stream."""
        if stream.group is not None:
            self._advance(stream, stream.group)

    def _advance(self, stream: Stream, group: Group) -> None:
        """Put into a stream what it lacks of what its group has, as long as it has room: the rest follows when its
        reader has taken that."""
        while not stream.loading and stream.last < group.last and stream.has_room:
            message = group.recent.get(stream.last + 1)
            if message is None:
                stream.loading = True
                self._start(self._anew(stream))
                return
            stream.put(message)
            stream.last += 1

    async def _anew(self, stream: Stream) -> None:
        """The whole again, for a stream that may have come to somebody else's hands, or is too far behind."""
        stream.loading = True
        try:
            await self._whole(stream, await self._grouped(stream))
        except Failed as failed:
            stream.end("refused", failed.problem.detail, failed.problem)
        except Exception as error:
            log.error("stream of %s", self.name, exc_info=error)
            stream.end("bug", MISTAKE)
        if stream.gone:
            self.leave(stream)

    async def _follow(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                await self._round()
            except Exception as error:
                log.error("stream of %s", self.name, exc_info=error)
                for stream in list(self.streams):
                    stream.end("bug", MISTAKE)

    async def _round(self) -> None:
        """Ask what is new, for each group; see to it that nobody gets what is another's; put it into the streams."""
        turned = await self._changed_hands()
        groups = [group for group in self._groups.values() if group.streams and group.last]
        some = ((group, next(iter(group.streams))) for group in groups)
        found = await asyncio.gather(*(self._news(group, stream, group.last) for group, stream in some))
        if turned or None in found:
            await self._reseat()
            self._settle()
        for group, one in zip(groups, found, strict=True):
            if one is not None:
                self._tell(group, one)
            elif group.streams:  # those who are left have not heard it
                asyncio.get_running_loop().call_later(AGAIN, self.wake)

    async def _news(self, group: Group, stream: Stream, after: int) -> News | None:
        """What is new for a group after an entry. stream: one of it; None if that is of the group no more, or it cannot
        be told."""

        def ask() -> News | None:
            try:
                one = news(self._hq(stream, group), self.kind, self.name, after)
                return one if self._key(stream) == group.key and group.key.fits(one.viewer) else None
            except (Refused, Failed):
                return None

        return await self._service.run(ask)

    def _tell(self, group: Group, found: News) -> None:
        back = found.newest < group.last  # the file was put back from a copy
        turned = group.over is not None and group.over != found.over
        if back or turned:
            group.recent.clear()
        group.keep(found.entries)
        group.last, group.over = found.newest, found.over
        for stream in list(group.streams):
            if back:
                self._start(self._anew(stream))
            else:
                self._advance(stream, group)
                if turned:  # what was hidden is laid open, or hidden again
                    self._start(self._anew(stream))

    async def _changed_hands(self) -> bool:
        """Whether a seat has, or the umpire's chair, since that was looked at last: at once, also where all who listen
        are behind."""
        try:
            now = await self._service.run(seats, self._service.house, self.kind, self.name)
        except Refused:
            asyncio.get_running_loop().call_later(AGAIN, self.wake)
            return False
        before, self._seats = self._seats, now
        return before is not None and before != now

    async def _reseat(self) -> None:
        """Somebody's rights may be others now: he gets the whole moment anew, or is told that he may not look."""
        streams = list(self.streams)

        def ask() -> list[Here | Failed]:
            found: dict[Any, Here | Failed] = {}
            for stream in streams:
                if (stream.who, stream.caller) not in found:
                    try:
                        key: Here | Failed = self._key(stream)
                    except Refused as refused:
                        key = Failed(of_refusal(Refusal.of(refused)))
                    except Failed as failed:
                        key = failed
                    found[stream.who, stream.caller] = key
            return [found[stream.who, stream.caller] for stream in streams]

        for stream, key in zip(streams, await self._service.run(ask), strict=True):
            group: Any = stream.group
            if isinstance(key, Failed):
                self._regroup(stream, None)
                stream.end("refused", key.problem.detail, key.problem)
            elif group is not None and key != group.key:
                stream.loading = True
                self._regroup(stream, key)
                self._start(self._anew(stream))

    # -- presence -------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(SETTLING, self._tell_presence)

    def _tell_presence(self) -> None:
        """Who listens, by name if he has a seat or the umpire's chair, which everybody knows; whoever else does is one
        of a number."""
        self._telling = None
        here = {stream.caller.player for stream in self.streams if not stream.ended}
        players = here & {one for one in (self._seats or {}).values() if one}
        data = msgspec.json.encode(Presence(tuple(sorted(players)), len(here - players)))
        if self._presence is None or self._presence.data != data:
            self._presence = Message("presence", data)
            for stream in self.streams:
                self._greet(stream)

    def _greet(self, stream: Stream) -> None:
        """Say who listens; not to who is behind, for whom that would be news of now."""
        group: Any = stream.group
        if self._presence is not None and group is not None and not (stream.loading or group.key.behind):
            stream.put_latest(self._presence)


def _part(found: Standing) -> Hashable:
    """What somebody is in a diary."""
    return found.viewer, found.sides, found.umpire


def _as_it_is(answer: Any) -> Any:
    return answer
