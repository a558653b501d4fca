"""A rule system of one's own, from the command line: written, tried, and what fails looked at."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.example import forgotten
from tests.tui.cli.running import Run

pytestmark = pytest.mark.at_home("a system that is lent is there in one process only")


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where somebody writes; what he lends is forgotten afterwards."""
    before = list(sys.path)
    monkeypatch.chdir(tmp_path)
    yield
    sys.path[:] = before
    forgotten(tmp_path)


def test_a_skeleton_is_written_tried_and_played(wardiary: Run, tmp_path: Path):
    written = wardiary("systems", "new", "river-line")
    assert written.status == 0 and "wardiary systems try river-line" in written.out
    tried = wardiary("systems", "try", "river-line")
    assert tried.status == 0, tried
    assert "40  battles" in tried.out and "It keeps all that was tried." in tried.out
    assert "Every event, action, question, rule and option was met." in tried.out
    assert list(tmp_path.glob("*.ndjson")) == []
    seats = ("--seat", "red=bot:eager", "--seat", "blue=bot:eager")
    battle = wardiary("new", "meeting", "--system", "river-line", *seats, "--json").json["battle"]
    assert wardiary("autoplay", battle).status == 0
    assert "fires at" in wardiary("log", battle).out
    assert wardiary("verify", battle).status == 0


def test_what_fails_is_told_and_its_commands_show_it(wardiary: Run, tmp_path: Path):
    wardiary("systems", "new", "marsh-line")
    file = tmp_path / "marsh-line" / "marsh_line" / "firing.py"
    file.write_text(file.read_text().replace('dice="dice"', 'dice=""'))
    tried = wardiary("systems", "try", "marsh-line", "--battles", "6", "--folder", str(tmp_path))
    assert tried.status == 1
    assert "It fails: events tell of the dice that were rolled" in tried.out
    assert "pip install --editable" in tried.out and "It does not hold" in tried.out
    shown = re.findall(r"^ +(wardiary .*)$", tried.out, re.MULTILINE)
    assert {line.split()[1] for line in shown} == {"import", "log", "state"}
    for line in shown[:3]:
        done = wardiary(*shlex.split(line)[1:])
        assert done.status == 0 and done.out, (line, done)


def test_the_same_seed_tries_the_same_and_another_something_else(wardiary: Run):
    wardiary("systems", "new", "dune-line")
    line = ("systems", "try", "dune-line", "--battles", "2", "--json")
    assert wardiary(*line).json == wardiary(*line, "--seed", "1").json
    assert wardiary(*line, "--seed", "2").json["seed"] == 2


@pytest.mark.parametrize("system", ["combat-veteran", "tanks-modern-age"])
def test_one_of_the_house_can_be_tried(wardiary: Run, system: str):
    tried = wardiary("systems", "try", system, "--battles", "1")
    assert tried.status == 0, tried
    assert "Never met:" in tried.out and "events" in tried.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("try", "nothing-like-it"), "no rule system and no package"),
        (("try", "mechwar-4", "--battles", "0"), "--battles"),
        (("try", "mechwar-4", "--folder", "nowhere"), "no folder"),
        (("new", "Two Words"), "No rule system can be called"),
        (("new", "mechwar_4"), "There is a rule system called"),
        (("new", "fine", "--folder", "nowhere"), "no folder"),
    ],
)
def test_what_cannot_be_done_is_refused(wardiary: Run, line: tuple[str, ...], words: str):
    done = wardiary("systems", *line)
    assert done.status == 2 and words in done.err and "Traceback" not in done.err


def test_how_far_it_is_is_told_at_a_terminal(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    wardiary("systems", "new", "fen-line")
    assert wardiary("systems", "try", "fen-line", "--battles", "2").err == ""
    monkeypatch.setattr("tui.cli.systems._at_a_terminal", lambda: True)
    told = wardiary("systems", "try", "fen-line", "--battles", "2").err
    assert "battles: 1 of 2" in told and "battles: 2 of 2 \n" in told
