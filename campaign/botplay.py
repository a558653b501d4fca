"""What bots want to do: asked like any player, with what is legal for their side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign import table as t
from campaign.answers import BotChoice
from campaign.desk import BOT, Desk
from events.entry import raw


def choose(desk: Desk, bots: Mapping[str, str] | None, pick: Callable[[int], int]) -> BotChoice | None:
    """What the first side that is asked and has a bot wants to do; None if there is none. bots: instead of the seats'.

    No bot ever agrees to take something back.
    """
    head, state = desk.diary.current()
    seated = {seat.side: seat.bot for seat in state.table.seats}
    for pending in desk.pending(state):
        name = (seated if bots is None else bots).get(pending.side, "")
        if not name:
            continue
        action: Any = t.RefuseUndo()
        if pending.kind != "undo":
            options = desk.rules.legal(state.game, pending.side)
            chosen = desk.rules.bot(name).choose(desk.rules, state.game, pending.side, options, pick)
            action = chosen.action
        return BotChoice(pending.side, f"{BOT}{name}", raw(action), head.seq)
    return None
