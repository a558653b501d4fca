"""What the widgets tell their screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from campaign.battles.answers import LegalAction


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


class OnMapWanted(Message):
    """One of the hexes that are marked on the map shall be chosen there."""


@dataclass
class EntryPicked(Message):
    """An entry of the log shall be looked at."""

    seq: int


class OlderWanted(Message):
    """Somebody looks through the log: older entries than those that came with the moment shall stand there, too."""


class Steered(Message):
    """A parameter of the action that is being steered has changed."""


class SteeredEnough(Message):
    """The action shall be done as it is steered now."""


class SteeringLeft(Message):
    """The action shall not be done."""
