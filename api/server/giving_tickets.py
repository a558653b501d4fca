"""Where tickets for streams are asked for."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp

from api.accounts.answers import Pass
from api.server import reading
from api.server.counting import counted
from api.server.gate import Gate, bound, from_here, good_for
from api.server.http import Incoming, Outgoing
from api.server.service import Service
from api.server.tickets import PATH
from api.wire.live import TICKET_LASTS, NewTicket, TicketWanted
from api.wire.operations import ROOT
from api.wire.problems import Failed, problem
from campaign.shared.clock import World

_STREAM = re.compile(rf"{ROOT}/(?:(?:battles|campaigns)/(?P<diary>[^/]+)/)?stream")
_STREAMS = tuple(f"{ROOT}/{one}stream" for one in ("battles/BATTLE/", "campaigns/CAMPAIGN/", ""))


def routes(service: Service) -> list[HTTPRouteHandler]:
    async def ticket(request: Request[Any, Any, Any]) -> ASGIApp:
        incoming = Incoming(request.scope, request.receive)
        return await counted(service.metrics, "ticket", incoming, given(service, incoming))

    return [HTTPRouteHandler(PATH, http_method="POST", name="ticket", status_code=201)(ticket)]


async def given(service: Service, request: Incoming) -> Outgoing:
    """A ticket for who asks. Raises Failed."""
    who = _admitted(service.gate, request)
    raw = await reading.content(
        request.parts(), request.header(b"content-length"), reading.SMALLEST, reading.PATIENCE
    )
    wanted: Any = reading.converted(reading.data(raw, request.only(b"content-type")), TicketWanted)
    path = unquote(wanted.path)
    found = _STREAM.fullmatch(path)
    if found is None:
        reason = "A ticket is for the path of a stream, without a query."
        raise Failed(problem("invalid", reason, allowed=_STREAMS, where="$.path"))
    if found["diary"]:
        bound(who, found["diary"])
    text = service.tickets.give(who.player, path, request)
    world = World()
    until = world._replace(clock=lambda: world.clock() + timedelta(seconds=TICKET_LASTS)).now()
    answer = msgspec.json.encode(NewTicket(text, wanted.path, until))
    return Outgoing(answer, status=201, headers=((b"cache-control", b"no-store"),))


def _admitted(gate: Gate, request: Incoming) -> Pass:
    """Raises Failed."""
    who = gate.who(request)
    assert who is not None  # it is not free
    if not who.token:
        from_here(request)
    good_for(who, "read")
    gate.spend(request, who, "actions")
    return who
