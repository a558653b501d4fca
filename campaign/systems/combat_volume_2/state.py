"""A mission under way. Private to the reducer; front ends get views. Fields are only ever added, with a default.

Nothing in it is secret: whoever is still hidden has not been drawn from his cup yet, and piles have no order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, field

from campaign.rules.boards import BoardFile
from campaign.rules.hexes import Hex
from campaign.rules.muster import Verdict
from campaign.rules.numbers import Whole
from campaign.rules.options import Side
from campaign.rules.piles import Pile
from campaign.rules.remembering import Remembering
from campaign.systems.combat_volume_2.readings import Readings

FRIEND, ENEMY = "us", "de"
"""The player's side, and the one that the rules run."""

BERSERK, STEADY, NORMAL, CAUTIOUS, SHAKEN, ROUT = 2, 1, 0, -1, -2, -3
"""States of morale, as steps from Normal."""

Direction = Whole
"""1 to 6, clockwise from straight up (31.4)."""
POINTS = ("N", "NE", "SE", "S", "SW", "NW")
"""Directions 1 to 6 as points of the compass."""

Hatch = Literal["open", "closed", "jammed", "gone"]
"""jammed: never opens again; gone: never closes again (31.10.8)."""
Ammunition = Literal["", "low", "out"]
Phase = Literal["", "card", "orders", "enemy", "impulse", "upkeep"]


def pointed(ways: Iterable[Direction]) -> str:
    """Directions as points of the compass: `N/NE`."""
    return "/".join(POINTS[way - 1] for way in ways)


class Order(Struct, frozen=True, omit_defaults=True):
    """What somebody does this turn. word: its id in `orders.toml` or `crew.toml`, "" for none.

    ways: first and second direction on the map; a single one counts for both. target: id of the man or vehicle that it
    is about, or a hex. road: a movement order that follows the road (31.11.1).
    """

    word: str = ""
    ways: tuple[Direction, ...] = ()
    target: str = ""
    road: bool = False


NO_ORDER = Order()


class Man(Struct, omit_defaults=True):
    """A character, or, with `who` still "", a hidden counter that may be one or a dummy.

    who: his row in `characters.toml`. cup: what a hidden counter will be drawn from. team: able, baker, charlie,
    command; an enemy team; of a crew the id of its vehicle, in it or out of it. quality, skill: unhurt, TQ and WS.
    light, bad: wounds; down: incapacitated; dead; gone: off the map for good, and how (fled, left, captured, dummy).
    armed: id of his weapon, "" for none; ammunition of it. sidearm: a second one. mate: assistant of his belt-fed gun.
    hex: also of whoever is in a vehicle, "" before he arrives. vehicle, seat: where he sits.
    spotted: known to the other side. alert: an enemy who gets orders (9); fresh: alerted unprepared, acts from his next
    impulse on. captor: id of the guard of a prisoner.
    order: of this turn; was: the one that he had as the last turn ended.
    loaded: his light anti-tank weapon holds a round; ready: it did when the impulse began. rockets: those he carries.
    faust: carries a Panzerfaust. marker: hex of his target marker, marked: the vehicle it lies on, which it follows.
    acted: in this impulse; fired: in this turn. helps: discards that wait for his next die (see hand).
    asset: id in a campaign. kills: ids of whom he has put out of action. spent: when something was last done that is
    done once, by a word of the chapter that asks for it.
    """

    id: str
    side: str
    name: str = ""
    who: str = ""
    cup: str = ""
    team: str = ""
    rank: str = ""
    quality: int = 0
    skill: int = 0
    leadership: int = 0
    skills: tuple[str, ...] = ()
    armed: str = ""
    ammunition: Ammunition = ""
    sidearm: str = ""
    mate: str = ""
    grenades: int = 0
    smokes: int = 0
    hex: Hex = ""
    vehicle: str = ""
    seat: str = ""
    order: Order = NO_ORDER
    was: Order = NO_ORDER
    morale: int = NORMAL
    light: int = 0
    bad: int = 0
    down: bool = False
    dead: bool = False
    gone: str = ""
    spotted: bool = False
    alert: bool = False
    fresh: bool = False
    captor: str = ""
    heavy: str = ""
    loaded: bool = False
    ready: bool = False
    rockets: int = 0
    faust: bool = False
    marker: Hex = ""
    marked: str = ""
    acted: bool = False
    fired: bool = False
    helps: tuple[str, ...] = ()
    steps: int = 0
    asset: str = ""
    kills: tuple[str, ...] = ()
    spent: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def hidden(self) -> bool:
        """A counter that nobody has turned up yet."""
        return not self.who

    @property
    def here(self) -> bool:
        """On the map, alive and free."""
        return bool(self.hex) and not (self.dead or self.gone or self.captor)

    @property
    def able(self) -> bool:
        """Can act: here, not incapacitated, and no face-down counter."""
        return self.here and not self.down and bool(self.who)


class Vehicle(Struct, omit_defaults=True):
    """facing, turret: directions. hatches: by seat, of those that have one. damage: words of `locations.toml`.

    loaded: "he" or "ap" in the gun, ready: as the impulse began. shells: left, by kind. mg: what is left for its
    machine guns, by place (bow, coaxial, mount). fire: turn in which it broke out, 0 for none. mired: stuck in mud.
    moved: hexes in this impulse, turned: used its free turn in it. stop: an Emergency Stop is due, with its reason.
    road: moves under Road Orders. smoked: turn in which its dischargers were fired. spent: steps that its driver has
    used in this impulse, turns too. pace: turn, impulse and steps of the latest impulse in which it drove. halted: turn
    of its latest Emergency Stop. opened: by seat, turn in which a hatch was opened. leaving: who is to bail out when
    orders are given next (31.10.8): crew, all, or enemies; driver: the crew stays, and he makes an Emergency Stop;
    since: the turn before. burnt: turn in which its fire was rolled for. exits: turn, and how many have left a vehicle
    without armour in it.
    """

    id: str
    side: str
    kind: str
    name: str = ""
    hex: Hex = ""
    facing: Direction = 1
    turret: Direction = 1
    hatches: dict[str, Hatch] = field(default_factory=dict[str, Hatch])
    damage: tuple[str, ...] = ()
    loaded: str = ""
    ready: bool = False
    shells: dict[str, int] = field(default_factory=dict[str, int])
    mg: dict[str, Ammunition] = field(default_factory=dict[str, Ammunition])
    fire: int = 0
    mired: bool = False
    moved: int = 0
    turned: bool = False
    stop: str = ""
    road: bool = False
    smoked: int = 0
    asset: str = ""
    gone: str = ""
    spent: int = 0
    pace: tuple[int, int, int] = (0, 0, 0)
    halted: int = 0
    opened: dict[str, int] = field(default_factory=dict[str, int])
    leaving: str = ""
    since: int = 0
    burnt: int = 0
    exits: tuple[int, int] = (0, 0)

    @property
    def here(self) -> bool:
        return bool(self.hex) and not self.gone

    @property
    def wrecked(self) -> bool:
        return "destroyed" in self.damage

    @property
    def still(self) -> bool:
        """Cannot move any more."""
        return self.wrecked or self.mired or "immobilized" in self.damage


class Team(Struct, omit_defaults=True):
    """Whoever acts together: a team, or a vehicle with its crew. initiative: 0 before it is known. done: in this
    impulse. cup: what an enemy team's hidden counters are drawn from."""

    id: str
    side: str
    name: str = ""
    initiative: int = 0
    done: bool = False
    cup: str = ""


class Mark(Struct, frozen=True, omit_defaults=True):
    """Something that lies in a hex: wire, mines, fortified, foxhole, trench, rubble, smoke, fading, fire, raging,
    grenade, smoke-grenade, weapon, faust, rockets.

    turn: in which it came. of: what makes it or whose it is: hex of a fire for its smoke, id of who threw a grenade.
    what: a weapon's id. count: rockets. on: the vehicle on whose seat a grenade lies, then seat.
    """

    what: str
    turn: int = 0
    of: str = ""
    item: str = ""
    count: int = 0
    on: str = ""
    seat: str = ""


class Compass(Struct, frozen=True):
    """A direction counter: which direction on the map counts as 1 on a card for whoever is nearest to it."""

    hex: Hex
    one: Direction


class Goal(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What brings points at the end. what:

    hold: at least one able friend, and no able known enemy, in one of `hexes`; leave: each friend who left over `edge`;
    kill: each enemy killed, down or captured; capture: each enemy captured; wreck: each enemy vehicle destroyed or
    abandoned; keep: the vehicle `of` not destroyed; save: each friend fit or lightly wounded at the end; reach: the
    vehicle or man `of` in one of `hexes`; lose: each friend killed, down or captured (negative points).
    """

    what: Literal["hold", "leave", "kill", "capture", "wreck", "keep", "save", "reach", "lose"]
    points: Whole = 1
    hexes: tuple[Hex, ...] = ()
    edge: str = ""
    of: str = ""
    most: Whole = 0
    text: str = ""


class Incident(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of a mission's event table, rolled for when an Event card comes (22, 25). last: of a d10. what: doubt or
    courage, of a man of side `of`; short or found, of his rounds; wind, fog or nothing; more, where `count` of those
    who wait, of side or team `of`, come in the first of hexes; fire, in one of hexes. of: "" for the player's side."""

    last: Whole
    what: str
    text: str
    count: Whole = 0
    hexes: tuple[Hex, ...] = ()
    of: str = ""


class Area(Struct, frozen=True):
    """Counters that are set up by dice in some hexes as the mission begins."""

    units: tuple[str, ...]
    hexes: tuple[Hex, ...]


class Mission(Struct, frozen=True, omit_defaults=True):
    """What does not change in a mission. month: 1 to 12. night: how many hexes one sees, 0 by day.

    posture: whether the enemy attacks or holds. friendly, neutral: edges of the map (N, E, S, W). needed: points with
    which the player wins. fausts: kind of Panzerfaust. called: artillery and mortar missions, by kind. camouflage: side
    with winter camouflage. roads: what ends Road Orders.

    What dice decide as it begins: areas; alert: counters that are turned up then; crews: vehicle and seat of those whom
    a draw puts there; patrol: everything; by_die: the squad, with Thompsons or not (25.0). drawn: the board, where it
    is none of the pack's.
    """

    scenario: str = ""
    title: str = ""
    board: str = ""
    turns: int = 0
    month: int = 6
    night: int = 0
    posture: Literal["attack", "hold"] = "hold"
    compass: tuple[Compass, ...] = ()
    friendly: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
    needed: int = 1
    fausts: str = ""
    called: dict[str, int] = field(default_factory=dict[str, int])
    camouflage: tuple[str, ...] = ()
    roads: tuple[Literal["spotted", "fired-on", "end"], ...] = ()
    incidents: tuple[Incident, ...] = ()
    cups: dict[str, str] = field(default_factory=dict[str, str])
    """Which set of characters each cup is of (heer, ss)."""
    areas: tuple[Area, ...] = ()
    alert: tuple[str, ...] = ()
    crews: tuple[tuple[str, str], ...] = ()
    patrol: bool = False
    drawn: BoardFile | None = None
    by_die: tuple[Literal["squad", "thompson"], ...] = ()


class Arrival(Struct, frozen=True, omit_defaults=True):
    """Who comes later: ids of men and vehicles that are set up with hex "". turn: of the end of which they come."""

    turn: int
    hex: Hex
    units: tuple[str, ...]


class Shelling(Struct, frozen=True, omit_defaults=True):
    """Mortar or artillery fire that has been called. turns: in which it still falls."""

    weapon: str
    hex: Hex
    by: str
    turns: tuple[int, ...]


class Step(Struct, frozen=True, omit_defaults=True):
    """What the player is asked before play goes on. what: guard, fall-back, pick-up; unit: whom it is about; among: ids
    or hexes to choose from."""

    what: str
    unit: str
    among: tuple[str, ...]


class Came(Struct, frozen=True, omit_defaults=True):
    """An asset of a campaign that takes part. crew: who came with it, by post; those who stayed behind, too. brought:
    ammunition of each kind that its men or its vehicle took into the battle. damage: with which it came."""

    id: str
    type: str
    side: str
    crew: dict[str, str]
    brought: dict[str, int] = field(default_factory=dict[str, int])
    damage: tuple[str, ...] = ()


class Game(Remembering, omit_defaults=True):
    """wind: direction in which smoke drifts. sight: greatest distance seen in this weather, 0 without bound.

    active: team that acts now; acting: man or vehicle's crewman who does; asked: he has spotted and is asked what he
    does. hand: friendly cards held; planned: those that join it next turn. spent: the card played this turn.
    medics: whether fire at medics is free now, by side of the medic (30.1, 30.2). fausts: Panzerfausts left.
    checked: who has had a chance to be captured. points: at the end. came: assets of a campaign.
    """

    mission: Mission = Mission()
    readings: Readings = Readings()
    sides: tuple[Side, ...] = ()
    turn: int = 0
    phase: Phase = ""
    impulse: int = 0
    active: str = ""
    acting: str = ""
    asked: bool = False
    teams: dict[str, Team] = field(default_factory=dict[str, Team])
    men: dict[str, Man] = field(default_factory=dict[str, Man])
    vehicles: dict[str, Vehicle] = field(default_factory=dict[str, Vehicle])
    marks: dict[Hex, tuple[Mark, ...]] = field(default_factory=dict[Hex, tuple[Mark, ...]])
    friendly: Pile = field(default_factory=Pile)
    enemy: Pile = field(default_factory=Pile)
    wounds: Pile = field(default_factory=Pile)
    cups: dict[str, Pile] = field(default_factory=dict[str, Pile])
    hand: tuple[int, ...] = ()
    planned: tuple[int, ...] = ()
    card: int = 0
    reshuffle: bool = False
    weather: str = "clear"
    ground: str = "dry"
    wind: Direction = 1
    sight: int = 0
    fausts: int = 0
    medics: tuple[str, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    shellings: tuple[Shelling, ...] = ()
    steps: tuple[Step, ...] = ()
    upkeep: int = 0
    came: tuple[Came, ...] = ()
    verdict: Verdict | None = None

    def in_hex(self, hex: Hex) -> list[Man]:
        """Whoever stands in a hex on foot and is here; hidden counters too."""
        return [man for man in self.men.values() if man.hex == hex and man.here and not man.vehicle]

    def crew(self, vehicle: str) -> list[Man]:
        """Whoever is in a vehicle and alive, in the order of `men`."""
        return [man for man in self.men.values() if man.vehicle == vehicle and man.here]

    def at(self, vehicle: str, seat: str) -> Man | None:
        """Whoever sits there, alive."""
        for man in self.men.values():
            if man.vehicle == vehicle and man.seat == seat and man.here:
                return man
        return None

    def lies(self, hex: Hex, *what: str) -> bool:
        """Whether such a mark lies in a hex."""
        return any(mark.what in what for mark in self.marks.get(hex, ()))
