"""Whose consent an undo needs, and for whom it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from campaign.battles.open_battle import OpenBattle
from campaign.battles.state import Battle
from campaign.rules.system import UMPIRE
from campaign.shared.callers import Rights
from events.entry import Entry


def undoing_sides(rights: Rights) -> Sequence[str]:
    """For whom the caller may take something back: the role in which he acts, else any of his sides, or as umpire.

    Raises Refused for a role that there is not, or that is not his.
    """
    if rights.caller.role is not None:
        return [rights.held(rights.caller.role)]
    return rights.roles if rights.umpire and not rights.sides else rights.played()


def undoing_side(sides: Sequence[str], taken: Sequence[Entry]) -> str:
    """Of the sides for whom something may be taken back, the one that acted last."""
    acted = [role for entry in reversed(taken) if (role := entry.read().author.role) in sides]
    return [*acted, *sides][0]


def needs_consent(battle: OpenBattle, state: Battle, side: str, entries: Iterable[Entry]) -> str:
    """Why taking these entries back, or bringing them back, needs somebody's consent; "" if it is free.

    Free is what drew no dice, revealed nothing, and was done by the side that goes back, while the battle goes on.
    """
    if state.table.undo == "free" or side == UMPIRE:
        return ""
    hidden, codec = battle.rules.hidden, battle.diary.reducer.codec
    if hidden is not None and battle.over(
        state
    ):  # or one could give up, look at everything, and take that back
        return "all was laid open at the end"
    for entry in entries:
        try:
            body = entry.read()
        except msgspec.DecodeError:
            return f"entry {entry.seq} cannot be read"
        if body.draws:
            return f"entry {entry.seq} rolled dice"
        if hidden is not None and any(hidden.reveals(event) for event in codec.events(entry.body)):
            return f"entry {entry.seq} revealed something"
        if body.author.role not in ("", side):
            return f"entry {entry.seq} is another side's"
    return ""
