"""Simulations on one core and on all of them: battles a second between the best bots, processes started and all."""

from __future__ import annotations

import tempfile
import time
from functools import partial

from campaign.headquarters import Headquarters
from campaign.simulation.answers import Extent, Setup
from campaign.simulation.working import cores
from tests.bench.rows import Part, Row, at_least

SCENARIOS = {"tank-duel": 120, "tiger-shermans": 600, "first-game": 40}
"""Scenario → battles that take some seconds."""
PART = 0.7
"""Of the speed of so many cores, what all of them together must reach."""


def _crews(scenario: str) -> list[Row]:
    battles = SCENARIOS[scenario]
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        one, all_ = (_rate(hq, scenario, battles, jobs) for jobs in (1, cores()))
    what = f"{scenario}: battles, {cores()} cores"
    return [
        Row(f"{scenario}: battles, one core", one, "/s", "none", True),
        at_least(what, all_, "/s", one, PART * cores() if cores() > 1 else 0),
    ]


def _rate(hq: Headquarters, scenario: str, battles: int, jobs: int) -> float:
    start = time.perf_counter()
    hq.simulations.run(Setup(scenario), Extent(battles, jobs=jobs))
    return battles / (time.perf_counter() - start)


PARTS = {scenario: Part(partial(_crews, scenario)) for scenario in SCENARIOS}
