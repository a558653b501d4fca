"""What the widgets tell their screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from tui.choices import Choice


@dataclass
class CursorMoved(Message):
    """The cursor of the map stands on another hex."""

    where: str


@dataclass
class HexEntered(Message):
    """Enter was pressed on a hex of the map."""

    where: str


@dataclass
class ChoiceHighlighted(Message):
    """Another line of the list is highlighted; None for a heading."""

    choice: Choice | None


@dataclass
class ChoiceMade(Message):
    choice: Choice


@dataclass
class UnitPicked(Message):
    unit: str


@dataclass
class EntryPicked(Message):
    """An entry of the log shall be looked at."""

    seq: int


class BattleMoved(Message):
    """Something was appended to some diary, perhaps by another process."""
