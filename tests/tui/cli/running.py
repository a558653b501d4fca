"""Running a command as a shell would, with a home of its own; or asking a server that has one."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cyclopts import CycloptsError, MissingArgumentError

from tui.cli.app import app
from tui.cli.commands import register
from tui.cli.lines import gathered
from tui.cli.main import main


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]
PLAYERS = ("local", "ann", "bob", "ben", "kim", "ump", "zed", "eve", "red-player", "blue-player")
"""Who has a token for the server, that of a keeper; the first is asked for where none is named."""


@pytest.fixture
def wardiary(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Run]:
    """With the parameter "served" (see `conftest.py`) the diaries are those of a server."""
    monkeypatch.setenv("WARDIARY_HOME", str(tmp_path / "home"))

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        status = main(arguments)
        out, err = capsys.readouterr()
        if not set(arguments) & {"--help", "--json", "completion", "run"}:
            odd = [one for one in suggested(f"{out}\n{err}") if not can_be_typed(one)]
            assert not odd, f"printed, and no command: {odd}"
        return Ran(status, out, err)

    if getattr(request, "param", "") != "served":
        yield run
        return
    with asked(tmp_path / "home", tmp_path / "terminal") as url:
        monkeypatch.setenv("WARDIARY_SERVER", url)
        monkeypatch.setenv("WARDIARY_HOME", str(tmp_path / "terminal"))
        yield run


SUGGESTED = re.compile(r"`(wardiary [^`\n]+)`|(?<![`\w/])(wardiary [a-z][^`\n]*)")
"""A command that is printed: in backticks, or up to the end of its line."""


def suggested(printed: str) -> list[str]:
    """The commands that are suggested."""
    return [inside or bare for inside, bare in SUGGESTED.findall(printed)]


@cache
def can_be_typed(line: str) -> bool:
    """Whether the parser of the command line takes it; the shell has its redirection before."""
    words = gathered(shlex.split(line.partition(" > ")[0])[1:])
    register()
    try:
        app.parse_args(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return isinstance(error, MissingArgumentError) and not app.parse_commands(words)[2]  # only named
    return True


def all_sit(run: Run, diary: str, *players: str) -> None:
    """Who was named takes his seat: on a server it was offered to him, at one machine it is his already."""
    for player in players:
        run("accept", diary, "--player", player)


@contextmanager
def asked(house: Path, terminal: Path) -> Generator[str]:
    """A server of the diaries in one folder, for which another one keeps tokens."""
    from api.client import tokens
    from campaign.headquarters import Headquarters
    from tests.api.serving import holder, served

    with Headquarters(house) as hq:
        passes = {f"token-of-{player}": holder(player, keeper=True) for player in PLAYERS}
        with served(hq, passes, shared=True) as url:
            for player in reversed(PLAYERS):
                tokens.keep(terminal, url, player, f"token-of-{player}")
            yield url
