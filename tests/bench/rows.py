"""What a benchmark answers with, and the little that all of them need."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Row(NamedTuple):
    """One measurement. baseline: of something comparable, in the same run. target: what is promised, in words."""

    what: str
    measured: float
    unit: str
    target: str
    ok: bool
    baseline: float | None = None


class Part(NamedTuple):
    """What is measured at once: if it fails, it takes no other part with it. long: over ten minutes."""

    measure: Callable[[], Sequence[Row]]
    long: bool = False


def at_least(what: str, measured: float, unit: str, baseline: float, ratio: float) -> Row:
    """More is better, and it should be so many times the baseline."""
    return Row(what, measured, unit, f">= {ratio:g} x", measured >= ratio * baseline, baseline)


def at_most(what: str, measured: float, unit: str, limit: float) -> Row:
    """Less is better."""
    return Row(what, measured, unit, f"< {limit:g} {unit}", measured < limit)


def in_a_folder(measure: Callable[[Path], Sequence[Row]]) -> list[Row]:
    """What is measured in a folder of its own, which goes afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        return [*measure(Path(folder))]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long it takes, the median of several times: for what waits, and what is compared with another program."""
    return _median(work, times, time.perf_counter)


def spent(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of the processor, the median of several times: what else the machine does counts less."""
    return _median(work, times, time.process_time)


def _median(work: Callable[[], object], times: int, clock: Callable[[], float]) -> float:
    taken: list[float] = []
    for _ in range(times):
        start = clock()
        work()
        taken.append(clock() - start)
    return median(taken)
