"""The migrations of a diary file, which make what `layout` says.

The file's `application_id` says that it is ours and its `user_version` how many migrations it has seen, so
that an ordinary opening asks two numbers and loads nothing.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

from events.sqlite.append import FORGET_REVEALED
from events.sqlite.format import APPLICATION_ID, VERSION
from events.sqlite.layout import CHANGED_BY_2, statements
from events.sqlite.versions import bring

migrations = Migrations("events")


@migrations()
def m001_tables(db: Database) -> None:
    """Tables, triggers and views of the first version."""
    for statement in statements(1).values():
        db.conn.execute(statement)


@migrations()
def m002_head_by_statement(db: Database) -> None:
    """No trigger moves the head any more; secrets that were revealed are forgotten."""
    for name in CHANGED_BY_2:
        db.conn.execute(f"DROP TRIGGER IF EXISTS {name}")
    old = statements(1)
    for thing, statement in statements(2).items():
        if old.get(thing) != statement:
            db.conn.execute(statement)
    db.conn.execute(FORGET_REVEALED)


def migrate(conn: sqlite3.Connection) -> None:
    """Bring a file to this version, or make a new one; all or nothing."""
    bring(conn, migrations, VERSION, APPLICATION_ID)
