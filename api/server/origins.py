"""Pages of other origins: which of them a browser may let ask here, and what it lets them send and read.

A page sends its player's token itself, and never a cookie: no credentials are let in that a browser adds by itself.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from api.wire.headers import ANSWER, ENTRY, SEALS
from campaign.rules.refused import Refused

App = Callable[[Any, Any, Any], Awaitable[None]]
_ORIGIN = re.compile(r"https?://(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?")
METHODS = "GET, HEAD, POST, PUT, DELETE"
SENT = (
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID",
    "Wardiary-Witness",
)  # fmt: skip
READ = (
    "ETag", "Location", "Link", "Allow", "Retry-After", "RateLimit", "RateLimit-Policy", "WWW-Authenticate",
    "Idempotency-Replayed", "Wardiary-Entry", "Wardiary-Answer",
    "Wardiary-Seals",
)  # fmt: skip
REMEMBERED = 600
"""Seconds for which a browser need not ask again what it may send."""
_VARY, _EXPOSED = (b"vary", b"Origin"), (b"access-control-expose-headers", ", ".join(READ).encode())
assert {ENTRY, ANSWER, SEALS} <= {one.lower() for one in READ}


def origins(some: Sequence[str]) -> frozenset[bytes]:
    """The origins that are named, as a browser names them. Raises Refused."""
    for one in some:
        if not _ORIGIN.fullmatch(one):
            reason = f"{one[:200]!a} is no origin: scheme, host and port, in small letters and with nothing behind."
            raise Refused(reason, "", ["https://play.example", "http://127.0.0.1:5173"], "--origin")
        scheme, _, port = one.partition("://")[0], *one.rpartition(":")[1:]
        if (scheme, port) in (("https", "443"), ("http", "80")):
            reason = (
                f"A browser leaves out the port of {one!r}, since it is the usual one: it would never match."
            )
            raise Refused(reason, "", [one.rpartition(":")[0]], "--origin")
    return frozenset(one.encode() for one in some)


def shared(app: App, some: frozenset[bytes]) -> App:
    """The application, for pages of some origins too. As it is where there are none."""
    if not some:
        return app

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        given = [value for name, value in scope["headers"] if name == b"origin"]
        origin = given[0] if len(given) == 1 and given[0] in some else b""
        asks = any(name == b"access-control-request-method" for name, _ in scope["headers"])
        if origin and asks and scope["method"] == "OPTIONS":
            await _preflight(origin, send)
            return

        async def told(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = message | {"headers": [*message["headers"], *_of(origin)]}
            await send(message)

        await app(scope, receive, told)

    return answer


def _of(origin: bytes) -> list[tuple[bytes, bytes]]:
    """What an answer says of origins. origin: b"" for one that is not let in, or none."""
    if not origin:
        return [_VARY]
    return [_VARY, (b"access-control-allow-origin", origin), _EXPOSED]


async def _preflight(origin: bytes, send: Any) -> None:
    headers = [
        (b"access-control-allow-origin", origin),
        (b"access-control-allow-methods", METHODS.encode()),
        (b"access-control-allow-headers", ", ".join(SENT).encode()),
        (b"access-control-max-age", str(REMEMBERED).encode()),
        (b"vary", b"Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
