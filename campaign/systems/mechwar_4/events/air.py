"""Facts of aircraft that fly over the map, and of what is fired at them (15.3 to 15.8)."""

from __future__ import annotations

from typing import Literal

from campaign.rules.hexes import Edge
from campaign.rules.options import Modifier
from campaign.rules.system import Says
from campaign.systems.mechwar_4.events.base import Event


class AirstrikePlotted(Event, frozen=True, tag="airstrike-plotted"):
    """Secret (15.36). due: the turn in which it flies, 0 to take it back. aim: the hex to be bombed, if it is. load:
    that was chosen, "" for that of the scenario."""

    aircraft: str
    due: int
    aim: str = ""
    load: Literal["", "bombs", "smart-bombs", "missiles", "mavericks"] = ""


class AirFireSet(Event, frozen=True, tag="air-fire-set"):
    """Secret: whether a unit holds its fire at aircraft."""

    unit: str
    holds: bool


class FlightBegan(Event, frozen=True, tag="flight-began"):
    aircraft: str
    side: str


class AircraftFlew(Event, frozen=True, tag="aircraft-flew"):
    """Into the next hex of its way, or onto the map (15.31 to 15.34)."""

    aircraft: str
    hex: str
    facing: Edge
    high: bool


class AircraftLeft(Event, frozen=True, tag="aircraft-left"):
    """It is off the map for the rest of the battle. lost: shot down."""

    aircraft: str
    lost: bool = False


class AirDefenceFired(Event, frozen=True, tag="air-defence-fired"):
    """At an aircraft (15.81). unit: "" beyond the edge of the map. dice: to hit, then whether it survives a hit.

    strength: highest die that hits, less `add`; survives: highest die that survives.
    """

    unit: str
    aircraft: str
    system: Literal["missile", "gun", "small", "off-board"]
    range: int
    strength: int
    add: int
    dice: tuple[int, ...]
    survives: int
    hit: bool
    lost: bool


class AirAmmunitionRolled(Event, frozen=True, tag="air-ammunition-rolled"):
    """15.81. spent: nothing is left to fire at aircraft."""

    unit: str
    die: int
    rating: int
    spent: bool


class AcquisitionTried(Event, frozen=True, tag="acquisition-tried"):
    """15.72: acquired at more than `loss`. die: 0 where it acquired itself by firing. what: told if it is acquired, and
    of a helicopter, which never is."""

    aircraft: str
    unit: str
    die: int
    loss: int
    acquired: bool
    what: Literal["", "vehicle", "infantry", "helicopter"] = ""


class BombsDropped(Event, frozen=True, tag="bombs-dropped"):
    """On a hex (15.41, 15.42). directed: by an observer on the ground (15.44)."""

    aircraft: str
    hex: str
    directed: bool = False


class BridgeBombed(Event, frozen=True, tag="bridge-bombed"):
    """15.43. hex, other: the two that it joins."""

    hex: str
    other: str
    die: int
    destroyed: bool


class AirAttackResolved(Event, frozen=True, tag="air-attack-resolved"):
    """Strafing (15.5), or an air-to-surface missile (15.6). panic: the target checks for it."""

    aircraft: str
    target: str
    weapon: Literal["guns", "missile"]
    hex: str
    table: str
    column: int
    dice: tuple[int, ...]
    result: str
    steps: int = 0
    suppression: int = 0
    panic: bool = False
    directed: bool = False
    strength: tuple[Modifier, ...] = ()
    terms: tuple[Modifier, ...] = ()


class MissilesRolled(Event, frozen=True, tag="missiles-rolled"):
    """15.63. spent: it has no more air-to-surface missiles."""

    aircraft: str
    die: int
    rating: int
    spent: bool


AIR: tuple[type[Event], ...] = (
    AirstrikePlotted, AirFireSet, FlightBegan, AircraftFlew, AircraftLeft, AirDefenceFired, AirAmmunitionRolled,
    AcquisitionTried, BombsDropped, BridgeBombed, AirAttackResolved, MissilesRolled,
)  # fmt: skip
DICE: dict[type[Event], Says] = {
    AirDefenceFired: "dice", AirAmmunitionRolled: "die", AcquisitionTried: "die", BridgeBombed: "die",
    AirAttackResolved: "dice", MissilesRolled: "die",
}  # fmt: skip
