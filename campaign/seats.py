"""Who may act for which side, and whose consent an undo needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from campaign.battle import Battle
from campaign.desk import BOT
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE, Pending, Rules, Side
from events.codec import EventCodec
from events.entry import Entry


def side_names(rules: Rules, state: Battle) -> dict[str, str]:
    return {side.id: side.name for side in sides_of(rules, state)}


def sides_of(rules: Rules, state: Battle) -> tuple[Side, ...]:
    return next(info.sides for info in rules.scenarios() if info.id == state.table.scenario)


def acting_side(state: Battle, asked: tuple[Pending, ...], side: str | None, player: str) -> str:
    """The side for which a player acts; if none is named, the one that is asked. Raises Refused."""
    sides = [seat.side for seat in state.table.seats]
    if side is None:
        mine = [p.side for p in asked if _seated(state, p.side, player)] or [p.side for p in asked]
        if len(set(mine)) != 1:
            choices = list(dict.fromkeys(mine)) or sides
            raise Refused("Say for which side you act.", "", choices, "$.side")
        side = mine[0]
    if side not in sides:
        raise Refused(f"There is no side {side!r} in this battle.", "", sides, "$.side")
    if not _seated(state, side, player):
        raise Refused(
            f"{player!r} does not play {side}.", "", [s for s in sides if _seated(state, s, player)]
        )
    return side


def undoing_side(state: Battle, side: str | None, player: str, taken: Sequence[Entry]) -> str:
    """For whom something is taken back: the side named, else the one of the player's sides that acted last.

    Raises Refused for a side that there is not, or that the player does not play.
    """
    if side is not None:
        entitled(state, side, player)
        return side
    own = [seat.side for seat in state.table.seats if _seated(state, seat.side, player)]
    if not own:
        raise Refused(f"{player!r} plays no side in this battle.", where="$.side")
    acted = [role for entry in reversed(taken) if (role := entry.read().author.role) in own]
    return [*acted, *own][0]


def entitled(state: Battle, role: str, player: str) -> None:
    """Raises Refused unless the player may speak for this side, or as umpire: nobody does both."""
    sides = [seat.side for seat in state.table.seats]
    own = [side for side in sides if _seated(state, side, player)]
    if role == UMPIRE:
        if any(seat.player == player for seat in state.table.seats):
            raise Refused(f"{player!r} plays a side and cannot be the umpire.", "", own, "$.side")
    elif role not in sides:
        raise Refused(f"There is no side {role!r} in this battle.", "", [*sides, UMPIRE], "$.side")
    elif role not in own:
        raise Refused(f"{player!r} does not play {role}.", "", own, "$.side")


def _seated(state: Battle, side: str, player: str) -> bool:
    """Whether a player may act for a side: it is his seat, or anybody's, or he is the bot that sits there."""
    return any(
        seat.side == side and (seat.player in ("", player) or player == f"{BOT}{seat.bot}")
        for seat in state.table.seats
    )


def needs_consent(
    rules: Rules, codec: EventCodec[object], state: Battle, side: str, withdrawn: Iterable[Entry]
) -> str:
    """Why taking these entries back needs somebody's consent; "" if it is free.

    Free is what drew no dice, revealed nothing, and was done by the side that takes it back.
    """
    if state.table.undo == "free" or side == UMPIRE:
        return ""
    for entry in withdrawn:
        try:
            body = entry.read()
        except msgspec.DecodeError:
            return f"entry {entry.seq} cannot be read"
        if body.draws:
            return f"entry {entry.seq} rolled dice"
        if any(rules.reveals(event) for event in codec.events(entry.body)):
            return f"entry {entry.seq} revealed something"
        if body.author.role not in ("", side):
            return f"entry {entry.seq} is another side's"
    return ""
