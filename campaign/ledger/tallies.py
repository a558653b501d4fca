"""What statistics count: (what, side, how many) of each event."""

from __future__ import annotations

from typing import Any

from campaign.ledger import events as e
from campaign.ledger.state import Campaign


def tally(state: Campaign, event: Any) -> list[tuple[str, str, int]]:
    """state: after the event."""

    def asset() -> str:
        return state.assets[event.asset].side

    def person() -> str:
        return state.people[event.person].side

    match event:
        case e.KillCredited():
            return [("kills", asset(), 1)]
        case e.Wrecked():
            return [("knocked out", asset(), 1)]
        case e.AssetLost():
            return [("lost for good", asset(), 1)]
        case e.Died():
            return [("dead", person(), 1)]
        case e.Wounded():
            return [("wounded", person(), 1)]
        case e.WentMissing():
            return [("missing", person(), 1)]
        case e.Captured():
            return [("captured", person(), 1)]
        case e.ExperienceGained():
            return [("experience", person(), event.points)]
        case e.RepairFinished():
            return [("repairs", asset(), 1)]
        case e.Spent():
            return [(f"used: {item}", asset(), count) for item, count in event.stores.items()]
        case e.PersonEnlisted() if event.pool:
            return [("replacements", event.side, 1)]
        case e.PointsScored():
            return [("points", event.side, event.points)]
        case e.BattleClosed() if event.winner in state.sides:
            return [("battles won", event.winner, 1)]
        case _:
            return []
