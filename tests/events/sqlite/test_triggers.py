"""The database itself refuses to rewrite the past, even for a stray script."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.sqlite import SQLiteStore
from tests.events.board import rewind
from tests.events.conftest import fill
from tests.events.sqlite.raw import opened

NEW = "(diary, seq, parent, kind, key, seal, body) VALUES"


@pytest.fixture(params=[0, 1], ids=["recursive_triggers off", "on"])
def stray(request: pytest.FixtureRequest, path: Path) -> Iterator[sqlite3.Connection]:
    store = SQLiteStore(path)
    store.create("a", "battle", "Hill 112", "2026-01-01T00:00:00Z")
    fill(store, "a", 3)
    store.append("a", 3, [rewind(1, "undo")])
    store.put_secret("a", b"secret")
    store.put_blob(b"pack")
    store.close()
    with opened(path) as conn:
        conn.execute(f"PRAGMA recursive_triggers={request.param}")
        yield conn


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE entries SET body = '{}' WHERE seq = 1", "never changed"),
        ("UPDATE entries SET position = 99 WHERE seq = 1", "never changed"),
        ("UPDATE OR REPLACE entries SET seq = 1 WHERE seq = 2", "never changed"),
        ("DELETE FROM entries WHERE seq = 3", "never deleted"),
        ("DELETE FROM entries", "never deleted"),
        (f"INSERT OR REPLACE INTO entries {NEW} (1, 1, 0, 'x', NULL, x'00', '{{}}')", "only appended"),
        (f"REPLACE INTO entries {NEW} (1, 4, 0, 'x', NULL, x'00', '{{}}')", "only appended"),
        (
            "INSERT OR REPLACE INTO entries (position, diary, seq, parent, kind, seal, body)"
            " VALUES (1, 1, 5, 0, 'x', x'00', '{}')",
            "only appended",
        ),
        (f"INSERT INTO entries {NEW} (1, 9, 0, 'x', NULL, x'00', '{{}}')", "only appended"),
        ("UPDATE diaries SET name = 'b'", "never changed"),
        ("UPDATE diaries SET id = 7", "never changed"),
        ("UPDATE diaries SET created = '2025-01-01T00:00:00Z'", "never changed"),
        (f"INSERT INTO entries {NEW} (1, 5, 0, 'x', NULL, x'00', '{{}}')", "only appended"),
        ("UPDATE diaries SET origin_diary = 'b', origin_seq = 1", "never changed"),
        ("UPDATE diaries SET head_seq = 1", "never goes back"),
        ("UPDATE diaries SET head_seal = x'00'", "never goes back"),
        ("DELETE FROM diaries", "never deleted"),
        (
            "REPLACE INTO diaries (name, kind, title, created, head_seal) VALUES ('a', '', '', '', x'00')",
            "replaced",
        ),
        (
            "REPLACE INTO diaries (id, name, kind, title, created, head_seal) VALUES (1, 'z', '', '', '', x'00')",
            "replaced",
        ),
        ("UPDATE secrets SET secret = x'00'", "never changed"),
        ("REPLACE INTO secrets VALUES (1, x'00')", "never replaced"),
        ("UPDATE blobs SET content = x'00'", "never changed"),
        ("REPLACE INTO blobs SELECT digest, x'00' FROM blobs", "never replaced"),
    ],
)
def test_refused(stray: sqlite3.Connection, statement: str, why: str) -> None:
    tables = ("diaries", "entries", "secrets", "blobs")
    before = [stray.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    with pytest.raises(sqlite3.IntegrityError, match=why):
        stray.execute(statement)
    assert [stray.execute(f"SELECT * FROM {table}").fetchall() for table in tables] == before


def test_a_key_cannot_be_taken_over(stray: sqlite3.Connection) -> None:
    new = f"INTO entries {NEW} (1, ?, 0, 'x', 'key', x'00', '{{}}')"
    stray.execute("UPDATE diaries SET head_seq = 6")
    stray.execute(f"INSERT {new}", (5,))
    with pytest.raises(sqlite3.IntegrityError, match="only appended"):
        stray.execute(f"REPLACE {new}", (6,))


def test_a_title_may_be_corrected(stray: sqlite3.Connection) -> None:
    stray.execute("UPDATE diaries SET title = 'Hill 113'")


def test_a_campaign_is_readable_without_our_code(stray: sqlite3.Connection) -> None:
    stray.row_factory = sqlite3.Row
    rows = [dict(row) for row in stray.execute("SELECT * FROM entries_readable")]
    assert [row["event"] for row in rows] == ["deployed"] * 3 + [None], "an entry without events is a row too"
    first = rows[0]
    assert (first["diary"], first["seq"], first["author"], first["role"]) == ("a", 1, "player-0", "allied")
    assert (first["action"], first["time"]) == ("act", "2026-01-01T00:00:00Z")
    assert first["facts"] == '{"kind":"deployed","unit":0,"name":"Panzer IV 0","side":"allied","at":[0,0]}'
    assert rows[-1]["asked"] == '{"kind":"rewind","to":1,"why":"undo"}'


def test_draws_are_readable_without_our_code(path: Path) -> None:
    store = SQLiteStore(path)
    store.create("a", "battle", "", "2026-01-01T00:00:00Z")
    fill(store, "a", 45)
    store.close()
    with opened(path) as conn:
        row = conn.execute(
            "SELECT diary, seq, purpose, sides, came_up, matters, source FROM draws_readable"
        ).fetchone()
    assert row == ("a", 45, "to hit", 12, "[9]", "count", "sealed")
