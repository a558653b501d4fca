"""The server as a process: warmed up, then opened, and stopped in less than a second however many listen."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
import threading
from http import HTTPStatus
from types import FrameType
from typing import Any, NoReturn

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.accounts.accounts import Accounts
from api.server.app import create_app
from api.server.crowd import Crowd, turned_away
from api.server.logs import write_lines
from api.server.origins import shared
from api.server.service import SEND_WITHIN, Service, Settings
from api.server.streams.hub import Hub
from api.wire.problems import MEDIA, problem
from campaign.headquarters import Headquarters

GRACE = 5
"""Seconds that requests get to end by themselves when the server stops; streams end at once."""


LONGEST_HEAD, MOST_HEADERS = 32 << 10, 100
"""Bytes of a request's address and headers, and how many those may be."""
MOST_UNREAD = 512 << 10
"""Bytes of a single header that is not whole yet: more than the socket brings at once."""
HASTE, HURRY = 10.0, 2.0
"""Seconds in which the headers of a request must be here, and those of one that is turned away."""


UNSENT = 4 << 10
"""Bytes that may wait in a connection unnoticed: if none might, a small answer would go in two packets."""
HELD = 32 << 10
"""Bytes of a stream that the machine may hold; it takes this as a hint."""
SLOWEST = 100_000
"""Bytes a second at which a long answer must be taken."""


_HOST = re.compile(rb"[A-Za-z0-9._~!$&'()*+;=%:\[\]-]*")


class Protocol(HttpToolsProtocol):
    """What uvicorn leaves open: how long headers may be, and how long they may take; that what stands behind a body is
    no header; that a request names one host; how many connections there may be; how long a reader may take, since what
    waits in a connection is let go of only with it; and that a reader has gone whose next request waits. crowd: all
    that are open. origins, send_within: as in `Settings`."""

    crowd: Crowd
    origins: frozenset[bytes] = frozenset()
    send_within = SEND_WITHIN

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._headed, self._head, self._unread, self._hosts = False, 0, 0, 0
        self._address = self.client[0] if self.client else ""
        self._why = ""
        self._turned_away = self.crowd.enter(self._address)
        haste = HURRY if self._turned_away else HASTE
        self._timer: asyncio.TimerHandle | None = self.loop.call_later(haste, self._too_slow)
        self._sending: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        transport.set_write_buffer_limits(UNSENT, 0)  # so that it is told when nothing waits any more

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._turned_away:
            self.crowd.leave(self._address)
        self._unset_timer()
        self._unset_sending()
        if (
            self._answering is not None
        ):  # uvicorn tells the newest request alone, which may wait behind this one
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._headed:
            return
        self._unread += len(data)
        if self._unread > MOST_UNREAD:
            self._head = self._unread
            self.send_400_response("")
        elif self._timer is None:
            self._timer = self.loop.call_later(HASTE, self._too_slow)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._headed, self._head, self._unread, self._hosts = False, 0, 0, 0
        self._why = ""
        scope: Any = self.scope
        scope["wardiary.abort"], scope["wardiary.narrow"] = self.transport.abort, self.narrow

    def narrow(self) -> None:
        """For a stream: what the machine holds of it for a slow reader is little, too, and he is seen to take it."""
        held: Any = self.transport.get_extra_info("socket")
        held.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, HELD)

    def on_url(self, url: bytes) -> None:
        self._longer(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._headed:  # a trailer: what a proxy looks at and takes out are headers
            return
        self._longer(len(name) + len(value))
        if name.lower() == b"host":
            self._hosts += 1
            if not _HOST.fullmatch(value):
                self._wrong("The header Host names no host.")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._headed = True
        parser: Any = self.parser
        if self._hosts > 1:
            self._wrong("The header Host stands there twice: two readers might read two things.")
        if not self._hosts and parser.get_http_version() != "1.0":
            self._wrong("The header Host is missing: say which server is asked, once.")
        self._unset_timer()
        if self._turned_away:
            self.app = turned_away(self.app, self._turned_away, self.origins)
        super().on_headers_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        unsent = self.transport.get_write_buffer_size()
        self._sending = self.loop.call_later(self.send_within + unsent / SLOWEST, self.transport.abort)

    def resume_writing(self) -> None:
        self._unset_sending()
        super().resume_writing()

    def _longer(self, size: int) -> None:
        """Raises ValueError, which ends the connection by way of `send_400_response`."""
        self._head += size
        if self._head > LONGEST_HEAD or len(self.headers) >= MOST_HEADERS:
            self._head = LONGEST_HEAD + 1
            raise ValueError("too long")

    def _wrong(self, why: str) -> NoReturn:
        """Raises ValueError, which ends the connection by way of `send_400_response`."""
        self._why = why
        raise ValueError(why)

    def send_400_response(self, msg: str) -> None:
        """As a problem, like all that goes wrong."""
        if self.transport.is_closing():
            return
        if self._head > LONGEST_HEAD:
            most = f"They have at most {LONGEST_HEAD} bytes, and {MOST_HEADERS} headers are enough."
            found = problem("headers", most)
        else:
            where = "Host" if self._why else ""
            found = problem(
                "malformed", self._why or "This is no HTTP that can be understood here.", where=where
            )
        body = msgspec.json.encode(found)
        head = f"HTTP/1.1 {found.status} {HTTPStatus(found.status).phrase}\r\ncontent-type: {MEDIA}\r\n"
        self.transport.write(
            f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
        )
        self.transport.close()

    def _unset_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self._sending is None:  # it is closed when the last bytes are taken, or never
            self._sending = self.loop.call_later(self.send_within, self.transport.abort)

    def _unset_sending(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None

    def _too_slow(self) -> None:
        self._timer = None
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
    house.porter.meet(accounts.people(settings.tables))
    service = Service(house, accounts, settings)
    service.warm_up()
    app = create_app(service)

    class Bounded(Protocol):
        crowd, origins, send_within = Crowd(settings), settings.origins, settings.send_within

    config = uvicorn.Config(
        shared(app, settings.origins),
        host=host,
        port=port,
        http=Bounded,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # an address that a header tells of is anybody's word
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        backlog=4096,
    )
    return Runner(config, app.state.hub)


def serve(house: Headquarters, accounts: Accounts, settings: Settings, host: str, port: int) -> None:
    """Serve until somebody stops it, and tell on standard error what happens."""
    write_lines()
    allow_connections(settings.connections)
    runner(house, accounts, settings, host, port).run()


def allow_connections(connections: int) -> None:
    """As many open files as so many connections take, and those that are turned away, as far as this machine lets us;
    most let a process have 1024."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * connections + 1024
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
