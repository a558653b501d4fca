"""The names of the diaries in a file, read at a glance: for whoever completes one that is being typed.

Nothing is checked, nothing written, and no table of the file is trusted: what cannot be read has no names.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def names(file: Path) -> list[tuple[str, str]]:
    """Kind and name of each diary that has an entry, oldest first; none where the file is missing or cannot be read."""
    if not file.is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1)) as conn:
            rows = conn.execute("SELECT kind, name FROM diaries WHERE head_seq > 0 ORDER BY id").fetchall()
    except (sqlite3.Error, ValueError):  # ValueError: a path that cannot be one
        return []
    return [(kind, name) for kind, name in rows if isinstance(kind, str) and isinstance(name, str)]
