"""The counter from which SQLite numbers entries. It stands in the file like any row, and after its last number nothing
could ever be written again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

LAST = 2**63 - 1
ROOM = 1 << 40
"""Entries for which a file must have numbers left: far more than are ever made."""
_SPENT = "SELECT 1 FROM sqlite_sequence WHERE name = 'entries' AND CAST(seq AS INTEGER) > ?"


def spent(conn: sqlite3.Connection) -> bool:
    """Whether the counter stands where no honest file ever comes."""
    return conn.execute(_SPENT, (LAST - ROOM,)).fetchone() is not None


def fault(conn: sqlite3.Connection, path: Path) -> str:
    """Why nothing more can be written, and what to do; "" for a sound file. Raises sqlite3.DatabaseError."""
    if not spent(conn):
        return ""
    if _newest(conn) > LAST - ROOM:
        return (
            f"{path.name} cannot be continued: an entry in it was given one of the last numbers that there are, so that"
            " none can follow. Export its diaries, and import them in another data folder."
        )
    return (
        f"In {path.name} the counter of entries was altered, so that nothing can be written: open it anew to have"
        " it put back."
    )


def mend(conn: sqlite3.Connection) -> str:
    """Put the counter back to the newest entry, where that leaves numbers for others. A sentence that says so, or "".
    Raises sqlite3.DatabaseError."""
    if not spent(conn):
        return ""
    conn.execute("BEGIN IMMEDIATE")
    try:
        if mended := (newest := _newest(conn)) <= LAST - ROOM:
            conn.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'entries'", (newest,))
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
    return "The counter of entries had been altered and was put back." if mended else ""


def _newest(conn: sqlite3.Connection) -> int:
    found: int = conn.execute("SELECT coalesce(max(position), 0) FROM entries").fetchone()[0]
    return found
