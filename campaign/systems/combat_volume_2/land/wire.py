"""Wire and mines: what they do to vehicles that drive into them (27.7, 31.5). What wire does to men is a matter of
their orders and of moving."""

from __future__ import annotations

from typing import Literal

from campaign.rules.chapters import Chapter, Told
from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import smoke
from campaign.systems.combat_volume_2.land.smoke import Put
from campaign.systems.combat_volume_2.people import checks
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Game, Mark, Vehicle

Meets = Literal["removed", "", "stop", "immobilized"]
WIRE_HALF_TRACK: tuple[tuple[int, Meets], ...] = ((0, "removed"), (4, ""), (8, "stop"), (9, "immobilized"))
WIRE_AFV: tuple[tuple[int, Meets], ...] = ((3, "removed"), (8, ""), (9, "stop"))
MINES_SOFT: tuple[tuple[int, Meets], ...] = ((6, ""), (9, "immobilized"))
MINES_AFV: tuple[tuple[int, Meets], ...] = ((8, ""), (9, "immobilized"))
"""Last face of a ten-sided die, and what happens; all printed. Half-tracks, trucks and jeeps are alike in mines."""
LEFT = 3
"""A six-sided die up to this puts the left wheel out, above it the right one."""


class ObstacleMet(Event, frozen=True, tag="obstacle-met"):
    """A vehicle has entered wire or mines. dice: of ten sides; after it one of six where that decides which wheel."""

    vehicle: str
    hex: Hex
    what: str
    result: Meets
    dice: tuple[int, ...]
    wheel: str = ""


def meet_obstacles(play: Play, vehicle: Vehicle) -> bool:
    """What wire and mines in the hex that it has entered do to a vehicle. Returns whether it can go on."""
    return enter_wire(play, vehicle) and enter_mines(play, vehicle)


def enter_wire(play: Play, vehicle: Vehicle) -> bool:
    """A half-track or an AFV rolls on wire; jeeps and trucks never enter it (27.7 vehicles)."""
    afv = _class(play, vehicle) == "afv"
    return _met(play, vehicle, "wire", WIRE_AFV if afv else WIRE_HALF_TRACK)


def enter_mines(play: Play, vehicle: Vehicle) -> bool:
    """31.5."""
    afv = _class(play, vehicle) == "afv"
    return _met(play, vehicle, "mines", MINES_AFV if afv else MINES_SOFT)


def _class(play: Play, vehicle: Vehicle) -> str:
    return play.charts.vehicles.kinds[vehicle.kind].class_


def _met(play: Play, vehicle: Vehicle, what: str, table: tuple[tuple[int, Meets], ...]) -> bool:
    if not play.state.lies(vehicle.hex, what):
        return True

    def reading(face: int) -> Meets:
        return next(result for last, result in table if face <= last)

    result, face = checks.d10(play, f"{vehicle.name} in {what} at {vehicle.hex}", reading)
    wheel, dice = "", (face,)
    if result == "immobilized" and _class(play, vehicle) != "afv":
        ((wheel, die),) = play.read(
            f"{vehicle.name}: 1 to 3 the left wheel, 4 to 6 the right one", 1, 6,
            lambda die: "left" if die <= LEFT else "right",
        )  # fmt: skip
        dice = (face, die)
    play.emit(ObstacleMet(vehicle.id, vehicle.hex, what, result, dice, wheel))
    return result in ("removed", "")


def obstacle_met(game: Game, event: ObstacleMet) -> None:
    vehicle = game.vehicles[event.vehicle]
    if event.result == "removed":
        wire: Mark = next(mark for mark in game.marks[event.hex] if mark.what == event.what)
        smoke.replace_marks(game, (Put(event.hex, wire),), ())
    elif event.result:
        vehicle.stop = f"it is stopped by {event.what}"
    if event.result == "immobilized":
        wheel = (f"wheel-{event.wheel}",) if event.wheel else ()
        vehicle.damage = (*vehicle.damage, "immobilized", *wheel)
        if event.wheel:
            vehicle.leaving, vehicle.since = "enemies", game.turn


def told_of_obstacle(play: Play, event: ObstacleMet) -> str:
    name = play.vehicle(event.vehicle).name
    where = f"the {event.what} in {event.hex}"
    if event.result == "removed":
        return f"{name} flattens {where}."
    if event.result == "stop":
        return f"{name} stops in {where}."
    if event.result == "immobilized":
        lost = f" and loses its {event.wheel} wheel" if event.wheel else ""
        return f"{name} runs into {where}{lost}: it is immobilized."
    return f"{name} gets through {where}."


def fact_of_obstacle(play: Play, event: ObstacleMet) -> str:
    name = play.vehicle(event.vehicle).name
    return f"{name}: {event.what} {event.result}" if event.result else ""


CHAPTER = Chapter(
    events=(
        Told(
            event=ObstacleMet, apply=obstacle_met, rule="27.7", dice="dice", words=told_of_obstacle,
            fact=fact_of_obstacle,
        ),
    ),
)  # fmt: skip
