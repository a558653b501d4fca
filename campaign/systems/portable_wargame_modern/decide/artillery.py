"""The artillery phase: clouds drift, both sides declare their fire, then all shells land at once."""

from __future__ import annotations

from msgspec.structs import replace

from campaign.rules.dice import TypedDice
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.gunnery import (
    HIT,
    aims,
    bombard_modifiers,
    cannot_bombard_at,
    meant_for,
    verify_bombard,
)
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit, with_cargo
from campaign.systems.portable_wargame_modern.resolving import shelling
from campaign.systems.portable_wargame_modern.shells import landing, strays

BOMBARDING = ("bombardment", "guns_into_cover", "units_block")
"""The readings of what guns fire at."""


def bombard(play: Play, side: str, action: a.Bombard) -> None:
    unit = own_unit(play.state, side, action.unit)
    verify_bombard(play, unit, action)
    target = meant_for(play, unit, action.hex)
    by = play.decided(
        BOMBARDING,
        lambda by: action.hex in aims(by, unit) and cannot_bombard_at(by, unit, action.hex) is None,
    )
    play.emit(e.FireDeclared(unit.id, action.hex, target, action.gas, readings=by))


def cease_fire(play: Play, side: str, action: a.CeaseFire) -> None:
    play.emit(e.FireCeased(side))


def land(play: Play) -> None:
    """All the fire that was declared, one shell after the other; hits are resolved when all have landed (Artillery
    Fire, at once, Artillery Fire, everybody).
    """
    for shot in list(play.state.shots):
        landed = shelling(play, shot)(play.dice)
        play.emit(replace(landed, readings=read_by(play, landed)))


def read_by(play: Play, landed: e.ShellLanded) -> tuple[str, ...]:
    """The readings by which a shell landed as it did: the same dice come to something else by another choice."""
    unit, aim, modifiers = play.state.units[landed.unit], landed.aim, landed.modifiers
    return (
        *play.decided(("same_target",), lambda by: bombard_modifiers(by, unit, aim)),
        *play.decided(
            ("shell_on_own_gun",), lambda by: landing(by, unit, aim, modifiers, TypedDice(landed.dice))
        ),
    )


def drift(play: Play) -> None:
    """Gas that has been there long enough disperses; what is left drifts, and hits whom it comes upon (Gas)."""
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
