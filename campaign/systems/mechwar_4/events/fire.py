"""Facts of attacks, of answers to them, and of what they do."""

from __future__ import annotations

from typing import Literal

from campaign.rules.options import Modifier
from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.frames import Answer, FireKind
from campaign.systems.mechwar_4.state import Hold, Out
from campaign.systems.mechwar_4.units import Arm


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
    """fire: of a kind of its own, where the attack is of another."""

    unit: str
    arm: Arm = "main"
    state: int = 0
    parts: tuple[int, ...] = ()
    hatches: bool = False
    halved: bool = False
    fire: FireKind | Literal[""] = ""


class InfantryFound(Event, frozen=True, tag="infantry-found"):
    """Fire at engineers finds the infantry of which they are part (19.613), which nobody had seen. fires: at that; an
    answer comes to nothing."""

    unit: str
    target: str
    infantry: str
    fires: bool = True


class ResolvingBegan(Event, frozen=True, tag="resolving-began"):
    target: str


class ButtonedUp(Event, frozen=True, tag="buttoned-up"):
    """How a unit receives H fire (7.3)."""

    unit: str
    up: bool


class ShotResolved(Event, frozen=True, tag="shot-resolved"):
    """One firer against one unit. strength: the terms of the attack superiority; terms: of the die. column: the
    superiority that was read. table: which. dice: the die, and the defender's own of a result in brackets. panic: the
    target checks for it."""

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
    panic: bool = False
    strength: tuple[Modifier, ...] = ()
    terms: tuple[Modifier, ...] = ()


class ShotWasted(Event, frozen=True, tag="shot-wasted"):
    """It could do nothing any more: the target is gone (6.31), or has been attacked already (6.13)."""

    unit: str
    target: str
    why: str
    rule: str = "6.31"


class UnitSuppressed(Event, frozen=True, tag="unit-suppressed"):
    """level: now."""

    unit: str
    level: int


class UnitDamaged(Event, frozen=True, tag="unit-damaged"):
    """damage: now; 3 and it is eliminated. by: the counter that did it, "" for mines and artillery."""

    unit: str
    damage: int
    by: str = ""


class UnitRemoved(Event, frozen=True, tag="unit-removed"):
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


class TookCover(Event, frozen=True, tag="took-cover"):
    """It fired from behind something, so that it may pull back (6.92)."""

    unit: str
    behind: str


class AttackEnded(Event, frozen=True, tag="attack-ended"):
    """once: its target is not attacked again for the same cause, whatever kind of fire it was (6.13). Earlier versions
    had this of direct fire alone."""

    once: bool = False


class WindowOpened(Event, frozen=True, tag="window-opened"):
    """A side may answer. at: at whom."""

    side: str
    answer: Answer
    at: tuple[str, ...]


class WindowClosed(Event, frozen=True, tag="window-closed"):
    """until: asked for; passed over by itself where nobody may answer any more."""

    side: str
    until: Hold = "now"


class AmbushLost(Event, frozen=True, tag="ambush-lost"):
    company: str
