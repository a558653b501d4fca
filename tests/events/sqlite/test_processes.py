"""Several processes on one file: nobody's entry is lost, whoever dies."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from events.sqlite import SQLiteStore
from events.verify import verify
from tests.events.board import BoardReducer
from tests.events.conftest import fill

NOW = "2026-01-01T00:00:00Z"
ROOT = Path(__file__).parents[3]


@contextmanager
def child(*words: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "tests.events.sqlite.child", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(process: subprocess.Popen[bytes]) -> list[bytes]:
    """All that a child said; a last line that was cut off was not acknowledged."""
    assert process.stdout is not None
    return [line for line in process.stdout.read().splitlines(keepends=True) if line.endswith(b"\n")]


def first_line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    store.create("b", "battle", "", NOW)
    yield store
    store.close()


def test_another_process_sees_an_append_within_250_ms(store: SQLiteStore, path: Path) -> None:
    assert any(_late(store, path) < 0.25 for _ in range(5)), "a busy machine may stumble"


def _late(store: SQLiteStore, path: Path) -> float:
    """By how many seconds another process saw appends later, the median of five."""
    with child("follow", path, 5) as follower:
        first_line(follower)
        sent: list[float] = []
        for n in range(5):
            time.sleep(0.03 + n * 0.013)
            fill(store, "a", 1)
            sent.append(time.monotonic())
        seen = [float(line.split()[1]) for line in lines(follower)]
    return sorted(there - here for here, there in zip(sent, seen, strict=True))[2]


def test_two_processes_race_and_each_head_is_won_once(store: SQLiteStore, path: Path, scale: int) -> None:
    until = 300 * scale
    with child("race", path, "a", until) as one, child("race", path, "a", until) as two:
        won = [[int(line) for line in lines(process)] for process in (one, two)]
    assert sorted(won[0] + won[1]) == list(range(1, store.head("a").seq + 1))
    assert store.head("a").seq >= until
    assert verify(store, "a", BoardReducer()).bad is None


def test_kill_9_loses_nothing_that_was_acknowledged(store: SQLiteStore, path: Path, scale: int) -> None:
    """Meanwhile another process goes on: the dead never keep the right to write.

    Runs long: 8 processes, 200 in the long profile, each of which is given time to write.
    """
    rng = random.Random(1)
    with child("append", path, "b", "quiet"):
        for _ in range(8 if scale == 1 else 20 * scale):
            before = store.head("b").seq
            with child("append", path, "a") as victim:
                acknowledged = [first_line(victim)]
                time.sleep(rng.uniform(0, 0.03))
                victim.kill()
                acknowledged += lines(victim)
            newest = int(acknowledged[-1])
            assert newest <= store.head("a").seq <= newest + 3
            assert store.wait(store.position(), 30)
            assert store.head("b").seq > before
    for name in "ab":
        report = verify(store, name, BoardReducer())
        assert report.bad is None and report.entries == store.head(name).seq
    fill(store, "a", 1)


def test_the_dead_do_not_keep_the_pen(store: SQLiteStore, path: Path) -> None:
    with child("hold", path, "a") as holder:
        first_line(holder)
        holder.kill()
        holder.wait()
        fill(store, "a", 1)


def test_a_file_that_others_make_and_close_is_not_called_damaged(tmp_path: Path, scale: int):
    begin = time.time() + 0.5
    with ExitStack() as stack:
        makers = [stack.enter_context(child("make", tmp_path, begin, 15 * scale)) for _ in range(4)]
        assert [lines(one) for one in makers] == [[b"done\n"]] * 4


def test_a_second_look_in_this_process_does_not_give_the_log_away(path: Path, store: SQLiteStore) -> None:
    """Closing a file takes from a process the locks that it has on it: then the next process to leave would believe
    itself to be the last, and throw away the log to which others go on appending."""
    fill(store, "a", 1)
    SQLiteStore(path).close()
    SQLiteStore(path, read_only=True).close()
    with child("heads", path) as other:
        assert lines(other) == [b"a 1 b 0\n"]
    fill(store, "a", 3)
    with child("heads", path) as other:
        assert lines(other) == [b"a 4 b 0\n"]
