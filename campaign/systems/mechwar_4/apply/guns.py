"""Artillery: plans, fire that falls, counterbattery."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.frames import Bombardment
from campaign.systems.mechwar_4.state import GONE, Game, Impact, Minefield, Mission, Smoke


def stage_began(game: Game, event: e.StageBegan) -> None:
    plans_are_made = (game.stage, event.stage) == ("plot", "fire")
    game.stage = event.stage
    for force in game.forces.values():
        force.done = False
    if event.stage in ("plot", "fire"):
        game.betrayed = []
    if plans_are_made:  # 19.2: they are where they were spotted until they displace
        game.betrayed = [one.id for one in game.batteries.values() if one.spotted and not one.out]


def impacts_lifted(game: Game, event: e.ImpactsLifted) -> None:
    game.impacts = []


def mission_plotted(game: Game, event: e.MissionPlotted) -> None:
    _drop(game, event.mission.by, event.mission.due)
    game.missions.append(event.mission)


def mission_dropped(game: Game, event: e.MissionDropped) -> None:
    _drop(game, event.by, event.due)


def _drop(game: Game, by: str, due: int) -> None:
    game.missions = [one for one in game.missions if (one.by, one.due) != (by, due)]


def multiple_rolled(game: Game, event: e.MultipleRolled) -> None:
    force = game.forces[event.side]
    force.multiples -= 1
    force.multiple = event.die
    for one in event.batteries:
        game.batteries[one.id] = replace(one)


def multiple_shown(game: Game, event: e.MultipleShown) -> None:
    game.forces[event.side].multiple = 0


def batteries_reverted(game: Game, event: e.BatteriesReverted) -> None:
    for id in event.gone:
        game.batteries[id].out = True
    for one in event.worn:
        battery = game.batteries[one.battery]
        battery.damage, battery.suppression = one.damage, one.suppression
        battery.spotted, battery.out = one.spotted, one.out


def battery_displaced(game: Game, event: e.BatteryDisplaced) -> None:
    battery = game.batteries[event.battery]
    battery.busy, battery.spotted, battery.shots, battery.last = event.until, False, 0, ""
    game.missions = [one for one in game.missions if one.by != event.battery]


def indirect_fired(game: Game, event: e.IndirectFired) -> None:
    game.shelling.append(event.by)
    mission = next(one for one in game.missions if one.by == event.by and one.due <= game.turn)
    game.missions.remove(mission)
    aim = (
        event.hex if event.impact or event.dice[1:] else ""
    )  # without fire for effect nothing was registered
    if event.by in game.batteries:
        battery = game.batteries[event.by]
        battery.last = aim
        battery.shots += 1
        battery.out = battery.out or battery.kind == "air"
    else:
        unit = game.units[event.by]
        unit.aimed, unit.bombarded = aim, game.turn
        unit.shots += 1
    if event.sustained and event.impact:
        keeps_up = Impact(
            event.by, event.side, event.impact, event.hex, event.h, event.loose, event.damage, event.suppressed
        )  # fmt: skip
        game.impacts.append(keeps_up)
    if event.load == "fascam" and event.by in game.batteries:
        game.batteries[event.by].fascam -= 1


def guns_detected(game: Game, event: e.GunsDetected) -> None:
    if not event.found:
        return
    if event.by not in game.betrayed:
        game.betrayed.append(event.by)
    if event.by in game.batteries:
        game.batteries[event.by].spotted = True
    else:
        game.units[event.by].spotted = event.hex


def bombardment_began(game: Game, event: e.BombardmentBegan) -> None:
    inside = [
        one.id
        for one in game.units.values()
        if one.hex in event.hexes and not one.out and (not one.aboard or one.hatches)
    ]
    game.stack.append(
        Bombardment(
            event.side, event.hex, event.hexes, event.h, event.loose, event.strike, event.damage, event.ground,
            [event.only] if event.only else inside, suppressed=event.suppressed,
        )
    )  # fmt: skip


def unit_shelled(game: Game, event: e.UnitShelled) -> None:
    frame = game.stack[-1]
    assert isinstance(frame, Bombardment)
    frame.left = [id for id in frame.left if id != event.unit]
    if event.hex and event.hex not in frame.struck:
        frame.struck.append(event.hex)
    if event.hex and event.dice[:1] == (1,):
        frame.ones.append(event.hex)


def battery_hit(game: Game, event: e.BatteryHit) -> None:
    battery = game.batteries[event.battery]
    battery.damage, battery.suppression = event.damage, event.suppression
    if event.damage >= GONE:
        battery.out = True
        game.missions = [one for one in game.missions if one.by != event.battery]


def ground_shelled(game: Game, event: e.GroundShelled) -> None:
    frame = game.stack[-1]
    assert isinstance(frame, Bombardment)
    frame.hexes = tuple(hex for hex in frame.hexes if hex != event.hex)
    if event.left == "devastation" and event.hex not in game.devastated:
        game.devastated.append(event.hex)
    if event.left == "abatis" and event.hex not in game.abatis:
        game.abatis.append(event.hex)


def bombardment_ended(game: Game, event: e.BombardmentEnded) -> None:
    game.stack.pop()


def smoke_placed(game: Game, event: e.SmokePlaced) -> None:
    game.smoke = [one for one in game.smoke if one.hex != event.hex] + [Smoke(event.hex, game.turn)]


def mines_scattered(game: Game, event: e.MinesScattered) -> None:
    field = next((one for one in game.mines if one.hex == event.hex and not one.side), None)
    if field is None:
        everybody = [side.id for side in game.sides]
        game.mines.append(Minefield(event.hex, "hasty", "", event.shift, known=everybody))
    else:
        field.shift, field.breached = event.shift, False


def indirect_ended(game: Game, event: e.IndirectEnded) -> None:
    game.stage, game.betrayed = "", []
    for unit in game.units.values():
        unit.disturbed = False
        if unit.id not in game.shelling:
            unit.aimed = ""
    for battery in game.batteries.values():
        if battery.id not in game.shelling:
            battery.last = ""
    game.shelling = []
    game.missions = [one for one in game.missions if one.due > game.turn]


def waits(mission: Mission) -> bool:
    """Whether guns wait to answer enemy guns (7.81)."""
    return mission.load == "counter" and not mission.counter


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.StageBegan: stage_began,
    e.ImpactsLifted: impacts_lifted,
    e.MissionPlotted: mission_plotted,
    e.MissionDropped: mission_dropped,
    e.MultipleRolled: multiple_rolled,
    e.MultipleShown: multiple_shown,
    e.BatteriesReverted: batteries_reverted,
    e.BatteryDisplaced: battery_displaced,
    e.IndirectFired: indirect_fired,
    e.GunsDetected: guns_detected,
    e.BombardmentBegan: bombardment_began,
    e.UnitShelled: unit_shelled,
    e.BatteryHit: battery_hit,
    e.GroundShelled: ground_shelled,
    e.BombardmentEnded: bombardment_ended,
    e.SmokePlaced: smoke_placed,
    e.MinesScattered: mines_scattered,
    e.IndirectEnded: indirect_ended,
}
