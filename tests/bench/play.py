"""Random whole battles in memory: how many actions a second are listed, chosen, decided and applied."""

from __future__ import annotations

import random
import time
from statistics import median

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import read_pack
from campaign.rules.system import Rules, forces_of
from campaign.systems import find, package_of, system_ids
from tests.bench.rows import Row

TARGETS = {"combat-veteran": 20_000}
"""Actions a second that are promised; other rule systems' are measured without a promise."""
SECONDS = 2.0


def run() -> list[Row]:
    rows: list[Row] = []
    for system in system_ids():
        rules = find(system).load(read_pack(system, package_of(system)))
        for info in rules.scenarios():
            rate = median(_actions_per_second(rules, info.id) for _ in range(3))
            target = TARGETS.get(system, 0)
            promise = f">= {target:,} /s" if target else "none"
            rows.append(Row(f"{system}, {info.id}: actions", rate, "/s", promise, rate >= target))
    return rows


def _actions_per_second(rules: Rules, scenario: str) -> float:
    """Legal lists included; sight lines and ways are remembered after the first battles, as in a long campaign."""
    start = time.perf_counter()
    for seed in range(20):
        _battle(rules, scenario, seed)
        if time.perf_counter() - start > SECONDS:
            break
    actions, start = 0, time.perf_counter()
    for seed in range(10_000):
        actions += _battle(rules, scenario, seed)
        if time.perf_counter() - start > SECONDS:
            break
    return actions / (time.perf_counter() - start)


def _battle(rules: Rules, scenario: str, seed: int) -> int:
    """Play one to its end; answers with the number of actions."""
    rnd = random.Random(seed)
    pick = rnd.randrange
    state = rules.system.initial()
    info = next(one for one in rules.scenarios() if one.id == scenario)
    for event in rules.open(scenario, settle(info, {}, lambda name: forces_of(rules).rosters()[name])):
        rules.system.appliers[type(event)](state, event)
    bot = rules.system.bot("random")
    actions = 0
    while pending := rules.pending(state):
        side = pending[pick(len(pending))].side
        chosen = bot.choose(rules, state, side, rules.legal(state, side), pick)
        rules.advance(state, side, chosen.action, SeededDice(pick))
        actions += 1
    return actions
