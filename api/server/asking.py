"""One request, from the token to the bytes: who calls, what he asks, what headquarters says, how it is sent."""

from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec
from litestar.types import Receive, Scope, Send

from api.accounts.answers import Pass
from api.server import reading
from api.server.reading import Common
from api.server.service import Service
from api.wire.headers import ANSWER, JSON, NDJSON
from api.wire.operations import Operation
from api.wire.problems import Failed, of_refusal, problem
from api.wire.signatures import Signature, signature
from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from campaign.shared.answers import DiceNeeded, Refusal

PAGE = 200
"""Things on a page of a list, where no other number is asked for."""


class Incoming:
    """A request as it stands in an ASGI scope: what is looked at is read, and nothing else."""

    def __init__(self, scope: Any, receive: Receive) -> None:
        self.scope, self.receive = scope, receive
        self.path: str = scope["path"]
        self.query: bytes = scope["query_string"]

    def header(self, name: bytes) -> str:
        """ "" if it is not there; the first if it stands there twice. name: in small letters."""
        for key, value in self.scope["headers"]:
            if key == name:
                return value.decode("latin-1")
        return ""

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


class Outgoing(NamedTuple):
    """An answer, as an ASGI application that sends it."""

    body: bytes
    media: str = JSON
    status: int = 200
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-length", str(len(self.body)).encode()), *self.headers]
        if self.body:
            headers.append((b"content-type", self.media.encode()))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


class Asked(NamedTuple):
    """What is asked of a method. hq: for whoever asks. who: None for whoever has no token where none is needed."""

    hq: Headquarters
    who: Pass | None
    arguments: dict[str, Any]
    common: Common
    path: str


class Handler:
    """Answers one operation."""

    def __init__(self, service: Service, operation: Operation) -> None:
        self.service, self.operation = service, operation
        self.signature: Signature = signature(operation)

    async def __call__(self, request: Incoming) -> Outgoing:
        return await self.answer(await self.asked(request, self.service.admitted(request, self.operation)))

    async def asked(self, request: Incoming, who: Pass | None) -> Asked:
        """What a request asks for, as the method takes it. Raises Failed."""
        operation, signature = self.operation, self.signature
        common = reading.common(reading.query_of(request.query), operation.paged)
        raw: bytes = b""
        sent: Any = {}
        if operation.verb in ("POST", "PUT"):
            most = self.service.settings.largest_file if signature.source else reading.LARGEST
            raw = await reading.content(request.parts(), request.header(b"content-length"), most)
            sent = {} if signature.source else reading.data(raw, request.header(b"content-type"))
            if sent and signature.body is None:
                raise Failed(problem("invalid", "Nothing is taken in the body here.", where="$"))
        found = reading.arguments(signature, request.scope["path_params"], common.rest, sent)
        found |= reading.terms(signature, request.header(b"idempotency-key"), request.header(b"if-match"))
        if signature.source:
            found[signature.source] = raw
        return Asked(self.service.hq(who, common.role), who, found, common, request.path)

    async def answer(self, asked: Asked) -> Outgoing:
        """What headquarters answers, in one of the threads. Raises Failed."""
        return await self.service.run(self._answer, asked)

    def _answer(self, asked: Asked) -> Outgoing:
        target = self.signature.target
        if target:
            out = io.BytesIO()
            asked.arguments[target] = out
            told = msgspec.json.encode(self.told(asked)).decode("ascii", "backslashreplace")
            return Outgoing(out.getvalue(), NDJSON, headers=((ANSWER.encode(), told.encode()),))
        answer = self.told(asked)
        headers: tuple[tuple[bytes, bytes], ...] = ()
        if self.operation.paged:
            answer, headers = paged(answer, asked)
        status = 202 if isinstance(answer, DiceNeeded) else self.operation.status
        return Outgoing(msgspec.json.encode(answer), JSON, status, headers)

    def told(self, asked: Asked) -> Any:
        """What headquarters answers. Raises Failed for what it refuses."""
        try:
            door = self.service.door(asked.hq, asked.who, self.operation.door)
            answer = getattr(door, self.operation.name)(**asked.arguments)
        except Refused as refused:
            answer = Refusal.of(refused)
        if isinstance(answer, Refusal):
            raise self._refused(asked, answer)
        return answer

    def _refused(self, asked: Asked, refusal: Refusal) -> Failed:
        newest = None
        if refusal.kind == "head-moved" and self.operation.kind:
            newest = self.wing(asked).head(asked.arguments[self.diary])
        found = of_refusal(refusal, newest)
        return Failed(found, {} if newest is None else {"etag": f'"{newest}"'})

    def wing(self, asked: Asked) -> Any:
        """The door to diaries of the kind that the operation is about."""
        return asked.hq.battles if self.operation.kind == "battle" else asked.hq.campaigns

    @property
    def diary(self) -> str:
        """The parameter that names the diary that the operation is about."""
        return self.signature.places[self.operation.kind]


def paged(answer: Sequence[Any], asked: Asked) -> tuple[Sequence[Any], tuple[tuple[bytes, bytes], ...]]:
    """A page of a list, and the link to the next."""
    common = asked.common
    start = place_of(common.cursor) if common.cursor else 0
    end = start + (common.limit or PAGE)
    if end >= len(answer):
        return answer[start:], ()
    cursor = base64.urlsafe_b64encode(f"at {end}".encode()).decode()
    more = [("limit", str(common.limit))] if common.limit else []
    more += [("as", common.role)] if common.role is not None else []
    query = urlencode([*common.rest, *more, ("cursor", cursor)])
    return answer[start:end], ((b"link", f'<{quote(asked.path)}?{query}>; rel="next"'.encode()),)


def place_of(cursor: str) -> int:
    """Raises Failed for what is no cursor of ours."""
    try:
        word, _, at = base64.b64decode(cursor, b"-_", validate=True).decode("ascii").partition(" ")
    except ValueError:
        word, at = "", ""
    if word != "at" or not at.isdecimal() or len(at) > 9:
        raise Failed(problem("invalid", "This is no cursor: take it from a link.", where="?cursor"))
    return int(at)
