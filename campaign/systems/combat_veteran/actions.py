"""What a side may ask for. Each is decided in `decide/`, listed in `legal.py`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from campaign.rules.hexes import Corner
from campaign.systems.combat_veteran.state import Marker, Rating


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """Base of all actions; the tag is a stable word."""


class Repair(Action, frozen=True, tag="repair"):
    """Try to take one damage marker off a vehicle (6.0)."""

    unit: str
    marker: Marker


class Step(Action, frozen=True, tag="step"):
    """Enter the next hex (7.8, 8.0). facing: the corner it turns to before it leaves; soldiers have none (8.9)."""

    unit: str
    to: str
    facing: Corner | Literal[""] = ""


class Drive(Action, frozen=True, tag="drive"):
    """Go to a hex by the cheapest way, hex by hex, until something stops the piece or somebody may fire at it."""

    unit: str
    to: str


class Pivot(Action, frozen=True, tag="pivot"):
    """Turn on the spot; costs nothing (7.8)."""

    unit: str
    facing: Corner


class Maneuver(Action, frozen=True, tag="maneuver"):
    """Take a maneuvering marker before moving (8.12)."""

    unit: str


class Speed(Action, frozen=True, tag="speed"):
    """Take a speeding marker (8.13)."""

    unit: str


class Mount(Action, frozen=True, tag="mount"):
    """Board a vehicle in the same hex, or let a soldier take up a weapon (8.2)."""

    unit: str
    carrier: str


class Dismount(Action, frozen=True, tag="dismount"):
    """Leave the vehicle, into its hex."""

    unit: str


class Fire(Action, frozen=True, tag="fire"):
    """Attack with one firepower rating (9.0): in the own Combat Phase, or as defensive fire at a mover."""

    unit: str
    rating: Rating
    target: str


class Face(Action, frozen=True, tag="face"):
    """Turn the vehicle that has just entered a hex, now that fire at it was declared (7.8)."""

    facing: Corner


class HoldFire(Action, frozen=True, tag="hold-fire"):
    """Let the mover pass: in this hex, for the rest of its move, or for the rest of the phase."""

    until: Literal["hex", "move", "phase"] = "hex"


class Deflect(Action, frozen=True, tag="deflect"):
    """Choose which dice the deflections cancel (results chart, 1)."""

    cancel: tuple[int, ...]


class CloseCombat(Action, frozen=True, tag="close-combat"):
    """Fight it out in a hex that holds both sides (10.0)."""

    hex: str


class EndPhase(Action, frozen=True, tag="end-phase"):
    """Nothing more in this phase."""


AnyAction = (
    Repair
    | Step
    | Drive
    | Pivot
    | Maneuver
    | Speed
    | Mount
    | Dismount
    | Fire
    | Face
    | HoldFire
    | Deflect
    | CloseCombat
    | EndPhase
)
