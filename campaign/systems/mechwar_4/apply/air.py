"""Aircraft over the map, and air defence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4.events import air as e
from campaign.systems.mechwar_4.frames import Flight
from campaign.systems.mechwar_4.ground import joint
from campaign.systems.mechwar_4.state import Game, Leg

AIR_DEFENCE = "air"
"""The key under which what a unit fires at aircraft is counted (15.81)."""


def airstrike_plotted(game: Game, event: e.AirstrikePlotted) -> None:
    plane = game.aircraft[event.aircraft]
    plane.due, plane.aim = event.due, event.aim
    if event.load:
        plane.load = event.load


def air_fire_set(game: Game, event: e.AirFireSet) -> None:
    game.units[event.unit].holds_air = event.holds


def flight_began(game: Game, event: e.FlightBegan) -> None:
    game.stack.append(Flight(event.aircraft, event.side))


def aircraft_flew(game: Game, event: e.AircraftFlew) -> None:
    game.aircraft[event.aircraft].path.append(Leg(event.hex, event.facing, event.high))


def aircraft_left(game: Game, event: e.AircraftLeft) -> None:
    plane = game.aircraft[event.aircraft]
    plane.gone, plane.lost, plane.path = True, event.lost, []
    game.stack.pop()


def air_defence_fired(game: Game, event: e.AirDefenceFired) -> None:
    plane = game.aircraft[event.aircraft]
    if not event.unit:
        return
    plane.shots[event.unit] = len(plane.path)
    game.units[event.unit].seen = True


def air_ammunition_rolled(game: Game, event: e.AirAmmunitionRolled) -> None:
    if event.spent:
        unit = game.units[event.unit]
        unit.ammo = {**unit.ammo, AIR_DEFENCE: 0}


def acquisition_tried(game: Game, event: e.AcquisitionTried) -> None:
    plane = game.aircraft[event.aircraft]
    if event.die:
        plane.tried[event.unit] = len(plane.path)
    if event.acquired and event.unit not in plane.acquired:
        plane.acquired.append(event.unit)
    if event.what == "helicopter":
        plane.recognised.append(event.unit)


def bombs_dropped(game: Game, event: e.BombsDropped) -> None:
    plane = game.aircraft[event.aircraft]
    plane.bombed = True
    plane.attacked[event.hex] = len(plane.path)


def bridge_bombed(game: Game, event: e.BridgeBombed) -> None:
    if not event.destroyed:
        return
    bridge = joint(event.hex, event.other)
    if bridge in game.built_bridges:
        game.built_bridges.remove(bridge)
    if bridge not in game.broken_bridges:
        game.broken_bridges.append(bridge)


def air_attack_resolved(game: Game, event: e.AirAttackResolved) -> None:
    plane = game.aircraft[event.aircraft]
    plane.attacked[event.hex] = len(plane.path)


def missiles_rolled(game: Game, event: e.MissilesRolled) -> None:
    if event.spent:
        game.aircraft[event.aircraft].out = True


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.AirstrikePlotted: airstrike_plotted,
    e.AirFireSet: air_fire_set,
    e.FlightBegan: flight_began,
    e.AircraftFlew: aircraft_flew,
    e.AircraftLeft: aircraft_left,
    e.AirDefenceFired: air_defence_fired,
    e.AirAmmunitionRolled: air_ammunition_rolled,
    e.AcquisitionTried: acquisition_tried,
    e.BombsDropped: bombs_dropped,
    e.BridgeBombed: bridge_bombed,
    e.AirAttackResolved: air_attack_resolved,
    e.MissilesRolled: missiles_rolled,
}
