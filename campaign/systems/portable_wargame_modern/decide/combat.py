"""Direct fire and close combat."""

from __future__ import annotations

from msgspec.structs import replace

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.movement import after_entering
from campaign.systems.portable_wargame_modern.gunnery import (
    assailable,
    cannot_fire_at,
    fights,
    fire_hits,
    hits_of,
    verify_assault,
    verify_fire,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex
from campaign.systems.portable_wargame_modern.reach import comes_to_face
from campaign.systems.portable_wargame_modern.resolving import fighting, firing
from campaign.systems.portable_wargame_modern.state import Unit

FIRING = ("machine_guns", "small_arms_v_tanks", "units_block")
FIGHTING = ("close_front", "wood_and_cover", "trench", "exhausted_assaults")
"""The readings of direct fire, and of close combat."""


def fire(play: Play, unit: Unit, action: a.Fire) -> None:
    """Firing l."""
    verify_fire(play, unit, action.hex)
    fired = firing(play, unit, action.hex)(play.dice)
    bonus = sum(one.value for one in fired.modifiers)

    def comes_of_it(by: Play) -> object:
        hits = fire_hits(by, unit, action.hex) if fired.hits else ()
        return (
            cannot_fire_at(by, unit, action.hex) is None,
            hits_of(by.charts.readings.machine_guns, fired.dice, bonus),
            hits,
        )

    play.emit(replace(fired, readings=play.decided(FIRING, comes_of_it)))


def assault(play: Play, unit: Unit, action: a.Assault) -> None:
    target = verify_assault(play, unit, action.target)
    by = play.decided(FIGHTING, lambda by: (target in assailable(by, unit), fights(by, unit, target)))
    play.emit(replace(fighting(play, unit, target)(play.dice), readings=by))


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
