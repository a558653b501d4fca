"""A server in a thread, on a port that the machine chooses, with players and their tokens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from api.accounts import players, tokens
from api.accounts.accounts import Accounts
from api.accounts.limits import Rate
from api.server.service import Settings
from api.server.serving import Runner, runner
from api.server.streams.hub import Hub
from campaign.battles.table import Seat
from campaign.headquarters import Headquarters

PLAYERS = {"a": "ann", "b": "ben", "c": "cyd", "d": "dan"}
"""Two who play in most tests, and two who look on."""
FREELY = Rate(100_000, 100_000.0)
"""No test waits for its turn, unless it is about that."""


class Served:
    """A server that runs. hq: its house, for who keeps it. tokens: by a letter, `k` for the keeper. url: that paths are
    put behind."""

    def __init__(self, home: Path, settings: Settings | None = None, **more: Any) -> None:
        self.open(home, **more)
        first = self.accounts.first_token("boss")
        assert first is not None
        self.tokens = {"k": first.secret}
        with self.accounts._file.writing() as conn:
            world = self.accounts._world
            for letter, player in PLAYERS.items():
                players.put(conn, world, player, "")
                made = tokens.put(conn, world, player, "", ("read", "play"), "2999-01-01T00:00:00.000Z")
                self.tokens[letter] = made.secret
        self.start(settings)

    def open(self, home: Path, **more: Any) -> None:
        self.hq = Headquarters(home, **more)
        self.accounts = Accounts(home / "accounts.db")

    def start(self, settings: Settings | None) -> None:
        self.runner: Runner = runner(self.hq, self.accounts, settings or freely(), "127.0.0.1", 0)
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
        self.accounts.close()
        self.hq.close()

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Again(Served):
    """A server on a folder that has its accounts already. tokens: as they were."""

    def __init__(self, home: Path, tokens: dict[str, str], settings: Settings | None = None) -> None:
        self.open(home)
        self.tokens = tokens
        self.start(settings)


def freely(**more: Any) -> Settings:
    """Without limits of how often."""
    rates: Any = dict.fromkeys(("reads", "actions", "streams"), FREELY)
    return replace(Settings(rates=rates), **more)


@pytest.fixture(scope="session", autouse=True)
def no_authorities(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """httpx reads all those that it trusts for every client, which takes ten times as long as an answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("authorities")))
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "home", freely()) as found:
        yield found


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of a file that leave it as it was: ann and ben begin a duel there."""
    with Served(tmp_path_factory.mktemp("standing") / "home", freely()) as found:
        found.hq.battles.new("tank-duel", seats=[Seat("nk", "ann"), Seat("us", "ben")], name="duel")
        yield found
