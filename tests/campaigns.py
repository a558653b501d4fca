"""Fights whole campaigns of every sample between bots, and writes the table in docs/campaign.md.

    python -m tests.campaigns [SAMPLE ...] [--campaigns 40] [--jobs 0] [--print]

Campaign number n of a sample comes out the same on any machine: its dice, its coins and its clock follow from n. What
is done is kept in bench-results/campaigns, by the rules, policies and samples that it was done with; begun again, it
goes on from there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.headquarters import Headquarters
from campaign.ledger import events as e
from campaign.ledger.decide.battles import can_muster
from campaign.ledger.state import Campaign
from campaign.rules.muster import Mustered
from campaign.shared.answers import Acted
from tests.campaign.conftest import steady_world
from tests.kept import ROOT, digest

PAGE = ROOT / "docs" / "campaign.md"
KEPT = ROOT / "bench-results" / "campaigns"
DECIDE = ("systems", "rules", "ledger", "samples", "campaigns")
"""The folders with all that decides a campaign."""
CAMPAIGNS = 40
LIVING = ("fit", "wounded")
BEGIN, END = "<!-- campaigns of bots -->", "<!-- end -->"
WINS, SHORT, ELITE, LAPSED = (30, 70), 33, 33, 20
"""What is aimed at, in percent: wins of either side between, battles with somebody short of rounds at least, elite
survivors at the most, and any one scenario lapsed for want of machines at the most."""


class Fought(Struct, frozen=True):
    """What came of one campaign. short: battles with somebody short of rounds. levels: of the living at the end, by
    side. reached, wanting: scenarios that were opened, and those that lapsed because a side had too few machines."""

    sample: str
    number: int
    winner: str
    end: str
    battles: int
    short: int
    days: int
    levels: dict[str, dict[str, int]]
    reached: tuple[str, ...]
    lapsed: tuple[str, ...]
    wanting: tuple[str, ...]


def fight(sample: str, number: int) -> Fought:
    """One campaign, from its first day to its end."""
    fast = Path("/dev/shm")
    folder = tempfile.TemporaryDirectory(dir=fast if fast.is_dir() else None)
    with folder as place, Headquarters(place, steady_world(f"{sample} {number} ")) as hq:
        opened = hq.campaigns.new(sample, name="c")
        assert isinstance(opened, Acted), opened
        for step in hq.campaigns.staff.play("c", pick=Random(f"{sample} {number}").randrange):
            assert isinstance(step, Acted), step
        return _told(sample, number, hq._house.campaigns.get("c"))


def _told(sample: str, number: int, campaign: OpenCampaign) -> Fought:
    found = Counter[str]()
    reached: list[str] = []
    lapsed: list[str] = []
    wanting: list[str] = []
    state, reducer = campaign.diary.reducer.initial(), campaign.diary.reducer
    spent: dict[tuple[str, str], dict[str, int]] = {}
    for entry in campaign.store.entries(campaign.name):
        for event in reducer.codec.events(entry.body):
            match event:
                case e.ScenarioOpened():
                    reached.append(event.node)
                case e.ScenarioLapsed():
                    lapsed.append(event.node)
                    assert state.graph is not None
                    node = state.graph.node(event.node)
                    if not all(can_muster(state, node, side) for side in node.sides):
                        wanting.append(event.node)
                case e.Spent():
                    spent[event.battle, event.asset] = dict(event.stores)
                case _:
                    pass
            reducer.fold(state, [event])
    for battle in state.battles.values():
        found["battles"] += 1
        found["short"] += any(_short(state, one, spent.get((battle.id, one.id), {})) for one in battle.muster)
    assert state.verdict is not None
    levels = {
        side: dict(Counter(p.level for p in state.people.values() if p.side == side and p.status in LIVING))
        for side in state.sides
    }
    days = campaign.diary.state_at(1).date, state.date
    return Fought(
        sample, number, state.verdict.winner, state.verdict.end, found["battles"], found["short"], _days(*days),
        levels, tuple(reached), tuple(lapsed), tuple(wanting),
    )  # fmt: skip


def _days(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _short(state: Campaign, one: Mustered, spent: dict[str, int]) -> bool:
    """Whether an asset came with less than half of its basic load of some kind, or fired the last of it."""
    load = state.types[one.type].load
    return any(
        2 * one.ammunition.get(item, 0) < full or (full and spent.get(item, 0) >= one.ammunition.get(item, 0))
        for item, full in load.items()
    )


# -- many of them --------------------------------------------------------------------------------------------------


def fought(sample: str, campaigns: int, jobs: int = 0) -> list[Fought]:
    """As they were kept, or fought now: begun again, it goes on from there. jobs: processes, 0 for one on each core."""
    kept = KEPT / f"{sample}-{digest(*DECIDE)}.json"
    found = msgspec.json.decode(kept.read_bytes(), type=list[Fought]) if kept.is_file() else list[Fought]()
    left = range(len(found), campaigns)
    if left:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor(jobs or None, mp_context=get_context("spawn")) as pool:
            for one in pool.map(partial(fight, sample), left):
                found.append(one)
                fresh = kept.with_suffix(".new")  # what is cut off leaves no half of a file
                fresh.write_bytes(msgspec.json.encode(found))
                fresh.replace(kept)
                print(f"\r{sample}: {len(found)} of {campaigns}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    return found[:campaigns]


class Row(NamedTuple):
    """What is printed of a sample. shares in percent. wanting: of the scenario that lapsed most often for want of
    machines."""

    sample: str
    campaigns: int
    wins: dict[str, float]
    battles: int
    short: float
    elite: float
    elite_of: dict[str, float]
    scenario: str
    wanting: float

    @property
    def faults(self) -> list[str]:
        """What is aimed at and not reached."""
        found = [
            f"{side} wins {share:.0f} %"
            for side, share in self.wins.items()
            if not WINS[0] <= share <= WINS[1]
        ]
        found += [f"{self.short:.0f} % of the battles short of rounds"] if self.short < SHORT else []
        found += [f"{self.elite:.0f} % of the survivors elite"] if self.elite >= ELITE else []
        found += [f"{self.scenario} lapses in {self.wanting:.0f} %"] if self.wanting > LAPSED else []
        return found


def summed(sample: str, some: Sequence[Fought]) -> Row:
    sides = list(some[0].levels)
    wins = {side: 100 * sum(one.winner == side for one in some) / len(some) for side in sides}
    battles = sum(one.battles for one in some)
    alive, elite = Counter[str](), Counter[str]()
    for one in some:
        for side, levels in one.levels.items():
            alive[side] += sum(levels.values())
            elite[side] += levels.get("elite", 0)
    reached = Counter(node for one in some for node in one.reached)
    wanting = Counter(node for one in some for node in one.wanting)
    shares = {node: 100 * wanting[node] / n for node, n in reached.items()}
    worst = max(shares, key=lambda node: shares[node])
    return Row(
        sample,
        len(some),
        wins,
        battles,
        100 * sum(one.short for one in some) / max(1, battles),
        100 * elite.total() / max(1, alive.total()),
        {side: 100 * elite[side] / max(1, alive[side]) for side in sides},
        worst,
        shares[worst],
    )


def table(rows: Sequence[Row]) -> str:
    """As Markdown."""
    head = (
        "sample",
        "campaigns",
        "won by",
        "battles",
        "short of rounds",
        "survivors elite",
        "lapsed for want of machines",
    )
    parts = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for row in rows:
        wins, elite = (
            ", ".join(f"{side} {share:.0f} %" for side, share in shares.items())
            for shares in (row.wins, row.elite_of)
        )
        wanting = f"{row.scenario} in {row.wanting:.0f} %" if row.wanting else "none"
        found = f"{row.elite:.0f} % ({elite})"
        cells = (
            f"`{row.sample}`",
            str(row.campaigns),
            wins,
            str(row.battles),
            f"{row.short:.0f} %",
            found,
            wanting,
        )
        parts.append(f"| {' | '.join(cells)} |")
    return "\n".join(parts)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--campaigns", type=int, default=CAMPAIGNS)
    parser.add_argument("--jobs", type=int, default=0, help="processes; one on each core, unless said")
    parser.add_argument("--print", action="store_true", help="leave the page alone")
    asked: Any = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        samples = asked.samples or [one.id for one in hq.campaigns.files.samples()]
    rows = [summed(sample, fought(sample, asked.campaigns, asked.jobs)) for sample in samples]
    print(table(rows))
    for row in rows:
        for fault in row.faults:
            print(f"{row.sample}: {fault}")
    if not asked.print:
        text = PAGE.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        PAGE.write_text(f"{head}{BEGIN}\n{table(rows)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 1 if any(row.faults for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
