"""Set-up, turns and phases, panic and observation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import digits
from typing import Any

from msgspec.structs import replace

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply.fire import strikes
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.state import Aircraft, Battery, Game, Jammer


def forces_placed(game: Game, event: e.ForcesPlaced) -> None:
    game.scenario, game.board, game.sides, game.turns = event.scenario, event.board, event.sides, event.turns
    game.switches, game.victory, game.first = event.switches, event.victory, event.first
    game.readings = event.read
    game.units = {one.id: replace(one, kills=[], ammo=dict(one.ammo)) for one in event.units}
    game.forces = {one.id: replace(one) for one in event.forces}
    game.companies = {one.id: replace(one) for one in event.companies}
    game.battalions = {one.id: replace(one) for one in event.battalions}
    game.batteries = {one.id: replace(one) for one in event.batteries}
    game.aircraft = {
        one.id: replace(one, path=[], attacked={}, tried={}, shots={}, acquired=[], recognised=[])
        for one in event.aircraft
    }
    game.jammers = {id: Jammer() for id in event.jammers}
    game.mines = [replace(one, known=[]) for one in event.mines]
    game.entries, game.areas = event.entries, event.areas
    game.broken_bridges, game.defences = list(event.broken_bridges), event.defences
    game.held = {hex: one.owner for one in event.victory.objective for hex in one.hexes}
    for side, points in event.victory.bonus.items():
        game.forces[side].score = points


def counters_dealt(game: Game, event: e.CountersDealt) -> None:
    """The unit that came first gets the counter that `order` names first, and so on; () changes nothing. Numbers that
    are left over are nobody's."""
    game.dealt = True
    if not event.order:
        return
    mine = [one for one in game.units.values() if one.side == event.side]
    ids = [one.id for one in mine]
    if len(event.order) == len(ids):
        dealt = {one.id: ids[place - 1] for one, place in zip(mine, event.order, strict=True)}
    else:
        dealt = _numbered(ids, event.order)
        ids = sorted(dealt.values(), key=_number)
    others = {one.id: one for one in game.units.values() if one.side != event.side}
    for one in mine:
        one.id = dealt[one.id]
        one.aboard = dealt.get(one.aboard, one.aboard)
    for battalion in game.battalions.values():
        battalion.hq = dealt.get(battalion.hq, battalion.hq)
    game.jammers = {dealt.get(id, id): one for id, one in game.jammers.items()}
    game.areas = tuple(replace(one, units=tuple(dealt.get(id, id) for id in one.units)) for one in game.areas)
    by_id = others | {one.id: one for one in mine}
    of_counters = iter(ids)
    order = [id if id in others else next(of_counters) for id in game.units]
    game.units = {id: by_id[id] for id in order}  # in the order of counters: that of types is dealt away


def guns_dealt(game: Game, event: e.GunsDealt) -> None:
    """By their numbers, too, they come in another order than they were set up in."""
    guns = [one for one in game.batteries.values() if one.side == event.side]
    planes = [one for one in game.aircraft.values() if one.side == event.side]
    dealt = _numbered([one.id for one in (*guns, *planes)], event.order)
    for one in (*guns, *planes):
        one.id = dealt.get(one.id, one.id)
    game.batteries = {one.id: one for one in sorted(game.batteries.values(), key=_of_side)}
    game.aircraft = {one.id: one for one in sorted(game.aircraft.values(), key=_of_side)}


def _of_side(one: Battery | Aircraft) -> tuple[str, int]:
    return one.side, _number(one.id)


def _numbered(ids: Sequence[str], numbers: Sequence[int]) -> dict[str, str]:
    """The same ids with these numbers at their ends."""
    return {id: f"{id.rstrip(digits)}{number}" for id, number in zip(ids, numbers, strict=False)}


def _number(id: str) -> int:
    """At the end of an id."""
    return int(id[len(id.rstrip(digits)) :])


def unit_placed(game: Game, event: e.UnitPlaced) -> None:
    unit = game.units[event.unit]
    unit.hex, unit.aboard = event.hex, event.carrier
    for one in game.units.values():
        if one.aboard == unit.id:
            one.hex = event.hex


def column_ordered(game: Game, event: e.ColumnOrdered) -> None:
    for place, id in enumerate(event.units):
        unit = game.units[id]
        unit.place, unit.through = place, event.hex


def side_ready(game: Game, event: e.SideReady) -> None:
    game.forces[event.side].done = True


def turn_began(game: Game, event: e.TurnBegan) -> None:
    game.turn, game.areas = event.turn, ()
    game.attacked, game.activation, game.active, game.entered, game.fought = [], [], "", {}, {}
    here: dict[str, list[str]] = {}
    for unit in game.units.values():
        if unit.hex and not unit.out:
            here.setdefault(unit.hex, []).append(unit.id)
    for unit in game.units.values():
        if unit.fired or unit.moved or unit.hatches or unit.halved or unit.parts:
            unit.fired = unit.moved = unit.hatches = unit.halved = False
            unit.parts = ()
        if unit.exposed:
            unit.exposed = ""
        if unit.listened:
            unit.listened = False
        if unit.ordered:
            unit.ordered = False
        unit.came = unit.hex
        unit.mates = tuple(id for id in here.get(unit.hex, ()) if id != unit.id)
    for force in game.forces.values():
        force.passed = force.finished = force.quiet = force.ordered = False


def phase_began(game: Game, event: e.PhaseBegan) -> None:
    game.phase = event.phase
    if event.phase == "regroup":
        game.located = []
    for force in game.forces.values():
        force.done = False
    for unit in game.units.values():
        if unit.kept:
            unit.kept = False


def initiative_rolled(game: Game, event: e.InitiativeRolled) -> None:
    if not event.overrun:
        game.first = event.side


def activation_began(game: Game, event: e.ActivationBegan) -> None:
    game.active, game.activation, game.again = event.side, [], event.again
    if event.again:
        game.forces[event.side].passed = False
    for unit in game.units.values():
        if unit.parts:
            unit.parts = ()


def side_passed(game: Game, event: e.SidePassed) -> None:
    force = game.forces[event.side]
    force.passed, force.finished = True, event.final


def command_given(game: Game, event: e.CommandGiven) -> None:
    game.companies[event.company].command = event.command


def ambush_set(game: Game, event: e.AmbushSet) -> None:
    game.companies[event.company].ambush = event.hex


def ambush_lost(game: Game, event: e.AmbushLost) -> None:
    company = game.companies[event.company]
    company.ambush, company.ambushes = "", False


def standing_given(game: Game, event: e.StandingGiven) -> None:
    unit = game.units[event.unit]
    unit.standing, unit.ordered = event.order, True


def watch_set(game: Game, event: e.WatchSet) -> None:
    force = game.forces[event.side]
    force.watch, force.ordered = event.range, True


def panic_rolled(game: Game, event: e.PanicRolled) -> None:
    unit = game.units[event.unit]
    unit.panicked = event.panicked
    if event.panicked:
        unit.parts = ()
        unit.disturbed = unit.disturbed or event.why != "removal"
        if event.why == "hit":
            strikes(game, event.unit)


def unit_seen(game: Game, event: e.UnitSeen) -> None:
    unit = game.units[event.unit]
    unit.seen = True
    for frame in game.stack:
        if isinstance(frame, Move) and game.units[frame.unit].side != unit.side:
            frame.came_in_sight.append(unit.id)


def unit_hid(game: Game, event: e.UnitHid) -> None:
    unit = game.units[event.unit]
    unit.seen, unit.exposed = False, ""


def camouflage_rolled(game: Game, event: e.CamouflageRolled) -> None:
    unit = game.units[event.unit]
    unit.kept = event.hidden


def camouflage_lost(game: Game, event: e.CamouflageLost) -> None:
    unit = game.units[event.unit]
    unit.camouflaged = unit.kept = False


def suppression_lifted(game: Game, event: e.SuppressionLifted) -> None:
    for id in event.units:
        game.units[id].suppression = 0
    for battery in game.batteries.values():
        battery.suppression = 0


def smoke_lifted(game: Game, event: e.SmokeLifted) -> None:
    game.smoke = [one for one in game.smoke if one.hex not in event.hexes]


def regrouped(game: Game, event: e.Regrouped) -> None:
    unit, other = game.units[event.unit], game.units[event.other]
    unit.damage = event.damage
    unit.suppression = max(unit.suppression, other.suppression)
    other.out, other.hex, other.aboard, other.joined = "regrouped", "", "", unit.id
    for one in game.units.values():
        if one.aboard == event.other:
            one.aboard = event.unit


def formation_changed(game: Game, event: e.FormationChanged) -> None:
    company = game.companies[event.company]
    company.broken_formation, company.grace = event.broken, event.grace


def scored(game: Game, event: e.Scored) -> None:
    game.forces[event.side].score += event.points
    if event.company:
        game.scored[event.company] = game.scored.get(event.company, 0) + 1


def battle_ended(game: Game, event: e.BattleEnded) -> None:
    game.verdict = event.verdict
    game.stack = []


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.ForcesPlaced: forces_placed,
    e.CountersDealt: counters_dealt,
    e.GunsDealt: guns_dealt,
    e.UnitPlaced: unit_placed,
    e.ColumnOrdered: column_ordered,
    e.SideReady: side_ready,
    e.TurnBegan: turn_began,
    e.PhaseBegan: phase_began,
    e.InitiativeRolled: initiative_rolled,
    e.ActivationBegan: activation_began,
    e.SidePassed: side_passed,
    e.CommandGiven: command_given,
    e.AmbushSet: ambush_set,
    e.AmbushLost: ambush_lost,
    e.StandingGiven: standing_given,
    e.WatchSet: watch_set,
    e.PanicRolled: panic_rolled,
    e.UnitSeen: unit_seen,
    e.UnitHid: unit_hid,
    e.CamouflageRolled: camouflage_rolled,
    e.CamouflageLost: camouflage_lost,
    e.SuppressionLifted: suppression_lifted,
    e.SmokeLifted: smoke_lifted,
    e.Regrouped: regrouped,
    e.FormationChanged: formation_changed,
    e.Scored: scored,
    e.BattleEnded: battle_ended,
}
