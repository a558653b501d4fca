"""What a benchmark answers with, and the little that all of them need."""

from __future__ import annotations

import time
from collections.abc import Callable
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


def at_least(what: str, measured: float, unit: str, baseline: float, ratio: float) -> Row:
    """More is better, and it should be so many times the baseline."""
    return Row(what, measured, unit, f">= {ratio:g} x", measured >= ratio * baseline, baseline)


def at_most(what: str, measured: float, unit: str, limit: float) -> Row:
    """Less is better."""
    return Row(what, measured, unit, f"< {limit:g} {unit}", measured < limit)


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long it takes, the median of several times."""
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)
