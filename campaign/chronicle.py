"""The record of campaigns as a read model: every event as a line that can be searched, and every change of a fact.

It lives in a file of its own, follows the diaries, and may be dropped at any time: built anew it comes out equal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from campaign.campaign_answers import CampaignLine
from campaign.campaign_desk import CampaignDesk
from campaign.ledger import events as e
from campaign.ledger.state import Campaign, Depot, subject
from campaign.ledger.subjects import changed, side_of_event, subjects
from campaign.ledger.tallies import tally
from campaign.ledger.words import is_quiet, tell
from campaign.rules.refused import Refused
from events.codec import Unknown, tag_of
from events.entry import Entry, decode_body

VERSION = 1
"""Of the tables and of what stands in them: another one is built anew."""
BATCH = 20_000
"""Lines written at once."""

_TABLES = """
CREATE TABLE marks (c INTEGER PRIMARY KEY, campaign TEXT NOT NULL UNIQUE, seq INTEGER NOT NULL, seal BLOB NOT NULL,
    line INTEGER NOT NULL) STRICT;
CREATE TABLE lines (c INTEGER NOT NULL, line INTEGER NOT NULL, seq INTEGER NOT NULL, idx INTEGER NOT NULL,
    date TEXT NOT NULL, at TEXT NOT NULL, player TEXT NOT NULL, role TEXT NOT NULL, kind TEXT NOT NULL,
    quiet INTEGER NOT NULL, side TEXT NOT NULL, battle TEXT NOT NULL, withdrawn INTEGER NOT NULL, text TEXT NOT NULL,
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


class Query(Struct, frozen=True, omit_defaults=True):
    """What of the record is asked for; everything that is named must hold.

    subject: id of a person, asset, formation, depot, pool, battle or scenario. actor: a player's id. words: as they
    stand in the lines. after, until: dates, both included. everything: quiet lines and withdrawn ones too.
    """

    subject: str = ""
    battle: str = ""
    actor: str = ""
    kind: str = ""
    words: str = ""
    after: str = ""
    until: str = ""
    everything: bool = False
    newest_first: bool = False
    limit: int = 100
    offset: int = 0


class Page(Struct, frozen=True):
    """A page of the record. more: there are further lines."""

    lines: tuple[CampaignLine, ...]
    more: bool


class Change(Struct, frozen=True):
    """One step in how a fact came about. was, became: as data; None is the default."""

    line: CampaignLine
    field: str
    was: Any
    became: Any


class Tally(Struct, frozen=True):
    """A number of the statistics: what, of which side, up to and including a date."""

    date: str
    what: str
    side: str
    n: int


class _Made(NamedTuple):
    lines: list[tuple[Any, ...]]
    subjects: list[tuple[Any, ...]]
    changes: list[tuple[Any, ...]]
    tallies: list[tuple[Any, ...]]


_json = msgspec.json.Encoder().encode


class Chronicle:
    """The read model in one file. file: its path, or ":memory:"."""

    def __init__(self, file: Path | str) -> None:
        self.file = str(file)
        self._conn: sqlite3.Connection | None = None

    def close(self) -> None:
        if self._conn is not None:
            self._conn.close()
            self._conn = None

    def drop(self) -> None:
        """Throw it away; the next question builds it anew."""
        self.close()
        if self.file != ":memory:":
            for end in ("", "-wal", "-shm"):
                Path(self.file + end).unlink(missing_ok=True)

    @property
    def conn(self) -> sqlite3.Connection:
        if self._conn is None:
            self._conn = self._open()
        return self._conn

    def _open(self) -> sqlite3.Connection:
        conn = sqlite3.connect(self.file, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            version = conn.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.DatabaseError:  # not ours, or damaged: it is only a copy
            conn.close()
            self.drop()
            conn = sqlite3.connect(self.file, isolation_level=None, timeout=30, check_same_thread=False)
            version = 0
        if version not in (0, VERSION):
            conn.close()
            self.drop()
            return self._open()
        conn.execute("PRAGMA journal_mode=WAL")
        conn.execute("PRAGMA synchronous=OFF")
        if version == 0:
            self._make(conn)
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

    def follow(self, desk: CampaignDesk) -> int:
        """Take in what is new in a campaign's diary; answers with its key in the tables. Raises DiaryError."""
        head = desk.diary.head()
        row = self.conn.execute(
            "SELECT c, seq, seal, line FROM marks WHERE campaign = ?", (desk.name,)
        ).fetchone()
        if row is not None and (row[1], row[2]) == (head.seq, head.seal):
            return row[0]
        if row is not None and not self._still(desk, row[1], row[2]):
            self._forget(row[0], desk.name)
            row = None
        return self._take_in(desk, row)

    def _still(self, desk: CampaignDesk, seq: int, seal: bytes) -> bool:
        """Whether the diary goes on from what was taken in."""
        return seq <= desk.diary.head().seq and desk.store.entry(desk.name, seq).seal == seal

    def _forget(self, c: int, campaign: str) -> None:
        conn = self.conn
        conn.execute("BEGIN IMMEDIATE")
        conn.execute(
            "INSERT INTO lines_fts (lines_fts, rowid, text) SELECT 'delete', rowid, text FROM lines WHERE c = ?",
            (c,),
        )
        for table in ("lines", "subjects", "changes", "tallies", "marks"):
            conn.execute(f"DELETE FROM {table} WHERE c = ?", (c,))
        conn.execute("COMMIT")

    def _take_in(self, desk: CampaignDesk, row: tuple[int, int, bytes, int] | None) -> int:
        conn = self.conn
        conn.execute("BEGIN IMMEDIATE")
        try:
            if row is None:
                conn.execute(
                    "INSERT INTO marks (campaign, seq, seal, line) VALUES (?, 0, x'', 0)", (desk.name,)
                )
                c = conn.execute("SELECT c FROM marks WHERE campaign = ?", (desk.name,)).fetchone()[0]
                seq, line = 0, 0
            else:
                c, seq, _, line = row
            self._lines(desk, c, seq, line)
            conn.execute("COMMIT")
        except BaseException:
            conn.rollback()
            raise
        return c

    def _lines(self, desk: CampaignDesk, c: int, after: int, line: int) -> None:
        made = _Made([], [], [], [])
        for entry, seq, state in () if after else _before_the_fork(desk):
            line = self._entry(made, c, line, entry, seq, state, desk)
        state, at = desk.diary.state_at(after), after
        rewound, last = False, None
        for entry in desk.store.entries(desk.name, after):
            if entry.parent != at:
                state, rewound = desk.diary.state_at(entry.parent), True
            line = self._entry(made, c, line, entry, entry.seq, state, desk)
            at, last = entry.seq, entry
            if len(made.lines) >= BATCH:
                self._write(made)
                made = _Made([], [], [], [])
        self._write(made)
        if last is None:
            return
        self.conn.execute(
            "UPDATE marks SET seq = ?, seal = ?, line = ? WHERE c = ?", (last.seq, last.seal, line, c)
        )
        if rewound:
            self._withdraw(desk, c, last.seq)

    def _entry(
        self, made: _Made, c: int, line: int, entry: Entry, seq: int, state: Campaign, desk: CampaignDesk
    ) -> int:
        """The lines of one entry, state folded along. Answers with the number of the last line."""
        reducer = desk.diary.reducer
        body = decode_body(entry.body)
        for index, found in enumerate(reducer.codec.events(entry.body)):
            if isinstance(found, Unknown):
                continue
            event: Any = found
            line += 1
            self._one(made, c, line, seq, body, index, event, state, reducer)
        return line

    def _one(
        self, made: _Made, c: int, line: int, seq: int, body: Any, index: int, event: Any, state: Campaign,
        reducer: Any,
    ) -> None:  # fmt: skip
        watched = changed(event)
        if isinstance(event, e.BattleCancelled):
            watched = [one.id for one in state.battles[event.battle].muster]
        before = [facts(state, id) for id in watched]
        reducer.fold(state, (event,))
        for id, was in zip(watched, before, strict=True):
            for field, old, new in differences(was, facts(state, id)):
                made.changes.append((c, id, field, line, old.decode(), new.decode()))
        author = body.author
        made.lines.append(
            (
                c, line, seq, index, state.date, body.at, author.player, author.role, kind_of(event),
                int(is_quiet(event)), side_of_event(state, event), getattr(event, "battle", ""), 0, tell(state, event),
            )
        )  # fmt: skip
        made.subjects.extend((c, id, line) for id in subjects(event))
        made.tallies.extend((c, line, what, side, n) for what, side, n in tally(state, event))

    def _write(self, made: _Made) -> None:
        conn = self.conn
        if not made.lines:
            return
        first = (conn.execute("SELECT max(rowid) FROM lines").fetchone()[0] or 0) + 1
        rows = [(first + i, *row) for i, row in enumerate(made.lines)]
        conn.executemany(
            "INSERT INTO lines (rowid, c, line, seq, idx, date, at, player, role, kind, quiet, side, battle, withdrawn,"
            f" text) VALUES ({', '.join('?' * 15)})",
            rows,
        )
        conn.executemany(
            "INSERT INTO lines_fts (rowid, text) VALUES (?, ?)", [(row[0], row[-1]) for row in rows]
        )
        conn.executemany("INSERT OR IGNORE INTO subjects VALUES (?, ?, ?)", made.subjects)
        conn.executemany("INSERT OR REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)", made.changes)
        conn.executemany("INSERT INTO tallies VALUES (?, ?, ?, ?, ?)", made.tallies)

    def _withdraw(self, desk: CampaignDesk, c: int, head: int) -> None:
        """Mark the lines of entries that are not on the way to the newest state."""
        self.conn.execute("UPDATE lines SET withdrawn = 1 WHERE c = ? AND seq > 0 AND withdrawn = 0", (c,))
        for low, high in desk.diary.lineage(head):
            self.conn.execute(
                "UPDATE lines SET withdrawn = 0 WHERE c = ? AND seq BETWEEN ? AND ?", (c, low, high)
            )

    # -- asking ---------------------------------------------------------------------------------------

    def search(self, desk: CampaignDesk, query: Query, viewer: str, secret: bool) -> Page:
        """A page of the record. secret: lines of other sides than the viewer's are left out. Raises Refused."""
        c = self.follow(desk)
        where = ["s.c = ?" if query.subject else "l.c = ?"]
        source, order_by, hits = "lines l", "l.line", ""
        values_any: list[Any] = [c]
        if query.subject:
            # The subject's lines are few: they come first, in their order, whatever the planner thinks.
            source, order_by = "subjects s CROSS JOIN lines l ON l.c = s.c AND l.line = s.line", "s.line"
            where.append("s.subject = ?")
            values_any.append(query.subject)
        if query.words:
            # Found once: without MATERIALIZED the index of words may be asked anew for every line.
            hits = "WITH hits AS MATERIALIZED (SELECT rowid AS r FROM lines_fts WHERE lines_fts MATCH ?)"
            where.append("+l.rowid IN (SELECT r FROM hits)")
            values_any.insert(0, _match(query.words))
        for column, value in (("battle", query.battle), ("player", query.actor), ("kind", query.kind)):
            if value:
                where.append(f"l.{column} = ? AND l.{column} <> ''")
                values_any.append(value)
        date = "+l.date" if query.subject or query.battle or query.kind else "l.date"  # +: by the other index
        if query.after:
            where.append(f"{date} >= ?")
            values_any.append(query.after)
        if query.until:
            where.append(f"{date} <= ?")
            values_any.append(query.until)
        if not query.everything:
            where.append("l.withdrawn = 0")
            if not query.kind:
                where.append("l.quiet = 0")
        if secret:
            where.append("l.side IN ('', ?)")
            values_any.append(viewer)
        order = "DESC" if query.newest_first else "ASC"
        rows = self.conn.execute(
            f"{hits} SELECT {_COLUMNS} FROM {source} WHERE {' AND '.join(where)}"
            f" ORDER BY {order_by} {order} LIMIT ? OFFSET ?",
            (*values_any, query.limit + 1, query.offset),
        ).fetchall()
        return Page(tuple(_line(row) for row in rows[: query.limit]), len(rows) > query.limit)

    def why(self, desk: CampaignDesk, id: str, field: str, limit: int = 10_000) -> list[Change]:
        """The events that made a fact what it is, oldest first. field: `stores` means all stores; "": every fact."""
        c = self.follow(desk)
        where, values = "", list[Any]()
        if field:
            where = " AND (h.field = ? OR h.field LIKE ? ESCAPE '\\')"
            values = [field, field.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + ".%"]
        rows = self.conn.execute(
            f"SELECT {_COLUMNS}, h.field, h.was, h.became FROM changes h JOIN lines l ON l.c = h.c AND l.line = h.line"
            f" WHERE h.c = ? AND h.subject = ?{where} AND l.withdrawn = 0 ORDER BY h.line, h.field LIMIT ?",
            (c, id, *values, limit),
        ).fetchall()
        decode = msgspec.json.decode
        return [Change(_line(row), row[-3], decode(row[-2]), decode(row[-1])) for row in rows]

    def seq_at(self, desk: CampaignDesk, date: str) -> int:
        """The last entry of a date: the state at it is how things stood that evening. Raises Refused."""
        c = self.follow(desk)
        row = self.conn.execute(
            "SELECT max(seq) FROM lines WHERE c = ? AND withdrawn = 0 AND date <= ?", (c, date)
        ).fetchone()
        if row[0] is None:
            raise Refused(f"The campaign had not begun on {date}.", where="$.date")
        return row[0]

    def statistics(self, desk: CampaignDesk, until: str = "") -> list[Tally]:
        """Running totals by date, side and what was counted."""
        c = self.follow(desk)
        rows = self.conn.execute(
            "SELECT l.date, t.what, t.side, sum(t.n) FROM tallies t JOIN lines l ON l.c = t.c AND l.line = t.line"
            " WHERE t.c = ? AND l.withdrawn = 0 AND (? = '' OR l.date <= ?) GROUP BY t.what, t.side, l.date"
            " ORDER BY t.what, t.side, l.date",
            (c, until, until),
        ).fetchall()
        totals: dict[tuple[str, str], int] = {}
        found: list[Tally] = []
        for date, what, side, n in rows:
            totals[what, side] = totals.get((what, side), 0) + n
            found.append(Tally(date, what, side, totals[what, side]))
        return found

    def content(self, desk: CampaignDesk) -> Iterator[tuple[Any, ...]]:
        """Everything about a campaign, in a fixed order: two read models that are equal answer alike."""
        c = self.follow(desk)
        for table in ("lines", "subjects", "changes", "tallies"):
            columns = [row[1] for row in self.conn.execute(f"PRAGMA table_info({table})") if row[1] != "c"]
            names = ", ".join(columns)
            for row in self.conn.execute(f"SELECT {names} FROM {table} WHERE c = ? ORDER BY {names}", (c,)):
                yield table, *row
        words = "SELECT rowid FROM lines_fts WHERE lines_fts MATCH 'the' ORDER BY rowid"
        yield "fts", len(self.conn.execute(words).fetchall())


def _before_the_fork(desk: CampaignDesk) -> Iterator[tuple[Entry, int, Campaign]]:
    """What a fork rests on: entries of the campaigns that it comes from, with a seq of 0 and below, and the state that
    is folded along."""
    line: list[tuple[CampaignDesk, int]] = []
    origin = desk.store.info(desk.name).origin
    while origin is not None:
        older = CampaignDesk(desk.store, origin.diary, desk.world)
        line.append((older, origin.seq))
        origin = desk.store.info(origin.diary).origin
    state, below = desk.diary.reducer.initial(), sum(until for _, until in line)
    for older, until in reversed(line):
        for low, high in older.diary.lineage(until):
            for entry in desk.store.entries(older.name, low - 1, high):
                yield entry, entry.seq - below, state
        below -= until


_COLUMNS = "l.seq, l.idx, l.date, l.kind, l.text, l.player, l.role, l.at, l.battle, l.quiet"


def _line(row: Sequence[Any]) -> CampaignLine:
    seq, index, date, kind, text, player, role, at, battle, quiet = row[:10]
    return CampaignLine(seq, index, date, kind, text, player, role, at, battle, bool(quiet))


def _match(words: str) -> str:
    """Words that must all stand in a line, the last one perhaps unfinished. Raises Refused if there are none."""
    found = [one.replace('"', "") for one in words.split()]
    found = [one for one in found if any(c.isalnum() for c in one)]
    if not found:
        raise Refused("Search for words or numbers.", where="$.words")
    return " ".join(f'"{one}"' for one in found) + "*"


def kind_of(event: Any) -> str:
    """The stable word of an event."""
    return tag_of(event.__class__)


def facts(state: Campaign, id: str) -> dict[str, Any]:
    """The facts of a subject as data; those at their defaults are left out."""
    found = subject(state, id)
    if found is None:
        return {}
    value: dict[str, Any] = msgspec.to_builtins(found)
    if isinstance(found, Depot):
        value.pop("carried", None)
    return value


def differences(was: dict[str, Any], now: dict[str, Any]) -> list[tuple[str, bytes, bytes]]:
    """(field, before, after) as JSON; stores by kind."""
    found: list[tuple[str, bytes, bytes]] = []
    if was == now:
        return found
    for name in dict.fromkeys((*was, *now)):
        old, new = was.get(name), now.get(name)
        if old == new:
            continue
        if name == "stores":
            one: dict[str, Any] = old or {}
            two: dict[str, Any] = new or {}
            for item in dict.fromkeys((*one, *two)):
                if one.get(item) != two.get(item):
                    found.append((f"stores.{item}", _json(one.get(item)), _json(two.get(item))))
            continue
        found.append((name, _json(old), _json(new)))
    return found
