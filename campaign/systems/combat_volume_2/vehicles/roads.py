"""31.11.1: Road Orders: a vehicle follows a road until something ends that."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Direction, Game, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.handling import driver
from campaign.systems.combat_volume_2.vehicles.turning import (
    turned,
)


def road_way(play: Play, vehicle: Vehicle) -> Direction | None:
    """The direction in which a vehicle under Road Orders follows the road: ahead, else within one hexside of where it
    faces, else within two; in reverse of where its rear is. None where the road ends (31.11.1)."""
    man = driver(play, vehicle)
    ahead = turned(vehicle.facing, 3) if man is not None and man.order.word == "reverse" else vehicle.facing
    for aside in (0, 1, -1, 2, -2):
        way = turned(ahead, aside)
        there = play.next_to(vehicle.hex, way)
        if there is not None and play.board.road(vehicle.hex, there):
            return way
    return None


def road_step(play: Play, vehicle: Vehicle) -> None:
    """Before a step under Road Orders: the directions of the order become those of the road."""
    man = driver(play, vehicle)
    way = road_way(play, vehicle)
    if man is None or not man.order.road:
        return
    if way is None:
        if "end" in play.state.mission.roads:
            play.emit(RoadLeft(vehicle.id, "the road ends"))
    elif man.order.ways != (way,):
        play.emit(FollowsRoad(vehicle.id, man.id, way))


def sees_from_road(play: Play, vehicle: Vehicle, sees: bool) -> None:
    """Somebody in it sees a known opponent: that ends Road Orders, where the mission says so (31.11.1)."""
    if vehicle.road and sees and "spotted" in play.state.mission.roads:
        play.emit(RoadLeft(vehicle.id, "it sees its enemy"))


class RoadLeft(Event, frozen=True, tag="road-left"):
    """Road Orders are over."""

    vehicle: str
    why: str


class FollowsRoad(Event, frozen=True, tag="follows-road"):
    vehicle: str
    unit: str
    way: Direction


def follows_road(game: Game, event: FollowsRoad) -> None:
    man = game.men[event.unit]
    man.order = Order(man.order.word, (event.way,), man.order.target, True)


def road_left(game: Game, event: RoadLeft) -> None:
    blows.leave_road(game, game.vehicles[event.vehicle])


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=FollowsRoad, apply=follows_road, rule="31.11.1", words=lambda play, event: ""),
        Told(
            event=RoadLeft, apply=road_left, rule="31.11.1",
            words=lambda play, event: f"{blows.full_name(play, event.vehicle)} leaves the road: {event.why}.",
        ),
    ),
)  # fmt: skip
