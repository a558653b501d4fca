"""Facts. A shape that changes gets a new tag and an upcaster; a tag is never used twice."""

from __future__ import annotations

from typing import Literal

from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Side
from campaign.rules.system import Says
from campaign.systems.mechwar_4.events import air, guns
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.events.command import (
    COMMAND,
    BattalionChecked,
    CompanyRallied,
    CompanyShaken,
    EquipmentTested,
    HeadquartersReplaced,
    HeadquartersValued,
    JammerChecked,
    Listened,
)
from campaign.systems.mechwar_4.events.command import (
    HexAnnounced as HexAnnounced,
)
from campaign.systems.mechwar_4.events.command import (
    RadioSilenceSet as RadioSilenceSet,
)
from campaign.systems.mechwar_4.events.works import (
    WORKS,
    PloughRolled,
)
from campaign.systems.mechwar_4.events.works import (
    MinesBreached as MinesBreached,
)
from campaign.systems.mechwar_4.events.works import (
    MinesLaid as MinesLaid,
)
from campaign.systems.mechwar_4.events.works import (
    PloughEntered as PloughEntered,
)
from campaign.systems.mechwar_4.events.works import (
    WorkDone as WorkDone,
)
from campaign.systems.mechwar_4.events.works import (
    WorkSet as WorkSet,
)
from campaign.systems.mechwar_4.scenario import Switches, Victory
from campaign.systems.mechwar_4.state import (
    Aircraft,
    Area,
    Battalion,
    Battery,
    Command,
    Company,
    Entry,
    FireKind,
    Force,
    Hold,
    Minefield,
    Out,
    Pace,
    Phase,
    Standing,
    Unit,
)
from campaign.systems.mechwar_4.units import Arm

# -- set-up and turns ------------------------------------------------------------------------------------------


class ForcesPlaced(Event, frozen=True, tag="forces-placed"):
    """The set-up of a battle, whole. units: before their counters are dealt. first: the side that begins the first
    turn."""

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


class CountersDealt(Event, frozen=True, tag="counters-dealt"):
    """A side's units get the counters' ids in this order: secret."""

    side: str
    order: tuple[int, ...] = ()


class UnitPlaced(Event, frozen=True, tag="unit-placed"):
    unit: str
    hex: str
    carrier: str = ""


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
    side: str


class SidePassed(Event, frozen=True, tag="side-passed"):
    side: str


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


# -- panic, observation ----------------------------------------------------------------------------------------


class PanicRolled(Event, frozen=True, tag="panic-rolled"):
    """die: as it fell. limit: it panics, or of a removal calms down, at that or less, counted with `terms`."""

    unit: str
    die: int
    limit: int
    why: Literal["fire", "move", "hit", "removal"]
    panicked: bool
    terms: tuple[Modifier, ...] = ()


class UnitSeen(Event, frozen=True, tag="unit-seen"):
    """Turned face up (5.2). by: who sees it, "" where it showed itself by firing."""

    unit: str
    by: str = ""


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


# -- fire ------------------------------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, tag="attack-declared"):
    """state: in which the unit, or the part of it that fires, is; parts: those that may still fire (6.93). hatches: its
    infantry stands in hatches (9.5). halved: strength (9.55)."""

    side: str
    fire: FireKind
    unit: str
    target: str
    hex: str
    arm: Arm = "main"
    state: int = 0
    parts: tuple[int, ...] = ()
    hatches: bool = False
    halved: bool = False


class FirerJoined(Event, frozen=True, tag="firer-joined"):
    unit: str
    arm: Arm = "main"
    state: int = 0
    parts: tuple[int, ...] = ()
    hatches: bool = False
    halved: bool = False


class ResolvingBegan(Event, frozen=True, tag="resolving-began"):
    target: str


class ButtonedUp(Event, frozen=True, tag="buttoned-up"):
    """How a unit receives H fire (7.3)."""

    unit: str
    up: bool


class ShotResolved(Event, frozen=True, tag="shot-resolved"):
    """One firer against one unit. strength: the terms of the attack superiority; terms: of the die. column: the
    superiority that was read. table: which. dice: the die, and the defender's own of a result in brackets."""

    unit: str
    target: str
    arm: Arm
    fire: FireKind
    range: int
    table: str
    column: int
    dice: tuple[int, ...]
    result: str
    steps: int = 0
    suppression: int = 0
    shaken: bool = False
    strength: tuple[Modifier, ...] = ()
    terms: tuple[Modifier, ...] = ()


class ShotWasted(Event, frozen=True, tag="shot-wasted"):
    """It could do nothing any more: the target is gone (6.31), out of range (6.14) or out of sight."""

    unit: str
    target: str
    why: str


class UnitSuppressed(Event, frozen=True, tag="unit-suppressed"):
    """level: now."""

    unit: str
    level: int


class UnitDamaged(Event, frozen=True, tag="unit-damaged"):
    """damage: now; 3 and it is eliminated. by: the counter that did it, "" for mines and artillery."""

    unit: str
    damage: int
    by: str = ""


class UnitOut(Event, frozen=True, tag="unit-out"):
    unit: str
    why: Out
    by: str = ""


class WreckLeft(Event, frozen=True, tag="wreck-left"):
    hex: str


class DepletionRolled(Event, frozen=True, tag="depletion-rolled"):
    """level: of what it fired, left; 0 for out of it (6.84, 6.87)."""

    unit: str
    arm: Arm
    dice: tuple[int, ...]
    rating: int
    level: int


class AttackEnded(Event, frozen=True, tag="attack-ended"):
    pass


class WindowOpened(Event, frozen=True, tag="window-opened"):
    """A side may answer. at: at whom."""

    side: str
    answer: Literal["opportunity", "overwatch"]
    at: tuple[str, ...]


class WindowClosed(Event, frozen=True, tag="window-closed"):
    """until: asked for; passed over by itself where nobody may answer any more."""

    side: str
    until: Hold = "now"


class AmbushLost(Event, frozen=True, tag="ambush-lost"):
    company: str


# -- movement --------------------------------------------------------------------------------------------------


class MoveBegan(Event, frozen=True, tag="move-began"):
    """points: in halves."""

    unit: str
    points: int
    pace: Pace = "walk"


class UnitMoved(Event, frozen=True, tag="unit-moved"):
    """Into the next hex. cost: in halves. stops: why it goes no further, "" if it may."""

    unit: str
    to: str
    cost: int
    stops: str = ""


class UnitEntered(Event, frozen=True, tag="unit-entered"):
    """Onto the map (20.6)."""

    unit: str
    to: str
    cost: int


class UnitExited(Event, frozen=True, tag="unit-exited"):
    unit: str


class PointsSpent(Event, frozen=True, tag="points-spent"):
    unit: str
    cost: int


class ColumnChanged(Event, frozen=True, tag="column-changed"):
    unit: str
    column: bool


class DefiladeChanged(Event, frozen=True, tag="defilade-changed"):
    """edge: "" when it has left it."""

    unit: str
    edge: str


class Mounted(Event, frozen=True, tag="mounted"):
    unit: str
    carrier: str


class Dismounted(Event, frozen=True, tag="dismounted"):
    unit: str
    hex: str


class MoveUndone(Event, frozen=True, tag="move-undone"):
    """Fire has spoilt mounting or dismounting (9.32): the units named are as they were when the move began."""

    unit: str
    to: str
    aboard: tuple[str, ...] = ()
    ashore: tuple[str, ...] = ()


class FatigueChanged(Event, frozen=True, tag="fatigue-changed"):
    unit: str
    fatigue: int


class MoveEnded(Event, frozen=True, tag="move-ended"):
    unit: str


class MinesMet(Event, frozen=True, tag="mines-met"):
    """entering: or leaving (16). Mines are known from now on."""

    unit: str
    hex: str
    entering: bool
    column: int
    dice: tuple[int, ...]
    result: str
    steps: int = 0
    shaken: bool = False


class OverrunBegan(Event, frozen=True, tag="overrun-began"):
    unit: str
    hex: str
    frm: str


class OverrunRound(Event, frozen=True, tag="overrun-round"):
    """A firefight begins: all of these fire once (12)."""

    round: int
    side: str
    to_fire: tuple[str, ...]


class OverrunTurn(Event, frozen=True, tag="overrun-turn"):
    """Whose unit fires next; choosing: nobody's, the overrunner stays or leaves."""

    side: str
    choosing: bool = False
    skipped: tuple[str, ...] = ()


class OverrunEnded(Event, frozen=True, tag="overrun-ended"):
    unit: str
    to: str = ""


# -- the end of a turn -----------------------------------------------------------------------------------------


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


CORE: tuple[type[Event], ...] = (
    ForcesPlaced, CountersDealt, UnitPlaced, SideReady, TurnBegan, PhaseBegan, InitiativeRolled, ActivationBegan,
    SidePassed, CommandGiven, AmbushSet, StandingGiven, WatchSet, PanicRolled, UnitSeen, UnitHid, CamouflageRolled,
    CamouflageLost, AttackDeclared, FirerJoined, ResolvingBegan, ButtonedUp, ShotResolved, ShotWasted, UnitSuppressed,
    UnitDamaged, UnitOut, WreckLeft, DepletionRolled, AttackEnded, WindowOpened, WindowClosed, AmbushLost, MoveBegan,
    UnitMoved, UnitEntered, UnitExited, PointsSpent, ColumnChanged, DefiladeChanged, Mounted, Dismounted, MoveUndone,
    FatigueChanged, MoveEnded, MinesMet, OverrunBegan, OverrunRound, OverrunTurn, OverrunEnded, SuppressionLifted,
    SmokeLifted, Regrouped, FormationChanged, Scored, BattleEnded,
)  # fmt: skip
ALL: tuple[type[Event], ...] = (*CORE, *WORKS, *COMMAND, *guns.GUNS, *air.AIR)
"""Rooms of artillery, air and command add theirs."""
DICE: dict[type[Event], Says] = {
    InitiativeRolled: "dice", PanicRolled: "die", CamouflageRolled: "die", ShotResolved: "dice",
    DepletionRolled: "dice", MinesMet: "dice",
    PloughRolled: "die", HeadquartersValued: "dice", CompanyShaken: "die", CompanyRallied: "die",
    BattalionChecked: "dice", HeadquartersReplaced: "dice", JammerChecked: "die", Listened: "die",
    EquipmentTested: "dice", **guns.DICE, **air.DICE,
}  # fmt: skip
SHUFFLES: dict[type[Event], Says] = {CountersDealt: "order"}
