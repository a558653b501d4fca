"""What is asked of the record of campaigns, in SQL. c is a campaign's key in the tables of its index."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from campaign.campaigns.answers import CampaignLine, Change, Page, Query, Tally
from campaign.ledger.events import CONFIDED
from campaign.rules.refused import Refused
from events.codec import tag_of

LONGEST_WHY = 10_000
"""Steps of a fact that are told at the most."""

WHOLE = "whole"
"""The part of an event that is told in full only to whom nothing is kept from; of one that all are told alike it is
""."""

_CONFIDED = tuple(map(tag_of, CONFIDED))
_COLUMNS = "l.seq, l.idx, l.date, l.kind, l.text, l.player, l.role, l.at, l.battle, l.quiet"


def part_of(viewer: str) -> str:
    """The part of an event that a viewer is told from whom something is kept."""
    return f"for {viewer}"


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


def search(
    conn: sqlite3.Connection,
    c: int,
    query: Query,
    viewer: str,
    secret: bool,
    told: Collection[str] | None = None,
) -> Page:
    """A page of the record. secret: lines of other sides than the viewer's are left out. told: battles about which
    nothing is confided any more; None for whoever is told everything. Raises Refused."""
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
    where.append("+l.part IN ('', ?)")
    values_any.append(part_of(viewer) if secret else WHOLE)
    if secret:
        where.append("l.side IN ('', ?)")
        values_any.append(viewer)
    if told is not None:
        kinds, battles = (", ".join("?" * len(some)) for some in (_CONFIDED, told))
        where.append(f"(l.kind NOT IN ({kinds}) OR (l.side = ? AND l.side <> '') OR l.battle IN ({battles}))")
        values_any += [*_CONFIDED, viewer, *told]
    order = "DESC" if query.newest_first else "ASC"
    rows = conn.execute(
        f"{hits} SELECT {_COLUMNS} FROM {source} WHERE {' AND '.join(where)}"
        f" ORDER BY {order_by} {order} LIMIT ? OFFSET ?",
        (*values_any, query.limit + 1, query.offset),
    ).fetchall()
    return Page(tuple(_line(row) for row in rows[: query.limit]), len(rows) > query.limit)


def why(conn: sqlite3.Connection, c: int, id: str, field: str, viewer: str, secret: bool) -> list[Change]:
    """The events that made a fact what it is, oldest first. field: `stores` means all stores; "": every fact. secret:
    what happened to it in the hands of other sides than the viewer's is left out."""
    where, values = " AND l.part IN ('', ?)", [part_of(viewer) if secret else WHOLE]
    if secret:
        where, values = f"{where} AND l.side IN ('', ?)", [*values, viewer]
    if field:
        where += " AND (h.field = ? OR h.field LIKE ? ESCAPE '\\')"
        values += [field, field.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + ".%"]
    rows = conn.execute(
        f"SELECT {_COLUMNS}, h.field, h.was, h.became FROM changes h JOIN lines l ON l.c = h.c AND l.line = h.line"
        f" WHERE h.c = ? AND h.subject = ?{where} AND l.withdrawn = 0 ORDER BY h.line, h.field LIMIT ?",
        (c, id, *values, LONGEST_WHY),
    ).fetchall()
    decode = msgspec.json.decode
    return [Change(_line(row), row[-3], decode(row[-2]), decode(row[-1])) for row in rows]


def of_kinds(conn: sqlite3.Connection, c: int, kinds: Sequence[str]) -> list[CampaignLine]:
    """Everything of some kinds that was not taken back, oldest first."""
    marks = ", ".join("?" * len(kinds))
    rows = conn.execute(
        f"SELECT {_COLUMNS} FROM lines l WHERE l.c = ? AND l.kind IN ({marks}) AND l.withdrawn = 0 ORDER BY l.line",
        (c, *kinds),
    )
    return [_line(row) for row in rows]


def fates(conn: sqlite3.Connection, c: int, asset: str) -> list[tuple[int, str, str, str, int]]:
    """What became of a machine, in order: the entry, the kind of event, and what it was counted as, for which side, how
    often (0: not at all)."""
    return conn.execute(
        "SELECT l.seq, l.kind, t.what, t.side, coalesce(t.n, 0) FROM changes h"
        " JOIN lines l ON l.c = h.c AND l.line = h.line LEFT JOIN tallies t ON t.c = h.c AND t.line = h.line"
        " WHERE h.c = ? AND h.subject = ? AND h.field = 'status' ORDER BY h.line, t.rowid",
        (c, asset),
    ).fetchall()


def sides(conn: sqlite3.Connection, c: int, after: int) -> dict[tuple[int, int], str]:
    """Whom alone each event after an entry concerned when it happened, by seq and place; "" for everybody."""
    rows = conn.execute("SELECT seq, idx, side FROM lines WHERE c = ? AND seq > ?", (c, after))
    return {(seq, index): side for seq, index, side in rows}


def evening(conn: sqlite3.Connection, c: int, date: str) -> tuple[int, int | None]:
    """The last entry that reaches into a date, and how many of its events happened by that evening; None if all did.
    Raises Refused."""
    row = conn.execute(
        "SELECT line, seq, idx FROM lines WHERE c = ? AND withdrawn = 0 AND date <= ? ORDER BY line DESC LIMIT 1",
        (c, date),
    ).fetchone()
    if row is None:
        raise Refused(f"The campaign had not begun on {date}.", where="$.date")
    line, seq, index = row
    after = conn.execute("SELECT seq FROM lines WHERE c = ? AND line = ?", (c, line + 1)).fetchone()
    return seq, index + 1 if after is not None and after[0] == seq else None


def statistics(conn: sqlite3.Connection, c: int, until: str) -> list[Tally]:
    """Running totals by date, side and what was counted."""
    rows = conn.execute(
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


def content(conn: sqlite3.Connection, c: int) -> Iterator[tuple[Any, ...]]:
    """Everything about a campaign, in a fixed order: two read models that are equal answer alike."""
    for table in ("lines", "subjects", "changes", "tallies"):
        columns = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[1] != "c"]
        names = ", ".join(columns)
        for row in conn.execute(f"SELECT {names} FROM {table} WHERE c = ? ORDER BY {names}", (c,)):
            yield table, *row
    words = "SELECT rowid FROM lines_fts WHERE lines_fts MATCH 'the' ORDER BY rowid"
    yield "fts", len(conn.execute(words).fetchall())
