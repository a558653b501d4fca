"""Writes docs/balance.md: every scenario fought by its best bot against itself and all others, with the shipped data.

    python -m tests.balance [SCENARIO ...] [--battles 200] [--others 200]

What is done is kept in bench-results/balance, by the rules and data that it was done with; begun again, it goes on from
there. With scenarios named, only these are fought, and the page says of the others what is known of them, by however
many battles. Of each rule system it says how many there were.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from campaign.headquarters import Headquarters
from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo
from campaign.simulation import words
from campaign.simulation.answers import BATTLES, Extent, Progress, Setup, Simulation
from tests.kept import ROOT, digest

PAGE = ROOT / "docs" / "balance.md"
KEPT = ROOT / "bench-results" / "balance"
SEED = 1
HEAD = """\
# Balance

Every scenario as it is shipped, with its usual options, fought by the best bot of its rule system against itself
and against every other bot on either side, with seed {seed} and as many battles a pairing as each rule system says.
`make balance` writes this page anew, and the same seed gives the same numbers on any machine. In brackets stands the
Wilson interval that holds in 95 of 100 cases. Turns are the median, and between what 80 of 100 battles end.

A match of the best bot against itself does not say alone how a scenario is balanced, since its best answer may be
another bot. A bot without a row has not been fought yet. `wardiary simulate SCENARIO --matrix` fights every bot
against every bot, tells the value of that game, and of every pairing reasons, losses and kills.
"""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.balance", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--battles", type=int, default=BATTLES, help="of the best bot against itself")
    parser.add_argument("--others", type=int, help="against each other bot; as many, unless said")
    parser.add_argument("--to", type=Path, default=PAGE)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        every = hq.packs.scenarios()
        often = (asked.battles, asked.others or asked.battles)
        found = {info.id: _table(hq, one, info, often, asked.scenarios) for one, info in every}
        asked.to.write_text(page(every, found), encoding="utf-8")
    return 0


def _table(
    hq: Headquarters, system: SystemInfo, info: ScenarioInfo, often: tuple[int, int], wanted: Sequence[str]
) -> Simulation | None:
    """As it was kept, with the most battles there are, or fought now; None if it is neither kept nor wanted.

    often: as `_often` has it; so many at the least if it is wanted.
    """
    code = _digest(system.id)
    kept = [
        msgspec.json.decode(one.read_bytes(), type=Simulation)
        for one in KEPT.glob(f"{info.id}-[0-9]*-each-{code}.json")
    ]
    best = max(kept, key=_often, default=None)
    if wanted and info.id not in wanted:
        return best
    if best is not None and all(has >= least for has, least in zip(_often(best), often, strict=True)):
        return best

    def tell(done: int, of: int) -> None:
        print(
            f"\r{info.id}: {done:,} of {of:,} battles",
            end="" if done < of else "\n",
            file=sys.stderr,
            flush=True,
        )

    found = _fought(hq, system, info, often, tell)
    KEPT.mkdir(parents=True, exist_ok=True)
    name = "-".join(str(one) for one in dict.fromkeys(often))
    (KEPT / f"{info.id}-{name}-each-{code}.json").write_bytes(msgspec.json.encode(found))
    return found


def _often(table: Simulation) -> tuple[int, int]:
    """Battles of the best bot against itself, and the fewest of any other pairing."""
    mirror, *others = (cell.battles for cell in table.cells)
    return mirror, min(others)


def _fought(
    hq: Headquarters, system: SystemInfo, info: ScenarioInfo, often: tuple[int, int], tell: Progress
) -> Simulation:
    """The best bot against itself, and on either side against each of the others."""
    *others, best = system.bots
    first, second = (side.id for side in info.sides)

    def run(one: Sequence[str], two: Sequence[str], battles: int) -> Simulation:
        setup = Setup(info.id, system.id, bots={first: tuple(one), second: tuple(two)})
        return hq.simulations.run(setup, Extent(battles, seed=SEED), tell)

    mirror, each = often
    found = run([best], [best], mirror)
    more = [run([best], others, each), run(others, [best], each)]
    return replace(found, cells=(*found.cells, *(cell for one in more for cell in one.cells)), value=None)


def _digest(system: str) -> str:
    """Of all that decides a battle: the rule system with its data, what all rule systems stand on, and simulation."""
    return digest(f"systems/{system.replace('-', '_')}", "rules", "simulation")


# -- the page ----------------------------------------------------------------------------------------------------


def page(every: Sequence[tuple[SystemInfo, ScenarioInfo]], found: dict[str, Simulation | None]) -> str:
    """The page as Markdown."""
    parts = [HEAD.format(seed=SEED)]
    for system in dict.fromkeys(one for one, _ in every):
        parts.append(f"## {system.title}\n")
        tables = [(info, found[info.id]) for one, info in every if one == system]
        done = [(info, table) for info, table in tables if table is not None]
        best = system.bots[-1]
        if done:
            parts.append(f"{_counted([_often(table) for _, table in done], best)}\n")
        parts.append(
            f"| scenario | first side | {best} against {best} | draws | turns | limit |\n|---|---|---|---|---|---|"
        )
        parts += [_row(info, table, best) for info, table in done]
        parts.append("")
        for info, table in tables:
            parts.append(
                f"### {info.title}\n\n{_matrix(table) if table is not None else 'Not fought yet.'}\n"
            )
    return "\n".join(parts)


def _counted(often: Sequence[tuple[int, int]], best: str) -> str:
    """How many battles a pairing the tables of a rule system have, as one sentence."""
    mirrors, others = ({one[i] for one in often} for i in (0, 1))
    if mirrors == others and len(mirrors) == 1:
        return f"{_range(mirrors)} battles a pairing."
    return f"{_range(mirrors)} battles of {best} against {best}, {_range(others)} of every other pairing."


def _range(counts: set[int]) -> str:
    least, most = min(counts), max(counts)
    return str(least) if least == most else f"{least} to {most}"


def _row(info: ScenarioInfo, table: Simulation, best: str) -> str:
    mirror = next(cell for cell in table.cells if set(cell.bots.values()) == {best})
    first = table.sides[0]
    cells = (
        f"`{info.id}`",
        first.name,
        words.shared(mirror.wins[first.id]),
        words.percent(mirror.draws.share),
        words.spread(mirror.turns),
        str(table.turns or ""),
    )
    return f"| {' | '.join(cells)} |"


def _matrix(table: Simulation) -> str:
    """How often the first side wins, with each bot on one side and the best on the other."""
    first, second = table.sides
    best = table.cells[0].bots[first.id]
    lines = [
        f"How often {first.name} wins against {second.name}:\n",
        f"| bot | it has {first.name} against {best} | it has {second.name} against {best} |",
        "|---|---|---|",
    ]
    shares = {
        (cell.bots[first.id], cell.bots[second.id]): words.shared(cell.wins[first.id]) for cell in table.cells
    }
    for bot in dict.fromkeys(bot for pairing in shares for bot in pairing):
        lines.append(f"| {bot} | {shares[bot, best]} | {shares[best, bot]} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
