"""31.2, 31.4, 31.5, 31.11.1: how vehicles move and turn, what bars their way, and how they stop.

A driver's order gives steps in each impulse. At the start of an impulse a vehicle turns one hexside towards the
direction of its next step for nothing; any further hexside costs a step.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import ground, wire
from campaign.systems.combat_volume_2.people import acting, alert, checks, grenades, morale, moving
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import (
    FRIEND,
    NO_ORDER,
    Direction,
    Game,
    Man,
    Order,
    Vehicle,
    pointed,
)
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.detour import detour
from campaign.systems.combat_volume_2.vehicles.handling import HALT, driver
from campaign.systems.combat_volume_2.vehicles.mud import MIRED_FROM, Mired
from campaign.systems.combat_volume_2.vehicles.roads import (
    road_step,
)
from campaign.systems.combat_volume_2.vehicles.turning import (
    VehicleTurned,
    turn,
    turned,
)

TREES = "trees"
"""The one terrain that makes an AFV or a half-track crawl on (31.5)."""


class Drive(Action, frozen=True, tag="drive"):
    """The next step of the driver's order. way: of a turn about, 1 clockwise, -1 the other way, 0 else."""

    unit: str
    way: int = 0


class TurnVehicle(Action, frozen=True, tag="turn-vehicle"):
    """One hexside for nothing, once an impulse. way: 1 clockwise, -1 the other way."""

    unit: str
    way: int


class Drove(Event, frozen=True, tag="vehicle-drove"):
    """A vehicle begins to move in an impulse in which its order gives so many steps."""

    vehicle: str
    steps: int


class VehicleMoved(Event, frozen=True, tag="vehicle-moved"):
    """hex: which it enters with all aboard, and with the markers that lie on it."""

    vehicle: str
    hex: Hex


class VehicleLeft(Event, frozen=True, tag="vehicle-left"):
    """It drives off the map, with all aboard."""

    vehicle: str
    edge: str


class StepLost(Event, frozen=True, tag="step-lost"):
    """A step that cannot be carried out. all: those that are left in this impulse, too."""

    vehicle: str
    all: bool = False


class Detoured(Event, frozen=True, tag="detoured"):
    """The way was barred: the driver has another order. stands: that one is barred, too."""

    vehicle: str
    unit: str
    order: Order
    stands: bool
    dice: tuple[int, ...]


class IntoTrees(Event, frozen=True, tag="into-trees"):
    """Among trees it crawls on, in the same directions, from the next impulse on."""

    vehicle: str
    unit: str


# -- where it may go ---------------------------------------------------------------------------------------------------


def wheeled(play: Play, vehicle: Vehicle) -> bool:
    """Jeeps and trucks, which trees, wire and mud hold (27.7, 28.2, 31.5)."""
    return play.charts.vehicles.kinds[vehicle.kind].class_ in ("jeep", "truck")


def enterable(play: Play, vehicle: Vehicle, hex: Hex | None) -> bool:
    """Whether a vehicle may enter a hex: ground, fire, and no other vehicle in it."""
    if hex is None or not ground.passable(play, hex, wheeled(play, vehicle)):
        return False
    return not any(one.here and one.hex == hex and one is not vehicle for one in play.state.vehicles.values())


def barred(play: Play, vehicle: Vehicle) -> set[Direction]:
    """Directions into which it cannot move from where it is; off the map too."""
    around = play.board.neighbours[vehicle.hex]
    return {way for way, hex in enumerate(around, 1) if not enterable(play, vehicle, hex)}


def steps_of(play: Play, man: Man, impulse: int) -> str:
    """The steps that a driver's order gives him in an impulse: a and b for its two directions."""
    row = play.charts.orders.get(man.order.word)
    return row.moves[impulse - 1] if row is not None and row.moves and row.crew else ""


def spent(play: Play, vehicle: Vehicle) -> int:
    """Steps that it has used in this impulse."""
    turn, impulse, _ = vehicle.pace
    return vehicle.spent if (turn, impulse) == (play.state.turn, play.state.impulse) else 0


def left(play: Play, vehicle: Vehicle) -> str:
    """Steps that are left to it in this impulse."""
    man = driver(play, vehicle)
    if man is None or vehicle.still or vehicle.halted == play.state.turn:
        return ""
    if man.spent.get("stuck") == play.state.turn:
        return ""
    return steps_of(play, man, play.state.impulse)[spent(play, vehicle) :]


def heading(man: Man, step: str) -> Direction:
    """The direction of a step."""
    return man.order.ways[-1] if step == "b" else man.order.ways[0]


def reversing(man: Man) -> bool:
    return man.order.word == "reverse"


def faces(man: Man, way: Direction) -> Direction:
    """How a vehicle must face to move in a direction: away from it in reverse."""
    return (way + 2) % 6 + 1 if reversing(man) else way


def turns_free(play: Play, vehicle: Vehicle) -> bool:
    """Whether it may turn a hexside for nothing: once an impulse, the enemy's before its first step alone (31.4)."""
    return not vehicle.turned and (vehicle.side == FRIEND or not spent(play, vehicle))


# -- one impulse -------------------------------------------------------------------------------------------------------


def drive(play: Play, vehicle: Vehicle) -> None:
    """All that a vehicle moves in this impulse: the enemy's, which nobody is asked about (31.4)."""
    while left(play, vehicle) and not vehicle.stop and vehicle.here:
        step(play, vehicle)


def step(play: Play, vehicle: Vehicle, way: int = 0) -> None:
    """The next step of this impulse, after the free turn if it is the first. way: as of `Drive`."""
    man = driver(play, vehicle)
    todo = left(play, vehicle)
    if man is None or not todo:
        return
    if not spent(play, vehicle):
        play.emit(Drove(vehicle.id, len(todo)))
    if man.order.road:
        road_step(play, vehicle)
    to = heading(man, todo[0])
    if not enterable(play, vehicle, play.next_to(vehicle.hex, to)) and _barred(play, vehicle, man, todo):
        return
    if turns_free(play, vehicle) and vehicle.facing != faces(man, to):
        turn(play, vehicle, faces(man, to), True, way)
    if vehicle.facing != faces(man, to):
        turn(play, vehicle, faces(man, to), False, way)
        return
    there = play.next_to(vehicle.hex, to)
    if there is None:
        play.emit(VehicleLeft(vehicle.id, moving.edge_of(play, vehicle.hex, to)))
        return
    enter(play, vehicle, man, there)


def enter(play: Play, vehicle: Vehicle, man: Man, hex: Hex) -> None:
    """Into the next hex, with all that entering it does."""
    before = vehicle.hex
    play.emit(VehicleMoved(vehicle.id, hex))
    grenades.leave_aim(play, vehicle, before)
    if vehicle.side == FRIEND:
        alert.vehicle_near(play, hex)
    if not wire.meet_obstacles(play, vehicle):
        return
    if play.state.ground == "mud" and wheeled(play, vehicle) and not ground.on_road(play, hex):
        sinks, face = checks.d10(
            play, f"{blows.spoken(play, vehicle)} in mud: 8 and 9 mired", lambda face: face >= MIRED_FROM
        )
        play.emit(Mired(vehicle.id, sinks, (face,)))
        if sinks:
            return
    if ground.terrain(play, hex).id == TREES:
        play.emit(IntoTrees(vehicle.id, man.id))


# -- what bars the way -------------------------------------------------------------------------------------------------


def _barred(play: Play, vehicle: Vehicle, man: Man, todo: str) -> bool:
    """The hex of the next step cannot be entered. Returns whether that was all for this step."""
    there = play.next_to(vehicle.hex, heading(man, todo[0]))
    if vehicle.side == FRIEND:
        edge = moving.edge_of(play, vehicle.hex, heading(man, todo[0])) if there is None else ""
        if edge and moving.leaves_over(play, man, edge):
            return False
        play.emit(StepLost(vehicle.id, True))
        morale.replace_order(play, man, HALT, "it cannot go on", stops=True)
        return True
    shut = barred(play, vehicle)
    ahead = [heading(man, letter) for letter in _later(play, man, todo)]
    free = next((way for way in ahead if way not in shut), None)
    if free is None:
        _detour(play, vehicle, man, shut)
        return True
    facing = faces(man, free)
    if turns_free(play, vehicle) and vehicle.facing != facing:
        turn(play, vehicle, facing, True)
    if vehicle.facing != facing:
        turn(play, vehicle, facing, False)
    else:
        play.emit(StepLost(vehicle.id))
    return True


def _later(play: Play, man: Man, todo: str) -> str:
    """The steps of this turn after the next one."""
    return todo[1:] + "".join(steps_of(play, man, impulse) for impulse in range(play.state.impulse + 1, 5))


def _detour(play: Play, vehicle: Vehicle, man: Man, shut: set[Direction]) -> None:
    """Nothing of the order can be carried out in this turn: another direction by the table, at a crawl, from the next
    impulse on; now it turns as far as is free."""

    def roll(why: str) -> tuple[bool, int]:
        return checks.d10(play, f"{blows.spoken(play, vehicle)}, {why}", lambda face: face <= 4)

    ways = tuple(dict.fromkeys(man.order.ways))
    found = detour(play.charts.vehicles.detours, ways, shut, roll)
    play.emit(Detoured(vehicle.id, man.id, Order("crawl", found.ways), found.stands, found.dice))
    if not vehicle.turned and vehicle.facing != found.ways[0]:
        turn(play, vehicle, found.ways[0], True)


# -- stopping ----------------------------------------------------------------------------------------------------------


def under_way(play: Play, man: Man) -> bool:
    """Whether he has an order that moves."""
    row = play.charts.orders.get(man.order.word)
    return row is not None and row.moving


# -- the player's driver -----------------------------------------------------------------------------------------------


def driven_by(play: Play, man: Man | None) -> Vehicle | None:
    """The vehicle that somebody drives."""
    return play.vehicle(man.vehicle) if man is not None and man.vehicle and man.seat == "D" else None


def no_driver(play: Play, side: str, unit: str) -> Iterator[Refused]:
    yield from acting.not_he(play, side, unit)
    if driven_by(play, play.state.men.get(unit)) is None:
        yield Refused("Only a driver drives, turns and stops a vehicle.", "31.4", where="$.unit")


def turns_about(play: Play, vehicle: Vehicle) -> bool:
    """Whether its next step is straight behind it."""
    man, todo = driver(play, vehicle), left(play, vehicle)
    return man is not None and bool(todo) and (faces(man, heading(man, todo[0])) - vehicle.facing) % 6 == 3


def may_drive(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    vehicle = driven_by(play, man)
    if man is not None and vehicle is not None and left(play, vehicle):
        for way in (1, -1) if turns_about(play, vehicle) else (0,):
            yield Option(Drive(man.id, way), man.id, vehicle.id)


def why_not_drive(play: Play, side: str, action: Drive) -> Iterator[Refused]:
    yield from no_driver(play, side, action.unit)
    vehicle = play.vehicle(play.man(action.unit).vehicle)
    if not left(play, vehicle):
        yield Refused("Nothing is left to drive in this impulse.", "31.4", where="$.kind")
    elif turns_about(play, vehicle):
        if action.way not in (1, -1):
            yield Refused("It turns about: choose which way round.", "31.4", ["1", "-1"], "$.way")
    elif action.way:
        yield Refused("There is one way to turn.", "31.4", ["0"], "$.way")


def do_drive(play: Play, side: str, action: Drive) -> None:
    step(play, play.vehicle(play.man(action.unit).vehicle), action.way)


def may_turn(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is not None and (vehicle := driven_by(play, man)) is not None:
        yield Option(TurnVehicle(man.id, 1), man.id, vehicle.id)
        yield Option(TurnVehicle(man.id, -1), man.id, vehicle.id)


def why_not_turn(play: Play, side: str, action: TurnVehicle) -> Iterator[Refused]:
    yield from no_driver(play, side, action.unit)
    vehicle = play.vehicle(play.man(action.unit).vehicle)
    if vehicle.still:
        yield Refused("It cannot move any more.", "31.4", where="$.kind")
    elif vehicle.turned:
        yield Refused("It has had its free turn in this impulse.", "31.4", where="$.kind")
    elif left(play, vehicle):
        yield Refused("It turns by itself towards where its order leads.", "31.4", ["drive"], where="$.kind")
    elif action.way not in (1, -1):
        yield Refused("It turns one hexside.", "31.4", ["1", "-1"], "$.way")


def do_turn(play: Play, side: str, action: TurnVehicle) -> None:
    vehicle = play.vehicle(play.man(action.unit).vehicle)
    play.emit(VehicleTurned(vehicle.id, turned(vehicle.facing, action.way), True))


# -- what the events do ------------------------------------------------------------------------------------------------


def drove(game: Game, event: Drove) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.pace, vehicle.spent = (game.turn, game.impulse, event.steps), 0


def vehicle_moved(game: Game, event: VehicleMoved) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.hex = event.hex
    vehicle.moved += 1
    vehicle.spent += 1
    for man in game.men.values():
        if man.vehicle == vehicle.id and not man.gone:
            man.hex = event.hex
        if man.marked == vehicle.id:
            man.marker = event.hex


def vehicle_left(game: Game, event: VehicleLeft) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.gone, vehicle.hex = f"left {event.edge}", ""
    for man in game.men.values():
        if man.vehicle == vehicle.id and man.here:
            man.gone, man.hex, man.order = f"left {event.edge}", "", NO_ORDER
        if man.marked == vehicle.id:
            man.marker = man.marked = ""


def step_lost(game: Game, event: StepLost) -> None:
    game.vehicles[event.vehicle].spent += 9 if event.all else 1


def detoured(game: Game, event: Detoured) -> None:
    man, vehicle = game.men[event.unit], game.vehicles[event.vehicle]
    man.order = event.order
    vehicle.spent = 9
    if event.stands:
        man.spent["stuck"] = game.turn


def into_trees(game: Game, event: IntoTrees) -> None:
    man, vehicle = game.men[event.unit], game.vehicles[event.vehicle]
    man.order = Order("crawl", man.order.ways, "", man.order.road)
    vehicle.spent = 9


# -- in words ----------------------------------------------------------------------------------------------------------


def told_of_detour(play: Play, event: Detoured) -> str:
    ways = pointed(event.order.ways)
    stands = ", which is barred too: it stands" if event.stands else ""
    return f"{blows.full_name(play, event.vehicle)} finds the way barred: Crawl {ways}{stands}."


def label_of_driving(play: Play, action: Drive) -> str:
    man = play.man(action.unit)
    vehicle = play.vehicle(man.vehicle)
    todo = left(play, vehicle)
    round_by = {1: ", turning clockwise", -1: ", turning counter-clockwise"}.get(action.way, "")
    way = heading(man, todo[0]) if todo else vehicle.facing
    return f"{named(man)} drives towards {way}{round_by}: step 1 of {len(todo)}"


ACTS = (
    Answer(
        action=Drive, candidates=may_drive, why_not=why_not_drive, do=do_drive, label=label_of_driving,
        odds=by_deed(do_drive),
    ),
)  # fmt: skip
"""For the question `act`; after Drive the driver goes on as long as `left` says so."""
PARTS = (
    Answer(
        action=TurnVehicle, candidates=may_turn, why_not=why_not_turn, do=do_turn,
        label=lambda play, action: f"Turn the vehicle {'clockwise' if action.way == 1 else 'counter-clockwise'}",
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=Drove, apply=drove, words=lambda play, event: ""),
        Told(
            event=VehicleMoved, apply=vehicle_moved, rule="31.4",
            words=lambda play, event: f"{blows.full_name(play, event.vehicle)} moves to {event.hex}.",
        ),
        Told(
            event=VehicleLeft, apply=vehicle_left, rule="31.4",
            words=lambda play, event: f"{blows.full_name(play, event.vehicle)} leaves the map ({event.edge}).",
        ),
        Told(event=StepLost, apply=step_lost, words=lambda play, event: ""),
        Told(event=Detoured, apply=detoured, rule="31.5", words=told_of_detour, dice="dice"),
        Told(
            event=IntoTrees, apply=into_trees, rule="31.5",
            words=lambda play, event: f"{blows.full_name(play, event.vehicle)} crawls on among the trees.",
        ),
    ),
)  # fmt: skip
