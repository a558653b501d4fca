"""What a viewer gets of mines, engineers, command and radio, and what others do not learn (16.0, 19.1, 19.8, 19.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.engineers import TASKS
from campaign.systems.mechwar_4.orders import NAMES, command_of, free
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.radio import jams
from campaign.systems.mechwar_4.state import Game, Unit

Shower = Callable[[Game, Any, str], Any]
SECRET = (a.LayMines, a.Labour, a.RadioSilence)
"""Actions of which nobody else hears."""
NAMELESS = (a.Jam, a.Listen)
"""Actions of which others hear, but not whose."""


def of_side(game: Game, event: Any, viewer: str) -> Any:
    return event if event.side == viewer else None


def of_unit(game: Game, event: Any, viewer: str) -> Any:
    return event if game.units[event.unit].side == viewer else None


def _of_unit_seen(game: Game, event: Any, viewer: str) -> Any:
    """Of a face-down counter others do not hear that it has radio equipment."""
    unit = game.units[event.unit]
    return event if unit.side == viewer or unit.seen else None


def of_company(game: Game, event: Any, viewer: str) -> Any:
    return event if game.companies[event.company].side == viewer else None


def _of_battalion(game: Game, event: Any, viewer: str) -> Any:
    return event if game.battalions[event.battalion].side == viewer else None


def _nameless(game: Game, event: Any, viewer: str) -> Any:
    """Whose unit it is, but not which."""
    mine = game.units[event.unit].side == viewer
    return event if mine or game.units[event.unit].seen else replace(event, unit="")


SHOWERS: Mapping[type[Any], Shower] = {
    e.MinesLaid: of_side,
    e.MinesBreached: _nameless,
    e.WorkSet: of_unit,
    e.WorkDone: _nameless,
    e.HeadquartersValued: _of_battalion,
    e.HeadquartersReplaced: _of_battalion,
    e.CompanyShaken: of_company,
    e.CompanyRallied: of_company,
    e.BattalionChecked: _of_battalion,
    e.RadioSilenceSet: of_side,
    e.JammerChecked: _nameless,
    e.Listened: _nameless,
    e.EquipmentTested: _of_unit_seen,
}


def others_secret(game: Game, purpose: str, viewer: str) -> bool:
    """Whether a draw is of another side's morale: its purpose ends with the company's or battalion's id."""
    words = purpose.split(" ")
    if len(words) != 4 or words[2] not in ("company", "battalion"):
        return False
    found = (game.companies if words[2] == "company" else game.battalions).get(words[3])
    return found is not None and found.side != viewer


# -- what is shown ---------------------------------------------------------------------------------------------


def marks(game: Game) -> dict[str, tuple[Hex, ...]]:
    """What lies open in hexes, by the word that marks it."""
    return {
        "breach": tuple(one.hex for one in game.mines if one.breached),
        "located": tuple(one.hex for one in game.located if one.hex),
    }


def notes(play: Play, viewer: str, everything: bool) -> list[str]:
    """Who is jammed; of one's own, who is broken, and radio silence (19.822, 19.916, 19.99)."""
    game = play.state
    found = [
        f"{side.name} is jammed."
        for side in game.sides
        if any(jams(play, other.id) for other in game.sides if other.id != side.id)
    ]
    for side in game.sides:
        if not everything and viewer != side.id:
            continue
        if game.forces[side.id].radio_silence:
            found.append(f"{side.name} keeps radio silence.")
        found += [
            f"{one.name} is broken." for one in game.battalions.values() if one.broken and one.side == side.id
        ]
    return found


def details(play: Play, unit: Unit) -> list[tuple[str, str]]:
    """What its own side reads of a unit: its command, work, headquarters, plough and radio equipment."""
    game, company = play.state, play.company(unit)
    found: list[tuple[str, str]] = []
    if company is not None and not free(play, company):
        found.append(("command", NAMES[command_of(play, company)]))
    if unit.work is not None:
        found.append(("works", f"{TASKS[unit.work.task]}, {unit.work.left} to go"))
    found += [("headquarters", one.name) for one in game.battalions.values() if one.hq == unit.id]
    if unit.plough:
        found.append(("mine plough", "ready" if unit.plough == 1 else f"{unit.plough} ready"))
    if unit.id in game.jammers:
        found.append(("jammer", "works" if game.jammers[unit.id].works else "is silent"))
    if unit.deaf:
        found.append(("radio equipment", "lost"))
    return found
