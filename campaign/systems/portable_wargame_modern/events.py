"""Facts. A shape that changes gets a new tag and an upcaster; a tag is never used twice."""

from __future__ import annotations

from msgspec import Struct

from campaign.rules.hexes import Edge
from campaign.rules.muster import Verdict
from campaign.rules.options import Modifier, Side
from campaign.rules.readings import ByReading
from campaign.systems.portable_wargame_modern.readings import Readings
from campaign.systems.portable_wargame_modern.state import Cause, Quality, Task, Victory


class Event(ByReading, Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """Base of all events; the tag is a stable word."""


class Placed(Struct, frozen=True, omit_defaults=True):
    """One unit of a set-up. full: its strength undamaged, `strength` if that is 0."""

    id: str
    type: str
    name: str
    side: str
    hex: str
    facing: Edge
    strength: int
    quality: Quality = "average"
    aboard: str = ""
    shells: int = 0
    full: int = 0


class ForcesPlaced(Event, frozen=True, tag="forces-placed"):
    """The set-up of a battle, whole. limits: losses that exhaust each side. read: how the text is read; None in diaries
    of 0.5.0 and before, as their packs say."""

    scenario: str
    board: str
    sides: tuple[Side, ...]
    turns: int
    victory: Victory
    units: tuple[Placed, ...]
    limits: tuple[int, ...]
    mines: tuple[str, ...] = ()
    wire: tuple[str, ...] = ()
    riders: bool = True
    read: Readings | None = None


class TurnBegan(Event, frozen=True, tag="turn-began"):
    turn: int


class FireDeclared(Event, frozen=True, tag="fire-declared"):
    """Artillery will fire at a hex. target: the enemy there that it is meant for."""

    unit: str
    hex: str
    target: str
    gas: bool = False


class FireCeased(Event, frozen=True, tag="fire-ceased"):
    """idle: without being asked, as no gun of the side can fire."""

    side: str
    idle: bool = False


class ShellLanded(Event, frozen=True, tag="shell-landed"):
    """hex: where it lands, "" off the board or if it was ineffective. dice: the first for the range; a second for the
    side, where the line of fire runs along one. score: the first with all modifiers. hit: who is there."""

    unit: str
    target: str
    aim: str
    hex: str
    dice: tuple[int, ...]
    score: int
    modifiers: tuple[Modifier, ...] = ()
    gas: bool = False
    way: tuple[int, int] = (0, 0)
    hit: tuple[str, ...] = ()


class CloudDrifted(Event, frozen=True, tag="cloud-drifted"):
    """frm, to: hexes, the same if it stays; to is "" off the board. dice: as in `ShellLanded`. hit: who is there."""

    frm: str
    to: str
    dice: tuple[int, ...]
    number: int
    hit: tuple[str, ...] = ()


class CloudGone(Event, frozen=True, tag="cloud-gone"):
    """The oldest cloud of a hex has dispersed."""

    hex: str


class InitiativeRolled(Event, frozen=True, tag="initiative-rolled"):
    """dice: in the order of sides, once for every time that they were rolled. side: who goes first."""

    dice: tuple[int, ...]
    side: str


class ActivationRolled(Event, frozen=True, tag="activation-rolled"):
    """dice: what they add up to is how many units the side may activate."""

    side: str
    dice: tuple[int, ...]
    commander: bool
    others: int


class Activated(Event, frozen=True, tag="activated"):
    unit: str


class Passed(Event, frozen=True, tag="passed"):
    side: str


class Moved(Event, frozen=True, tag="moved"):
    """A unit entered a hex. road: by road. stops: why its move ends there, "" if it does not. faced: whether an enemy
    next to it faced it when its move began."""

    unit: str
    to: str
    facing: Edge
    road: bool = False
    stops: str = ""
    trench: bool = False
    faced: bool = False


class Turned(Event, frozen=True, tag="turned"):
    unit: str
    facing: Edge


class Fired(Event, frozen=True, tag="fired"):
    """Direct fire. dice: as thrown; hits: how many of them hit everybody in `hit`."""

    unit: str
    target: str
    hex: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    hits: int = 0
    hit: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    """Who is hit but cannot lose the last point so."""


class Assaulted(Event, frozen=True, tag="assaulted"):
    """Close combat. dice, needed: of the unit and of its target; whoever is below what was needed is hit."""

    unit: str
    target: str
    dice: tuple[int, int]
    needed: tuple[int, int]
    hit: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    theirs: tuple[Modifier, ...] = ()


class MinesMet(Event, frozen=True, tag="mines-met"):
    """cargo: what the unit carries, which is hit with it."""

    unit: str
    hex: str
    cargo: tuple[str, ...] = ()


class HitRolled(Event, frozen=True, tag="hit-rolled"):
    """The die for one hit. lost: it costs a strength point at once; else the unit runs or stands."""

    unit: str
    die: int
    lost: bool
    cause: Cause
    by: str = ""


class StrengthLost(Event, frozen=True, tag="strength-lost"):
    """left: points that the unit keeps. by: who did it, "" for nobody. stood: its owner chose so."""

    unit: str
    left: int
    cause: Cause
    by: str = ""
    stood: bool = False


class HitSpared(Event, frozen=True, tag="hit-spared"):
    """The hit cannot take the last point of such a unit."""

    unit: str


class FellBack(Event, frozen=True, tag="fell-back"):
    """Retreated. to: the hex; "" for cargo whose carrier has taken it back."""

    unit: str
    to: str


class FightEnded(Event, frozen=True, tag="fight-ended"):
    """The hits of a close combat are resolved. won: its target is destroyed or driven off, and it has stayed. advance:
    the hex that it may enter now, "" for none."""

    unit: str
    target: str
    won: bool = False
    advance: str = ""


class Advanced(Event, frozen=True, tag="advanced"):
    unit: str
    to: str
    facing: Edge
    trench: bool = False


class Halted(Event, frozen=True, tag="halted"):
    unit: str


class Loaded(Event, frozen=True, tag="loaded"):
    unit: str
    carrier: str


class Unloaded(Event, frozen=True, tag="unloaded"):
    unit: str
    to: str
    facing: Edge


class WorkBegun(Event, frozen=True, tag="work-begun"):
    unit: str
    task: Task
    hex: str
    turns: int


class WorkWent(Event, frozen=True, tag="work-went"):
    """Another turn of work is over. left: turns still to come; at 0 it is done."""

    unit: str
    left: int


class WorkLeft(Event, frozen=True, tag="work-left"):
    """The unit was at work where there is nothing left to do; or, if taken, where mines cannot be laid any more because
    somebody is there."""

    unit: str
    taken: bool = False


class Remounted(Event, frozen=True, tag="remounted"):
    """type: what it is now."""

    unit: str
    type: str


class UnitEnded(Event, frozen=True, tag="unit-ended"):
    unit: str


class SideExhausted(Event, frozen=True, tag="side-exhausted"):
    side: str
    lost: int


class ObjectiveTaken(Event, frozen=True, tag="objective-taken"):
    side: str
    hex: str


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    verdict: Verdict


ALL: tuple[type[Event], ...] = (
    ForcesPlaced, TurnBegan, FireDeclared, FireCeased, ShellLanded, CloudDrifted, CloudGone, InitiativeRolled,
    ActivationRolled, Activated, Passed, Moved, Turned, Fired, Assaulted, MinesMet, HitRolled,
    StrengthLost, HitSpared, FellBack, FightEnded, Advanced, Halted, Loaded, Unloaded, WorkBegun, WorkWent, WorkLeft,
    Remounted, UnitEnded, SideExhausted, ObjectiveTaken, BattleEnded,
)  # fmt: skip
DICE: dict[type[Event], str] = {
    ShellLanded: "dice", CloudDrifted: "dice", InitiativeRolled: "dice", ActivationRolled: "dice", Fired: "dice",
    Assaulted: "dice", HitRolled: "die",
}  # fmt: skip
