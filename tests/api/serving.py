"""A server in a thread, on a port of its own, for which tokens are known beforehand."""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

from api.accounts.accounts import REPORTS
from api.accounts.answers import SCOPES, Account, Pass, Scope
from api.accounts.file import AccountsFile
from api.accounts.limits import RATES, Limits, Rate
from api.accounts.repeats import Repeats
from api.server.service import Settings
from api.server.serving import runner
from campaign.headquarters import Headquarters
from campaign.shared.clock import World
from campaign.shared.people import ANYBODY, Anybody

UNLIMITED = dict.fromkeys(RATES, Rate(1e6, 1e6))


def holder(player: str, keeper: bool = False, scopes: tuple[Scope, ...] = SCOPES) -> Pass:
    """Who holds a token."""
    return Pass(Account(player, player.title(), keeper, "1950-08-17T08:00:00.000Z"), player, scopes)


class Tokens:
    """In place of accounts: who comes in by which token."""

    def __init__(self, passes: Mapping[str, Pass]) -> None:
        self.known, self.passes = dict(passes), self
        self.repeats: Any = None
        self.reports = Limits({"actions": REPORTS})

    def people(self, tables: int) -> Anybody:
        return ANYBODY

    def resolve(self, token: str) -> Pass | None:
        return self.known.get(token)

    def why(self, token: str) -> str:
        return "It is unknown, revoked or has expired."

    def write_uses(self) -> None:
        """Nobody asks when these were used."""


@contextmanager
def served(house: Headquarters, passes: Mapping[str, Pass], port: int = 0, **settings: Any) -> Generator[str]:
    """The address of a server of this house, which stays its owner's to close."""
    accounts: Any = Tokens(passes)
    file = AccountsFile(house.home.accounts)
    accounts.repeats = Repeats(file, World())
    given = Settings(**{"rates": UNLIMITED, **settings})
    server = runner(house, accounts, given, "127.0.0.1", port)
    thread = threading.Thread(target=server.run, name="server")
    thread.start()
    assert server.ready.wait(20), "the server does not start"
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.handle_exit(2, None)
        thread.join(20)
        assert not thread.is_alive(), "the server does not stop"
        file.close()
