"""Waiting while somebody else has the file locked, which says nothing of the file."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds to wait for another process, or a foreign program (a shell, a backup), that holds a lock on the file."""


def is_busy(error: sqlite3.Error) -> bool:
    """Whether a file is only locked now, not damaged."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def is_full(error: sqlite3.Error) -> bool:
    """Whether there was no room to write."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL


def patiently(do: Callable[[], T]) -> T:
    """Do it again, with jitter, while the file is locked. Raises what it raises; after PATIENCE the lock too.

    SQLite's own waiting is unfair, and does without where it fears a deadlock: when a file is made, or closed by the
    last who had it.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return do()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > until:
                raise
        time.sleep(random.uniform(0.001, 0.02))
