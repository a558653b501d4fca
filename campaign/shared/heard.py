"""The last sign of life of whoever has a seat, as the record has it: what he did himself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from campaign.rules.seats import AcceptSeat
from campaign.shared.answers import REWIND
from campaign.shared.open_diary import OpenDiary
from campaign.shared.seating import SEAT
from events.codec import tag_of
from events.decoding import json_decoder
from events.diary import rewind_of
from events.entry import Entry
from events.lineage import Segment

_ACCEPTED = tag_of(AcceptSeat)


class _Taken(msgspec.Struct):
    side: str = ""
    player: str = ""


_taken = json_decoder(_Taken).decode


class Sign(NamedTuple):
    """Of whose life an entry is a sign: a player's, in his seat."""

    player: str
    seat: str


Answers = Callable[[Entry], bool]
"""Whether an entry answers what somebody else asked its author."""


def _unasked(_: Entry) -> bool:
    return False


def sign_of(opened: OpenDiary[Any], entry: Entry, answers: Answers = _unasked) -> Sign | None:
    """Whose sign of life an entry is; None of one that is nobody's. His are only that he takes the seat, that he
    answers, and what he does in it: not his wishes to go back, his ways there and back, nor his words about seats."""
    if entry.kind == _ACCEPTED:
        body = entry.read()
        return Sign(body.author.player, _taken(body.action).side)
    if entry.kind == SEAT:
        taken = _taken(entry.read().action)
        return Sign(taken.player, taken.side)
    if entry.kind in opened.diary.administrative and not answers(entry):
        return None
    author = entry.read().author
    return Sign(author.player, author.role)


def heard(opened: OpenDiary[Any], head: int, seat: str, player: str, answers: Answers = _unasked) -> int:
    """The newest entry up to another that is a sign of life of who has a seat, and that he has not taken back himself;
    the first one where there is none. What others take back, or bring back, neither undoes a sign nor makes one.
    player: "" for whoever plays what bears no name. Raises DiaryError."""
    store, quiet = opened.store, opened.diary.administrative
    back: list[_Way] = []

    def mine(sign: Sign | None) -> bool:
        return sign is not None and sign.seat == seat and player in ("", sign.player)

    for step in store.steps(opened.name, head):
        if step.kind == REWIND:
            author = store.entry(opened.name, step.seq).read().author
            if mine(Sign(author.player, author.role)):
                back.append(_Way(opened.diary.lineage(step.seq - 1), opened.diary.lineage(step.parent)))
            continue
        entry = store.entry(opened.name, step.seq)
        if not mine(sign_of(opened, entry, answers)) or _done_elsewhere(opened, entry):
            continue
        if step.kind in quiet or not _taken_back(step.seq, back):
            return _first_done(opened, step.seq)
    return 1


def _done_elsewhere(opened: OpenDiary[Any], entry: Entry) -> bool:
    """Whether an entry was done in a diary that this one was forked from, and only entered again here."""
    return bool(entry.read().of) and not _corrects(opened, entry)


def _corrects(opened: OpenDiary[Any], entry: Entry) -> bool:
    """Whether an entry is what who corrects puts in the place of another."""
    before = opened.store.entry(opened.name, entry.seq - 1)
    return before.kind == REWIND and rewind_of(before.body).why == "jump"


def _first_done(opened: OpenDiary[Any], seq: int) -> int:
    """The entry in which was done what stands in another. Where an umpire corrects what happened earlier, all that
    followed is entered again in the names of those who did it: what he puts in the place of the first is his own."""
    store, name = opened.store, opened.name
    while again := (entry := store.entry(name, seq)).read().again:
        if _corrects(opened, entry):
            break
        seq = again
    return seq


class _Way(NamedTuple):
    """What the state rested on before a rewind, and after it."""

    left: list[Segment]
    reached: list[Segment]


def _taken_back(seq: int, ways: list[_Way]) -> bool:
    """Whether the newest of somebody's ways, the newest first, on which an entry came or went took it back."""
    for way in ways:
        before, after = _holds(way.left, seq), _holds(way.reached, seq)
        if before != after:
            return before
    return False


def _holds(lineage: list[Segment], seq: int) -> bool:
    return any(low <= seq <= high for low, high in lineage)


def days_between(then: str, now: str) -> float:
    """Of two times, ISO 8601; none where a clock went back, or one is no time."""
    try:
        gap = datetime.fromisoformat(now) - datetime.fromisoformat(then)
    except (ValueError, TypeError):
        return 0.0
    return max(0.0, gap / timedelta(days=1))
