"""The artillery phase: clouds drift, both sides declare their fire, then all shells land at once."""

from __future__ import annotations

from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import (
    HIT,
    bombard_modifiers,
    cannot_bombard_at,
    meant_for,
    verify_bombard,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit, with_cargo
from campaign.systems.portable_wargame_modern.shells import landing, strays, way_of

BOMBARDING = ("guns_into_cover", "units_block")
"""The readings of what guns fire at."""


def bombard(play: Play, side: str, action: a.Bombard) -> None:
    unit = own_unit(play.state, side, action.unit)
    verify_bombard(play, unit, action)
    target = meant_for(play, unit, action.hex)
    by = play.decided(BOMBARDING, lambda by: cannot_bombard_at(by, unit, action.hex))
    play.emit(e.FireDeclared(unit.id, action.hex, target.id, action.gas, readings=by))


def cease_fire(play: Play, side: str, action: a.CeaseFire) -> None:
    play.emit(e.FireCeased(side))


def land(play: Play) -> None:
    """All the fire that was declared, one shell after the other; hits are resolved when all have landed."""
    for shot in list(play.state.shots):
        unit = play.state.units[shot.unit]
        modifiers = bombard_modifiers(play, unit, shot.hex)
        dice, score, hex = landing(play, unit, shot.hex, modifiers, play.dice)
        hit = with_cargo(play.state, in_hex(play.state, hex)) if hex else ()
        way = way_of(play, unit, shot.hex)
        by = play.decided(("same_target",), lambda by: bombard_modifiers(by, unit, shot.hex))  # noqa: B023
        play.emit(
            e.ShellLanded(
                unit.id, shot.at, shot.hex, hex, dice, score, modifiers, shot.gas, way, hit, readings=by
            )
        )  # fmt: skip


def drift(play: Play) -> None:
    """Gas that has been there long enough disperses; what is left drifts, and hits whom it comes upon."""
    game = play.state
    for cloud in list(game.clouds):
        if game.turn - cloud.turn >= play.charts.gas_turns:
            play.emit(e.CloudGone(cloud.hex))
    number = 0
    while number < len(game.clouds):
        cloud = game.clouds[number]
        (die,) = play.dice.roll(f"gas in {cloud.hex}", 1)
        if die >= HIT:
            play.emit(e.CloudDrifted(cloud.hex, cloud.hex, (die,), number))
        else:
            place, side = play.ground.board.axial[cloud.hex], f"side on which gas in {cloud.hex} drifts"
            more, to = strays(play, place, cloud.way, die % 2 == 0, side, play.dice)
            hit = with_cargo(game, in_hex(game, to)) if to else ()
            play.emit(e.CloudDrifted(cloud.hex, to, (die, *more), number, hit))
            if not to:
                continue
        number += 1
