"""31.6: turrets, which gunners turn."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, routine
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.people import acting
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import Direction, Game, Vehicle, pointed
from campaign.systems.combat_volume_2.vehicles import blows
from campaign.systems.combat_volume_2.vehicles.arcs import seen_from
from campaign.systems.combat_volume_2.vehicles.guns import AIMS, gunner_of
from campaign.systems.combat_volume_2.vehicles.turning import turned


class TurnTurret(Action, frozen=True, tag="turn-turret"):
    """way: 1 clockwise, -1 the other way."""

    unit: str
    way: int


class TurretTurned(Event, frozen=True, tag="turret-turned"):
    """dice: which way, where both are as far."""

    vehicle: str
    turret: Direction
    dice: tuple[int, ...] = ()


def why_not_turn(play: Play, side: str, action: TurnTurret) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    of = gunner_of(play, man)
    if of is None or man.order.word not in AIMS:
        yield Refused(
            "A gunner turns the turret under Fire Main Gun or a fire order.", "31.6", where="$.kind"
        )
        return
    if "turret-jammed" in of.damage:
        yield Refused("The turret is jammed.", "31.10.8", where="$.kind")
    if action.way not in (1, -1):
        yield Refused("A turret turns one hexside an impulse.", "31.6", ["1", "-1"], "$.way")


def may_turn(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None:
        return
    if gunner_of(play, man) is not None and man.order.word in AIMS:
        yield Option(TurnTurret(man.id, 1), man.id, man.vehicle)
        yield Option(TurnTurret(man.id, -1), man.id, man.vehicle)


def turn(play: Play, side: str, action: TurnTurret) -> None:
    """31.6."""
    of = play.vehicle(play.man(action.unit).vehicle)
    play.emit(TurretTurned(of.id, turned(of.turret, action.way)))


def turn_towards(play: Play, vehicle: Vehicle, hex: Hex) -> bool:
    """One hexside the quicker way, so that a hex comes before the turret; by dice where both are as far (31.6).
    False if it is there, or cannot be turned.
    """
    if "turret-jammed" in vehicle.damage or seen_from(play, vehicle.hex, vehicle.turret, hex) in (
        "front",
        None,
    ):
        return False
    steps = {
        way: next(
            n
            for n in range(1, 6)
            if seen_from(play, vehicle.hex, turned(vehicle.turret, way * n), hex) == "front" or (n == 5)
        )
        for way in (1, -1)
    }
    dice: tuple[int, ...] = ()
    if steps[1] == steps[-1]:
        dice = play.dice.roll("Which way the turret turns: 1 to 3 clockwise", 1, 6, "order")
        way = 1 if dice[0] <= 3 else -1
    else:
        way = min(steps, key=lambda way: steps[way])
    play.emit(TurretTurned(vehicle.id, turned(vehicle.turret, way), dice))
    return True


def turret_turned(game: Game, event: TurretTurned) -> None:
    game.vehicles[event.vehicle].turret = event.turret


def told_of_turret(play: Play, event: TurretTurned) -> str:
    return f"The turret of {blows.spoken(play, play.vehicle(event.vehicle))} turns {pointed([event.turret])}."


ACTS = (
    Answer(
        action=TurnTurret, candidates=may_turn, why_not=why_not_turn, do=turn,
        label=lambda play, action: f"Turn the turret {'clockwise' if action.way == 1 else 'counter-clockwise'}",
    ),
)  # fmt: skip
"""For the question `act`."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=TurretTurned,
            apply=turret_turned,
            words=told_of_turret,
            rule="31.6",
            dice="dice",
            weight=routine,
        ),
    ),
)
