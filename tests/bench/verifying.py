"""Verification of whole battles, played at random: with every decision again, and without."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from campaign.battles.verifying import audit
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from events.verify import verify
from tests.bench.rows import Part, Row, spent

TARGETS = {"combat-veteran": ("tank-duel", 5_000), "tanks-modern-age": ("first-game", 1_000)}
"""System → a scenario, and entries a second that are promised."""
ENTRIES = 800
"""That are verified, at least."""
ROUNDS = 5


def _again(system: str) -> list[Row]:
    scenario, target = TARGETS[system]
    with TemporaryDirectory() as folder, Headquarters(Path(folder)) as hq:
        battles = _played(hq, scenario)
        count = sum(hq.battles.head(one) for one in battles)
        again, plain = list[float](), list[float]()
        for _ in range(ROUNDS):
            again.append(spent(lambda: _verified(hq, battles)))
            plain.append(spent(lambda: _looked_at(hq, battles)))
    measured, baseline = count / min(again), count / min(plain)
    what = f"{system}: verify with deciding again"
    return [Row(what, measured, "entries/s", f">= {target:,} /s", measured >= target, baseline)]


def _played(hq: Headquarters, scenario: str) -> list[str]:
    """Whole battles by bots that toss coins, until there are enough entries."""
    found: list[str] = []
    rnd = Random(1)
    sides = [side.id for side in hq.packs.scenario(scenario)[1].sides]
    while sum(hq.battles.head(one) for one in found) < ENTRIES:
        opened = hq.battles.new(scenario)
        assert isinstance(opened, Acted)
        for answer in hq.battles.bots.play(opened.diary, dict.fromkeys(sides, "random"), rnd.randrange):
            assert isinstance(answer, Acted), answer
        found.append(opened.diary)
    return found


def _verified(hq: Headquarters, battles: list[str]) -> None:
    for one in battles:
        report = hq.battles.verify(one)
        assert report.sound and report.decided == report.entries, report


def _looked_at(hq: Headquarters, battles: list[str]) -> None:
    """Everything but the decisions: the events are folded."""
    for one in battles:
        battle = hq._house.battles.get(one)
        checks = audit(battle, hq.caller).checks._replace(decide=None)
        assert verify(battle.store, one, battle.diary.reducer, checks).bad is None


PARTS = {system: Part(partial(_again, system)) for system in TARGETS}
