"""The tables of a diary file: migrations, triggers, and views for people.

The file's `application_id` says that it is ours and its `user_version` how many migrations it has seen, so
that an ordinary opening asks two numbers and loads nothing.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

from events.sqlite.format import APPLICATION_ID, VERSION

migrations = Migrations("events")

# `more`: how many entries of the same append follow, so that a repeated key can answer with all of them.
# `body` comes last: reading the columns before it never touches the pages that a long body spills into.
_TABLES = """
CREATE TABLE diaries (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    created TEXT NOT NULL,
    origin_diary TEXT,
    origin_seq INTEGER,
    origin_seal BLOB,
    head_seq INTEGER NOT NULL DEFAULT 0,
    head_seal BLOB NOT NULL
) STRICT;
CREATE TABLE entries (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    diary INTEGER NOT NULL REFERENCES diaries,
    seq INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT,
    more INTEGER NOT NULL DEFAULT 0,
    seal BLOB NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (diary, seq),
    CHECK (parent >= 0 AND parent < seq)
) STRICT;
CREATE UNIQUE INDEX entries_key ON entries (diary, key) WHERE key IS NOT NULL;
CREATE INDEX entries_rewinds ON entries (diary, seq, parent) WHERE parent <> seq - 1;
CREATE TABLE snapshots (
    diary INTEGER NOT NULL REFERENCES diaries,
    fingerprint TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seal BLOB NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (diary, fingerprint, seq)
) STRICT;
CREATE TABLE blobs (
    digest TEXT PRIMARY KEY,
    content BLOB NOT NULL
) STRICT;
CREATE TABLE secrets (
    diary INTEGER PRIMARY KEY REFERENCES diaries,
    secret BLOB NOT NULL
) STRICT
"""

# REPLACE deletes without firing delete triggers unless the connection asks for it, and a stray script won't:
# so an insert is refused when it is not the next of its diary or would hit a position or key in use.
_TRIGGERS = {
    "entries_no_update": "BEFORE UPDATE ON entries BEGIN"
    " SELECT RAISE(ABORT, 'entries are never changed'); END",
    "entries_no_delete": "BEFORE DELETE ON entries BEGIN"
    " SELECT RAISE(ABORT, 'entries are never deleted'); END",
    "entries_only_next": "BEFORE INSERT ON entries"
    " WHEN NEW.seq IS NOT 1 + (SELECT head_seq FROM diaries WHERE id = NEW.diary)"
    " OR EXISTS (SELECT 1 FROM entries WHERE position = NEW.position)"
    " OR (NEW.key IS NOT NULL AND EXISTS"
    " (SELECT 1 FROM entries WHERE diary = NEW.diary AND key = NEW.key))"
    " BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END",
    "entries_move_head": "AFTER INSERT ON entries BEGIN"
    " UPDATE diaries SET head_seq = NEW.seq, head_seal = NEW.seal WHERE id = NEW.diary; END",
    "diaries_no_delete": "BEFORE DELETE ON diaries BEGIN"
    " SELECT RAISE(ABORT, 'diaries are never deleted'); END",
    "diaries_no_replace": "BEFORE INSERT ON diaries"
    " WHEN EXISTS (SELECT 1 FROM diaries WHERE id = NEW.id OR name = NEW.name)"
    " BEGIN SELECT RAISE(ABORT, 'diaries are never replaced'); END",
    "diaries_keep_name": "BEFORE UPDATE OF id, name, kind, created, origin_diary, origin_seq, origin_seal"
    " ON diaries BEGIN SELECT RAISE(ABORT, 'name and origin of a diary are never changed'); END",
    "diaries_head_grows": "BEFORE UPDATE OF head_seq, head_seal ON diaries WHEN NEW.head_seq <= OLD.head_seq"
    " BEGIN SELECT RAISE(ABORT, 'the head of a diary never goes back'); END",
    "blobs_no_update": "BEFORE UPDATE ON blobs BEGIN SELECT RAISE(ABORT, 'blobs are never changed'); END",
    "blobs_no_replace": "BEFORE INSERT ON blobs WHEN EXISTS (SELECT 1 FROM blobs WHERE digest = NEW.digest)"
    " BEGIN SELECT RAISE(ABORT, 'blobs are never replaced'); END",
    "secrets_no_update": "BEFORE UPDATE ON secrets BEGIN"
    " SELECT RAISE(ABORT, 'secrets are never changed'); END",
    "secrets_no_replace": "BEFORE INSERT ON secrets"
    " WHEN EXISTS (SELECT 1 FROM secrets WHERE diary = NEW.diary)"
    " BEGIN SELECT RAISE(ABORT, 'secrets are never replaced'); END",
}

_VIEWS = {
    "entries_readable": """
SELECT d.name AS diary, e.seq, json_extract(e.body, '$.at') AS time,
    json_extract(e.body, '$.author.player') AS author,
    coalesce(json_extract(e.body, '$.author.role'), '') AS role,
    e.kind AS action, json_extract(j.value, '$.kind') AS event, j.value AS facts,
    json_extract(e.body, '$.action') AS asked, e.parent, e.position
FROM entries e JOIN diaries d ON d.id = e.diary LEFT JOIN json_each(e.body, '$.events') j
ORDER BY e.position, j.id""",
    "draws_readable": """
SELECT d.name AS diary, e.seq, json_extract(e.body, '$.at') AS time,
    json_extract(e.body, '$.author.player') AS author,
    coalesce(json_extract(e.body, '$.author.role'), '') AS role,
    e.kind AS action, json_extract(j.value, '$.purpose') AS purpose,
    json_extract(j.value, '$.sides') AS sides, json_extract(j.value, '$.values') AS came_up,
    coalesce(json_extract(j.value, '$.matters'), 'count') AS matters,
    coalesce(json_extract(j.value, '$.source'), 'sealed') AS source, e.position
FROM entries e JOIN diaries d ON d.id = e.diary JOIN json_each(e.body, '$.draws') j
ORDER BY e.position, j.id""",
}


@migrations()
def m001_tables(db: Database) -> None:
    """Tables, triggers and views of the first version."""
    for statement in _TABLES.split(";"):
        db.conn.execute(statement)
    for name, sql in _TRIGGERS.items():
        db.conn.execute(f"CREATE TRIGGER {name} {sql}")
    for name, sql in _VIEWS.items():
        db.create_view(name, sql)


def migrate(conn: sqlite3.Connection) -> None:
    """Bring a file to this version, or make a new one; all or nothing.

    sqlite-utils would begin a deferred transaction, which fails at once when another process writes, so the
    transaction is begun here and its own become savepoints.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        if conn.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            migrations.apply(Database(conn, execute_plugins=False))
            conn.execute(f"PRAGMA application_id={APPLICATION_ID}")
            conn.execute(f"PRAGMA user_version={VERSION}")
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
