"""Looks for better constants of a rule system's best bot, by battles, and writes what it finds into `data/bots.toml`.

    python -m tests.tune SYSTEM [--scenarios ID ...] [--only NAME ...] [--battles 60] [--check 200] [--search-seed 1]
                                [--check-seed 2] [--jobs 0] [--print]

The bot with a setting fights every bot of its system, itself as it is shipped among them, from either side of every
scenario. A setting that is tried fights the same battles with the same dice as the one that it is to replace; their
difference, battle by battle, is known long before either share is. It goes on in rounds, and ends as soon as the
setting is surely better, or surely not better by so much that it matters. What stands in the end is compared with what
stood at first on a seed that the search has not seen, and written only if it is better there.

Seeds decide everything: neither the clock nor the number of processes does.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from campaign.headquarters import Headquarters
from campaign.rules.constants import FILE, BotFile, Found, bot_file, bounds
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.simulation.answers import Setup
from campaign.simulation.certainty import mean
from campaign.simulation.simulations import Prepared
from campaign.simulation.summing import half_points
from campaign.simulation.working import Crew, Task, crew
from campaign.systems import package_of
from tests.kept import ROOT

Values = Mapping[str, float]
STEPS = (0.5, 0.2)
"""By which share of its value a constant is made more or less, first roughly, then finely."""
LEAST = 0.05
"""Where a constant is near 0: by which share of what its bounds allow."""
ROUND = 10
"""Battles of each match between one look and the next."""
WORTH = 0.005
"""A setting that is surely not better by so much, in shares of the points, is left."""
SURE = NormalDist().inv_cdf(0.995)
"""How sure a look must be, in standard errors: there are many looks."""


class Match(NamedTuple):
    """The bot that is tuned on one side of one scenario, against another bot. arm: the scenario's place."""

    arm: int
    side: str
    bots: Mapping[str, str]


class Field:
    """Where settings fight: all matches, and all that was fought so far."""

    def __init__(self, prepared: Sequence[Prepared], hands: Crew) -> None:
        self.prepared, self._hands = prepared, hands
        self._matches = [*matches(prepared)]
        self._points: dict[tuple[int, tuple[float, ...]], list[list[float]]] = {}

    def points(self, seed: int, constants: Struct, battles: int) -> list[float]:
        """What the bot with these constants gets of so many battles of each match, 1 for each that it wins, ½ for a
        draw; in the order of the matches."""
        key = seed, msgspec.structs.astuple(constants)
        kept = self._points.setdefault(key, [[] for _ in self._matches])
        done = len(kept[0])
        if done < battles:
            tasks = [
                Task(
                    one.arm, i, one.bots, seed, range(done + 1, battles + 1), constants={one.side: constants}
                )
                for i, one in enumerate(self._matches)
            ]
            for task, fought in self._hands.fight(tasks):
                side = self._matches[task.cell].side
                kept[task.cell] += [half_points(one.winner, side) / 2 for one in fought]
        return [point for few in kept for point in few[:battles]]


def matches(prepared: Sequence[Prepared]) -> Iterator[Match]:
    for arm, one in enumerate(prepared):
        *_, best = names = one.rules.system.bot_names
        sides = [side.id for side in one.info.sides]
        for side in sides:
            for name in names:
                yield Match(arm, side, {other: best if other == side else name for other in sides})


class Verdict(NamedTuple):
    """Of a setting against another. difference: in shares of the points; battles: of each match."""

    better: bool
    difference: float
    battles: int


def compared(field: Field, seed: int, now: Struct, other: Struct, battles: int) -> Verdict:
    """Whether another setting is better than what is now, by so many battles of each match at the most."""
    done = 0
    while True:
        done = min(done + ROUND, battles)
        pairs = zip(field.points(seed, other, done), field.points(seed, now, done), strict=True)
        changes = [one - two for one, two in pairs]
        middle = fmean(changes)
        half = SURE * stdev(changes) / sqrt(len(changes)) if len(changes) > 1 else 1.0
        if middle - half > 0:
            return Verdict(True, middle, done)
        if middle + half < WORTH or done == battles:
            return Verdict(False, middle, done)


def neighbours(shape: type[Struct], now: Struct, name: str, share: float) -> list[float]:
    """More and less of one constant, within its bounds."""
    bound, value = bounds(shape)[name], getattr(now, name)
    step = share * max(abs(value), LEAST * (bound.most - bound.least))
    if bound.whole:
        step = max(1, round(step))
    found = [min(max(value + sign * step, bound.least), bound.most) for sign in (1, -1)]
    return [one if bound.whole else float(f"{one:.3g}") for one in found if one != value]


class Search:
    """Constant by constant, as long as anything gets better."""

    def __init__(self, field: Field, seed: int, battles: int, tell: Any = print) -> None:
        self._field, self._seed, self._battles, self._tell = field, seed, battles, tell
        self.tried = 0

    def run(self, start: Struct, only: Sequence[str] = ()) -> Struct:
        shape, now = type(start), start
        names = [name for name in bounds(shape) if not only or name in only]
        for share in STEPS:
            better = True
            while better:
                before = now
                for name in names:
                    now = self._along(shape, now, name, share)
                better = now != before
        return now

    def _along(self, shape: type[Struct], now: Struct, name: str, share: float) -> Struct:
        """More of one constant, or less, as long as that is better."""
        for direction in (0, 1):
            found = now
            while (after := self._step(shape, found, name, share, direction)) is not None:
                found = after
            if found != now:
                return found
        return now

    def _step(
        self, shape: type[Struct], now: Struct, name: str, share: float, direction: int
    ) -> Struct | None:
        up = getattr(now, name)
        some = [one for one in neighbours(shape, now, name, share) if (one > up) == (direction == 0)]
        if not some:
            return None
        other = msgspec.structs.replace(now, **{name: some[0]})
        found = compared(self._field, self._seed, now, other, self._battles)
        self.tried += 1
        word = "better" if found.better else "no"
        self._tell(f"{name} {up:g} → {some[0]:g}: {100 * found.difference:+.1f} of {found.battles}, {word}")
        return other if found.better else None


def checked(
    field: Field, seed: int, battles: int, before: Struct, after: Struct
) -> tuple[float, float, float, float]:
    """On another seed: the share of points before and after, and between what their difference lies."""
    one, two = field.points(seed, before, battles), field.points(seed, after, battles)
    _, (low, high) = mean([b - a for a, b in zip(one, two, strict=True)])
    return fmean(one), fmean(two), low, high


def text(file: BotFile, constants: Struct) -> str:
    """The file as it is written."""
    lines = [f'source = "{file.source}"', "", "[constants]"]
    lines += [f"{name} = {value}" for name, value in msgspec.structs.asdict(constants).items()]
    if file.found is not None:
        lines += ["", "[found]"]
        for name, value in msgspec.structs.asdict(file.found).items():
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(one) for one in value)}]"  # pyright: ignore[reportUnknownVariableType]
    return (
        f'"{value}"' if isinstance(value, str) else f"{value:.4g}" if isinstance(value, float) else str(value)
    )


def tuned(rules: Rules, prepared: Sequence[Prepared], asked: Any) -> BotFile | None:
    """What the search has found, if it is better than what stood there."""
    shape, start = type(rules.constants), rules.constants
    with crew([one.arm for one in prepared], [one.rules for one in prepared], asked.jobs) as hands:
        field = Field(prepared, hands)
        search = Search(field, asked.search_seed, asked.battles)
        after = search.run(start, asked.only)
        if after == start:
            print(f"Nothing is better than what is there; {search.tried} settings were tried.")
            return None
        was, now, low, high = checked(field, asked.check_seed, asked.check, start, after)
    scenarios = tuple(one.info.id for one in prepared)
    found = Found(
        rules.system.version, scenarios, asked.search_seed, asked.check_seed, asked.check * len([*matches(prepared)]),
        was, now, low, high, search.tried,
    )  # fmt: skip
    print(
        f"With seed {asked.check_seed}: {100 * was:.1f} % before, {100 * now:.1f} % after ({100 * low:+.1f} to "
        f"{100 * high:+.1f}), {found.battles} battles each."
    )
    if low <= 0:
        print("That is not surely better on battles that it has not seen: what is there stays.")
        return None
    source = bot_file(rules.pack, shape).source.partition("; found by")[0]
    return BotFile(f"{source}; found by `make tune`", msgspec.structs.asdict(after), found)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tune", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("--scenarios", nargs="*", default=[], help="where it fights; everywhere, unless said")
    parser.add_argument("--only", nargs="*", default=[], help="constants; all of them, unless said")
    parser.add_argument("--battles", type=int, default=60, help="of each match at the most, for one setting")
    parser.add_argument("--check", type=int, default=200, help="battles of each match in the check")
    parser.add_argument("--search-seed", type=int, default=1)
    parser.add_argument("--check-seed", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=0, help="processes; one on each core, unless said")
    parser.add_argument("--print", action="store_true", help="write nothing")
    asked: Any = parser.parse_args(arguments)
    if asked.search_seed == asked.check_seed:
        parser.error("what is found is checked with another seed than it was found with")
    with tempfile.TemporaryDirectory() as home, Headquarters(home) as hq:
        try:
            ids = [info.id for one, info in hq.packs.scenarios() if one.id == asked.system]
            wanted = list(asked.scenarios or ids)
            prepared = [hq.simulations._prepared(Setup(one, asked.system)) for one in wanted]
        except Refused as refused:
            parser.error(str(refused))
        if not prepared or prepared[0].rules.constants is None:
            parser.error(f"{asked.system} has no scenarios, or its bots no constants")
        rules = prepared[0].rules
        if unknown := [one for one in asked.only if one not in bounds(type(rules.constants))]:
            parser.error(f"no such constant: {', '.join(unknown)}")
        found = tuned(rules, prepared, asked)
    if found is not None:
        written = text(found, msgspec.convert(found.constants, type(rules.constants)))
        print(written)
        if not asked.print:
            place(asked.system).write_text(written, encoding="utf-8")
    return 0


def place(system: str) -> Path:
    """Where the constants of a system of this house stand."""
    return ROOT.joinpath(*package_of(system).split("."), "data", FILE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
