"""Labels and lines of the log in the rooms of mines, engineers, command and radio."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.rules.options import Option
from campaign.rules.sides import side_name
from campaign.rules.wording import count as counted
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.engineers import TASKS
from campaign.systems.mechwar_4.decide.warfare import SORTS
from campaign.systems.mechwar_4.naming import added, faces, mine, name
from campaign.systems.mechwar_4.orders import NAMES
from campaign.systems.mechwar_4.state import Game

Line = tuple[str, str]


def _labour(game: Game, option: Option, action: a.Labour) -> str:
    if action.task == "stop":
        return f"{mine(game, action.unit)}: stop working"
    there = f" towards {action.other}" if action.other else ""
    return f"{mine(game, action.unit)}: {TASKS[action.task]}{there}"


LABELS: Mapping[type[Any], Callable[[Game, Option, Any], str]] = {
    a.LayMines: lambda game, option, action: f"Lay the mines of {action.frm} elsewhere",
    a.Labour: _labour,
    a.Give: lambda game, option, action: f"{game.companies[action.company].name}: {NAMES[action.command]}",
    a.RadioSilence: lambda game, option, action: (
        "Keep radio silence" if action.silent else "End radio silence"
    ),
    a.Jam: lambda game, option, action: (
        f"{mine(game, action.unit)}: {'jam' if action.on else 'stop jamming'}"
    ),
    a.Listen: lambda game, option, action: f"{mine(game, action.unit)}: listen for {SORTS[action.sort]}",
    a.Announce: lambda game, option, action: f"Announce {action.hex}",
}


def _replaced(game: Game, event: e.HeadquartersReplaced) -> Line:
    battalion = game.battalions[event.battalion]
    rule = "19.831" if battalion.is_brigade else "19.814"
    if not event.unit:
        return f"{battalion.name} has no headquarters any more.", rule
    where = f"{battalion.name}'s headquarters goes to {name(game, event.unit)}"
    if not event.value:
        return f"{where} ({faces(event.dice)}), off the table: its companies rally no more.", rule
    return f"{where}: value {event.value} ({faces(event.dice)}).", rule


def _shaken(game: Game, event: e.CompanyShaken) -> Line:
    what = f"{game.companies[event.company].name}: panic level +{event.morale} after loss {event.losses}"
    return f"{what} ({faces((event.die,))}{added(event.terms)}).", "19.812"


def _rallied(game: Game, event: e.CompanyRallied) -> Line:
    what = "rallies" if event.die <= event.limit else "does not rally"
    told = f"{faces((event.die,))}{added(event.terms)} against {event.limit}"
    return f"{game.companies[event.company].name} {what}: {told}; panic level +{event.morale}.", "19.813"


def _checked(game: Game, event: e.BattalionChecked) -> Line:
    battalion = game.battalions[event.battalion]
    rally = event.why == "rally"
    rule = "19.822" if not rally else "19.831" if battalion.is_brigade else "19.824"
    words = ("stays broken", "rallies") if rally else ("breaks", "holds")
    what = words[0] if event.broken else words[1]
    return f"{battalion.name} {what}: {faces(event.dice)}{added(event.terms)} against {event.value}.", rule


def _jammer(game: Game, event: e.JammerChecked) -> Line:
    whose = f"A jammer of {side_name(game, event.side)}"
    if not event.die:
        return f"{whose} is switched off.", "19.914"
    if event.begins:
        return f"{whose} {'works' if event.works else 'does not work'} ({event.die}).", "19.914"
    return f"{whose} {'works on' if event.works else 'breaks down'} ({event.die}).", "19.915"


def _listened(game: Game, event: e.Listened) -> Line:
    told = f"{event.die} against {event.value}"
    what = "and locates it" if event.found else "in vain"
    return f"{side_name(game, event.side)} listens for {SORTS[event.sort]} {what}: {told}.", "19.92"


def _work(game: Game, event: e.WorkSet) -> Line:
    who = name(game, event.unit)
    if event.left:
        turns = f"{counted(event.left, 'turn')} to go"
        return f"{who} works in {event.hex} ({TASKS[event.task]}, {turns}).", "19.61"
    return f"{who} {event.why or 'stops'}: its work is lost.", "19.612"


def _done(game: Game, event: e.WorkDone) -> Line:
    there = f"between {event.hex} and {event.other}" if event.other else f"in {event.hex}"
    what = {
        "abatis": "An abatis stands", "clear": "The abatis is gone", "build": "A bridge stands",
        "destroy": "The bridge is gone", "breach": "The mines are breached",
    }[event.task]  # fmt: skip
    return f"{what} {there}.", "19.611"


LINES: Mapping[type[Any], Callable[[Game, Any], Line]] = {
    e.MinesLaid: lambda game, event: (f"Mines lie in {event.hex} and not in {event.frm}.", "16.0"),
    e.PloughEntered: lambda game, event: (f"{name(game, event.unit)} ploughs the mines in {event.hex}.", "16.2"),
    e.MinesBreached: lambda game, event: (f"The mines in {event.hex} are breached.", "16.17"),
    e.PloughRolled: lambda game, event: (
        f"{name(game, event.unit)}'s mine plough {'is destroyed' if event.destroyed else 'holds'} ({event.die}).",
        "16.21",
    ),
    e.WorkSet: _work,
    e.WorkDone: _done,
    e.HeadquartersValued: lambda game, event: (
        f"{game.battalions[event.battalion].name}'s headquarters: value {event.value} ({faces(event.dice)}).",
        "19.821",
    ),
    e.HeadquartersReplaced: _replaced,
    e.CompanyShaken: _shaken,
    e.CompanyRallied: _rallied,
    e.BattalionChecked: _checked,
    e.RadioSilenceSet: lambda game, event: (
        f"{side_name(game, event.side)} {'keeps' if event.silent else 'ends'} radio silence.", "19.99"
    ),
    e.JammerChecked: _jammer,
    e.Listened: _listened,
    e.HexAnnounced: lambda game, event: (
        f"{side_name(game, event.side)} has located {SORTS[event.sort]} near {event.hex}.", "19.92"
    ),
    e.EquipmentTested: lambda game, event: (
        f"{name(game, event.unit)}'s equipment {'is lost' if event.lost else 'holds'} ({faces(event.dice)}).", "19.910"
    ),
}  # fmt: skip
