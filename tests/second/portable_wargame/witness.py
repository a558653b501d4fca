"""What is told of battles that are played, each event looked at in the state before it: is it what the text says?"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.state import Game
from tests.second.portable_wargame import firing, moving
from tests.second.portable_wargame.adaptor import field_of
from tests.second.portable_wargame.field import Field
from tests.second.portable_wargame.plane import between, direction, next_to, number, place
from tests.second.portable_wargame.text import ADVANCING, LOSES_UP_TO, TANKS


def wrong(game: Game, event: Any) -> Iterator[str]:
    """What the text says otherwise."""
    field = field_of(game)
    match event:
        case e.Moved() | e.Advanced():
            yield from _moved(field, event)
        case e.ActivationRolled(side, dice):
            if len(dice) != activation_dice(field, side):
                yield f"{side} rolls {len(dice)} dice"
        case e.InitiativeRolled(dice, side):
            first, second = dice[-2:]
            sides = [one.id for one in game.sides]
            if first != second and side != sides[second > first]:
                yield f"{side} goes first with {dice}"
        case e.ShellLanded():
            yield from _landed(field, event)
        case e.Fired():
            yield from _fired(field, event)
        case e.Assaulted(unit, target, dice):
            one, other = field.pieces[unit], field.pieces[target]
            needed = firing.needed(field, one, other, True), firing.needed(field, other, one, False)
            hit = {
                id for who, die, least in zip((one, other), dice, needed, strict=True) if die < least
                for id in (who.id, who.cargo) if id
            }  # fmt: skip
            if hit != set(event.hit):
                yield f"{hit} are hit, and not {event.hit}, where {needed} were needed"
        case e.HitRolled(unit, die, lost):
            if lost != (die <= LOSES_UP_TO[field.pieces[unit].quality]):
                yield f"{unit} rolls {die}"
        case e.StrengthLost(unit, left):
            one = field.pieces[unit]
            tanks = [tank for tank in field.pieces.values() if tank.cls in TANKS and tank.at == one.at]
            lost_with = event.cause == "carrier" and any(tank.strength == 0 for tank in tanks)  # Tank Riders
            if left != one.strength - 1 and not (lost_with and left == 0):
                yield f"{unit} keeps {left} of {one.strength}"
        case e.FellBack(unit, to):
            if to and place(to) not in moving.retreats(field, field.pieces[unit]):
                yield f"{unit} falls back to {to}"
        case e.FightEnded() if game.fight is not None:
            yield from _fight(field, event, place(game.fight.frm), place(game.fight.hex))
        case e.MinesMet(unit, hex):
            if place(hex) not in field.mines:
                yield f"{unit} meets mines in {hex}"
        case e.SideExhausted(side):
            force = game.forces[side]
            if force.lost < ceil(force.initial / 3):
                yield f"{side} is exhausted after {force.lost} of {force.initial}"
        case _:
            pass


def activation_dice(field: Field, side: str) -> int:
    """Dicing d."""
    own = [one for one in field.alive() if one.side == side]
    commanders = sum(one.cls == "commanders" for one in own)
    others = len(own) - commanders
    if field.readings["further_commanders"] == "units":
        others += max(0, commanders - 1)
    return (commanders > 0) + ceil(others / 5)


def _moved(field: Field, event: Any) -> Iterator[str]:
    piece, to = field.pieces[event.unit], place(event.to)
    if to not in next_to(piece.at) or field.enemy_at(piece.side, to) or not field.ground[to].open:
        yield f"{piece.id} enters {event.to} from {number(piece.at)}"
    edges = {direction(to, one.at) for one in field.near_enemies(piece.side, to)}
    if edges and event.facing not in edges:
        yield f"{piece.id} faces {event.facing} in {event.to}, and no enemy"
    if event.trench != ("trench" in field.ground[to].things):
        yield f"a trench in {event.to}: {event.trench}"
    if isinstance(event, e.Advanced):
        return
    stops = moving.stops(field, piece, to) or moving.slow_start(field, piece)
    if bool(event.stops) != stops:
        yield f"{piece.id} stops in {event.to}: {event.stops!r}"
    if event.road != (frozenset((piece.at, to)) in field.roads):
        yield f"{piece.id} goes by road to {event.to}: {event.road}"
    if not piece.moved and event.faced != bool(moving.facing(field, piece)):
        yield f"{piece.id} was faced: {event.faced}"


def _landed(field: Field, event: e.ShellLanded) -> Iterator[str]:
    piece, aim = field.pieces[event.unit], place(event.aim)
    if event.score != event.dice[0] + sum(one.value for one in event.modifiers):
        yield f"{event.dice} makes {event.score}"
    way = between(piece.at, aim)
    before = way[-1].hexes if way else (piece.at,)
    behind = tuple((2 * aim[0] - q, 2 * aim[1] - r) for q, r in before)
    score = event.score
    some = (aim,) if score >= 5 else () if score < 1 else before if score in (2, 4) else behind
    may = {number(at) if at in field.ground else "" for at in some} or {""}
    if piece.at in some and field.readings["shell_on_own_gun"] == "nothing":
        may = {""}
    if event.hex not in may:
        yield f"{event.unit} with {score} at {event.aim} lands in {event.hex}"
    there = {one.id for one in field.alive() if number(one.at) == event.hex}
    if there != set(event.hit):
        yield f"{there} are there, and not {event.hit}"


def _fired(field: Field, event: e.Fired) -> Iterator[str]:
    piece, at = field.pieces[event.unit], place(event.hex)
    shift = firing.fire_modifiers(field, piece, at)
    hits = sum(die + shift >= 5 for die in event.dice)
    if field.readings["machine_guns"] == "one-hit":
        hits = min(hits, 1)
    if hits != event.hits:
        yield f"{event.dice} with {shift} are {event.hits} hits"
    certain = {
        name.removeprefix("hit: ") for name in firing.fire(field, piece, at)[1] if name.startswith("hit: ")
    }
    if hits and certain != set(event.hit):
        yield f"{certain} are hit, and not {event.hit}"


def _fight(field: Field, event: e.FightEnded, frm: Any, hex: Any) -> Iterator[str]:
    """Close Combat d, ruling 9: who attacked has won if it stays and its enemy is destroyed or gone."""
    unit, target = field.pieces[event.unit], field.pieces[event.target]
    stays = unit.strength > 0 and unit.at == frm
    won = stays and (target.strength == 0 or target.at != hex)
    if won != event.won:
        yield f"{unit.id} has won: {event.won}"
    barred = unit.side in field.exhausted
    goes = won and unit.cls in ADVANCING and not barred and field.ground[hex].open and field.room(unit, hex)
    if goes != bool(event.advance):
        yield f"{unit.id} may advance: {event.advance!r}"
