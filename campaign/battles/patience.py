"""Since when somebody is asked: absence is a fact of the record, by the times of its entries."""

from __future__ import annotations

from typing import NamedTuple

from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.rules.refused import Refused
from campaign.rules.seats import AcceptSeat
from campaign.shared.seating import Vain, asked_in_vain
from events.codec import tag_of
from events.errors import fitting

_ACCEPTED = tag_of(AcceptSeat)
"""From an entry in which a seat was taken on there may first be somebody to play with."""
FURTHEST = 500
"""Entries that are looked back through: who has been asked for longer has been asked since then."""


class Asked(NamedTuple):
    """The entry from which on a side is asked, without having done anything since. time: of that entry."""

    seq: int
    time: str


def asked_since(battle: OpenBattle, head: int, side: str, known: int = 0, then: Asked | None = None) -> Asked:
    """Of a side that is asked by the game at an entry. known: an entry at which that was known, if there is one: what
    it was then; None if it was not asked. Raises DiaryError."""
    with fitting(battle.name, head, "it cannot be read"):
        return _asked_since(battle, head, side, known, then)


def _asked_since(battle: OpenBattle, head: int, side: str, known: int, then: Asked | None) -> Asked:
    store, name = battle.store, battle.name
    since = store.entry(name, head)
    player = battle.seating_after(battle.diary.state_at(head), head).players.get(side, "")
    for seq in range(head, max(0, head - FURTHEST), -1):
        if seq == known:
            return then or Asked(since.seq, since.read().time)
        entry = store.entry(name, seq)
        if seq < head and not _asks(battle, seq, side):
            break
        since = entry
        author = entry.read().author
        if author.role == side or (player and author.player == player) or entry.kind == _ACCEPTED:
            break
    return Asked(since.seq, since.read().time)


def goes_on(battle: OpenBattle, state: Battle, seq: int) -> bool:
    """Whether something may be done at an entry, after which the state is: it is not over, and no seat waits. Raises
    DiaryError."""
    try:
        battle.goes_on(state, battle.seating_after(state, seq), seq)
    except Refused:
        return False
    return True


def _asks(battle: OpenBattle, seq: int, side: str) -> bool:
    """Whether the game asks a side at an entry, which can do something; a request to go back asks nobody to be
    there."""
    state = battle.diary.state_at(seq)
    pending = battle.pending(state)
    return any(one.side == side and one.kind != "undo" for one in pending) and goes_on(battle, state, seq)


def in_vain(battle: OpenBattle, head: int, seat: str, now: str) -> Vain | None:
    """How long the player of a seat has been asked in vain at an entry. now: the time. None if he is not asked, or
    could do nothing because a seat still waits. Raises DiaryError."""
    if not _asks(battle, head, seat):
        return None
    found = asked_since(battle, head, seat)
    return asked_in_vain(found.seq, found.time, now)
