"""Whole battles of the best bot against itself: how many a second, and its slowest thought."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from campaign.rules.options import Option
from campaign.rules.packs import read_pack
from campaign.systems import find, package_of, system_ids
from tests.bench.play import battle
from tests.bench.rows import Part, Row

SECONDS = 6.0
"""Of the processor for each scenario, and at least one battle."""


def _system(system: str) -> list[Row]:
    rules = find(system).load(read_pack(system, package_of(system)))
    bot = rules.system.bot(rules.system.bot_names[-1])
    rows: list[Row] = []
    for scenario in rules.infos:
        battles, slowest, start = 0, 0.0, time.process_time()

        def thinks(*asked: Any) -> Option:
            nonlocal slowest
            begun = time.process_time()
            chosen = bot.choose(*asked)
            slowest = max(slowest, time.process_time() - begun)
            return chosen

        while not battles or time.process_time() - start < SECONDS:
            battle(rules, scenario, battles, thinks)
            battles += 1
        taken = time.process_time() - start
        rows.append(Row(f"{scenario}: battles", battles / taken, "/s", "none", True))
        rows.append(Row(f"{scenario}: slowest thought", 1000 * slowest, "ms", "none", True))
    return rows


PARTS = {system: Part(partial(_system, system)) for system in system_ids()}
