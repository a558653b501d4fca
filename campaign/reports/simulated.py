"""Plots of a simulation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from campaign.reports.drawing import palette, plots
from campaign.simulation.answers import Cell, Simulation
from campaign.simulation.words import pairing, shared


def drawn(one: Simulation) -> dict[str, Any]:
    """Shares of the first side in all pairings; of each pairing, when it ended and what became of the pieces."""
    looks, side = palette.looks(one.sides), one.sides[0]
    bars = [
        plots.Bar(
            pairing(cell.bots, one.sides), share.share, share.low, share.high, shared(share), looks[side.id]
        )
        for cell in one.cells
        for share in (cell.wins[side.id],)
    ]
    return {
        "shares": plots.shares(f"How often {side.name} wins", bars),
        "cells": [{"lengths": _lengths(cell, one, looks), "fates": _fates(cell)} for cell in one.cells],
    }


def _lengths(cell: Cell, one: Simulation, looks: dict[str, int]) -> str:
    """How many battles ended in each turn, those of each winner one above the other."""
    counts = Counter((fought.turn, looks.get(fought.winner, -1)) for fought in cell.fought)
    order = [*(looks[side.id] for side in one.sides), -1]
    columns = [
        plots.Column(turn, tuple((look, n) for look in order if (n := counts[turn, look])))
        for turn in range(min(cell.turns.least, 1), max(one.turns, cell.turns.most) + 1)
    ]
    return plots.columns("In which turn it ended", columns, "turn")


def _fates(cell: Cell) -> str:
    """What became of the pieces of each type of a side; "" where nobody says."""
    found = [
        plots.Split(f"{one.side}: {one.type}", tuple((fate, n / one.came) for fate, n in one.fates.items()))
        for one in cell.forces
    ]
    return plots.splits("What became of the pieces", found) if found else ""
