"""Whole battles of the best bot against itself: how many a second, and its slowest thought."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import Any

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.packs import read_pack
from campaign.rules.system import Rules, forces_of
from campaign.systems import find, package_of, system_ids
from tests.bench.rows import Part, Row

SECONDS = 6.0
"""Of the processor for each scenario, and at least one battle."""


def _system(system: str) -> list[Row]:
    rules = find(system).load(read_pack(system, package_of(system)))
    rows: list[Row] = []
    for info in rules.scenarios():
        battles, slowest, start = 0, 0.0, time.process_time()
        while not battles or time.process_time() - start < SECONDS:
            slowest = max(slowest, _battle(rules, info.id, battles))
            battles += 1
        taken = time.process_time() - start
        rows.append(Row(f"{info.id}: battles", battles / taken, "/s", "none", True))
        rows.append(Row(f"{info.id}: slowest thought", 1000 * slowest, "ms", "none", True))
    return rows


def _battle(rules: Rules, scenario: str, seed: int) -> float:
    """Play one to its end; answers with the seconds of the longest choice."""
    pick = random.Random(seed).randrange
    info = next(one for one in rules.scenarios() if one.id == scenario)
    state: Any = rules.system.begun(
        rules.open(scenario, settle(info, {}, lambda name: forces_of(rules).rosters()[name]))
    )
    bot, slowest = rules.system.bot(rules.system.bot_names()[-1]), 0.0
    while pending := rules.pending(state):
        side = pending[0].side
        start = time.process_time()
        known = rules.known(state, side)
        chosen = bot.choose(rules, known, side, rules.legal(state, side), pick)
        slowest = max(slowest, time.process_time() - start)
        rules.advance(state, side, chosen.action, SeededDice(pick))
    return slowest


PARTS = {system: Part(partial(_system, system)) for system in system_ids()}
