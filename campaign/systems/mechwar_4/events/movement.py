"""Facts of moves, transport, mines met and overruns."""

from __future__ import annotations

from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.frames import Pace


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
    """entering: or leaving (16). panic: it checks for it. Mines are known from now on."""

    unit: str
    hex: str
    entering: bool
    column: int
    dice: tuple[int, ...]
    result: str
    steps: int = 0
    panic: bool = False


class HexTaken(Event, frozen=True, tag="hex-taken"):
    """A hex that is worth points, entered last by this side."""

    side: str
    hex: str


class OverrunBegan(Event, frozen=True, tag="overrun-began"):
    unit: str
    hex: str
    frm: str


class OverrunRound(Event, frozen=True, tag="overrun-round"):
    """A firefight begins: all of these fire once (12). fought: of the overrunner in that hex this turn, this one among
    them; 0 where they are counted in a row alone."""

    round: int
    side: str
    to_fire: tuple[str, ...]
    fought: int = 0


class OverrunTurn(Event, frozen=True, tag="overrun-turn"):
    """Whose unit fires next; choosing: nobody's, the overrunner stays or leaves."""

    side: str
    choosing: bool = False
    skipped: tuple[str, ...] = ()


class OverrunEnded(Event, frozen=True, tag="overrun-ended"):
    unit: str
    to: str = ""
