"""Connections for readers, borrowed for one statement each and never left with an open one."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from events.errors import DiaryError, NotRead
from events.sqlite.opening import connect
from events.sqlite.waiting import is_busy, patiently

Row = tuple[Any, ...]


class Pool:
    """Connections to one file; more are made when all are in use. uri: how. first: one to begin with."""

    def __init__(self, path: Path, uri: str, first: sqlite3.Connection) -> None:
        self._path, self._uri = path, uri
        self._idle = [first]
        self.closed = False

    def connect(self) -> sqlite3.Connection:
        """A new one, for the caller to close. Raises NotRead."""
        try:
            return patiently(lambda: connect(self._uri))
        except sqlite3.OperationalError as error:
            raise NotRead(f"{self._path} cannot be opened now ({error})") from error

    def rows(self, sql: str, *args: object) -> list[Row]:
        """All that a query finds. Raises NotRead if the file stays locked; sqlite3.DatabaseError if it is damaged."""
        try:
            conn = self._idle.pop()
        except IndexError:
            self.check()
            conn = self.connect()
        try:
            try:
                return conn.execute(sql, args).fetchall()
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
            try:
                return patiently(lambda: conn.execute(sql, args).fetchall())
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
                raise NotRead(f"another program has kept {self._path} locked for long") from error
        finally:
            self._idle.append(conn)
            if self.closed:  # looked at last: whoever closes may have gone through them before
                self._close_idle()

    def check(self) -> None:
        """Raises DiaryError if it was closed."""
        if self.closed:
            raise DiaryError(f"{self._path} has been closed.")

    def close(self) -> None:
        self.closed = True
        self._close_idle()

    def leave(self) -> list[sqlite3.Connection]:
        """In a forked child: the parent's connections, which must be kept and never used."""
        left, self._idle = self._idle, []
        return left

    def _close_idle(self) -> None:
        while True:
            try:
                conn = self._idle.pop()
            except IndexError:
                return
            conn.close()
