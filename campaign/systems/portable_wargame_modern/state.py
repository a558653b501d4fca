"""A battle of the Portable Wargame. Private to the reducer; front ends get views.

Fields are only ever added, with a default: `omit_defaults` then keeps the digests of older states as they were.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from campaign.rules.hexes import Edge, Hex
from campaign.rules.muster import Verdict
from campaign.rules.options import Side
from campaign.rules.remembering import Remembering
from campaign.systems.portable_wargame_modern.readings import Readings

Phase = Literal["artillery", "activation"]
Quality = Literal["elite", "average", "poor"]
Cause = Literal["artillery", "gas", "fire", "close combat", "mines", "carrier"]
Task = Literal["lay-mines", "clear-mines", "lay-wire", "clear-wire"]
TASKS: tuple[Task, ...] = ("lay-mines", "clear-mines", "lay-wire", "clear-wire")


class Work(Struct, frozen=True):
    """What a unit works at. hex: which is changed. left: ends of turns until it is done, this turn's among them."""

    task: Task
    hex: str
    left: int


class Unit(Struct, omit_defaults=True):
    """One unit. strength: points left of `full`; 0 when it is destroyed. hex: that of its carrier while aboard.

    moved: hexes that it has entered this turn, of an advance only where it is the first; `off_road` once one of them
    not by road. stopped: it enters no further hex this turn. turned: since it last entered a hex, or its move is over
    as it fired after it. fired: this turn, in the artillery phase or when activated. acted: it has been activated
    this turn. busy: it has loaded, unloaded, mounted or begun a task, or carries one who has. crossing: it has
    entered a trench this turn. shells: gas shells left. aimed, aimed_at, aimed_in: the hex, the unit and the turn of
    its last artillery fire. faced: an enemy next to it faced it when its move began. came: its type at first, if
    that has changed.
    """

    id: str
    type: str
    name: str
    side: str
    hex: str
    facing: Edge
    strength: int
    full: int
    quality: Quality = "average"
    moved: int = 0
    off_road: bool = False
    stopped: bool = False
    turned: bool = False
    fired: bool = False
    fought: bool = False
    acted: bool = False
    busy: bool = False
    crossing: bool = False
    faced: bool = False
    aboard: str = ""
    cargo: str = ""
    work: Work | None = None
    shells: int = 0
    spent: int = 0
    aimed: str = ""
    aimed_at: str = ""
    aimed_in: int = 0
    came: str = ""
    kills: list[str] = field(default_factory=list)  # type: ignore[assignment]


class Hit(Struct, frozen=True, omit_defaults=True):
    """A hit whose die has not been rolled. by: the unit that scored it. spares: it cannot take the last point."""

    unit: str
    cause: Cause
    by: str = ""
    spares: bool = False


class Shot(Struct, frozen=True, omit_defaults=True):
    """Artillery fire that was declared. at: the enemy there that it is meant for."""

    unit: str
    hex: str
    at: str
    gas: bool = False


class Cloud(Struct, frozen=True):
    """Gas. way: from who fired the shell to its target, in axial steps. turn: in which it landed. by: who fired it."""

    hex: str
    way: tuple[int, int]
    turn: int
    by: str


class Fight(Struct, frozen=True, omit_defaults=True):
    """A close combat whose hits are being resolved. frm, hex: where the unit and its target stood."""

    unit: str
    target: str
    frm: str
    hex: str


class Objective(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A hex that is worth something at the end. owner: who has it at first, "" for nobody."""

    hex: Hex
    points: Annotated[int, Meta(ge=1, le=99)]
    owner: str = ""


class Victory(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """exhaustion: points for a side whose enemy is exhausted. tie: the side that wins when points are equal."""

    text: str
    objective: tuple[Objective, ...] = ()
    exhaustion: Annotated[int, Meta(ge=0, le=99)] = 3
    tie: str = ""


class Force(Struct, omit_defaults=True):
    """One side as a whole. initial: its strength points at first; limit: how many lost ones exhaust it."""

    initial: int = 0
    limit: int = 0
    lost: int = 0
    exhausted: bool = False
    done: bool = False
    """Its artillery has fired, or has none that could."""


class Game(Remembering, Struct, omit_defaults=True, dict=True):
    """active: the side that activates; first: the one that did so first this turn. left: units that it may still
    activate. unit: the one that is acting. hits: to be resolved, in order. run: the unit whose owner must say whether
    it retreats. fallen_back: who retreated while this row of hits was resolved; nothing reads it any more, but older
    diaries vouch for states with it."""

    scenario: str = ""
    board: str = ""
    sides: tuple[Side, ...] = ()
    turns: int = 0
    turn: int = 0
    phase: Phase = "artillery"
    first: str = ""
    active: str = ""
    left: int = 0
    unit: str = ""
    units: dict[str, Unit] = {}
    forces: dict[str, Force] = {}
    mines: list[str] = []
    wire: list[str] = []
    clouds: list[Cloud] = []
    shots: list[Shot] = []
    hits: list[Hit] = []
    run: str = ""
    fallen_back: list[str] = []
    fight: Fight | None = None
    advance: str = ""
    victory: Victory | None = None
    held: dict[str, str] = {}
    riders: bool = True
    verdict: Verdict | None = None
    readings: Readings | None = None
    """None: as the pack says."""
