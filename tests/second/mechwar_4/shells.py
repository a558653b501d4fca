"""Indirect fire and close air support: 7.1 to 7.7, 15.1 and 15.24."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tests.second.mechwar_4.charts import panic_chance, result, table, terrains
from tests.second.mechwar_4.fire import PERSONNEL, Value
from tests.second.mechwar_4.hexes import Spot
from tests.second.mechwar_4.odds import (
    WHOLE,
    Spread,
    applied,
    fate,
    in_turn,
    joined,
    panic_state,
    riders,
    shaken_up,
    then,
)
from tests.second.mechwar_4.sight import clear, leafy
from tests.second.mechwar_4.world import AFOOT, Piece, World


class Guns(NamedTuple):
    """h: of all of them; damage: steps that they have lost. unit: which they are on the map. suppressed:
    what suppression takes off (7.5, 7.6). last: the hex of their fire
    of the turn before."""

    side: str
    h: int
    damage: int = 0
    air: bool = False
    unit: str = ""
    suppressed: int = 0
    last: Spot | None = None


def spotted(world: World, side: str, hex: Spot) -> bool:
    """7.13: in the line of sight of a friend, who is not aboard."""
    for one in world.pieces.values():
        if one.side != side or one.at is None or one.carrier:
            continue
        if clear(world, one.at, hex):
            return True
    return hex in world.betrayed


def landing(world: World, guns: Guns, hex: Spot) -> dict[str, Fraction]:
    """7.11, 7.17, 15.1: whether there is fire for effect, and whether it scatters."""
    dice = table("fire")["indirect"]
    if guns.air:
        on = Fraction(dice["air_on_target"], 6)
        return {"on target": on, "scatters": 1 - on}
    seen, again = spotted(world, guns.side, hex), guns.last == hex
    least = dice["effect_repeated" if again else "effect_spotted" if seen else "effect_unspotted"]
    effect = Fraction(7 - max(1, least), 6)
    most = dice["scatter_repeated" if again else "scatter_spotted" if seen else "scatter_unspotted"]  # 7.12
    stray = Fraction(most, 6)
    return {"no fire for effect": 1 - effect, "scatters": effect * stray, "on target": effect * (1 - stray)}


def bombarded(
    world: World, guns: Guns, hex: Spot, loose: bool
) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Where the fire falls, and what becomes of whom: it scatters one hex in one of six directions (7.17)."""
    fires = WHOLE - (chance_of_panic(world, guns.unit) if guns.unit else 0)
    falls = {word: part * fires for word, part in landing(world, guns, hex).items()}
    if guns.unit:
        falls["its guns panic"] = 1 - fires
    facts: dict[str, Fraction] = defaultdict(Fraction)
    stray = falls["scatters"] / 6
    for at, part in ((hex, falls["on target"]), *((one, stray) for one in hex.neighbours)):
        if at not in world.board.terrain:
            falls["off the map"] = falls.get("off the map", Fraction(0)) + part
            falls["scatters"] -= part
            continue
        for word, chance in shelled(world, guns, at, loose).items():
            facts[word] += part * chance
    return falls, facts


def chance_of_panic(world: World, unit: str) -> Fraction:
    """7.15: of guns on the map, as they fire."""
    one = world.pieces[unit]
    return panic_chance("fire", panic_state(one), one.level, one.nation, world.rule("night"))


def shelled(world: World, guns: Guns, hex: Spot, loose: bool) -> dict[str, Fraction]:
    """What becomes of all in the impact zone around a hex, by name."""
    facts: dict[str, Fraction] = defaultdict(Fraction)
    for at in (hex, *hex.neighbours) if loose else (hex,):
        order = [one.id for one in world.here(at) if not one.flies and (not one.carrier or one.hatches)]
        for now, part in in_turn(world, order, lambda now, id: under(now, id, guns, loose, world.wrecks)):
            for one in world.here(at):
                if (word := fate(one, now)) != "no effect":
                    facts[f"{one.name}: {word}"] += part
    return facts


def strength(world: World, guns: Guns, soft: bool, loose: bool) -> int:
    """7.16 and 7.21: losses take one off each, not from what is fired at soft targets, at least 1 stays of them, and
    then suppression takes its points off what is left (7.5, 7.6); a loose pattern is halved."""
    h = (guns.h if soft or guns.air else max(1, guns.h - guns.damage)) - guns.suppressed
    if world.readings["howitzers_least"] == "all":
        h = max(1, h)
    whole = soft and world.readings["loose_v_soft"] == "whole"
    return -(-h // 2) if loose and not whole else h


def target_of(one: Piece) -> str:
    """11.2: in an improved position it is a hard target."""
    return "hard" if one.improved else one.target


def worth(world: World, one: Piece, guns: Guns, loose: bool, soft: bool) -> Value:
    adds = table("fire")["modifiers"]
    assert one.at is not None
    found = [adds["wreck"]] if one.at in world.wrecks else []
    tight_v_hard = target_of(one) == "hard" and not loose and not guns.air
    if leafy(world, one.at) and not tight_v_hard:
        devastated = adds["devastation"] if one.at in world.devastated and one.moves in AFOOT else 0
        ground = terrains()[world.board.terrain[one.at]]["howitzers"]
        found += [ground + devastated] if world.readings["devastation"] == "adds" else [ground, devastated]
    die = min([0, *found]) + (adds["column"] if one.column else 0)
    h = strength(world, guns, soft, loose)
    if soft:
        return Value(h, "personnel", die + (0 if guns.air else PERSONNEL[min(guns.damage, 2)]))
    return Value(table("air")["rules"]["armour"] if guns.air else h, "d2", die)


def under(world: World, target: str, guns: Guns, loose: bool, wrecks: frozenset[Spot]) -> Spread:
    """One unit under fire, all six faces, as though it were alone (6.82); nobody is taken to button up who has not
    (7.31). wrecks: those that there were before."""
    one = world.pieces[target]
    soft = target_of(one) == "soft"
    shut = not soft and not guns.air and one.suppression > 0 and not one.row.get("open")
    before = replace(world, wrecks=wrecks)
    value = worth(before, one, guns, loose, soft)
    found: Spread = []
    for die in range(1, 7):
        if shut:
            after = shaken_up(world, one, not loose and die <= value.superiority)
        else:
            after = applied(world, target, result(value.table, value.superiority, die + value.die), value)
        for rider in riders(world, one):
            on = replace(rider, at=one.at, column=one.column, improved=False)
            own = worth(before, on, guns, loose, soft=True)
            losses = PERSONNEL[min(guns.damage, 2)] if not guns.air else 0
            theirs = Value(value.superiority, "personnel", own.die - losses)
            cell = result("personnel", theirs.superiority, die + theirs.die)
            after = then(
                after, lambda now, rider=rider, cell=cell, theirs=theirs: applied(now, rider.id, cell, theirs)
            )
        found += [(now, part / 6) for now, part in after]
    return joined(found)
