"""What headquarters says to a stream, as bytes. Asked in threads; raises Refused."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from api.server.streams.messages import Message
from api.wire.live import BattleEntry, CampaignEntry
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import REWIND, LogEntry, Standing

LONGEST_REPLAY = 256
"""Entries that are told one by one; whoever has missed more gets the whole moment."""


class News(NamedTuple):
    """What is new in a diary after an entry, as one viewer may read it. newest: the newest entry. entries: none if they
    are too many to be told. places: who sits where. over: whether it has ended. viewer: as whom it was looked at."""

    newest: int
    entries: Mapping[int, Message]
    places: Hashable
    over: bool
    viewer: str


class First(NamedTuple):
    """The whole of a diary. See `News`."""

    newest: int
    message: Message
    places: Hashable
    over: bool


def standing(hq: Headquarters, kind: str, name: str) -> Standing:
    """Where the caller stands in a diary."""
    return (hq.battles if kind == "battle" else hq.campaigns).standing(name)


def whole(hq: Headquarters, kind: str, name: str, named: Callable[[Any], Any]) -> First:
    """As `moment` answers. named: puts a digest in place of the board, or leaves it."""
    if kind == "battle":
        found = hq.battles.moment(name)
        newest, places, over = found.view.newest, _seats(found.view), found.view.verdict is not None
    else:
        found = hq.campaigns.moment(name)
        newest, places, over = found.newest, _leaders(found.view), found.view.verdict is not None
    return First(newest, Message("moment", msgspec.json.encode(named(found)), str(newest)), places, over)


def news(hq: Headquarters, kind: str, name: str, after: int) -> News:
    """What came after an entry."""
    return (_of_battle if kind == "battle" else _of_campaign)(hq, name, after)


def _of_battle(hq: Headquarters, name: str, after: int) -> News:
    found = hq.battles.moment(name, after=after)
    view, log = found.view, found.log
    parents = _parents(hq.battles.log(name) if _goes_back(log) else ())
    entries: dict[int, Message] = {}
    for one in log if len(log) <= LONGEST_REPLAY else ():
        taken = _turned(parents, one)
        told = BattleEntry(name, one, view.newest, found.seal, view.asked, view.verdict, *taken)
        entries[one.seq] = _message(one, told)
    return News(view.newest, entries, _seats(view), view.verdict is not None, view.viewer)


def _of_campaign(hq: Headquarters, name: str, after: int) -> News:
    log = hq.campaigns.log(name, after)
    view = hq.campaigns.view(name)
    while view.seq > (log[-1].seq if log else after):  # it went on in between
        log, view = hq.campaigns.log(name, after), hq.campaigns.view(name)
    parents = _parents(hq.campaigns.log(name) if _goes_back(log) else ())
    entries: dict[int, Message] = {}
    for one in log if len(log) <= LONGEST_REPLAY else ():
        taken = _turned(parents, one)
        told = CampaignEntry(name, one, view.seq, view.seal, view.date, view.verdict, *taken)
        entries[one.seq] = _message(one, told)
    return News(view.seq, entries, _leaders(view), view.verdict is not None, view.viewer)


def _message(entry: LogEntry, told: Struct) -> Message:
    return Message("entry", msgspec.json.encode(told), str(entry.seq))


def _seats(view: Any) -> Hashable:
    return tuple((one.side, one.player) for one in view.seats)


def _leaders(view: Any) -> Hashable:
    return tuple((one.id, one.player) for one in view.sides)


def seated(places: Any) -> frozenset[str]:
    """The players who have a seat."""
    return frozenset(player for _, player in places if player)


# -- what a rewind turns -----------------------------------------------------------------------------------------


def _goes_back(log: Sequence[LogEntry]) -> bool:
    return any(one.kind == REWIND for one in log)


def _parents(log: Sequence[LogEntry]) -> Mapping[int, int]:
    return {one.seq: one.parent for one in log}


def _turned(parents: Mapping[int, int], entry: LogEntry) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The entries that a rewind takes back, and those that it brings back."""
    if entry.kind != REWIND:
        return (), ()
    before, after = _lineage(parents, entry.seq - 1), _lineage(parents, entry.parent)
    return tuple(sorted(before - after)), tuple(sorted(after - before))


def _lineage(parents: Mapping[int, int], seq: int) -> set[int]:
    found: set[int] = set()
    while seq in parents:
        found.add(seq)
        seq = parents[seq]
    return found


def head(hq: Headquarters, kind: str, name: str) -> int:
    """The newest entry that the caller may know of; 0 where he may know of none."""
    try:
        return hq.battles.head(name) if kind == "battle" else hq.campaigns.head(name)
    except Refused:
        return 0
