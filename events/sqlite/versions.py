"""Files that are brought to the version of this program, all or nothing."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations


def bring(conn: sqlite3.Connection, migrations: Migrations, version: int, application_id: int) -> None:
    """Bring a file to a version, or make a new one; all or nothing.

    sqlite-utils would begin a deferred transaction, which fails at once when another process writes, so the
    transaction is begun here and its own become savepoints.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        if conn.execute("PRAGMA user_version").fetchone()[0] < version:
            migrations.apply(Database(conn, execute_plugins=False))
            conn.execute(f"PRAGMA application_id={application_id}")
            conn.execute(f"PRAGMA user_version={version}")
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
