"""From battles to tables: what the battles of a pairing, of all pairings, and of two settings come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from campaign.rules.options import Side
from campaign.simulation.answers import Brief, Cell, Comparison, Fought, Reason, Simulation, Value
from campaign.simulation.certainty import mean, narrow, share, spread, wilson
from campaign.simulation.games import solve
from campaign.simulation.measuring import used
from campaign.simulation.playing import summed

LOST = ("wrecked", "killed", "used up")
"""The fates of pieces that are lost (`campaign.rules.muster.Fate`)."""


def cell(bots: Mapping[str, str], sides: Sequence[Side], fought: Sequence[Fought]) -> Cell:
    """fought: at least one battle, in the order of their numbers."""
    of = len(fought)
    wins = Counter(one.winner for one in fought)
    reasons = Counter((one.winner, one.reason) for one in fought)
    return Cell(
        bots,
        of,
        {side.id: share(wins[side.id], of) for side in sides},
        share(of - sum(wins[side.id] for side in sides), of),
        tuple(
            Reason(winner, reason, n)
            for (winner, reason), n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
        ),
        spread([one.turn for one in fought]),
        spread([one.actions for one in fought]),
        summed([forces for one in fought for forces in one.forces]),
        tuple(Brief(one.number, one.winner, one.reason, one.turn, one.actions, one.score) for one in fought),
        used([use for one in fought for use in one.uses]),
    )


def sure(sides: Sequence[Side], fought: Sequence[Fought], points: float) -> bool:
    """Whether every side's share of wins is known to so many percentage points."""
    wins = Counter(one.winner for one in fought)
    return bool(fought) and all(narrow(wins[side.id], len(fought), points) for side in sides)


def half_points(winner: str, side: str) -> int:
    """What a battle is worth to a side: 2 won, 1 drawn, 0 lost."""
    return 2 if winner == side else 0 if winner else 1


def value(cells: Sequence[Cell], side: str, other: str, columns: int) -> Value:
    """The game of choosing bots. cells: row by row, so many columns in each; the rows are the first side's."""
    points = [sum(half_points(one.winner, side) for one in found.fought) for found in cells]
    exact = [Fraction(one, 2 * found.battles) for one, found in zip(points, cells, strict=True)]
    ends = [wilson(one / 2, found.battles) for one, found in zip(points, cells, strict=True)]

    def rows(of: Sequence[Fraction]) -> list[Sequence[Fraction]]:
        return [of[i : i + columns] for i in range(0, len(of), columns)]

    solved = solve(rows(exact))
    low, high = (
        float(solve(rows([Fraction(getattr(one, end)) for one in ends])).value) for end in ("low", "high")
    )
    mixes = {
        side: {cells[i * columns].bots[side]: float(part) for i, part in enumerate(solved.rows)},
        other: {cells[j].bots[other]: float(part) for j, part in enumerate(solved.columns)},
    }
    return Value(side, float(solved.value), low, high, mixes)


def comparison(first: Simulation, second: Simulation) -> Comparison:
    """Two settings, each with one pairing, battle by battle; as many as both have fought."""
    side = first.sides[0].id
    pairs = list(zip(first.cells[0].fought, second.cells[0].fought, strict=False))
    changes = [(half_points(b.winner, side) - half_points(a.winner, side)) / 2 for a, b in pairs]
    middle, ends = mean(changes)
    better, worse = sum(one > 0 for one in changes), sum(one < 0 for one in changes)
    turns, (fewest, most) = mean([float(b.turn - a.turn) for a, b in pairs])
    losses = {one.id: _lost(second, one.id) - _lost(first, one.id) for one in first.sides}
    told = losses if first.cells[0].forces or second.cells[0].forces else {}
    return Comparison(
        first, second, side, len(pairs), middle, *ends, better, worse, turns, fewest, most, told
    )


def _lost(one: Simulation, side: str) -> float:
    """Pieces of a side that are lost in a battle, on average."""
    cell = one.cells[0]
    mine = [forces for forces in cell.forces if forces.side == side]
    return sum(n for forces in mine for fate, n in forces.fates.items() if fate in LOST) / cell.battles
