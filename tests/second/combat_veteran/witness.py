"""What is told of battles that are played, each event looked at in the state before it: is it what the text says?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from campaign.rules.readings import declared
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.readings import Readings
from campaign.systems.combat_veteran.state import Game
from tests.second.combat_veteran import firing, moving
from tests.second.combat_veteran.adaptor import beset, field_of, names
from tests.second.combat_veteran.field import Field
from tests.second.combat_veteran.outcome import MARKERS


def wrong(game: Game, event: Any) -> Iterator[str]:
    """What the text says otherwise."""
    match event:
        case e.AttackRolled(unit, rating, target, dice):
            field = field_of(game)
            many = firing.dice(field, field.pieces[unit], rating, field.pieces[target])
            many = 1 if many <= 0 and game.read.misadventure else max(many, 0)
            if len(dice) != many:
                yield f"{unit} rolls {len(dice)} dice at {target}, not {many}"
            told, by = {*event.readings} - {"misadventure"}, decisive(field, unit, rating, target)
            if told != by:
                yield f"{unit} at {target} is told to hang on {sorted(told)}, not {sorted(by)}"
        case e.Moved(unit, to, _, cost):
            field = field_of(game)
            piece = field.pieces[unit]
            entry = moving.cost(field, piece, piece.at, names(game.board)[to])
            if entry is None or entry[1] != cost or (entry[0] == "ford") != event.ends:
                yield f"{unit} enters {to} for {cost}, not {entry}"
        case e.BrokeDown(unit, die, cost, bonus):
            ground = field_of(game).map.ground[names(game.board)[game.pieces[unit].hex]]
            if game.pieces[unit].stance != "speeding" or die + bonus >= cost or cost > 2 * ground.cost:
                yield f"{unit} breaks down by {die} against {cost}"
        case e.RepairTried(unit, marker, die, result, bonus):
            many = len(game.pieces[unit].markers)
            right = "written-off" if die == 1 else "repaired" if die + bonus > many else "failed"
            if result != right or marker not in game.pieces[unit].markers:
                yield f"{unit}: {result} by {die} with {many} markers"
        case e.DamageTaken(unit, dice, markers):
            drawn = {MARKERS[die - 1] for die in dice} - set(game.pieces[unit].markers)
            if set(markers) != drawn or len(markers) != len(drawn):
                yield f"{unit} has {markers}, not {sorted(drawn)}"
        case e.Stopped(unit):
            if game.opportunity is None or game.opportunity.mover != unit:
                yield f"{unit} is stopped, and did not move"
        case _:
            pass


def decisive(field: Field, unit: str, rating: str, target: str) -> set[str]:
    """The readings by which this attack could not be made, or would have other dice."""

    def ask(read: dict[str, Any]) -> tuple[bool, int]:
        other = replace(field, read=read)
        piece, at = other.pieces[unit], other.pieces[target]
        may = firing.able(other, piece) and (piece.at != at.at or read["fire_within"])
        return may, firing.dice(other, piece, rating, at)

    now = ask(field.read)
    return {
        one.id
        for one in declared(Readings)
        for value in one.values
        if ask({**field.read, one.id: value}) != now
    }


def forgotten(game: Game) -> Iterator[str]:
    """Of a state in which somebody is asked: what damage should have done already (8.12, 8.13, 9.7)."""
    for piece in game.pieces.values():
        over = game.phase == "combat" and game.read.stance_ends == "phase"
        if piece.stance != "driving" and over and not piece.out:
            yield f"{piece.id} is still {piece.stance}"
        if len(piece.markers) == 6 and not piece.out:
            yield f"{piece.id} has all six markers"
        if "unmanned" in piece.markers and not piece.out and beset(game, piece.id):
            yield f"{piece.id} is unmanned beside an enemy"
        if piece.markers and piece.stance != "driving":
            yield f"{piece.id} is {piece.stance} with a damage marker"
