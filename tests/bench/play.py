"""Random whole battles in memory: how many actions a second are listed, chosen, decided and applied, and how long the
slowest list and the slowest odds of one of them take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.options import Option
from campaign.rules.packs import read_pack
from campaign.rules.system import Rules, forces_of
from campaign.systems import find, package_of
from tests.bench.rows import Part, Row, at_most, spent

TARGETS = {
    "combat-veteran": 20_000,
    "combat-volume-2": 2_000,
    "portable-wargame-modern": 10_000,
    "mechwar-4": 5_000,
    "tanks-modern-age": 5_000,
}
"""Actions that are promised for a second of the processor."""
LONGEST = {
    "combat-veteran": (10.0, 50.0),
    "combat-volume-2": (5.0, 20.0),
    "portable-wargame-modern": (2.0, 20.0),
    "mechwar-4": (10.0, 50.0),
    "tanks-modern-age": (10.0, 50.0),
}
"""Milliseconds that a whole list of what is legal, on a fresh copy of the state, and the odds of an attack may take."""
Choose = Callable[..., Option]
SECONDS, TRIES = 2.0, 3


def _system(system: str) -> list[Row]:
    rules = find(system).load(read_pack(system, package_of(system)))
    rows: list[Row] = []
    for info in rules.scenarios():
        rate = median(_actions_per_second(rules, info.id) for _ in range(3))
        target = TARGETS[system]
        rows.append(Row(f"{system}, {info.id}: actions", rate, "/s", f">= {target:,} /s", rate >= target))
        named = zip(("legal list", "odds"), _slowest(rules, info.id), LONGEST[system], strict=True)
        rows += [at_most(f"{system}, {info.id}: slowest {what}", ms, "ms", most) for what, ms, most in named]
    return rows


def _actions_per_second(rules: Rules, scenario: str) -> float:
    """Legal lists included; sight lines and ways are remembered after the first battles, as in a long campaign."""
    chance = rules.system.bot("random").choose
    start = time.process_time()
    for seed in range(20):
        battle(rules, scenario, seed, chance)
        if time.process_time() - start > SECONDS:
            break
    actions, start = 0, time.process_time()
    for seed in range(10_000):
        actions += battle(rules, scenario, seed, chance)
        if time.process_time() - start > SECONDS:
            break
    return actions / (time.process_time() - start)


def _slowest(rules: Rules, scenario: str) -> tuple[float, float]:
    """Milliseconds for the slowest list and the slowest odds of a battle, each the fastest of three tries: what else
    the machine did at the time does not count."""
    lists: list[float] = [0.0]
    odds: list[float] = [0.0]

    def look(state: Any, side: str, options: Sequence[Option]) -> None:
        copies = [rules.copy(state) for _ in range(TRIES)]
        lists.append(_fastest(lambda: [*rules.legal(copies.pop(), side)]))
        rolled = [one.action for one in options if one.dice or one.target]
        if rolled:
            odds.append(_fastest(lambda: rules.odds(state, side, rolled[len(odds) % len(rolled)])))

    battle(rules, scenario, 0, rules.system.bot("random").choose, look)
    return max(lists), max(odds)


def _fastest(work: Callable[[], object]) -> float:
    return 1000 * min(spent(work) for _ in range(TRIES))


def battle(
    rules: Rules,
    scenario: str,
    seed: int,
    choose: Choose,
    look: Callable[[Any, str, Sequence[Option]], None] | None = None,
) -> int:
    """Play one to its end; answers with the number of actions. choose: of a bot. look: asked before each, with what is
    legal."""
    pick = random.Random(seed).randrange
    chosen = settle(rules.infos[scenario], {}, lambda name: forces_of(rules).rosters()[name])
    state = rules.system.begun(rules.open(scenario, chosen))
    actions = 0
    while pending := rules.pending(state):
        side = pending[pick(len(pending))].side
        options = rules.legal(state, side)
        if look is not None:
            look(state, side, options)
        action = choose(rules, rules.known(state, side), side, options, pick).action
        rules.advance(state, side, action, SeededDice(pick))
        actions += 1
    return actions


PARTS = {system: Part(partial(_system, system)) for system in TARGETS}
