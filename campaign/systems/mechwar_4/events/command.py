"""Headquarters, morale of companies and battalions, electronic warfare."""

from __future__ import annotations

from typing import Literal

from campaign.rules.options import Modifier
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.state import Sort


class HeadquartersValued(Event, frozen=True, tag="headquarters-valued"):
    """Before the first turn (19.821)."""

    battalion: str
    dice: tuple[int, ...]
    value: int


class HeadquartersReplaced(Event, frozen=True, tag="headquarters-replaced"):
    """The headquarters is lost and goes to a unit of its formation, "" if there is none (19.814, 19.831).

    value: new, 0 if it is off the table: its companies rally no more. shift: columns to the right so far. broken: now.
    """

    battalion: str
    unit: str
    dice: tuple[int, ...]
    value: int
    shift: int
    broken: bool = False


class CompanyShaken(Event, frozen=True, tag="company-shaken"):
    """A loss raises a company's panic level (19.812). losses: the how many-th. morale: levels added, now."""

    company: str
    losses: int
    die: int
    morale: int
    terms: tuple[Modifier, ...] = ()


class CompanyRallied(Event, frozen=True, tag="company-rallied"):
    """A company tries to rally (19.813): at `limit` or less one added level goes. morale: levels added, now."""

    company: str
    die: int
    limit: int
    morale: int
    terms: tuple[Modifier, ...] = ()


class BattalionChecked(Event, frozen=True, tag="battalion-checked"):
    """Two dice against the value of a headquarters: whether it breaks (19.822) or rallies (19.824, 19.831)."""

    battalion: str
    why: Literal["check", "rally"]
    dice: tuple[int, ...]
    value: int
    broken: bool
    terms: tuple[Modifier, ...] = ()


class RadioSilenceSet(Event, frozen=True, tag="radio-silence-set"):
    """19.99. Secret."""

    side: str
    silent: bool


class JammerChecked(Event, frozen=True, tag="jammer-checked"):
    """A jammer begins (19.914), works on (19.915) or is switched off (die 0). idle: until which turn it may not try."""

    side: str
    unit: str
    die: int
    works: bool
    idle: int = 0
    begins: bool = False


class Listened(Event, frozen=True, tag="listened"):
    """Direction finders have tried to locate something (19.92). die: at most `value` locates it."""

    side: str
    unit: str
    sort: Sort
    die: int
    value: int
    found: bool


class HexAnnounced(Event, frozen=True, tag="hex-announced"):
    """side: who has located it. hex: within one of it, of the owner's choice (19.92)."""

    side: str
    sort: Sort
    hex: str


class EquipmentTested(Event, frozen=True, tag="equipment-tested"):
    """Shells hit a unit with radio equipment, which survives (19.910, 19.913). lost: the equipment."""

    unit: str
    column: int
    dice: tuple[int, ...]
    lost: bool


COMMAND: tuple[type[Event], ...] = (
    HeadquartersValued, HeadquartersReplaced, CompanyShaken, CompanyRallied, BattalionChecked, RadioSilenceSet,
    JammerChecked, Listened, HexAnnounced, EquipmentTested,
)  # fmt: skip
