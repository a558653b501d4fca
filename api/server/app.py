"""The application: a route for each operation, and one shape for whatever goes wrong."""

from __future__ import annotations

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from api.server.asking import Asking, Handler
from api.server.documents import DOCUMENTS
from api.server.failing import HANDLERS
from api.server.service import Service
from api.server.streams.handlers import routes
from api.server.streams.hub import Hub
from api.wire.operations import OPERATIONS, ROOT, Operation

LIVE = frozenset(("changes",))
"""Operations that wait, and so are answered without holding a thread: see `api.server.streams.handlers`."""


def create_app(service: Service) -> Litestar:
    """Of a house and its accounts. Its state holds the hub of the streams, to be stopped before the server waits for
    its connections."""
    hub = Hub(service)
    answered = (one for one in OPERATIONS if one.id not in LIVE)
    return Litestar(
        route_handlers=[*DOCUMENTS, *routes(service, hub), *(route(service, one) for one in answered)],
        exception_handlers=dict(HANDLERS),
        openapi_config=None,
        on_startup=[hub.start],
        on_shutdown=[hub.close, service.close],
        state=State({"hub": hub}),
        debug=False,
    )


def route(service: Service, operation: Operation) -> HTTPRouteHandler:
    """One operation under its verb and path."""
    handler = Handler(service, operation)

    async def asked(request: Asking) -> Response[bytes]:
        return await handler(request)

    path = ROOT + operation.path.replace("}", ":str}")
    made = HTTPRouteHandler(path, http_method=operation.verb, name=operation.id, status_code=operation.status)
    return made(asked)
