"""The file of accounts: opened once for all threads of a process, and by several processes at a time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from api.accounts.format import APPLICATION_ID, VERSION
from campaign.rules.refused import Refused
from events.files import make_private
from events.sqlite.waiting import is_busy, is_full, patiently


class AccountsFile:
    """A connection to read and one to write, at each of which threads take turns: who reads does not wait for the disk.

    changed: how often something was written through this object that changed what a token is good for; the file's
    own `generation` counts the same for all processes.
    """

    def __init__(self, path: Path | str) -> None:
        """Makes the file if there is none, for its owner alone. Raises Refused for one that is not ours, or newer."""
        self.path = Path(path)
        self.changed: int = 0
        self._reading, self._writing = threading.Lock(), threading.Lock()
        with _told(self.path):
            try:
                make_private(self.path)
            except OSError as error:
                raise Refused(f"{self.path} cannot be made: {error.strerror}.", kind="read-only") from error
            self._writer = patiently(self._open)
            self._reader = self._connect()
            self._reader.execute("PRAGMA query_only=ON")

    def _connect(self) -> sqlite3.Connection:
        conn = sqlite3.connect(self.path, timeout=5, isolation_level=None, check_same_thread=False)
        try:
            for setting in ("trusted_schema=OFF", "synchronous=FULL", "foreign_keys=ON"):
                conn.execute(f"PRAGMA {setting}")
        except BaseException:
            conn.close()
            raise
        return conn

    def _open(self) -> sqlite3.Connection:
        conn = self._connect()
        try:
            ours, version, tables = conn.execute(
                "SELECT (SELECT * FROM pragma_application_id), (SELECT * FROM pragma_user_version),"
                " (SELECT count(*) FROM sqlite_master)"
            ).fetchone()
            if ours != APPLICATION_ID and (ours or tables):
                reason = f"{self.path} is a database, but holds no accounts; it is left alone."
                raise Refused(reason, kind="damaged")
            if version > VERSION:
                reason = (
                    f"{self.path} was written by a newer version of this program (format {version}, this one knows"
                    f" {VERSION})."
                )
                raise Refused(reason, kind="read-only")
            conn.execute("PRAGMA journal_mode=WAL")
            if version < VERSION:
                from api.accounts import schema  # only here: an ordinary opening does not need sqlite-utils

                schema.migrate(conn)
        except BaseException:
            conn.close()
            raise
        return conn

    def close(self) -> None:
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()

    def rows(self, question: str, values: Sequence[object] = ()) -> list[Any]:
        """Raises Refused if the file cannot be read."""
        with self._reading, _told(self.path):
            return self._reader.execute(question, values).fetchall()

    @contextmanager
    def writing(self, rights: bool = False) -> Generator[sqlite3.Connection]:
        """One transaction, begun for writing: what is read in it holds until it is written. Nothing of it is kept if
        anything is raised. rights: whether it changes what a token is good for. Raises Refused if it cannot be kept."""
        with self._writing, _told(self.path):
            conn = self._writer
            patiently(lambda: conn.execute("BEGIN IMMEDIATE"))
            try:
                yield conn
                if rights:
                    conn.execute("UPDATE state SET generation = generation + 1")
                conn.execute("COMMIT")
            except BaseException:
                conn.rollback()
                raise
            self.changed += rights


@contextmanager
def _told(path: Path) -> Generator[None]:
    """What SQLite says of the file, as a refusal. It goes through every door, and does not say where the file lies.
    What SQLite says of our statements is a mistake of ours, and stays so."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.OperationalError as error:
        why = "it is in use by another program" if is_busy(error) else str(error)
        kind = "no-space" if is_full(error) else "read-only"
        raise Refused(f"The accounts in {path.name} cannot be used now: {why}.", kind=kind) from error
    except sqlite3.DatabaseError as error:
        raise Refused(f"The accounts in {path.name} are damaged: {error}.", kind="damaged") from error
