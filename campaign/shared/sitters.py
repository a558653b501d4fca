"""Who sat where in a diary of an older version, whose first entry sets no rules of its table: read from its entries."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from campaign.rules.facets import UMPIRE
from campaign.rules.seats import Chairs, Offer
from events.decoding import json_decoder
from events.entry import Author, Head
from events.store import Store


class _Body(msgspec.Struct):
    author: Author
    events: msgspec.Raw


class _Event(msgspec.Struct):
    kind: str
    side: str = ""
    player: str = ""


_body = json_decoder(_Body).decode
_events = json_decoder(list[_Event]).decode


def still_there(store: Store, name: str, head: Head) -> bool:
    """Whether an entry is still the one that it was: a file may have been put back from a copy under our hands."""
    return not head.seq or (
        head.seq <= store.head(name).seq and store.entry(name, head.seq).seal == head.seal
    )


class Sat(NamedTuple):
    """wrote: who has written an entry. had: player → the last seat that he took while the diary went on, or left."""

    wrote: frozenset[str]
    had: Mapping[str, str]


_NOTHING = Head(0, b""), Sat(frozenset(), {})


class Sitters:
    """Of one diary; what was read is kept, and read on from there. Safe for threads."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self._lock = threading.Lock()
        self._read: tuple[Head, Sat] = _NOTHING

    def until(self, seq: int) -> Sat:
        """Up to an entry. Raises DiaryError."""
        read = self._read
        if read[0].seq == seq and still_there(self._store, self._name, read[0]):
            return read[1]
        with self._lock:
            known = self._read if still_there(self._store, self._name, self._read[0]) else _NOTHING
            head, sat = known if known[0].seq <= seq else _NOTHING
            wrote, had = set(sat.wrote), dict(sat.had)
            for entry in self._store.entries(self._name, head.seq, seq):
                head = Head(entry.seq, entry.seal)
                try:
                    found = _body(entry.body)
                    events: list[Any] = _events(found.events) if b'"seat-' in bytes(found.events) else []
                except msgspec.DecodeError:
                    continue  # its own reader says what is wrong with it
                wrote.add(found.author.player)
                had |= {one.player: one.side for one in events if one.kind in ("seat-taken", "seat-left")}
            sat = Sat(frozenset(wrote), had)
            if head.seq >= known[0].seq:
                self._read = head, sat
            return sat


def chairs(sat: Sat, players: Mapping[str, str], names: Mapping[str, str], umpire: str) -> Chairs:
    """What a table of an older version remembers. players: seat → player, as they are named now. names: the same of
    persons alone. umpire: his name, "" for none. Who had two seats keeps the one he has."""
    had = {**sat.had, **{player: side for side, player in names.items()}, umpire: UMPIRE}
    offers = {side: Offer(player) for side, player in names.items() if player not in sat.wrote}
    free = {side: Offer() for side, player in players.items() if not player}
    return Chairs(
        {**offers, **free},
        {one: seat for one, seat in had.items() if one},
        {},
        tuple(names.values()),
        bool(umpire),
    )
