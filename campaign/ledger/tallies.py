"""What statistics count: (what, side, how many) of each event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.ledger import events as e
from campaign.ledger.state import Asset, Campaign, Person, Side, subject

Counted = list[tuple[str, str, int]]


def tally(state: Campaign, event: Any, before: Mapping[str, Any]) -> Counted:
    """state: after the event. before: the facts of what the umpire amends as they were, those at their defaults left
    out."""

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
        case e.Amended():
            return _amended(subject(state, event.subject), event, before)
        case e.BattleClosed() if event.winner in state.sides:
            return [("battles won", event.winner, 1)]
        case _:
            return []


def _amended(found: Any, event: e.Amended, before: Mapping[str, Any]) -> Counted:
    """The umpire's word counts like what it stands for; the dead and the lost that he brings back do no longer."""
    match found, event.field:
        case Side(), "points":
            return [("points", found.id, found.points - before.get("points", 0))]
        case Person(), "xp":
            return [("experience", found.side, found.xp - before.get("xp", 0))]
        case Person(), "status":
            return _moved(found.side, before.get("status", "fit"), found.status, _PEOPLE, "dead")
        case Asset(), "status":
            # What is gone for good has an event of its own.
            return _moved(found.side, before.get("status", "ready"), found.status, _ASSETS, "lost for good")
        case _:
            return []


_PEOPLE = {"dead": "dead", "wounded": "wounded", "missing": "missing", "captured": "captured"}
_ASSETS = {"wreck": "knocked out", "lost": "lost for good", "gone": "lost for good"}


def _moved(side: str, was: str, now: str, counted: Mapping[str, str], final: str) -> Counted:
    """From one status to another. final: what nobody comes back from unless it is amended."""
    old, new = counted.get(was, ""), counted.get(now, "")
    if old == new:
        return []
    gone = [(final, side, -1)] if old == final else []
    told = new and (new != "lost for good")
    return [*gone, *([(new, side, 1)] if told else [])]
