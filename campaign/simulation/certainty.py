"""How sure a count is: shares with their intervals, spreads, and differences of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import NormalDist, fmean, median, stdev
from typing import NamedTuple

from campaign.simulation.answers import Share, Spread

SURE = 0.95
Z = NormalDist().inv_cdf((1 + SURE) / 2)


class Interval(NamedTuple):
    low: float
    high: float


def wilson(hits: float, of: int) -> Interval:
    """The Wilson score interval of a chance of which `hits` of `of` were seen; hits may count halves."""
    if not of:
        return Interval(0.0, 1.0)
    share, square = hits / of, Z * Z / of
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / of + square / of / 4) / (1 + square)
    return Interval(0.0 if hits <= 0 else middle - half, 1.0 if hits >= of else middle + half)


def share(hits: int, of: int) -> Share:
    return Share(hits, hits / of if of else 0.0, *wilson(hits, of))


def narrow(hits: int, of: int, points: float) -> bool:
    """Whether a share is known to so many percentage points up and down."""
    low, high = wilson(hits, of)
    return (high - low) * 50 <= points


def spread(values: Sequence[int]) -> Spread:
    """values: at least one."""
    ordered = sorted(values)

    def at(part: float) -> int:
        return ordered[max(0, ceil(part * len(ordered)) - 1)]

    return Spread(float(median(ordered)), at(0.1), at(0.9), ordered[0], ordered[-1])


def mean(values: Sequence[float]) -> tuple[float, Interval]:
    """The mean, and between what it lies by its own scatter; a single value could mean anything from -1 to 1."""
    middle = fmean(values)
    if len(values) < 2:
        return middle, Interval(-1.0, 1.0)
    half = Z * stdev(values) / sqrt(len(values))
    return middle, Interval(middle - half, middle + half)
