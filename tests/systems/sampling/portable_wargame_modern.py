"""Attacks of the Portable Wargame, played until every hit of theirs is resolved: who can run runs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from campaign.rules.system import Rules
from campaign.rules.wording import count
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.words import called
from tests.systems.sampling import Came, Position, Reading, Table, Unresolved

CAUSES = ("fire", "artillery", "gas", "close combat")
"""Of hits by the attack itself, not by mines that somebody runs into."""


def resolved(table: Table) -> None:
    """Whoever is asked runs, or stands where he cannot."""
    while table.state.run and table.state.verdict is None:
        unit = table.state.units[table.state.run]
        run = table.legal(unit.side, a.Retreat)
        table.do(unit.side, run[0] if run else a.Stand(unit.id))


def facts(table: Table, attack: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Who is hit, and who loses a point by a die for it at once; and of whom the latter cannot be told, because he was
    lost before all his dice were thrown: with his carrier, by having nowhere to run, or as the battle ended."""
    units, found, silent = table.before.units, set[str](), set[str]()
    safe = attack.spared if isinstance(attack, e.Fired) else ()
    hits = attack.hits if isinstance(attack, e.Fired) else 1
    for id in attack.hit:
        unit, rolls = (
            units[id],
            [one for one in table.all(e.HitRolled) if one.unit == id and one.cause in CAUSES],
        )
        lost = [one for one in rolls if one.lost]
        point = f"a point lost at once: {called(table.before, unit)}"
        found.add(f"hit: {called(table.before, unit)}")
        if id in safe and unit.strength == 1:
            continue
        if lost:
            found.add(point)
        elif len(rolls) < hits:
            silent.add(point)
    return frozenset(found), frozenset(silent)


def fire(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    resolved(table)
    (fired,) = table.all(e.Fired)
    told = count(fired.hits, "hit") if fired.hits else "no hit"
    return Came(told, *facts(table, fired))


def assault(rules: Rules, at: Position, random: Random) -> Came:
    table = Table(rules, at, random)
    resolved(table)
    (fought,) = table.all(e.Assaulted)
    units = at.state.units
    beaten = [called(at.state, units[id]) for id in (fought.unit, fought.target) if id in fought.hit]
    told = "no hit" if not fought.hit else "hit: both" if len(beaten) == 2 else f"hit: {beaten[0]}"
    return Came(told, *facts(table, fought))


def bombard(rules: Rules, at: Position, random: Random) -> Came:
    """No other gun fires."""
    table = Table(rules, at, random)
    while not table.all(e.ShellLanded):
        sides = table.asked("artillery")
        if not sides:
            raise Unresolved
        table.do(sides[0], a.CeaseFire())
    resolved(table)
    (landed,) = table.all(e.ShellLanded)
    word = (
        "no effect"
        if not landed.hex
        else "on target"
        if landed.hex == landed.aim
        else f"lands in {landed.hex}"
    )
    return Came(word, *facts(table, landed))


def alone(rules: Rules, at: Position) -> bool:
    """No other gun has declared its fire."""
    return not at.state.shots


def readings() -> Mapping[type[Any], Reading]:
    return {
        a.Fire: Reading(fire), a.Assault: Reading(assault), a.Bombard: Reading(bombard, fits=alone),
    }  # fmt: skip
