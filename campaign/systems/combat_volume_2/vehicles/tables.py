"""The charts of chapters 31 and 32: displays of vehicles, guns, where a hit strikes, what it does, orders by matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from campaign.rules.numbers import Whole
from campaign.rules.packs import Pack, PackError

Quarter = Literal["front", "left", "right", "rear"]
Aspect = Literal["front", "side", "rear"]
Class = Literal["afv", "half-track", "truck", "jeep"]
Shell = Literal["ap", "he", "heat", "small"]
"""What strikes: armour-piercing, high explosive, a shaped charge, or a bullet (31.10.8)."""
Column = Literal["open", "shut", "soft"]
"""Columns of the order matrix: hatch open (and half-tracks), hatch closed, trucks and jeeps."""
Source = Annotated[str, Meta(min_length=3)]
Value = Annotated[int, Meta(ge=-9, le=9)]
LAST_PERCENT, LAST_FACE = 99, 9
DONE: Mapping[str, str] = {
    "destroyed": "destroyed", "immobilized": "immobilized", "turret-jammed": "turret jammed", "gun": "gun destroyed",
    "coaxial": "coaxial machine gun destroyed", "bow": "bow machine gun destroyed", "sight": "gunner's sight broken",
    "engine-fire": "engine on fire", "turret-fire": "turret on fire", "cupola": "cupola destroyed",
}  # fmt: skip
"""Damage of a vehicle in words, by the word that it has in its state."""


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a vehicle. turret: its arcs turn with the turret. looks, peeps: quarters seen with the hatch open (or
    without one) and closed. fires: those into which he fires a weapon of his own. hit: from where he may be shot at in
    an open hatch. marker: has a target marker. hatch: has one of his own."""

    id: str
    name: str
    looks: tuple[Quarter, ...]
    peeps: tuple[Quarter, ...] = ()
    fires: tuple[Quarter, ...] = ()
    hit: tuple[Quarter, ...] = ()
    hatch: bool = False
    turret: bool = False
    marker: bool = False
    rider: bool = False
    source: str = ""


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """Seats of a class of vehicle, in the order in which they act (31.1); riders: how many passengers, numbered."""

    id: Class
    seats: tuple[Seat, ...]
    riders: Annotated[int, Meta(ge=0, le=12)] = 0
    source: str = ""


class Armour(NamedTuple):
    normal: Whole
    glancing: Whole


class Kind(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """A vehicle's display. top: its fastest order. armour: by place and aspect, () of what has none. gun: id in
    guns.toml; bow, coaxial, mount: weapons. shells: rounds carried. article: how it is spoken of (23.6).
    """

    id: str
    name: str
    class_: Class
    side: Literal["us", "de"]
    top: str
    article: Literal["a", "an"] = "a"
    armour: dict[str, Armour] = {}
    gun: str = ""
    bow: str = ""
    coaxial: str = ""
    mount: str = ""
    shells: dict[str, Whole] = {}
    source: str = ""


class Pierce(Struct, frozen=True, forbid_unknown_fields=True):
    """A penetration number: fixed + dice of so many sides, 3 being half of six (31.10.4, 23.7)."""

    fixed: Whole = 0
    dice: Annotated[int, Meta(ge=1, le=3)] = 1
    sides: Literal[3, 6] = 6

    def of(self, faces: tuple[int, ...]) -> int:
        """faces: of dice with six sides."""
        return self.fixed + sum((face + 1) // 2 if self.sides == 3 else face for face in faces)


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    """calibre: in millimetres. range: last hex of a band and what it adds. blast, frag: dice, and what hits on each
    (31.9.4). near, far: frag of a light weapon that lands close, and not (32.2)."""

    id: str
    name: str
    kind: Literal["main", "bazooka", "faust"]
    calibre: Whole
    range: tuple[tuple[Whole, Value], ...]
    ap: Pierce | None = None
    he: Pierce | None = None
    heat: Pierce | None = None
    blast: Whole = 0
    frag: Whole = 0
    near: Whole = 0
    far: Whole = 0
    source: str = ""

    def at(self, hexes: int) -> int | None:
        """What the range adds, None out of range."""
        return next((value for last, value in self.range if hexes <= last), None)

    @property
    def reach(self) -> int:
        return self.range[-1][0]

    def pierce(self, shell: Shell) -> Pierce | None:
        return {"ap": self.ap, "he": self.he, "heat": self.heat}.get(shell)


class Bullets(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    """What small arms do to thin armour: by class of weapon, or for one weapon."""

    pierce: Pierce
    class_: str = ""
    weapon: str = ""
    source: str = ""


class Spot(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a hit location table. last: of %D. what: the location. at: seat, or side (left, right, near). armour:
    its row of the display where the shot has to go through. glancing. check: all test their morale (31.10.6)."""

    last: Annotated[int, Meta(ge=0, le=99)]
    what: str
    at: tuple[str, ...] = ()
    armour: str = ""
    glancing: bool = False
    check: bool = False
    damage: str = ""
    source: str = ""


class Locations(Struct, frozen=True, forbid_unknown_fields=True, rename={"class_": "class"}):
    class_: Class
    aspect: Aspect
    row: tuple[Spot, ...]
    source: str = ""


class Damage(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a damage table: killed: seats whose men are; does: a word of `harm`; check: all others test morale."""

    last: Annotated[int, Meta(ge=0, le=9)]
    killed: tuple[str, ...] = ()
    does: str = ""
    check: bool = True
    source: str = ""


class DamageTable(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    row: tuple[Damage, ...]


class Indirect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round of mortar or artillery does to a vehicle in its hex. near: added where it fell next to it."""

    classes: tuple[Class, ...]
    near: Whole
    row: tuple[Damage, ...]


class Effects(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of 31.10.8. Millimetres: from which something is done for sure. Others: last face of a d10, or cards."""

    ring_he: Whole
    ring_off: Whole
    ring_jammed: Whole
    suspension_ap: Whole
    suspension_he: Whole
    suspension_small: Whole
    track_ap: Whole
    cupola_ap: Whole
    cupola_he: Whole
    cupola_cards: Whole
    headlight_ap: Whole
    hatch_grenade_cards: Whole
    fire_out: Whole
    fire_goes_on: Whole
    engine_stops: Whole


class Band(NamedTuple):
    """Up to this number: an order with its directions."""

    last: Whole
    order: str


class Matrix(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the Vehicle Order Matrix. target: somebody's marker is out."""

    seat: str
    column: Column
    target: bool
    bands: tuple[Band, ...]
    source: str = ""


class VehicleFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    seating: tuple[Seating, ...]
    vehicle: tuple[Kind, ...]


class GunFile(Struct, frozen=True, forbid_unknown_fields=True):
    """side, end: what aiming at these aspects adds; sight: what a broken gunner's sight does; wrong_seat, untrained."""

    source: Source
    side: Value
    end: Value
    directing: Value
    sight: Value
    bow: Value
    wrong_seat: Value
    closed: Value
    spot: Value
    foreign_faust: Value
    halted: Value
    gun: tuple[Gun, ...]
    bullets: tuple[Bullets, ...]


class LocationFile(Struct, frozen=True, forbid_unknown_fields=True):
    source: Source
    effects: Effects
    location: tuple[Locations, ...]
    damage: tuple[DamageTable, ...]
    indirect: tuple[Indirect, ...]


class MatrixFile(Struct, frozen=True, forbid_unknown_fields=True):
    """shift: what a state of morale adds to a card's number. detour: by directions, the new ones for 0–4 and 5–9."""

    source: Source
    shift: dict[str, Whole]
    beyond: tuple[Band, ...]
    matrix: tuple[Matrix, ...]
    detour: dict[str, tuple[str, str]]


Ways = tuple[int, ...]


class VehicleCharts:
    """All of it, checked."""

    def __init__(self, pack: Pack) -> None:
        file = pack.table("vehicles.toml", VehicleFile)
        self.seating = {one.id: one for one in file.seating}
        self.seats: Mapping[str, Mapping[str, Seat]] = {
            one.id: {seat.id: seat for seat in all_seats(one)} for one in file.seating
        }
        self.kinds = {one.id: one for one in file.vehicle}
        guns = pack.table("guns.toml", GunFile)
        self.terms = guns
        self.guns = {one.id: one for one in guns.gun}
        self.bullets = guns.bullets
        places = pack.table("locations.toml", LocationFile)
        self.effects = places.effects
        self.locations = {(one.class_, one.aspect): one.row for one in places.location}
        self.damage = {one.id: one.row for one in places.damage}
        self.indirect = {name: one for one in places.indirect for name in one.classes}
        orders = pack.table("matrix.toml", MatrixFile)
        self.shift = orders.shift
        self.matrix = {(one.seat, one.column, one.target): one.bands for one in orders.matrix}
        self.beyond = orders.beyond
        self.detours: Mapping[Ways, tuple[Ways, Ways]] = dict(_detours(orders.detour))
        self._check()

    def seat(self, kind: str, seat: str) -> Seat:
        """A seat of a vehicle of a kind. Raises KeyError for one that it lacks."""
        return self.seats[self.kinds[kind].class_][seat]

    def armour(self, kind: str, place: str, glancing: bool) -> int:
        found = self.kinds[kind].armour[place]
        return found.glancing if glancing else found.normal

    def struck(self, kind: str, aspect: Aspect, percent: int) -> Spot:
        """Where %D puts a hit."""
        return at_most(self.locations[self.kinds[kind].class_, aspect], percent)

    def small_arms(self, weapon: str, class_: str) -> Pierce | None:
        """What bullets do to thin armour, None for those that never go through."""
        for one in self.bullets:
            if one.weapon == weapon or (one.class_ == class_ and not one.weapon):
                return one.pierce
        return None

    def _check(self) -> None:
        """Raises PackError for tables with holes."""
        for key, rows in self.locations.items():
            _rising([row.last for row in rows], LAST_PERCENT, f"locations.toml, {' '.join(key)}")
        for name, rows in self.damage.items():
            _rising([row.last for row in rows], LAST_FACE, f"locations.toml, damage {name}")
        for name, one in self.indirect.items():
            _rising([row.last for row in one.row], LAST_FACE, f"locations.toml, indirect {name}")
        for key, bands in self.matrix.items():
            _rising([band.last for band in bands], 100, f"matrix.toml, {key}")
        for kind in self.kinds.values():
            if kind.gun and kind.gun not in self.guns:
                raise PackError(f"There is no gun {kind.gun!r}.", where=f"vehicles.toml, vehicle ({kind.id})")
            needed = {
                row.armour for (one, _), rows in self.locations.items() if one == kind.class_ for row in rows
            }
            if missing := sorted(needed - {""} - kind.armour.keys()):
                raise PackError(
                    f"It lacks armour for {missing[0]}.", where=f"vehicles.toml, vehicle ({kind.id})"
                )


def at_most(rows: tuple[Spot, ...], number: int) -> Spot:
    """The first row whose `last` is not below the number."""
    return next(row for row in rows if number <= row.last)


def damage_row(rows: tuple[Damage, ...], die: int) -> Damage:
    return next(row for row in rows if die <= row.last)


def all_seats(one: Seating) -> tuple[Seat, ...]:
    """Crew, then passengers: the odd on the left, the even on the right (31.9.3)."""
    riders: list[Seat] = []
    for number in range(1, one.riders + 1):
        side: Quarter = "left" if number % 2 else "right"
        looks: tuple[Quarter, ...] = (side,)
        fires: tuple[Quarter, ...] = (side,)
        if one.id == "jeep":
            looks, fires = ("front", "left", "right", "rear"), ()
        elif one.id == "truck":
            looks, fires = (), ()
            if number > one.riders - 2:
                looks = ("rear",)
        riders.append(Seat(str(number), f"passenger {number}", looks, fires=fires, rider=True))
    return (*one.seats, *riders)


def _rising(lasts: list[int], end: int, where: str) -> None:
    if not lasts or lasts != sorted(set(lasts)) or lasts[-1] != end:
        raise PackError(f"Its rows must rise, up to {end}.", where=where)


_WAYS = re.compile(r"[1-6](/[1-6])?")


def _detours(rows: Mapping[str, tuple[str, str]]) -> list[tuple[Ways, tuple[Ways, Ways]]]:
    """By directions either way round. Raises PackError."""
    found: list[tuple[Ways, tuple[Ways, Ways]]] = []
    for key, (low, high) in rows.items():
        if odd := [text for text in (key, low, high) if not _WAYS.fullmatch(text)]:
            allowed = ["a direction from 1 to 6", "two of them, such as 6/1"]
            raise PackError(f"{odd[0]!r} is no direction.", "", allowed, f"matrix.toml, detour.{key}")
        ways, left, right = (tuple(int(part) for part in text.split("/")) for text in (key, low, high))
        found.append((ways, (left, right)))
        if len(ways) == 2:
            found.append((ways[::-1], (left, right)))
    there = {ways for ways, _ in found}
    for way in range(1, 7):
        for ways in ((way,), (way, way % 6 + 1)):
            if ways not in there:
                text = "/".join(map(str, ways))
                raise PackError(f"There is no detour for {text}.", where="matrix.toml, detour")
    return found
