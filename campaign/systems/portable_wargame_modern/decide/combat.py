"""Direct fire and close combat."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.movement import after_entering
from campaign.systems.portable_wargame_modern.gunnery import (
    HIT,
    assailable,
    cannot_assault,
    cannot_fire,
    cannot_fire_at,
    checked_hex,
    fights,
    fire_hits,
    fire_modifiers,
    fireable,
    meant_for,
)
from campaign.systems.portable_wargame_modern.play import Play, any_unit, in_hex, with_cargo
from campaign.systems.portable_wargame_modern.reach import comes_to_face
from campaign.systems.portable_wargame_modern.state import Unit


def dice_of(play: Play, unit: Unit) -> int:
    """How many dice a unit throws when it fires."""
    weapon = play.charts.weapons.get(play.charts.types[unit.type].weapon)
    return weapon.dice if weapon is not None else 1


def hits_of(play: Play, unit: Unit, dice: tuple[int, ...], bonus: int) -> int:
    """How many hits such dice are on everybody there (Firing)."""
    hits = sum(die + bonus >= HIT for die in dice)
    return min(hits, 1) if play.charts.readings.machine_guns == "one-hit" else hits


def fire(play: Play, unit: Unit, action: a.Fire) -> None:
    verify_fire(play, unit, action.hex)
    modifiers = fire_modifiers(play, unit, action.hex)
    target = meant_for(play, unit, action.hex)
    count = dice_of(play, unit)
    dice = play.dice.roll(f"fire of {unit.name} at {target.name}", count)
    hits = hits_of(play, unit, dice, sum(one.value for one in modifiers))
    hit, spared = fire_hits(play, unit, action.hex) if hits else ((), ())
    play.emit(e.Fired(unit.id, target.id, action.hex, dice, modifiers, hits, hit, spared))


def verify_fire(play: Play, unit: Unit, hex: str) -> None:
    """Raises Refused."""
    if why := cannot_fire(play, unit):
        raise Refused(f"{unit.name} cannot fire: {why[0]}.", why[1], where="$.unit")
    allowed = fireable(play, unit)
    checked_hex(play, unit, hex, allowed, "Firing")
    if why := cannot_fire_at(play, unit, hex):
        raise Refused(f"{unit.name} cannot fire at {hex}: {why[0]}.", why[1], allowed, "$.hex")


def assault(play: Play, unit: Unit, action: a.Assault) -> None:
    target = verify_assault(play, unit, action.target)
    ours, theirs = fights(play, unit, target)
    dice = play.dice.roll(f"close combat of {unit.name} and {target.name}", 2, matters="order")
    beaten = [
        one
        for one, die, fight in ((target, dice[1], theirs), (unit, dice[0], ours))
        if die + fight.bonus < fight.needed
    ]
    play.emit(
        e.Assaulted(
            unit.id, target.id, (dice[0], dice[1]), (ours.needed, theirs.needed),
            with_cargo(play.state, beaten), ours.modifiers, theirs.modifiers,
        )
    )  # fmt: skip


def verify_assault(play: Play, unit: Unit, target: str) -> Unit:
    """Raises Refused."""
    if why := cannot_assault(play, unit):
        raise Refused(f"{unit.name} cannot fight: {why[0]}.", why[1], where="$.unit")
    found = any_unit(play.state, target, "$.target")
    allowed = assailable(play, unit)
    if found not in allowed:
        reason = f"{found.name} is no enemy in one of the three hexes before {unit.name}."
        raise Refused(reason, "Close Combat", [one.id for one in allowed], "$.target")
    return found


def end_fight(play: Play) -> None:
    """Who has won, once all hits are resolved, and whether it may advance (Close Combat d)."""
    game = play.state
    fight = game.fight
    assert fight is not None
    unit, target = game.units[fight.unit], game.units[fight.target]
    won = bool(unit.strength) and unit.hex == fight.frm and (not target.strength or target.hex != fight.hex)
    there = any(one.side != unit.side for one in in_hex(game, fight.hex))
    friends = [one for one in in_hex(game, fight.hex) if one.side == unit.side]
    may = won and play.class_of(unit).advances and not there and not friends
    exhausted = game.forces[unit.side].exhausted
    play.emit(e.FightEnded(unit.id, target.id, won, fight.hex if may and not exhausted else ""))


def advance(play: Play, unit: Unit, action: a.Advance) -> None:
    hex = play.state.advance
    facing = comes_to_face(play, unit, hex, play.ground.around[unit.hex][hex])
    play.emit(e.Advanced(unit.id, hex, facing, hex in play.ground.trench))
    after_entering(play, unit)


def halt(play: Play, unit: Unit, action: a.Halt) -> None:
    play.emit(e.Halted(unit.id))
