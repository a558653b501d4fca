"""Events to state: total, deterministic, nothing decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from campaign.rules.remembering import Apply, Memory, remembered
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.state import (
    Cause,
    Cloud,
    Fight,
    Force,
    Game,
    Hit,
    Shot,
    Unit,
    Work,
)


def forces_placed(game: Game, event: e.ForcesPlaced) -> None:
    game.scenario, game.board, game.sides, game.turns = event.scenario, event.board, event.sides, event.turns
    game.victory, game.riders, game.readings = event.victory, event.riders, event.read
    game.mines, game.wire = list(event.mines), list(event.wire)
    for p in event.units:
        game.units[p.id] = Unit(
            p.id, p.type, p.name, p.side, p.hex, p.facing, p.strength, p.full or p.strength, p.quality,
            aboard=p.aboard, shells=p.shells,
        )  # fmt: skip
    for p in event.units:
        if p.aboard:
            game.units[p.aboard].cargo = p.id
    for side, limit in zip(event.sides, event.limits, strict=True):
        initial = sum(p.strength for p in event.units if p.side == side.id)
        game.forces[side.id] = Force(initial, limit)
    game.held = {one.hex: one.owner for one in event.victory.objective}


def turn_began(game: Game, event: e.TurnBegan) -> None:
    game.turn, game.phase, game.active, game.first, game.unit = event.turn, "artillery", "", "", ""
    game.left = 0
    for force in game.forces.values():
        force.done = False
    for unit in game.units.values():  # looked at before it is written: most have done nothing
        if unit.acted or unit.fired or unit.busy or unit.crossing:
            unit.acted = unit.fired = unit.busy = unit.crossing = False
        if unit.moved or unit.off_road or unit.stopped or unit.turned or unit.fought or unit.faced:
            unit.off_road = unit.stopped = unit.turned = unit.fought = unit.faced = False
            unit.moved = 0


def fire_declared(game: Game, event: e.FireDeclared) -> None:
    unit = game.units[event.unit]
    unit.fired, unit.work = True, None
    game.shots.append(Shot(event.unit, event.hex, event.target, event.gas))


def fire_ceased(game: Game, event: e.FireCeased) -> None:
    game.forces[event.side].done = True


def shell_landed(game: Game, event: e.ShellLanded) -> None:
    unit = game.units[event.unit]
    unit.aimed, unit.aimed_at, unit.aimed_in = event.aim, event.target, game.turn
    game.shots = [shot for shot in game.shots if shot.unit != event.unit]
    if event.gas:
        unit.shells -= 1
        unit.spent += 1
        if event.hex:
            game.clouds.append(Cloud(event.hex, event.way, game.turn, event.unit))
    _hit(game, event.hit, "gas" if event.gas else "artillery", event.unit)


def cloud_drifted(game: Game, event: e.CloudDrifted) -> None:
    cloud = game.clouds[event.number]
    if event.to:
        game.clouds[event.number] = replace(cloud, hex=event.to)
    else:
        del game.clouds[event.number]
    _hit(game, event.hit, "gas", cloud.by)


def cloud_gone(game: Game, event: e.CloudGone) -> None:
    del game.clouds[next(i for i, cloud in enumerate(game.clouds) if cloud.hex == event.hex)]


def initiative_rolled(game: Game, event: e.InitiativeRolled) -> None:
    game.phase, game.first = "activation", event.side


def activation_rolled(game: Game, event: e.ActivationRolled) -> None:
    game.active, game.left = event.side, sum(event.dice)


def activated(game: Game, event: e.Activated) -> None:
    unit = game.units[event.unit]
    unit.acted = True
    game.unit = event.unit
    game.left -= 1


def passed(game: Game, event: e.Passed) -> None:
    game.left = 0


def moved(game: Game, event: e.Moved) -> None:
    unit = game.units[event.unit]
    unit.moved += 1
    if not event.road and not unit.off_road:
        unit.off_road = True
    if event.stops:
        unit.stopped = True
    _goes(game, unit, event.to)
    unit.facing, unit.crossing, unit.work, unit.turned = event.facing, event.trench, None, False
    unit.faced = event.faced


def turned(game: Game, event: e.Turned) -> None:
    unit = game.units[event.unit]
    unit.facing, unit.turned = event.facing, True


def fired(game: Game, event: e.Fired) -> None:
    unit = game.units[event.unit]
    unit.fired, unit.work = True, None
    if unit.moved:
        unit.stopped = unit.turned = True
    for _ in range(event.hits):
        for id in event.hit:
            game.hits.append(Hit(id, "fire", event.unit, id in event.spared))


def assaulted(game: Game, event: e.Assaulted) -> None:
    unit, target = game.units[event.unit], game.units[event.target]
    unit.fought = unit.stopped = True
    unit.work = None
    game.fight = Fight(event.unit, event.target, unit.hex, target.hex)
    for id in event.hit:
        by = event.target if game.units[id].side == unit.side else event.unit
        game.hits.append(Hit(id, "close combat", by))


def mines_met(game: Game, event: e.MinesMet) -> None:
    _hit(game, (event.unit, *event.cargo), "mines", "")


def hit_rolled(game: Game, event: e.HitRolled) -> None:
    game.run = "" if event.lost else event.unit


def strength_lost(game: Game, event: e.StrengthLost) -> None:
    """Strength Points b."""
    unit = game.units[event.unit]
    game.forces[unit.side].lost += unit.strength - event.left
    unit.strength = event.left
    _resolved(game, event.unit)
    if event.left:
        return
    game.hits = [hit for hit in game.hits if hit.unit != unit.id]
    if event.by and game.units[event.by].side != unit.side:
        game.units[event.by].kills.append(unit.id)
    unit.work = None
    if unit.aboard:
        game.units[unit.aboard].cargo, unit.aboard = "", ""
    if unit.cargo:
        game.units[unit.cargo].aboard, unit.cargo = "", ""


def hit_spared(game: Game, event: e.HitSpared) -> None:
    _resolved(game, event.unit)


def fell_back(game: Game, event: e.FellBack) -> None:
    unit = game.units[event.unit]
    _resolved(game, event.unit)
    game.fallen_back.append(event.unit)
    if event.to:
        _goes(game, unit, event.to)
        unit.work, unit.crossing = None, False
        if game.unit == unit.id:
            unit.busy = True  # that was its turn


def _resolved(game: Game, unit: str) -> None:
    """The first hit of the row is dealt with; it is the unit's own, but for riders that go down with a tank."""
    game.run = ""
    if game.hits and game.hits[0].unit == unit:
        del game.hits[0]
    if not game.hits:
        game.fallen_back = []


def fight_ended(game: Game, event: e.FightEnded) -> None:
    game.advance, game.fight = event.advance, None


def advanced(game: Game, event: e.Advanced) -> None:
    unit = game.units[event.unit]
    _goes(game, unit, event.to)
    unit.facing, unit.crossing, unit.work = event.facing, event.trench, None
    unit.turned = unit.fought = False
    unit.moved = unit.moved or 1  # a move for what follows, but one of no more than that
    unit.stopped, game.advance = True, ""


def halted(game: Game, event: e.Halted) -> None:
    game.advance = ""


def loaded(game: Game, event: e.Loaded) -> None:
    unit, carrier = game.units[event.unit], game.units[event.carrier]
    unit.aboard, carrier.cargo, unit.hex, unit.work = event.carrier, event.unit, carrier.hex, None
    unit.busy = carrier.busy = True
    unit.crossing = False


def unloaded(game: Game, event: e.Unloaded) -> None:
    unit = game.units[event.unit]
    carrier = game.units[unit.aboard]
    unit.aboard, carrier.cargo, unit.hex, unit.facing = "", "", event.to, event.facing
    unit.busy = carrier.busy = True


def work_begun(game: Game, event: e.WorkBegun) -> None:
    unit = game.units[event.unit]
    unit.work, unit.busy = Work(event.task, event.hex, event.turns), True


def work_went(game: Game, event: e.WorkWent) -> None:
    unit = game.units[event.unit]
    work = unit.work
    assert work is not None
    if event.left:
        unit.work = replace(work, left=event.left)
        return
    unit.work = None
    field = game.mines if work.task.endswith("mines") else game.wire
    if work.task.startswith("lay"):
        field.append(work.hex)
    else:
        field.remove(work.hex)


def work_left(game: Game, event: e.WorkLeft) -> None:
    game.units[event.unit].work = None


def remounted(game: Game, event: e.Remounted) -> None:
    unit = game.units[event.unit]
    unit.came = unit.came or unit.type
    unit.type, unit.busy, unit.work = event.type, True, None


def unit_ended(game: Game, event: e.UnitEnded) -> None:
    game.unit = ""


def side_exhausted(game: Game, event: e.SideExhausted) -> None:
    game.forces[event.side].exhausted = True


def objective_taken(game: Game, event: e.ObjectiveTaken) -> None:
    game.held[event.hex] = event.side


def battle_ended(game: Game, event: e.BattleEnded) -> None:
    game.verdict = event.verdict


def _hit(game: Game, units: tuple[str, ...], cause: Cause, by: str) -> None:
    for id in units:
        game.hits.append(Hit(id, cause, by))


def _goes(game: Game, unit: Unit, to: str) -> None:
    unit.hex = to
    if unit.cargo:
        game.units[unit.cargo].hex = to


_APPLIERS: Mapping[type[Any], Apply] = {
    e.ForcesPlaced: forces_placed,
    e.TurnBegan: turn_began,
    e.FireDeclared: fire_declared,
    e.FireCeased: fire_ceased,
    e.ShellLanded: shell_landed,
    e.CloudDrifted: cloud_drifted,
    e.CloudGone: cloud_gone,
    e.InitiativeRolled: initiative_rolled,
    e.ActivationRolled: activation_rolled,
    e.Activated: activated,
    e.Passed: passed,
    e.Moved: moved,
    e.Turned: turned,
    e.Fired: fired,
    e.Assaulted: assaulted,
    e.MinesMet: mines_met,
    e.HitRolled: hit_rolled,
    e.StrengthLost: strength_lost,
    e.HitSpared: hit_spared,
    e.FellBack: fell_back,
    e.FightEnded: fight_ended,
    e.Advanced: advanced,
    e.Halted: halted,
    e.Loaded: loaded,
    e.Unloaded: unloaded,
    e.WorkBegun: work_begun,
    e.WorkWent: work_went,
    e.WorkLeft: work_left,
    e.Remounted: remounted,
    e.UnitEnded: unit_ended,
    e.SideExhausted: side_exhausted,
    e.ObjectiveTaken: objective_taken,
    e.BattleEnded: battle_ended,
}
FULL, NEAR, ENDS = "full", "near", "ends"
"""What lasts of who is where, each by its side: see the methods of `Play` of these names."""
STIRRING: frozenset[type[Any]] = frozenset(
    {
        e.ForcesPlaced, e.StrengthLost, e.FellBack, e.Advanced, e.Loaded, e.Unloaded, e.WorkWent, e.Remounted,
    }
)  # fmt: skip
"""The events that change who is where, and what lies there, beside a step."""


def _stepped(memory: Memory, game: Game, event: e.Moved) -> None:
    """A unit of a side comes to another hex: what is remembered of its enemies' places still holds."""
    side = game.units[event.unit].side
    lasting = memory.lasting
    lasting.pop((FULL, side), None)
    for other in game.sides:
        if other.id != side:
            lasting.pop((NEAR, other.id), None)
            for crushes in (False, True):
                lasting.pop((ENDS, other.id, crushes), None)


APPLIERS: Mapping[type[Any], Apply] = remembered(
    _APPLIERS,
    {one: _stepped if one is e.Moved else None for one in _APPLIERS if one not in STIRRING},
)
