"""Taking in many diaries, each vetted whole: what one costs may not depend on how many there are."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from campaign.headquarters import Headquarters
from tests.bench.rows import Part, Row, at_most, seconds

FEW, MANY = 500, 2_000


def _battles(folder: Path, prefix: str) -> tuple[bytes, bytes]:
    """Exports of few and of many battles that have just been opened."""
    with Headquarters(folder) as hq:
        names = [f"{prefix}{number}" for number in range(MANY)]
        for name in names:
            hq.battles.new("tank-duel", name=name)
        files: list[bytes] = []
        for count in (FEW, MANY):
            file = io.BytesIO()
            hq.export(file, names[:count])
            files.append(file.getvalue())
    return files[0], files[1]


def _each(folder: Path, there: bytes, new: bytes, count: int) -> float:
    """Milliseconds for each diary of a file, taken in where there are as many others."""
    with Headquarters(folder) as hq:
        hq.import_(there)
        return 1000 * seconds(lambda: hq.import_(new)) / count


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, theirs = _battles(folder / "a", "a"), _battles(folder / "b", "b")
        few = _each(folder / "few", ours[0], theirs[0], FEW)
        many = _each(folder / "many", ours[1], theirs[1], MANY)
    return [
        at_most(f"import of {MANY} diaries beside {MANY} others, each", many, "ms", 20),
        Row(
            f"the same, compared with {FEW} beside {FEW}",
            many,
            "ms",
            "< 1.3 x",
            many < 1.3 * few,
            baseline=few,
        ),
    ]


PARTS = {"all": Part(run)}
