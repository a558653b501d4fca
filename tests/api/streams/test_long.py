"""Streams of long diaries: they begin at once and small; whoever is slow, or has missed much, gets all in the end."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api.server.service import Service
from api.server.streams import stream as one_stream
from api.server.streams.feed import MOST_KEPT, Feed, Group, Here
from api.server.streams.hub import OWN, Hub
from api.server.streams.messages import Message, heartbeat
from api.server.streams.stream import ENOUGH, PIECE, Asked, Stream
from api.server.streams.telling import LONGEST_REPLAY
from campaign.headquarters import Headquarters
from campaign.shared.answers import RECENT, Acted
from campaign.shared.callers import Caller
from tests.api.conftest import Served, freely
from tests.api.listening import Listener
from tests.api.serving import Tokens, holder
from tests.long_diaries import long_battle, long_campaign

PATH = "/battles/duel/stream"
MANY = 300
"""More than are told one by one to whoever comes back, and than a moment brings."""
SMALL = 256 << 10
"""Bytes with which a stream begins, however long its diary is."""


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a battle and a campaign of many entries, which tests leave as they are."""
    with Served(tmp_path_factory.mktemp("long") / "home", freely()) as served:
        long_battle(served.hq, MANY)
        long_campaign(served.hq, MANY)
        yield served


@pytest.mark.parametrize("path", [PATH, "/campaigns/war/stream"])
@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/event-stream"])
def test_a_stream_of_a_long_diary_begins_small_and_goes_on(long: Served, path: str, accept: str) -> None:
    listener = Listener(long, "a", path, accept)
    listener.first("presence")
    moment = listener.first("moment")
    assert (moment.id, len(moment.raw) < SMALL) == (str(MANY), True)
    assert (len(moment.data["log"]), bool(moment.data["earlier"])) == (RECENT, True)
    assert not listener.of("end")


@pytest.mark.parametrize("path", ["battles/duel", "campaigns/war"])
def test_a_moment_is_small_and_says_where_the_rest_is(long: Served, path: str) -> None:
    bearer = {"Authorization": f"Bearer {long.tokens['a']}"}
    with httpx.Client(base_url=f"{long.url}/api/{path}/", headers=bearer, timeout=30) as client:
        answer = client.get("moment")
        assert len(answer.content) < SMALL
        earlier = answer.json()["earlier"]
        if path.startswith("battles"):
            page = client.get("log", params={"after": earlier - RECENT, "limit": RECENT}).json()
            assert [one["seq"] for one in page] == list(range(earlier - RECENT + 1, earlier + 1))
            last = client.get("log", params={"after": 30 - RECENT, "limit": RECENT}).json()
            assert [one["seq"] for one in last] == list(range(1, 31))
        else:
            asked = {"newest_first": "true", "offset": earlier, "limit": RECENT}
            lines = client.get("record", params=asked).json()["lines"]
            assert (len(lines), lines[0]["seq"]) == (RECENT, answer.json()["log"][-1]["seq"] - 1)


@pytest.mark.parametrize("path", [PATH, "/campaigns/war/stream"])
def test_the_longest_way_back_is_told_entry_by_entry_and_one_more_brings_the_whole(
    long: Served, path: str
) -> None:
    since = MANY - LONGEST_REPLAY
    back = Listener(long, "c", path, Last_Event_ID=str(since))
    back.entry(MANY)
    assert [one.id for one in back.of("entry")] == [str(seq) for seq in range(since + 1, MANY + 1)]
    assert not back.of("moment")
    assert not back.of("end")
    further = Listener(long, "c", path, Last_Event_ID=str(since - 1))
    assert further.first("moment").id == str(MANY)
    assert not further.of("entry")


def test_a_rewind_far_back_says_all_that_it_took_back(served: Served) -> None:
    long_battle(served.hq, 130, undo="free")
    listener = Listener(served, "c", PATH)
    listener.first("moment")
    for to in (3, 120):
        done = served.hq.for_(Caller("ann")).battles.rewind("duel", to)
        assert isinstance(done, Acted), done
    first, second = (listener.entry(seq).data for seq in (131, 132))
    assert (first["withdrawn"], "restored" in first) == (list(range(4, 131)), False)
    assert (second["withdrawn"], second["restored"]) == ([131], list(range(4, 121)))


def test_an_end_says_where_to_go_on_though_nothing_was_told(served: Served) -> None:
    """As the id of the message too: a browser comes back by itself, and goes on from there."""
    long_battle(served.hq, 3)
    some = [Listener(served, "c", path, Last_Event_ID=id) for path, id in ((PATH, "3"), ("/stream", "1"))]
    battle, own = some
    battle.first("presence")
    own.first("changed")
    served.hub.stop()
    ends = battle.end(), own.end()
    for end, resume in zip(ends, ("3", own.of("changed")[-1].id), strict=True):
        assert end is not None
        assert (end.data["why"], end.data["resume"], end.id) == ("stopping", resume, resume)


def test_who_takes_little_at_a_time_gets_the_whole_and_all_that_comes_meanwhile(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it takes him longer than one may take nothing at all, and more comes than may wait for him."""
    patience = 3.0
    monkeypatch.setattr(one_stream, "PATIENCE", patience)
    monkeypatch.setattr(one_stream, "ENOUGH", 16 << 10)
    long_battle(served.hq, 250)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", served.runner.port))
    request = f"GET /api{PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['a']}\r\n\r\n"
    slow.sendall(request.encode())
    slow.settimeout(20)
    data, newest, start = b"", 250, time.monotonic()
    while f'"newest":{newest},'.encode() not in data or newest < 300:
        more = slow.recv(2048)
        assert more, "the stream was ended"
        data += more
        if newest < 300:
            done = served.hq.battles.seats.seat("duel", "us", ("dan", "ben")[(newest + 1) % 2])
            assert isinstance(done, Acted), done
            newest = done.seq
        time.sleep(0.05)
    assert time.monotonic() - start > patience
    assert b"event: end" not in data
    assert data.count(b"event: moment") == 1
    assert data.count(b"event: entry") == 50
    slow.close()


# -- within one event loop -----------------------------------------------------------------------------------------


class Reader:
    """Who takes what is sent to him only when he is let. pieces: what he took."""

    def __init__(self, stream: Stream) -> None:
        self.pieces: list[bytes] = []
        self._may = asyncio.Semaphore(0)
        self.task = asyncio.create_task(stream.pump(self._send))

    async def _send(self, message: Any) -> None:
        await self._may.acquire()
        self.pieces.append(message["body"])

    async def takes(self, pieces: int = 10_000) -> None:
        for _ in range(pieces):
            self._may.release()
        await asyncio.sleep(0.05)

    @property
    def heard(self) -> list[Any]:
        return [msgspec.json.decode(line) for line in b"".join(self.pieces).splitlines()]

    def entries(self) -> list[tuple[str, int]]:
        """What came of the diary. Presence and signs of life come between, whenever the machine has time for them."""
        return [(one["event"], one["id"]) for one in self.heard if "id" in one]


def made(player: str = "ann", place: str = "battle duel", since: int | None = None) -> Stream:
    request: Any = None
    asked = Asked(request, holder(player), Caller(player), "lines", since, False, False)
    return Stream(place, asked, lambda: None)


def message(seq: int, size: int = 1000) -> Message:
    return Message("entry", b'"' + b"x" * size + b'"', str(seq))


def test_what_was_just_put_does_not_count() -> None:
    async def main() -> None:
        stream = made()
        stream.put(message(1, 4 * ENOUGH))
        stream.put(Message("presence", b"{}"))
        reader = Reader(stream)
        await reader.takes()
        assert [one["event"] for one in reader.heard] == ["entry", "presence"]
        assert (stream.untaken, stream.has_room, stream.ended) == (0, True, False)
        stream.end("stopping", "It stops.")
        await reader.task
        assert reader.heard[-1]["data"]["resume"] == "1"

    asyncio.run(main())


def test_a_connection_is_handed_little_at_a_time() -> None:
    async def main() -> None:
        stream = made()
        for seq in range(1, 40):
            stream.put(message(seq, 20 * PIECE if seq == 5 else 1000))
        reader = Reader(stream)
        await reader.takes(3)
        assert stream.sending is not None
        await reader.takes()
        assert max(map(len, reader.pieces)) <= PIECE
        assert len(reader.pieces) < 30
        assert [one["id"] for one in reader.heard] == list(range(1, 40))
        stream.vanish()
        await reader.task

    asyncio.run(main())


def test_an_end_comes_behind_what_has_begun_and_names_the_last_that_comes_before_it() -> None:
    async def main() -> None:
        stream = made()
        stream.put(message(1, 3 * PIECE))
        reader = Reader(stream)
        await reader.takes(1)
        stream.put(message(2))
        stream.end("token", "It is good no more.")
        stream.put(message(3))
        await reader.takes()
        await reader.task
        assert [(one["event"], one["id"]) for one in reader.heard] == [("entry", 1), ("entry", 2), ("end", 2)]
        assert reader.heard[-1]["data"]["resume"] == "2"

    asyncio.run(main())


def test_what_is_said_again_and_again_does_not_pile_up() -> None:
    async def main() -> None:
        stream = made()
        stream.put(message(1, 2 * PIECE))
        reader = Reader(stream)
        for number in range(50):
            stream.put_latest(Message("presence", b"%d" % number))
            stream.beat(heartbeat("lines", "now"))
        await reader.takes()
        assert [one.get("event") for one in reader.heard] == ["entry", "presence"]
        assert reader.heard[-1]["data"] == 49
        stream.beat(heartbeat("lines", "now"))
        await reader.takes()
        assert reader.heard[-1] == {"heartbeat": "now"}
        stream.vanish()
        await reader.task

    asyncio.run(main())


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    accounts: Any = Tokens({})
    with Headquarters(tmp_path / "home") as house:
        long_battle(house, 3)
        found = Service(house, accounts, freely())
        yield found
        found.close()


def opened(service: Service, name: str) -> None:
    assert isinstance(service.house.battles.new("tank-duel", name=name), Acted)


async def feeding(hub: Hub, service: Service, entries: int) -> Feed:
    """So many entries more, told to all who listen."""
    newest = service.house.battles.head("duel")
    for seq in range(newest + 1, newest + entries + 1):
        done = service.house.battles.seats.seat("duel", "us", ("dan", "ben")[seq % 2])
        assert isinstance(done, Acted), done
    feed = hub.feeds["battle duel"]
    await feed._round()
    return feed


def test_what_a_slow_reader_lacks_waits_for_him_and_comes_in_order(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        stream = made()
        await hub.join(stream, "battle", "duel", None)
        reader, first = Reader(stream), stream.untaken
        for _ in range(3):
            await feeding(hub, service, 60)
            assert stream.untaken <= first + ENOUGH + 5000
        assert not stream.has_room
        await reader.takes()
        assert [one["id"] for one in reader.heard if one["event"] == "entry"] == list(range(4, 184))
        assert (stream.last, stream.untaken) == (183, 0)
        hub.leave(stream)

    asyncio.run(main())


def test_who_is_too_far_behind_gets_the_whole_and_goes_on_from_there(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        stream = made()
        await hub.join(stream, "battle", "duel", None)
        reader = Reader(stream)
        for _ in range(3):
            await feeding(hub, service, 200)
        await reader.takes()
        async with asyncio.timeout(20):
            while stream.last < 603 or stream.untaken:
                await asyncio.sleep(0.01)
        events = reader.entries()
        whole = [seq for event, seq in events if event == "moment"]
        assert whole == [3, 603]
        assert events[-1] == ("moment", 603)
        await feeding(hub, service, 1)
        await reader.takes()
        assert reader.entries()[-1] == ("entry", 604)
        hub.leave(stream)

    asyncio.run(main())


def test_what_is_kept_for_slow_readers_is_bounded() -> None:
    group = Group(Here("", "", (), False, 0.0, False))
    for seq in range(1, 101):
        group.keep({seq: message(seq, MOST_KEPT // 10)})
    assert set(group.recent) == set(range(92, 101))


def test_who_takes_nothing_hears_afterwards_which_diaries_went_on(service: Service) -> None:
    async def main() -> None:
        opened(service, "other")
        opened(service, "third")
        hub = Hub(service)
        hub.watcher._woken = asyncio.get_running_loop().create_future()
        hub.watcher._loop, hub.watcher._arrived = asyncio.get_running_loop(), hub._arrived
        stream = made(place=OWN)
        await hub.join(stream, "", "", None)
        reader = Reader(stream)
        some = [("duel", "battle", seq) for seq in range(1, 3000)]
        hub.watcher._note(some)
        await asyncio.sleep(0.05)
        hub.watcher._note([("other", "battle", 7)])
        await asyncio.sleep(0.05)
        assert stream.untaken < ENOUGH + 1000
        await reader.takes()
        told = list[Any]()
        async with asyncio.timeout(20):
            for one in ("other", 7), ("duel", 2999):
                while {"diary": one[0], "kind": "battle", "seq": one[1]} not in told:
                    await asyncio.sleep(0.01)
                    told = [one["data"] for one in reader.heard if one["event"] == "changed"]
            while stream.loading or stream.untaken:
                await asyncio.sleep(0.01)
        assert len(told) < 1000
        hub.watcher._note([("third", "battle", 1)])
        await reader.takes()
        assert reader.heard[-1]["data"]["diary"] == "third"
        hub.leave(stream)

    asyncio.run(main())
