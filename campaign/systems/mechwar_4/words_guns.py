"""Labels and lines of the log for artillery and aircraft. Imported by `words`, which knows how counters are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.options import Option
from campaign.rules.sides import side_name
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.events import air as f
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.naming import added, faces, mine, name, outcome, own, theirs
from campaign.systems.mechwar_4.state import Game

LOADS = {"shells": "shells", "smoke": "smoke", "fascam": "scattered mines", "counter": "counterbattery"}
LOADED = {
    "bombs": "bombs", "smart-bombs": "smart bombs", "missiles": "missiles", "mavericks": "Maverick missiles",
}  # fmt: skip
TURNED = {"ahead": "straight on", "left": "to the left", "right": "to the right"}


# -- labels ----------------------------------------------------------------------------------------------------


def _bombard(game: Game, option: Option, action: a.Bombard) -> str:
    if action.load == "counter":
        return f"{mine(game, action.by)}: wait for enemy guns"
    on = ", and next turn again" if action.sustained else ""
    if option.ranges:
        return f"{mine(game, action.by)}: {LOADS[action.load]} on a hex{on}"
    pattern = f", {action.pattern}" if action.load == "shells" else ""
    return f"{mine(game, action.by)}: {LOADS[action.load]} on {action.hex}{pattern}{on}"


def _plot(game: Game, option: Option, action: a.PlotAirstrike) -> str:
    plane = game.aircraft[action.aircraft]
    at = f", to bomb {'a hex' if option.ranges else action.aim}" if action.aim else ""
    return f"Call for {plane.name} with {LOADED[action.load or plane.load]}{at}"


def _bomb(game: Game, option: Option, action: a.Bomb) -> str:
    return f"Bomb {action.hex}{f' and the bridge on its side {action.bridge}' if action.bridge else ''}"


def _fly(game: Game, option: Option, action: a.Fly) -> str:
    many = f"{action.hexes} hex{'' if action.hexes == 1 else 'es'}"
    return f"Fly {TURNED[action.turn]}, {many}, {action.altitude}"


def _leave(game: Game, option: Option, action: a.LeaveMap) -> str:
    return "Leave the map" if game.aircraft[option.unit].path else "Stay away"


LABELS: Mapping[type[Any], Callable[[Game, Option, Any], str]] = {
    a.Bombard: _bombard,
    a.CallOff: lambda game, option, action: f"{mine(game, action.by)}: call off what is planned",
    a.Multiply: lambda game, option, action: "Ask for a multiple of the off-board fires",
    a.Displace: lambda game, option, action: f"{mine(game, action.battery)}: displace",
    a.Counter: lambda game, option, action: (
        f"{mine(game, action.by)}: fire at {theirs(game, action.target)}, {action.pattern}"
    ),
    a.PlotAirstrike: _plot,
    a.CancelAirstrike: lambda game, option, action: f"Do not call for {mine(game, action.aircraft)}",
    a.HoldAirFire: lambda game, option, action: (
        f"{mine(game, action.unit)}: {'hold fire' if action.hold else 'fire'} at aircraft"
    ),
    a.EnterMap: lambda game, option, action: (
        f"Fly onto the map in {action.hex}, heading {action.facing}, {action.altitude}"
    ),
    a.Fly: _fly,
    a.LeaveMap: _leave,
    a.Acquire: lambda game, option, action: f"Acquire {theirs(game, action.target)} in {option.where}",
    a.Bomb: _bomb,
    a.Strafe: lambda game, option, action: f"Strafe {theirs(game, action.target)} in {option.where}",
    a.Launch: lambda game, option, action: f"Fire a missile at {theirs(game, action.target)} in {option.where}",
}  # fmt: skip

# -- the log ---------------------------------------------------------------------------------------------------

Line = tuple[str, str]


def _plotted(game: Game, event: e.MissionPlotted) -> Line:
    mission = event.mission
    if mission.load == "counter":
        return f"{own(game, mission.by)} waits for enemy guns.", "7.81"
    when = f" in turn {mission.due}"
    return (
        f"{own(game, mission.by)} is to fire {LOADS[mission.load]} on {mission.hex or mission.counter}{when}.",
        "7.13",
    )


def _dropped(game: Game, event: e.MissionDropped) -> Line:
    return (
        f"{own(game, event.by)} does not fire{f': {event.why}' if event.why else ''}.",
        "7.15" if event.why else "",
    )


def _multiple(game: Game, event: e.MultipleRolled) -> Line:
    told = f": {event.die}" if event.die else ""
    return f"{side_name(game, event.side)} asks for a multiple of its off-board fires{told}.", "14.33"


def _fired(game: Game, event: e.IndirectFired) -> Line:
    """by: blank for who may not know."""
    who = name(game, event.by) if event.by else "Artillery"
    what = "A strike" if event.strike else f"{LOADS[event.load].capitalize()}"
    pattern = ", loose" if event.loose else ""
    at = event.hex or (name(game, event.counter) if event.counter else "")
    told = f" ({faces(event.dice)})" if event.dice else ""
    scattered = bool(event.dice) and len(event.dice) > 1 + (event.need > 1)
    rule = "15.1" if event.strike else "7.17" if event.impact else "7.11"
    if event.impact and not scattered:
        return f"{who}: {what.lower()} on {at}{pattern}{told}.", rule
    if event.impact:
        return f"{who}: {what.lower()} meant for {at}{pattern}: scattered to {event.impact}{told}.", rule
    lost = "scatters where it does nothing" if scattered else "no fire for effect"
    return f"{who}: {what.lower()} for {at}: {lost}{told}.", rule


def _detected(game: Game, event: e.GunsDetected) -> Line:
    if not event.found:
        return (
            f"Guns of {side_name(game, event.side)} stay concealed ({event.die} against {event.limit}).",
            "7.81",
        )
    where = f" in {event.hex}" if event.hex else ""
    return f"{name(game, event.by)}{where} has betrayed itself ({event.die} against {event.limit}).", "7.81"


def _shelled(game: Game, event: e.UnitShelled) -> Line:
    if not event.table:
        return f"{name(game, event.unit)} is under fire.", "7.3"
    table = "buttoned up" if event.buttoned else f"column {event.column:+d}, {event.table} table"
    rule = "7.31" if event.buttoned else "7.6" if event.table == "personnel" else "7.32"
    told = f"die {faces(event.dice)}{added(event.terms)}, " if event.dice else ""
    result = outcome(event.result, event.steps)
    return f"{name(game, event.unit)} under indirect fire: {result} ({told}{table}).", rule


def _ground(game: Game, event: e.GroundShelled) -> Line:
    if not event.left:
        return "", ""
    return f"{event.hex}: {'a devastated town' if event.left == 'devastation' else 'an abatis'}.", "7.19"


def _battery(game: Game, event: e.BatteryHit) -> Line:
    if event.damage >= 3:
        return f"{name(game, event.battery)} is out of the battle.", "19.2"
    return (
        f"{name(game, event.battery)}: {event.damage} of 3 steps lost, suppression {event.suppression}.",
        "19.2",
    )


def _reverted(game: Game, event: e.BatteriesReverted) -> Line:
    return f"The multiplied fires of {side_name(game, event.side)} are over.", "19.23"


def _called(game: Game, event: f.AirstrikePlotted) -> Line:
    how = f"comes in turn {event.due}" if event.due else "is not called for"
    return f"{name(game, event.aircraft)} {how}.", "15.36"


def _defence(game: Game, event: f.AirDefenceFired) -> Line:
    who = name(game, event.unit) if event.unit else "Air defence beyond the map"
    what = "shot down" if event.lost else "hit, and flies on" if event.hit else "missed"
    add = f", {event.add:+d}" if event.add else ""
    told = f"{faces(event.dice)}{add} against {event.strength}"
    return f"{who} fires at {name(game, event.aircraft)}: {told}: {what}.", "15.81"


def _acquired(game: Game, event: f.AcquisitionTried) -> Line:
    who = name(game, event.aircraft)
    if event.what == "helicopter":
        return (
            f"{who} finds {name(game, event.unit)} to be a helicopter, which it cannot attack ({event.die}).",
            "15.7",
        )
    if not event.acquired:
        return f"{who} does not acquire {name(game, event.unit)} ({event.die}).", "15.72"
    how = f"{event.die} against {event.loss}" if event.die else "it has fired at aircraft"
    return f"{who} acquires {name(game, event.unit)}, {event.what} ({how}).", "15.72"


def _attack(game: Game, event: f.AirAttackResolved) -> Line:
    what = "strafes" if event.weapon == "guns" else "fires a missile at"
    told = f"die {faces(event.dice)}{added(event.terms)}, column {event.column:+d}, {event.table} table"
    rule = "15.51" if event.weapon == "guns" else "15.62"
    return (
        f"{name(game, event.aircraft)} {what} {name(game, event.target)}: "
        f"{outcome(event.result, event.steps)} ({told}).",
        rule,
    )


def _bombed(game: Game, event: f.BombsDropped) -> Line:
    how = ", directed from the ground" if event.directed else ""
    rule = "15.44" if event.directed else "15.41"
    return f"{name(game, event.aircraft)} bombs {event.hex}{how}.", rule


LINES: Mapping[type[Any], Callable[[Game, Any], Line]] = {
    e.ImpactsLifted: lambda game, event: ("Sustained fire of last turn ends.", "7.14"),
    e.MissionPlotted: _plotted,
    e.MissionDropped: _dropped,
    e.MultipleRolled: _multiple,
    e.MultipleShown: lambda game, event: (
        f"{side_name(game, event.side)} has {event.multiple} times its off-board fires.", "14.33"
    ),
    e.BatteriesReverted: _reverted,
    e.BatteryDisplaced: lambda game, event: (
        f"{name(game, event.battery)} displaces until after turn {event.until}.", "19.22"
    ),
    e.IndirectFired: _fired,
    e.GunsDetected: _detected,
    e.UnitShelled: _shelled,
    e.BatteryHit: _battery,
    e.GroundShelled: _ground,
    e.SmokePlaced: lambda game, event: (f"Smoke in {event.hex}.", "18.0"),
    e.MinesScattered: lambda game, event: (f"Mines are scattered in {event.hex}.", "19.41"),
    f.AirstrikePlotted: _called,
    f.AirFireSet: lambda game, event: (
        f"{own(game, event.unit)} {'holds its fire' if event.holds else 'fires'} at aircraft.", "house rule"
    ),
    f.FlightBegan: lambda game, event: (f"{name(game, event.aircraft)} comes.", "15.31"),
    f.AircraftFlew: lambda game, event: (
        f"{name(game, event.aircraft)} flies to {event.hex}, {'high' if event.high else 'low'}.", "15.33"
    ),
    f.AircraftLeft: lambda game, event: (
        f"{name(game, event.aircraft)} {'is lost' if event.lost else 'flies off the map'}.", "15.35"
    ),
    f.AirDefenceFired: _defence,
    f.AirAmmunitionRolled: lambda game, event: (
        f"{name(game, event.unit)}: {'nothing left to fire at aircraft' if event.spent else 'enough left'} "
        f"({event.die} against {event.rating}).",
        "15.81",
    ),
    f.AcquisitionTried: _acquired,
    f.BombsDropped: _bombed,
    f.BridgeBombed: lambda game, event: (
        f"The bridge between {event.hex} and {event.other} {'is destroyed' if event.destroyed else 'stands'} "
        f"({event.die}).",
        "15.43",
    ),
    f.AirAttackResolved: _attack,
    f.MissilesRolled: lambda game, event: (
        f"{name(game, event.aircraft)}: {'no missiles left' if event.spent else 'missiles left'} "
        f"({event.die} against {event.rating}).",
        "15.63",
    ),
}  # fmt: skip
