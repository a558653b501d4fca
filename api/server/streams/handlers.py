"""The routes of what is live: plain ASGI for streams, which costs half of what a response of Litestar does."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import UNSET, UnsetType

from api.server.counting import closed, counted, opened, telling_limits, turned_away
from api.server.gate import NO_MORE, SIGN_IN, Heads, bound
from api.server.http import READS, Incoming, Outgoing
from api.server.reading import converted, once, query_of
from api.server.service import Service
from api.server.streams.hub import OWN, Hub
from api.server.streams.messages import MEDIA, Form, form_of
from api.server.streams.stream import Asked, Stream
from api.wire.headers import JSON
from api.wire.live import LONGEST_POLL
from api.wire.operations import ROOT
from api.wire.problems import Failed, problem
from campaign.shared.answers import Changes

PATHS = {
    "battle": ROOT + "/battles/{diary:str}/stream",
    "campaign": ROOT + "/campaigns/{diary:str}/stream",
    "": ROOT + "/stream",
}
"""The kind of a diary → where its stream is; "": the player's own."""
CHANGES = ROOT + "/changes"
_MOST = 2**63 - 1


class _Query(msgspec.Struct, frozen=True, rename={"role": "as"}, forbid_unknown_fields=True):
    """since: the message that the reader had last. ticket: in place of a token."""

    role: str | UnsetType = UNSET
    ticket: str | UnsetType = UNSET
    since: int | UnsetType = UNSET
    board: Literal["whole"] | UnsetType = UNSET


class _Poll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    after: int | UnsetType = UNSET
    timeout: float = 0.0


def routes(service: Service, hub: Hub) -> list[HTTPRouteHandler]:
    streams = [_route(service, hub, kind, path) for kind, path in PATHS.items()]

    async def poll(request: Request[Any, Any, Any]) -> ASGIApp:
        incoming = Incoming(request.scope, request.receive)
        return await counted(service.metrics, "changes", incoming, polled(service, hub, incoming))

    return [*streams, HTTPRouteHandler(CHANGES, http_method=READS, name="changes")(poll)]


def _route(service: Service, hub: Hub, kind: str, path: str) -> HTTPRouteHandler:
    """Litestar's own routes for plain ASGI take no parameters in the path."""

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        await streamed(service, hub, kind, scope, receive, send)

    async def answer() -> ASGIApp:
        return stream

    return HTTPRouteHandler(path, http_method=READS, name=f"{kind or OWN}.stream")(answer)


async def streamed(service: Service, hub: Hub, kind: str, scope: Any, receive: Any, send: Any) -> None:
    """One stream from its first to its last byte. Raises Failed before the first."""
    name = scope["path_params"].get("diary", "")
    place, operation = f"{kind} {name}" if kind else OWN, f"{kind or OWN}.stream"
    request = Incoming(scope, receive)
    head = scope["method"] == "HEAD"
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        with turned_away(service.metrics, operation), telling_limits(request):
            asked = _asked(service, request, kind, name, place)
            if head:
                await _answer_head(asked, request, send)
                return
            stream = hub.open(place, asked, scope.get("wardiary.abort", gone.cancel))
        scope.get("wardiary.narrow", _as_wide_as_it_is)()
        since = opened(service.metrics, operation, len(hub.streams))
        gone.add_done_callback(stream.vanish)
        try:
            with telling_limits(request):
                await hub.join(stream, kind, name, asked.since)
            await _send(stream, request, send)
        except Failed:
            stream.why = "refused"
            raise
        finally:
            stream.gone = True
            hub.leave(stream)
            closed(service.metrics, operation, stream, since, len(hub.streams))
    finally:
        gone.cancel()


async def _send(stream: Stream, request: Incoming, send: Any) -> None:
    await send(_start(stream.form, request))
    await stream.pump(send)


async def _answer_head(asked: Asked, request: Incoming, send: Any) -> None:
    """What a stream would begin with; none is opened."""
    await send(_start(asked.form, request))
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _start(form: Form, request: Incoming) -> dict[str, Any]:
    headers = [
        (b"content-type", f"{MEDIA[form]}; charset=utf-8".encode()),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"vary", b"Authorization, Accept"),
        *request.spent,
    ]
    return {"type": "http.response.start", "status": 200, "headers": headers}


def _as_wide_as_it_is() -> None:
    """Of a connection that another server than ours holds."""


async def _disconnected(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _asked(service: Service, request: Incoming, kind: str, name: str, place: str) -> Asked:
    """Raises Failed."""
    shown = _shown(service, request)
    try:
        who = service.gate.listening(shown, "streams", place)
    finally:
        request.spent = shown.spent
    query: Any = converted(once(query_of(request.query)), _Query, strict=False, start="?")
    form = form_of(request.header(b"accept"))
    role, since = (None if one is UNSET else one for one in (query.role, query.since))
    last = request.header(b"last-event-id")
    if since is not None and not 0 <= since <= _MOST:
        raise Failed(problem("invalid", "This is no id of a message.", where="?since"))
    if last:  # an id that is none of ours is as good as one that is long gone
        since = int(last) if last.isdecimal() and last.isascii() and len(last) < 19 else None
    if kind:
        bound(who, name)
    elif role is not None:
        raise Failed(problem("invalid", "A player's own stream is in no role.", where="?as"))
    caller = service.caller(who, role)
    return Asked(shown, who, caller, form, since, bool(last) or since is not None, query.board == "whole")


def _shown(service: Service, request: Incoming) -> Heads:
    """What shows who asks: a ticket if there is one, else the request itself. Raises Failed."""
    if b"ticket=" not in request.query:
        return request
    ticket = once(query_of(request.query)).get("ticket", "")
    if request.every(b"authorization"):
        reason = "Send a token or a ticket, and not both: two readers might take you for two people."
        raise Failed(problem("malformed", reason, where="?ticket"))
    return service.tickets.take(ticket, request.path, keep=request.scope["method"] == "HEAD")


async def polled(service: Service, hub: Hub, request: Incoming) -> Outgoing:
    """Raises Failed."""
    found = await changes(service, hub, request)
    return Outgoing(msgspec.json.encode(found), JSON, headers=((b"cache-control", b"no-store"),))


async def changes(service: Service, hub: Hub, request: Incoming) -> Changes:
    """The diaries that went on after a cursor and of which he may know, as soon as there are any. Raises Failed."""
    who = service.gate.listening(request, "reads")
    query: Any = converted(once(query_of(request.query)), _Poll, strict=False, start="?")
    if not 0 <= query.timeout <= LONGEST_POLL:
        reason = f"It waits {LONGEST_POLL:g} seconds at the most."
        raise Failed(problem("invalid", reason, allowed=(f"0 to {LONGEST_POLL:g}",), where="?timeout"))
    after = None if query.after is UNSET else query.after
    if after is not None and not 0 <= after <= _MOST:
        raise Failed(problem("invalid", "This is no cursor: take it from an answer.", where="?after"))
    caller = service.caller(who, None)
    loop = asyncio.get_running_loop()
    until = loop.time() + query.timeout
    while True:
        woken = hub.watcher.news  # before it is looked, so that nothing slips through in between
        found = await service.run(hub.known.changes, who, caller, after)
        left = until - loop.time()
        if found.changed or after is None or left <= 0 or hub.stopping:
            return found
        # What whoever is behind may know of comes by itself.
        await asyncio.wait((woken,), timeout=min(left, 1.0) if caller.behind else left)
        if not await service.run(service.gate.still, request, who):
            raise Failed(problem("wrong-token", NO_MORE), SIGN_IN)
