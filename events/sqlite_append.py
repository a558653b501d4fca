"""What is written to a diary file, as pieces of work for `events.writer.Writer`.

Each one checks everything before it writes anything: what it refuses leaves no trace in the transaction
that it may share with others.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from hashlib import sha256

from events.entry import Draft, Entry, diary_prefix, seal_of
from events.errors import Damaged, DiaryExists, Diverged, HeadMoved, NoSuchDiary
from events.store import Blob, DiaryInfo, Sealed, Secret

_INSERT = (
    "INSERT INTO entries (diary, seq, parent, kind, key, more, seal, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_ADVANCE = "UPDATE diaries SET head_seq = ?, head_seal = ? WHERE id = ? AND head_seq = ?"


def checked(expected: int, drafts: Sequence[Draft]) -> list[str]:
    """The bodies as text. Raises ValueError if a draft cannot be an entry."""
    for seq, draft in enumerate(drafts, expected + 1):
        if not 0 <= draft.parent < seq:
            raise ValueError(f"entry {seq} cannot build on entry {draft.parent}")
        if draft.key is not None and seq > expected + 1:
            raise ValueError("the key of an append stands on its first draft")
    return [draft.body.decode() for draft in drafts]


def _find(conn: sqlite3.Connection, diary: str) -> tuple[int, int, bytes]:
    row: tuple[int, int, bytes] | None = conn.execute(
        "SELECT id, head_seq, head_seal FROM diaries WHERE name = ?", (diary,)
    ).fetchone()
    if row is None:
        raise NoSuchDiary(diary)
    return row


def append(
    conn: sqlite3.Connection, diary: str, expected: int, drafts: Sequence[Draft], texts: Sequence[str]
) -> list[Entry] | str:
    """The new entries; or the key, if there was an append under that key before."""
    number, head, seal = _find(conn, diary)
    key = drafts[0].key
    if key is not None:
        used = conn.execute("SELECT 1 FROM entries WHERE diary = ? AND key = ?", (number, key)).fetchone()
        if used is not None:
            return key
    if head != expected:
        raise HeadMoved(diary, expected, head)
    prefix, seq, more = diary_prefix(diary), head, len(drafts)
    done: list[Entry] = []
    for draft, text in zip(drafts, texts, strict=True):
        seq, more = seq + 1, more - 1
        seal = seal_of(seal, prefix, seq, draft.body)
        row = (number, seq, draft.parent, draft.kind, draft.key, more, seal, text)
        position = conn.execute(_INSERT, row).lastrowid or 0
        done.append(Entry(position, diary, seq, *draft[:2], draft.key, draft.body, seal))
    conn.execute(_ADVANCE, (seq, seal, number, head))
    return done


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
    conn.execute(_ADVANCE, (item.seq, item.seal, number, head))
