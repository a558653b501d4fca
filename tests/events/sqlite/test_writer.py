"""One commit for many threads, and each answers for itself."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from events.errors import DiaryError, NotWritten
from events.sqlite.turns import NoTurns
from events.sqlite.writer import Writer


@pytest.fixture
def conn(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    conn = sqlite3.connect(tmp_path / "x.db", isolation_level=None, check_same_thread=False)
    conn.execute("CREATE TABLE t (n UNIQUE)")
    yield conn
    conn.close()


@pytest.fixture
def writer(conn: sqlite3.Connection) -> Writer:
    return Writer(conn, NoTurns(), lambda _: None, lambda: None)


def put(number: int) -> Callable[[sqlite3.Connection], int]:
    def work(conn: sqlite3.Connection) -> int:
        conn.execute("INSERT INTO t VALUES (?)", (number,))
        return number

    return work


def refuse(_: sqlite3.Connection) -> None:
    raise DiaryError("no")


def stumble(conn: sqlite3.Connection) -> None:
    put(99)(conn)
    raise ZeroDivisionError


def stored(conn: sqlite3.Connection) -> list[int]:
    return [n for (n,) in conn.execute("SELECT n FROM t ORDER BY n")]


def together(writer: Writer, *works: Callable[[sqlite3.Connection], Any]) -> list[Any]:
    """All in one commit: they queue up while the first one is held back."""
    begun, held = threading.Event(), threading.Event()
    results: list[Any] = [None] * len(works)

    def run(index: int) -> None:
        try:
            results[index] = writer.do(works[index])
        except (DiaryError, ZeroDivisionError) as error:
            results[index] = type(error)

    def hold(_: sqlite3.Connection) -> None:
        begun.set()
        held.wait(10)

    first = threading.Thread(target=writer.do, args=(hold,))
    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    first.start()
    assert begun.wait(10), "else one of the others would be the first"
    for thread in threads:
        thread.start()
    while len(writer._waiting) < len(works):
        time.sleep(0.001)
    held.set()
    for thread in (first, *threads):
        thread.join(10)
        assert not thread.is_alive()
    return results


def test_each_gets_its_own_answer(writer: Writer, conn: sqlite3.Connection) -> None:
    assert together(writer, *(put(n) for n in range(9))) == list(range(9))
    assert stored(conn) == list(range(9))


def test_a_refusal_does_not_hurt_the_others(writer: Writer, conn: sqlite3.Connection) -> None:
    assert together(writer, put(1), refuse, put(2)) == [1, DiaryError, 2]
    assert stored(conn) == [1, 2]


def test_a_bug_or_a_failed_statement_does_not_hurt_the_others(
    writer: Writer, conn: sqlite3.Connection
) -> None:
    one, bug, again, two = together(writer, put(1), stumble, put(1), put(2))
    assert (bug, two) == (ZeroDivisionError, 2)
    assert [one, again] in ([1, NotWritten], [NotWritten, 1])
    assert stored(conn) == [1, 2]


def test_work_that_runs_alone_is_undone_whatever_it_raises(writer: Writer, conn: sqlite3.Connection) -> None:
    def half(conn: sqlite3.Connection) -> None:
        put(5)(conn)
        raise DiaryError("changed my mind")

    with pytest.raises(DiaryError):
        writer.do(half, alone=True)
    assert stored(conn) == []
    assert writer.do(put(1)) == 1


def test_an_interrupted_leader_does_not_take_the_others_along(
    writer: Writer, conn: sqlite3.Connection
) -> None:
    def interrupt(_: sqlite3.Connection) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        writer.do(interrupt)
    assert together(writer, put(1), put(2)) == [1, 2]


def test_one_who_gave_up_waiting_is_not_waited_for(writer: Writer, conn: sqlite3.Connection) -> None:
    """As when a waiting main thread is interrupted: it leaves the queue, and leads no more."""
    from events.sqlite.writer import _Job

    gone = _Job(put(7), False)
    gone.gate = threading.Lock()
    writer._busy, gone.leads = True, True
    writer._waiting.append(gone)
    writer._abandon(gone)
    assert together(writer, put(1)) == [1]
    assert stored(conn) == [1]
