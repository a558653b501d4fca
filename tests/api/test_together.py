"""Actions that come at the same time: all are answered as alone, and most are written in one go."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from campaign.battles.table import Seat
from events.sqlite import SQLiteStore
from tests.api.conftest import Served

END = {"action": {"kind": "end-phase"}}


def test_actions_that_come_together_are_written_together(served: Served, monkeypatch: pytest.MonkeyPatch):
    seats = [Seat("nk", "ann"), Seat("us", "ann")]
    names = [served.hq.battles.new("tank-duel", seats=seats, name=f"duel-{n}").diary for n in range(12)]
    first, go, sizes = threading.Event(), threading.Event(), list[int]()
    written = SQLiteStore.append_each

    def slowly(store: SQLiteStore, some: list[object]) -> object:
        sizes.append(len(some))
        first.set()
        assert go.wait(20)
        return written(store, some)  # type: ignore[arg-type]

    monkeypatch.setattr(SQLiteStore, "append_each", slowly)
    headers = {"Authorization": f"Bearer {served.tokens['a']}", "If-Match": '"1"'}

    def act(name: str, who: str = "a") -> httpx.Response:
        mine = headers | {"Authorization": f"Bearer {served.tokens[who]}"}
        return httpx.post(f"{served.url}/api/battles/{name}/actions", json=END, headers=mine, timeout=30)

    with ThreadPoolExecutor(20) as pool:
        ahead = pool.submit(act, names[0])
        assert first.wait(20)
        others = [pool.submit(act, name) for name in names[1:]]
        stranger, twice = pool.submit(act, names[1], "b"), pool.submit(act, names[2])
        threading.Event().wait(1.0)  # all of them are there by now
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
