"""The difference between two states, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

import msgspec

Part = str | int
Path = tuple[Part, ...]


class Missing:
    """Stands for what is not there on one side: `None` may be a value."""

    def __repr__(self) -> str:
        return "(nothing)"


MISSING = Missing()


class Change(NamedTuple):
    """One value that differs. path: keys and positions from the top; objects in a list by their id."""

    path: Path
    before: Any
    after: Any


def difference(before: Any, after: Any) -> list[Change]:
    """What differs between two states, in order of the paths. Objects in lists are matched by their `id`."""
    return list(_walk((), msgspec.to_builtins(before), msgspec.to_builtins(after)))


def _walk(path: Path, before: Any, after: Any) -> Iterator[Change]:
    alike = type(before) is type(after)
    if isinstance(before, dict) and isinstance(after, dict):
        old, new = cast("dict[Part, Any]", before), cast("dict[Part, Any]", after)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        old, new = _matched(cast("Sequence[Any]", before), cast("Sequence[Any]", after))
    else:
        if before != after or not alike:
            yield Change(path, before, after)
        return
    kept = [key for key in old if key in new]
    if kept != (now := [key for key in new if key in old]) and isinstance(before, list | tuple):
        yield Change((*path, "order"), kept, now)
    for key in sorted(old.keys() | new.keys(), key=_order):
        if key not in new:
            yield Change((*path, key), old[key], MISSING)
        elif key not in old:
            yield Change((*path, key), MISSING, new[key])
        else:
            yield from _walk((*path, key), old[key], new[key])


def _matched(before: Sequence[Any], after: Sequence[Any]) -> tuple[dict[Part, Any], dict[Part, Any]]:
    """Two lists by the ids of their objects, or else by position."""
    if _has_ids(before) and _has_ids(after):
        return {one["id"]: one for one in before}, {one["id"]: one for one in after}
    return dict[Part, Any](enumerate(before)), dict[Part, Any](enumerate(after))


def _has_ids(items: Sequence[Any]) -> bool:
    """Whether these are objects that their ids tell apart."""
    ids = [cast("dict[str, Any]", item).get("id") if isinstance(item, dict) else None for item in items]
    return all(isinstance(one, (str, int)) for one in ids) and len(set(ids)) == len(ids)


def _order(key: Part) -> tuple[bool, Part]:
    return (isinstance(key, str), key)
