"""The record of campaigns as a read model: every event as a line that can be searched, and every change of a fact.

It lives in a file of its own, follows the diaries, and may be dropped at any time: built anew it comes out equal.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.record import search
from campaign.campaigns.record.facts import differences, facts
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.ledger.subjects import changed, own_muster, side_of_event, subjects
from campaign.ledger.tallies import tally
from campaign.ledger.words import describe, is_quiet
from campaign.library.made_anew import make_room
from campaign.shared.progress import tell
from events.codec import Unknown, tag_of
from events.entry import Entry, Head, decode_body
from events.errors import NotWritten, fitting
from events.files import make_private
from events.lineage import between
from events.sqlite.waiting import is_busy, patiently

T = TypeVar("T")
VERSION = 5
"""Of the tables and of what stands in them: another one is built anew."""
ALL = -(2**62)
"""Before any entry: those that a fork rests on have a seq of 0 and below."""
PUT = "Put into the record"
"""What is told of it while it takes long."""
BATCH = 20_000
"""Lines written at once."""

_TABLES = """
CREATE TABLE marks (c INTEGER PRIMARY KEY, campaign TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, seal BLOB NOT NULL,
    line INTEGER NOT NULL) STRICT;
CREATE TABLE lines (c INTEGER NOT NULL, line INTEGER NOT NULL, seq INTEGER NOT NULL, idx INTEGER NOT NULL,
    date TEXT NOT NULL, at TEXT NOT NULL, player TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL,
    quiet INTEGER NOT NULL, side TEXT NOT NULL, battle TEXT NOT NULL, withdrawn INTEGER NOT NULL, part TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (c, line)) STRICT;
CREATE TABLE subjects (c INTEGER NOT NULL, subject TEXT NOT NULL, line INTEGER NOT NULL,
    PRIMARY KEY (c, subject, line)) STRICT, WITHOUT ROWID;
CREATE TABLE changes (c INTEGER NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL, line INTEGER NOT NULL,
    was TEXT NOT NULL, became TEXT NOT NULL, PRIMARY KEY (c, subject, field, line)) STRICT, WITHOUT ROWID;
CREATE TABLE tallies (c INTEGER NOT NULL, line INTEGER NOT NULL, what TEXT NOT NULL, side TEXT NOT NULL,
    n INTEGER NOT NULL) STRICT
"""
_INDEXES = (
    "CREATE INDEX lines_kind ON lines (c, kind, line, date, withdrawn, side)",
    "CREATE INDEX lines_battle ON lines (c, battle, line) WHERE battle <> ''",
    "CREATE INDEX lines_seq ON lines (c, seq)",
    "CREATE INDEX lines_date ON lines (c, date, line)",
    "CREATE INDEX lines_loud ON lines (c, line) WHERE quiet = 0",
    "CREATE INDEX tallies_line ON tallies (c, line)",
)


_REPAIRED = tag_of(e.RepairFinished)


class _Mark(NamedTuple):
    """How far a campaign was taken in. c: its key in the tables. line: the last one."""

    c: int
    seq: int
    seal: bytes
    line: int


class Held(NamedTuple):
    """A campaign in the index, held at one entry while it is asked: head, and the state at it. c: its key."""

    conn: sqlite3.Connection
    c: int
    head: Head
    state: Campaign


class _Made(NamedTuple):
    lines: list[tuple[Any, ...]]
    subjects: list[tuple[Any, ...]]
    changes: list[tuple[Any, ...]]
    tallies: list[tuple[Any, ...]]


class RecordIndex:
    """The read model in one file. file: its path, or ":memory:". Safe for threads and processes: threads take turns at
    one connection; who holds it may wait for a diary's lock, and nobody who has that asks for this."""

    def __init__(self, file: Path | str) -> None:
        self.file = str(file)
        self._conn: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    def close(self) -> None:
        with self._lock:
            if self._conn is not None:
                self._conn.close()
                self._conn = None

    def drop(self) -> None:
        """Empty it; the next question builds it anew. The file stays: other processes may use it."""
        with self._lock:
            try:
                self.conn.execute("BEGIN IMMEDIATE")
                try:
                    self.conn.execute("INSERT INTO lines_fts (lines_fts) VALUES ('delete-all')")
                    for table in ("lines", "subjects", "changes", "tallies", "marks"):
                        self.conn.execute(f"DELETE FROM {table}")
                    self.conn.execute("COMMIT")
                except BaseException:
                    self.conn.rollback()
                    raise
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise
                self._unlink()

    def _unlink(self) -> None:
        """Of a file that is not ours, or damaged: it is only a copy. Raises NotWritten."""
        self.close()
        if self.file != ":memory:":
            try:
                make_room(Path(self.file), "marks")
            except OSError as error:
                reason = f"{Path(self.file).name} is none of this program's, and cannot be put aside ({error.strerror})"
                raise NotWritten(reason) from error

    @property
    def conn(self) -> sqlite3.Connection:
        if self._conn is None:
            try:
                self._conn = patiently(self._open)
            except sqlite3.DatabaseError as error:
                if is_busy(error):
                    raise
                self._unlink()
                self._conn = patiently(self._open)
        return self._conn

    def _open(self) -> sqlite3.Connection:
        """Raises sqlite3.DatabaseError for a file that is locked, not ours, of another version, or damaged."""
        if self.file != ":memory:":
            try:
                make_private(Path(self.file))
            except OSError as error:
                raise sqlite3.DatabaseError(str(error)) from error
        conn = sqlite3.connect(self.file, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            version = conn.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise sqlite3.DatabaseError(f"it is of version {version}")
            conn.execute("PRAGMA journal_mode=WAL")
            conn.execute("PRAGMA synchronous=OFF")
            if version == 0:
                self._make(conn)
        except BaseException:
            conn.close()
            raise
        return conn

    def _make(self, conn: sqlite3.Connection) -> None:
        from sqlite_utils import Database  # only where a file is made: front ends start faster

        conn.execute("BEGIN IMMEDIATE")
        if conn.execute("PRAGMA user_version").fetchone()[0] == 0:
            for statement in _TABLES.split(";"):
                conn.execute(statement)
            for statement in _INDEXES:
                conn.execute(statement)
            table: Any = Database(conn, execute_plugins=False)["lines"]
            table.enable_fts(["text"], tokenize="unicode61 remove_diacritics 2")
            conn.execute(f"PRAGMA user_version={VERSION}")
        conn.execute("COMMIT")

    # -- following ------------------------------------------------------------------------------------

    def follow(self, campaign: OpenCampaign) -> None:
        """Take in what is new in a campaign's diary. Raises DiaryError."""
        with self._lock:
            head = campaign.diary.head()
            mark = self._mark(campaign.name)
            if mark is not None and (mark.seq, mark.seal) == (head.seq, head.seal):
                return
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                self._take_in(campaign, self._mark(campaign.name))
                self.conn.execute("COMMIT")
            except BaseException:
                self.conn.rollback()
                raise

    def _mark(self, campaign: str) -> _Mark | None:
        row = self.conn.execute(
            "SELECT c, seq, seal, line FROM marks WHERE campaign = ?", (campaign,)
        ).fetchone()
        return None if row is None else _Mark._make(row)

    def _take_in(self, campaign: OpenCampaign, mark: _Mark | None) -> None:
        if mark is not None and not _goes_on(campaign, mark):
            self._forget(mark.c)
            mark = None
        if mark is None:
            self.conn.execute(
                "INSERT INTO marks (campaign, seq, seal, line) VALUES (?, 0, x'', 0)", (campaign.name,)
            )
            mark = self._mark(campaign.name)
            assert mark is not None
        self._lines(campaign, mark.c, mark.seq, mark.line)

    def _forget(self, c: int) -> None:
        conn = self.conn
        conn.execute(
            "INSERT INTO lines_fts (lines_fts, rowid, text) SELECT 'delete', rowid, text FROM lines WHERE c = ?",
            (c,),
        )
        for table in ("lines", "subjects", "changes", "tallies", "marks"):
            conn.execute(f"DELETE FROM {table} WHERE c = ?", (c,))

    def _lines(self, campaign: OpenCampaign, c: int, after: int, line: int) -> None:
        made = _Made([], [], [], [])
        for entry, seq, state in () if after else _before_the_fork(campaign):
            line = self._entry(made, c, line, entry, seq, state, campaign)
        state: Campaign | None = None  # read only where something happens: a rewind costs what it takes back
        at, rewound, last = after, False, None
        newest, long = campaign.diary.head().seq, False
        for entry in campaign.store.entries(campaign.name, after):
            if entry.parent != at:
                state, rewound = None, True
            if state is not None or _happens(campaign, entry):
                state = campaign.diary.before(entry) if state is None else state
                line = self._entry(made, c, line, entry, entry.seq, state, campaign)
            at, last = entry.seq, entry
            if len(made.lines) >= BATCH:
                self._write(made)
                long = True
                tell(PUT, entry.seq - after, newest - after + 1)
        self._write(made)
        if last is None:
            return
        if long:
            tell(PUT, newest - after + 1, newest - after + 1)
        self.conn.execute(
            "UPDATE marks SET seq = ?, seal = ?, line = ? WHERE c = ?", (last.seq, last.seal, line, c)
        )
        if rewound:
            self._withdraw(campaign, c, after, last.seq)

    def _entry(
        self, made: _Made, c: int, line: int, entry: Entry, seq: int, state: Campaign, campaign: OpenCampaign
    ) -> int:
        """The lines of one entry, state folded along. Answers with the number of the last line."""
        reducer = campaign.diary.reducer
        with fitting(entry.diary, entry.seq, "it cannot be put into the record"):
            body = decode_body(entry.body)
            for index, found in enumerate(reducer.codec.events(entry.body)):
                if isinstance(found, Unknown):
                    continue
                event: Any = found
                line += 1
                line = self._one(made, c, line, seq, body, index, event, state, campaign)
        return line

    def _one(
        self, made: _Made, c: int, line: int, seq: int, body: Any, index: int, event: Any, state: Campaign,
        campaign: OpenCampaign,
    ) -> int:  # fmt: skip
        """The line of an event; of one that not everybody is told in full, behind it one for each that may ask."""
        watched = changed(event)
        if isinstance(event, e.BattleCancelled):
            watched = [one.id for one in state.battles[event.battle].muster]
        before = [facts(state, id) for id in watched]
        first = before[0] if before else None
        campaign.diary.reducer.fold(state, (event,))
        counts = tally(state, event, first, partial(self._counted, made, c, seq, campaign))
        mark = len(made.changes)
        for id, was in zip(watched, before, strict=True):
            for field, old, new in differences(was, state, id):
                made.changes.append((c, id, field, line, old.decode(), new.decode()))
        author = body.author
        row = (
            seq, index, state.date, body.time, author.player, author.role, kind_of(event),
            int(is_quiet(event)), side_of_event(state, event), getattr(event, "battle", ""), 0,
        )  # fmt: skip
        parted = isinstance(event, e.BattleStarted)
        made.lines.append((c, line, *row, search.WHOLE if parted else "", describe(state, event)))
        made.subjects.extend((c, id, line) for id in subjects(event))
        made.tallies.extend((c, line, what, side, n) for what, side, n in counts)
        if parted:
            changes = made.changes[mark:]
            for viewer in (*state.sides, ""):
                line += 1
                own = own_muster(state, event, viewer)
                ids = {one.id for one in own}
                made.lines.append((c, line, *row, search.part_of(viewer), describe(state, event, viewer)))
                made.subjects.extend((c, id, line) for id in subjects(replace(event, muster=own)))
                made.changes.extend((*one[:3], line, *one[4:]) for one in changes if one[1] in ids)
        return line

    def _write(self, made: _Made) -> None:
        conn = self.conn
        if not made.lines:
            return
        first = (conn.execute("SELECT max(rowid) FROM lines").fetchone()[0] or 0) + 1
        rows = [(first + i, *row) for i, row in enumerate(made.lines)]
        conn.executemany(
            "INSERT INTO lines (rowid, c, line, seq, idx, date, at, player, role, kind, quiet, side, battle, withdrawn,"
            f" part, text) VALUES ({', '.join('?' * 16)})",
            rows,
        )
        conn.executemany(
            "INSERT INTO lines_fts (rowid, text) VALUES (?, ?)", [(row[0], row[-1]) for row in rows]
        )
        conn.executemany("INSERT OR IGNORE INTO subjects VALUES (?, ?, ?)", made.subjects)
        conn.executemany("INSERT OR REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)", made.changes)
        conn.executemany("INSERT INTO tallies VALUES (?, ?, ?, ?, ?)", made.tallies)
        for some in made:
            some.clear()

    def _counted(self, made: _Made, c: int, seq: int, campaign: OpenCampaign, asset: str) -> dict[str, str]:
        """What a machine was counted as on the way to an entry, since it was last repaired → for which side. made:
        what is not written yet, and is now."""
        self._write(made)
        line = campaign.diary.lineage(seq) if seq > 0 else []
        base = campaign.diary.base(seq)
        found: dict[str, str] = {}
        for at, kind, what, side, n in search.fates(self.conn, c, asset):
            if not (at <= base or any(low <= at <= high for low, high in line)):
                continue
            if kind == _REPAIRED:
                found.clear()
            elif n > 0:
                found[what] = side
            elif n:
                found.pop(what, None)
        return found

    def _withdraw(self, campaign: OpenCampaign, c: int, after: int, head: int) -> None:
        """Mark the lines of entries that came off the way to the newest state, or onto it again, since an entry."""
        diary = campaign.diary
        on = diary.lineage_beyond(head, after)
        off = [*diary.lineage_beyond(after, head), *between(after, head, on)]
        was, base = diary.base(after), diary.base(head)  # beneath a fork the way is one line
        off.append((base + 1, was))
        on.append((was + 1, base))
        for withdrawn, some in ((1, off), (0, on)):
            self.conn.executemany(
                "UPDATE lines SET withdrawn = ? WHERE c = ? AND seq BETWEEN ? AND ?",
                [(withdrawn, c, low, high) for low, high in some],
            )

    # -- asking ---------------------------------------------------------------------------------------

    def held(self, campaign: OpenCampaign, ask: Callable[[Held], T]) -> T:
        """What is answered of the campaign as far as it is taken in, which is as far as it goes: nothing of it is of
        another entry, whoever appends or takes in more meanwhile. A file that shows to be damaged is made anew, once.
        Raises DiaryError, and what asking raises."""
        with self._lock, _told(self.file):
            try:
                return self._held(campaign, ask)
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                self._unlink()
                return self._held(campaign, ask)

    def _held(self, campaign: OpenCampaign, ask: Callable[[Held], T]) -> T:
        try:
            mark: _Mark | None = None
            while mark is None:  # another process may have emptied it just now
                self.conn.rollback()
                self.follow(campaign)
                self.conn.execute("BEGIN")
                mark = self._mark(campaign.name)
            head, state = campaign.diary.current()
            if head.seq > mark.seq:
                head, state = Head(mark.seq, mark.seal), campaign.diary.state_at(mark.seq)
            return ask(Held(self.conn, mark.c, head, state))
        finally:
            if self._conn is not None:
                self._conn.rollback()

    def sides(self, campaign: OpenCampaign, after: int) -> dict[tuple[int, int], str]:
        """Whom alone each event after an entry concerned when it happened, by seq and place in its entry; "" for
        everybody."""
        return self.held(campaign, lambda at: search.sides(at.conn, at.c, after))

    def content(self, campaign: OpenCampaign) -> list[tuple[Any, ...]]:
        """Everything about a campaign, in a fixed order: two read models that are equal answer alike."""
        return self.held(campaign, lambda at: list(search.content(at.conn, at.c)))


@contextmanager
def _told(file: str) -> Generator[None, None, None]:
    """What SQLite cannot do is said in a sentence. Raises NotWritten."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise NotWritten(
            f"the record of campaigns in {Path(file).name} cannot be used now ({error})"
        ) from error


def _happens(campaign: OpenCampaign, entry: Entry) -> bool:
    with fitting(entry.diary, entry.seq, "it cannot be put into the record"):
        return bool(campaign.diary.reducer.codec.events(entry.body))


def _goes_on(campaign: OpenCampaign, mark: _Mark) -> bool:
    """Whether the diary goes on from what was taken in."""
    return mark.seq <= campaign.diary.head().seq and (
        not mark.seq or campaign.store.entry(campaign.name, mark.seq).seal == mark.seal
    )


def _before_the_fork(campaign: OpenCampaign) -> Iterator[tuple[Entry, int, Campaign]]:
    """What a fork rests on: entries of the campaigns that it comes from, with a seq of 0 and below, and the state that
    is folded along."""
    diary, state = campaign.diary, campaign.diary.reducer.initial()
    for name, low, high in diary.way(0):
        for entry in campaign.store.entries(name, low - 1, high):
            yield entry, diary.number(entry), state


def kind_of(event: Any) -> str:
    """The stable word of an event."""
    return tag_of(event.__class__)
