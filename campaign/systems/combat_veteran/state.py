"""A battle of Combat Veteran. Private to the reducer; front ends get views.

Fields are only ever added, with a default: `omit_defaults` then keeps the digests of older states as they were. It
knows an empty default by `{}` or `[]` only: a factory such as `dict[str, int]` is written out even when empty.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct, field

from campaign.rules.muster import Verdict
from campaign.rules.numbers import Whole
from campaign.rules.options import Side
from campaign.systems.combat_veteran.readings import Breakdown, Declaring, HalfOf, Readings, Scars

Phase = Literal["repair", "movement", "combat", "close-combat"]
PHASES: tuple[Phase, ...] = ("repair", "movement", "combat", "close-combat")

Stance = Literal["driving", "maneuvering", "speeding"]
Kind = Literal["vehicle", "soldier", "weapon"]
Mobility = Literal["tracked", "wheeled", "boat", "amphibious", "foot", "carried"]
Rating = Literal["main", "mg"]
"""`main`: the circled firepower rating. `mg`: the one without a circle; small arms of soldiers too."""

Marker = Literal["coaxial", "hull-mg", "immobilized", "turret", "main-gun", "unmanned"]
Post = Literal["gunner", "driver"]
"""Posts of a crew that the house rules know: who aims the main armament, who drives."""

MARKERS: tuple[Marker, ...] = ("coaxial", "hull-mg", "immobilized", "turret", "main-gun", "unmanned")


class Ratings(Struct, frozen=True, omit_defaults=True):
    """What is printed on a piece (3.2), as it was when the battle opened. 0: no such rating.

    size: capacity that the piece takes up aboard (8.2). single: fires once, then it is used up. flame_range: how many
    hexes its flamethrower reaches, 0 for any number, as in battles opened before there was a limit.
    """

    main: int = 0
    mg: int = 0
    armor: int = 0
    capacity: int = 0
    mobility: Mobility = "tracked"
    flame: bool = False
    size: int = 1
    single: bool = False
    flame_range: int = 0


def swims(ratings: Ratings) -> bool:
    """Whether it moves by water: then it is in the water of a water hex, not on its banks (8.5)."""
    return ratings.mobility in ("boat", "amphibious")


class Piece(Struct, omit_defaults=True):
    """One game piece. hex is that of the carrier while aboard. spent: movement points in the current turn (2.1,
    8.11).

    mode: what it moved through this turn (8.5). most: hexes that it may enter in this phase, 0 for no limit (8.12).
    used: ratings fired in the current phase. nominated: the marker that its repair die is for (6.0).

    Of a campaign's assets (house rules): quality of the crew, from -1 green to 2 elite; skills that count; empty: posts
    that nobody holds; rounds left and fired, by kind of ammunition: a kind that rounds does not name is not counted.
    """

    id: str
    type: str
    name: str
    side: str
    kind: Kind
    hex: str
    ratings: Ratings
    facing: str = ""
    stance: Stance = "driving"
    markers: list[Marker] = field(default_factory=list[Marker])
    out: Literal["", "wrecked", "killed", "used"] = ""
    wounded: bool = False
    carrier: str = ""
    weapon: str = ""
    afloat: bool = False
    spent: int = 0
    mode: Literal["", "land", "water"] = ""
    steps: int = 0
    most: int = 0
    stopped: bool = False
    done: bool = False
    rode: bool = False
    used: list[Rating] = field(default_factory=list[Rating])
    tried: bool = False
    nominated: Marker | Literal[""] = ""
    kills: list[str] = field(default_factory=list[str])
    quality: int = 0
    skills: tuple[str, ...] = ()
    empty: tuple[Post, ...] = ()
    rounds: dict[str, int] = {}
    fired: dict[str, int] = {}


class Condition(Struct, frozen=True, omit_defaults=True):
    """One way to win. when: `lost` (side has lost count pieces of kind) at once, or `holds` at the end.

    kind: vehicle or soldier; type: only pieces of that type; hexes: for `holds`, where winner must have a fit piece.
    """

    winner: str
    when: Literal["lost", "holds"]
    side: str = ""
    kind: str = ""
    type: str = ""
    count: Whole = 1
    hexes: tuple[str, ...] = ()
    text: str = ""


class Victory(Struct, frozen=True, omit_defaults=True):
    """otherwise: who wins if no condition is met before the end of the last turn. rule: its number."""

    otherwise: str
    conditions: tuple[Condition, ...]
    rule: str = ""
    text: str = ""


class Opportunity(Struct, omit_defaults=True):
    """The other side may fire at a piece that has just entered a hex. faced: the mover has turned already.

    declared: the attacks that were declared and are still to be rolled, where all are declared before it turns (7.8).
    cost: what a vehicle at speed has paid for the hex, where its die comes after the fire (8.13); 0 where none does.
    """

    mover: str
    faced: bool = False
    declared: list[tuple[str, Rating]] = []
    cost: int = 0


class Shot(Struct, omit_defaults=True):
    """An attack under way. stage: `facing`, the mover turns first (7.8); `deflection`, the target's side cancels."""

    unit: str
    rating: Rating
    target: str
    stage: Literal["facing", "deflection"]
    defensive: bool = False
    dice: tuple[int, ...] = ()


class Game(Struct, omit_defaults=True):
    """The battle. sides: in the order in which they move.

    held: how far the waiting side holds its fire. fired: who has attacked in this Combat Phase, or at the mover since
    it entered its hex, in order (9.0). scars: hexes of write-offs (6.0). fought: hexes whose close combat is over.
    readings: all of them; from misadventure to scar_terrain: those that battles of 0.5.0 and before chose, by which
    `declaring` is `each` where they chose nothing.
    """

    scenario: str = ""
    board: str = ""
    sides: tuple[Side, ...] = ()
    turns: int = 0
    victory: Victory | None = None
    misadventure: bool = False
    declaring: Declaring = "each"
    breakdown: Breakdown = "doubled"
    half_of: HalfOf = "printed"
    scar_terrain: Scars = "worse"
    turn: int = 1
    phase: Phase = "movement"
    active: str = ""
    pieces: dict[str, Piece] = field(default_factory=dict[str, Piece])
    scars: list[str] = field(default_factory=list[str])
    mover: str = ""
    fired: list[str] = field(default_factory=list[str])
    held: Literal["", "move", "phase"] = ""
    opportunity: Opportunity | None = None
    shot: Shot | None = None
    fought: list[str] = field(default_factory=list[str])
    verdict: Verdict | None = None
    readings: Readings | None = None

    @property
    def read(self) -> Readings:
        """How the rules are read in this battle."""
        found = self.readings
        if found is not None:
            return found
        return _older(self.misadventure, self.declaring, self.breakdown, self.half_of, self.scar_terrain)


@cache
def _older(
    misadventure: bool, declaring: Declaring, breakdown: Breakdown, half_of: HalfOf, scar_terrain: Scars
) -> Readings:
    return Readings(misadventure, declaring, breakdown, half_of, scar_terrain)
