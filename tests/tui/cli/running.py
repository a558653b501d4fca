"""Running a command as a shell would, with a home of its own; or asking a server that has one."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

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
        return Ran(status, out, err)

    if getattr(request, "param", "") != "served":
        yield run
        return
    with asked(tmp_path / "home", tmp_path / "terminal") as url:
        monkeypatch.setenv("WARDIARY_SERVER", url)
        monkeypatch.setenv("WARDIARY_HOME", str(tmp_path / "terminal"))
        yield run


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
