"""Whom and what an event concerns: the ids in it, by the names of its fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from msgspec.structs import fields

from campaign.ledger import events as e
from campaign.ledger.state import Campaign, subject
from campaign.rules.muster import Mustered

NAMES = (
    "person", "asset", "formation", "depot", "to", "pool", "subject", "battle", "node", "killer", "victim", "by",
    "side", "parent",
)  # fmt: skip
"""Fields that hold ids."""
CHANGED = ("person", "asset", "formation", "depot", "to", "pool", "subject", "killer", "side")
"""Those of subjects whose own facts an event may change."""


Getter = Callable[[Any], tuple[str, ...]]


def _getters(names: tuple[str, ...]) -> dict[type[Any], Getter]:
    found: dict[type[Any], Getter] = {}
    for cls in e.ALL:
        have = [one.name for one in fields(cls) if one.name in names and one.type is str]
        if have:
            # With its first name twice it answers with a tuple, even for a single field.
            found[cls] = attrgetter(have[0], *have)
    return found


_all, _changed = _getters(NAMES), _getters(CHANGED)


def subjects(event: e.Event) -> list[str]:
    """Ids that the event names, each once."""
    match event:
        case e.BattleStarted():
            crew = [member.id for one in event.muster for member in one.crew]
            return list(dict.fromkeys([event.battle, event.node, *(one.id for one in event.muster), *crew]))
        case e.ReturnDrafted():
            return [event.battle]
        case e.EndWaits():
            return list(event.battles)
        case _:
            get = _all.get(type(event))
            return [one for one in dict.fromkeys(get(event)) if one] if get else []


def own_muster(state: Campaign, event: e.BattleStarted, side: str) -> tuple[Mustered, ...]:
    """What of a muster a side of the campaign may be told of where sides are secret: its own."""
    nodes = state.graph.scenario if state.graph is not None else ()
    there = next((one.sides.get(side, "") for one in nodes if one.id == event.node), "")
    return tuple(
        one
        for one in event.muster
        if one.side == there and one.id in state.assets and state.assets[one.id].side == side
    )


def changed(event: e.Event) -> list[str]:
    """Ids of subjects whose facts the event may have changed."""
    if isinstance(event, e.BattleStarted):
        return [one.id for one in event.muster]
    get = _changed.get(type(event))
    return [one for one in dict.fromkeys(get(event)) if one] if get else []


def side_of_event(state: Campaign, event: e.Event) -> str:
    """The side that alone may read of an event where sides are secret; "" for everybody.

    What happens in battles and to the scenarios is public, as are losses and kills; crews, stores, repairs and orders
    are not. That a battle begins is told to everybody, but not who comes to it: see `own_muster`.
    """
    if type(event) in _PUBLIC:
        return ""
    if isinstance(event, e.HalfGiven | e.HalfDropped):
        return event.side
    for id in subjects(event):
        found: Any = subject(state, id)
        if found is not None:
            return getattr(found, "side", id if id in state.sides else "")
    return "umpire" if isinstance(event, e.ReturnDrafted | e.ReturnDropped | e.Amended | e.PolicySet) else ""


_PUBLIC: frozenset[type[Any]] = frozenset((
    e.CampaignOpened, e.CampaignForked, e.WentBehind, e.TypeSet, e.Contributed, e.SecretRevealed, e.DayBroke,
    e.Happened, e.EndWaits, e.ScenarioOpened, e.ScenarioLapsed, e.BattleStarted, e.BattleClosed, e.BattleCancelled,
    e.PointsScored, e.CampaignEnded, e.KillCredited, e.Wrecked, *e.SEATS,
))  # fmt: skip
