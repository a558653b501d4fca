"""What a board tells its screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class CursorMoved(Message):
    """The cursor of the board stands on another place."""

    where: str


@dataclass
class PlaceEntered(Message):
    """Enter was pressed on a place of the board."""

    where: str
