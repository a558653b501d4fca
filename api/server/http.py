"""Requests and answers as they stand in ASGI."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

from litestar.enums import HttpMethod
from litestar.types import Receive, Scope, Send

from api.accounts.answers import Pass
from api.wire.headers import JSON
from api.wire.problems import Failed, problem

SAFE = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; img-src data:"),
    (b"x-content-type-options", b"nosniff"),
)
"""For what a browser may show: names of players and battles stand in it."""


READS = (HttpMethod.GET, HttpMethod.HEAD)
"""A head is answered as the whole is, and the server leaves the body out."""


def liked(text: str) -> dict[str, float]:
    """How much a client likes what it names in `Accept` or `Accept-Encoding`: name → 0.0, not at all, to 1.0."""
    found: dict[str, float] = {}
    for part in filter(str.strip, text.split(",")):
        name, *rest = (one.strip().lower() for one in part.split(";"))
        found[name] = next((_quality(one[2:]) for one in rest if one.startswith("q=")), 1.0)
    return found


def _quality(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError:
        return 0.0


class Incoming:
    """A request as it stands in an ASGI scope: what is looked at is read, and nothing else. spent: what the gate has to
    say of the limit that it counted to, as headers. who: whom it let in."""

    def __init__(self, scope: Any, receive: Receive) -> None:
        self.scope, self.receive = scope, receive
        self.path: str = scope["path"]
        self.query: bytes = scope["query_string"]
        self.spent: tuple[tuple[bytes, bytes], ...] = ()
        self.who: Pass | None = None

    def header(self, name: bytes) -> str:
        """ "" if it is not there; the first if it stands there twice. name: in small letters."""
        for key, value in self.scope["headers"]:
            if key == name:
                return value.decode("latin-1")
        return ""

    def only(self, name: bytes) -> str:
        """ "" if it is not there. Raises Failed if it stands there twice: two readers might read two things."""
        found = self.every(name)
        if len(found) > 1:
            where = name.decode().title()
            raise Failed(problem("malformed", f"The header {where} stands there twice.", where=where))
        return found[0] if found else ""

    @property
    def headers(self) -> Sequence[tuple[bytes, bytes]]:
        return self.scope["headers"]

    @property
    def peer(self) -> str:
        """The address that the connection comes from; "" where it has none."""
        client = self.scope.get("client")
        return client[0] if client else ""

    def every(self, name: bytes) -> list[str]:
        return [value.decode("latin-1") for key, value in self.scope["headers"] if key == name]

    async def parts(self) -> AsyncIterator[bytes]:
        """The body, piece by piece. Raises Failed if whoever sends it goes away."""
        while True:
            message: Any = await self.receive()
            if message["type"] == "http.disconnect":
                raise Failed(problem("malformed", "The body ended before it was whole."))
            yield message.get("body", b"")
            if not message.get("more_body"):
                return


def takes_gzip(request: Incoming) -> bool:
    found = liked(",".join(request.every(b"accept-encoding")))
    return found.get("gzip", found.get("*", 0.0)) > 0


class Outgoing(NamedTuple):
    """An answer, as an ASGI application that sends it."""

    body: bytes
    media: str = JSON
    status: int = 200
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = list(self.headers)
        if self.status not in (204, 304):  # of which it would say something else
            headers.append((b"content-length", str(len(self.body)).encode()))
        if self.body:
            headers.append((b"content-type", self.media.encode()))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})
