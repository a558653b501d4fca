"""Two-person zero-sum games in matrix form, solved exactly: the value, and a best mix for either player.

What the rows win, the columns lose. By linear programming in fractions (the simplex method with Bland's rule, which
never runs in a circle): nothing is rounded, so the mixes guarantee the value to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Row = list[Fraction]


class Solution(NamedTuple):
    """value: what the rows can make sure of. rows, columns: how often each is to be chosen; each adds up to 1."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve(matrix: Sequence[Sequence[Fraction]]) -> Solution:
    """matrix: what the row player gets, row by row, at least one of each and all rows of one length.

    With every entry raised above 0 by `lift`, the columns' mix is the y ≥ 0 that makes sum(y) largest while no row
    gets more than 1; then value + lift = 1 / sum(y), and the rows' mix stands in the prices of the rows.
    """
    rows, columns = len(matrix), len(matrix[0])
    lift = 1 - min(min(row) for row in matrix)
    tableau: list[Row] = []
    for i, row in enumerate(matrix):
        slack = [Fraction(int(i == k)) for k in range(rows)]
        tableau.append([*(Fraction(one) + lift for one in row), *slack, Fraction(1)])
    tableau.append([*[Fraction(-1)] * columns, *[Fraction(0)] * (rows + 1)])
    basis = [columns + i for i in range(rows)]
    while (entering := next((j for j, cost in enumerate(tableau[-1][:-1]) if cost < 0), -1)) >= 0:
        bounds = [
            (tableau[i][-1] / tableau[i][entering], basis[i], i)
            for i in range(rows)
            if tableau[i][entering] > 0
        ]
        leaving = min(bounds)[2]  # never empty: every entry is above 0, so that y is bounded
        _pivot(tableau, leaving, entering)
        basis[leaving] = entering
    total = tableau[-1][-1]
    y = [Fraction(0)] * columns
    for i, column in enumerate(basis):
        if column < columns:
            y[column] = tableau[i][-1]
    prices = tableau[-1][columns:-1]
    return Solution(
        1 / total - lift, tuple(price / total for price in prices), tuple(one / total for one in y)
    )


def _pivot(tableau: list[Row], row: int, column: int) -> None:
    by = tableau[row][column]
    tableau[row] = [one / by for one in tableau[row]]
    for i, other in enumerate(tableau):
        if i != row and (times := other[column]):
            tableau[i] = [a - times * b for a, b in zip(other, tableau[row], strict=True)]
