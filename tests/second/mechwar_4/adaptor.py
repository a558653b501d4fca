"""The project's state in plain values. It reads fields of the state and of frames, and calls no rule of the project."""

from __future__ import annotations

from typing import Any

from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.state import Game
from tests.second.mechwar_4.hexes import Spot, spot
from tests.second.mechwar_4.shells import Guns
from tests.second.mechwar_4.world import Company, Piece, World


def level(game: Game, unit: Any) -> int:
    """13.0, 19.811, 4.1: the level of its company, and what losses and a broken formation add."""
    company = game.companies.get(unit.company)
    force = game.forces[unit.side].panic
    base = unit.level if unit.level >= 0 else company.panic if company else force
    return base + (company.morale + company.broken_formation if company else 0)


def piece(game: Game, unit: Any) -> Piece:
    return Piece(
        unit.id, unit.name, unit.type, unit.side, game.forces[unit.side].nation, spot(unit.hex) if unit.hex else None,
        level(game, unit), unit.company, unit.damage, unit.suppression, unit.panicked, unit.fired, unit.moved,
        unit.seen, unit.column, unit.defilade, unit.fatigue, dict(unit.ammo), unit.aboard, unit.hatches, unit.halved,
        unit.improved, tuple(unit.parts),
    )  # fmt: skip


def side_of(text: str) -> frozenset[Spot]:
    """A side between two hexes, as `0101|0102`."""
    return frozenset(spot(one) for one in text.replace("-", "|").split("|"))


def world(game: Game, readings: Any, side: str = "") -> World:
    """side: who looks; mines of others that it has not met are not there for it."""
    on = {name for name in game.switches.__struct_fields__ if getattr(game.switches, name)}
    if any(one.works for one in game.jammers.values()):
        on.add("jamming")
    return World(
        game.board,
        frozenset(on),
        {name: getattr(readings, name) for name in readings.__struct_fields__},
        {one.id: piece(game, one) for one in game.units.values() if not one.out},
        {one.id: Company(one.id, one.morale, one.losses, one.independent) for one in game.companies.values()},
        frozenset(spot(one.hex) for one in game.smoke),
        frozenset(spot(one) for one in game.wrecks),
        frozenset(spot(one) for one in game.abatis),
        frozenset(spot(one) for one in game.devastated),
        {
            spot(one.hex): one.breached
            for one in game.mines
            if not side or one.side in (side, "") or side in one.known
        },
        frozenset(side_of(one) for one in game.broken_bridges),
        frozenset(side_of(one) for one in game.built_bridges),
        frozenset(game.attacked),
        moving=moving(game),
        betrayed=frozenset(
            spot(one.hex)
            for one in game.units.values()
            if one.hex and one.spotted == one.hex and one.side != side
        ),
    )


def moving(game: Game) -> frozenset[str]:
    frames = [one for one in game.stack if isinstance(one, Move)]
    going = {id for one in frames for id in (one.unit, *one.handled)}
    return frozenset(
        going | {one.id for one in game.units.values() if one.aboard in {f.unit for f in frames}}
    )


def battery(game: Game, world: World, id: str) -> Guns:
    """Guns on or off the map."""
    if id in game.batteries:
        one, air = game.batteries[id], game.batteries[id].kind == "air"
        suppressed = 0 if air else one.suppression * (2 if one.protected else 3)
        return Guns(one.side, one.h, one.damage, air, "", suppressed, spot(one.last) if one.last else None)
    unit, piece = game.units[id], world.pieces[id]
    suppressed = piece.suppression * piece.per_suppression()
    last = spot(unit.aimed) if unit.aimed else None
    return Guns(unit.side, piece.arms["main"][0], unit.damage, False, id, suppressed, last)


__all__ = ["battery", "level", "piece", "world"]
