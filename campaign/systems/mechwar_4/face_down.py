"""What of the record a viewer gets: of a counter face down, no more than lies open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from campaign.rules.facets import Hidden
from campaign.rules.muster import Mustered
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import floor, veils, view_guns
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.completing import Assumed, completed
from campaign.systems.mechwar_4.decided_by import OPEN
from campaign.systems.mechwar_4.known import Known, hides, known, knows
from campaign.systems.mechwar_4.naming import with_names
from campaign.systems.mechwar_4.state import Game

Shower = Callable[[Game, Any, str], Any]
SECRET = (a.Place, a.LineUp, a.Give, a.Ambush, a.StandingOrder, *veils.SECRET, *view_guns.SECRET)
"""Actions of which nobody else hears."""
REVEALING = (
    e.UnitSeen, e.UnitRemoved, e.MinesMet, e.UnitMoved, e.UnitEntered, e.Dismounted, e.OverrunEnded, e.PhaseBegan,
)  # fmt: skip


class FaceDown(Hidden):
    """Face-down counters, secret orders, mines (20.43). When the battle is over, everything lies open."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def hides(self, state: Game) -> bool:
        return hides(state)

    def known(self, state: Game, side: str) -> Known:
        return known(self._charts, state, side)

    def completed(self, known: Known, side: str) -> Assumed:
        return completed(known)

    def verify_typed(self, state: Game) -> None:
        """20.43: nobody deals the counters then, and of many dice the other side may not know."""
        if hides(state):
            raise Refused(
                "Where each side sees only what it has observed nobody can type in the dice: open the battle with "
                "sealed dice, or without that.",
                "20.43",
                ("sealed dice", "fog = false"),
                "$.dice",
            )

    def event(self, state: Game, event: Any, viewer: str) -> Any:
        """What a shower leaves of it, with nobody named whom the viewer is not shown (see `floor`)."""
        if not hides(state):
            return event
        shower = SHOWERS.get(cast("type[Any]", type(event)))
        seen = event if shower is None else shower(state, event, viewer)
        return None if seen is None else _unread(floor.event(state, seen, viewer), viewer)

    def action(self, state: Game, side: str, action: Any, viewer: str) -> Any:
        if not hides(state) or side == viewer:
            return action
        if isinstance(action, SECRET):
            return None
        unit = state.units.get(getattr(action, "unit", ""))
        if unit is None or knows(state, unit, viewer):
            return action
        if isinstance(action, veils.NAMELESS):
            return replace(action, unit="")
        if isinstance(action, a.Fire | a.Join):
            action = replace(action, arm="main", part=0, halved=False)
        if isinstance(action, a.StartMove):
            action = replace(action, pace="walk")
        return floor.action(state, action, viewer)

    def questions(self, state: Game, pending: tuple[Pending, ...], viewer: str) -> tuple[Pending, ...]:
        if not hides(state):
            return pending
        return tuple(floor.question(state, one, viewer) for one in pending)

    def options(self, state: Game, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        """Forces of the other side are left out: they name what its counters are."""
        others = {side.id for side in state.sides if side.id != viewer} if hides(state) else set[str]()
        return {key: "not shown" if key in others else value for key, value in options.items()}

    def mustered(self, state: Game, assets: Sequence[Mustered], viewer: str) -> tuple[Mustered, ...]:
        return tuple(one for one in assets if one.side == viewer or not hides(state))

    def named(self, state: Game, told: str, viewer: str) -> str:
        return with_names(self._charts, state, told, viewer)

    def draws(self, state: Game, draws: Sequence[Any], viewer: str) -> tuple[Any, ...]:
        open = [one for one in draws if one.matters != "shuffle"]
        if not hides(state):
            return tuple(open)
        return tuple(
            one
            for one in open
            if not _others_secret(state, one.purpose, viewer) and floor.draw(state, one.purpose, viewer)
        )

    def reveals(self, event: Any) -> bool:
        """Steps and the ends of phases too: dice may be rolled then that the mover does not see, of which the need for
        consent would tell him."""
        return isinstance(event, REVEALING)


def _unread(event: Any, viewer: str) -> Any:
    """Without the readings that decided it, where they would tell what is under a counter."""
    by = tuple(one for one in getattr(event, "readings", ()) if one in OPEN)
    return event if event is None or by == event.readings else replace(event, readings=by)


def _others_secret(game: Game, purpose: str, viewer: str) -> bool:
    if view_guns.secret_multiple(game, purpose, viewer) or view_guns.under_a_counter(game, purpose, viewer):
        return True
    if not purpose.startswith("camouflage of "):
        return veils.others_secret(game, purpose, viewer)
    unit = game.units.get(purpose.removeprefix("camouflage of "))
    return unit is not None and unit.side != viewer


def _forces(game: Game, event: e.ForcesPlaced, viewer: str) -> e.ForcesPlaced:
    """Of the set-up, one's own part."""

    def mine(some: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(one for one in some if one.side == viewer)

    jammers = tuple(
        id for id in event.jammers if any(one.id == id and one.side == viewer for one in event.units)
    )
    return replace(
        event, units=mine(event.units), companies=mine(event.companies), battalions=mine(event.battalions),
        batteries=mine(event.batteries), aircraft=mine(event.aircraft), mines=mine(event.mines),
        entries=mine(event.entries), areas=mine(event.areas), jammers=jammers,
    )  # fmt: skip


def _blank(**blanks: Any) -> Shower:
    """An event of a counter under which the viewer may not look, with these fields blanked."""
    return lambda game, event, viewer: (
        event if knows(game, game.units[event.unit], viewer) else replace(event, **blanks)
    )


def _panic(game: Game, event: e.PanicRolled, viewer: str) -> e.PanicRolled | None:
    """Who keeps calm as he is to fire indirectly, or under fire, would tell what he is; a limit, his morale."""
    unit = game.units[event.unit]
    if unit.side == viewer:
        return event
    if knows(game, unit, viewer):
        return replace(event, limit=0)
    if event.why in ("indirect", "hit") and not event.panicked:
        return None
    return replace(event, limit=0, terms=())


def _shot(game: Game, event: e.ShotResolved, viewer: str) -> e.ShotResolved:
    if knows(game, game.units[event.target], viewer):
        return event
    return replace(event, strength=(), terms=(), table="", column=0)


def _observed(game: Game, event: e.UnitSeen, viewer: str) -> e.UnitSeen:
    """Nobody else hears who it was, whatever is known of that one later: what is not told of some would tell of the
    others."""
    by = game.units.get(event.by)
    return event if by is None or by.side == viewer else replace(event, by="")


def _scored(game: Game, event: e.Scored, viewer: str) -> e.Scored:
    """Of whose company it was who is lost his own side alone hears: ids of companies are numbered."""
    return replace(event, company="") if viewer in ("", event.side) else event


def _of_known(game: Game, event: e.Mounted | e.Dismounted | e.PointsSpent, viewer: str) -> Any:
    return event if knows(game, game.units[event.unit], viewer) else None


SHOWERS: Mapping[type[Any], Shower] = {
    e.ForcesPlaced: _forces,
    e.CountersDealt: lambda game, event, viewer: replace(event, order=()),
    e.GunsDealt: lambda game, event, viewer: replace(event, order=()),
    e.UnitPlaced: veils.of_unit,
    e.ColumnOrdered: veils.of_unit,
    e.CommandGiven: veils.of_company,
    e.AmbushSet: veils.of_company,
    e.AmbushLost: veils.of_company,
    e.FormationChanged: veils.of_company,
    e.StandingGiven: veils.of_unit,
    e.CamouflageRolled: veils.of_unit,
    e.CamouflageLost: veils.of_unit,
    e.FatigueChanged: veils.of_unit,
    e.AttackDeclared: _blank(arm="main", state=0, parts=(), hatches=False, halved=False),
    e.FirerJoined: _blank(arm="main", state=0, parts=(), hatches=False, halved=False),
    e.PanicRolled: _panic,
    e.MoveBegan: _blank(points=0, pace="walk"),
    e.UnitMoved: _blank(cost=0),
    e.UnitEntered: _blank(cost=0),
    e.PointsSpent: _of_known,
    e.UnitSeen: _observed,
    e.Scored: _scored,
    e.ShotResolved: _shot,
    e.Mounted: _of_known,
    e.Dismounted: _of_known,
    e.MoveUndone: _blank(aboard=(), ashore=()),
    **veils.SHOWERS,
    **view_guns.SHOWERS,
}  # fmt: skip
"""What of an event a viewer gets, where it is not all of it."""
