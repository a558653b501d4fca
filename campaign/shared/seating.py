"""Seats that change hands: who may seat whom, for battles and campaigns alike, and what it leads to.

Seats stand in the diary like everything else, but are no part of the game: an undo never takes one back, and a rewind
carries those that there are now back with it, as events of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.callers import FORBIDDEN, SOMEBODY, Caller, Rights, Seating, named

SEAT = "seat"
"""The kind of an entry in which a seat changes hands."""
SEATING = (UMPIRE, "")
"""The roles in which seats are given, taken and left."""
Told = Callable[[str, str], Any]
"""(side, player) → an event."""


def hosts(rights: Rights, seating: Seating, opener: str, hides: bool) -> bool:
    """Whether a caller may seat anybody: as umpire, as keeper of the house, or as who opened it where no umpire is
    named, unless he plays himself and sides hide something. opener, hides: see `seating_as`."""
    caller = rights.caller
    if rights.umpire and caller.role in (None, UMPIRE):
        return True
    opened = opener == caller.player != SOMEBODY and not seating.umpire and not (hides and rights.own)
    return caller.keeper or opened


def seating_as(rights: Rights, seating: Seating, opener: str, hides: bool, side: str, player: str) -> str:
    """The role in which a caller may seat a player on a side, or nobody (""): `umpire`, or "" in his own name.

    The umpire and the keeper may seat anybody and free any seat; where no umpire is named, so may whoever opened it,
    unless he plays himself and sides hide something. A player leaves his own seat; he takes one that is nobody's if he
    came with the right `seats`. opener: who opened the diary. hides: whether sides have secrets. Raises Refused.
    """
    now = seat_of(seating, side)
    wanted(seating, now, player)
    caller = rights.caller
    if caller.role is not None:
        rights.held(caller.role)
    if rights.umpire and caller.role in (None, UMPIRE):
        return UMPIRE
    mine = (now, player) in ((caller.player, ""), ("", caller.player if caller.seats else None))
    if mine or hosts(rights, seating, opener, hides):
        return ""
    if not player:
        reason = f"The seat of {side} is not yours to free: that is for who sits there, or the umpire."
    elif now:
        reason = f"The seat of {side} is {now}'s: nobody takes another's."
    else:
        reason = (
            f"{caller.player!r} may not seat anybody here: that is for the umpire, or whoever is invited."
        )
    raise Refused(reason, "", rights.roles, "$.side", FORBIDDEN)


def seat_of(seating: Seating, side: str) -> str:
    """Who sits there, "" for nobody. Raises Refused for a side that there is not."""
    if side not in seating.players:
        raise Refused(f"There is no side {side!r} here.", "", list(seating.players), "$.side")
    return seating.players[side]


def wanted(seating: Seating, now: str, player: str) -> None:
    """Raises Refused for a player who cannot sit there, whoever asks for it."""
    if player:
        named(Caller(player))
    if player and player == seating.umpire:
        raise Refused(f"{player!r} is the umpire here, and plays no side.", where="$.player")
    if player == now:
        reason = f"{player!r} sits there already." if player else "That seat is nobody's already."
        raise Refused(reason, "", (), "$.player")


def changed(now: Mapping[str, str], then: Mapping[str, str], left: Told, taken: Told) -> Iterable[Any]:
    """What leads from the seats as they are to others. now, then: side → player."""
    for side, player in now.items():
        after = then.get(side, "")
        if after != player:
            if player:
                yield left(side, player)
            if after:
                yield taken(side, after)
