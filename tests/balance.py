"""Writes docs/balance.md: every scenario fought by its best bot against itself and all others, with the shipped data.

    python -m tests.balance [SCENARIO ...] [--system ID] [--battles 600] [--others 60] [--more 140] [--bots BOT ...]
                            [--seeds 1 2 3] [--jobs 0]

The battles of the best bot against itself are shared out among the seeds, and their results pooled. Every other bot
meets it on either side with the first seed; where these battles leave open whether it does better there than the best
bot, some more are fought with the second seed.

What is done is kept in bench-results/balance, each pairing of each seed in a file of its own, by the rules and data
that it was done with; begun again, it goes on from there. With scenarios, a system or bots named, only these are
fought, and the page says of the others what is known of them, by however many battles, and what nobody has fought;
what it said of rule systems of which nothing is known here stays as it stands, with the commits it names.
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
from campaign.rules.options import ScenarioInfo, Side, played
from campaign.simulation import words
from campaign.simulation.answers import Brief, Extent, Setup, Use
from campaign.simulation.certainty import spread, wilson
from campaign.simulation.measuring import used
from campaign.simulation.summing import half_points
from tests.kept import ROOT, commit, digest

PAGE = ROOT / "docs" / "balance.md"
KEPT = ROOT / "bench-results" / "balance"
SEEDS = (1, 2, 3)
MIRROR = 600
"""Battles of the best bot against itself: a share of a half is then known to 4 points up and down."""
OTHERS, MORE = 60, 140
"""Battles of every other pairing, and how many more of one that these leave open."""
BETTER, OPEN = "better", "open"
AGAINST_RANDOM = 0.95
"""What the best bot should get at the least against the first, which does anything legal."""
ONE_SIDED = 0.65
AGAINST_RULES = 0.7
"""Where the rules run the enemy, the best bot gets no more of the points, and no less than the rest."""
RULES = "the rules"
"""Stand in the place of the second side's bot there."""
EARLY, OFTEN = 0.25, 0.5
HEAD = """\
# Balance

Every scenario as it is shipped, with its usual options, fought by the best bot of its rule system against itself and
against every other bot on either side. Shares are of the points, of which a battle is worth one, a draw a half to
either side; in brackets stands the Wilson interval that holds in 95 of 100 cases. Battles of several seeds are pooled:
{mirror} of the best bot against itself are known to 4 points up and down, 150 to 8. Turns are the median, and between
what 80 of 100 battles end. Idle are the turns of pieces that could have moved or attacked and did nothing. `make
balance` writes this page anew, and the same seeds give the same numbers on any machine.

A scenario is *one-sided* if, of the best bot against itself, either side gets more than {one_sided:.0f} % of the points
for sure: the whole interval lies beyond; or, where the rules run the enemy, more than {rules:.0f} % or less than
{rest:.0f} % of those against them. It is *dull* if at least half of these battles are over in the first quarter of its
turns, or more than half end with the same score, where the rules count one. How battles end is told without the
numbers in it.

Another bot is *better* in a seat if it gets more of the points there against the best bot than the best bot does, and
the two intervals lie apart; *open* is where it got more and they overlap. An open one is fought with {more} battles
more, unless the table shows fewer. There are many pairings, so one or two may seem better by chance.

A match of the best bot against itself does not say alone how a scenario is balanced, since its best answer may be
another bot. `wardiary simulate SCENARIO --matrix` fights every bot against every bot, tells the value of that game,
and of every pairing reasons, losses and kills.
"""


class Pairing(NamedTuple):
    """Of one scenario: bots of the first and of the second side."""

    first: str
    second: str


class Kept(Struct, frozen=True):
    """The battles of one pairing with one seed, the first so many. commit: of the rules and data."""

    fought: tuple[Brief, ...]
    uses: tuple[Use, ...]
    commit: str = ""


class Pooled(NamedTuple):
    """The battles of one pairing with all seeds. commits: of the rules and data that they were fought with."""

    fought: Sequence[Brief]
    uses: Sequence[Use]
    commits: frozenset[str] = frozenset()


class Gets(NamedTuple):
    """Which share of the points of so many battles a side gets, and between what its chance lies."""

    share: float
    low: float
    high: float
    battles: int

    @property
    def told(self) -> str:
        return f"{words.percent(self.share)} ({100 * self.low:.0f} to {100 * self.high:.0f})"


class Seat(NamedTuple):
    """Another bot than the best on one side of a scenario. its: its share of the points against the best bot; usual:
    that of the best bot there. verdict: BETTER, OPEN, or "" if it got no more than the best bot."""

    bot: str
    side: Side
    its: Gets
    usual: Gets
    verdict: str


Table = Mapping[Pairing, Pooled]
"""Pairings in the order of `pairings`, those that were fought."""


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
        "--others", type=int, default=OTHERS, help="of each other pairing, with the first seed"
    )
    parser.add_argument(
        "--more", type=int, default=MORE, help="of each that is then open, with the second seed"
    )
    parser.add_argument("--bots", nargs="*", help="other bots that are fought; all, unless said")
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
                for pairing, seed, battles in wanted(system, info, asked):
                    fill(hq, system, info, pairing, seed, battles, asked.jobs)
        tables = {info.id: table(system, info) for system, info in every}
        before = asked.to.read_text(encoding="utf-8") if asked.to.is_file() else ""
        asked.to.write_text(page(every, tables, chapters(before)), encoding="utf-8")
    return 0


def wanted(system: SystemInfo, info: ScenarioInfo, asked: Any) -> Iterator[tuple[Pairing, int, int]]:
    """What is fought of a scenario: pairing, seed, battles. What is left open is seen once the rest is fought."""
    seeds = list(dict.fromkeys(asked.seeds))
    best, *others = pairings(system, info)
    for i, seed in enumerate(seeds):
        battles = asked.battles // len(seeds) + (i < asked.battles % len(seeds))
        if battles:
            yield best, seed, battles
    if asked.bots is not None:
        others = [one for one in others if set(one) & set(asked.bots)]
    if asked.others:
        for pairing in others:
            yield pairing, seeds[0], asked.others
    if asked.more and len(seeds) > 1:
        found = table(system, info)
        for pairing in others:
            if {pairing, best} <= {*found} and other_seat(info, found, pairing).verdict == OPEN:
                yield pairing, seeds[1], asked.more


def pairings(system: SystemInfo, info: ScenarioInfo) -> list[Pairing]:
    """The best bot against itself, and on either side against each of the others; each of them against the rules, where
    these run the second side."""
    *others, best = system.bots
    if solitaire(info):
        return [Pairing(one, RULES) for one in (best, *others)]
    return [
        Pairing(best, best),
        *(Pairing(best, one) for one in others),
        *(Pairing(one, best) for one in others),
    ]


def solitaire(info: ScenarioInfo) -> bool:
    """Whether there is one player, who has the first side."""
    return len(played(info.sides)) == 1


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

    bots = {side.id: (bot,) for side, bot in zip(info.sides, pairing, strict=True) if not side.by_rules}
    (cell,) = hq.simulations.run(
        Setup(info.id, system.id, bots=bots), Extent(battles, seed=seed, jobs=jobs), tell
    ).cells
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")  # what is cut off leaves no half of a file
    fresh.write_bytes(msgspec.json.encode(Kept(cell.fought, cell.uses, commit())))
    fresh.replace(file)


def kept_as(system: SystemInfo, info: ScenarioInfo, pairing: Pairing, seed: int) -> Path:
    """By all that decides a battle: the rule system with its data, but for other scenarios, what all rule systems stand
    on, and simulation."""
    own = f"systems/{system.id.replace('-', '_')}"
    code = digest(own, "rules", "simulation", only={f"{own}/data/scenarios": info.id})
    return KEPT / f"{info.id}-{pairing.first}-{pairing.second}-{seed}-{code}.json".replace(" ", "-")


def table(system: SystemInfo, info: ScenarioInfo) -> Table:
    """All that is kept of a scenario."""
    found: dict[Pairing, Pooled] = {}
    for pairing in pairings(system, info):
        before, _, code = kept_as(system, info, pairing, 0).name.rpartition("-0-")
        files = sorted(KEPT.glob(f"{before}-[0-9]*-{code}"))
        some = [msgspec.json.decode(file.read_bytes(), type=Kept) for file in files]
        if some:
            fought = [one for few in some for one in few.fought]
            found[pairing] = Pooled(
                fought,
                used([use for few in some for use in few.uses]),
                frozenset(few.commit for few in some),
            )
    return found


# -- what a scenario is like ---------------------------------------------------------------------------------------


def gets(fought: Sequence[Brief], side: str) -> Gets:
    """Of the points; fought: at least one battle."""
    hits = sum(half_points(one.winner, side) for one in fought) / 2
    return Gets(hits / len(fought), *wilson(hits, len(fought)), len(fought))


def other_seat(info: ScenarioInfo, found: Table, pairing: Pairing) -> Seat:
    """How another bot does against the best, and the best bot in its place. Both pairings have been fought."""
    best = next(iter(found))
    i = 0 if pairing.second == best.second else 1
    side = info.sides[i]
    its, usual = gets(found[pairing].fought, side.id), gets(found[best].fought, side.id)
    better = its.low > usual.high
    return Seat(pairing[i], side, its, usual, BETTER if better else OPEN if its.share > usual.share else "")


def marks(info: ScenarioInfo, mirror: Pooled) -> list[str]:
    """What is wrong with a scenario, by the bounds of the page."""
    fought, found = mirror.fought, list[str]()
    first = gets(fought, info.sides[0].id)
    bound = AGAINST_RULES if solitaire(info) else ONE_SIDED
    if first.low > bound or first.high < 1 - bound:
        found.append("one-sided")
    early = sum(one.turn <= EARLY * info.turns for one in fought)
    scores = Counter(one.score for one in fought if one.score)
    same = max(scores.values(), default=0)
    if (info.turns and early >= OFTEN * len(fought)) or same > OFTEN * len(fought):
        found.append("dull")
    return found


def ending(reason: str) -> str:
    """What kind of end it was: the reason without its numbers, but for those of a T-34."""
    return re.sub(r"\b\d+\b", "n", reason)


def endings(fought: Sequence[Brief], sides: Sequence[Side]) -> list[tuple[str, str, float]]:
    """Who won, how, and in what share of the battles; the commonest first."""
    found = Counter((one.winner, ending(one.reason)) for one in fought)
    return [
        (words.winner(winner, sides), how, n / len(fought))
        for (winner, how), n in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    ]


# -- the page ----------------------------------------------------------------------------------------------------


def chapters(text: str) -> dict[str, str]:
    """What a page says of each rule system, by its title, without the heading."""
    _, *parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def page(
    every: Sequence[tuple[SystemInfo, ScenarioInfo]],
    found: Mapping[str, Table],
    before: Mapping[str, str] | None = None,
) -> str:
    """The page as Markdown. before: chapters of rule systems of which nothing is found that stay as they stand."""
    parts = [
        HEAD.format(
            mirror=MIRROR,
            one_sided=100 * ONE_SIDED,
            rules=100 * AGAINST_RULES,
            rest=100 - 100 * AGAINST_RULES,
            more=MORE,
        )
    ]
    for system in dict.fromkeys(one for one, _ in every):
        parts.append(f"## {system.title}\n")
        tables = [(info, found[info.id]) for one, info in every if one == system]
        if before and system.title in before and not any(one for _, one in tables):
            parts.append(f"{before[system.title].strip()}\n")
            continue
        best = pairings(system, tables[0][0])[0]
        done = [(info, one) for info, one in tables if best in one]
        if done:
            parts.append(f"{_counted([one for _, one in done], best)}\n")
        columns = (
            "scenario",
            "first side",
            f"{best.first} against {best.second}",
            "battles",
            "draws",
            "turns",
            "limit",
            "idle",
        )
        parts.append(f"| {' | '.join((*columns, ''))} |\n{'|---' * (len(columns) + 1)}|")
        parts += [
            _row(info, one[best])
            if best in one
            else f"| `{info.id}` | not fought yet |{' |' * (len(columns) - 1)}"
            for info, one in tables
        ]
        parts.append("")
        parts += [f"{found}\n" for found in _found_out(system, tables)]
        for info, one in tables:
            told = _matrix(info, one, pairings(system, info)) if best in one else "Not fought yet."
            parts.append(f"### {info.title}\n\n{told}\n")
    return "\n".join(parts)


def _counted(tables: Sequence[Table], best: Pairing) -> str:
    """How many battles a pairing the tables of a rule system have, and with which rules, as sentences."""
    mirrors = {len(one[best].fought) for one in tables}
    others = {len(pooled.fought) for one in tables for pairing, pooled in one.items() if pairing != best}
    told = f"{_range(mirrors)} battles of {best.first} against {best.second}"
    told = f"{told}, {_range(others)} of every other pairing that was fought." if others else f"{told}."
    commits = sorted(
        {commit for one in tables for pooled in one.values() for commit in pooled.commits} - {""}
    )
    return f"{told} Rules and data are those of {', '.join(commits)}." if commits else told


def _range(counts: set[int]) -> str:
    least, most = min(counts), max(counts)
    return str(least) if least == most else f"{least} to {most}"


def _found_out(system: SystemInfo, tables: Sequence[tuple[ScenarioInfo, Table]]) -> Iterator[str]:
    """What the tables of a rule system come to: paragraphs and lists."""
    best, *others = pairings(system, tables[0][0])
    seats = [
        (info, other_seat(info, found, pairing))
        for info, found in tables
        for pairing in others
        if {pairing, best} <= {*found}
    ]
    if seats:
        for verdict, what in ((BETTER, "Better than"), (OPEN, "Open whether better than")):
            some = [f"- {_seat(info, one)}" for info, one in seats if one.verdict == verdict]
            where = f"of the {len(seats)} seats in which another bot was fought"
            head = f"{what} {best.first}, {where}:{'' if some else ' none.'}"
            yield "\n".join([head, "", *some] if some else [head])
    weak, least = system.bots[0], words.percent(AGAINST_RANDOM)
    met = [(info, one) for info, one in seats if one.bot == weak and not solitaire(info)]
    if met:
        some = [
            f"`{info.id}` against {one.side.name} {words.percent(1 - one.its.share)}"
            for info, one in met
            if 1 - one.its.share < AGAINST_RANDOM
        ]
        told = f"less than {least} in {', '.join(some)}" if some else f"{least} or more everywhere"
        yield f"Against {weak}, {best.first} gets {told}, of {len(met)} seats."
    lacking = len(tables) * (len(others) + 1) - sum(len(found) for _, found in tables)
    if lacking:
        yield f"{lacking} pairings have not been fought yet."


def _seat(info: ScenarioInfo, one: Seat) -> str:
    its, usual = (f"{share.told} of {share.battles}" for share in (one.its, one.usual))
    return f"{one.bot} as {one.side.name} in `{info.id}`: {its}, against {usual}"


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
        gets(fought, info.sides[0].id).told,
        str(len(fought)),
        words.percent(sum(one.winner not in sides for one in fought) / len(fought)),
        words.spread(spread([one.turn for one in fought])),
        str(info.turns or ""),
        idle,
        ", ".join(f"*{mark}*" for mark in marks(info, mirror)),
    )
    return f"| {' | '.join(cells)} |"


def _matrix(info: ScenarioInfo, found: Table, every: Sequence[Pairing]) -> str:
    """How its battles end, and what the first side gets, with each bot on one side and the best on the other."""
    first, second = info.sides
    best = every[0]
    ends = endings(found[best].fought, info.sides)
    lines = [
        f"How it ends, {best.first} against {best.second}:\n",
        "| won by | because | battles |",
        "|---|---|---|",
        *(f"| {who} | {how} | {words.percent(part)} |" for who, how, part in ends),
        f"\nWhat {first.name} gets against {second.name}:\n",
    ]
    if solitaire(info):
        rows = [f"| {one.first} | {_cell(first, found.get(one))} |" for one in every]
        return "\n".join([*lines, "| bot | against the rules |", "|---|---|", *rows])
    lines += [
        f"| bot | it has {first.name} against {best.first} | it has {second.name} against {best.first} |",
        "|---|---|---|",
    ]
    for bot in dict.fromkeys(bot for pairing in every for bot in pairing):
        two = (Pairing(bot, best.second), Pairing(best.first, bot))
        lines.append(f"| {bot} | {' | '.join(_cell(first, found.get(one)) for one in two)} |")
    return "\n".join(lines)


def _cell(first: Side, pooled: Pooled | None) -> str:
    if pooled is None:
        return "not fought yet"
    its = gets(pooled.fought, first.id)
    return f"{its.told} of {its.battles}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
