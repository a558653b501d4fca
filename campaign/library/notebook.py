"""What lists, lobby, offers and what awaits people need of each table, noted beside the diaries.

It lives in a file of its own, follows the diaries by their feed, and may be thrown away at any time: a note is made of
the record alone, and none is believed that another version made, or that is of another newest entry. So nothing is
missed, whoever appends, and wherever he was stopped.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from campaign.library import noting_file
from campaign.library.archive import Archive
from campaign.library.made_anew import make_room
from campaign.library.names import owners
from campaign.library.noting_file import ROW, Noted, OtherVersion, Row, forget, open_file, sum_of, written
from campaign.rules.refused import Refused
from campaign.rules.system import System
from campaign.shared.answering import as_refused
from campaign.shared.callers import Caller
from campaign.shared.private import is_private
from campaign.systems import find, foreign
from events.entry import Entry
from events.errors import Damaged, DiaryError, NoSuchDiary
from events.sqlite.waiting import is_busy, patiently
from events.store import DiaryInfo, Store

BATCH = 50
"""Tables that are noted before they are written."""
FAR_BEHIND = 500
"""Entries after which all newest ones are compared, and no longer what was appended."""
TRIES = 3
"""How often what goes on while it is noted is noted once more."""
SETTLED = 2.0
"""Seconds after which a folder's time tells it from any later one."""
ALL = -1
"""No bound to how many are listed."""

_MINE = "id IN (SELECT id FROM people WHERE player = ?)"
"""In searches a plus stands before what must not lead them: few rows are anybody's, and many are of a kind."""


class Wing(NamedTuple):
    """make: notes a table. before: its last note, None where that is not believed; raises DiaryError, Refused. decode:
    reads a note."""

    make: Callable[[DiaryInfo, Any], Noted]
    decode: Callable[[bytes], Any]


def silent(done: int, every: int) -> None:
    """Where nobody waits for it."""


L = TypeVar("L")
T = TypeVar("T")


class Lines(Generic[L]):
    """The lists of one kind of table for one caller, a page at a time. tell: how a row is listed."""

    def __init__(self, notes: Notebook, kind: str, caller: Caller, tell: Callable[[Row], L]) -> None:
        self._notes, self._kind, self._caller, self._tell = notes, kind, caller, tell

    def page(self, archived: bool = False, start: int = 0, most: int = ALL) -> list[L]:
        """So many from a place on, oldest first. archived: those that were put away, too. Raises Refused."""
        try:
            rows = self._notes.listed(self._kind, self._caller, archived, start, most)
            return [self._tell(row) for row in rows]
        except DiaryError as error:
            raise as_refused(error) from error


class Notebook:
    """The notes of one house. file: its path. wings: by kind. Safe for threads and processes; nobody asks while he
    holds a diary's lock.

    progress: hears how many tables were noted, of how many, where there are more than a few.
    """

    def __init__(
        self, file: Path, store: Store, archive: Archive, wings: Callable[[str], Wing | None]
    ) -> None:
        self._file, self._store, self._archive, self._wings = str(file), store, archive, wings
        self._conn: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self._begun = False  # whether all were compared since this process began
        self.progress: Callable[[int, int], None] = silent

    def close(self) -> None:
        with self._lock:
            if self._conn is not None:
                self._conn.close()
                self._conn = None

    # -- asking ---------------------------------------------------------------------------------------

    def of(self, table: str) -> Any | None:
        """What is noted of a table now; None of one that cannot be read, or that there is not."""
        rows = self._asked(lambda: self._rows(f"{ROW} WHERE name = ?", table))
        return self.read(rows[0]) if rows else None

    def read(self, row: Row) -> Any | None:
        """The note of a row; None of what cannot be read."""
        wing = self._wings(row.kind)
        return None if row.note is None or wing is None else wing.decode(row.note)

    def offered(self, kind: str, caller: Caller) -> list[Row]:
        """Tables of a kind that go on and were not put away, at which a seat waits for the word of the caller, who may
        know of them; oldest first."""

        def found() -> list[Row]:
            some = "id IN (SELECT id FROM offers WHERE player IN (?, ''))"
            rows = self._rows(f"{ROW} WHERE {some} AND +kind = ? AND +away = 0 AND over = 0 ORDER BY id",
                              caller.player, kind)  # fmt: skip
            return [one for one in rows if one.offer is not None and self.knows(caller, one)]

        return self._asked(found)

    def parts(self, kind: str, player: str, together: bool = False, away: bool = False) -> list[Row]:
        """Tables of a kind in which a player has a part by name, oldest first, that can be read. together: also those
        whose seats bear no names. away: also those that were put away."""
        some = f"({_MINE} OR together = 1)" if together else _MINE
        listed = "" if away else " AND +away = 0"
        sql = f"{ROW} WHERE {some} AND +kind = ? AND +readable = 1{listed} ORDER BY id"
        return self._asked(lambda: self._rows(sql, player, kind))

    def private(self) -> list[Row]:
        """Tables that are unknown to those who have no part there."""
        return self._asked(lambda: self._rows(f"{ROW} WHERE private = 1 ORDER BY id"))

    def listed(self, kind: str, caller: Caller, archived: bool, start: int, most: int) -> list[Row]:
        """Of the tables of a kind that a caller may know of, oldest first, so many from a place on. archived: also
        those that were put away."""

        def found() -> list[Row]:
            where, given = "kind = ?" + ("" if archived else " AND +away = 0"), (kind,)
            if not caller.here:
                where += f" AND (+private = 0 OR id IN ({self._known(kind, caller)}))"
            page = f"SELECT id FROM tables WHERE {where} ORDER BY id LIMIT ? OFFSET ?"
            return self._rows(f"{ROW} WHERE id IN ({page}) ORDER BY id", *given, most, start)

        return self._asked(found)

    def _known(self, kind: str, caller: Caller) -> str:
        """The private tables of which a caller may know: those in which he has a part are asked."""
        mine = f"({_MINE} OR campaign IN (SELECT name FROM tables WHERE {_MINE}) OR readable = 0)"
        some = f"{ROW} WHERE private = 1 AND +kind = ? AND {mine}"
        rows = self._rows(some, kind, caller.player, caller.player)
        return ", ".join(str(one.id) for one in rows if self.knows(caller, one))

    def knows(self, caller: Caller, row: Row) -> bool:
        """Whether a caller may know of a table, as its seating says: see `campaign.shared.kept_open.knows`."""
        if caller.here or not row.private:
            return True
        note = self.read(row)
        if note is None:
            return caller.keeper
        return note.seating.known_to(caller) or self._along(caller, row)

    def _along(self, caller: Caller, row: Row) -> bool:
        """Whether he may know of it because he may of the campaign that it is a battle of."""
        if row.kind != "battle" or self._store.info(row.name).origin is not None:
            return False
        for name in owners(row.name):
            note = self.of(name)
            if note is not None and row.name in getattr(note, "statuses", ()):
                return note.seating.known_to(caller)
        return False

    def names(self) -> list[str]:
        """Of all diaries that are noted, or once were and are there no more."""
        return self._asked(lambda: noting_file.names(self._opened()))

    def anew(self) -> None:
        """Compare all once more: diaries were put back behind the feed."""
        with self._lock:
            self._begun = False

    # -- following ------------------------------------------------------------------------------------

    def _asked(self, ask: Callable[[], T]) -> T:
        """Of the notes as far as the diaries go. Where their file fails us they are made anew; where that does not
        help, it stays locked, or another version has taken it, we note for ourselves."""
        with self._lock:
            for _ in range(2):
                try:
                    self._follow()
                    return ask()
                except sqlite3.Error as error:
                    if isinstance(error, OtherVersion) or is_busy(error):
                        break
                    self._throw_away()
            self._apart()
            self._follow()
            return ask()

    def _rows(self, sql: str, *given: Any) -> list[Row]:
        """Each of them is of the newest entry of its diary, and as it was written."""
        found = [Row._make(row) for row in self._opened().execute(sql, given)]
        if stale := [one.name for one in found if not self._stands(one)]:
            self._look_up(stale)
            found = [Row._make(row) for row in self._opened().execute(sql, given)]
        return found

    def _stands(self, row: Row) -> bool:
        if not row.sound:
            return False
        try:
            return self._store.head(row.name) == (row.seq, row.seal)
        except NoSuchDiary:
            return False
        except DiaryError:  # by a name that is no text nothing can be looked up
            return True

    def info(self, row: Row) -> DiaryInfo:
        """A table as the store has it, also under a name that was altered. Raises NoSuchDiary."""
        found = self._info(row.name)
        if found is None:
            found = next((one for one in self._store.diaries(row.kind) if one.name == row.name), None)
        if found is None:
            raise NoSuchDiary(row.name)
        return found

    def _info(self, name: str) -> DiaryInfo | None:
        try:
            return self._store.info(name)
        except DiaryError:
            return None

    def _follow(self) -> None:
        conn = self._opened()
        made, position, diary, seal, away = conn.execute(
            "SELECT made, position, diary, seal, away FROM place"
        ).fetchone()
        if made != noting_file.made_by():
            raise OtherVersion(made)
        if not self._begun:
            self._compare()
            self._begun = True
        elif not self._newest(position, diary, seal):
            some = self._store.since(position - 1, FAR_BEHIND) if position else []
            there = bool(some) and (some[0].position, some[0].seal) == (position, seal)
            if not there or len(some) == FAR_BEHIND:
                self._compare()
            else:
                unread = [name for (name,) in conn.execute("SELECT name FROM tables WHERE readable = 0")]
                self._look_up([*dict.fromkeys(one.diary for one in some[1:]), *unread])
                self._stand(some[-1])
        self._put_away(away)

    def _newest(self, position: int, diary: str, seal: bytes) -> bool:
        """Whether the entry up to which all is noted is still the newest of all, and so of its diary."""
        if self._store.position() != position:
            return False
        try:
            return not position or self._store.head(diary).seal == seal
        except DiaryError:
            return False

    def _look_up(self, names: Sequence[str], tries: int = TRIES) -> None:
        found: list[DiaryInfo] = []
        gone: list[str] = []
        for name in names:
            try:
                found.append(self._store.info(name))
            except NoSuchDiary:
                gone.append(name)
            except Damaged:  # by a name that is no text nothing can be looked up
                continue
        with written(self._opened()) as conn:
            for name in gone:
                noting_file.gone(conn, name)
        self._note(found, tries)

    def _compare(self) -> None:
        """The newest entries of all diaries with what is noted: at the beginning, where much was appended, and where a
        file was put back under our hands."""
        newest = self._store.since(self._store.position() - 1, 1)
        conn = self._opened()
        old = self._outdated()
        known = {
            name: (seq, seal)
            for name, seq, seal, version in conn.execute(
                "SELECT name, seq, seal, version FROM tables WHERE readable = 1"
            )
            if version not in old
        }
        there = {info.name: info for info in self._store.diaries() if info.head.seq}
        missing = [name for (name,) in conn.execute("SELECT name FROM tables") if name not in there]
        with written(conn):
            for name in missing:
                noting_file.gone(conn, name)
        self._note([info for name, info in there.items() if known.get(name) != info.head])
        self._stand(newest[0] if newest else None)

    def _outdated(self) -> set[str]:
        """Versions of rule systems of others by which something was noted, and which are not here."""
        some = self._opened().execute("SELECT DISTINCT version FROM tables WHERE version <> ''")
        return {version for (version,) in some if not _is_here(version)}

    def _stand(self, newest: Entry | None) -> None:
        """All that was appended up to an entry is noted."""
        place = (0, "", b"") if newest is None else (newest.position, newest.diary, newest.seal)
        self._opened().execute("UPDATE place SET position = ?, diary = ?, seal = ?", place)

    def _note(self, infos: Sequence[DiaryInfo], tries: int = TRIES) -> None:
        """Make the notes of some diaries anew. What is written stays, wherever this is stopped."""
        moved: list[str] = []
        for start in range(0, len(infos), BATCH):
            some = infos[start : start + BATCH]
            made = [
                (info, self._made(info, wing))
                for info in some
                if (wing := self._wings(info.kind)) is not None
            ]
            away = self._archive.among([info.name for info, _ in made])
            with written(self._opened()) as conn:
                for info, noted in made:
                    # Of what went on meanwhile there may be a newer note already, by another process.
                    if self._is_newest(info):
                        self._write(conn, info, noted, info.name in away)
                    else:
                        moved.append(info.name)
            if len(infos) > BATCH:
                self.progress(start + len(some), len(infos))
        if moved and tries:
            self._look_up(moved, tries - 1)

    def _is_newest(self, info: DiaryInfo) -> bool:
        try:
            return self._store.head(info.name) == info.head
        except NoSuchDiary:
            return False
        except Damaged:  # see `_look_up`
            return True

    def _made(self, info: DiaryInfo, wing: Wing) -> Noted | None:
        """None of what cannot be read."""
        row = self._opened().execute(f"{ROW} WHERE name = ?", (info.name,)).fetchone()
        last = None if row is None else Row._make(row)
        before = self.read(last) if last is not None and last.sound else None
        try:
            return wing.make(info, before)
        except (DiaryError, Refused):
            return None

    def _write(self, conn: sqlite3.Connection, info: DiaryInfo, noted: Noted | None, away: bool) -> None:
        seating = None if noted is None else noted.seating
        private = self._hides_itself(info.name) if seating is None else seating.unknown
        id = forget(conn, info.name)
        told = (None, None, None) if noted is None else (noted.note, noted.line, noted.offer)
        id = conn.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                id,
                info.name,
                info.kind,
                info.title,
                *info.head,
                int(noted is not None),
                int(private),
                int(noted is not None and noted.over),
                int(seating is not None and not seating.apart),
                int(away),
                *(("", "") if noted is None else (noted.campaign, noted.version)),
                *told,
                sum_of(*told),
            ),
        ).lastrowid
        if seating is None:
            return
        parts = {*seating.people, *seating.chairs.invited, seating.opener, seating.study} - {""}
        conn.executemany("INSERT INTO people VALUES (?, ?)", [(one, id) for one in parts])
        offers = {one.to for one in seating.chairs.offers.values()}
        conn.executemany("INSERT INTO offers VALUES (?, ?)", [(one, id) for one in offers])

    def _hides_itself(self, name: str) -> bool:
        """Of what cannot be read: where nobody can say who may know of it, nobody may."""
        try:
            return is_private(self._store, name)
        except DiaryError:
            return True

    def _put_away(self, before: int) -> None:
        """What was put away, or back, since the folder of marks was looked at. before: its time then."""
        time_of = self._archive.changed()
        if time_of == before:
            return
        conn = self._opened()
        marked = dict(conn.execute("SELECT name, away FROM tables"))
        away = self._archive.among(list(marked))
        settled = time.time() - time_of / 1e9 > SETTLED
        with written(conn):
            moved = [(int(name in away), name) for name, was in marked.items() if (name in away) != bool(was)]
            conn.executemany("UPDATE tables SET away = ? WHERE name = ?", moved)
            conn.execute("UPDATE place SET away = ?", (time_of if settled else -1,))

    # -- the file -------------------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection:
        if self._conn is None:
            try:
                self._conn = patiently(lambda: open_file(self._file))
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise
                self._throw_away()
        return self._conn or self._apart()

    def _apart(self) -> sqlite3.Connection:
        """Where nothing can be written there: it is noted for as long as we run."""
        self.close()
        self._conn = open_file(":memory:")
        return self._conn

    def _throw_away(self) -> None:
        """A file that is not ours, or damaged: all of it can be made anew."""
        self.close()
        with suppress(OSError, sqlite3.DatabaseError):
            make_room(Path(self._file), "tables")
            self._conn = patiently(lambda: open_file(self._file))


def _is_here(version: str) -> bool:
    try:
        return version == version_of(find(version.partition(" ")[0]))
    except Refused:
        return False


def version_of(system: System) -> str:
    """Of a rule system that is somebody else's, with its id; "" of ours."""
    return f"{system.id} {system.version}" if foreign(system.id) else ""
