"""Long lists of options that are made on demand: they know their length at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, overload

from campaign.rules.options import Option


class Made(Sequence[Option]):
    """Options that are made when asked for, by their number. kind: the class of all their actions, if it is one."""

    __slots__ = ()
    kind: ClassVar[type[Any] | None] = None

    def one(self, i: int) -> Option:
        """The ith option, from 0."""
        raise NotImplementedError

    @overload
    def __getitem__(self, i: int) -> Option: ...
    @overload
    def __getitem__(self, i: slice) -> list[Option]: ...
    def __getitem__(self, i: int | slice) -> Option | list[Option]:
        if isinstance(i, slice):
            return [self.one(k) for k in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(i)
        return self.one(i % len(self))

    def __iter__(self) -> Iterator[Option]:
        return map(self.one, range(len(self)))

    def one_each(self) -> Iterable[Option]:
        """For each unit and kind of action in it one option at the least; all, where nobody knows better."""
        return self


class Options(Made):
    """Runs of options, one after the other."""

    def __init__(self, runs: list[Sequence[Option]]) -> None:
        self.runs = runs

    @cached_property
    def starts(self) -> list[int]:
        """The number of the first option of each run, then that of all; bots that choose a run never ask."""
        return list(accumulate(map(len, self.runs), initial=0))

    def __len__(self) -> int:
        return self.starts[-1]

    def one(self, i: int) -> Option:
        run = bisect_right(self.starts, i) - 1
        return self.runs[run][i - self.starts[run]]

    def __iter__(self) -> Iterator[Option]:
        for run in self.runs:
            yield from run

    def one_each(self) -> Iterator[Option]:
        for run in self.runs:
            yield from one_each(run)


def one_each(options: Sequence[Option]) -> Iterable[Option]:
    """For each unit and kind of action among options one at the least."""
    return options.one_each() if isinstance(options, Made) else options
