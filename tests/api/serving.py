"""A server in a thread, on a port of its own, for which tokens are known beforehand."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

import uvicorn

from api.accounts.answers import SCOPES, Account, Pass, Scope
from api.accounts.limits import RATES, Rate
from api.server.app import create_app
from api.server.service import Service, Settings
from campaign.headquarters import Headquarters

UNLIMITED = dict.fromkeys(RATES, Rate(1e6, 1e6))


def holder(player: str, keeper: bool = False, scopes: tuple[Scope, ...] = SCOPES) -> Pass:
    """Who holds a token."""
    return Pass(Account(player, player.title(), keeper, "1950-08-17T08:00:00.000Z"), player, scopes)


class Tokens:
    """In place of accounts: who comes in by which token."""

    def __init__(self, passes: Mapping[str, Pass]) -> None:
        self.known, self.passes = dict(passes), self

    def resolve(self, token: str) -> Pass | None:
        return self.known.get(token)

    def why(self, token: str) -> str:
        return "It is unknown, revoked or has expired."


@contextmanager
def served(house: Headquarters, passes: Mapping[str, Pass], port: int = 0, **settings: Any) -> Generator[str]:
    """The address of a server of this house, which stays its owner's to close."""
    accounts: Any = Tokens(passes)
    service = Service(house, accounts, Settings(**{"rates": UNLIMITED, **settings}))
    config = uvicorn.Config(create_app(service), log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", port)) as sock:
        thread = threading.Thread(target=server.run, args=([sock],), daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)
