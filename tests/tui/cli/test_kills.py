"""Command lines are killed at any moment: afterwards all is as it was before, or as it is when they are done."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.headquarters import Headquarters
from tests.conftest import PROFILE
from tests.tui.cli.killing import COMMANDS, Facts, Killer, facts, prepared, started, words_of
from tui.cli.main import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs Unix processes")

OFTEN = ("act", "undo", "begin", "file", "advance", "import", "export", "campaign new", "campaign undo")
TIMES = {1: 1, 10: 29}
"""How often each of them is killed, by scale: 261 kills in the long profile."""
BEFORE_EACH = list(COMMANDS)[:: 1 if PROFILE == "long" else 2]
"""Half of them in the default profile: each is run and killed a dozen times."""
AT_ANY_MOMENT = OFTEN if PROFILE == "long" else ("act", "import", "campaign new")
"""Where the moment is chance one kill of each says little: in the default profile one of each sort is tried."""
TAKEN = "taken.ndjson.gz"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(tmp_path_factory.mktemp("kills"))


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    found = Killer()
    yield found
    found.end()


@pytest.fixture
def elsewhere() -> Iterator[None]:
    """What is run here in the folder of a home leaves it again."""
    before = Path.cwd()
    yield
    os.chdir(before)


def run(home: Path, command: str) -> Facts:
    """What is there when the command is done, in this process."""
    os.chdir(home)
    assert main(words_of(command)) == 0
    return facts(home)


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("command", BEFORE_EACH)
def test_killed_before_any_statement_nothing_is_half_done(
    home: Path, killer: Killer, tmp_path: Path, scale: int, command: str
) -> None:
    """And every name can be used: the command is done when it is run again."""
    before = facts(home)
    *killed, (last, fate) = killer.before_each(home, tmp_path, command, scale > 1)
    after = facts(last)
    assert not fate and (len(killed) > 5 or command == "export")
    assert (after == before) == (command == "export")
    for copy, _ in killed:
        assert facts(copy) == before, copy
    for copy, _ in killed[-3:]:
        assert run(copy, command) == after, copy


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("command", AT_ANY_MOMENT)
def test_killed_at_any_moment_nothing_acknowledged_is_lost(
    home: Path, tmp_path: Path, scale: int, command: str
) -> None:
    """Runs long: once each, 29 times in the long profile."""
    rng = random.Random(command)
    before, whole = facts(home), tmp_path / "whole"
    shutil.copytree(home, whole)
    began = time.monotonic()
    out, err = started(whole, command).communicate()
    taken = time.monotonic() - began
    after = facts(whole)
    assert json.loads(out) and err == ""
    for number in range(TIMES[scale]):
        copy = tmp_path / str(number)
        shutil.copytree(home, copy)
        victim = started(copy, command)
        time.sleep(rng.uniform(0.3, 1.0) * taken)
        victim.kill()
        out, _ = victim.communicate()
        found = facts(copy)
        assert found == after if out.endswith("}\n") else found in (before, after), (number, found)
        if command == "export":
            _taken_whole_or_not_at_all(copy, out, after)
        elif found == before:
            assert run(copy, command) == after


def _taken_whole_or_not_at_all(home: Path, out: str, there: Facts) -> None:
    """And what a killed one left behind is cleared away by the next."""
    assert (home / TAKEN).exists() or not out
    old = time.time() - 3600
    for part in home.glob(".*.part"):
        os.utime(part, (old, old))
    if not (home / TAKEN).exists():
        run(home, "export")
    with Headquarters(home / "new") as hq:
        assert hq.import_(home / TAKEN).entries == sum(head for _, _, head in there.diaries)
    run(home, "export")
    assert list(home.glob(".*.part")) == []
