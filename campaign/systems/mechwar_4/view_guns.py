"""What of artillery and aircraft a viewer may see: plans are secret, guns concealed until they betray themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.views import PieceView
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import veils
from campaign.systems.mechwar_4.counters import OpenImpact
from campaign.systems.mechwar_4.decide import landing
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.known import whole
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import GONE, Battery, Game, Unit


def pieces(game: Game) -> list[PieceView]:
    """Batteries and aircraft, which are beside the map: those of which all is known."""
    found = [
        PieceView(
            one.id, one.name, one.side, "", "", status=_state(one), out=one.out, kind="gun",
            details=(("fires", f"{one.h}H"),), damage=one.damage, most=GONE,
        )
        for one in game.batteries.values()
        if whole(one)
    ]  # fmt: skip
    return found + [
        PieceView(one.id, one.name, one.side, "", "", out=one.gone or one.lost, details=(("load", one.load),))
        for one in game.aircraft.values()
        if whole(one)
    ]


def _state(one: Battery) -> tuple[str, ...]:
    found: list[str] = []
    if one.suppression:
        found.append(f"suppressed {one.suppression}")
    if one.busy:
        found.append(f"displaces until turn {one.busy}")
    return tuple(found)


SECRET = (
    a.Bombard, a.CallOff, a.Displace, a.Counter, a.PlotAirstrike, a.CancelAirstrike, a.HoldAirFire,
)  # fmt: skip
"""Actions of which nobody else hears."""
_STRUCK = re.compile(r"(?:shells on|losses of|equipment of) (\S+)")
_MULTIPLE = re.compile(r"multiple of (\S+) in turn (\d+)")


def concealed(game: Game, by: str, viewer: str) -> bool:
    """Whether a viewer does not know whose guns have fired: on the map, of a counter that is not spotted."""
    unit: Unit | None = game.units.get(by)
    if unit is None:
        battery = game.batteries.get(by)  # none: of a multiplied fire, in a state without it
        return battery is None or (battery.side != viewer and not battery.spotted)
    return unit.side != viewer and unit.spotted != unit.hex


def _fired(game: Game, event: e.IndirectFired, viewer: str) -> e.IndirectFired:
    if event.side == viewer or not concealed(game, event.by, viewer):
        return event
    return replace(event, by="", h=0, damage=0, suppressed=0)


def _falls(game: Game, event: e.BombardmentBegan, viewer: str) -> e.BombardmentBegan:
    """How strong the guns are is for who is hit to feel."""
    return event if event.side == viewer else replace(event, h=0, damage=0, suppressed=0)


def secret_multiple(game: Game, purpose: str, viewer: str) -> bool:
    """Whether a draw is one of those with which another side has multiplied its fires, and is not shown yet (14.33).

    In a state before it, it is secret too.
    """
    match = _MULTIPLE.fullmatch(purpose)
    if match is None or match[1] == viewer:
        return False
    shown_in = int(match[2]) + 1
    return game.turn < shown_in or (game.turn == shown_in and bool(game.forces[match[1]].multiple))


def under_a_counter(game: Game, purpose: str, viewer: str) -> bool:
    """Whether a draw is one for a face-down counter under indirect fire: how many there are would tell what it is."""
    match = _STRUCK.fullmatch(purpose)
    unit = game.units.get(match[1]) if match is not None else None
    return unit is not None and unit.side != viewer and not unit.seen


def _multiple(game: Game, event: e.MultipleRolled, viewer: str) -> e.MultipleRolled:
    """The others read it when it is shown."""
    return event if event.side == viewer else replace(event, die=0, batteries=())


def _detected(game: Game, event: e.GunsDetected, viewer: str) -> e.GunsDetected:
    return event if event.side == viewer or event.found else replace(event, by="", hex="")


def _plan(game: Game, event: Any, viewer: str) -> Any:
    side = event.mission.side if isinstance(event, e.MissionPlotted) else event.side
    return event if side == viewer else None


def _shelled(game: Game, event: e.UnitShelled, viewer: str) -> Any:
    """Of a face-down counter the markers that it gets lie open, not how they came about."""
    unit = game.units.get(event.unit)
    if unit is None or unit.side == viewer or unit.seen:
        return event
    return replace(event, table="", column=0, dice=(), buttoned=False, panic=False, terms=(), result="")


def _of_battery(game: Game, event: e.BatteryDisplaced, viewer: str) -> Any:
    battery = game.batteries.get(event.battery)
    return event if battery is not None and battery.side == viewer else None


def _plane(game: Game, event: f.AirstrikePlotted, viewer: str) -> Any:
    return event if game.aircraft[event.aircraft].side == viewer else None


def under_fire(play: Play) -> tuple[Hex, ...]:
    """Hexes on which sustained fire lies, as far as its guns keep it up (7.14). Of others' the marks stay: one that
    went as a counter moves or fires would tell that this is the gun."""
    return tuple(
        dict.fromkeys(
            hex
            for one in play.state.impacts
            if isinstance(one, OpenImpact) or landing.goes_on(play.state, one.by)
            for hex in landing.zone(play, one.hex, one.loose)
        )
    )


SHOWERS: Mapping[type[Any], Callable[[Game, Any, str], Any]] = {
    e.MissionPlotted: _plan,
    e.MissionDropped: _plan,
    e.MultipleRolled: _multiple,
    e.BatteriesReverted: veils.of_side,
    e.BatteryDisplaced: _of_battery,
    e.IndirectFired: _fired,
    e.BombardmentBegan: _falls,
    e.GunsDetected: _detected,
    e.UnitShelled: _shelled,
    f.AirstrikePlotted: _plane,
    f.AirFireSet: veils.of_unit,
    f.AcquisitionTried: lambda game, event, viewer: event if event.acquired else replace(event, loss=0),
}  # fmt: skip
"""What of an event a viewer gets, where it is not all of it."""
