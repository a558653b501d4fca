"""28.2: jeeps and trucks in mud."""

from __future__ import annotations

from campaign.rules.chapters import Chapter, Told
from campaign.systems.combat_volume_2.people import checks, morale
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NO_ORDER, Game, Vehicle
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.handling import driver

MIRED_FROM = 8
"""Faces of a d10 from which a jeep or truck sinks into mud (28.2)."""
FREED = -3
"""What a driver's quality loses where he tries to get out of it."""


class Mired(Event, frozen=True, tag="mired"):
    """Mud after a hex was entered."""

    vehicle: str
    sinks: bool
    dice: tuple[int, ...]


class Freed(Event, frozen=True, tag="freed"):
    vehicle: str


def mired_due(play: Play) -> bool:
    return any(_may_free(play, vehicle) for vehicle in play.state.vehicles.values())


def _may_free(play: Play, vehicle: Vehicle) -> bool:
    return vehicle.here and vehicle.mired and driver(play, vehicle) is not None and not vehicle.wrecked


def free_mired(play: Play) -> None:
    """The end of a turn: drivers try to get out of the mud; an enemy who fails panics (28.2)."""
    for vehicle in play.state.vehicles.values():
        man = driver(play, vehicle)
        if man is None or not _may_free(play, vehicle):
            continue
        if checks.tqc(play, man, "to get out of the mud", (checks.Modifier("mud", FREED, "28.2"),)):
            play.emit(Freed(vehicle.id))
        elif vehicle.side != FRIEND:
            morale.replace_order(play, man, "panic", "stuck in the mud")


def mired(game: Game, event: Mired) -> None:
    if event.sinks:
        vehicle = game.vehicles[event.vehicle]
        vehicle.mired = True
        man = game.at(event.vehicle, "D")
        if man is not None:
            man.order = NO_ORDER


def freed(game: Game, event: Freed) -> None:
    game.vehicles[event.vehicle].mired = False


def told_of_mud(play: Play, event: Mired) -> str:
    return f"{blows.full_name(play, event.vehicle)} {'is stuck in the mud' if event.sinks else 'gets through the mud'}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Mired, apply=mired, rule="28.2", words=told_of_mud, dice="dice",
            fact=lambda play, event: "mired" if event.sinks else "",
        ),
        Told(
            event=Freed, apply=freed, rule="28.2",
            words=lambda play, event: f"{blows.full_name(play, event.vehicle)} is out of the mud.",
        ),
    ),
)  # fmt: skip
