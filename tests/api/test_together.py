"""Actions that come at the same time: all are answered as alone, and most are written in one go."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.server.asking import Asked, Handler
from api.server.http import Incoming, Outgoing
from api.server.reading import Common
from api.server.service import Service
from api.server.together import ActHandler
from api.wire.operations import OPERATIONS
from api.wire.problems import Failed
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from events.sqlite import SQLiteStore
from tests.api.conftest import Served, freely
from tests.api.serving import holder

ASKED = Incoming({"path": "/api/battles/duel/actions", "query_string": b"", "headers": []}, None)  # type: ignore[arg-type]
END = {"action": {"kind": "end-phase"}}
ANN = holder("ann", scopes=("read", "play"))


def test_actions_that_come_together_are_written_together(served: Served, monkeypatch: pytest.MonkeyPatch):
    seats = [Seat("nk", "ann"), Seat("us", "ben")]
    names = [served.hq.battles.new("tank-duel", seats=seats, name=f"duel-{n}").diary for n in range(12)]
    first, go, sizes = threading.Event(), threading.Event(), list[int]()
    written = SQLiteStore.append_each

    def slowly(store: SQLiteStore, some: list[object]) -> object:
        sizes.append(len(some))
        first.set()
        assert go.wait(20)
        return written(store, some)  # type: ignore[arg-type]

    monkeypatch.setattr(SQLiteStore, "append_each", slowly)
    there, answer = list[Asked](), ActHandler.answer

    def noted(handler: ActHandler, asked: Asked) -> Coroutine[Any, Any, Outgoing]:
        there.append(asked)
        return answer(handler, asked)

    monkeypatch.setattr(ActHandler, "answer", noted)
    headers = {"Authorization": f"Bearer {served.tokens['a']}", "If-Match": '"1"'}

    def act(name: str, who: str = "a") -> httpx.Response:
        mine = headers | {"Authorization": f"Bearer {served.tokens[who]}"}
        return httpx.post(f"{served.url}/api/battles/{name}/actions", json=END, headers=mine, timeout=30)

    with ThreadPoolExecutor(20) as pool:
        ahead = pool.submit(act, names[0])
        assert first.wait(20)
        others = [pool.submit(act, name) for name in names[1:]]
        stranger, twice = pool.submit(act, names[1], "c"), pool.submit(act, names[2])
        end = time.monotonic() + 20
        while len(there) < len(names) + 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        go.set()
        assert ahead.result().json()["seq"] == 2
        found = [one.result() for one in others]
    assert stranger.result().status_code == 403
    # One of the two who had seen entry 1 was first.
    assert sorted([found[1].status_code, twice.result().status_code]) == [200, 412]
    assert {one.status_code for n, one in enumerate(found) if n != 1} == {200}
    assert [one.json()["diary"] for one in found[2:]] == names[3:]
    assert sizes[0] == 1 and max(sizes) >= 11
    assert [served.hq.battles.head(name) for name in names] == [2] * 12


class Handling:
    """The handler of actions, with nothing before it. first: the action that the others wait for is being written; go:
    it may be."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
        accounts: Any = None
        self.hq = Headquarters(home)
        self.service = Service(self.hq, accounts, freely(**more))
        self.handler = ActHandler(self.service, next(one for one in OPERATIONS if one.id == "battles.act"))
        self.first, self.go = threading.Event(), threading.Event()
        written = SQLiteStore.append_each

        def slowly(store: SQLiteStore, some: Any) -> Any:
            self.first.set()
            assert self.go.wait(20)
            return written(store, some)

        monkeypatch.setattr(SQLiteStore, "append_each", slowly)

    def begun(self, *names: str, seats: Sequence[Seat] = (Seat("nk", "ann"), Seat("us", "ben"))) -> None:
        for name in names:
            assert isinstance(self.hq.battles.new("tank-duel", seats=seats, name=name), Acted)

    def asks(self, battle: str, role: str | None = None) -> Coroutine[Any, Any, Outgoing]:
        given, common = {"battle": battle, **END}, Common(role, "", None, False, [])
        return self.handler.answer(Asked(self.service.hq(ANN, role), ANN, given, common, ASKED))

    async def behind(self, ahead: str, *names: str) -> list[asyncio.Task[Outgoing]]:
        """What is asked while one action is written, which goes on when `go` is set."""
        found = [asyncio.create_task(self.asks(ahead))]
        await asyncio.to_thread(self.first.wait, 20)
        found += [asyncio.create_task(self.asks(name)) for name in names]
        await asyncio.sleep(0)  # all of them have asked
        return found

    def __enter__(self) -> Handling:
        return self

    def __exit__(self, *_: object) -> None:
        self.go.set()
        self.service.close()
        self.hq.close()


def test_a_battle_in_which_somebody_acts_holds_no_other_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def ask(on: Handling) -> None:
        on.go.set()
        waits = asyncio.create_task(on.asks("a"))
        await asyncio.sleep(0.2)
        assert (await asyncio.wait_for(on.asks("b"), 10)).status == 200
        assert not waits.done()
        done.set()
        assert (await waits).status == 200

    with Handling(tmp_path, monkeypatch) as on:
        on.begun("a", "b")
        held, done = threading.Event(), threading.Event()

        def hold() -> None:
            with on.hq._house.battles.get("a").diary.lock:
                held.set()
                done.wait(20)

        holding = threading.Thread(target=hold)
        holding.start()
        assert held.wait(20)
        try:
            asyncio.run(ask(on))
        finally:
            done.set()
            holding.join()


def test_nobody_is_umpire_by_a_token_that_is_not_good_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    umpire = holder("ann", scopes=("read", "play", "umpire"))
    with Handling(tmp_path, monkeypatch, shared=True) as on:
        on.begun("a", seats=(Seat("nk"),))
        on.go.set()
        assert not on.service.hq(ANN, None).battles.standing("a").umpire
        assert on.service.hq(umpire, None).battles.standing("a").umpire
        with pytest.raises(Failed, match="plays no side"):
            asyncio.run(on.asks("a", role="umpire"))
        assert on.hq.battles.head("a") == 1
        assert asyncio.run(on.asks("a")).status == 200, "she plays a side that is nobody's"


def test_an_answer_that_cannot_be_sent_keeps_nobody_elses_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    sent = Handler.sent

    def stumbles(handler: Handler, asked: Asked, answer: Any) -> Outgoing:
        return 1 // 0 if asked.arguments["battle"] == "b" else sent(handler, asked, answer)

    async def ask(on: Handling) -> list[Outgoing | BaseException]:
        found = await on.behind("a", "b", "c")
        on.go.set()
        return await asyncio.gather(*found, return_exceptions=True)

    monkeypatch.setattr(Handler, "sent", stumbles)
    with Handling(tmp_path, monkeypatch) as on:
        on.begun("a", "b", "c")
        a, b, c = asyncio.run(ask(on))
        assert isinstance(a, Outgoing) and isinstance(b, ZeroDivisionError) and isinstance(c, Outgoing)
        assert [on.hq.battles.head(name) for name in "abc"] == [2, 2, 2]


def test_nothing_is_done_for_who_went_before_it_was_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def ask(on: Handling) -> None:
        a, b, c = await on.behind("a", "b", "c")
        b.cancel()
        await asyncio.sleep(0)
        on.go.set()
        assert [(await one).status for one in (a, c)] == [200, 200]

    with Handling(tmp_path, monkeypatch) as on:
        on.begun("a", "b", "c")
        asyncio.run(ask(on))
        assert [on.hq.battles.head(name) for name in "abc"] == [2, 1, 2]
