"""Writes docs/balance.md: every scenario fought by its best bot against itself and all others, with the shipped data.

    python -m tests.balance [SCENARIO ...] [--system ID] [--battles 600] [--others 200] [--seeds 1 2 3] [--jobs 0]

The battles of the best bot against itself are shared out among the seeds, and their results pooled. What is done is
kept in bench-results/balance, each pairing of each seed in a file of its own, by the rules and data that it was done
with; begun again, it goes on from there. With scenarios or a system named, only these are fought, and the page says of
the others what is known of them, by however many battles. Of each rule system it says how many there were.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from campaign.headquarters import Headquarters
from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo, Side
from campaign.simulation import words
from campaign.simulation.answers import BATTLES, Brief, Extent, Setup, Use
from campaign.simulation.certainty import share, spread, wilson
from campaign.simulation.measuring import used
from campaign.simulation.summing import half_points
from tests.kept import ROOT, digest

PAGE = ROOT / "docs" / "balance.md"
KEPT = ROOT / "bench-results" / "balance"
SEEDS = (1, 2, 3)
MIRROR = 600
"""Battles of the best bot against itself: a share of a half is then known to 4 points up and down."""
ONE_SIDED = 0.65
EARLY, OFTEN = 0.25, 0.5
HEAD = """\
# Balance

Every scenario as it is shipped, with its usual options, fought by the best bot of its rule system against itself
and against every other bot on either side, with as many battles a pairing as each rule system says; those of several
seeds are pooled. `make balance` writes this page anew, and the same seeds give the same numbers on any machine. In
brackets stands the Wilson interval that holds in 95 of 100 cases. Turns are the median, and between what 80 of 100
battles end. Idle are the turns of pieces that could have moved or attacked and did nothing.

A scenario is *one-sided* if, of the best bot against itself, either side gets more than {one_sided:.0f} % of the points
for sure, a draw counting half: the whole interval lies beyond. It is *dull* if at least half of these battles are over
in the first quarter of its turns, or more than half end with the same score, where the rules count one. How battles end
is told without the numbers in it.

A match of the best bot against itself does not say alone how a scenario is balanced, since its best answer may be
another bot. A bot without a row has not been fought yet. `wardiary simulate SCENARIO --matrix` fights every bot
against every bot, tells the value of that game, and of every pairing reasons, losses and kills.
"""


class Pairing(NamedTuple):
    """Of one scenario: bots of the first and the second side."""

    first: str
    second: str


class Kept(Struct, frozen=True):
    """The battles of one pairing with one seed, the first so many."""

    fought: tuple[Brief, ...]
    uses: tuple[Use, ...]


class Pooled(NamedTuple):
    """The battles of one pairing with all seeds."""

    fought: Sequence[Brief]
    uses: Sequence[Use]


Table = Mapping[Pairing, Pooled]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.balance", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--system", default="", help="only its scenarios")
    parser.add_argument(
        "--battles", type=int, default=MIRROR, help="of the best bot against itself, with all seeds"
    )
    parser.add_argument(
        "--others", type=int, default=BATTLES, help="of each other pairing, with the first seed"
    )
    parser.add_argument("--seeds", type=int, nargs="*", default=list(SEEDS))
    parser.add_argument("--jobs", type=int, default=0, help="processes; one on each core, unless said")
    parser.add_argument("--to", type=Path, default=PAGE)
    asked: Any = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        every = hq.packs.scenarios()
        if unknown := set(asked.scenarios) - {info.id for _, info in every}:
            parser.error(f"no such scenario: {', '.join(sorted(unknown))}")
        if asked.system and asked.system not in {one.id for one, _ in every}:
            parser.error(f"no such rule system: {asked.system}")
        for system, info in every:
            if (not asked.scenarios or info.id in asked.scenarios) and asked.system in ("", system.id):
                for pairing, seed, battles in wanted(system, asked):
                    fill(hq, system, info, pairing, seed, battles, asked.jobs)
        tables = {info.id: table(system, info) for system, info in every}
        asked.to.write_text(page(every, tables), encoding="utf-8")
    return 0


def wanted(system: SystemInfo, asked: Any) -> Iterator[tuple[Pairing, int, int]]:
    """What is fought of a scenario: pairing, seed, battles."""
    seeds = list(dict.fromkeys(asked.seeds))
    for i, seed in enumerate(seeds):
        battles = asked.battles // len(seeds) + (i < asked.battles % len(seeds))
        if battles:
            yield Pairing(system.bots[-1], system.bots[-1]), seed, battles
    for pairing in pairings(system)[1:]:
        yield pairing, seeds[0], asked.others


def pairings(system: SystemInfo) -> list[Pairing]:
    """The best bot against itself, and on either side against each of the others."""
    *others, best = system.bots
    return [
        Pairing(best, best),
        *(Pairing(best, one) for one in others),
        *(Pairing(one, best) for one in others),
    ]


def fill(
    hq: Headquarters,
    system: SystemInfo,
    info: ScenarioInfo,
    pairing: Pairing,
    seed: int,
    battles: int,
    jobs: int,
) -> None:
    """Fight what is not kept yet, so that there are so many battles at the least."""
    file = kept_as(system, info, pairing, seed)
    if file.is_file() and len(msgspec.json.decode(file.read_bytes(), type=Kept).fought) >= battles:
        return
    name = f"{info.id}, {pairing.first} against {pairing.second}, seed {seed}"

    def tell(done: int, of: int) -> None:
        print(
            f"\r{name}: {done:,} of {of:,} battles",
            end="" if done < of else "\n",
            file=sys.stderr,
            flush=True,
        )

    bots = {side.id: (bot,) for side, bot in zip(info.sides, pairing, strict=True)}
    (cell,) = hq.simulations.run(
        Setup(info.id, system.id, bots=bots), Extent(battles, seed=seed, jobs=jobs), tell
    ).cells
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")  # what is cut off leaves no half of a file
    fresh.write_bytes(msgspec.json.encode(Kept(cell.fought, cell.uses)))
    fresh.replace(file)


def kept_as(system: SystemInfo, info: ScenarioInfo, pairing: Pairing, seed: int) -> Path:
    """By all that decides a battle: the rule system with its data, what all rule systems stand on, and simulation."""
    code = digest(f"systems/{system.id.replace('-', '_')}", "rules", "simulation")
    return KEPT / f"{info.id}-{pairing.first}-{pairing.second}-{seed}-{code}.json"


def table(system: SystemInfo, info: ScenarioInfo) -> Table:
    """All that is kept of a scenario."""
    found: dict[Pairing, Pooled] = {}
    for pairing in pairings(system):
        before, _, code = kept_as(system, info, pairing, 0).name.rpartition("-0-")
        files = sorted(KEPT.glob(f"{before}-[0-9]*-{code}"))
        some = [msgspec.json.decode(file.read_bytes(), type=Kept) for file in files]
        if some:
            fought = [one for few in some for one in few.fought]
            found[pairing] = Pooled(fought, used([use for few in some for use in few.uses]))
    return found


# -- what a scenario is like ---------------------------------------------------------------------------------------


def points(fought: Sequence[Brief], side: str) -> float:
    """How many battles a side has won, a draw counting half."""
    return sum(half_points(one.winner, side) for one in fought) / 2


def marks(info: ScenarioInfo, mirror: Pooled) -> list[str]:
    """What is wrong with a scenario, by the bounds of the page."""
    fought, found = mirror.fought, list[str]()
    low, high = wilson(points(fought, info.sides[0].id), len(fought))
    if low > ONE_SIDED or high < 1 - ONE_SIDED:
        found.append("one-sided")
    early = sum(one.turn <= EARLY * info.turns for one in fought)
    scores = Counter(one.score for one in fought if one.score)
    same = max(scores.values(), default=0)
    if (info.turns and early >= OFTEN * len(fought)) or same > OFTEN * len(fought):
        found.append("dull")
    return found


def ending(reason: str) -> str:
    """What kind of end it was: the reason without its numbers."""
    return re.sub(r"\d+", "n", reason)


def endings(fought: Sequence[Brief], sides: Sequence[Side]) -> list[tuple[str, str, float]]:
    """Who won, how, and in what share of the battles; the commonest first."""
    found = Counter((one.winner, ending(one.reason)) for one in fought)
    return [
        (words.winner(winner, sides), how, n / len(fought))
        for (winner, how), n in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]


# -- the page ----------------------------------------------------------------------------------------------------


def page(every: Sequence[tuple[SystemInfo, ScenarioInfo]], found: Mapping[str, Table]) -> str:
    """The page as Markdown."""
    parts = [HEAD.format(one_sided=100 * ONE_SIDED)]
    for system in dict.fromkeys(one for one, _ in every):
        parts.append(f"## {system.title}\n")
        tables = [(info, found[info.id]) for one, info in every if one == system]
        best = Pairing(system.bots[-1], system.bots[-1])
        done = [(info, one) for info, one in tables if best in one]
        if done:
            parts.append(f"{_counted([one for _, one in done], best)}\n")
        columns = (
            "scenario",
            "first side",
            f"{best.first} against {best.second}",
            "draws",
            "turns",
            "limit",
            "idle",
        )
        parts.append(f"| {' | '.join((*columns, ''))} |\n{'|---' * (len(columns) + 1)}|")
        parts += [_row(info, one[best]) for info, one in done]
        parts.append("")
        for info, one in tables:
            parts.append(
                f"### {info.title}\n\n{_matrix(info, one, best) if best in one else 'Not fought yet.'}\n"
            )
    return "\n".join(parts)


def _counted(tables: Sequence[Table], best: Pairing) -> str:
    """How many battles a pairing the tables of a rule system have, as one sentence."""
    mirrors = {len(one[best].fought) for one in tables}
    others = {len(pooled.fought) for one in tables for pairing, pooled in one.items() if pairing != best}
    if mirrors == others and len(mirrors) == 1:
        return f"{_range(mirrors)} battles a pairing."
    told = f"{_range(mirrors)} battles of {best.first} against {best.second}"
    return f"{told}, {_range(others)} of every other pairing." if others else f"{told}."


def _range(counts: set[int]) -> str:
    least, most = min(counts), max(counts)
    return str(least) if least == most else f"{least} to {most}"


def _wins(fought: Sequence[Brief], side: str) -> str:
    return words.shared(share(sum(one.winner == side for one in fought), len(fought)))


def _row(info: ScenarioInfo, mirror: Pooled) -> str:
    fought, sides = mirror.fought, {side.id for side in info.sides}
    idle = ", ".join(
        f"{words.winner(use.side, info.sides)} {words.percent(use.idle / use.turns)}"
        for use in mirror.uses
        if use.turns
    )
    cells = (
        f"`{info.id}`",
        info.sides[0].name,
        _wins(fought, info.sides[0].id),
        words.percent(sum(one.winner not in sides for one in fought) / len(fought)),
        words.spread(spread([one.turn for one in fought])),
        str(info.turns or ""),
        idle,
        ", ".join(f"*{mark}*" for mark in marks(info, mirror)),
    )
    return f"| {' | '.join(cells)} |"


def _matrix(info: ScenarioInfo, found: Table, best: Pairing) -> str:
    """How its battles end, and how often the first side wins, with each bot on one side and the best on the other."""
    first, second = info.sides
    ends = endings(found[best].fought, info.sides)
    lines = [
        f"How it ends, {best.first} against {best.second}:\n",
        "| won by | because | battles |",
        "|---|---|---|",
        *(f"| {who} | {how} | {words.percent(part)} |" for who, how, part in ends),
        f"\nHow often {first.name} wins against {second.name}:\n",
        f"| bot | it has {first.name} against {best.first} | it has {second.name} against {best.first} |",
        "|---|---|---|",
    ]
    for bot in dict.fromkeys(bot for pairing in found for bot in pairing):
        two = (Pairing(bot, best.second), Pairing(best.first, bot))
        shares = [_wins(found[one].fought, first.id) if one in found else "" for one in two]
        lines.append(f"| {bot} | {' | '.join(shares)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
