"""What a side may ask for. The tags are stable words; `unit` is always one's own unit."""

from __future__ import annotations

from msgspec import Struct

from campaign.rules.hexes import Edge
from campaign.systems.portable_wargame_modern.state import Task


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """Base of all actions; the tag is a stable word."""


class Bombard(Action, frozen=True, tag="bombard"):
    """Declare artillery fire at a hex. gas: with the gas shell."""

    unit: str
    hex: str
    gas: bool = False


class CeaseFire(Action, frozen=True, tag="cease-fire"):
    """No more artillery of this side fires this turn; once both sides say so, all shells land."""


class ThrowInitiative(Action, frozen=True, tag="throw-initiative"):
    """Begin a battle in which no guns are in range at first: only an action can throw dice."""


class Activate(Action, frozen=True, tag="activate"):
    unit: str


class Pass(Action, frozen=True, tag="pass"):
    """Activate no more units this turn."""


class Move(Action, frozen=True, tag="move"):
    """Go to a hex by the shortest way, by road if that is as short; it comes to face the nearest enemy."""

    unit: str
    to: str


class Turn(Action, frozen=True, tag="turn"):
    """Face another edge, before it has moved or afterwards."""

    unit: str
    facing: Edge


class Fire(Action, frozen=True, tag="fire"):
    """Direct fire, or a mortar's, at all enemies in a hex."""

    unit: str
    hex: str


class Assault(Action, frozen=True, tag="assault"):
    """Close combat against an enemy in the next hex."""

    unit: str
    target: str


class Advance(Action, frozen=True, tag="advance"):
    """Enter the hex that the loser of a close combat has left."""

    unit: str


class Halt(Action, frozen=True, tag="halt"):
    """Stay where it is instead of advancing."""

    unit: str


class Retreat(Action, frozen=True, tag="retreat"):
    unit: str
    to: str


class Stand(Action, frozen=True, tag="stand"):
    """Lose a strength point instead of retreating."""

    unit: str


class Load(Action, frozen=True, tag="load"):
    """Get aboard a carrier in the same hex or the next, or be limbered to it."""

    unit: str
    carrier: str


class Unload(Action, frozen=True, tag="unload"):
    """Leave the carrier: into its hex, or the next one where there is no room beside it."""

    unit: str
    to: str


class Labour(Action, frozen=True, tag="labour"):
    """Begin to lay or clear mines in a hex next to the unit, or wire in its own."""

    unit: str
    task: Task
    hex: str


class Remount(Action, frozen=True, tag="remount"):
    """Get into the saddle or out of it."""

    unit: str


class EndUnit(Action, frozen=True, tag="end-unit"):
    """This unit does nothing more this turn."""

    unit: str


AnyAction = (
    Bombard | CeaseFire | ThrowInitiative | Activate | Pass | Move | Turn | Fire | Assault | Advance | Halt | Retreat
    | Stand | Load | Unload | Labour | Remount | EndUnit
)  # fmt: skip
