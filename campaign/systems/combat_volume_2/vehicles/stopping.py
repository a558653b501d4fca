"""31.2, 31.11.2: Emergency Stops, and what they do to others aboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import acting, checks, morale
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import NO_ORDER, Game, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.driving import (
    Drove,
    driven_by,
    left,
    no_driver,
    spent,
    under_way,
)
from campaign.systems.combat_volume_2.vehicles.handling import HALT, driver, out_of_place_terms

STOPS_SHORT = "the vehicle stops short"


class EmergencyStop(Action, frozen=True, tag="emergency-stop"):
    """Stop the vehicle at once (31.2)."""

    unit: str


class Stopped(Event, frozen=True, tag="vehicle-stopped"):
    """An Emergency Stop. steps: how fast it went in that impulse."""

    vehicle: str
    why: str
    steps: int


def settle_stops(play: Play) -> bool:
    """Carries out every Emergency Stop that is due, with what it does to others aboard: up to one step an impulse
    all keep their orders, at two a check of quality does, at three nobody (31.11.2, 31.2). Returns whether there
    was any.
    """
    due = [vehicle for vehicle in play.state.vehicles.values() if vehicle.stop]
    for vehicle in due:
        turn, _, steps = vehicle.pace
        moved = vehicle.halted != play.state.turn and turn == play.state.turn
        play.emit(Stopped(vehicle.id, vehicle.stop, steps if moved else 0))
        man = play.state.at(vehicle.id, "D")
        if man is not None and man.able and under_way(play, man):
            morale.replace_order(play, man, HALT)
        if not moved or steps < 2:
            continue
        for one in play.state.crew(vehicle.id):
            if one.seat == "D" or not one.able or one.order == NO_ORDER:
                continue
            if steps > 2 or not checks.tqc(play, one, "to keep his order", out_of_place_terms(play, one)):
                morale.duck(play, one, STOPS_SHORT)
    return bool(due)


def shaken(play: Play, side: str, action: EmergencyStop) -> Callable[[Play], str]:
    """For odds: how many aboard lose their orders by it."""

    def result(after: Play) -> str:
        lost = sum(
            isinstance(event, morale.OrderReplaced) and event.why == STOPS_SHORT for event in after.events
        )
        return (
            f"{lost} aboard lose their orders"
            if lost > 1
            else "1 aboard loses his order"
            if lost
            else "all keep"
        )

    return result


def threatened(play: Play, vehicle: Vehicle) -> bool:
    """Whether an enemy's commander has put his marker on an AFV or a man with a light anti-tank weapon in this impulse,
    while the vehicle is under way (31.2)."""
    man, commander = driver(play, vehicle), play.state.at(vehicle.id, "CM")
    if man is None or commander is None or not under_way(play, man) or vehicle.halted == play.state.turn:
        return False
    return commander.spent.get("threat") == play.state.turn * 10 + play.state.impulse


def sees_threat(play: Play, vehicle: Vehicle) -> None:
    """Then its driver stops if he passes a check of quality."""
    man = driver(play, vehicle)
    if man is None or not threatened(play, vehicle):
        return
    if checks.tqc(play, man, "to stop", out_of_place_terms(play, man)):
        morale.replace_order(play, man, HALT, "a threat is in sight", stops=True)
        settle_stops(play)


def may_stop(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is not None and (vehicle := driven_by(play, man)) is not None:
        yield Option(EmergencyStop(man.id), man.id, vehicle.id)


def why_not_stop(play: Play, side: str, action: EmergencyStop) -> Iterator[Refused]:
    yield from no_driver(play, side, action.unit)
    man = play.man(action.unit)
    if play.vehicle(man.vehicle).halted == play.state.turn:
        yield Refused("The vehicle has stopped.", "31.2", where="$.kind")
    elif not under_way(play, man):
        yield Refused("Only a driver under way makes an Emergency Stop.", "31.2", where="$.kind")


def do_stop(play: Play, side: str, action: EmergencyStop) -> None:
    """31.2."""
    man = play.man(action.unit)
    vehicle = play.vehicle(man.vehicle)
    if not spent(play, vehicle) and left(play, vehicle):
        play.emit(Drove(vehicle.id, len(left(play, vehicle))))
    morale.replace_order(play, man, HALT, "", stops=True)
    settle_stops(play)


def stopped(game: Game, event: Stopped) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.stop, vehicle.halted = "", game.turn


def told_of_stop(play: Play, event: Stopped) -> str:
    return f"{blows.full_name(play, event.vehicle)} stops: {event.why}."


ACTS = (
    Answer(
        action=EmergencyStop, candidates=may_stop, why_not=why_not_stop, do=do_stop,
        odds=by_deed(do_stop, ends=shaken), label=lambda play, action: "Emergency Stop",
    ),
)  # fmt: skip
"""For the question `act`."""

CHAPTER: Chapter[Play] = Chapter(
    events=(Told(event=Stopped, apply=stopped, rule="31.2", words=told_of_stop),),
)
