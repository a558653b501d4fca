"""The facts of a person, machine, depot, formation, pool or side, and how they differ before and after an event."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, cast

import msgspec

from campaign.ledger.state import Campaign, Depot, subject

_json = msgspec.json.Encoder().encode
_NOTHING = b"null"
_REQUIRED = object()
"""The default of a field that has none."""


class _Shape(NamedTuple):
    """names: of the fields. get: all their values. defaults: of each. mutable: places of those that are copied."""

    names: tuple[str, ...]
    get: Callable[[Any], tuple[Any, ...]]
    defaults: tuple[Any, ...]
    mutable: tuple[int, ...]


@cache
def _shape(cls: type[msgspec.Struct]) -> _Shape:
    some = [
        one
        for one in msgspec.structs.fields(cls)
        if not (cls is Depot and one.name == "carried")  # nobody asks why, and it changes with every load
    ]
    defaults: list[Any] = []
    for one in some:
        made: Any = _REQUIRED if one.default is msgspec.NODEFAULT else one.default
        if one.default_factory is not msgspec.NODEFAULT:
            made = cast("Callable[[], Any]", one.default_factory)()
        defaults.append(made)
    mutable = tuple(i for i, made in enumerate(defaults) if isinstance(made, list | dict))
    names = [one.name for one in some]
    return _Shape(tuple(names), attrgetter(*names), tuple(defaults), mutable)


class Facts(NamedTuple):
    """Of one subject at one moment; they stay as they are, whatever becomes of it."""

    shape: _Shape
    values: tuple[Any, ...]

    def of(self, name: str) -> Any:
        return self.values[self.shape.names.index(name)]


def facts(state: Campaign, id: str) -> Facts | None:
    """None of who is not there."""
    found = subject(state, id)
    if found is None:
        return None
    shape = _shape(found.__class__)
    values = shape.get(found)
    if shape.mutable:
        copied = list(values)
        for i in shape.mutable:
            copied[i] = copied[i].copy()
        values = tuple(copied)
    return Facts(shape, values)


def differences(was: Facts | None, state: Campaign, id: str) -> list[tuple[str, bytes, bytes]]:
    """(field, before, after) as JSON, null for what is at its default; stores by kind. state: after."""
    found = subject(state, id)
    if found is None:
        return []
    shape = _shape(found.__class__)
    now = shape.get(found)
    if was is not None and was.values == now:
        return []
    changed: list[tuple[str, bytes, bytes]] = []
    before = shape.defaults if was is None else was.values
    for name, default, old, new in zip(shape.names, shape.defaults, before, now, strict=True):
        if old == new and old is not _REQUIRED:
            continue
        if name == "stores":
            for item in dict.fromkeys((*old, *new)):
                if old.get(item) != new.get(item):
                    changed.append((f"stores.{item}", _json(old.get(item)), _json(new.get(item))))
            continue
        told = (_NOTHING if one == default or one is _REQUIRED else _json(one) for one in (old, new))
        one, two = told
        changed.append((name, one, two))
    return changed
