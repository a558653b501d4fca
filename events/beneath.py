"""What a fork rests on: entries of the diaries that it was forked from.

They have numbers, too, of 0 and below: 0 is the entry that the fork starts from, and from there they are counted back,
through its origin, then through that one's. A fork may go back behind its first entry: its rewind is then of parent 0
and names the entry of an origin whose state it returns to (`Rewind.of`, `Rewind.at`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from events.bounds import MOST_FORKS
from events.decoding import json_decoder
from events.errors import Damaged, NoSuchEntry
from events.store import Origin, Store

Why = Literal["undo", "redo", "jump"]


class Rewind(Struct, frozen=True, omit_defaults=True, tag="rewind", tag_field="kind"):
    """The action of a rewind. to: the entry whose state it returns to, its parent. of, at: of a fork that goes back
    behind its first entry, the entry of an origin whose state it returns to; `to` is 0 then."""

    to: int
    why: Why
    of: str = ""
    at: int = 0


class _Asked(Struct):
    action: Rewind


_asked = json_decoder(_Asked).decode


def rewind_of(body: bytes) -> Rewind:
    """The action of an entry that is a rewind. Raises msgspec.DecodeError for another."""
    return _asked(body).action


class Place(NamedTuple):
    """An entry of a diary that a fork rests on, or of the fork itself."""

    diary: str
    seq: int


def origins(store: Store, diary: str) -> Iterator[Origin]:
    """Where a diary was forked from, then where that was, and so on to the one that is no fork; each is looked up when
    it is asked for. Raises NoSuchDiary."""
    while (origin := store.info(diary).origin) is not None:
        yield origin
        diary = origin.diary


class Under(NamedTuple):
    """Of a diary that a fork rests on. last: its newest entry that it rests on. below: how much greater the seqs of its
    entries are than their numbers."""

    last: int
    below: int


def under(store: Store, diary: str) -> dict[str, Under]:
    """Each diary that a fork rests on. Raises NoSuchDiary."""
    found: dict[str, Under] = {}
    below = 0
    for origin in islice(origins(store, diary), MOST_FORKS + 1):
        below += origin.seq
        found.setdefault(origin.diary, Under(origin.seq, below))
    return found


def number_of(under: Mapping[str, Under], there: Place) -> int:
    """The number that a fork has for an entry of a diary that it rests on. Raises NoSuchEntry for another one."""
    found = under.get(there.diary)
    if found is None or not 1 <= there.seq <= found.last:
        raise NoSuchEntry(there.diary, there.seq, 0)
    return there.seq - found.below


def led_to(store: Store, diary: str, seq: int) -> int:
    """The number of the entry to which a rewind of parent 0 leads. Raises Damaged if there is none."""
    try:
        asked = rewind_of(store.entry(diary, seq).body)
        return number_of(under(store, diary), Place(asked.of, asked.at)) if asked.of else 0
    except (msgspec.DecodeError, NoSuchEntry) as error:
        raise Damaged(diary, seq, "it goes back to an entry that the diary does not rest on") from error
