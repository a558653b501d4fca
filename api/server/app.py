"""The application: a route for each path, and one shape for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from api.server import about, giving_tickets
from api.server.asking import Handler
from api.server.bots import Bots
from api.server.counting import counted
from api.server.documents import DOCUMENTS
from api.server.failing import HANDLERS, verbs
from api.server.http import READS, Incoming, Outgoing
from api.server.kept import KeptHandler
from api.server.once import OnceHandler
from api.server.service import Service
from api.server.streams.handlers import routes
from api.server.streams.hub import Hub
from api.server.together import ActHandler
from api.server.witness import witnessed
from api.wire.operations import OPERATIONS, ROOT, Operation
from api.wire.signatures import signature

ACT = "battles.act"
LIVE = frozenset(("changes",))
"""Operations that wait, and so are answered without holding a thread: see `api.server.streams.handlers`."""


def create_app(service: Service, more: Sequence[HTTPRouteHandler] = ()) -> Litestar:
    """Of a house and its accounts. more: what is served beside it. Its state holds the hub of the streams, which are to
    be ended before the server waits for its connections."""
    hub, starts, stops = Hub(service), list[Callable[[], Any]](), list[Callable[[], Any]]()
    if service.settings.bots:
        bots = Bots(service.house)
        hub.listeners.append(bots.arrived)
        starts, stops = [bots.start], [bots.stop]
    service.metrics.count_streams(lambda: len(hub.streams))
    answered = (one for one in OPERATIONS if one.id not in LIVE)
    return Litestar(
        route_handlers=[
            *map(options, dict.fromkeys(one.path for one in OPERATIONS)),  # before Litestar's own
            *more,
            *DOCUMENTS,
            *about.routes(service),
            *routes(service, hub),
            *giving_tickets.routes(service),
            *(route(service, one) for one in answered),
        ],
        exception_handlers={**HANDLERS},
        openapi_config=None,
        on_startup=[hub.start, *starts],
        on_shutdown=[*stops, hub.close, service.close],
        state=State({"hub": hub}),
        logging_config=None,
        debug=False,
    )


def route(service: Service, operation: Operation) -> HTTPRouteHandler:
    """One operation under its verb and path."""
    handler = _handler(operation)(service, operation)

    async def asked(request: Request[Any, Any, Any]) -> ASGIApp:
        incoming = Incoming(request.scope, request.receive)
        answer = witnessed(handler, incoming) if operation.kind else handler(incoming)
        return await counted(service.metrics, operation.id, incoming, answer)

    path, verbs = _placed(operation.path), READS if operation.verb == "GET" else operation.verb
    return HTTPRouteHandler(path, http_method=verbs, name=operation.id, status_code=200)(asked)


def _handler(operation: Operation) -> type[Handler]:
    if operation.id == ACT:
        return ActHandler
    if operation.kept:
        return KeptHandler
    return OnceHandler if operation.keyed and "key" not in signature(operation).headers else Handler


def options(path: str) -> HTTPRouteHandler:
    """What may be done under a path of the table: Litestar would name but one verb of several."""

    async def told() -> ASGIApp:
        allow = ", ".join((*verbs(ROOT + path), "OPTIONS"))
        return Outgoing(b"", status=204, headers=((b"allow", allow.encode()),))

    return HTTPRouteHandler(_placed(path), http_method=HttpMethod.OPTIONS, status_code=200)(told)


def _placed(path: str) -> str:
    return ROOT + path.replace("}", ":str}")
