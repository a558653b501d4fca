"""What others do not learn in the rooms of mines, engineers, command and radio (16.0, 19.1, 19.8, 19.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.state import Game

Shower = Callable[[Game, Any, str], Any]
SECRET = (a.LayMines, a.Labour, a.RadioSilence)
"""Actions of which nobody else hears."""
NAMELESS = (a.Jam, a.Listen)
"""Actions of which others hear, but not whose."""


def _of_side(game: Game, event: Any, viewer: str) -> Any:
    return event if event.side == viewer else None


def _of_unit(game: Game, event: Any, viewer: str) -> Any:
    return event if game.units[event.unit].side == viewer else None


def _of_company(game: Game, event: Any, viewer: str) -> Any:
    return event if game.companies[event.company].side == viewer else None


def _of_battalion(game: Game, event: Any, viewer: str) -> Any:
    return event if game.battalions[event.battalion].side == viewer else None


def _nameless(game: Game, event: Any, viewer: str) -> Any:
    """Whose unit it is, but not which."""
    mine = game.units[event.unit].side == viewer
    return event if mine or game.units[event.unit].seen else replace(event, unit="")


SHOWERS: Mapping[type[Any], Shower] = {
    e.MinesLaid: _of_side,
    e.MinesBreached: _nameless,
    e.WorkSet: _of_unit,
    e.WorkDone: _nameless,
    e.HeadquartersValued: _of_battalion,
    e.HeadquartersReplaced: _of_battalion,
    e.CompanyShaken: _of_company,
    e.CompanyRallied: _of_company,
    e.BattalionChecked: _of_battalion,
    e.RadioSilenceSet: _of_side,
    e.JammerChecked: _nameless,
    e.Listened: _nameless,
}


def others_secret(game: Game, purpose: str, viewer: str) -> bool:
    """Whether a draw is of another side's morale: its purpose ends with the company's or battalion's id."""
    words = purpose.split(" ")
    if len(words) != 4 or words[2] not in ("company", "battalion"):
        return False
    found = (game.companies if words[2] == "company" else game.battalions).get(words[3])
    return found is not None and found.side != viewer
