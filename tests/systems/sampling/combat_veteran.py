"""Combat Veteran: attacks until they are carried out, the worst dice cancelled first; moves at speed past held fire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from campaign.rules.sides import side_name
from campaign.rules.system import Rules
from campaign.systems.combat_veteran import actions as a
from campaign.systems.combat_veteran import events as e
from campaign.systems.combat_veteran.words import MARKER_WORDS
from tests.systems.sampling import Came, Position, Reading, Table, Unresolved
from tests.systems.sampling.finding import BATTLES, State, by_play

NAMES = ("random", "rush")
"""Bots whose battles are looked through: who rushes comes to close combat, as chance hardly ever does."""
REPAIRED = {"repaired": "repaired", "failed": "nothing", "written-off": "written off"}


def carried_out(table: Table, facing: str) -> None:
    """The mover turns no more than it has, nobody adds to the fire, and the worst dice are cancelled."""
    while table.state.shot is not None or (table.state.opportunity and table.state.opportunity.declared):
        if table.state.verdict is not None:
            return
        (side,) = table.asked()
        if table.state.shot is None:
            table.do(side, a.HoldFire())
        elif table.state.shot.stage == "facing":
            table.do(side, a.Face(facing))  # type: ignore[arg-type]
        else:
            table.do(
                side, max(table.legal(side, a.Deflect), key=lambda one: sorted(one.cancel, reverse=True))
            )


def fate(table: Table, target: str) -> Came:
    """What all attacks that were rolled have made of a target."""
    mine = [one for one in table.events if getattr(one, "unit", "") == target]
    kinds = {type(one) for one in mine}
    new = {marker for one in mine if isinstance(one, e.DamageTaken) for marker in one.markers}
    stopped = frozenset({"stopped"} if e.Stopped in kinds else ())
    if e.Wrecked in kinds or e.Killed in kinds:
        return Came("wrecked" if e.Wrecked in kinds else "killed")
    if e.Wounded in kinds:
        return Came("wounded", stopped)
    less = "stopped" if stopped else "no new damage" if e.DamageTaken in kinds else "no effect"
    return Came("damaged" if new else less, stopped | {MARKER_WORDS[one] for one in new})


def fire(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    carried_out(table, at.state.pieces[at.action.target].facing)
    if not table.all(e.AttackRolled):
        raise Unresolved
    return fate(table, at.action.target)


def face(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    carried_out(table, at.action.facing)
    return fate(table, at.state.shot.target)


def deflect(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    return fate(table, at.state.shot.target)


def repair(rules: Rules, at: Position, random: Random) -> Came:
    """The die is rolled when no other vehicle is nominated any more."""
    table = Table(rules, at, random)
    if not table.all(e.RepairTried):
        table.do(at.side, a.EndPhase())
    (tried,) = [one for one in table.all(e.RepairTried) if one.unit == at.action.unit]
    return Came(REPAIRED[tried.result])


def close_combat(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    (fought,) = table.all(e.CloseCombatFought)
    return Came(f"{side_name(at.state, fought.loser)} loses a piece" if fought.loser else "a tie")


def at_speed(rules: Rules, at: Position, random: Random) -> Came:
    """Nobody fires on the way."""
    table = Table(rules, at, random)
    unit, to = at.action.unit, at.action.to
    while not (broke := table.all(e.BrokeDown)) and (
        table.state.pieces[unit].hex != to or table.state.opportunity
    ):
        if table.state.opportunity:
            table.do(table.asked()[0], a.HoldFire("phase"))
        elif any(one.to == to for one in table.legal(at.side, a.Drive) if one.unit == unit):
            table.do(at.side, a.Drive(unit, to))
        else:
            raise Unresolved
    return Came("breaks down" if broke else "gets through")


def first_shot(rules: Rules, at: Position) -> bool:
    """No other fire was declared at the mover."""
    return not (at.state.opportunity and at.state.opportunity.declared)


def readings() -> Mapping[type[Any], Reading]:
    return {
        a.Fire: Reading(fire, fits=first_shot), a.Face: Reading(face), a.Deflect: Reading(deflect),
        a.Repair: Reading(repair), a.CloseCombat: Reading(close_combat), a.Step: Reading(at_speed),
        a.Drive: Reading(at_speed),
    }  # fmt: skip


def states(rules: Rules) -> Iterator[State]:
    """Nothing is hidden in them."""
    for seed in range(BATTLES):
        for info in rules.scenarios():
            for name in NAMES:
                yield from by_play(rules, info.id, seed, name=name)
