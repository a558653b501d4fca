"""How long a command takes to start, beside an empty Python and a bare import of Textual."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.rows import Row, seconds

TIMES = 9


def _milliseconds(*arguments: str) -> float:
    def run() -> None:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    run()
    return 1000 * seconds(run, TIMES)


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        home = str(Path(name))
        empty = _milliseconds("-c", "pass")
        textual = _milliseconds("-c", "import textual.app")
        listed = _milliseconds("-m", "tui.cli.main", "list", "--home", home)
        offered = _milliseconds("-m", "tui.cli.main", "completion", "words", "legal", "", "--home", home)
    return [
        Row("`list`, beside an empty Python", listed, "ms", "< 25 x", listed < 25 * empty, empty),
        Row("`list`, beside `import textual.app`", listed, "ms", "< 1.3 x", listed < 1.3 * textual, textual),
        Row("completion, beside an empty Python", offered, "ms", "< 8 x", offered < 8 * empty, empty),
    ]
