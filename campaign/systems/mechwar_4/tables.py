"""Shapes of the other data files: combat results, attenuation, panic, fire, air, headquarters, readings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from campaign.rules.numbers import Whole
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.units import Die, Nation, Natural, Positive, Source, Target, WeaponClass

Quality = Literal["seasoned", "first-line", "second-line", "reserve", "green"]
Rating = Literal["A", "B", "C", "D", "E", "F"]
MineKind = Literal["hasty", "preventive", "defensive"]


class Result(Struct, frozen=True):
    """What a shot does. losses: steps; rolled: a die of the defender says whether one fewer. panic: the target checks
    at once. suppression: levels."""

    losses: int = 0
    rolled: bool = False
    panic: bool = False
    suppression: int = 0

    def __bool__(self) -> bool:
        return bool(self.losses or self.panic or self.suppression)


class ResultTable(Struct, frozen=True, forbid_unknown_fields=True):
    """rows: for a modified die of 0 or less, 1, 2 … 8 or more, one result for each column."""

    source: Source
    rows: tuple[str, ...]


class ResultFile(Struct, frozen=True, forbid_unknown_fields=True):
    """columns: the highest attack superiority of each but the last. all: up to which die a bracketed result costs all
    its steps. suppression: what comes with a loss on the anti-personnel table; packs, which stand in diaries, call it
    shaken, as they do what morale makes of a company (19.822)."""

    source: Source
    columns: tuple[Whole, ...]
    all: Die
    suppression: Die = field(name="shaken")
    full: ResultTable
    d1: ResultTable
    d2: ResultTable
    personnel: ResultTable
    reconstructed: tuple[str, ...] = ()


class AttenuationRow(Struct, frozen=True, forbid_unknown_fields=True):
    """adds: to the attack strength, one for each band of ranges; a hyphen where there is no fire."""

    class_: WeaponClass = field(name="class")
    targets: tuple[Target, ...]
    adds: str
    source: Source


class AttenuationFile(Struct, frozen=True, forbid_unknown_fields=True):
    """bands: the last hex of each."""

    source: Source
    bands: tuple[Positive, ...]
    row: tuple[AttenuationRow, ...]
    reconstructed: tuple[str, ...] = ()


class PanicTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Highest number of a ten-sided die that counts, by panic level 0, 1, 2 …; the last for all above.

    One row for each state: full strength, a third lost, two thirds lost.
    """

    source: Source
    full: Annotated[tuple[Natural, ...], Meta(min_length=1)]
    d1: Annotated[tuple[Natural, ...], Meta(min_length=1)]
    d2: Annotated[tuple[Natural, ...], Meta(min_length=1)]


class Levels(Struct, frozen=True, forbid_unknown_fields=True):
    """Panic levels of troop qualities, in tens of a hundred (3.4)."""

    source: Source
    seasoned: Natural
    first_line: Natural = field(name="first-line")
    second_line: Natural = field(name="second-line")
    reserve: Natural
    green: Natural


class NightPanic(Struct, frozen=True, forbid_unknown_fields=True):
    """What is added to the panic die at night (19.75, 19.76)."""

    source: Source
    adds: dict[Nation, Whole]


class PanicFile(Struct, frozen=True, forbid_unknown_fields=True):
    levels: Levels
    fire: PanicTable
    move: PanicTable
    removal: PanicTable
    night: NightPanic
    reconstructed: tuple[str, ...] = ()


class Modifiers(Struct, frozen=True, forbid_unknown_fields=True):
    """What is added to a die of fire. Their `source` names the rule of each."""

    source: Source
    defilade: Whole
    slope_hard: Whole
    slope_other: Whole
    wreck: Whole
    column: Whole
    short_halt: Whole
    devastation: Whole
    engineers: Whole
    personnel_d1: Whole
    personnel_d2: Whole


class Indirect(Struct, frozen=True, forbid_unknown_fields=True):
    """Lowest die of a fire for effect, highest die at which it scatters, and at which close support does not (15.1).

    repeated: on the hex of the turn before, 0 for always. spots: highest die that betrays a gun (7.81). light, medium,
    heavy: H of a battery (7.0). night_reach: hexes from a friend who sees (19.73). displace: turns (19.22).
    """

    source: Source
    effect_spotted: Die
    effect_unspotted: Die
    effect_repeated: Die
    scatter_spotted: Die
    scatter_unspotted: Die
    scatter_repeated: Die
    air_on_target: Die
    spots: Die
    light: Positive
    medium: Positive
    heavy: Positive
    night_reach: Positive
    displace: Positive


class Mines(Struct, frozen=True, forbid_unknown_fields=True):
    """Attack superiority of each kind (16.11); further: of each further fire of scattered mines (19.43). plough:
    highest die that destroys one (16.21)."""

    source: Source
    hasty: Whole
    preventive: Whole
    defensive: Whole
    further: Whole
    plough: Die


class Works(Struct, frozen=True, forbid_unknown_fields=True):
    """Turns that engineers need: an abatis, to clear one (19.612), to breach mines, to build and destroy a bridge."""

    source: Source
    abatis: Positive
    clear: Positive
    breach: Positive
    bridge: Positive
    destroy: Positive


class Suppression(Struct, frozen=True, forbid_unknown_fields=True):
    """What each level takes off the attack strength."""

    source: Source
    hard: Natural
    tender: Natural
    soft: Natural


class Ammunition(Struct, frozen=True, forbid_unknown_fields=True):
    """table: instead of levels, by rating, what two dice must exceed: with two numbers, one of two rolls (6.87)."""

    source: Source
    table: dict[str, tuple[Whole, ...]]


class FireFile(Struct, frozen=True, forbid_unknown_fields=True):
    modifiers: Modifiers
    suppression: Suppression
    indirect: Indirect
    ammunition: Ammunition
    mines: Mines
    works: Works
    reconstructed: tuple[str, ...] = ()


class FlakRow(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    strength: tuple[Natural, ...]


class Flak(Struct, frozen=True, forbid_unknown_fields=True):
    """Strength against helicopters by range (17.31). bands: the last hex of each."""

    source: Source
    bands: tuple[Positive, ...]
    row: tuple[FlakRow, ...]


class Aircraft(Struct, frozen=True, forbid_unknown_fields=True):
    """turn: hexes straight ahead before a turn (15.33). high, low: strength of its bombs at that height. guns: class M.
    missiles, mavericks: depletion of its missiles, 0 for none. defence: added to the die against it; loss: up to which
    die it survives a hit. points: for who shoots it down (20.51)."""

    id: str
    name: str
    nation: tuple[Nation, ...]
    source: Source
    turn: Positive
    high: Natural
    low: Natural
    guns: Natural
    missiles: Die
    defence: Whole
    loss: Die
    mavericks: Die = 0
    points: Natural = 0
    price: Natural = 0


class AirDefence(Struct, frozen=True, forbid_unknown_fields=True):
    """What is fired at aircraft. near, far: highest die that hits, within so many hexes. tracks: hexes before each
    shot (15.81)."""

    source: Source
    near: Die
    near_range: Positive
    far: Die
    far_range: Positive
    tracks: Positive


class AirRules(Struct, frozen=True, forbid_unknown_fields=True):
    """armour: attack superiority of bombs against it (15.24). asm: strength of missiles, class M (15.62). strafe: at
    exactly this range (15.52). smart: range of smart bombs (15.42). bridge: highest of ten that destroys one (15.43).
    acquire: hexes in the arc, within: at most so far (15.71). ahead: turns before it flies (15.36). arc: degrees of the
    forward arc. longest: hexes of a flight, a house rule."""

    source: Source
    armour: Whole
    asm: Positive
    strafe: Positive
    smart: Positive
    bridge: Natural
    acquire: Positive
    within: Positive
    ahead: Positive
    arc: Literal[60, 120, 180]
    longest: Positive


class AirFile(Struct, frozen=True, forbid_unknown_fields=True):
    flak: Flak
    aircraft: tuple[Aircraft, ...]
    missile: AirDefence
    gun: AirDefence
    small: AirDefence
    rules: AirRules
    reconstructed: tuple[str, ...] = ()


class HqTable(Struct, frozen=True, forbid_unknown_fields=True):
    """columns: ratings from left to right. rows: for 2 to 12 on two dice, a value
    for each column; a check passes on two dice of at most the value (19.821). right: columns that a replacement moves
    (19.814)."""

    source: Source
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    right: Positive


class LossCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """What a company's panic level rises by with a loss, and up to which die by one more (19.812)."""

    adds: Natural
    more: Die


class MoraleRules(Struct, frozen=True, forbid_unknown_fields=True):
    """loss: first, second, third and further losses. shaken: levels above its own that count for the battalion,
    companies: how many of them make it check (19.822). suppressed: added to its dice (19.825). beside: added to a
    company's die of removal with its headquarters at hand (19.14)."""

    source: Source
    loss: Annotated[tuple[LossCheck, ...], Meta(min_length=1)]
    shaken: Positive
    companies: Positive
    suppressed: Whole
    beside: Whole


class Detection(Struct, frozen=True, forbid_unknown_fields=True):
    """Highest die at which somebody is found (19.92); fired: added if it fired in the indirect fire phase before."""

    source: Source
    hq: Die
    jammer: Die
    artillery: Die
    radar: Die
    fired: Natural


class Jamming(Struct, frozen=True, forbid_unknown_fields=True):
    """works: up to this die it starts; breaks: from this die it breaks down; pause: whole turns after either."""

    source: Source
    works: Die
    breaks: Die
    pause: Positive
    panic: Whole


class CommandFile(Struct, frozen=True, forbid_unknown_fields=True):
    hq: HqTable
    morale: MoraleRules
    detection: Detection
    jamming: Jamming
    reconstructed: tuple[str, ...] = ()


class ReadingRow(Readings, frozen=True, kw_only=True):
    """The readings as the pack has them."""

    source: Source

    def plain(self) -> Readings:
        return Readings(*(getattr(self, name) for name in Readings.__struct_fields__))


class ReadingFile(Struct, frozen=True, forbid_unknown_fields=True):
    readings: ReadingRow
    reconstructed: tuple[str, ...] = ()
