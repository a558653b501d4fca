"""What statistics count: (what, side, how many) of each event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from campaign.ledger import events as e
from campaign.ledger.state import Asset, Campaign, Person, Side, subject

Counted = list[tuple[str, str, int]]


KNOCKED_OUT, LOST = "knocked out", "lost for good"


class Before(Protocol):
    """What was so before an event of the subject that it concerns."""

    def of(self, name: str) -> Any: ...


def tally(
    state: Campaign, event: Any, before: Before | None, counted: Callable[[str], Mapping[str, str]]
) -> Counted:
    """state: after the event. before: of the first whose facts it changes. counted(asset): what it was counted as since
    it was last repaired → for which side; asked only where the umpire puts something right. A machine counts once,
    whatever is amended, and for the side whose it was then."""

    def asset() -> str:
        return state.assets[event.asset].side

    def person() -> str:
        return state.people[event.person].side

    match event:
        case e.KillCredited():
            return [("kills", asset(), 1)]
        case e.Wrecked():
            return [] if _was(before, "status") == "wreck" else [(KNOCKED_OUT, asset(), 1)]
        case e.AssetLost():
            known = _was(before, "status") in ("lost", "gone") and LOST in counted(event.asset)
            return [] if known else [(LOST, asset(), 1)]
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
            return _amended(subject(state, event.subject), event, before, counted)
        case e.BattleClosed() if event.winner in state.sides:
            return [("battles won", event.winner, 1)]
        case _:
            return []


def _was(before: Before | None, name: str) -> Any:
    return None if before is None else before.of(name)


def _amended(
    found: Any, event: e.Amended, before: Before | None, counted: Callable[[str], Mapping[str, str]]
) -> Counted:
    """The umpire's word counts like what it stands for; the dead and the lost that he brings back do no longer."""
    was: Any = _was(before, event.field) if event.field in ("points", "xp", "status") else None
    match found, event.field:
        case Side(), "points":
            return [("points", found.id, found.points - was)]
        case Person(), "xp":
            return [("experience", found.side, found.xp - was)]
        case Person(), "status":
            return _moved(found.side, was, found.status)
        case Asset(), "status" if was != found.status and found.status in ("ready", "wreck"):
            # What is gone for good has an event of its own.
            return _put_right(found, counted(found.id))
        case _:
            return []


_PEOPLE = {"dead": "dead", "wounded": "wounded", "missing": "missing", "captured": "captured"}


def _moved(side: str, was: str, now: str) -> Counted:
    """Somebody from one status to another; nobody comes back from the dead unless it is amended."""
    old, new = _PEOPLE.get(was, ""), _PEOPLE.get(now, "")
    if old == new:
        return []
    gone = [("dead", side, -1)] if old == "dead" else []
    return [*gone, *([(new, side, 1)] if new else [])]


def _put_right(asset: Asset, counted: Mapping[str, str]) -> Counted:
    """A machine that is ready, or a wreck, after all: it is not lost, but was knocked out whatever became of it."""
    found: Counted = [(LOST, counted[LOST], -1)] if LOST in counted else []
    if asset.status == "wreck" and KNOCKED_OUT not in counted:
        found.append((KNOCKED_OUT, asset.side, 1))
    return found
