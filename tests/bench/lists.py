"""What is told over many tables costs what it tells: the lobby, a page of a list and what awaits somebody, among twenty
tables and among two thousand; and noting them all, once."""

from __future__ import annotations

import tempfile
from pathlib import Path

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters, lines_of
from campaign.shared.callers import Caller
from tests.bench.rows import Part, Row, at_most, seconds

FEW, MANY, OWN, TIMES = 20, 2000, 10, 101


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        found: list[dict[str, float]] = []
        rows: list[Row] = []
        for count in (FEW, MANY):
            with _house(Path(folder, str(count)), count) as hq:
                rows = [at_most(f"{count} tables noted, once", seconds(hq.lobby), "s", 10)]
                found.append(_taken(hq, count))
        few, many = found
        for what, taken in many.items():
            row = f"{what} among {MANY}, and among {FEW}"
            rows.append(Row(row, taken * 1e3, "ms", "<= 2 x", taken <= 2 * few[what], few[what] * 1e3))
        return rows


def _house(folder: Path, count: int) -> Headquarters:
    """ann opens some and offers a seat to everybody; what others open waits for ben."""
    hq = Headquarters(folder)
    for i in range(count):
        by, to = ("ann", "") if i < OWN else (f"p{i}", "ben")
        hq.for_(Caller(by)).battles.new("tank-duel", seats=[Seat("us", by), Seat("nk", to)])
    return hq


def _taken(hq: Headquarters, count: int) -> dict[str, float]:
    eve, ann = hq.for_(Caller("eve")), hq.for_(Caller("ann"))
    asked = {
        "lobby": eve.lobby,
        "first page": lambda: lines_of(eve, "battles").page(most=FEW),
        "last page": lambda: lines_of(eve, "battles").page(start=count - FEW, most=FEW),
        "awaiting": ann.awaiting,
    }
    return {what: seconds(do, TIMES) for what, do in asked.items()}


PARTS = {"all": Part(run)}
