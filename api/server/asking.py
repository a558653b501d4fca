"""One request, from the token to the bytes: who calls, what he asks, what headquarters says, how it is sent."""

from __future__ import annotations

import base64
import io
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import urlencode

import msgspec
from litestar import Request, Response

from api.accounts import Pass
from api.server import reading
from api.server.caching import Kept, etag, packed
from api.server.reading import Asked
from api.server.service import Service
from api.wire.headers import ANSWER, JSON, NDJSON, VERSION
from api.wire.operations import Operation
from api.wire.problems import Failed, of_refusal, problem
from api.wire.signatures import Signature, signature
from campaign.headquarters import Headquarters
from campaign.reports.door import Reports
from campaign.rules.refused import Refused
from campaign.shared.answers import DiceNeeded, Refusal
from campaign.shared.callers import Caller

Asking: TypeAlias = Request[Any, Any, Any]
PAGE = 200
"""Things on a page of a list, where no other number is asked for."""


class Handler:
    """Answers one operation."""

    def __init__(self, service: Service, operation: Operation) -> None:
        self._service, self._operation = service, operation
        self._signature: Signature = signature(operation)
        self._scope = operation.scope

    async def __call__(self, request: Asking) -> Response[bytes]:
        service, operation, signature = self._service, self._operation, self._signature
        _, who = service.admitted(request.headers, operation.scope)
        pairs = reading.query_of(request.scope["query_string"])
        asked, rest = reading.common(pairs, operation.paged)
        raw = b""
        if operation.verb in ("POST", "PUT"):
            most = service.settings.largest_file if signature.source else reading.LARGEST
            raw = await reading.content(request.stream(), request.headers.get("content-length", ""), most)
        sent = {} if signature.source else reading.data(raw, request.headers.get("content-type", ""))
        if sent and signature.body is None:
            raise Failed(problem("invalid", "Nothing is taken in the body here.", where="$"))
        found = reading.arguments(signature, request.path_params, rest, sent)
        found |= reading.terms(signature, request.headers, operation)
        if signature.source:
            found[signature.source] = raw
        asked = asked._replace(arguments=found)
        hq = service.house.for_(caller(who, asked.role, service.settings.delay))
        if not operation.kept:
            return await service.run(self._answer, request, hq, asked)
        return await self._kept(request, hq, asked)

    # -- what is kept as bytes ------------------------------------------------------------------------

    async def _kept(self, request: Asking, hq: Headquarters, asked: Asked) -> Response[bytes]:
        key = await self._service.run(self._key, hq, asked)
        tag = etag(key)
        headers = {
            "etag": tag,
            "cache-control": "private, no-cache",
            "vary": "Authorization, Accept-Encoding",
        }
        if tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)

        def make() -> Kept:
            answer = self._asked(hq, asked)
            plain = answer.encode() if self._operation.media else msgspec.json.encode(answer)
            return Kept(plain, packed(plain))

        async def made() -> Kept:
            return await self._service.run(make)

        kept = await self._service.cache.once(key, made)
        media = self._operation.media or JSON
        if media == "report":
            media = "text/markdown" if asked.arguments.get("form") == "markdown" else "text/html"
        if kept.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(kept.packed, headers={**headers, "content-encoding": "gzip"}, media_type=media)
        return Response(kept.plain, headers=headers, media_type=media)

    def _key(self, hq: Headquarters, asked: Asked) -> Hashable:
        """All that the answer follows from."""
        places = asked.arguments[self._diary]
        standing = self._service.standing(hq, self._operation.kind, places)
        return VERSION, self._operation.id, asked.role, repr(sorted(asked.arguments.items())), standing

    @property
    def _diary(self) -> str:
        return self._signature.places[self._operation.kind]

    # -- what is asked anew each time -----------------------------------------------------------------

    def _answer(self, request: Asking, hq: Headquarters, asked: Asked) -> Response[bytes]:
        target = self._signature.target
        if target:
            out = io.BytesIO()
            asked.arguments[target] = out
            told = msgspec.json.encode(self._asked(hq, asked)).decode("ascii", "backslashreplace")
            return Response(out.getvalue(), headers={ANSWER: told}, media_type=NDJSON)
        answer = self._asked(hq, asked)
        headers: dict[str, str] = {}
        if self._operation.paged:
            answer, headers = paged(request, answer, asked)
        status = 202 if isinstance(answer, DiceNeeded) else self._operation.status
        return Response(msgspec.json.encode(answer), status_code=status, headers=headers, media_type=JSON)

    def _asked(self, hq: Headquarters, asked: Asked) -> Any:
        """What headquarters answers. Raises Failed for what it refuses."""
        try:
            door = door_of(hq, self._operation.door)
            answer = getattr(door, self._operation.name)(**asked.arguments)
        except Refused as refused:
            answer = Refusal.of(refused)
        if isinstance(answer, Refusal):
            raise self._refused(hq, asked, answer)
        return answer

    def _refused(self, hq: Headquarters, asked: Asked, refusal: Refusal) -> Failed:
        newest = None
        if refusal.kind == "head-moved" and self._operation.kind:
            wing: Any = hq.battles if self._operation.kind == "battle" else hq.campaigns
            newest = wing.head(asked.arguments[self._diary])
        found = of_refusal(refusal, newest)
        return Failed(found, {} if newest is None else {"etag": f'"{newest}"'})


def door_of(hq: Headquarters, path: str) -> Any:
    """A door by its path, such as `campaigns.returns`."""
    if path == "reports":
        return Reports(hq)
    door: Any = hq
    for part in filter(None, path.split(".")):
        door = getattr(door, part)
    return door


def caller(who: Pass, role: str | None, delay: float) -> Caller:
    """Who asks headquarters: by his name alone, and as keeper of the house if both he and his token are that. delay:
    seconds by which he is behind where he only looks on."""
    return Caller(who.player, keeper=who.keeper, role=role, behind=0.0 if who.keeper else delay)


def paged(request: Asking, answer: Sequence[Any], asked: Asked) -> tuple[Sequence[Any], Mapping[str, str]]:
    """A page of a list, and the link to the next."""
    start = place_of(asked.cursor) if asked.cursor else 0
    end = start + (asked.limit or PAGE)
    if end >= len(answer):
        return answer[start:], {}
    pairs = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    query = urlencode([*pairs, ("cursor", base64.urlsafe_b64encode(f"at {end}".encode()).decode())])
    return answer[start:end], {"link": f'<{request.url.path}?{query}>; rel="next"'}


def place_of(cursor: str) -> int:
    """Raises Failed for what is no cursor of ours."""
    try:
        word, _, at = base64.b64decode(cursor, b"-_", validate=True).decode("ascii").partition(" ")
        if word == "at" and len(at) < 10:
            return max(0, int(at))
    except ValueError:
        pass
    raise Failed(problem("invalid", "This is no cursor: take it from a link.", where="?cursor"))
