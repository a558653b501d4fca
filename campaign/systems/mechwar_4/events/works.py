"""Mines and what engineers make."""

from __future__ import annotations

from campaign.systems.mechwar_4.events.base import Event
from campaign.systems.mechwar_4.state import Task


class MinesLaid(Event, frozen=True, tag="mines-laid"):
    """Before the first turn. Secret."""

    side: str
    frm: str
    hex: str


class PloughEntered(Event, frozen=True, tag="plough-entered"):
    """A mine plough has gone into a mined hex unharmed, and stops there (16.2). The mines are known from now on."""

    unit: str
    hex: str


class MinesBreached(Event, frozen=True, tag="mines-breached"):
    """unit: whose plough or engineers (16.17)."""

    hex: str
    unit: str


class PloughRolled(Event, frozen=True, tag="plough-rolled"):
    """16.21."""

    unit: str
    die: int
    destroyed: bool


class WorkSet(Event, frozen=True, tag="work-set"):
    """Engineers begin to work, go on, or stop. left: turns, 0 where they stop. Secret.

    why: they stop: "" by themselves, or what has disturbed them.
    """

    unit: str
    task: Task
    hex: str
    left: int
    other: str = ""
    why: str = ""


class WorkDone(Event, frozen=True, tag="work-done"):
    """An abatis or a bridge is built or gone (19.611, 19.612); mines that are breached have a fact of their own."""

    unit: str
    task: Task
    hex: str
    other: str = ""


WORKS: tuple[type[Event], ...] = (MinesLaid, PloughEntered, MinesBreached, PloughRolled, WorkSet, WorkDone)
