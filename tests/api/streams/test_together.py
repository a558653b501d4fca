"""Streams of one battle that come and go at the same moment, within one event loop; what threads see of arrivals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from api.server.service import Service
from api.server.streams import feed, own
from api.server.streams.feed import Feed
from api.server.streams.hub import OWN, Hub
from api.server.streams.stream import Asked, Stream
from api.server.streams.telling import News
from api.server.streams.watcher import Arrival
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from tests.api.conftest import freely
from tests.api.serving import Tokens, holder

NAME, PLACE = "duel", "battle duel"
TAKING: set[asyncio.Future[None]] = set()
"""Tasks are forgotten that nobody holds."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    accounts: Any = Tokens({})
    with Headquarters(tmp_path / "home") as house:
        begin(house, NAME)
        found = Service(house, accounts, freely())
        yield found
        found.close()


def begin(house: Headquarters, name: str) -> None:
    done = house.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name=name)
    assert isinstance(done, Acted), done


def act(service: Service) -> int:
    done = service.house.for_(Caller("ann")).battles.act(NAME, {"kind": "end-phase"})
    assert isinstance(done, Acted), done
    return done.seq


def listening(service: Service, player: str, place: str = PLACE) -> Stream:
    who, request = holder(player), Any
    asked = Asked(request, who, service.caller(who, None), "lines", None, False, False)  # type: ignore[arg-type]
    return Stream(place, asked, lambda: None)


def waiting(stream: Stream) -> str:
    """What is to be sent."""
    return b"".join(one.data for one in stream._waiting).decode()


def taken(stream: Stream) -> list[bytes]:
    """What a reader takes from now on."""
    found: list[bytes] = []

    async def send(message: Any) -> None:
        found.append(message["body"])

    TAKING.add(asyncio.ensure_future(stream.pump(send)))
    return found


async def until(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not wanted():
            await asyncio.sleep(0.01)


async def joined(hub: Hub, service: Service, *players: str) -> list[Stream]:
    some = [listening(service, player) for player in players]
    for one in some:
        await hub.join(one, "battle", NAME, None)
    return some


def test_who_comes_while_the_last_one_goes_hears_what_is_new(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        (first,) = await joined(hub, service, "ann")
        second = listening(service, "ben")
        coming = asyncio.create_task(hub.join(second, "battle", NAME, None))
        await asyncio.sleep(0)  # a thread looks now who he is there
        hub.leave(first)
        await coming
        seq = act(service)
        hub.feeds[PLACE].wake()
        await until(lambda: second.last == seq)
        hub.leave(second)
        assert not hub.feeds

    asyncio.run(main())


def test_who_goes_while_it_is_looked_ends_nobody_elses_stream(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        ann, ben = await joined(hub, service, "ann", "ben")
        found, seq = hub.feeds[PLACE], act(service)
        looking = asyncio.create_task(found._round())
        await asyncio.sleep(0)
        hub.leave(ann)
        await looking
        assert ben.last == seq and not ben.ended
        hub.leave(ben)

    asyncio.run(main())


def test_a_mistake_in_the_whole_anew_ends_the_stream(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> Any:
        raise ZeroDivisionError

    async def main() -> None:
        hub = Hub(service)
        (ann,) = await joined(hub, service, "ann")
        act(service)
        monkeypatch.setattr(feed, "whole", mistaken)
        await hub.feeds[PLACE]._anew(ann)
        assert ann.ended and '"why":"bug"' in waiting(ann)
        hub.leave(ann)

    asyncio.run(main())


def test_nobody_goes_on_from_an_entry_that_a_copy_put_back_has_not(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        (ann,) = await joined(hub, service, "ann")
        found: Feed = hub.feeds[PLACE]
        group: Any = ann.group
        seq = act(service)
        await found._round()
        assert group.recent.keys() == {seq}
        found._tell(group, News(1, {}, False, "nk"))
        assert not group.recent
        hub.leave(ann)

    asyncio.run(main())


def test_what_awaits_a_player_is_told_though_another_diary_went_on_just_before(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own, "SETTLING", 0.05)

    async def main() -> None:
        hub = Hub(service)
        hub.watcher._woken = asyncio.get_running_loop().create_future()
        hub.watcher._loop, hub.watcher._arrived = asyncio.get_running_loop(), hub._arrived
        stream = listening(service, "cyd", OWN)
        await hub.join(stream, "", "", None)
        hub.watcher._note([(NAME, "battle", 1)])  # which is none of his
        await asyncio.sleep(0.01)
        done = service.house.battles.new(
            "tank-duel", seats=[Seat("nk", "cyd"), Seat("us", "ben")], name="mine"
        )
        assert isinstance(done, Acted), done
        hub.watcher._note([("mine", "battle", 1)])
        await until(lambda: '"diary":"mine","kind":"battle","title"' in waiting(stream))
        hub.leave(stream)

    asyncio.run(main())


def test_what_awaits_a_player_is_told_on_all_his_streams_whichever_asked(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        first, second = (listening(service, "ann", OWN) for _ in range(2))
        await hub.join(first, "", "", None)
        act(service)
        await hub.join(second, "", "", None)
        assert '"event":"awaiting"' in waiting(second)
        assert waiting(first) == waiting(second)
        for one in (first, second):
            hub.leave(one)

    asyncio.run(main())


def test_what_could_not_be_looked_up_is_looked_up_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a diary, and of what awaits a player: as while somebody else has the file locked for long."""
    for module in (feed, own):
        monkeypatch.setattr(module, "AGAIN", 0.05)
    failed: list[str] = []

    def once(what: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*given: Any) -> Any:
            if what not in failed:
                failed.append(what)
                raise Refused("Another program has kept the file locked for long.")
            return ask(*given)

        return asked

    async def main() -> None:
        hub = Hub(service)
        (ann,) = await joined(hub, service, "ann")
        taken(ann)
        hers = listening(service, "ann", OWN)
        await hub.join(hers, "", "", None)
        monkeypatch.setattr(feed, "news", once("news", feed.news))
        monkeypatch.setattr(service, "awaiting", once("awaiting", service.awaiting))
        seq = act(service)
        hub._arrived([Arrival(hub.watcher.now(), NAME, "battle", seq)])
        await until(lambda: ann.last == seq)
        await until(lambda: f'"entry":{seq}' in waiting(hers))
        assert sorted(failed) == ["awaiting", "news"]
        for one in (ann, hers):
            hub.leave(one)

    asyncio.run(main())


def test_a_way_on_is_named_by_the_last_of_several_that_went_on(service: Service) -> None:
    async def main() -> None:
        hub = Hub(service)
        begin(service.house, "second")
        stream = listening(service, "ann", OWN)
        await hub.join(stream, "", "", 1)  # long before anything that is remembered
        assert [bool(one.id) for one in stream._waiting if one.event == "changed"] == [False, True]
        hub.leave(stream)

    asyncio.run(main())


def test_arrivals_are_noted_while_others_look_at_them(service: Service) -> None:
    async def main() -> None:
        watcher = Hub(service).watcher
        loop = asyncio.get_running_loop()
        watcher._loop, watcher._arrived, watcher._woken = loop, lambda _: None, loop.create_future()
        watcher._note([("one", "battle", 1), ("two", "battle", 1)])
        seen: list[str] = []
        for arrival in watcher.after(0):
            watcher._note([("three", "battle", 1)])
            seen.append(arrival.diary)
        assert seen == ["two", "one"]

    asyncio.run(main())


def test_a_mistake_does_not_end_the_watching(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        hub, real = Hub(service), service.house.changes
        failed: list[int] = []

        def once(*given: Any) -> Any:
            if not failed:
                failed.append(1)
                raise RuntimeError("a mistake")
            return real(*given)

        hub.start()
        try:
            (ann,) = await joined(hub, service, "ann")
            heard = taken(ann)
            monkeypatch.setattr(service.house, "changes", once)
            await until(lambda: bool(failed))
            seq = await service.run(act, service)
            await until(lambda: f'"entry":{{"seq":{seq},' in b"".join(heard).decode())
        finally:
            await hub.close()

    asyncio.run(main())
