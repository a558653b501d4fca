"""A server in a thread, on a port that the machine chooses, with players and their tokens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tests.api.standing_in  # noqa: F401
from api.server.service import Settings
from api.server.serving import Runner, runner
from api.server.streams.hub import Hub
from campaign.headquarters import Headquarters
from tests.api.standing_in import Account, Accounts, Pass

TOKENS = {
    "k": Pass(Account("boss", True), ("read", "play", "bot", "umpire")),
    "a": Pass(Account("ann")),
    "b": Pass(Account("ben")),
    "c": Pass(Account("cyd")),
    "d": Pass(Account("dan")),
}
"""Tokens: a keeper's, two players', and two who only look on where these play."""


class Served:
    """A server that runs. hq: its house, for who keeps it. url: without a slash in the end."""

    def __init__(self, home: Path, settings: Settings | None = None, **more: Any) -> None:
        self.hq = Headquarters(home, **more)
        accounts: Any = Accounts()
        self.accounts: Accounts = accounts
        self.accounts.passes.update(TOKENS)
        self.runner: Runner = runner(self.hq, accounts, settings or Settings(), "127.0.0.1", 0)
        self.thread = threading.Thread(target=self.runner.run, name="server")
        self.thread.start()
        assert self.runner.ready.wait(20), "the server does not start"
        self.url = f"http://127.0.0.1:{self.runner.port}"

    @property
    def hub(self) -> Hub:
        return self.runner.hub

    def stop(self) -> None:
        self.runner.handle_exit(2, None)
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server does not stop"
        self.hq.close()

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "home") as found:
        yield found
