"""What a side may ask for. Each is decided in `decide/`, listed in `legal.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from campaign.systems.tanks_modern_age.state import Edge, Weapon

Heading = Annotated[int, Meta(ge=0, le=359)]
Length = Annotated[int, Meta(ge=-5000, le=5000)]
Hull = Literal["forward", "right", "reverse", "left"]
Touch = Literal["", "front-left", "front", "front-right", "right", "rear-right", "rear", "rear-left", "left"]


class Action(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, gc=False):
    """Base of all actions; the tag is a stable word."""


class Ready(Action, frozen=True, tag="ready"):
    """The platoon is in order and the dice may roll."""


class PlaceTerrain(Action, frozen=True, tag="place-terrain"):
    """Lay the next piece of terrain with its middle at x, y (p8)."""

    x: Length
    y: Length
    heading: Heading = 0


class LeaveOut(Action, frozen=True, tag="leave-out"):
    """There is no place left for the next piece of terrain."""


class ChooseRole(Action, frozen=True, tag="choose-role"):
    """Be the Attacker, who starts with Advantage, or the Defender, who chooses an edge (p8)."""

    role: Literal["attacker", "defender"]


class ChooseEdge(Action, frozen=True, tag="choose-edge"):
    """Deploy from this edge; the enemy gets the opposite one (p8)."""

    edge: Edge


class PlaceObjective(Action, frozen=True, tag="place-objective"):
    x: Length
    y: Length


class Deploy(Action, frozen=True, tag="deploy"):
    """Put a model on the table (p8); also a reserve that arrives, or one that is deployed again."""

    unit: str
    x: Length = 0
    y: Length = 0
    heading: Heading = 0
    high: bool = False


class HoldOff(Action, frozen=True, tag="hold-off"):
    """Keep a tank in reserve instead of deploying it."""

    unit: str


class Move(Action, frozen=True, tag="move"):
    """Move a tank once along the Measuring Arrow (p9).

    bearing: where the arrow points. distance: how far along the tail the leading edge of the hull ends, in mm.
    hull: which way its front then faces, seen along the arrow. flush: on which side of the arrow it stands.
    touch: which point of the hull the arrow is laid to; "" is the one that leads farthest.
    """

    unit: str
    bearing: Heading
    distance: Annotated[int, Meta(ge=0, le=5000)]
    hull: Hull = "forward"
    flush: Literal["left", "right"] = "right"
    touch: Touch = ""


class Fly(Action, frozen=True, tag="fly"):
    """Move a helicopter once (p9). distance: of its stem along bearing. heading: how it faces at the end.

    high: at which elevation it flies from now on; it may change once a turn.
    """

    unit: str
    bearing: Heading
    distance: Annotated[int, Meta(ge=0, le=5000)]
    heading: Heading
    high: bool


class Elevate(Action, frozen=True, tag="elevate"):
    """Change the elevation without moving (p10)."""

    unit: str


class Measures(Action, frozen=True, tag="measures"):
    """Defensive measures: instead of moving, take Speed tokens (p10)."""

    unit: str
    tokens: Annotated[int, Meta(ge=1, le=9)]


class Stay(Action, frozen=True, tag="stay"):
    """Stay where it is, or move no farther."""

    unit: str


class Skip(Action, frozen=True, tag="skip"):
    """Do not shoot with this model, or do nothing with what a card allows."""

    unit: str


class Declared(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the players of a real table see (p12, 15, 17). conditions: what else is so, of those that matter now."""

    cover: bool = False
    close: bool = False
    side: bool = False
    conditions: tuple[str, ...] = ()


class Shoot(Action, frozen=True, tag="shoot", omit_defaults=True):
    """Attack a model (p12). ammo: slot of an Ammo card that is used for it, -1 for none.

    spotter: the friendly model from which an Artillery tank looks. declared: at a real table only. also: further
    models hit by rockets there.
    """

    unit: str
    target: str
    weapon: Weapon = "gun"
    ammo: int = -1
    spotter: str = ""
    declared: Declared | None = None
    also: tuple[str, ...] = ()


class Reroll(Action, frozen=True, tag="reroll"):
    """Roll these dice of the pool on the table again (p7), by their places from 0."""

    dice: tuple[int, ...]


class Modify(Action, frozen=True, tag="modify"):
    """Let an effect change dice (p7). source: `unit/slot/number` or `platoon/number` of the effect."""

    source: str
    dice: tuple[int, ...]


class Cancel(Action, frozen=True, tag="cancel"):
    """Cancel these attack dice (p18), by their places from 0."""

    dice: tuple[int, ...]


class Drop(Action, frozen=True, tag="drop"):
    """Of the critical cards drawn, put this one away."""

    card: int


class Discard(Action, frozen=True, tag="discard"):
    """Give up the crew card that a critical costs."""

    unit: str
    slot: int


class TurnUp(Action, frozen=True, tag="turn-up"):
    """Turn a card face up (p5)."""

    unit: str
    slot: int


class UseCard(Action, frozen=True, tag="use-card", omit_defaults=True):
    """Use what a card allows now; it is turned up, or given up, as its effect says.

    effect: its number on the card. other: slot of another card given up for it. target: the model it is used for.
    """

    unit: str
    slot: int
    effect: int = 0
    other: int = -1
    target: str = ""


class ChoosePhase(Action, frozen=True, tag="choose-phase"):
    """Choose for this turn the phase in which a card helps."""

    unit: str
    slot: int
    phase: Literal["movement", "shooting"]


class Repair(Action, frozen=True, tag="repair"):
    """Try to repair one critical card (p19). card: its number."""

    unit: str
    card: int


class DeclareHeld(Action, frozen=True, tag="declare-held"):
    """At a real table: say who alone is close to each objective (p22), in their order; "" for nobody."""

    sides: tuple[str, ...]


class Pass(Action, frozen=True, tag="pass"):
    """Go on. until: be asked no more about turning up cards in this turn, or in this battle."""

    until: Literal["now", "turn", "battle"] = "now"


AnyAction = (
    Ready
    | PlaceTerrain
    | LeaveOut
    | ChooseRole
    | ChooseEdge
    | PlaceObjective
    | Deploy
    | HoldOff
    | Move
    | Fly
    | Elevate
    | Measures
    | Stay
    | Skip
    | Shoot
    | Reroll
    | Modify
    | Cancel
    | Drop
    | Discard
    | TurnUp
    | UseCard
    | ChoosePhase
    | Repair
    | DeclareHeld
    | Pass
)
