"""Verification of whole battles, played at random: with every decision again, and without."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from campaign.battles.verifying import audit
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from events.verify import verify
from tests.bench.rows import Row, seconds

TARGETS = {"combat-veteran": ("tank-duel", 5_000), "tanks-modern-age": ("first-game", 1_000)}
"""System → a scenario, and entries a second that are promised."""
ENTRIES = 800
"""That are verified, at least."""
ROUNDS = 5


def run() -> list[Row]:
    rows: list[Row] = []
    for system, (scenario, target) in TARGETS.items():
        with TemporaryDirectory() as folder, Headquarters(Path(folder)) as hq:
            battles = _played(hq, scenario)
            count = sum(hq.battles.head(one) for one in battles)
            again, plain = [], []
            for _ in range(ROUNDS):
                again.append(seconds(lambda hq=hq, battles=battles: _verified(hq, battles)))
                plain.append(seconds(lambda hq=hq, battles=battles: _looked_at(hq, battles)))
        measured, baseline = count / min(again), count / min(plain)
        what = f"{system}: verify with deciding again"
        rows.append(Row(what, measured, "entries/s", f">= {target:,} /s", measured >= target, baseline))
    return rows


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
