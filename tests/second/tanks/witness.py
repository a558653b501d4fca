"""What is told of battles that are played, each event looked at in the state before it: is it what the text says?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age import state as s
from tests.second.tanks import shots as second
from tests.second.tanks.adaptor import deck, table_of
from tests.second.tanks.effects import Attack, capacity, effects, initiative, keywords, speed
from tests.second.tanks.sight import Sight, look
from tests.second.tanks.table import REPAIRABLE, Table

LIMITED = 90
"""Fewer re-rolls than this are counted."""


def wrong(game: s.Game, event: Any) -> Iterator[str]:
    """What the text says otherwise."""
    table = table_of(game)
    match event:
        case e.ShotDeclared():
            yield from _declared(table, event)
        case (
            e.AttackRolled() | e.AttackRerolled() | e.DefenceRolled() | e.DefenceCounted() | e.HitsCancelled()
        ):
            assert game.shot is not None
            yield from _dice(table, game.shot, event)
        case e.DamageTaken(unit, amount, all_of_it):
            if all_of_it != table.models[unit].damage + amount:
                yield f"{unit} has {all_of_it} after {amount} more than {table.models[unit].damage}"
        case e.CriticalSuffered(unit, card, critical, stays):
            if deck()[card] != critical or stays != (critical in REPAIRABLE):
                yield f"{unit} suffers {card}, {critical}, which stays: {stays}"
        case e.Destroyed(unit, how):
            model = table.models[unit]
            gone = not model.tank or model.defence == 0
            if model.damage < capacity(table, model) or how != ("removed" if gone else "destroyed"):
                yield f"{unit} is {how} with {model.damage} of {capacity(table, model)}"
        case e.RepairTried(unit, card, dice, fixed):
            if fixed != (dice[-1] >= 4):
                yield f"{unit} repairs {card} with {dice}: {fixed}"
        case e.RolledOff(what, rolls, winner):
            best = [side for side, die in rolls.items() if die == max(rolls.values())]
            tie = game.attacker if what == "advantage" else ""
            if winner != (best[0] if len(best) == 1 else tie):
                yield f"{winner} wins {rolls}"
        case e.Moved():
            yield from _moved(game, table, event)
        case e.Scored(side, points):
            if game.turn == 1 and game.mission in ("king-of-the-hill", "free-for-all"):
                yield f"{side} has {points} in the first turn"
        case _:
            pass


def _declared(table: Table, event: e.ShotDeclared) -> Iterator[str]:
    if event.plain or event.spotter or event.weapon in ("rockets", "smoke"):
        return
    one, other = table.models[event.unit], table.models[event.target]
    words = keywords(table, one)
    forward = "Forward Firing" in words or "jammed-mechanisms" in one.criticals
    mine = look(table, one, other, forward, "Artillery" in words)
    if mine.seen is False or mine.arc is False:
        yield f"{one.id} cannot see {other.id}"
    cover = mine.cover or other.covered if mine.cover is not None else None
    side = mine.side
    if side is not None and any(effects(table, one, "side-shot")):
        side = True
    for name, ours, theirs in (
        ("cover", cover, event.sight.cover), ("close", mine.close, event.sight.close), ("side", side, event.sight.side)
    ):  # fmt: skip
        if ours is not None and ours != theirs:
            yield f"{one.id} at {other.id}: {name} is {theirs}"
    attack = Attack(
        one, other, event.weapon, Sight(True, True, event.sight.cover, event.sight.close, event.sight.side)
    )
    if event.ammo < 0 and not event.extra and event.dice != second.dice(table, attack):
        yield f"{one.id} at {other.id} with {event.weapon}: {event.dice} dice, not {second.dice(table, attack)}"


def _dice(table: Table, shot: s.Shot, event: Any) -> Iterator[str]:
    one, other = table.models[shot.unit], table.models[shot.target]
    sight = Sight(True, True, shot.sight.cover, shot.sight.close, shot.sight.side)
    attack = Attack(one, other, shot.weapon, sight)
    match event:
        case e.AttackRolled(dice, results) | e.AttackRerolled(_, dice, results):
            hits, criticals = (4, 6) if shot.plain else second.faces(table, attack)
            mine = tuple("critical" if d >= criticals else "hit" if d >= hits else "" for d in dice)
            if mine != results:
                yield f"{dice} are {results}, not {mine}"
            if isinstance(event, e.AttackRerolled):
                if any(shot.attack[place].rerolled or shot.attack[place].modified for place in event.places):
                    yield f"{event.places} were rolled or changed before"
                most = second.again(table, attack)
                if shot.plain or (shot.ammo < 0 and most < LIMITED and shot.rerolled + event.counted > most):
                    yield f"{event.counted} more dice are rolled again, after {shot.rerolled} of {most}"
                if (
                    one.speed > 0
                    and shot.ammo < 0
                    and second.simple(attack)
                    and event.counted != len(event.places)
                ):
                    yield f"{event.counted} of {len(event.places)} dice count, though it has moved"
        case e.DefenceRolled(dice):
            if not shot.plain and len(dice) != second.pool(table, attack):
                yield f"{len(dice)} defence dice, not {second.pool(table, attack)}"
            if shot.plain and shot.weapon == "rockets" and len(dice) != min(6, other.defence):
                yield f"{len(dice)} defence dice against rockets, not {other.defence}"
        case e.DefenceCounted(sixes, fours):
            used = any("countermeasures" in one for one in shot.used) or bool(shot.used)
            least = min(
                (int(str(x["value"])) for x in effects(table, other, "cancels-from", attack)), default=4
            )
            faces = [die.face for die in shot.defence]
            if not used and (sixes, fours) != (faces.count(6), sum(least <= face < 6 for face in faces)):
                yield f"{faces} cancel {sixes} and {fours}"
        case e.HitsCancelled(by, places):
            lying = [n for n, die in enumerate(shot.attack) if die.result and not die.cancelled]
            most = shot.sixes if by == "target" else shot.fours
            if not set(places) <= set(lying) or len(places) != min(most, len(lying)):
                yield f"{by} cancels {places} of {lying} with {most}"
        case _:
            pass


def _moved(game: s.Game, table: Table, event: e.Moved) -> Iterator[str]:
    model = table.models[event.unit]
    if event.speed != model.speed + (not event.free) or (
        not event.free and event.moves != model.moves + 1 and "Wheeled" not in keywords(table, model)
    ):
        yield f"{model.id} has {event.speed} tokens for {event.moves} moves after {model.speed} for {model.moves}"
    if not event.free and model.moves >= speed(table, model):
        yield f"{model.id} moves more often than {speed(table, model)} times"
    if game.stage != "movement" or event.free or game.bonus or game.last or game.active:
        return
    waiting = [one for one in table.models.values() if one.fights and not one.acted]
    height = {
        one.id: (not one.tank, initiative(table, one, "movement"), one.side == table.advantage) for one in waiting
    }  # fmt: skip
    if height[model.id] != min(height.values()):
        yield f"{model.id} moves before its turn: {height}"
