"""Diaries whose own row was taken out of the file: noticed, kept apart from new ones, put back by their name."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

import pytest

from events.entry import NO_SEAL, Head
from events.errors import Damaged, DiaryExists, NoSuchDiary
from events.sqlite import SQLiteStore
from events.store import DiaryInfo, NewDiary
from tests.events.board import entry

NOW = "2026-01-01T00:00:00Z"


def opened(store: SQLiteStore, *names: str) -> None:
    store.open(*(NewDiary(one, "battle", one, NOW, [entry(1, 0)], None, one.encode()) for one in names))


def without_rows(path: Path, names: Collection[str]) -> None:
    """By a stranger's hand: the triggers stand as before."""
    with closing(sqlite3.connect(path)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.executemany("DELETE FROM diaries WHERE name = ?", [(one,) for one in names])
        for _, sql in triggers:
            conn.execute(sql)
        conn.commit()


@pytest.mark.parametrize("gone", [["a"], ["b"], ["c"], ["a", "b", "c"]])
def test_they_are_noticed_and_no_new_diary_takes_their_number(path: Path, gone: list[str]):
    with closing(SQLiteStore(path)) as store:
        opened(store, "a", "b", "c")
        assert store.notes() == () and store.orphans.found() == []
    without_rows(path, gone)
    with closing(SQLiteStore(path)) as store:
        (note,) = store.notes()
        assert f"{len(gone)} diar" in note and "wardiary salvage" in note and not store.read_only
        opened(store, "new")
        store.create("received", "battle", "t", NOW)
        assert store.secret("new") == b"new"
        assert [one.number for one in store.orphans.found()] == ["abc".index(one) + 1 for one in gone]
        assert all(one.entries == 1 and one.secret for one in store.orphans.found())


def test_it_comes_back_by_its_own_name_alone(path: Path):
    with closing(SQLiteStore(path)) as store:
        opened(store, "a", "b")
        store.append("b", 1, [entry(2, 1)])
        before = store.info("b")
    without_rows(path, ["b"])
    with closing(SQLiteStore(path)) as store:
        (orphan,) = store.orphans.found()
        assert orphan.named("b", NO_SEAL) and not orphan.named("c", NO_SEAL)
        with pytest.raises(Damaged, match="does not match"):
            store.orphans.put_back(orphan.number, DiaryInfo("c", "battle", "b", NOW, Head(0, b"")))
        with pytest.raises(DiaryExists):
            store.orphans.put_back(orphan.number, DiaryInfo("a", "battle", "b", NOW, Head(0, b"")))
        with pytest.raises(NoSuchDiary):
            store.info("b")
        store.orphans.put_back(orphan.number, DiaryInfo("b", "battle", "b", NOW, Head(0, b"")))
        assert store.info("b") == before and store.secret("b") == b"b"
        assert store.orphans.found() == [] and store.notes() == ()
        store.append("b", 2, [entry(3, 2)])


def test_a_secret_alone_is_one_too(path: Path):
    with closing(SQLiteStore(path)) as store:
        store.create("cut", "battle", "t", NOW)
        store.put_secret("cut", b"s")
    without_rows(path, ["cut"])
    with closing(SQLiteStore(path)) as store:
        (orphan,) = store.orphans.found()
        assert (orphan.entries, orphan.first, orphan.secret) == (0, b"", True)
        opened(store, "new")
        assert store.secret("new") == b"new"
