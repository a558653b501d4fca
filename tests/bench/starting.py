"""How long a command takes to start, beside an empty Python and a bare import of Textual."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import tempfile
from contextlib import suppress

from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tests.bench.rows import Part, Row, seconds

TIMES = 9


def _milliseconds(*arguments: str) -> float:
    def run() -> None:
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)

    run()
    return 1000 * seconds(run, TIMES)


def _of_ours(home: str, *arguments: str) -> float:
    return _milliseconds("-m", "tui.cli.main", *arguments, "--home", home)


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as home:
        empty = _milliseconds("-c", "pass")
        textual = _milliseconds("-c", "import textual.app")
        listed = _of_ours(home, "list")
        offered = _of_ours(home, "completion", "words", "legal", "")
        waiting = _duels(home)
        acted = 1000 * seconds(lambda: _act(home, *waiting.pop()), TIMES)
        played = 1000 * seconds(lambda: _drawn(home, waiting[0][0]), TIMES)
    return [
        Row("`list`, beside an empty Python", listed, "ms", "< 25 x", listed < 25 * empty, empty),
        Row("`list`, beside `import textual.app`", listed, "ms", "< 1.3 x", listed < 1.3 * textual, textual),
        Row("completion, beside an empty Python", offered, "ms", "< 8 x", offered < 8 * empty, empty),
        Row("`act`, beside `import textual.app`", acted, "ms", "none", True, textual),
        Row("`play` until it has drawn, beside `import textual.app`", played, "ms", "none", True, textual),
    ]


def _duels(home: str) -> list[tuple[str, str]]:
    """Battles, and what may be done in each."""
    with Headquarters(home) as hq:
        names = [f"duel-{number}" for number in range(TIMES + 2)]
        for name in names:
            assert isinstance(hq.battles.new("tank-duel", name=name), Acted)
        return [(name, bytes(hq.battles.legal(name)[0].action).decode()) for name in names]


def _act(home: str, battle: str, action: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "tui.cli.main", "act", battle, action, "--home", home],
        check=True,
        capture_output=True,
    )


def _drawn(home: str, battle: str) -> None:
    """Until the terminal program has drawn a whole screen: its last line is the one of keys."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    command = [sys.executable, "-m", "tui.cli.main", "play", battle, "--home", home]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # it has ended
            while b"\x1b[24;" not in seen and b"Help" not in seen:
                seen += os.read(ours, 1 << 16)
        process.kill()
    os.close(ours)
    assert b"Help" in seen or b"\x1b[24;" in seen, seen[-500:]


PARTS = {"all": Part(run)}
