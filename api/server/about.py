"""What says how the server is: whether it answers, which it is, and what it counts."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from api.server import metrics
from api.server.http import READS, Incoming, Outgoing
from api.server.service import Service
from api.wire.headers import VERSION
from api.wire.problems import Failed, problem

FRESH = ((b"cache-control", b"no-store"),)


def routes(service: Service) -> list[HTTPRouteHandler]:
    async def health() -> ASGIApp:
        status, told = service.health()
        return Outgoing(msgspec.json.encode(told), status=status, headers=FRESH)

    async def version() -> ASGIApp:
        return Outgoing(msgspec.json.encode({"version": VERSION}), headers=FRESH)

    async def counted(request: Request[Any, Any, Any]) -> ASGIApp:
        """For whoever keeps this house: how much goes on is not for everybody."""
        who = service.gate.who(Incoming(request.scope, request.receive))
        if who is None or not who.keeper:
            raise Failed(problem("forbidden", "This is for whoever keeps this house."))
        return Outgoing(service.metrics.text(), metrics.MEDIA, headers=FRESH)

    return [
        HTTPRouteHandler(path, http_method=READS, name=path[1:])(handler)
        for path, handler in (("/health", health), ("/version", version), ("/metrics", counted))
    ]
