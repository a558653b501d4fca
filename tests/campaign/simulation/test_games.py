"""The solver of matrix games: known games, and for any game the proof that its answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.simulation.games import Solution, solve


def exact(rows: Sequence[Sequence[int | str | F]]) -> list[list[F]]:
    return [[F(one) for one in row] for row in rows]


def proved(matrix: Sequence[Sequence[F]], found: Solution) -> None:
    """Both mixes are mixes, and neither player can do better than the value against the other's."""
    assert min(found.rows) >= 0 and min(found.columns) >= 0
    assert sum(found.rows) == sum(found.columns) == 1
    against_rows = [
        sum(x * row[j] for x, row in zip(found.rows, matrix, strict=True)) for j in range(len(matrix[0]))
    ]
    against_columns = [sum(y * one for y, one in zip(found.columns, row, strict=True)) for row in matrix]
    assert min(against_rows) == found.value == max(against_columns)


KNOWN = {
    "matching pennies": ([[1, -1], [-1, 1]], F(0), (F(1, 2), F(1, 2))),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], F(0), (F(1, 3),) * 3),
    "a saddle": ([[4, 3], [2, 1]], F(3), (F(1), F(0))),
    "no saddle": ([[3, 1], [2, 4]], F(5, 2), (F(1, 2), F(1, 2))),
    "Colonel Blotto": (
        [[4, 2, 1, 0], [1, 3, 0, -1], [-2, 2, 2, -2], [-1, 0, 3, 1], [0, 1, 2, 4]], F(14, 9), None
    ),
    "rock counts double": ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], F(0), (F(1, 4), F(1, 2), F(1, 4))),
    "one cell": ([["1/3"]], F(1, 3), (F(1),)),
    "all alike": ([[F(1, 2)] * 3] * 2, F(1, 2), None),
    "one row": ([[5, 2, 7]], F(2), (F(1),)),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_known_games(name: str):
    rows, value, mix = KNOWN[name]
    found = solve(exact(rows))
    assert found.value == value
    assert mix is None or found.rows == mix
    proved(exact(rows), found)


def test_a_mirror_match_misleads():
    """Both play alike in the mirror, and yet the first side can make sure of more."""
    found = solve(exact([["0.48", "0.75"], ["0.65", "0.55"]]))
    assert F(48, 100) < found.value < F(65, 100)
    assert 0 < found.rows[0] < 1


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_every_answer_proves_itself(rows: int, columns: int, data: st.DataObject):
    cell = st.fractions(-3, 3, max_denominator=200)
    matrix = data.draw(
        st.lists(st.lists(cell, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    proved(matrix, solve(matrix))
