"""The server as a process: warmed up, then opened, and stopped in less than a second however many listen."""

from __future__ import annotations

import threading
from types import FrameType
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.accounts.accounts import Accounts
from api.server.app import create_app
from api.server.logs import write_lines
from api.server.service import Service, Settings
from api.server.streams.hub import Hub
from api.wire.problems import MEDIA, problem
from campaign.headquarters import Headquarters

GRACE = 5
"""Seconds that requests get to end by themselves when the server stops; streams end at once."""


class Protocol(HttpToolsProtocol):
    """Lets a stream cut off a reader who takes nothing: what waits in a connection is let go of only with it. What is
    no request at all is refused like everything else."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        scope: Any = self.scope
        scope["wardiary.abort"] = self.transport.abort

    def send_400_response(self, msg: str) -> None:
        told = msgspec.json.encode(problem("malformed", "This is no HTTP request."))
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: {MEDIA}\r\ncontent-length: {len(told)}\r\nconnection: close"
        self.transport.write(head.encode() + b"\r\n\r\n" + told)
        self.transport.close()


class Runner(uvicorn.Server):
    """uvicorn, which waits for open streams unless they are ended first. ready: set when the socket is open; port: its
    number then."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub, self.ready, self.port = hub, threading.Event(), 0

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.servers:
            self.port = self.servers[0].sockets[0].getsockname()[1]
        self.ready.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.hub.stop()
        super().handle_exit(sig, frame)


def runner(house: Headquarters, accounts: Accounts, settings: Settings, host: str, port: int) -> Runner:
    """A server that is ready to run. port: 0 for any that is free."""
    service = Service(house, accounts, settings)
    service.warm_up()
    app = create_app(service)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=Protocol,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        backlog=4096,
    )
    return Runner(config, app.state.hub)


def serve(house: Headquarters, accounts: Accounts, settings: Settings, host: str, port: int) -> None:
    """Serve until somebody stops it, and tell on standard error what happens."""
    write_lines()
    runner(house, accounts, settings, host, port).run()
