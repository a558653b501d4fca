"""Moves, transport, mines met, overruns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Move, Overrun
from campaign.systems.mechwar_4.state import Game, Unit


def _moving(game: Game) -> Move:
    return next(frame for frame in reversed(game.stack) if isinstance(frame, Move))


def _goes(game: Game, unit: Unit, to: str) -> None:
    unit.hex = to
    unit.defilade, unit.exposed, unit.spotted = "", "", ""
    unit.improved = False
    unit.shots = 0
    for one in game.units.values():
        if one.aboard == unit.id:
            one.hex = to


def move_began(game: Game, event: e.MoveBegan) -> None:
    game.stack.append(Move(event.unit, event.points, event.points, event.pace))
    unit = game.units[event.unit]
    unit.moved = True
    if event.unit not in game.activation:
        game.activation.append(event.unit)


def unit_moved(game: Game, event: e.UnitMoved) -> None:
    move = _moving(game)
    move.left -= event.cost
    move.still = False
    move.stopped = move.stopped or bool(event.stops)
    move.path.append(event.to)
    move.handled, move.struck, move.attacked = [], False, []
    _goes(game, game.units[event.unit], event.to)


def unit_entered(game: Game, event: e.UnitEntered) -> None:
    move = _moving(game)
    move.left -= event.cost
    move.still = False
    move.path.append(event.to)
    move.attacked = []
    game.entered[event.to] = game.entered.get(event.to, 0) + 1
    unit = game.units[event.unit]
    unit.entry = unit.through = ""
    for one in game.units.values():
        if one.aboard == unit.id:
            one.entry = ""
    _goes(game, unit, event.to)


def unit_exited(game: Game, event: e.UnitExited) -> None:
    unit = game.units[event.unit]
    for one in (unit, *(one for one in game.units.values() if one.aboard == unit.id)):
        one.out, one.hex = "exited", ""
        one.aboard = ""


def points_spent(game: Game, event: e.PointsSpent) -> None:
    move = _moving(game)
    move.left -= event.cost
    move.still = False


def column_changed(game: Game, event: e.ColumnChanged) -> None:
    unit = game.units[event.unit]
    unit.column = event.column
    if event.column:
        unit.defilade = ""
    for frame in game.stack:
        if isinstance(frame, Move) and frame.unit == unit.id:
            frame.changed = True


def defilade_changed(game: Game, event: e.DefiladeChanged) -> None:
    game.units[event.unit].defilade = event.edge


def mounted(game: Game, event: e.Mounted) -> None:
    unit = game.units[event.unit]
    unit.aboard, unit.moved, unit.column = event.carrier, True, False
    unit.defilade, unit.improved, unit.standing = "", False, None
    _handles(game, event.unit)


def dismounted(game: Game, event: e.Dismounted) -> None:
    unit = game.units[event.unit]
    unit.aboard, unit.hex = "", event.hex
    _handles(game, event.unit)


def _handles(game: Game, unit: str) -> None:
    for frame in game.stack:
        if isinstance(frame, Move) and game.units[frame.unit].side == game.units[unit].side:
            frame.handled.append(unit)
            frame.struck, frame.attacked = False, []
            game.units[unit].moved = True


def move_undone(game: Game, event: e.MoveUndone) -> None:
    for id in event.aboard:
        game.units[id].aboard = event.unit
    for id in event.ashore:
        game.units[id].aboard = ""
    _moving(game).handled = []
    _goes(game, game.units[event.unit], event.to)


def fatigue_changed(game: Game, event: e.FatigueChanged) -> None:
    game.units[event.unit].fatigue = event.fatigue


def move_ended(game: Game, event: e.MoveEnded) -> None:
    game.stack.remove(_moving(game))


def hex_taken(game: Game, event: e.HexTaken) -> None:
    game.held[event.hex] = event.side


def mines_met(game: Game, event: e.MinesMet) -> None:
    for field in game.mines:
        if field.hex == event.hex:
            field.known = [side.id for side in game.sides]
    if event.entering:
        _moving(game).stopped = True


def overrun_began(game: Game, event: e.OverrunBegan) -> None:
    game.stack.append(Overrun(event.unit, event.hex, event.frm))


def overrun_round(game: Game, event: e.OverrunRound) -> None:
    overrun = game.stack[-1]
    assert isinstance(overrun, Overrun)
    overrun.round, overrun.turn, overrun.choosing = event.round, event.side, False
    overrun.to_fire = list(event.to_fire)
    if event.fought:
        game.fought[f"{overrun.unit}:{overrun.hex}"] = event.fought


def overrun_turn(game: Game, event: e.OverrunTurn) -> None:
    overrun = game.stack[-1]
    assert isinstance(overrun, Overrun)
    overrun.turn, overrun.choosing = event.side, event.choosing
    overrun.to_fire = [id for id in overrun.to_fire if id not in event.skipped]


def overrun_ended(game: Game, event: e.OverrunEnded) -> None:
    game.stack.pop()
    if event.to:
        unit, move = game.units[event.unit], _moving(game)
        move.path.append(event.to)
        move.attacked = []
        _goes(game, unit, event.to)


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.MoveBegan: move_began,
    e.UnitMoved: unit_moved,
    e.UnitEntered: unit_entered,
    e.UnitExited: unit_exited,
    e.PointsSpent: points_spent,
    e.ColumnChanged: column_changed,
    e.DefiladeChanged: defilade_changed,
    e.Mounted: mounted,
    e.Dismounted: dismounted,
    e.MoveUndone: move_undone,
    e.FatigueChanged: fatigue_changed,
    e.MoveEnded: move_ended,
    e.HexTaken: hex_taken,
    e.MinesMet: mines_met,
    e.OverrunBegan: overrun_began,
    e.OverrunRound: overrun_round,
    e.OverrunTurn: overrun_turn,
    e.OverrunEnded: overrun_ended,
}
