"""Shapes of the files in `data/scenarios/`: who takes part and where, the ground, what brings points."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.numbers import Whole
from campaign.systems.combat_volume_2.state import Compass, Direction, Goal, Hatch, Incident

Weather = Literal["clear", "rain", "heavy-rain", "mist", "fog"]
Ground = Literal["dry", "mud", "snow", "deep-snow"]
Edge = Literal["N", "E", "S", "W"]
Squads = Literal["able", "baker", "charlie"]
MARKS = (
    "wire", "mines", "fortified", "foxhole", "trench", "crater", "rubble", "smoke", "fire", "raging", "weapon",
    "faust", "rockets",
)  # fmt: skip
"""What may lie there from the beginning."""
CALLED = ("mortar-60", "artillery-105")
INCIDENTS = ("doubt", "courage", "short", "found", "wind", "more", "fog", "fire", "nothing")
"""Words of lines of an event table."""
Count = Annotated[int, Meta(ge=0, le=30)]
Shells = Annotated[int, Meta(ge=0, le=99)]


class Friend(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the player's men. who: his row in `characters.toml`, which is his id, too. fixed: he stays whom he is,
    whatever squad is chosen (25.0); whoever is not of a squad does anyhow.

    hex: where he stands; with `comes` where he arrives, at the end of that turn. waits: off the map, until an event
    brings him. vehicle, seat: where he sits. armed, grenades, smokes: in place of his own. heavy: a bazooka, with so
    many rockets, which may be loaded in an ambush (32.1). mate: who feeds his machine gun.
    """

    who: str
    team: Literal["able", "baker", "charlie", "command"] = "able"
    hex: Hex = ""
    comes: Count = 0
    waits: bool = False
    vehicle: str = ""
    seat: str = ""
    armed: str = ""
    grenades: Whole = -1
    smokes: Whole = -1
    heavy: str = ""
    rockets: Count = 0
    loaded: bool = False
    mate: str = ""
    fixed: bool = False


class Cup(Struct, frozen=True, forbid_unknown_fields=True):
    """What hidden counters are drawn from. set: heer or ss. numbers: of its characters, () for all 21. dummies: below 0
    for as many as a full cup holds."""

    id: str
    set: Literal["heer", "ss"] = "heer"
    numbers: tuple[Whole, ...] = ()
    dummies: Annotated[int, Meta(ge=-1, le=99)] = -1


class EnemyTeam(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    cup: str = ""


class Enemies(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters of an enemy team, face down. hexes: one in each; or `area`, in hexes of which `count` counters are set
    up by dice as the mission begins. alert: turned up as it begins. comes, waits: as of `Friend`; with `count` in the
    one hex of `hexes`. who: somebody known from the beginning, in the one hex or in a vehicle's seat."""

    team: str
    hexes: tuple[Hex, ...] = ()
    area: tuple[Hex, ...] = ()
    count: Count = 0
    alert: bool = False
    comes: Count = 0
    waits: bool = False
    who: str = ""
    vehicle: str = ""
    seat: str = ""


class VehicleRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle, and who sits in it. crew: by seat, "" for somebody drawn by a die as the mission begins (31.3).
    hatches: those that are not closed. turret: 0 as it faces. loaded: he or ap. shells: in place of its kind's."""

    id: str
    side: Literal["us", "de"]
    kind: str
    hex: Hex
    facing: Direction
    name: str = ""
    turret: Direction = 0
    crew: dict[str, str] = field(default_factory=dict[str, str])
    hatches: dict[str, Hatch] = field(default_factory=dict[str, Hatch])
    loaded: Literal["", "he", "ap"] = ""
    shells: dict[str, Shells] = field(default_factory=dict[str, int])
    road: bool = False
    comes: Count = 0
    waits: bool = False


class Lying(Struct, frozen=True, forbid_unknown_fields=True):
    """Markers of one kind. what: wire, mines, fortified, foxhole, trench, crater, rubble, smoke, fire, raging, weapon,
    faust or rockets; item: a weapon's id; count: of rockets."""

    what: str
    hexes: Annotated[tuple[Hex, ...], Meta(min_length=1)]
    item: str = ""
    count: Count = 0


class Fausts(Struct, frozen=True, forbid_unknown_fields=True):
    """The enemy's Panzerfausts (32.3)."""

    level: Count
    kind: Literal["faust-60", "faust-100"] = "faust-60"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A mission as it is played. compass: which direction on the map a card's 1 is, for whoever is nearest (9).

    posture: whether the enemy attacks or holds. friendly, neutral: edges of the map. night: how many hexes one sees,
    0 by day. called: fire missions of the player's, by weapon. camouflage: sides with winter camouflage (28.2). roads:
    what ends Road Orders (31.11.1). squads: one of the table in 25.0 may be chosen. patrol: the mission is made by
    dice as it begins (`missions.toml`). incident: its event table.
    """

    id: str
    title: str
    summary: str
    source: Annotated[str, Meta(min_length=3)]
    board: str
    turns: Annotated[int, Meta(ge=1, le=30)]
    friend: Annotated[tuple[Friend, ...], Meta(min_length=1)]
    compass: Annotated[tuple[Compass, ...], Meta(min_length=1)]
    goal: tuple[Goal, ...] = ()
    needed: Whole = 1
    notes: tuple[str, ...] = ()
    cup: tuple[Cup, ...] = ()
    team: tuple[EnemyTeam, ...] = ()
    enemy: tuple[Enemies, ...] = ()
    vehicle: tuple[VehicleRow, ...] = ()
    lying: tuple[Lying, ...] = ()
    month: Annotated[int, Meta(ge=1, le=12)] = 6
    night: Count = 0
    posture: Literal["attack", "hold"] = "hold"
    friendly: tuple[Edge, ...] = ()
    neutral: tuple[Edge, ...] = ()
    weather: Weather = "clear"
    ground: Ground = "dry"
    wind: Direction = 1
    fausts: Fausts | None = None
    called: dict[str, Whole] = field(default_factory=dict[str, int])
    camouflage: tuple[Literal["us", "de"], ...] = ()
    roads: tuple[Literal["spotted", "fired-on", "end"], ...] = ()
    incident: tuple[Incident, ...] = ()
    squads: bool = False
    patrol: bool = False
    readings: dict[str, Any] = field(default_factory=dict[str, Any])


def without(one: Scenario, gone: Container[str], now: Mapping[str, str]) -> Scenario:
    """A scenario without some of its men; what it says of one of them it says of who came in his place. now: by who
    was there."""
    return replace(
        one,
        friend=tuple(row for row in one.friend if row.who not in gone),
        enemy=tuple(row for row in one.enemy if not row.who or row.who not in gone),
        goal=tuple(
            replace(goal, of=now.get(goal.of, goal.of))
            for goal in one.goal
            if goal.of not in gone or goal.of in now
        ),
    )
