"""Opening a diary file: whose it is, which version wrote it, and what can still be read if it is damaged."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from events.entry import NO_SEAL
from events.errors import NotADiaryFile
from events.files import make_private
from events.sqlite import counter, layout, orphans
from events.sqlite.format import APPLICATION_ID, MAGIC, VERSION
from events.sqlite.guard import foreign
from events.sqlite.waiting import is_busy, patiently

_COPIES = itertools.count()
SETTINGS = (
    "trusted_schema=OFF",  # first: whatever else stands in the file, it calls nothing that could do harm
    "cell_size_check=ON",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
)


class Opened(NamedTuple):
    """How to connect, and the first connection. read_only: why, or empty. lost: diary → (first entry that
    could not be read, why). partial: why the newest entries may not be seen, or empty. mended: what was put back.
    damaged: whether anything in the file is broken. orphans: how many diaries lost their own row."""

    uri: str
    conn: sqlite3.Connection
    read_only: str
    lost: dict[str, tuple[int, str]]
    partial: str = ""
    mended: str = ""
    damaged: bool = False
    orphans: int = 0


def connect(uri: str, settings: str = "") -> sqlite3.Connection:
    """A connection with the settings that every one of ours has. settings: more of them, before the others."""
    conn = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=0.05)
    try:
        for setting in (*settings.split(), *SETTINGS):
            conn.execute(f"PRAGMA {setting}")
    except BaseException:
        conn.close()
        raise
    return conn


def open_file(path: Path, read_only: bool) -> Opened:
    """Look at a file and make or migrate its tables if need be; others may do so at the same time.

    Raises NotADiaryFile if it is not ours; damage and a newer version only make it read-only.
    """
    uri = path.absolute().as_uri()
    # Never opened here as a plain file: closing it would take from this process the locks that SQLite has on it, and
    # the next process to leave would throw the log away under our hands.
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        if read_only or not path.parent.is_dir():
            raise NotADiaryFile(f"There is no diary file at {path}.") from None
        make_private(path)  # SQLite gives the files beside it the same mode
        kind = path.stat().st_mode
    except OSError as error:
        raise NotADiaryFile(f"{path} cannot be read: {error.strerror}.") from error
    if not stat.S_ISREG(kind):
        raise NotADiaryFile(f"{path} cannot be read: it is no file.")
    if not os.access(path, os.R_OK):
        raise NotADiaryFile(f"{path} cannot be read: this account may not.")
    why = "it was opened for reading only" if read_only else ""
    if not os.access(path, os.W_OK):
        why = "this account may not write to it"
    reason = f"{path.name} cannot be continued: {why}." if why else ""
    try:
        return patiently(lambda: _look(path, uri, reason))
    except sqlite3.OperationalError as error:
        raise NotADiaryFile(f"{path} is in use by another program ({error}).") from error


def _look(path: Path, uri: str, read_only: str) -> Opened:
    """Raises sqlite3.OperationalError while the file is locked."""
    used = f"{uri}?mode=ro" if read_only else uri
    partial = ""
    try:
        try:
            conn = connect(used)
        except sqlite3.OperationalError as error:
            if is_busy(error):
                raise
            # WAL wants to make files beside the database; where it may not, it is read without its log.
            used = f"{uri}?mode=ro&immutable=1"
            conn = connect(used)
            partial = _unseen(path)
            why = (
                read_only
                or f"{path.name} cannot be continued: the files that stand beside it cannot be used."
            )
            read_only = f"{why} {partial}".rstrip()
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB and not _has_magic(path):
            raise NotADiaryFile(f"{path} is not a diary file; it is left alone.") from error
        return _salvage(path, uri, str(error))
    try:
        ours, version, tables = _numbers(conn)
        if ours != APPLICATION_ID and not tables and partial:
            raise NotADiaryFile(f"{path} cannot be read. {partial}")
        if ours != APPLICATION_ID and (ours or tables or read_only):
            raise NotADiaryFile(f"{path} is a database, but not a diary file; it is left alone.")
        findings = _looked_through(conn, path, version)
        if version > VERSION:
            read_only = (
                f"{path.name} was written by a newer version of this program (format {version}, this one knows"
                f" {VERSION}): it can be read, and continued after an upgrade. {partial}"
            ).rstrip()
            return Opened(used, conn, read_only, {}, partial)
        mended = ""
        read_only = read_only or foreign(path, findings)
        if not read_only:
            conn.execute("PRAGMA journal_mode=WAL")
            if version < VERSION:
                from events.sqlite import schema  # only here: an ordinary opening does not need sqlite-utils

                schema.migrate(conn)
            if version < VERSION or not findings.sound:
                mended = _mend(conn)
            mended = " ".join(filter(None, (mended, counter.mend(conn))))
            read_only = counter.fault(conn, path)
        why = _short(conn, path) or _lost_tail(conn)
        if not why:
            lost = len(orphans.numbers(conn))
            return Opened(used, conn, read_only, {}, partial, mended, orphans=lost)
        salvaged = _copy(conn, path, why)
    except sqlite3.DatabaseError as error:
        conn.close()
        if is_busy(error):
            raise
        return _salvage(path, uri, str(error))
    except BaseException:
        conn.close()
        raise
    conn.close()
    return salvaged


def _has_magic(path: Path) -> bool:
    """Of a file that SQLite takes for none of its own, so that nobody here can have it open."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _looked_through(conn: sqlite3.Connection, path: Path, version: int) -> layout.Findings:
    """Before anything of it is read. Raises NotADiaryFile if something else stands where the diaries should."""
    if not version:
        return layout.NOTHING
    findings = layout.compare(conn, version) if version <= VERSION else layout.NOTHING
    if wrong := layout.told(findings.altered) or layout.in_place_of_tables(conn):
        raise NotADiaryFile(
            f"{path} is no diary file as this program makes it: {wrong} was altered. It is left alone; restore it"
            " from a copy or an export."
        )
    return findings


def _mend(conn: sqlite3.Connection) -> str:
    """Put back what is missing, and say so; raises sqlite3.DatabaseError if that cannot be."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        mended = layout.mend(conn, layout.compare(conn, VERSION))
        conn.execute("COMMIT")
    except BaseException:
        conn.rollback()
        raise
    return mended


def _unseen(path: Path) -> str:
    """A sentence if there is a log beside the file that cannot be read along with it, else ""."""
    log = path.with_name(f"{path.name}-wal")
    try:
        if log.stat().st_size == 0:
            return ""
    except FileNotFoundError:
        return ""
    except OSError:
        pass
    return f"The newest entries may be missing: they stand in {log.name} beside it, which cannot be read along here."


def _numbers(conn: sqlite3.Connection) -> tuple[int, int, int]:
    """Application id, version, and how many tables there are: all of one moment, though another process may be making
    the file."""
    conn.execute("BEGIN")
    try:
        tables, version, ours = (
            conn.execute(f"SELECT * FROM {what}").fetchone()[0]
            for what in (
                "(SELECT count(*) FROM sqlite_master)",
                "pragma_user_version",
                "pragma_application_id",
            )
        )
    finally:
        conn.rollback()
    return ours, version, tables


def _short(conn: sqlite3.Connection, path: Path) -> str:
    """A sentence if the file is shorter than it says; while there is a log beside it, it may well be."""
    pages, size = (conn.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size > 0:
        return ""
    missing = pages * size - path.stat().st_size
    return f"{missing} bytes are missing at its end" if missing > 0 else ""


def _lost_tail(conn: sqlite3.Connection) -> str:
    """A sentence if the entries of a diary don't reach its head, else nothing."""
    row = conn.execute(
        "SELECT CAST(name AS BLOB), head_seq, (SELECT max(seq) FROM entries WHERE diary = d.id) AS found FROM diaries d"
        " WHERE head_seq <> coalesce(found, 0) OR head_seq > 0 AND head_seal IS NOT"
        " (SELECT seal FROM entries WHERE diary = d.id AND seq = d.head_seq) LIMIT 1"
    ).fetchone()
    if row is None:
        return ""
    name, head, found = row[0].decode("utf-8", "replace"), *row[1:]
    if head == found:
        return f"entry {head} of diary {name} is not the one that was acknowledged"
    return f"diary {name} should have {head} {'entry' if head == 1 else 'entries'}, {found or 0} are there"


def _salvage(path: Path, uri: str, why: str) -> Opened:
    """What can still be read, although SQLite refuses the file as a whole."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            # writable_schema: else SQLite does not read a file that is too short at all
            with closing(connect(f"{uri}?{mode}", "writable_schema=ON")) as conn:
                if conn.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                    partial = _unseen(path) if "immutable" in mode else ""
                    return _copy(conn, path, f"{why}. {partial}" if partial else why)._replace(
                        partial=partial
                    )
        except sqlite3.DatabaseError as error:
            if is_busy(error):
                raise
            why = str(error)
    raise NotADiaryFile(f"{path} is damaged beyond reading ({why}); restore it from a copy or an export.")


def _copy(conn: sqlite3.Connection, path: Path, why: str) -> Opened:
    """Copy everything up to the first bad entry of each diary into memory, and serve that."""
    from events.sqlite import schema

    uri = f"file:salvaged-{os.getpid()}-{next(_COPIES)}?mode=memory&cache=shared"
    copy = connect(uri)
    schema.migrate(copy)
    copy.execute("DROP TRIGGER diaries_head_grows")
    copy.execute("BEGIN")
    _copy_rows(conn, copy, "diaries", "id")
    claimed = copy.execute("SELECT name, head_seq FROM diaries").fetchall()
    _copy_rows(conn, copy, "entries", "position")  # as far as the heads, and without a gap
    copy.execute(
        "UPDATE diaries SET (head_seq, head_seal) = (SELECT coalesce(max(seq), 0), coalesce(seal, origin_seal, ?)"
        " FROM entries WHERE diary = diaries.id)",
        (NO_SEAL,),
    )
    copy.execute(layout.statements(VERSION)["trigger", "diaries_head_grows"])
    for table in ("blobs", "secrets", "snapshots"):
        _copy_rows(conn, copy, table, "rowid")
    found = dict(copy.execute("SELECT name, head_seq FROM diaries"))
    lost = {
        name: (found[name] + 1, f"it cannot be read ({why})") for name, head in claimed if found[name] < head
    }
    copy.execute("COMMIT")
    return Opened(
        uri, copy, f"{path.name} is damaged ({why}): it can be read but not continued.", lost, damaged=True
    )


def _copy_rows(source: sqlite3.Connection, target: sqlite3.Connection, table: str, order: str) -> None:
    """Copy what can be read and what the table takes: the triggers see to it that entries leave no gap. What is no
    table is not asked."""
    with suppress(sqlite3.DatabaseError):
        found = source.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchone()
        if found is None or not str(found[0]).startswith("CREATE TABLE"):
            return
    columns = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    read = f"SELECT {order}, {', '.join(columns)} FROM {table} WHERE {order} > ? ORDER BY {order}"
    write = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    done, failed = 0, 0
    while failed < 100:
        try:
            for row in source.execute(read, (done,)):
                if row[0] <= done:  # pages that lead in a circle
                    return
                done, failed = row[0], 0
                with suppress(sqlite3.IntegrityError):
                    target.execute(write, row[1:])
            return
        except sqlite3.DatabaseError:  # a bad page: try behind it, in strides that grow
            failed += 1
            done += max(1, 2 ** (failed - 64))
