"""Intervals and spreads, against numbers reckoned elsewhere and against what they promise."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.simulation.certainty import mean, narrow, share, spread, wilson


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
        (200, 200, 0.9812, 1.0),
    ],
)  # fmt: skip
def test_wilson_as_published(hits: int, of: int, low: float, high: float):
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500), st.data())
def test_an_interval_holds_its_share_and_lies_between_0_and_1(of: int, data: st.DataObject):
    hits = data.draw(st.integers(0, of))
    low, high = wilson(hits, of)
    assert 0 <= low <= hits / of <= high <= 1
    assert wilson(of - hits, of) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("chance", [0.3, 0.5, 0.8])
def test_it_covers_the_chance_about_as_often_as_it_says(chance: float):
    of = 200
    covered = sum(
        comb(of, hits) * chance**hits * (1 - chance) ** (of - hits)
        for hits in range(of + 1)
        if wilson(hits, of).low <= chance <= wilson(hits, of).high
    )
    assert covered == pytest.approx(0.95, abs=0.02)


def test_nothing_is_known_of_no_battle():
    assert share(0, 0).low == 0.0 and share(0, 0).high == 1.0
    assert not narrow(0, 0, 49)


def test_how_many_battles_five_points_take():
    assert not narrow(190, 380, 5) and narrow(193, 386, 5)


def test_a_spread():
    found = spread([7, 3, 5, 4, 10, 1, 2, 6, 9, 8])
    assert (found.median, found.low, found.high, found.least, found.most) == (5.5, 1, 9, 1, 10)
    assert spread([4]).high == 4


def test_the_mean_of_differences():
    middle, (low, high) = mean([1, 0, 0, -1, 1, 0, 0, 1])
    assert middle == 0.25 and low < 0 < high
    assert mean([0.5])[1] == (-1.0, 1.0)
