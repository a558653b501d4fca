"""Facts. A shape that changes gets a new tag and an upcaster (`UPCASTERS`); a tag is never used twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Side
from campaign.rules.readings import ByReading
from campaign.systems.combat_veteran.readings import Breakdown, Declaring, HalfOf, Readings, Scars
from campaign.systems.combat_veteran.state import (
    Kind,
    Marker,
    Phase,
    Post,
    Rating,
    Ratings,
    Stance,
    Victory,
)
from events.codec import Upcaster


class Event(ByReading, Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base of all events; the tag is a stable word."""


class Placed(Struct, frozen=True, omit_defaults=True):
    """One piece of a set-up. hex: that of the carrier if aboard.

    quality, skills, empty, rounds: of a campaign's asset, as in `state.Piece`.
    """

    id: str
    type: str
    name: str
    side: str
    kind: Kind
    hex: str
    ratings: Ratings
    facing: str = ""
    markers: tuple[Marker, ...] = ()
    carrier: str = ""
    afloat: bool = False
    quality: int = 0
    skills: tuple[str, ...] = ()
    empty: tuple[Post, ...] = ()
    rounds: Mapping[str, int] = {}


class ForcesPlaced(Event, frozen=True, tag="forces-placed"):
    """The set-up of a battle, whole. read: its readings; from misadventure on those that 0.5.0 and before had."""

    scenario: str
    board: str
    sides: tuple[Side, ...]
    turns: int
    victory: Victory
    pieces: tuple[Placed, ...]
    misadventure: bool = False
    declaring: Declaring = "each"
    breakdown: Breakdown = "doubled"
    half_of: HalfOf = "printed"
    scar_terrain: Scars = "worse"
    read: Readings | None = None


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    turn: int
    phase: Phase
    side: str


class RepairNominated(Event, frozen=True, tag="repair-nominated"):
    """A vehicle's repair die will be for this marker; all are rolled when all are nominated (6.0)."""

    unit: str
    marker: Marker


RepairResult = Literal["repaired", "failed", "written-off"]


class RepairTried(Event, frozen=True, tag="repair-tried"):
    """bonus: what the crew adds to the die (house rule)."""

    unit: str
    marker: Marker
    die: int
    result: RepairResult
    bonus: int = 0


class Wrecked(Event, frozen=True, tag="wrecked"):
    """A vehicle is a wreck. scar: its hex becomes terrain of effect −2 (6.0). by: who did it, "" for nobody."""

    unit: str
    cause: str
    by: str = ""
    scar: bool = False


class Killed(Event, frozen=True, tag="killed"):
    """A soldier or weapon is out of the battle."""

    unit: str
    cause: str
    by: str = ""


class Wounded(Event, frozen=True, tag="wounded"):
    unit: str
    by: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A piece entered a hex. cost: movement points; spent: in this turn so far. ends: its move is over (8.5)."""

    unit: str
    to: str
    facing: str
    cost: int
    spent: int
    mode: Literal["land", "water"] = "land"
    ends: bool = False


class Pivoted(Event, frozen=True, tag="pivoted"):
    unit: str
    facing: str


class StanceTaken(Event, frozen=True, tag="stance-taken"):
    """most: hexes that the vehicle may enter in this phase, whatever becomes of its marker; 0 for no limit."""

    unit: str
    stance: Stance
    most: int = 0


class BrokeDown(Event, frozen=True, tag="broke-down"):
    """Speeding ended in a breakdown: the die was below the cost of the hex (8.13). bonus: the driver's, on the die."""

    unit: str
    die: int
    cost: int
    bonus: int = 0


class Mounted(Event, frozen=True, tag="mounted"):
    unit: str
    carrier: str


class Dismounted(Event, frozen=True, tag="dismounted"):
    """A piece left its carrier, or a weapon its dead crew."""

    unit: str
    hex: str


class FireOffered(Event, frozen=True, tag="fire-offered"):
    """A piece entered a hex under the guns of the other side, which may fire. cost: of the hex, where the die of a
    vehicle at speed comes after the fire (8.13)."""

    mover: str
    cost: int = 0


class FireHeld(Event, frozen=True, tag="fire-held"):
    until: Literal["hex", "move", "phase"]


class FireAdded(Event, frozen=True, tag="fire-added"):
    """One more attack at a vehicle that may still turn; all are rolled once it has."""

    unit: str
    rating: Rating
    target: str


class FireDeclared(Event, frozen=True, tag="fire-declared"):
    """Defensive fire at a vehicle that may still turn: now it is asked to."""

    unit: str
    rating: Rating
    target: str


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """The dice of an attack, sorted. modifiers: how their number came about.

    spent: rounds that it used, of the kind of its rating, where they are counted.
    """

    unit: str
    rating: Rating
    target: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    defensive: bool = False
    asks: bool = False
    spent: int = 0


class DiceCancelled(Event, frozen=True, tag="dice-cancelled"):
    """What deflections took away; chosen: by the defender, or because there was nothing to choose."""

    cancelled: tuple[int, ...]
    chosen: bool = False


class AttackMissed(Event, frozen=True, tag="attack-missed"):
    target: str


class Stopped(Event, frozen=True, tag="stopped"):
    """The mover must stop for the rest of the phase, and loses its stance marker."""

    unit: str


class DamageTaken(Event, frozen=True, tag="damage-taken"):
    """markers: the new ones; dice: what was rolled for them, duplicates included."""

    unit: str
    dice: tuple[int, ...]
    markers: tuple[Marker, ...]
    by: str = ""


class CloseCombatFought(Event, frozen=True, tag="close-combat-fought"):
    """Totals of both sides; loser: "" for a tie."""

    hex: str
    sides: tuple[str, str]
    dice: tuple[int, int]
    totals: tuple[int, int]
    loser: str = ""


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    verdict: Verdict


ALL: tuple[type[Event], ...] = (
    ForcesPlaced,
    PhaseBegan,
    RepairNominated,
    RepairTried,
    Wrecked,
    Killed,
    Wounded,
    Moved,
    Pivoted,
    StanceTaken,
    BrokeDown,
    Mounted,
    Dismounted,
    FireOffered,
    FireHeld,
    FireAdded,
    FireDeclared,
    AttackRolled,
    DiceCancelled,
    AttackMissed,
    Stopped,
    DamageTaken,
    CloseCombatFought,
    BattleEnded,
)

UPCASTERS: Mapping[str, Upcaster] = {}
