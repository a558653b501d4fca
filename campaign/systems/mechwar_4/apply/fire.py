"""Attacks, answers to them, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.frames import Attack, Bombardment, Firer, Move, Overrun, Window
from campaign.systems.mechwar_4.state import GONE, Game


def attack_declared(game: Game, event: e.AttackDeclared) -> None:
    attack = Attack(event.side, event.fire, event.target, event.hex)
    game.stack.append(attack)
    _joins(game, attack, event)


def firer_joined(game: Game, event: e.FirerJoined) -> None:
    attack = game.stack[-1]
    assert isinstance(attack, Attack)
    _joins(game, attack, event)


def _joins(game: Game, attack: Attack, event: e.AttackDeclared | e.FirerJoined) -> None:
    kind = event.fire or attack.kind
    own = kind if kind != attack.kind else ""
    attack.firers.append(Firer(event.unit, event.arm, event.state, event.halved, own))
    attack.fired.append(event.unit)
    unit = game.units[event.unit]
    if event.hatches:
        unit.hatches = True
    if attack.kind == "overrun":
        return
    unit.fired, unit.parts = True, event.parts
    if event.halved:
        unit.halved = True
    if attack.kind == "direct" and event.unit not in game.activation:
        game.activation.append(event.unit)
    if kind == "short-halt":
        for frame in game.stack:
            if isinstance(frame, Move) and frame.unit == event.unit:
                frame.came_in_sight = []


def infantry_found(game: Game, event: e.InfantryFound) -> None:
    """The attack that is under way is at the infantry; an aircraft knows it from now on, though it stays face down
    (15.73, 19.613).
    """
    attack = game.stack[-1] if game.stack else None
    if isinstance(attack, Attack) and attack.target == event.target:
        attack.target = event.infantry
    plane = game.aircraft.get(event.unit)
    if plane is not None and event.infantry not in plane.recognised:
        plane.recognised.append(event.infantry)


def resolving_began(game: Game, event: e.ResolvingBegan) -> None:
    attack = game.stack[-1]
    assert isinstance(attack, Attack)
    attack.resolving = True


def buttoned_up(game: Game, event: e.ButtonedUp) -> None:
    frame = game.stack[-1]
    assert isinstance(frame, Attack | Bombardment)
    frame.asked.append(event.unit)
    if event.up:
        frame.buttoned.append(event.unit)


def shot_resolved(game: Game, event: e.ShotResolved) -> None:
    """What it did is told by the events that follow; who was fired at cannot fire indirectly (7.15)."""
    game.units[event.target].disturbed = True


def shot_wasted(game: Game, event: e.ShotWasted) -> None:
    """Nothing but the line in the log."""


def unit_suppressed(game: Game, event: e.UnitSuppressed) -> None:
    unit = game.units[event.unit]
    if event.level > unit.suppression:
        strikes(game, event.unit)
    unit.suppression = event.level


def unit_damaged(game: Game, event: e.UnitDamaged) -> None:
    unit = game.units[event.unit]
    unit.damage, unit.parts = event.damage, left_to_fire(unit.parts, event.damage)
    strikes(game, event.unit)


def left_to_fire(parts: tuple[int, ...], damage: int) -> tuple[int, ...]:
    """The parts of a split platoon that may still fire after a loss (6.93), each as the steps that it lacks: no more
    thirds than are left."""
    thirds, found = GONE - damage, list[int]()
    for part in parts:
        fit = min(GONE - part, thirds)
        if fit > 0:
            found.append(GONE - fit)
            thirds -= fit
    return tuple(found)


def unit_removed(game: Game, event: e.UnitRemoved) -> None:
    unit = game.units[event.unit]
    unit.out, unit.hex, unit.aboard, unit.seen = event.why, "", "", True
    unit.parts = ()
    strikes(game, event.unit)
    if event.by:
        by = game.units[event.by]
        by.kills = [*by.kills, unit.id]


def strikes(game: Game, unit: str) -> None:
    """Fire has had effect: on who mounts or dismounts it counts more (9.32)."""
    for frame in game.stack:
        if isinstance(frame, Move) and frame.handled and unit in (frame.unit, *frame.handled):
            frame.struck = True


def wreck_left(game: Game, event: e.WreckLeft) -> None:
    if event.hex in game.wrecks:
        return
    game.wrecks.append(event.hex)
    for frame in game.stack:
        if isinstance(frame, Bombardment):
            frame.wrecks.append(event.hex)


def depletion_rolled(game: Game, event: e.DepletionRolled) -> None:
    unit = game.units[event.unit]
    unit.ammo = {**unit.ammo, event.arm: event.level}


def took_cover(game: Game, event: e.TookCover) -> None:
    game.units[event.unit].exposed = event.behind


def attack_ended(game: Game, event: e.AttackEnded) -> None:
    attack = game.stack.pop()
    assert isinstance(attack, Attack)
    if attack.kind == "direct" or event.once:
        game.attacked.append(f"{attack.side}:{attack.target}")
    window = game.stack[-1] if game.stack else None
    if isinstance(window, Window) and event.once:
        window.attacked.append(attack.target)
        for frame in game.stack:
            if isinstance(frame, Move):
                frame.attacked.append(attack.target)
    if attack.ambush:
        assert isinstance(window, Window)
        window.ambushers += attack.fired
    if attack.kind == "overrun":
        overrun = game.stack[-1]
        assert isinstance(overrun, Overrun)
        overrun.to_fire = [id for id in overrun.to_fire if id not in attack.fired]


def window_opened(game: Game, event: e.WindowOpened) -> None:
    game.stack.append(Window(event.side, event.answer, list(event.at)))


def window_closed(game: Game, event: e.WindowClosed) -> None:
    game.stack.pop()
    if event.until == "turn":
        game.forces[event.side].quiet = True
    if event.until == "move":
        for frame in game.stack:
            if isinstance(frame, Move):
                frame.quiet.append(event.side)


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.AttackDeclared: attack_declared,
    e.FirerJoined: firer_joined,
    e.InfantryFound: infantry_found,
    e.ResolvingBegan: resolving_began,
    e.ButtonedUp: buttoned_up,
    e.ShotResolved: shot_resolved,
    e.ShotWasted: shot_wasted,
    e.UnitSuppressed: unit_suppressed,
    e.UnitDamaged: unit_damaged,
    e.UnitRemoved: unit_removed,
    e.WreckLeft: wreck_left,
    e.DepletionRolled: depletion_rolled,
    e.TookCover: took_cover,
    e.AttackEnded: attack_ended,
    e.WindowOpened: window_opened,
    e.WindowClosed: window_closed,
}
