"""Command lines that are killed, and what is to be true of their data folder afterwards.

`python -m tests.tui.cli.killing` reads lines of a HOME, a folder for COPIES, a COMMAND and whether to try EACH, as
JSON. It runs the command again and again, each time on a fresh copy of HOME, and kills it before the first statement
that it has the database do within a transaction, before the second, and so on, unless EACH in greater and greater steps
from the 8th; it says for each copy whether it was killed there, ends with the one that was not, and then with an empty
line.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from campaign.headquarters import Headquarters
from campaign.ledger.returns import Return
from campaign.shared.answers import Acted, Answer
from tests.campaign.ledger.making import folder

ROOT = Path(__file__).parents[3]
COMMANDS = {
    "act": ("act", "duel", "1", "--expected", "4"),
    "undo": ("undo", "duel"),
    "begin": ("campaign", "begin", "korea", "obong-ni"),
    "file": ("campaign", "file", "c", "n0-1", "return.toml"),
    "half": ("campaign", "file", "c", "n0-1", "return.toml", "--half", "--side", "red"),
    "advance": ("campaign", "advance", "c", "5"),
    "import": ("import", "brought.ndjson"),
    "export": ("export", "taken.ndjson.gz", "--with-secrets", "--force"),
    "campaign new": ("campaign", "new", "marines-in-korea", "--name", "again"),
    "campaign fork": ("campaign", "fork", "fought"),
    "campaign undo": ("campaign", "undo", "w"),
    "campaign undo 2": ("campaign", "undo", "w", "2"),
    "correct": ("campaign", "correct", "w", "corrected.toml"),
    "advance and stop": ("campaign", "advance", "c", "30", "--stop"),
    "undo of a beginning": ("campaign", "undo", "fought"),
    "fork": ("fork", "duel"),
}
"""What is run in a prepared home, whose folder is the current one; with `--home .` and `--json`."""


def done(answer: Answer) -> Acted:
    assert isinstance(answer, Acted), answer
    return answer


def prepared(place: Path) -> Path:
    """A data folder in which each of the commands can be done."""
    home, files = place / "home", folder(place / "files")
    with Headquarters(place / "elsewhere") as hq:
        for number in range(2):
            done(hq.battles.new("tank-duel", name=f"brought-{number}"))
        hq.export(place / "brought.ndjson", with_secrets=True)
    with Headquarters(home) as hq:
        duel = done(hq.battles.new("tank-duel", name="duel")).diary
        for _ in range(3):
            done(hq.battles.act(duel, hq.battles.legal(duel)[0].action))
        done(hq.campaigns.new(files, name="c"))
        done(hq.campaigns.begin("c", "n0", ["red-0", "blue-0"]))
        for name in ("korea", "fought"):
            done(hq.campaigns.new("marines-in-korea", name=name))
        done(hq.campaigns.begin("fought", "obong-ni"))
        done(hq.campaigns.new(files, name="w"))
        done(hq.campaigns.act("w", {"kind": "award", "person": "red-0-gunner", "award": "Cross"}))
        done(hq.campaigns.begin("w", "n0", ["red-0", "blue-0"]))
        done(hq.campaigns.returns.file("w", "n0-1", Return("n0-1", "red", "red")))
        done(hq.campaigns.act("w", {"kind": "advance", "days": 30}))
    (home / "corrected.toml").write_text('battle = "n0-1"\nwinner = "blue"\n', encoding="utf-8")
    (home / "return.toml").write_text('battle = "n0-1"\nwinner = "red"\n', encoding="utf-8")
    shutil.copy(place / "brought.ndjson", home)
    return home


def words_of(command: str) -> list[str]:
    return [*COMMANDS[command], "--home", ".", "--json"]


def started(home: Path, command: str) -> subprocess.Popen[str]:
    """A command as a shell runs it."""
    return subprocess.Popen(
        [sys.executable, "-c", "from tui.cli.main import run; run()", *words_of(command)],
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


class Facts(NamedTuple):
    """What a home holds, as far as it does not hang on chance: names that are made up are left out."""

    diaries: tuple[tuple[str, str, int], ...]
    secrets: int


def facts(home: Path) -> Facts:
    """Raises AssertionError unless everything there opens and holds."""
    with Headquarters(home) as hq:
        assert (hq.read_only, hq.notes) == ("", ())
        store = hq._house.store
        assert store.altered() == ""
        infos = store.diaries()
        if (content := _content(hq.home.database)) not in _VERIFIED:
            for one in infos:
                report = (hq.battles if one.kind == "battle" else hq.campaigns).verify(one.name)
                assert not report.first_bad and report.entries == one.head.seq > 0, (one, report)
            _VERIFIED.add(content)
        hq.battles.all(), hq.campaigns.all()
        for campaign in (one.name for one in infos if one.kind == "campaign"):
            for battle in hq._house.campaigns.get(campaign).state().battles.values():
                assert not battle.diary or store.head(battle.diary).seq, "it was begun and is not there"
        names = sorted((one.kind, _known(one.name), one.head.seq) for one in infos)
        return Facts(tuple(names), sum(store.secret(one.name) is not None for one in infos))


_VERIFIED: set[bytes] = set()
"""Digests of databases that hold: most of those who were killed left every row as it was."""


def _content(database: Path) -> bytes:
    """The digest of every row that can be read in a database."""
    with closing(sqlite3.connect(database)) as conn:
        return sha256("\n".join(conn.iterdump()).encode()).digest()


def _known(name: str) -> str:
    """A name without what was made up for it."""
    return name.partition("~")[0] if "~" in name else ".".join(name.split(".")[:2])


# -- killed before each statement ----------------------------------------------------------------------------------


class Killer:
    """A process that has loaded what commands need, and forks for each."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tests.tui.cli.killing"]
        self._process = subprocess.Popen(
            words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def before_each(self, home: Path, copies: Path, command: str, each: bool) -> list[tuple[Path, bool]]:
        """Copies of a home in which a command was killed before its first statement, its second …; the last ran
        through. each: whether none is left out from the 8th on."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([str(home), str(copies), command, each]), file=self._process.stdin, flush=True)
        found: list[tuple[Path, bool]] = []
        while line := self._process.stdout.readline().rstrip("\n"):
            fate, _, path = line.partition(" ")
            found.append((Path(path), fate == "killed"))
        assert self._process.poll() is None, "it stopped"
        return found

    def end(self) -> None:
        self._process.communicate()


class _Counting(sqlite3.Connection):
    """Dies before the statement whose number has come: of those that write, or stand in a transaction that does."""

    left = 0

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._writing = False
        self.set_trace_callback(self._look)

    def _look(self, statement: str) -> None:
        self._writing = self._writing or statement.startswith("BEGIN IMMEDIATE")
        if not self._writing:
            return
        _Counting.left -= 1
        if not _Counting.left:
            os.kill(os.getpid(), signal.SIGKILL)
        if statement in ("COMMIT", "ROLLBACK"):
            self._writing = False


def _serve() -> None:
    from tui.cli.main import main

    while line := sys.stdin.readline():
        home, copies, command, each = json.loads(line)
        child = os.fork()
        if child == 0:
            _serve_one(main, Path(home), Path(copies), command, each)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, command
        print(flush=True)


def _serve_one(main: Any, home: Path, copies: Path, command: str, each: bool) -> None:
    status = 1
    try:
        _kill_each(main, home, copies, command, each)
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)


def _kill_each(main: Any, home: Path, copies: Path, command: str, each: bool) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    out = os.dup(1)
    os.dup2(null, 0)
    os.dup2(null, 1)
    shutil.copytree(home, copies / "0")
    os.chdir(copies / "0")
    assert main(words_of(command)) == 0  # so that the others need not load anything
    number = 0
    while True:
        number += 1 if each else 1 + number // 8
        copy = copies / str(number)
        shutil.copytree(home, copy)
        child = os.fork()
        if child == 0:
            _run_and_die(main, copy, command, number)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, -signal.SIGKILL), status
        os.write(out, f"{'killed' if status else 'ran'} {copy}\n".encode())
        if status == 0:
            return


def _run_and_die(main: Any, home: Path, command: str, number: int) -> None:
    status = 1
    try:
        os.chdir(home)
        connect = sqlite3.connect
        _Counting.left = number
        sqlite3.connect = lambda *args, **more: connect(*args, factory=_Counting, **more)
        status = main(words_of(command))
    finally:
        os._exit(status)


if __name__ == "__main__":
    _serve()
