"""(campaign, action, dice) → events; pure. Raises Refused with a reason, where, and what would be allowed.

One module for each part of a staff's work; `ROOMS` says which action is decided where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book
from campaign.ledger.decide import (
    arrivals,
    battles,
    calendar,
    filing,
    halves,
    organise,
    supply,
    umpire,
    workshop,
)
from campaign.ledger.state import Campaign, subject
from campaign.rules.dice import Dice
from campaign.rules.refused import Refused

ROOMS: Mapping[type[Any], Callable[[Book, Any, str], None]] = {
    a.Enrol: arrivals.enrol,
    a.Transfer: organise.transfer,
    a.Promote: organise.promote,
    a.Rename: organise.rename,
    a.Award: organise.award,
    a.Disband: organise.disband,
    a.Discharge: organise.discharge,
    a.Replace: organise.replace,
    a.Repair: workshop.repair,
    a.StopRepair: workshop.stop,
    a.Strip: workshop.strip,
    a.WriteOff: workshop.write_off,
    a.Load: supply.load,
    a.Unload: supply.unload,
    a.Carry: supply.carry,
    a.Issue: supply.issue,
    a.Advance: calendar.advance,
    a.Start: battles.start,
    a.Cancel: battles.cancel,
    a.Draft: filing.draft,
    a.DropDraft: filing.drop,
    a.GiveHalf: halves.give,
    a.DropHalf: halves.drop,
    a.File: filing.file,
    a.Amend: umpire.amend,
    a.SetPolicy: umpire.set_policy,
    a.Score: umpire.score,
    a.EndCampaign: umpire.end,
    a.Contribute: umpire.contribute,
}


def advance(state: Campaign, role: str, action: Any, dice: Dice) -> list[e.Event]:
    """Decide and apply at once. role: a side's id, or `umpire`. When it raises, state is spoilt.

    Raises Refused.
    """
    if state.verdict is not None and not isinstance(action, a.Amend):
        raise Refused(f"The campaign is over: {state.verdict.title}. Fork it to play on.", "", ["fork"])
    if isinstance(action, a.UMPIRES) and role != "umpire":
        raise Refused("Only the umpire may do this.", "", ["umpire"], "$.side", "forbidden")
    book = Book(state, dice, getattr(action, "edition", 0))
    if role == "umpire":
        ROOMS[type(action)](book, action, role)
        return book.events
    _only_own(state, role, action)
    try:
        ROOMS[type(action)](book, action, role)
    except Refused as refused:  # what would be allowed must not name what others have
        allowed = [one for one in refused.allowed if _side(state, one) in ("", role)]
        raise Refused(refused.reason, refused.rule, allowed, refused.where, refused.kind) from None
    return book.events


def _side(state: Campaign, id: str) -> str:
    return getattr(subject(state, id), "side", "")


def _only_own(state: Campaign, role: str, action: Any) -> None:
    """What another side has is, to this one, not there: refused as what nobody has. Raises Refused."""
    for name in ("person", "asset", "id", "to", "formation", "depot", "pool"):
        id = getattr(action, name, "")
        if id and id not in state.sides and _side(state, id) != role:
            rooms = (state.people, state.assets, state.formations, state.depots, state.pools)
            own = (one.id for room in rooms for one in room.values() if one.side == role)
            near = [one for one in own if id in one or one in id]
            raise Refused(
                f"{state.sides[role].name} has nobody and nothing {id!r}.", "", near[:12], f"$.{name}"
            )
