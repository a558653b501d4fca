"""What stands in a diary file: tables, indexes, triggers, and views for people; and what does not belong there.

Text only, so that an ordinary opening compares without loading what makes them (`schema`).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from events.sqlite.format import VERSION

# `more`: how many entries of the same append follow, so that a repeated key can answer with all of them.
# `body` comes last: reading the columns before it never touches the pages that a long body spills into.
TABLES = """
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
# so an insert is refused when it is not the next of its diary or would hit a position or key in use. The head moves
# first, by a statement of ours: an entry that no head announces is refused.
TRIGGERS = {
    "entries_no_update": "BEFORE UPDATE ON entries BEGIN"
    " SELECT RAISE(ABORT, 'entries are never changed'); END",
    "entries_no_delete": "BEFORE DELETE ON entries BEGIN"
    " SELECT RAISE(ABORT, 'entries are never deleted'); END",
    "entries_only_next": "BEFORE INSERT ON entries"
    " WHEN NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM entries WHERE diary = NEW.diary)"
    " OR NEW.seq > coalesce((SELECT head_seq FROM diaries WHERE id = NEW.diary), 0)"
    " OR EXISTS (SELECT 1 FROM entries WHERE position = NEW.position)"
    " OR (NEW.key IS NOT NULL AND EXISTS"
    " (SELECT 1 FROM entries WHERE diary = NEW.diary AND key = NEW.key))"
    " BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END",
    "diaries_no_delete": "BEFORE DELETE ON diaries BEGIN"
    " SELECT RAISE(ABORT, 'diaries are never deleted'); END",
    "diaries_no_replace": "BEFORE INSERT ON diaries"
    " WHEN EXISTS (SELECT 1 FROM diaries WHERE id = NEW.id OR name = NEW.name)"
    " BEGIN SELECT RAISE(ABORT, 'diaries are never replaced'); END",
    "diaries_keep_name": "BEFORE UPDATE OF id, name, kind, origin_diary, origin_seq, origin_seal"
    " ON diaries BEGIN SELECT RAISE(ABORT, 'name and origin of a diary are never changed'); END",
    "diaries_keep_time": "BEFORE UPDATE OF created ON diaries WHEN OLD.head_seq > 0"
    " BEGIN SELECT RAISE(ABORT, 'when a diary was opened is never changed'); END",
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
CHANGED_BY_2 = {
    "entries_only_next": "BEFORE INSERT ON entries"
    " WHEN NEW.seq IS NOT 1 + (SELECT head_seq FROM diaries WHERE id = NEW.diary)"
    " OR EXISTS (SELECT 1 FROM entries WHERE position = NEW.position)"
    " OR (NEW.key IS NOT NULL AND EXISTS"
    " (SELECT 1 FROM entries WHERE diary = NEW.diary AND key = NEW.key))"
    " BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END",
    "entries_move_head": "AFTER INSERT ON entries BEGIN"
    " UPDATE diaries SET head_seq = NEW.seq, head_seal = NEW.seal WHERE id = NEW.diary; END",
    "diaries_keep_name": "BEFORE UPDATE OF id, name, kind, created, origin_diary, origin_seq, origin_seal"
    " ON diaries BEGIN SELECT RAISE(ABORT, 'name and origin of a diary are never changed'); END",
}
"""Triggers of the first version that the second has otherwise or no more."""
NEW_IN_2 = ("diaries_keep_time",)

VIEWS = {
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

_MIGRATIONS = "_sqlite_migrations"
"""The table in which sqlite-utils notes what it has done, and its index: ours only by name."""
_SQLITES = frozenset(
    {
        ("table", "sqlite_sequence"),
        ("table", "sqlite_stat1"),
        ("table", "sqlite_stat4"),
        ("index", "sqlite_autoindex_diaries_1"),
        ("index", "sqlite_autoindex_entries_1"),
        ("index", "sqlite_autoindex_snapshots_1"),
        ("index", "sqlite_autoindex_blobs_1"),
    }
)
"""What SQLite makes by itself."""

Thing = tuple[str, str]
"""What it is (table, index, trigger, view), and its name."""


class Findings(NamedTuple):
    """How a file differs from what this program makes. missing: what is not there, and the statement that makes it.
    altered: tables that are something else. foreign: what is not ours, or not as we make it."""

    missing: Mapping[Thing, str]
    altered: tuple[Thing, ...]
    foreign: tuple[Thing, ...]

    @property
    def sound(self) -> bool:
        return not (self.missing or self.altered or self.foreign)


NOTHING = Findings({}, (), ())


def statements(version: int) -> dict[Thing, str]:
    """All that a file of that version has, with the statements that make it."""
    triggers = TRIGGERS
    if version < 2:
        triggers = {k: v for k, v in TRIGGERS.items() if k not in NEW_IN_2} | CHANGED_BY_2
    found = {_thing(sql): sql for sql in map(str.strip, TABLES.split(";"))}
    found |= {("trigger", name): f"CREATE TRIGGER {name} {sql}" for name, sql in triggers.items()}
    return found | {("view", name): f"CREATE VIEW {name} AS {sql}" for name, sql in VIEWS.items()}


_HEADING = re.compile(r"CREATE (?:UNIQUE )?(TABLE|INDEX|TRIGGER|VIEW) [\"\[`]?(\w+)[\"\]`]?")


_QUOTES = ' "[`'


def _thing(sql: str) -> Thing:
    found = _HEADING.match(sql)
    assert found is not None
    return found[1].lower(), found[2]


def _plain(sql: str | None) -> str:
    """A statement whose name may be quoted, with its spaces and line breaks made alike."""
    words = " ".join((sql or "").split())
    found = _HEADING.match(words)
    return f"{words[: found.start(2)].rstrip(_QUOTES)} {found[2]}{words[found.end() :]}" if found else words


_EXPECTED: dict[int, dict[Thing, str]] = {}


def compare(conn: sqlite3.Connection, version: int) -> Findings:
    """What stands in a file of that version, compared with what should. Reads nothing but its table of contents."""
    expected = _EXPECTED.get(version)
    if expected is None:
        expected = _EXPECTED[version] = {thing: _plain(sql) for thing, sql in statements(version).items()}
    return _compared(conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"), expected, version)


def _compared(
    rows: Iterable[tuple[str, str, str, str | None]], expected: Mapping[Thing, str], version: int
) -> Findings:
    there: set[Thing] = set()
    altered: list[Thing] = []
    foreign: list[Thing] = []
    tables = {name for kind, name in expected if kind == "table"}
    for kind, name, table, sql in rows:
        thing = (kind, name)
        if thing in there or (name in tables and (kind != "table" or _plain(sql) != expected[thing])):
            altered.append(thing)
        elif not (
            _plain(sql) == expected.get(thing, "")
            if thing in expected
            else thing in _SQLITES
            or (table == _MIGRATIONS and kind in ("table", "index") and "VIRTUAL" not in (sql or "").upper())
        ):
            foreign.append(thing)
        there.add(thing)
    made = statements(version) if expected.keys() - there else {}
    return Findings(
        {thing: sql for thing, sql in made.items() if thing not in there}, tuple(altered), tuple(foreign)
    )


def in_place_of_tables(conn: sqlite3.Connection) -> str:
    """A view or the like that bears the name of one of our tables, whatever version made the file; else ""."""
    tables = [name for kind, name in statements(VERSION) if kind == "table"]
    row = conn.execute(
        f"SELECT type, name FROM sqlite_master WHERE name IN ({', '.join('?' * len(tables))})"
        " AND NOT (type = 'table' AND sql LIKE 'CREATE TABLE%')",
        tables,
    ).fetchone()
    return told([row]) if row is not None else ""


def mend(conn: sqlite3.Connection, findings: Findings) -> str:
    """Within a transaction: make what is missing. A sentence that says so, or ""."""
    for statement in findings.missing.values():
        conn.execute(statement)
    return (
        f"{told(findings.missing).capitalize()} had been taken out and was put back."
        if findings.missing
        else ""
    )


def told(things: Iterable[Thing]) -> str:
    """Things as a sentence names them; a name that somebody else gave is cut and escaped."""
    return ", ".join(f"the {kind} {name[:60]!a}" for kind, name in things)
