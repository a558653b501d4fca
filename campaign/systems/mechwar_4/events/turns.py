"""Facts of the set-up, of turns and phases, of panic and observation."""

from __future__ import annotations

from typing import Literal

from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Side
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.scenario import Switches, Victory
from campaign.systems.mechwar_4.state import (
    Aircraft,
    AirDefenceOff,
    Area,
    Battalion,
    Battery,
    Command,
    Company,
    Entry,
    Force,
    Minefield,
    Phase,
    Standing,
    Unit,
)


class ForcesPlaced(Event, frozen=True, tag="forces-placed"):
    """The set-up of a battle, whole. units: before their counters are dealt. first: the side that begins the first
    turn. read: how the text is read; None in diaries of 0.5.0 and before, as their packs say."""

    scenario: str
    board: str
    sides: tuple[Side, ...]
    turns: int
    first: str
    switches: Switches
    victory: Victory
    units: tuple[Unit, ...]
    forces: tuple[Force, ...]
    companies: tuple[Company, ...] = ()
    battalions: tuple[Battalion, ...] = ()
    batteries: tuple[Battery, ...] = ()
    aircraft: tuple[Aircraft, ...] = ()
    mines: tuple[Minefield, ...] = ()
    entries: tuple[Entry, ...] = ()
    areas: tuple[Area, ...] = ()
    jammers: tuple[str, ...] = ()
    broken_bridges: tuple[str, ...] = ()
    defences: tuple[AirDefenceOff, ...] = ()
    read: Readings | None = None


class CountersDealt(Event, frozen=True, tag="counters-dealt"):
    """A side's units get the counters' ids in this order: secret. Where there are more numbers than units, the rest
    stay in the box, so that no id tells how many units there are."""

    side: str
    order: tuple[int, ...] = ()


class GunsDealt(Event, frozen=True, tag="guns-dealt"):
    """A side's guns off the map, strikes and then its aircraft get these numbers, the rest stay in the box: secret."""

    side: str
    order: tuple[int, ...] = ()


class UnitPlaced(Event, frozen=True, tag="unit-placed"):
    unit: str
    hex: str
    carrier: str = ""


class ColumnOrdered(Event, frozen=True, tag="column-ordered"):
    """The units of a column that waits off the map, the first to enter first (20.42). unit: which was given its place.
    hex: of entry, "" where the group has but one. Secret."""

    unit: str
    units: tuple[str, ...]
    hex: str = ""


class SideReady(Event, frozen=True, tag="side-ready"):
    side: str


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: Phase


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """Who goes first (4.2), or fires first in an overrun (12). dice: in the order of sides, once for every time."""

    dice: tuple[int, ...]
    side: str
    adds: tuple[int, int] = (0, 0)
    overrun: bool = False


class ActivationBegan(Event, frozen=True, tag="activation-began"):
    """again: the side had passed, which was no more than handing over (a reading of 8.0)."""

    side: str
    again: bool = False


class SidePassed(Event, frozen=True, tag="side-passed"):
    """final: for the rest of the turn; else it only hands over (a reading of 8.0)."""

    side: str
    final: bool = False


class CommandGiven(Event, frozen=True, tag="command-given"):
    company: str
    command: Command


class AmbushSet(Event, frozen=True, tag="ambush-set"):
    company: str
    hex: str


class StandingGiven(Event, frozen=True, tag="standing-given"):
    unit: str
    order: Standing | None = None


class WatchSet(Event, frozen=True, tag="watch-set"):
    side: str
    range: int


class PanicRolled(Event, frozen=True, tag="panic-rolled"):
    """die: as it fell. limit: it panics, or of a removal calms down, at that or less, counted with `terms`."""

    unit: str
    die: int
    limit: int
    why: Literal["fire", "indirect", "move", "hit", "removal"]
    panicked: bool
    terms: tuple[Modifier, ...] = ()


class UnitSeen(Event, frozen=True, tag="unit-seen"):
    """Turned face up. by: who sees it, "" where it showed itself by firing. rule: by which it is."""

    unit: str
    by: str = ""
    rule: str = "5.2"


class UnitHid(Event, frozen=True, tag="unit-hid"):
    """Turned face down again: nobody sees it (5.22), or it pulled back (6.92)."""

    unit: str
    why: Literal["", "pull-back"] = ""


class CamouflageRolled(Event, frozen=True, tag="camouflage-rolled"):
    """Secret. hidden: for the rest of the phase (5.25)."""

    unit: str
    die: int
    value: int
    hidden: bool


class CamouflageLost(Event, frozen=True, tag="camouflage-lost"):
    unit: str


class SuppressionLifted(Event, frozen=True, tag="suppression-lifted"):
    units: tuple[str, ...]


class SmokeLifted(Event, frozen=True, tag="smoke-lifted"):
    hexes: tuple[str, ...]


class Regrouped(Event, frozen=True, tag="regrouped"):
    """damage: of the unit that stays."""

    unit: str
    other: str
    damage: int


class FormationChanged(Event, frozen=True, tag="formation-changed"):
    """grace: the turn to whose end it may restore it, where losses broke it (4.1)."""

    company: str
    broken: bool
    grace: int = 0


class Scored(Event, frozen=True, tag="scored"):
    side: str
    points: int
    what: str
    company: str = ""


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    verdict: Verdict
