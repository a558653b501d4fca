"""Direct fire and close combat."""

from __future__ import annotations

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.movement import after_entering
from campaign.systems.portable_wargame_modern.gunnery import (
    assailable,
    cannot_fire_at,
    dice_of,
    fights,
    fire_hits,
    fire_modifiers,
    hits_of,
    meant_for,
    verify_assault,
    verify_fire,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex, with_cargo
from campaign.systems.portable_wargame_modern.reach import comes_to_face
from campaign.systems.portable_wargame_modern.state import Unit

FIRING = ("machine_guns", "small_arms_v_tanks", "units_block")
FIGHTING = ("close_front", "wood_and_cover", "trench", "exhausted_assaults")
"""The readings of direct fire, and of close combat."""


def fire(play: Play, unit: Unit, action: a.Fire) -> None:
    verify_fire(play, unit, action.hex)
    modifiers = fire_modifiers(play, unit, action.hex)
    target = meant_for(play, unit, action.hex)
    count = dice_of(play, unit)
    dice = play.dice.roll(f"fire of {unit.name} at {target.name}", count)
    hits = hits_of(play, unit, dice, sum(one.value for one in modifiers))
    hit, spared = fire_hits(play, unit, action.hex) if hits else ((), ())
    bonus = sum(one.value for one in modifiers)

    def comes_of_it(by: Play) -> object:
        allowed = cannot_fire_at(by, unit, action.hex) is None
        return allowed, hits_of(by, unit, dice, bonus), fire_hits(by, unit, action.hex) if hits else ()

    by = play.decided(FIRING, comes_of_it)
    play.emit(e.Fired(unit.id, target.id, action.hex, dice, modifiers, hits, hit, spared, readings=by))


def assault(play: Play, unit: Unit, action: a.Assault) -> None:
    target = verify_assault(play, unit, action.target)
    ours, theirs = fights(play, unit, target)
    dice = play.dice.roll(f"close combat of {unit.name} and {target.name}", 2, matters="order")
    beaten = [
        one
        for one, die, fight in ((target, dice[1], theirs), (unit, dice[0], ours))
        if die + fight.bonus < fight.needed
    ]
    by = play.decided(FIGHTING, lambda by: (target in assailable(by, unit), fights(by, unit, target)))
    play.emit(
        e.Assaulted(
            unit.id, target.id, (dice[0], dice[1]), (ours.needed, theirs.needed),
            with_cargo(play.state, beaten), ours.modifiers, theirs.modifiers, readings=by,
        )
    )  # fmt: skip


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
