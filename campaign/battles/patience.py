"""Since when somebody is asked: absence is a fact of the record, by the times of its entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.rules.refused import Refused
from campaign.shared.answers import REWIND
from campaign.shared.heard import days_between, heard
from campaign.shared.seating import SEAT_KINDS, Vain
from events.codec import tag_of
from events.entry import Entry
from events.errors import fitting

ANSWERS = frozenset((tag_of(t.GrantUndo), tag_of(t.RefuseUndo)))
"""What a player says when another wishes to go back, or when he takes back his own wish."""
_RESTS = SEAT_KINDS | {REWIND}
"""Kinds of entries after which the game asks what it asked after the one whose state they rest on: who goes back and
forth moves nothing."""


class Asked(NamedTuple):
    """The entry from which on a side is asked, without having done anything since. time: of that entry. heard: that of
    its last sign of life."""

    seq: int
    time: str
    heard: int


def asked_since(battle: OpenBattle, head: int, side: str, then: Asked | None = None) -> Asked:
    """Of a side that is asked by the game at an entry. then: what was so at an earlier one. Raises DiaryError."""
    with fitting(battle.name, head, "it cannot be read"):
        first = _heard(battle, head, side)
        if then is not None and then.heard == first:
            return then
        entry = next((one for one, asks in _askings(battle, side, first, head) if asks), None)
        entry = entry or battle.store.entry(battle.name, head)
        return Asked(entry.seq, entry.read().time, first)


def goes_on(battle: OpenBattle, state: Battle, seq: int) -> bool:
    """Whether something may be done at an entry, after which the state is: it is not over, and no seat waits. Raises
    DiaryError."""
    try:
        battle.goes_on(state, battle.seating_after(state, seq), seq)
    except Refused:
        return False
    return True


def _heard(battle: OpenBattle, head: int, side: str) -> int:
    """The last sign of life of who plays a side (see `heard`). Raises DiaryError."""
    player = battle.seating_after(battle.diary.state_at(head), head).players.get(side, "")

    def answers(entry: Entry) -> bool:
        if entry.kind not in ANSWERS:
            return False
        request = battle.diary.state_at(entry.parent).table.request
        return request is not None and request.side != entry.read().author.role

    return heard(battle, head, side, player, answers)


def _askings(battle: OpenBattle, side: str, first: int, head: int) -> Iterator[tuple[Entry, bool]]:
    """Each entry from one to another, and whether the game asked a side after it, which could do something. A request
    to go back asks nobody to be there."""
    diary, reducer = battle.diary, battle.diary.reducer
    state, rests_on, asked = diary.state_at(first), dict[int, int](), dict[int, bool]()
    for entry in battle.store.entries(battle.name, first - 1, head):
        if entry.parent != entry.seq - 1:
            state = diary.state_at(entry.seq)
        elif entry.seq > first:
            reducer.fold(state, reducer.codec.events(entry.body))
        root = rests_on.get(entry.parent, entry.parent) if entry.kind in _RESTS else entry.seq
        rests_on[entry.seq] = root
        if root not in asked:
            then = state if root == entry.seq else diary.state_at(root)
            game = () if battle.over(then) else battle.pending(then)
            asked[root] = any(one.side == side and one.kind != "undo" for one in game)
        yield entry, asked[root] and (battle.begun(entry.seq) or goes_on(battle, state, entry.seq))


def in_vain(battle: OpenBattle, head: int, seat: str, now: str) -> Vain | None:
    """How long the player of a seat has been asked in vain at an entry: all the time in which he was asked since his
    last sign of life. now: the time. None if he is not asked, or could do nothing because a seat still waits. Raises
    DiaryError."""
    with fitting(battle.name, head, "it cannot be read"):
        found = [
            (entry.seq, entry.read().time, asks)
            for entry, asks in _askings(battle, seat, _heard(battle, head, seat), head)
        ]
    if not found[-1][-1]:
        return None
    until = [*(time for _, time, _ in found[1:]), now]
    days = sum(days_between(time, end) for (_, time, asks), end in zip(found, until, strict=True) if asks)
    return Vain(next(seq for seq, _, asks in found if asks), days, {battle.name: head})
