"""Players made of code: what a bot is, and one that tries everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

from msgspec.structs import replace

from campaign.rules.made import Made, Options
from campaign.rules.options import Option, Range
from campaign.rules.places import Grid
from campaign.rules.refused import Refused

Pick = Callable[[int], int]
"""pick(n) gives a number from 0 to n-1: a bot's only source of chance."""
TRIES = 4
"""How often the random bot looks for values of its own before it takes those that were offered."""


class Bot(Protocol):
    """A player made of code. Chooses among the legal options; of the battle it gets what its side knows."""

    @property
    def name(self) -> str: ...
    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option: ...


class RandomBot:
    """Any kind of action, with any values, so that everything gets tried."""

    name = "random"

    def choose(self, rules: Any, known: Any, side: str, options: Sequence[Option], pick: Pick) -> Option:
        group = self.group(options, pick)
        option = group[pick(len(group))]
        return self.vary(rules, known, side, option, pick) if option.ranges else option

    def group(self, options: Sequence[Option], pick: Pick) -> Sequence[Option]:
        """The options to choose among: those of one kind of action."""
        kinds = by_kind(options)
        return list(kinds.values())[pick(len(kinds))]

    def vary(self, rules: Any, known: Any, side: str, option: Option, pick: Pick) -> Option:
        """The option with values picked within its ranges, such as are allowed."""
        grid = rules.grid(known) if any(one.places is not None for one in option.ranges) else None
        for _ in range(TRIES):
            values = {one.name: within(one, pick, grid) for one in option.ranges}
            varied = replace(option, action=replace(option.action, **values))
            with suppress(Refused):
                rules.verify(known, side, varied.action)
                return varied
        return option


def by_kind(options: Sequence[Option]) -> dict[type[Any], Sequence[Option]]:
    """The options by the class of their action. A run that is made on demand stays one, if it has all of a class."""
    found: dict[type[Any], list[Option]] = {}
    whole: dict[type[Any], Made] = {}
    for run in options.runs if isinstance(options, Options) else (options,):
        if isinstance(run, Made) and run.kind is not None and run and run.kind not in found:
            whole[run.kind] = run
            found[run.kind] = []
            continue
        for option in run:
            found.setdefault(cast("type[Any]", type(option.action)), []).append(option)
    return {kind: Options([whole[kind], some]) if kind in whole else some for kind, some in found.items()}


def within(one: Range, pick: Pick, grid: Grid | None = None) -> int | str:
    """Any value of a range, as the action takes it. grid: the board's, for hexes."""
    if one.places is not None and grid is not None:
        found = one.places.among(grid)
        return found[pick(len(found))]
    if one.words:
        return one.taken(one.words[pick(len(one.words))])
    return one.lowest + one.step * pick((one.highest - one.lowest) // one.step + 1)
