"""Shapes of the scenarios of MechWar 4: sides, formations, units with their places, what comes later, what decides."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from campaign.rules.hexes import Edge, Hex
from campaign.rules.readings import Value
from campaign.systems.mechwar_4.tables import MineKind, Quality, Rating
from campaign.systems.mechwar_4.units import Nation, Natural, Positive, Source

Doctrine = Literal["nato", "soviet"]
Load = Literal["bombs", "smart-bombs", "missiles", "mavericks"]


class Switches(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The optional rules, each on or off. fog: what a side may not see is not shown to it either."""

    fog: bool = False
    formations: bool = True
    overwatch: bool = True
    ambush: bool = False
    pull_back: bool = True
    split_fire: bool = False
    camouflage: bool = False
    ammunition: bool = False
    ammunition_table: bool = False
    delayed_guns: bool = False
    environment: bool = False
    growing_detection: bool = False
    improved_positions: bool = True
    multiples: bool = False
    advanced_air: bool = False
    command: bool = False
    offboard_counterbattery: bool = False
    short_halt: bool = False
    scattered_mines: bool = False
    wrecks: bool = True
    special_units: bool = True
    night: bool = False
    morale: bool = False
    electronic_warfare: bool = False
    blizzard: bool = False


class SideRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A side. quality: of its companies, if they say nothing else. doctrine: how far formations spread (4.1). edge:
    where its aircraft come from and withdrawing units go."""

    id: str
    name: str
    colour: str
    nation: Nation
    doctrine: Doctrine
    quality: Quality
    edge: Literal["north", "east", "south", "west"]


class Battalion(Struct, frozen=True, forbid_unknown_fields=True):
    """Companies under one headquarters. rating: of it (19.821). parent: the brigade or regiment, a row as well."""

    id: str
    side: str
    name: str
    rating: Rating = "C"
    parent: str = ""


class Company(Struct, frozen=True, forbid_unknown_fields=True):
    """Platoons of one formation. quality: "" for that of its side. independent: it needs no orders (19.141).
    camouflaged: at first (5.25)."""

    id: str
    side: str
    name: str
    battalion: str = ""
    quality: Quality | Literal[""] = ""
    independent: bool = False
    camouflaged: bool = False


class UnitPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """Units of one type. company: whose ("" for none). hexes: one unit in each; or entry: the group with which so many
    (count) come. defilade: the edge that it faces. aboard: they ride, each on the unit of the row before that has the
    same place in its list. battalion: whose headquarters it is; a company's headquarters is one by its company.

    ploughs: how many mine ploughs it has (16.2, 16.21). designates: directs aircraft (15.44).
    """

    side: str
    type: str
    company: str = ""
    hexes: tuple[Hex, ...] = ()
    entry: str = ""
    count: Natural = 0
    name: str = ""
    defilade: Edge | Literal[""] = ""
    column: bool = False
    improved: bool = False
    aboard: bool = False
    battalion: str = ""
    ploughs: Natural = 0
    designates: bool = False


class Zone(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a side may set up (20.41): the hexes that fulfil all that is given. Several zones add up.

    line, of_line: on and north or south of the line through two hexes, as far as it goes. box: between two corners.
    hexes: one of these. companies: whose, those without a company are ""; () for all of the side.
    """

    side: str
    line: tuple[Hex, ...] = ()
    of_line: Literal["", "north", "south"] = ""
    box: tuple[Hex, ...] = ()
    hexes: tuple[Hex, ...] = ()
    companies: tuple[str, ...] = ()


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that come later, in the order of their rows (20.6). hexes: where: one for a column, several for free
    entry."""

    id: str
    side: str
    turn: Positive
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    column: bool = True


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    """Guns off the map (14.0), count concentrations of so many H. sections: no loose pattern (7.0). multiples: on how
    many turns they may be multiplied (14.3). mines: fires of scattered mines (19.4). smoke: whether they have any.
    reach: how many hexes they fire onto the map from their side's edge, 0 for any (14.13)."""

    side: str
    name: str
    strength: Positive
    count: Positive = 1
    sections: bool = False
    rockets: bool = False
    protected: bool = False
    multiples: Natural = 0
    mines: Natural = 0
    smoke: bool = True
    reach: Natural = 0


class Strike(Struct, frozen=True, forbid_unknown_fields=True):
    """Close air support: count strikes of so many H (15.23). aircraft, load: what flies with the advanced rules (15.3);
    "" leaves the load to the player (15.63)."""

    side: str
    strength: Positive
    count: Positive
    aircraft: str
    load: Load | Literal[""] = ""


class AirDefenceOff(Struct, frozen=True, forbid_unknown_fields=True):
    """Air defence beyond an edge of the map (15.31). strength: highest die that hits."""

    side: str
    edge: Literal["north", "east", "south", "west"]
    strength: Positive


class MineField(Struct, frozen=True, forbid_unknown_fields=True):
    """Mined hexes of one kind, where they lie if their side moves none of them."""

    side: str
    kind: MineKind
    hexes: tuple[Hex, ...]


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes worth points to the side that entered them last; owner: whose they are at first, "" for nobody's."""

    name: str
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    points: Positive
    owner: str = ""


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """Units that leave the map here bring points. counts: combat units only (20.5), trucks only, or all."""

    side: str
    name: str
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    points: Positive
    counts: Literal["combat", "trucks", "all"] = "combat"


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """destroyed: whether units destroyed bring their points (20.51). tie: who wins then, "" for a draw. bonus: points
    that a side has at the start."""

    text: str
    destroyed: bool = True
    objective: tuple[Objective, ...] = ()
    exit: tuple[Exit, ...] = ()
    tie: str = ""
    bonus: dict[str, Natural] = field(default_factory=dict[str, Natural])


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """first: first player of the first turn (4.2). rosters: where forces may be chosen, the usual one of each side,
    of at most so many price points. readings: of a battle of it, where they are otherwise than in the pack (20.0).
    """

    id: str
    title: str
    summary: str
    source: Source
    board: str
    turns: Positive
    first: str
    side: tuple[SideRow, ...]
    victory: Victory
    battalion: tuple[Battalion, ...] = ()
    company: tuple[Company, ...] = ()
    unit: tuple[UnitPlace, ...] = ()
    zone: tuple[Zone, ...] = ()
    entry: tuple[Entry, ...] = ()
    battery: tuple[Battery, ...] = ()
    strike: tuple[Strike, ...] = ()
    defence: tuple[AirDefenceOff, ...] = ()
    mines: tuple[MineField, ...] = ()
    destroyed_bridges: tuple[tuple[Hex, Edge], ...] = ()
    options: Switches = field(default_factory=Switches)
    rosters: tuple[str, ...] = ()
    price: Natural = 0
    notes: tuple[str, ...] = ()
    readings: dict[str, Value] = field(default_factory=dict[str, Value])
