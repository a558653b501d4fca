"""Entries, secrets and snapshots whose diary's own row was taken out, so that nothing shows them any more.

The row can be made anew by whoever knows the name, for the seals hang on it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

from events.entry import Head, diary_prefix, seal_of
from events.errors import Damaged, DiaryExists, NotRead
from events.store import DiaryInfo

_TABLES = ("entries", "secrets", "snapshots")
_MAXIMA = ", ".join(f"coalesce((SELECT max(diary) FROM {one}), 0)" for one in _TABLES)
NEXT = f"1 + max(coalesce((SELECT max(id) FROM diaries), 0), {_MAXIMA})"
"""The next number for a diary: one that nothing bears, be its own row there or not."""
_WHOLE = (
    "SELECT count(*) = coalesce(max(id), 0) AND coalesce(min(id), 1) > 0, coalesce(max(id), 0) FROM diaries"
)
_NAMING = "('open-campaign', 'start', 'fork')"
_BODIES = "SELECT seq, CAST(body AS BLOB), seal FROM entries WHERE diary = ? ORDER BY seq"


class Orphan(NamedTuple):
    """What is left of a diary. number: that its rows bear. entries: how many there are. first: the body of the first,
    b"" where that is not there. seal: of the first. secret: whether the key of its dice is there."""

    number: int
    entries: int
    first: bytes
    seal: bytes
    secret: bool

    def named(self, name: str, before: bytes) -> bool:
        """Whether it bore this name. before: the seal that the first entry is chained to."""
        return bool(self.first) and seal_of(before, diary_prefix(name), 1, self.first) == self.seal


def numbers(conn: sqlite3.Connection) -> list[int]:
    """Of the diaries whose row is gone. Costs nothing where none ever was taken out."""
    whole, last = conn.execute(_WHOLE).fetchone()
    if whole and all(_largest(conn, table) <= last for table in _TABLES):
        return []
    found = {number for table in _TABLES for number in _numbered(conn, table)}
    return sorted(found - {number for (number,) in conn.execute("SELECT id FROM diaries")})


def _largest(conn: sqlite3.Connection, table: str) -> int:
    return conn.execute(f"SELECT coalesce(max(diary), 0) FROM {table}").fetchone()[0]


def _numbered(conn: sqlite3.Connection, table: str) -> Iterator[int]:
    """Each number once: from one to the next by the index."""
    row = conn.execute(f"SELECT min(diary) FROM {table}").fetchone()
    while row[0] is not None:
        yield row[0]
        row = conn.execute(f"SELECT min(diary) FROM {table} WHERE diary > ?", row).fetchone()


class Orphans:
    """Those of one file. count: how many there were when it was opened."""

    def __init__(
        self,
        file: str,
        count: int,
        connect: Callable[[], sqlite3.Connection],
        write: Callable[[Callable[[sqlite3.Connection], None]], None],
    ) -> None:
        self._file, self._count, self._connect, self._write = file, count, connect, write

    def notes(self) -> list[str]:
        """For whoever keeps the file."""
        if not self._count:
            return []
        many = f"{self._count} diaries have", "their", "them"
        who, its, them = ("1 diary has", "its", "it") if self._count == 1 else many
        return [
            f"In {self._file} {who} lost the row that bears {its} name: the entries are there, and nothing shows"
            f" {them}. `wardiary salvage` tells of {them}, and puts {them} back."
        ]

    def found(self) -> list[Orphan]:
        """What is left of each. Raises NotRead."""
        if not self._count:
            return []
        try:
            with closing(self._connect()) as conn:
                return [_orphan(conn, number) for number in numbers(conn)]
        except sqlite3.DatabaseError as error:
            raise NotRead(f"{self._file} is damaged ({error})") from error

    def naming(self) -> Iterator[bytes]:
        """The bodies of entries that may name other diaries, of whatever diary, be its row there or not."""
        with closing(self._connect()) as conn:
            rows = conn.execute(f"SELECT CAST(body AS BLOB) FROM entries WHERE kind IN {_NAMING}")
            yield from (body for (body,) in rows)

    def put_back(self, number: int, info: DiaryInfo) -> None:
        """Make the row of one anew; info tells all but its head. Raises Damaged where its entries are not those of a
        diary of that name, DiaryExists, ReadOnly, NotWritten."""
        self._write(lambda conn: _put_back(conn, number, info))
        self._count -= 1


def _orphan(conn: sqlite3.Connection, number: int) -> Orphan:
    first = conn.execute(f"{_BODIES} LIMIT 1", (number,)).fetchone()
    count = conn.execute("SELECT count(*) FROM entries WHERE diary = ?", (number,)).fetchone()[0]
    secret = conn.execute("SELECT 1 FROM secrets WHERE diary = ?", (number,)).fetchone() is not None
    body, seal = first[1:] if first is not None and first[0] == 1 else (b"", b"")
    return Orphan(number, count, body, seal, secret)


def _put_back(conn: sqlite3.Connection, number: int, info: DiaryInfo) -> None:
    """Within a transaction: see `Orphans.put_back`."""
    if conn.execute("SELECT 1 FROM diaries WHERE name = ? OR id = ?", (info.name, number)).fetchone():
        raise DiaryExists(f"There is already a diary {info.name!r} here.")
    head, prefix = info.beginning, diary_prefix(info.name)
    for seq, body, seal in conn.execute(_BODIES, (number,)):
        if seq != head.seq + 1:
            raise Damaged(info.name, head.seq + 1, "its row is missing")
        if seal_of(head.seal, prefix, seq, body) != seal:
            raise Damaged(info.name, seq, "its seal does not match")
        head = Head(seq, seal)
    conn.execute(
        "INSERT INTO diaries (id, name, kind, title, created, origin_diary, origin_seq, origin_seal, head_seq,"
        " head_seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (number, *info[:4], *(info.origin or (None, None, None)), *head),
    )
