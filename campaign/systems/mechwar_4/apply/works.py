"""Mines and what engineers make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.ground import joint
from campaign.systems.mechwar_4.state import Game, Work


def mines_laid(game: Game, event: e.MinesLaid) -> None:
    field = next(one for one in game.mines if one.side == event.side and one.hex == event.frm)
    field.hex = event.hex


def plough_entered(game: Game, event: e.PloughEntered) -> None:
    _known(game, event.hex)
    game.units[event.unit].ploughing = True
    for frame in game.stack:
        if isinstance(frame, Move) and frame.unit == event.unit:
            frame.stopped = True


def mines_breached(game: Game, event: e.MinesBreached) -> None:
    _known(game, event.hex)
    for field in game.mines:
        if field.hex == event.hex:
            field.breached = True
    unit = game.units[event.unit]
    unit.ploughing, unit.work = False, None


def _known(game: Game, hex: str) -> None:
    for field in game.mines:
        if field.hex == hex:
            field.known = [side.id for side in game.sides]


def plough_rolled(game: Game, event: e.PloughRolled) -> None:
    if event.destroyed:
        game.units[event.unit].plough -= 1


def work_set(game: Game, event: e.WorkSet) -> None:
    unit = game.units[event.unit]
    unit.work = Work(event.task, event.hex, event.left, event.other) if event.left else None
    if event.left and game.phase == "action" and event.unit not in game.activation:
        game.activation.append(event.unit)


def work_done(game: Game, event: e.WorkDone) -> None:
    game.units[event.unit].work = None
    bridge = joint(event.hex, event.other)
    match event.task:
        case "abatis":
            game.abatis.append(event.hex)
        case "clear":
            game.abatis.remove(event.hex)
        case "build":
            game.built_bridges.append(bridge)
            if bridge in game.broken_bridges:
                game.broken_bridges.remove(bridge)
        case _:  # a bridge destroyed: mines breached have a fact of their own
            game.broken_bridges.append(bridge)
            if bridge in game.built_bridges:
                game.built_bridges.remove(bridge)


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.MinesLaid: mines_laid,
    e.PloughEntered: plough_entered,
    e.MinesBreached: mines_breached,
    e.PloughRolled: plough_rolled,
    e.WorkSet: work_set,
    e.WorkDone: work_done,
}
