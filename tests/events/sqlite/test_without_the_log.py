"""A reader who cannot read the log beside the file says that the newest entries may be missing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from events.errors import NotADiaryFile, NotRead, ReadOnly
from events.sqlite import SQLiteStore
from events.sqlite.opening import connect
from events.sqlite.pool import Pool
from tests.events.board import entry
from tests.events.sqlite.raw import opened
from tests.events.sqlite.test_processes import NOW, child, first_line


@pytest.fixture
def killed(path: Path) -> Path:
    """Eight entries in the file, and others in its log: their writer was killed."""
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    store.append("a", 0, [entry(n, n) for n in range(8)])
    store.close()
    with child("leave", path, "a", 3) as victim:  # so few that none of them gets into the file by itself
        first_line(victim)
        victim.kill()
        victim.wait()
    assert log(path).stat().st_size > 0
    return path


def log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def shut(path: Path) -> None:
    """Whoever may not use the file that stands for shared memory reads without the log. Root may use any file, but
    SQLite follows no links."""
    shared = path.with_name(f"{path.name}-shm")
    shared.unlink(missing_ok=True)
    shared.symlink_to("nowhere/at/all")


@pytest.mark.parametrize("read_only", [True, False])
def test_who_cannot_read_the_log_says_so(killed: Path, read_only: bool) -> None:
    shut(killed)
    store = SQLiteStore(killed, read_only=read_only)
    assert store.head("a").seq == 8
    assert "newest entries may be missing" in store.partial
    assert store.partial in store.read_only and "cannot be continued" in store.read_only
    with pytest.raises(ReadOnly, match="may be missing"):
        store.append("a", 8, [entry(8, 8)])
    store.close()
    assert log(killed).stat().st_size > 0


def test_who_can_read_the_log_sees_everything(killed: Path) -> None:
    store = SQLiteStore(killed, read_only=True)
    assert store.head("a").seq > 8 and store.partial == ""
    store.close()


def test_without_a_log_nothing_is_missing(killed: Path) -> None:
    SQLiteStore(killed).close()  # which takes the log into the file
    log(killed).unlink(missing_ok=True)
    shut(killed)
    store = SQLiteStore(killed)
    assert store.head("a").seq > 8 and store.partial == "" and "cannot be continued" in store.read_only
    store.close()


def test_a_file_of_which_everything_is_in_the_log_is_not_called_somebody_elses(killed: Path) -> None:
    """As it is in its first moments."""
    fresh = killed.with_name("fresh")
    with opened(fresh) as conn:
        conn.execute("PRAGMA journal_mode=WAL")
    killed.write_bytes(fresh.read_bytes())
    shut(killed)
    with pytest.raises(NotADiaryFile, match="may be missing"):
        SQLiteStore(killed, read_only=True)


def test_a_damaged_file_whose_log_cannot_be_read_says_both(killed: Path) -> None:
    shut(killed)
    killed.write_bytes(killed.read_bytes()[:-5000])
    store = SQLiteStore(killed)
    assert "damaged" in store.read_only and "may be missing" in store.read_only
    assert store.partial
    store.close()


def test_a_locked_file_is_waited_for_and_then_told_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SQLiteStore(path).close()
    monkeypatch.setattr("events.sqlite.waiting.PATIENCE", 0.2)
    began = time.monotonic()
    with opened(path) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(NotADiaryFile, match="in use by another program"):
            SQLiteStore(path)
    assert time.monotonic() - began > 0.2, "it was waited for"
    SQLiteStore(path).close()


def test_a_query_that_waits_for_long_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.sqlite.waiting.PATIENCE", 0.2)
    with opened(path) as other:
        other.execute("CREATE TABLE t (x)")
        uri = path.absolute().as_uri()
        pool = Pool(path, uri, connect(uri))
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(NotRead, match="locked for long"):
            pool.rows("SELECT * FROM t")
        other.execute("COMMIT")
        assert pool.rows("SELECT * FROM t") == []
        pool.close()
