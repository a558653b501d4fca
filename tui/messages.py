"""What the widgets tell their screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from campaign.answers import LegalAction


@dataclass
class CursorMoved(Message):
    """The cursor of the board stands on another place."""

    where: str


@dataclass
class PlaceEntered(Message):
    """Enter was pressed on a place of the board."""

    where: str


@dataclass
class ChoiceHighlighted(Message):
    """Another line of the list is highlighted; None for a heading."""

    choice: LegalAction | None


@dataclass
class ChoiceMade(Message):
    choice: LegalAction


@dataclass
class UnitPicked(Message):
    unit: str


@dataclass
class EntryPicked(Message):
    """An entry of the log shall be looked at."""

    seq: int


class Steered(Message):
    """A parameter of the action that is being steered has changed."""


class SteeredEnough(Message):
    """The action shall be done as it is steered now."""


class SteeringLeft(Message):
    """The action shall not be done."""


class BattleMoved(Message):
    """Something was appended to some diary, perhaps by another process."""
