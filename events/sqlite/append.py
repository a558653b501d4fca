"""What is written to a diary file, as pieces of work for `events.sqlite.writer.Writer`.

Each one checks everything before it writes anything: what it refuses leaves no trace in the transaction
that it may share with others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from events.entry import REVEAL, Draft, Head, diary_prefix, seal_of
from events.errors import (
    BesideMoved,
    Damaged,
    DiaryError,
    DiaryExists,
    Diverged,
    HeadMoved,
    NoSuchDiary,
    NotWritten,
)
from events.sqlite.orphans import NEXT
from events.store import Blob, DiaryInfo, NewDiary, Sealed, Secret

_INSERT = (
    "INSERT INTO entries (diary, seq, parent, kind, key, more, seal, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_MOVE = "UPDATE diaries SET head_seq = ?, head_seal = ? WHERE id = ? AND name = ? AND head_seq = ? AND head_seal = ?"
_MOVE_ON = "UPDATE diaries SET head_seq = ?, head_seal = ? WHERE id = ?"
_FORGET = "DELETE FROM secrets WHERE diary = ? AND instr(?, lower(hex(secret))) > 0"
FORGET_REVEALED = (
    "DELETE FROM secrets WHERE EXISTS (SELECT 1 FROM entries WHERE diary = secrets.diary"
    f" AND kind = '{REVEAL}' AND instr(body, lower(hex(secret))) > 0)"
)
"""Of all diaries. A secret that stands in an entry that reveals it is kept in no second place."""
_KEY = "SELECT 1 FROM entries WHERE diary = ? AND key = ?"

Row = tuple[int, int, str, str | None, int, bytes, str]
"""What is stored of an entry: seq, parent, kind, key, more, seal, body."""


def rows_of(diary: str, head: Head, drafts: Sequence[Draft]) -> list[Row]:
    """The drafts sealed onto a head. Raises ValueError if one of them cannot be an entry."""
    prefix, (seq, seal), more = diary_prefix(diary), head, len(drafts)
    rows: list[Row] = []
    for parent, kind, body, key in drafts:
        seq, more = seq + 1, more - 1
        if not 0 <= parent < seq:
            raise ValueError(f"entry {seq} cannot build on entry {parent}")
        if key is not None and rows:
            raise ValueError("the key of an append stands on its first draft")
        seal = seal_of(seal, prefix, seq, body)
        rows.append((seq, parent, kind, key, more, seal, body.decode()))
    return rows


def _find(conn: sqlite3.Connection, diary: str) -> tuple[int, int, bytes]:
    row: tuple[int, int, bytes] | None = conn.execute(
        "SELECT id, head_seq, head_seal FROM diaries WHERE name = ?", (diary,)
    ).fetchone()
    if row is None:
        raise NoSuchDiary(diary)
    return row


class Ready(NamedTuple):
    """What is to be appended to a diary, sealed onto the head that it was decided on. number: the diary's id."""

    number: int
    diary: str
    head: Head
    rows: Sequence[Row]


def append(
    conn: sqlite3.Connection, ready: Ready, opened: Sequence[NewDiary] = (), beside: Mapping[str, int] = {}
) -> int | None:
    """Compare and set: store the rows if `head` is the head, and those beside it are, and open what is opened with
    them. The position of the last row.

    None if the key of the first one was used before. Raises HeadMoved, BesideMoved, NoSuchDiary, DiaryExists.
    """
    number, diary, head, rows = ready
    key = rows[0][3]
    if key is not None and conn.execute(_KEY, (number, key)).fetchone() is not None:
        return None
    for other, seen in beside.items():
        if (newest := _find(conn, other)[1]) != seen:
            raise BesideMoved(other, seen, newest)
    _all_free(conn, opened)
    if not conn.execute(_MOVE, (rows[-1][0], rows[-1][5], number, diary, *head)).rowcount:
        raise HeadMoved(diary, head.seq, _find(conn, diary)[1])
    position = _insert(conn, number, rows)
    for one in opened:
        _open(conn, one)
    return position


def append_each(conn: sqlite3.Connection, some: Sequence[Ready]) -> list[int | None]:
    """The position of the last row of each; None where nothing was stored."""
    found: list[int | None] = []
    for one in some:
        try:
            found.append(append(conn, one))
        except DiaryError:
            found.append(None)
    return found


def _insert(conn: sqlite3.Connection, number: int, rows: Sequence[Row]) -> int:
    """Store rows that the head announces already; a secret that they reveal is kept no more."""
    position = 0
    for row in rows:
        position = conn.execute(_INSERT, (number, *row)).lastrowid or 0
        if row[2] == REVEAL:
            conn.execute(_FORGET, (number, row[-1]))
    return position


def open_diaries(conn: sqlite3.Connection, opened: Sequence[NewDiary]) -> None:
    """New diaries with their first entries. Raises DiaryExists, then nothing was written."""
    _all_free(conn, opened)
    for one in opened:
        _open(conn, one)


def _all_free(conn: sqlite3.Connection, opened: Sequence[NewDiary]) -> None:
    """Raises DiaryExists, NotWritten for a blob that was altered; ValueError if two bear one name."""
    if len({one.name for one in opened}) < len(opened):
        raise ValueError("two new diaries bear one name")
    for one in opened:
        _free(conn, one)
        for content in one.blobs:
            _kept(conn, content)


def _free(conn: sqlite3.Connection, new: NewDiary) -> int | None:
    """The id of a diary of that name that was begun and never got an entry. Raises DiaryExists."""
    row = conn.execute(
        "SELECT id, kind, head_seq, origin_diary, origin_seq, origin_seal FROM diaries WHERE name = ?",
        (new.name,),
    ).fetchone()
    if row is None:
        return None
    if row[2]:
        raise DiaryExists(f"There is already a diary {new.name!r} here.")
    if (row[1], *row[3:]) != (new.kind, *(new.origin or (None, None, None))):  # which never change
        raise DiaryExists(
            f"An older version left a {row[1]} {new.name!r} without entries here: take another name."
        )
    return row[0]


def _open(conn: sqlite3.Connection, new: NewDiary) -> None:
    """A name is taken only by entries: what an older version left behind without any is taken over."""
    for content in new.blobs:
        put_blob(conn, content)
    number = _free(conn, new)
    if number is None:
        create(conn, new.info)
        number = _find(conn, new.name)[0]
    else:
        conn.execute(
            "UPDATE diaries SET title = ?, created = ? WHERE id = ?", (new.title, new.created, number)
        )
        conn.execute("DELETE FROM secrets WHERE diary = ?", (number,))
    if new.secret:
        conn.execute("INSERT INTO secrets VALUES (?, ?)", (number, new.secret))
    rows = rows_of(new.name, new.info.beginning, new.drafts)
    conn.execute(_MOVE_ON, (rows[-1][0], rows[-1][5], number))
    _insert(conn, number, rows)


def create(conn: sqlite3.Connection, info: DiaryInfo) -> None:
    """A new diary, whose chain begins at the seal of its origin."""
    if conn.execute("SELECT 1 FROM diaries WHERE name = ?", (info.name,)).fetchone() is not None:
        raise DiaryExists(f"There is already a diary {info.name!r} here.")
    origin = info.origin or (None, None, None)
    conn.execute(
        "INSERT INTO diaries (id, name, kind, title, created, origin_diary, origin_seq, origin_seal, head_seal)"
        f" VALUES ({NEXT}, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*info[:4], *origin, info.beginning.seal),
    )


def _kept(conn: sqlite3.Connection, content: bytes) -> tuple[str, bool]:
    """Its digest, and whether it is there. Raises NotWritten where something else stands under that digest: what is
    opened with it could never be read again."""
    digest = sha256(content).hexdigest()
    row = conn.execute("SELECT content IS ? FROM blobs WHERE digest = ?", (content, digest)).fetchone()
    if row is not None and not row[0]:
        reason = (
            f"the pack {digest[:12]} was altered in the data file, and no battle of it can be read; restore the file"
            " from a copy, or import an older export in another data folder"
        )
        raise NotWritten(reason)
    return digest, row is not None


def put_blob(conn: sqlite3.Connection, content: bytes) -> None:
    """Raises NotWritten."""
    digest, there = _kept(conn, content)
    if not there:
        conn.execute("INSERT INTO blobs VALUES (?, ?)", (digest, content))


def put_secret(conn: sqlite3.Connection, diary: str, secret: bytes) -> None:
    number = _find(conn, diary)[0]
    row = conn.execute("SELECT secret FROM secrets WHERE diary = ?", (number,)).fetchone()
    if row is not None and row[0] != secret:
        raise DiaryExists(f"Diary {diary} already has a secret.")
    if row is None:
        conn.execute("INSERT INTO secrets VALUES (?, ?)", (number, secret))


def receive(conn: sqlite3.Connection, items: Iterable[DiaryInfo | Sealed | Blob | Secret]) -> int:
    """Runs alone, so it may raise after it has written. See `Store.receive`."""
    new = 0
    heads: dict[str, tuple[int, int, bytes]] = {}
    secrets: set[str] = set()
    for item in items:
        if isinstance(item, DiaryInfo):
            if conn.execute("SELECT 1 FROM diaries WHERE name = ?", (item.name,)).fetchone() is None:
                create(conn, item)
            heads[item.name] = _find(conn, item.name)
        elif isinstance(item, Blob):
            put_blob(conn, item.content)
        elif isinstance(item, Secret):
            put_secret(conn, item.diary, item.secret)
            secrets.add(item.diary)
        else:
            number, head, seal = heads[item.diary]
            if item.seq == head and item.seal != seal:
                raise Diverged(f"Diary {item.diary} here and there part at entry {head} or before.")
            if item.seq <= head:
                continue
            _take_in(conn, item, number, head, seal)
            heads[item.diary] = (number, item.seq, item.seal)
            new += 1
    for diary in secrets:
        conn.execute(f"{FORGET_REVEALED} AND diary = ?", (_find(conn, diary)[0],))
    return new


def _take_in(conn: sqlite3.Connection, item: Sealed, number: int, head: int, seal: bytes) -> None:
    draft = item.draft
    found = seal_of(seal, diary_prefix(item.diary), item.seq, draft.body)
    if item.seq != head + 1 or found != item.seal:
        raise Damaged(item.diary, item.seq, "its seal does not match")
    conn.execute(_MOVE_ON, (item.seq, item.seal, number))
    row = (item.seq, draft.parent, draft.kind, draft.key, item.more, item.seal, draft.body.decode())
    _insert(conn, number, [row])
