"""31.4, 31.5: how a vehicle turns: the shorter way, or about."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, Direction, Game, Vehicle, pointed
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.arcs import seen_from


class VehicleTurned(Event, frozen=True, tag="vehicle-turned"):
    """free: it costs no step. dice: which way, where both are as far."""

    vehicle: str
    facing: Direction
    free: bool
    dice: tuple[int, ...] = ()


def turned(facing: Direction, by: int) -> Direction:
    return (facing - 1 + by) % 6 + 1


def turn(play: Play, vehicle: Vehicle, facing: Direction, free: bool, way: int = 0) -> None:
    """One hexside the shorter way towards a facing. Turning about, an enemy turns his front past known opponents."""
    off = (facing - vehicle.facing) % 6
    dice: tuple[int, ...] = ()
    if off == 3 and not way:
        way, dice = _about(play, vehicle)
    elif off != 3:
        way = 1 if off < 3 else -1
    play.emit(VehicleTurned(vehicle.id, turned(vehicle.facing, way), free, dice))


def _about(play: Play, vehicle: Vehicle) -> tuple[int, tuple[int, ...]]:
    """Which way round to the rear: past more of the known opponents, else by dice; the player's vehicles clockwise."""
    if vehicle.side == FRIEND:
        return 1, ()
    count = {"right": 0, "left": 0}
    for foe in play.foes(vehicle.side):
        if foe.spotted and foe.who and sight.within(play, vehicle.hex, foe.hex):
            found = seen_from(play, vehicle.hex, vehicle.facing, foe.hex)
            if found in count:
                count[found] += 1
    if count["right"] != count["left"]:
        return (1 if count["right"] > count["left"] else -1), ()
    dice = play.dice.roll("Which way it turns about: 1 to 3 clockwise", 1, 6, "order")
    return (1 if dice[0] <= 3 else -1), dice


def vehicle_turned(game: Game, event: VehicleTurned) -> None:
    """A turret that points ahead turns with the hull, and so does one that does not: it keeps its place on it."""
    vehicle = game.vehicles[event.vehicle]
    by = event.facing - vehicle.facing
    vehicle.facing = event.facing
    vehicle.turret = turned(vehicle.turret, by)
    if event.free:
        vehicle.turned = True
    else:
        vehicle.spent += 1


def told_of_turn(play: Play, event: VehicleTurned) -> str:
    return f"{blows.full_name(play, event.vehicle)} turns {pointed([event.facing])}."


CHAPTER: Chapter[Play] = Chapter(
    events=(Told(event=VehicleTurned, apply=vehicle_turned, rule="31.4", words=told_of_turn, dice="dice"),),
)
