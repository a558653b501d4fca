"""Whether a table is unknown to others, as its first entry says for ever: read without its rules."""

from __future__ import annotations

import msgspec

from events.decoding import json_decoder
from events.errors import Damaged
from events.store import Store


class _Rules(msgspec.Struct):
    look: str = "members"


class _Event(msgspec.Struct):
    kind: str
    study: str = ""
    rules: _Rules | None = None


class _Body(msgspec.Struct):
    events: list[_Event]


_body = json_decoder(_Body).decode


def is_private(store: Store, name: str) -> bool:
    """Of a diary that has a first entry. Raises Damaged where that cannot be read, NoSuchDiary, NoSuchEntry."""
    try:
        first = _body(store.entry(name, 1).body).events[0]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, IndexError):
        raise Damaged(name, 1, "nobody can say who may look on") from None
    return bool(first.study) or (first.rules is not None and first.rules.look == "invited")
