"""The diary machinery against bare sqlite3, a bare decode loop, and the `eventsourcing` package."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Union
from unittest.mock import patch
from uuid import UUID

import msgspec
from msgspec import Struct

from events.diary import Diary
from events.entry import Draft
from events.fold import Fold
from events.sqlite import SQLiteStore
from events.verify import verify
from tests.bench.rows import Part, Row, at_least, at_most, in_a_folder, seconds
from tests.events.board import EVENTS, UNITS, BoardReducer, entry, events_of, rewind

ENTRIES = 100_000
MILLION = 1_000_000
NOW = "2026-01-01T00:00:00Z"
ROOT = Path(__file__).parents[2]


def _store(path: Path, *diaries: str) -> SQLiteStore:
    store = SQLiteStore(path)
    for name in diaries:
        store.create(name, "battle", "", NOW)
    return store


# Rebuilding


def _rebuild(directory: Path) -> list[Row]:
    path = directory / "rebuild.diary"
    store = _store(path, "a")
    for start in range(0, ENTRIES, 1000):
        store.append("a", start, [entry(n, n) for n in range(start, start + 1000)])
    store.close()
    reducer = BoardReducer()
    store = SQLiteStore(path, read_only=True)  # so that no snapshots are written, or found by the next round
    bare: list[float] = []
    ours: list[float] = []
    unchecked: list[float] = []
    for _ in range(7):
        bare.append(ENTRIES / seconds(lambda: _bare_read(path)))
        ours.append(ENTRIES / seconds(lambda: Diary(store, "a", reducer).current()))
        with patch.object(Fold, "_chained", lambda _, batch: len(batch)):  # to see what the check costs
            unchecked.append(ENTRIES / seconds(lambda: Diary(store, "a", reducer).current()))
    verified = ENTRIES / seconds(lambda: verify(store, "a", reducer))
    store.close()
    theirs = _eventsourcing(directory, 10_000)
    unit = "entries/s"
    return [
        at_least("rebuild with the chain checked: vs eventsourcing", median(ours), unit, theirs, 20),
        at_least("the same: vs a bare loop that reads and decodes", median(ours), unit, median(bare), 0.4),
        at_least("without the chain: vs the bare loop", median(unchecked), unit, median(bare), 0.5),
        at_least("verify, every row and check: vs eventsourcing's rebuild", verified, unit, theirs, 1),
    ]


class _EventsOnly(Struct, gc=False):
    events: list[Union[tuple(EVENTS)]] = []  # type: ignore[valid-type]  # noqa: UP007


def _bare_read(path: Path) -> None:
    decode = msgspec.json.Decoder(_EventsOnly).decode
    conn = sqlite3.connect(path)
    rows = conn.execute("SELECT CAST(body AS BLOB) FROM entries WHERE diary = 1 ORDER BY seq")
    for (body,) in rows:
        decode(body)
    conn.close()


def _eventsourcing(directory: Path, entries: int) -> float:
    """Entries per second when `eventsourcing` rebuilds an aggregate from the same events, one of its own for
    each of ours. Applying them does next to nothing here, which is in its favour."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Battle(Aggregate):
        def __init__(self, title: str) -> None:
            self.title, self.count = title, 0

        @event("Happened")
        def happen(self, kind: str, facts: dict[str, Any]) -> None:
            self.count += 1

    class Battles(Application[UUID]):
        name = "battles"

    database = directory / "eventsourcing.db"
    app = Battles(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(database)})
    battle = Battle("Hill 112")
    for start in range(0, entries, 1000):
        for n in range(start, start + 1000):
            for one in events_of(n):
                facts = msgspec.to_builtins(one)
                battle.happen(facts.pop("kind"), facts)
        app.save(battle)
    taken = seconds(lambda: app.repository.get(battle.id), 3)
    app.close()
    return entries / taken


# Appending


def _bare_append(path: Path) -> Callable[[int], float]:
    """Bare inserts of the same bodies, each committed, with the same settings."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode=WAL")
    conn.execute("PRAGMA synchronous=FULL")
    conn.execute(
        "CREATE TABLE entries (position INTEGER PRIMARY KEY, diary INTEGER, seq INTEGER, body TEXT, seal BLOB,"
        " UNIQUE (diary, seq)) STRICT"
    )
    done = 0

    def write(count: int) -> float:
        nonlocal done
        drafts = [entry(n, n) for n in range(done, done + count)]
        seal = bytes(32)

        def insert() -> None:
            for seq, draft in enumerate(drafts, done + 1):
                conn.execute("BEGIN IMMEDIATE")
                row = (1, seq, draft.body.decode(), seal)
                conn.execute("INSERT INTO entries (diary, seq, body, seal) VALUES (?, ?, ?, ?)", row)
                conn.execute("COMMIT")

        taken = seconds(insert)
        done += count
        if count == 0:
            conn.close()
        return count / taken

    return write


def _append(directory: Path) -> list[Row]:
    rounds, count, threads = 7, 3000, 16
    names = [f"t{n}" for n in range(threads)]
    store = _store(directory / "append.diary", "a", *names)
    bare_write = _bare_append(directory / "bare.db")
    bare: list[float] = []
    single: list[float] = []
    shared: list[float] = []
    for turn in range(rounds):
        bare.append(bare_write(count))
        drafts = [entry(n, n) for n in range(turn * count, (turn + 1) * count)]
        single.append(count / seconds(partial(_append_all, store, "a", drafts)))
        drafts = [entry(n, n) for n in range(turn * 1000, (turn + 1) * 1000)]
        shared.append(threads * 1000 / seconds(partial(_append_together, store, names, drafts)))
    bare_write(0)
    store.close()
    unit = "appends/s"
    return [
        at_least("durable append: vs bare sqlite3", median(single), unit, median(bare), 0.65),
        at_least(f"{threads} threads appending: vs one", median(shared), unit, median(single), 4),
    ]


def _append_all(store: SQLiteStore, diary: str, drafts: list[Draft]) -> None:
    for draft in drafts:
        store.append(diary, draft.parent, [draft])


def _append_together(store: SQLiteStore, diaries: list[str], drafts: list[Draft]) -> None:
    workers = [threading.Thread(target=_append_all, args=(store, name, drafts)) for name in diaries]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


# Processes


def _processes(directory: Path, writers: int = 4, lasting: float = 4.0) -> list[Row]:
    path = directory / "shared.diary"
    names = [f"d{n}" for n in range(writers)]
    _store(path, *names).close()
    begin = time.time() + 1.0
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.bench.diary", str(path), name, str(begin), str(lasting)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for name in names
    ]
    counts = [int(process.communicate()[0]) for process in processes]
    share = 100 * min(counts) / sum(counts)
    return [
        Row(f"{writers} writer processes: smallest share", share, "%", ">= 10 %", share >= 10),
        Row(f"{writers} writer processes: together", sum(counts) / lasting, "appends/s", "-", True),
    ]


def _write_for(path: str, diary: str, begin: float, lasting: float) -> None:
    """One of the writer processes."""
    store = SQLiteStore(path)
    time.sleep(max(0.0, begin - time.time()))
    done = 0
    while time.time() < begin + lasting:
        store.append(diary, done, [entry(done, done)])
        done += 1
    store.close()
    print(done)


# Opening


def _open(directory: Path) -> list[Row]:
    rows: list[Row] = []
    for rewinds in (0, 7):
        path = directory / f"million-{rewinds}.diary"
        _fill_million(path, rewinds)
        _look(path, None)  # the one long fold, which leaves snapshots
        places = random.Random(1).sample(range(UNITS, MILLION), 20)
        opened = [1000 * seconds(partial(_look, path, None)) for _ in places]
        looked = [1000 * seconds(partial(_look, path, place)) for place in places]
        name = f"1,000,000 entries, {rewinds} % rewinds: open at"
        rows += [
            at_most(f"{name} its head, worst of 20", max(opened), "ms", 100),
            at_most(f"{name} random entries, worst of 20", max(looked), "ms", 100),
        ]
        path.unlink()
    return rows


def _look(path: Path, seq: int | None) -> None:
    """What a program does that was just started."""
    store = SQLiteStore(path)
    diary = Diary(store, "a", BoardReducer())
    if seq is None:
        diary.current()
        diary.undo_target()
    else:
        diary.state_at(seq)
    store.close()


def _fill_million(path: Path, rewinds: int) -> None:
    rng = random.Random(1)
    store = _store(path, "a")
    for start in range(0, MILLION, 1000):
        store.append("a", start, [_one(n, rewinds, rng) for n in range(start, start + 1000)])
    store.close()


def _one(n: int, rewinds: int, rng: random.Random) -> Draft:
    if n > 2 * UNITS and rng.randrange(100) < rewinds:
        return rewind(n - rng.randint(1, 4), "undo")
    return entry(n, n)


# Feed


def _feed(directory: Path, times: int = 20) -> list[Row]:
    path = directory / "feed.diary"
    store = _store(path, "a")
    command = [sys.executable, "-m", "tests.events.sqlite.child", "follow", str(path), str(times)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as follower:
        assert follower.stdout is not None
        follower.stdout.readline()
        sent: list[float] = []
        for n in range(times):
            time.sleep(random.uniform(0.05, 0.15))
            store.append("a", n, [entry(n, n)])
            sent.append(time.monotonic())
        seen = [float(line.split()[1]) for line in follower.stdout]
    store.close()
    worst = 1000 * max(there - here for here, there in zip(sent, seen, strict=True))
    return [at_most(f"another process sees an append, worst of {times}", worst, "ms", 250)]


if __name__ == "__main__":
    _write_for(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4]))


PARTS = {
    "rebuild": Part(partial(in_a_folder, _rebuild)),
    "append": Part(partial(in_a_folder, _append)),
    "processes": Part(partial(in_a_folder, _processes)),
    "open": Part(partial(in_a_folder, _open)),
    "feed": Part(partial(in_a_folder, _feed)),
}
