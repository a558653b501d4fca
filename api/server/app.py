"""The application: a route for each operation, and one shape for whatever goes wrong."""

from __future__ import annotations

from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler

from api.server.asking import Asking, Handler
from api.server.documents import DOCUMENTS
from api.server.failing import HANDLERS
from api.server.service import Service
from api.wire.operations import OPERATIONS, ROOT, Operation


def create_app(service: Service) -> Litestar:
    """Of a house and its accounts."""
    return Litestar(
        route_handlers=[*DOCUMENTS, *(route(service, one) for one in OPERATIONS)],
        exception_handlers=dict(HANDLERS),
        openapi_config=None,
        on_shutdown=[service.close],
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
