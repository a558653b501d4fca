"""TANKS: random battles with random platoons, the time of a legal list, of the odds of a shot, and of a preview."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from campaign.rules.dice import SeededDice
from campaign.rules.packs import read_pack
from campaign.systems import find, package_of
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import roster
from campaign.systems.tanks_modern_age.charts import NATIONS
from campaign.systems.tanks_modern_age.positions import random_roster
from campaign.systems.tanks_modern_age.rules import TanksRules
from tests.bench.rows import Part, Row, at_most

SYSTEM = "tanks-modern-age"
BATTLES = 40
MISSIONS = ("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat")


class Watch:
    """Times of single calls, in ms."""

    def __init__(self) -> None:
        self.legal: list[float] = []
        self.odds: list[float] = []
        self.preview: list[float] = []

    def time(self, into: list[float], work: Callable[[], Any]) -> Any:
        start = time.perf_counter()
        found = work()
        into.append((time.perf_counter() - start) * 1000)
        return found


def run() -> list[Row]:
    rules: Any = find(SYSTEM).load(read_pack(SYSTEM, package_of(SYSTEM)))
    for seed in range(3):
        _battle(rules, seed, None)
    start, actions = time.perf_counter(), 0
    for seed in range(BATTLES):
        actions += _battle(rules, seed, None)
    taken = time.perf_counter() - start
    watch = Watch()
    for seed in range(BATTLES // 4):
        _battle(rules, seed, watch)
    return [
        Row("random battles of 80 points a side", BATTLES / taken, "/s", "none", True),
        Row("actions in them, legal lists included", actions / taken, "/s", "none", True),
        Row("a legal list, median", median(watch.legal), "ms", "none", True),
        Row("a legal list, slowest", max(watch.legal), "ms", "none", True),
        Row("odds of a shot, median", median(watch.odds), "ms", "none", True),
        at_most("odds of a shot, slowest", max(watch.odds), "ms", 50),
        Row("a preview of a move, median", median(watch.preview), "ms", "none", True),
    ]


def _battle(rules: TanksRules, seed: int, watch: Watch | None) -> int:
    """Play one to its end; answers with the number of actions."""
    rnd = random.Random(seed)
    pick = rnd.randrange
    options: dict[str, Any] = {
        side: roster.plain(random_roster(rules.charts, rnd.choice(list(NATIONS)), 80, pick))
        for side in ("blue", "red")
    }
    chosen = {**options, "points": 80, "terrain": "ready"}
    state = rules.system.begun(rules.open(MISSIONS[seed % len(MISSIONS)], chosen))
    bot, actions = rules.system.bot("random"), 0
    while pending := rules.pending(state):
        side = pending[pick(len(pending))].side
        if watch is None:
            legal = rules.legal(state, side)
        else:
            legal = watch.time(watch.legal, lambda state=state, side=side: rules.legal(state, side))
            for option in legal:
                if isinstance(option.action, a.Shoot):
                    watch.time(watch.odds, lambda o=option, s=side: rules.odds(state, s, o.action))
                elif isinstance(option.action, a.Move):
                    watch.time(watch.preview, lambda o=option, s=side: rules.preview(state, s, o.action))
        chosen = bot.choose(rules, rules.known(state, side), side, legal, pick)
        rules.advance(state, side, chosen.action, SeededDice(pick))
        actions += 1
    return actions


PARTS = {"all": Part(run)}
