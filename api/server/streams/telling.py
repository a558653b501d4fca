"""What headquarters says to a stream, as bytes. Asked in threads; raises Refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
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
PAGE = 50
"""Entries of the log that are read at once where a rewind is followed back."""


class News(NamedTuple):
    """What is new in a diary after an entry, as one viewer may read it. newest: the newest entry. entries: none if they
    are too many to be told. over: whether it has ended. viewer: as whom it was looked at."""

    newest: int
    entries: Mapping[int, Message]
    over: bool
    viewer: str


class First(NamedTuple):
    """The whole of a diary. See `News`."""

    newest: int
    message: Message
    over: bool


def standing(hq: Headquarters, kind: str, name: str) -> Standing:
    """Where the caller stands in a diary."""
    return (hq.battles if kind == "battle" else hq.campaigns).standing(name)


def seats(hq: Headquarters, kind: str, name: str) -> Mapping[str, str]:
    """Who sits where now, the umpire's chair too: seat → player, "" for nobody."""
    return (hq.battles if kind == "battle" else hq.campaigns).seats.offers(name).seats


def whole(hq: Headquarters, kind: str, name: str, named: Callable[[Any], Any]) -> First:
    """As `moment` answers. named: puts a digest in place of the board, or leaves it."""
    if kind == "battle":
        found = hq.battles.moment(name)
        newest, over = found.view.newest, found.view.verdict is not None
    else:
        found = hq.campaigns.moment(name)
        newest, over = found.newest, found.view.verdict is not None
    return First(newest, Message("moment", msgspec.json.encode(named(found)), str(newest)), over)


def news(hq: Headquarters, kind: str, name: str, after: int) -> News:
    """What came after an entry."""
    return (_of_battle if kind == "battle" else _of_campaign)(hq, name, after)


def _of_battle(hq: Headquarters, name: str, after: int) -> News:
    found, log = _log_of_battle(hq, name, after)
    while log and log[-1].seq > found.log[-1].seq:  # it went on in between
        found, log = _log_of_battle(hq, name, after)
    view, parents = found.view, Parents(partial(hq.battles.log, name), log)
    entries: dict[int, Message] = {}
    for one in log if _in_turn(after, log) else ():
        taken = parents.turned(one)
        told = BattleEntry(name, one, view.newest, found.seal, view.asked, view.verdict, *taken)
        entries[one.seq] = _message(one, told)
    return News(view.newest, entries, view.verdict is not None, view.viewer)


def _of_campaign(hq: Headquarters, name: str, after: int) -> News:
    log, view = _log_of_campaign(hq, name, after)
    while view.seq > (log[-1].seq if log else after):  # it went on in between
        log, view = _log_of_campaign(hq, name, after)
    parents = Parents(partial(hq.campaigns.log, name), log)
    entries: dict[int, Message] = {}
    for one in log if _in_turn(after, log) else ():
        taken = parents.turned(one)
        told = CampaignEntry(name, one, view.seq, view.seal, view.date, view.verdict, *taken)
        entries[one.seq] = _message(one, told)
    return News(view.seq, entries, view.verdict is not None, view.viewer)


def _log_of_battle(hq: Headquarters, name: str, after: int) -> tuple[Any, Sequence[LogEntry]]:
    after = _reached(hq.battles.standing(name).entry, after)
    found = hq.battles.moment(name, after=after)
    return found, hq.battles.log(name, after) if found.earlier else found.log


def _log_of_campaign(hq: Headquarters, name: str, after: int) -> tuple[Sequence[LogEntry], Any]:
    return hq.campaigns.log(name, _reached(hq.campaigns.standing(name).entry, after)), hq.campaigns.view(name)


def _reached(newest: int, after: int) -> int:
    """From where on the log is asked for: of whoever has missed too much, nothing but the last entry."""
    return after if newest - after <= LONGEST_REPLAY else newest - 1


def _in_turn(after: int, log: Sequence[LogEntry]) -> bool:
    """Whether these are all that came after an entry, and not too many to be told."""
    return bool(log) and log[0].seq == after + 1 and len(log) <= LONGEST_REPLAY


def _message(entry: LogEntry, told: Struct) -> Message:
    return Message("entry", msgspec.json.encode(told), str(entry.seq))


# -- what a rewind turns -----------------------------------------------------------------------------------------


class Parents:
    """Of entries, as far back as they are looked for. log: tells a diary's entries, so many after one. known: those
    that were told just now."""

    def __init__(self, log: Callable[[int, int], Sequence[LogEntry]], known: Sequence[LogEntry]) -> None:
        self._log = log
        self._known = {one.seq: one.parent for one in known}

    def turned(self, entry: LogEntry) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The entries that a rewind takes back, and those that it brings back: on either way to where they meet; never
        the first, behind which only a fork goes."""
        if entry.kind != REWIND:
            return (), ()
        gone: list[int] = []
        back: list[int] = []
        here, there = entry.seq - 1, entry.parent
        while here != there:
            if here > there:
                gone.append(here)
                here = self._of(here)
            else:
                back.append(there)
                there = self._of(there)
        first, second = (tuple(one for one in reversed(some) if one > 1) for some in (gone, back))
        return first, second

    def _of(self, seq: int) -> int:
        if seq not in self._known:
            self._known |= {one.seq: one.parent for one in self._log(max(0, seq - PAGE), PAGE)}
        return self._known[seq]


def head(hq: Headquarters, kind: str, name: str) -> int:
    """The newest entry that the caller may know of; 0 where he may know of none."""
    try:
        return hq.battles.head(name) if kind == "battle" else hq.campaigns.head(name)
    except Refused:
        return 0


def knows(hq: Headquarters, name: str) -> bool:
    """Whether the caller may know of a diary."""
    try:
        hq.kind(name)
    except Refused:
        return False
    return True
