"""What is written to a diary file, as pieces of work for `events.sqlite.writer.Writer`.

Each one checks everything before it writes anything: what it refuses leaves no trace in the transaction
that it may share with others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from hashlib import sha256

from events.entry import Draft, Head, diary_prefix, seal_of
from events.errors import Damaged, DiaryExists, Diverged, HeadMoved, NoSuchDiary
from events.store import Blob, DiaryInfo, Sealed, Secret

_COLUMNS = "INSERT INTO entries (diary, seq, parent, kind, key, more, seal, body)"
_INSERT = f"{_COLUMNS} VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_FIRST = f"{_COLUMNS} SELECT id, ?, ?, ?, ?, ?, ?, ? FROM diaries WHERE name = ? AND head_seq = ? AND head_seal = ?"
_KEY = "SELECT 1 FROM entries WHERE diary = (SELECT id FROM diaries WHERE name = ?) AND key = ?"

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


def append(conn: sqlite3.Connection, diary: str, head: Head, rows: Sequence[Row]) -> int | None:
    """Compare and set: store the rows if `head` is the head. The position of the last one.

    None if the key of the first one was used before. Raises HeadMoved, NoSuchDiary.
    """
    key = rows[0][3]
    if key is not None and conn.execute(_KEY, (diary, key)).fetchone() is not None:
        return None
    done = conn.execute(_FIRST, (*rows[0], diary, *head))
    if done.rowcount == 0:
        raise HeadMoved(diary, head.seq, _find(conn, diary)[1])
    if len(rows) > 1:
        number = _find(conn, diary)[0]
        for row in rows[1:]:
            done = conn.execute(_INSERT, (number, *row))
    return done.lastrowid


def create(conn: sqlite3.Connection, info: DiaryInfo) -> None:
    """A new diary, whose chain begins at the seal of its origin."""
    if conn.execute("SELECT 1 FROM diaries WHERE name = ?", (info.name,)).fetchone() is not None:
        raise DiaryExists(f"There is already a diary {info.name!r} here.")
    origin = info.origin or (None, None, None)
    conn.execute(
        "INSERT INTO diaries (name, kind, title, created, origin_diary, origin_seq, origin_seal, head_seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*info[:4], *origin, info.beginning.seal),
    )


def put_blob(conn: sqlite3.Connection, content: bytes) -> None:
    digest = sha256(content).hexdigest()
    if conn.execute("SELECT 1 FROM blobs WHERE digest = ?", (digest,)).fetchone() is None:
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
    for item in items:
        if isinstance(item, DiaryInfo):
            if conn.execute("SELECT 1 FROM diaries WHERE name = ?", (item.name,)).fetchone() is None:
                create(conn, item)
            heads[item.name] = _find(conn, item.name)
        elif isinstance(item, Blob):
            put_blob(conn, item.content)
        elif isinstance(item, Secret):
            put_secret(conn, item.diary, item.secret)
        else:
            number, head, seal = heads[item.diary]
            if item.seq == head and item.seal != seal:
                raise Diverged(f"Diary {item.diary} here and there part at entry {head} or before.")
            if item.seq <= head:
                continue
            _take_in(conn, item, number, head, seal)
            heads[item.diary] = (number, item.seq, item.seal)
            new += 1
    return new


def _take_in(conn: sqlite3.Connection, item: Sealed, number: int, head: int, seal: bytes) -> None:
    draft = item.draft
    found = seal_of(seal, diary_prefix(item.diary), item.seq, draft.body)
    if item.seq != head + 1 or found != item.seal:
        raise Damaged(item.diary, item.seq, "its seal does not match")
    conn.execute(
        _INSERT,
        (
            *(number, item.seq, draft.parent, draft.kind, draft.key, item.more, item.seal),
            draft.body.decode(),
        ),
    )
