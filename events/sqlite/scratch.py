"""A diary file for a while: what came in is looked at there, as it will stand, before it is written where it stays."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from events.errors import NotWritten
from events.sqlite.store import SQLiteStore

PREFIX = ".import-"


@contextmanager
def scratch(folder: Path | None = None) -> Generator[SQLiteStore]:
    """A store of its own in a folder that only this account can open, and that is always removed.

    folder: where it is made, so that it takes no more of another disk than what comes of it; None for the system's own
    place. What a program that was killed has left there is removed. Raises NotWritten.
    """
    if folder is not None:
        _clear(folder)
    try:
        own = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=folder))
    except OSError as error:
        raise NotWritten(str(error.strerror)) from error
    try:
        store = SQLiteStore(own / "incoming.db")
        try:
            yield store
        finally:
            store.close()
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _clear(folder: Path) -> None:
    """Remove what is left of imports whose program is gone."""
    with suppress(OSError):
        for left in folder.glob(f"{PREFIX}*-*"):
            number = left.name.removeprefix(PREFIX).partition("-")[0]
            if number.isdecimal() and not _runs(int(number)):
                shutil.rmtree(left, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True
