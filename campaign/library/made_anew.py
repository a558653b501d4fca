"""Files beside the diaries that can be made anew, where something else lies under their name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

_ENDS = ("", "-wal", "-shm")


def make_room(file: Path, table: str) -> None:
    """Out of the way with what cannot be used: one of ours, which has that table, goes, for it is only a copy; what is
    not ours, such as a folder, is put aside beside it and stays. Raises OSError."""
    if file.is_file() and _has(file, table):
        for end in _ENDS:
            file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
        return
    for end in _ENDS:
        one = file.with_name(f"{file.name}{end}")
        if one.exists() or one.is_symlink():
            one.rename(_free(file.with_name(f"{file.name}{end}.aside")))


def _free(path: Path) -> Path:
    names = (path.with_name(f"{path.name}-{number}") for number in count(1))
    return next(one for one in names if not (one.exists() or one.is_symlink()))


def _has(file: Path, table: str) -> bool:
    """Whether it is a database with such a table, however damaged."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as conn:
            asked = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
            return conn.execute(asked, (table,)).fetchone() is not None
    except sqlite3.DatabaseError:
        return False
