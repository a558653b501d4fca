"""Stores to test. Another engine joins by another parameter of `open_store`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from events.diary import Diary, origin_at
from events.sqlite import SQLiteStore
from events.store import DiaryInfo, Store
from tests.events.board import Board, BoardReducer, Event, entry

Open = Callable[[], Store]


@pytest.fixture(params=["sqlite"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the same storage again and again; everything is closed at the end."""
    opened: list[Store] = []

    def open_one() -> Store:
        assert request.param == "sqlite"
        store = SQLiteStore(tmp_path / "test.diary")
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> Store:
    return open_store()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.diary"


@pytest.fixture
def battle(store: Store) -> Diary[Board, Event]:
    """An empty battle."""
    store.create("battle", "battle", "Hill 112", "2026-01-01T00:00:00Z")
    return Diary(store, "battle", BoardReducer())


def fill(store: Store, name: str, count: int, step: int = 500) -> None:
    """Append ordinary entries, many to an append."""
    head = store.head(name).seq
    for start in range(head, head + count, step):
        many = [entry(n, n) for n in range(start, min(start + step, head + count))]
        store.append(name, start, many)


def fork(store: Store, diary: str, seq: int, name: str, title: str, created: str) -> DiaryInfo:
    """A diary without entries that starts from an entry of another."""
    return store.create(name, store.info(diary).kind, title, created, origin_at(store, diary, seq))
