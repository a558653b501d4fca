"""The embedded store: all diaries in one SQLite file.

Durable (WAL, `synchronous=FULL`), safe for threads and processes. Readers borrow connections from a pool,
and no statement stays open between two calls: an open one would hold its connection to an old view.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from events.entry import NO_SEAL, Draft, Entry, Head
from events.errors import Damaged, DiaryError, HeadMoved, NoSuchDiary, NoSuchEntry, NotRead, ReadOnly
from events.sqlite import append as write
from events.sqlite.guard import Guard
from events.sqlite.listed import INFO, SIGN, info_of, text_of
from events.sqlite.opening import open_file
from events.sqlite.orphans import Orphans
from events.sqlite.pool import Pool, Row
from events.sqlite.turns import Alone, turns_beside
from events.sqlite.writer import Writer
from events.store import Append, Blob, DiaryInfo, NewDiary, Origin, Sealed, Secret, Snapshot, Step

T = TypeVar("T")

CHUNK = 500
"""Rows fetched at once."""
NAP = 0.05
"""Seconds between two looks for what another process appended."""
FAR = 2**62

_BODIES = (
    "SELECT seq, CAST(body AS BLOB), seal FROM entries"
    " WHERE diary = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
)
_ENTRIES = (
    "SELECT seq, position, parent, kind, key, CAST(body AS BLOB), seal FROM entries"
    " WHERE diary = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
)
_SINCE = (
    "SELECT position, diary, seq, parent, kind, key, CAST(body AS BLOB), seal FROM entries"
    " WHERE position > ? AND diary IN (SELECT id FROM diaries) ORDER BY position LIMIT ?"
)
_REWINDS = (
    "SELECT seq, parent FROM entries INDEXED BY entries_rewinds"
    " WHERE diary = ? AND seq < ? AND parent <> seq - 1 ORDER BY seq DESC LIMIT ?"
)
_STEPS = "SELECT seq, parent, kind FROM entries WHERE diary = ? AND seq < ? ORDER BY seq DESC LIMIT ?"
_AUDIT = (
    "SELECT diary, seq, typeof(body), parent, kind, key, CAST(body AS BLOB), seal, more"
    " FROM entries NOT INDEXED WHERE"
)


_TYPES = tuple([int, str, key, bytes, bytes, int] for key in (str, type(None)))


class SQLiteStore:
    """Diaries in the file at `path`, which is made if need be.

    Raises NotADiaryFile if the file is something else. A damaged file, or one of a newer version, opens
    with `read_only` saying why. A forked child may go on using the store: it gets connections of its own.
    """

    def __init__(self, path: str | os.PathLike[str], *, read_only: bool = False) -> None:
        self.path = Path(path)
        opened = open_file(self.path, read_only)
        self.read_only, self.partial, self.damaged = opened.read_only, opened.partial, opened.damaged
        self._lost = opened.lost
        self._guard = Guard(self.path, opened.mended)
        self._pool = Pool(self.path, opened.uri, opened.conn)
        self.orphans = Orphans(self.path.name, opened.orphans, self._pool.connect, self._write)
        self._ids: dict[str, int] = {}
        self._heads: dict[str, Head] = {}  # as last appended: saves looking, is checked when writing
        self._names: dict[int, str] = {}
        self._renew()
        _OPEN.add(self)

    def _renew(self) -> None:
        self._news = threading.Condition()
        self._opening = threading.Lock()
        self._writer: Writer | None = None
        self._alone = Alone(self.path)

    def close(self) -> None:
        _OPEN.discard(self)
        self._pool.close()
        with self._opening:
            writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    # The file itself

    def notes(self) -> tuple[str, ...]:
        return (*self._guard.mended, *self.orphans.notes())

    def altered(self) -> str:
        with closing(self._pool.connect()) as conn:
            return self._guard.altered(conn)

    def _still_ours(self, conn: sqlite3.Connection) -> None:
        """Raises ReadOnly."""
        if why := self._guard.at_writing(conn):
            self.read_only = self.read_only or why
            raise ReadOnly(why)

    # Reading

    def _rows(self, sql: str, *args: object) -> list[Row]:
        return self._pool.rows(sql, *args)

    def _ask(self, sql: str, *args: object) -> list[Row]:
        """Rows that belong to no one entry. Raises NotRead."""
        try:
            return self._rows(sql, *args)
        except sqlite3.DatabaseError as error:
            why = f"{self.path.name} is damaged ({error})"
            self.read_only = self.read_only or f"{why}: it cannot be continued."
            raise NotRead(why) from error

    def _damage(self, diary: str, seq: int, error: sqlite3.Error) -> Damaged:
        self.read_only = self.read_only or f"{self.path.name} is damaged ({error}): it cannot be continued."
        self.damaged = True
        return Damaged(diary, seq, f"it cannot be read ({error})")

    def _id(self, diary: str) -> int:
        found = self._ids.get(diary)
        if found is None:
            rows = self._ask("SELECT id FROM diaries WHERE name = ?", diary)
            if not rows:
                raise self._missing(diary)
            found = self._ids[diary] = rows[0][0]
        return found

    def _missing(self, diary: str) -> DiaryError:
        """Why nothing is found by that name: one that is not UTF-8 is listed with signs in its place."""
        if SIGN in diary and any(one.name == diary for one in self.diaries()):
            return Damaged(diary, 1, "the name of its diary was altered, and is no text")
        return NoSuchDiary(diary)

    def _name(self, number: int) -> str:
        if number not in self._names:
            found = self._ask("SELECT id, CAST(name AS BLOB) FROM diaries")
            self._names.update((one, text_of(name)) for one, name in found)
        return self._names[number]

    def _upwards(self, sql: str, diary: str, after: int, until: int | None) -> Iterator[Row]:
        """Rows that start with seq, which must be without a gap."""
        # No entry is missing before the first, whatever somebody asks for: that would be taken for damage.
        return self._chunks(sql, diary, self._id(diary), max(after, 0), FAR if until is None else until)

    def _chunks(self, sql: str, diary: str, number: int, after: int, until: int) -> Iterator[Row]:
        chunk = CHUNK
        while after < until:
            try:
                rows = self._rows(sql, number, after, until, chunk)
            except sqlite3.DatabaseError as error:
                if chunk == 1:
                    raise self._damage(diary, after + 1, error) from error
                chunk = 1  # up to the very entry that cannot be read
                continue
            if rows and rows[-1][0] != after + len(rows):
                missing = next(after + i for i, row in enumerate(rows, 1) if row[0] != after + i)
                yield from rows[: missing - after - 1]
                raise self._damage(diary, missing, sqlite3.DatabaseError("its row is missing"))
            yield from rows
            if len(rows) < chunk:
                return
            after = rows[-1][0]

    def _downwards(self, sql: str, diary: str, until: int) -> Iterator[Row]:
        return self._chunks_down(sql, diary, self._id(diary), until + 1)

    def _chunks_down(self, sql: str, diary: str, number: int, before: int) -> Iterator[Row]:
        chunk = 16  # most askers stop soon
        while True:
            try:
                rows = self._rows(sql, number, before, chunk)
            except sqlite3.DatabaseError as error:
                raise self._damage(diary, before, error) from error
            yield from rows
            if len(rows) < chunk:
                return
            before, chunk = rows[-1][0], min(chunk * 4, CHUNK)

    def diaries(self, kind: str | None = None) -> list[DiaryInfo]:
        rows = self._ask(f"{INFO} WHERE ?1 IS NULL OR kind = ?1 ORDER BY id", kind)
        return [info_of(row) for row in rows]

    def info(self, diary: str) -> DiaryInfo:
        rows = self._ask(f"{INFO} WHERE name = ?", diary)
        if not rows:
            raise self._missing(diary)
        return info_of(rows[0])

    def head(self, diary: str) -> Head:
        rows = self._ask("SELECT head_seq, head_seal FROM diaries WHERE name = ?", diary)
        if not rows:
            raise self._missing(diary)
        return Head._make(rows[0])

    def entry(self, diary: str, seq: int) -> Entry:
        found = next(self.entries(diary, seq - 1, seq), None)
        if found is None:
            raise NoSuchEntry(diary, seq, self.head(diary).seq)
        return found

    def entries(self, diary: str, after: int = 0, until: int | None = None) -> Iterator[Entry]:
        rows = self._upwards(_ENTRIES, diary, after, until)
        return (Entry(position, diary, seq, *rest) for seq, position, *rest in rows)

    def bodies(self, diary: str, after: int, until: int) -> Iterator[tuple[int, bytes, bytes]]:
        rows: Iterator[Any] = self._upwards(_BODIES, diary, after, until)
        return rows

    def rewinds(self, diary: str, until: int) -> Iterator[tuple[int, int]]:
        rows: Iterator[Any] = self._downwards(_REWINDS, diary, until)
        return rows

    def steps(self, diary: str, until: int) -> Iterator[Step]:
        return map(Step._make, self._downwards(_STEPS, diary, until))

    def keyed(self, diary: str, key: str) -> list[Entry]:
        found = self._ask("SELECT seq, more FROM entries WHERE diary = ? AND key = ?", self._id(diary), key)
        return [entry for seq, more in found for entry in self.entries(diary, seq - 1, seq + more)]

    def audit(self, diary: str) -> Iterator[tuple[Entry, int]]:
        number, seq = self._id(diary), 1
        try:
            while places := self._rows(
                "SELECT position FROM entries WHERE diary = ? AND seq >= ? ORDER BY seq LIMIT ?",
                *(number, seq, CHUNK),
            ):
                for (position,) in places:
                    yield self._audit_one(diary, number, seq, position)
                    seq += 1
        except sqlite3.DatabaseError as error:
            raise self._damage(diary, seq, error) from error
        if diary in self._lost:
            raise Damaged(diary, *self._lost[diary])

    def _audit_one(self, diary: str, number: int, seq: int, position: int) -> tuple[Entry, int]:
        place = (number, seq, "text")
        try:
            rows = self._rows(f"{_AUDIT} position = ?", position)
        except sqlite3.DatabaseError:
            rows = []
        if not rows or rows[0][:3] != place:
            # A bad neighbour can lead the search astray: go through them one by one, as far as this one.
            rows = self._rows(f"{_AUDIT} +position = ? LIMIT 1", position)
        if not rows:
            raise Damaged(diary, seq, "its row is missing")
        if rows[0][:3] != place:
            raise Damaged(diary, seq, "its row and the index of rows do not agree")
        if [type(value) for value in rows[0][3:]] not in _TYPES:
            raise Damaged(diary, seq, "its row holds values of wrong types")
        return Entry(position, diary, seq, *rows[0][3:-1]), rows[0][-1]

    # Feed

    def since(self, position: int, limit: int = 1000) -> list[Entry]:
        rows = self._ask(_SINCE, position, limit)
        return [Entry(place, self._name(diary), *rest) for place, diary, *rest in rows]

    def position(self) -> int:
        return self._ask("SELECT max(position) FROM entries")[0][0] or 0

    def wait(self, position: int, timeout: float) -> bool:
        until = time.monotonic() + timeout
        with self._news:
            while self.position() <= position:
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._news.wait(min(left, NAP))  # a nap at most: other processes cannot wake us
        return True

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()

    # Writing

    def _write(self, work: Callable[[sqlite3.Connection], T], alone: bool = False) -> T:
        if self.read_only:
            raise ReadOnly(self.read_only)
        writer = self._writer
        if writer is None:
            with self._opening:
                self._pool.check()
                if self._writer is None:
                    turns = turns_beside(self.path)
                    self._writer = Writer(self._pool.connect(), turns, self._still_ours, self._tell)
                writer = self._writer
        return writer.do(work, alone)

    def create(
        self, name: str, kind: str, title: str, created: str, origin: Origin | None = None
    ) -> DiaryInfo:
        seal = NO_SEAL if origin is None else origin.seal
        info = DiaryInfo(name, kind, title, created, Head(0, seal), origin)
        self._write(lambda conn: write.create(conn, info))
        return info

    def open(self, *new: NewDiary) -> list[Entry]:
        if new:
            self._write(lambda conn: write.open_diaries(conn, new))
        return [self.entry(one.name, len(one.drafts)) for one in new]

    def append(
        self,
        diary: str,
        expected: int,
        drafts: Sequence[Draft],
        opened: Sequence[NewDiary] = (),
        beside: Mapping[str, int] = {},
    ) -> list[Entry]:
        if not drafts:
            return []
        ready = self._ready(diary, expected, drafts)
        try:
            position = self._write(lambda conn: write.append(conn, ready, opened, beside))
        except HeadMoved:
            self._heads.pop(diary, None)
            raise
        done = position is not None
        return self._appended(ready, drafts, position) if done else self.keyed(diary, drafts[0].key or "")

    def alone(self) -> Alone:
        return self._alone

    def append_each(self, some: Sequence[Append]) -> list[list[Entry]]:
        ready = [self._ready(*one) for one in some]
        positions = self._write(lambda conn: write.append_each(conn, ready))
        found: list[list[Entry]] = []
        for one, asked, position in zip(ready, some, positions, strict=True):
            if position is None:
                self._heads.pop(one.diary, None)
            found.append([] if position is None else self._appended(one, asked.drafts, position))
        return found

    def _ready(self, diary: str, expected: int, drafts: Sequence[Draft]) -> write.Ready:
        """Raises NoSuchDiary, ValueError."""
        head = self._heads.get(diary)
        if head is None or head.seq != expected:
            head = self.head(diary)
        head = Head(expected, head.seal)
        return write.Ready(self._id(diary), diary, head, write.rows_of(diary, head, drafts))

    def _appended(self, ready: write.Ready, drafts: Sequence[Draft], position: int) -> list[Entry]:
        """position: of the last one."""
        diary, rows = ready.diary, ready.rows
        self._heads[diary] = Head(rows[-1][0], rows[-1][5])
        position -= len(rows)
        return [
            Entry(position + i, diary, row[0], row[1], row[2], row[3], draft.body, row[5])
            for i, (row, draft) in enumerate(zip(rows, drafts, strict=True), 1)
        ]

    def receive(self, items: Iterable[DiaryInfo | Sealed | Blob | Secret]) -> int:
        return self._write(lambda conn: write.receive(conn, items), alone=True)

    # Beside the entries

    def snapshot(self, diary: str, fingerprint: str, after: int, until: int) -> Snapshot | None:
        rows = self._ask(
            "SELECT seq, seal, state FROM snapshots WHERE diary = ? AND fingerprint = ?"
            " AND seq > ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
            *(self._id(diary), fingerprint, after, until),
        )
        return Snapshot._make(rows[0]) if rows else None

    def snapshots(self, diary: str, fingerprint: str) -> Iterator[Snapshot]:
        number, after = self._id(diary), -1
        while rows := self._ask(
            "SELECT seq, seal, state FROM snapshots WHERE diary = ? AND fingerprint = ? AND seq > ?"
            " ORDER BY seq LIMIT 1",
            *(number, fingerprint, after),
        ):
            yield Snapshot._make(rows[0])
            after = rows[0][0]

    def put_snapshot(self, diary: str, fingerprint: str, snapshot: Snapshot) -> None:
        row = (self._id(diary), fingerprint, *snapshot)
        self._write(lambda conn: conn.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row))

    def drop_snapshots(self, diary: str | None = None) -> None:
        number = None if diary is None else self._id(diary)
        sql = "DELETE FROM snapshots WHERE ?1 IS NULL OR diary = ?1"
        self._write(lambda conn: conn.execute(sql, (number,)))

    def put_blob(self, content: bytes) -> str:
        digest = sha256(content).hexdigest()
        if self.blob(digest) != content:
            self._write(lambda conn: write.put_blob(conn, content))
        return digest

    def blob(self, digest: str) -> bytes | None:
        rows = self._ask("SELECT content FROM blobs WHERE digest = ?", digest)
        return rows[0][0] if rows else None

    def put_secret(self, diary: str, secret: bytes) -> None:
        self._write(lambda conn: write.put_secret(conn, diary, secret))

    def secret(self, diary: str) -> bytes | None:
        rows = self._ask("SELECT secret FROM secrets WHERE diary = ?", self._id(diary))
        return rows[0][0] if rows else None

    def after_fork(self) -> None:
        """In a forked child: leave the parent's connections alone (closing them here would disturb the
        parent), let go of its lock files, and start afresh."""
        _INHERITED.extend(self._pool.leave())
        self._alone.leave()
        if self._writer is not None:
            _INHERITED.append(self._writer.leave())
        self._renew()


_OPEN: weakref.WeakSet[SQLiteStore] = weakref.WeakSet()
_INHERITED: list[sqlite3.Connection] = []


def _child_after_fork() -> None:
    for store in list(_OPEN):
        store.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_child_after_fork)
