"""The right to write to a diary file, taken in turn by processes.

SQLite's own busy timeout is not fair: whoever has just written is first to write again. Here a writer
first queues at one lock (the turnstile) and holds it until it has the other (the pen), so that whoever
lays the pen down must queue behind the one who waits for it. The kernel frees both when a process dies.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Protocol

from events.errors import NotWritten
from events.files import PRIVATE

try:
    import fcntl
except ImportError:  # not a Unix: SQLite's busy timeout has to do
    fcntl = None


class Turns(Protocol):
    """Take the pen, lay it down. One thread of a process at a time."""

    def take(self) -> None: ...

    def release(self) -> None: ...

    def close(self) -> None: ...


class NoTurns:
    """Where files cannot be locked: nobody queues."""

    def take(self) -> None: ...

    def release(self) -> None: ...

    def close(self) -> None: ...


class FileTurns:
    """Two lock files beside the database."""

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._turnstile = os.open(f"{path}-turn", flags, PRIVATE)
        try:
            self._pen = os.open(f"{path}-pen", flags, PRIVATE)
        except OSError:
            os.close(self._turnstile)
            raise

    def take(self) -> None:
        assert fcntl is not None
        fcntl.flock(self._turnstile, fcntl.LOCK_EX)
        try:
            fcntl.flock(self._pen, fcntl.LOCK_EX)
        finally:
            fcntl.flock(self._turnstile, fcntl.LOCK_UN)

    def release(self) -> None:
        assert fcntl is not None
        fcntl.flock(self._pen, fcntl.LOCK_UN)

    def close(self) -> None:
        """Also for a forked child: a lock lives as long as any copy of its descriptor is open."""
        os.close(self._turnstile)
        os.close(self._pen)


class Alone:
    """Held by one thread at a time, of all processes; that one may take it once more."""

    def __init__(self, path: Path) -> None:
        self._path = f"{path}-alone"
        self._lock = threading.RLock()
        self._depth, self._file = 0, -1

    def __enter__(self) -> None:
        self._lock.acquire()
        if not self._depth and fcntl is not None:
            try:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
                fcntl.flock(self._file, fcntl.LOCK_EX)
            except OSError as error:
                self.leave()
                self._lock.release()
                raise NotWritten(str(error.strerror)) from error
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self.leave()
        self._lock.release()

    def leave(self) -> None:
        """Let go of the file. Also for a forked child: see `FileTurns.close`."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


def turns_beside(path: Path) -> Turns:
    """The best that this machine can do."""
    return NoTurns() if fcntl is None else FileTurns(path)
