"""Files of one's own that hold only what differs from a shipped one, laid over it row by row.

A table is laid over the shipped one key by key, a list of rows row by row: a row that bears the same key as a shipped
one changes those of its fields that it names, one with a new key is added, one with `remove = true` goes. All other
lists and values take the place of what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, cast

from campaign.rules.file_lines import Path
from campaign.rules.refused import meant

Row: TypeAlias = Mapping[str, Any]
KEYS = ("id", "type", "class", "die", "last")
"""What rows of a chart are told apart by: the first of these that each has, and each its own."""
SET_UPS = ("scenarios/", "boards/", "rosters/", "platoons/")
"""Files whose rows are told apart by `id` alone: two rows of one type are two groups of pieces."""
REMOVE = "remove"


class OverlayError(ValueError):
    """A file that cannot be laid over another. path: where in it. allowed: what would be."""

    def __init__(self, reason: str, path: Path, allowed: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.path, self.allowed = path, tuple(allowed)


def rows_of(value: Any) -> list[Row]:
    """A list of rows; [] for what is none."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(row, Mapping) for row in cast("list[Any]", value))
    ):
        return cast("list[Row]", value)
    return []


def table_of(value: Any) -> Row:
    """A table; {} for what is none."""
    return cast("Row", value) if isinstance(value, Mapping) else {}


def list_of(value: Any) -> list[Any]:
    """A list; [] for what is none."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def key_of(rows: Sequence[Row], file: str) -> str:
    """What tells the rows of a shipped list apart; "" for a list that is replaced whole."""
    for key in KEYS[:1] if file.startswith(SET_UPS) else KEYS:
        values = [row.get(key) for row in rows]
        if all(isinstance(value, str | int) for value in values) and len(set(values)) == len(values):
            return key
    return ""


def laid_over(shipped: Row, own: Row, file: str) -> dict[str, Any]:
    """A file as it is with one's own laid over it. Raises OverlayError."""
    return _table(shipped, own, file, ())


def _table(shipped: Row, own: Row, file: str, path: Path) -> dict[str, Any]:
    found = dict(shipped)
    for name, value in own.items():
        found[name] = _value(shipped.get(name), value, file, (*path, name))
    return found


def _value(before: Any, now: Any, file: str, path: Path) -> Any:
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        return _table(cast("Row", before), cast("Row", now), file, path)
    rows, own = rows_of(before), rows_of(now)
    key = key_of(rows, file) if rows else ""
    if not key or not own:
        return now
    return _rows(rows, own, key, file, path)


def _rows(shipped: Sequence[Row], own: Sequence[Row], key: str, file: str, path: Path) -> list[Row]:
    found = {row[key]: row for row in shipped}
    seen: set[Any] = set()
    for i, row in enumerate(own):
        here = (*path, i)
        id = row.get(key)
        if not isinstance(id, str | int):
            raise OverlayError(f"Rows here are told apart by `{key}`; this one has none.", here)
        if id in seen:
            raise OverlayError(f"{id!r} is there twice.", here)
        seen.add(id)
        if REMOVE not in row:
            found[id] = _table(found.get(id, {}), row, file, here)
        elif row[REMOVE] is not True or len(row) > 2:
            allowed = [f"only `{key}` and `remove = true`"]
            raise OverlayError("A row that goes says nothing else.", here, allowed)
        elif id not in found:
            raise OverlayError(f"There is no {id!r} that could go.", here, [str(row[key]) for row in shipped])
        else:
            del found[id]
    return list(found.values())


def doubled(content: Row, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Rows whose `id` another of the same list bears already, with it."""
    for name, value in content.items():
        if isinstance(value, Mapping):
            yield from doubled(cast("Row", value), (*path, name))
        seen: set[Any] = set()
        for i, row in enumerate(rows_of(value)):
            id = row.get("id")
            if isinstance(id, str | int):
                if id in seen:
                    yield (*path, name, i), str(id)
                seen.add(id)
            yield from doubled(row, (*path, name, i))


def new_row(shipped: Row, file: str, merged: Row, path: Path) -> str:
    """A sentence on the row at a path of a file as laid over, if no row that ships is called so; else ""."""
    if len(path) < 2 or not isinstance(path[0], str) or not isinstance(path[1], int):
        return ""
    rows, now = rows_of(shipped.get(path[0])), rows_of(merged.get(path[0]))
    key = key_of(rows, file) if rows else ""
    ids = [str(row[key]) for row in rows] if key else []
    id = str(now[path[1]].get(key)) if key and path[1] < len(now) else ""
    if not key or id in ids:
        return ""
    return f" No row that ships has the {key} {id!r}, so this is a new one.{meant(id, ids)}"


def origin(shipped: Row, own: Row, file: str, merged: Row, path: Path) -> tuple[Path, bool]:
    """Where in one's own file that stands which stands at a path of the file as laid over, or the nearest to it; and
    whether one's own file says anything of it at all: else what stands there was shipped."""
    before: Any = shipped
    mine: Any = own
    here: Any = merged
    found: list[str | int] = []
    for step in path:
        if isinstance(step, str):
            if step not in table_of(mine):
                return tuple(found), any(isinstance(one, int) for one in found)
            found.append(step)
            before, mine, here = table_of(before).get(step), table_of(mine)[step], table_of(here)[step]
            continue
        rows, own_rows, now = rows_of(before), rows_of(mine), rows_of(here)
        key = key_of(rows, file) if rows else ""
        at: int | None = step
        before = None
        if key and own_rows and step < len(now):
            id = now[step].get(key)
            at = next((i for i, row in enumerate(own_rows) if row.get(key) == id), None)
            before = next((row for row in rows if row.get(key) == id), None)
        if at is None or at >= len(list_of(mine)):
            return tuple(found), False
        found.append(at)
        mine, here = list_of(mine)[at], list_of(here)[step]
    return tuple(found), True
