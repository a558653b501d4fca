"""The file in which tables are noted: by whom it was made, and how it is opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from campaign.shared.callers import Seating
from events.files import make_private

VERSION = 2
"""Of the tables and of what stands in them: another one is made anew."""
PATIENCE = 5.0
"""Seconds for which a lock is waited for."""

_TABLES = """
CREATE TABLE place (one INTEGER PRIMARY KEY CHECK (one = 1), made TEXT NOT NULL, position INTEGER NOT NULL,
    diary TEXT NOT NULL, seal BLOB NOT NULL, away INTEGER NOT NULL) STRICT;
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, title TEXT NOT NULL,
    seq INTEGER NOT NULL, seal BLOB NOT NULL, readable INTEGER NOT NULL, private INTEGER NOT NULL,
    over INTEGER NOT NULL, together INTEGER NOT NULL, away INTEGER NOT NULL, campaign TEXT NOT NULL,
    version TEXT NOT NULL, note BLOB, line BLOB, offer BLOB, sum INTEGER NOT NULL) STRICT;
CREATE TABLE people (player TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (player, id)) STRICT, WITHOUT ROWID;
CREATE TABLE offers (player TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (player, id)) STRICT, WITHOUT ROWID;
CREATE TABLE gone (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (kind, id, away, private);
CREATE INDEX tables_private ON tables (id) WHERE private = 1;
CREATE INDEX tables_together ON tables (kind, id) WHERE together = 1;
CREATE INDEX tables_foreign ON tables (version) WHERE version <> '';
CREATE INDEX tables_unread ON tables (id) WHERE readable = 0;
CREATE INDEX people_id ON people (id);
CREATE INDEX offers_id ON offers (id)
"""


MOST_GONE = 10_000
"""Names of diaries that are there no more which are remembered."""
ROW = "SELECT id, name, kind, title, seq, seal, readable, private, over, away, note, line, offer, sum FROM tables"


class Noted(NamedTuple):
    """What is noted of a table at its newest entry. note: as its wing reads it again. line: how lists tell of it; None
    where that is told anew each time. offer: what its open offers are told with. campaign: whose battle it is. version:
    of the rule system, with its id, if that is somebody else's."""

    note: bytes
    line: bytes | None
    offer: bytes | None
    seating: Seating
    over: bool
    campaign: str = ""
    version: str = ""


class Row(NamedTuple):
    """A table as it is noted. readable: whether there is a note of it. note, line, offer: as bytes. sum: of these, as
    they were written."""

    id: int
    name: str
    kind: str
    title: str
    seq: int
    seal: bytes
    readable: int
    private: int
    over: int
    away: int
    note: bytes | None
    line: bytes | None
    offer: bytes | None
    sum: int

    @property
    def sound(self) -> bool:
        """Whether nobody has altered it since, and this version wrote it."""
        return self.sum == sum_of(self.note, self.line, self.offer)


class OtherVersion(sqlite3.DatabaseError):
    """Another version of this program has made the file its own."""


def sum_of(*texts: bytes | None) -> int:
    """By which it is seen that they were altered, or another version wrote them."""
    found = _seed(made_by())
    for text in texts:
        found = crc32(b"-" if text is None else text, found)
    return found


@cache
def _seed(made: str) -> int:
    return crc32(made.encode())


@contextmanager
def written(conn: sqlite3.Connection) -> Generator[sqlite3.Connection]:
    """All that is done within, or nothing."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield conn
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise


def forget(conn: sqlite3.Connection, name: str) -> int | None:
    """What is noted of a diary; answers with its place in lists."""
    row = conn.execute("SELECT id FROM tables WHERE name = ?", (name,)).fetchone()
    if row is None:
        return None
    for table in ("people", "offers", "tables"):
        conn.execute(f"DELETE FROM {table} WHERE id = ?", row)
    return row[0]


def gone(conn: sqlite3.Connection, name: str) -> None:
    """A diary is there no more: it is forgotten, but for its name, by which it might be put back."""
    if forget(conn, name) is not None:
        some = "SELECT ? WHERE (SELECT count(*) FROM gone) < ?"
        conn.execute(f"INSERT OR IGNORE INTO gone {some}", (name, MOST_GONE))


def names(conn: sqlite3.Connection) -> list[str]:
    """Of all diaries that are noted, or once were."""
    return [name for (name,) in conn.execute("SELECT name FROM tables UNION SELECT name FROM gone")]


def open_file(file: str) -> sqlite3.Connection:
    """Raises sqlite3.DatabaseError for a file that is locked, not ours, or damaged."""
    if file != ":memory:":
        try:
            make_private(Path(file))
        except OSError as error:
            raise sqlite3.DatabaseError(str(error)) from error
    conn = sqlite3.connect(file, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
    try:
        conn.execute("PRAGMA journal_mode=WAL")
        conn.execute("PRAGMA synchronous=NORMAL")
        with written(conn):
            if conn.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                # In its place: whoever deletes a file that another has open may have his own deleted when that closes.
                found = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                for (name,) in conn.execute(found).fetchall():
                    conn.execute(f'DROP TABLE "{name}"')
                for statement in _TABLES.split(";"):
                    conn.execute(statement)
                conn.execute("INSERT INTO place VALUES (1, '', 0, '', x'', -1)")
                conn.execute(f"PRAGMA user_version={VERSION}")
            if conn.execute("SELECT made FROM place").fetchone() != (made := made_by(),):
                for table in ("people", "offers", "tables"):
                    conn.execute(f"DELETE FROM {table}")
                conn.execute("UPDATE place SET made = ?, position = 0, diary = '', seal = x''", (made,))
    except BaseException:
        conn.close()
        raise
    return conn


@cache
def made_by() -> str:
    """What tells this program from another version of it: its files, as they lie here."""
    root = Path(__file__).parent.parent
    files = sorted(_files(root)) + sorted(_files(root.parent / "events"))
    told = "\n".join(files)
    return sha256(told.encode()).hexdigest()


def _files(folder: Path) -> Iterator[str]:
    with suppress(OSError), os.scandir(folder) as found:
        for one in found:
            if one.is_dir(follow_symlinks=False):
                yield from _files(Path(one.path))
            elif one.name.endswith(".py"):
                told = one.stat()
                yield f"{one.path} {told.st_size} {told.st_mtime_ns}"
