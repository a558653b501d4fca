"""One request, from the token to the bytes: who calls, what he asks, what headquarters says, how it is sent."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec

from api.accounts.answers import Pass
from api.server import reading
from api.server.conditional import done, read
from api.server.gate import FILTERED, NO_MORE, SIGN_IN, as_umpire, reached
from api.server.http import Incoming, Outgoing
from api.server.reading import Common
from api.server.service import Service
from api.wire.headers import ANSWER, JSON, NDJSON, REPLAYED
from api.wire.operations import ROOT, SLOW, Operation
from api.wire.problems import Failed, of_refusal, problem
from api.wire.signatures import Signature, signature
from campaign.headquarters import Headquarters, lines_of
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, DiceNeeded, Refusal, Standing

FOREVER = ((b"cache-control", b"private, max-age=31536000, immutable"),)
PAGE = 200
"""Things on a page of a list, where no other number is asked for."""


class Asked(NamedTuple):
    """What is asked of a method. hq: for whoever asks. who: None for whoever has no token where none is needed.
    once, made: see `api.server.once`."""

    hq: Headquarters
    who: Pass | None
    arguments: dict[str, Any]
    common: Common
    request: Incoming
    once: Any = None
    made: str = ""


class Handler:
    """Answers one operation."""

    def __init__(self, service: Service, operation: Operation) -> None:
        self.service, self.operation = service, operation
        self.signature: Signature = signature(operation)

    async def __call__(self, request: Incoming) -> Outgoing:
        return await self.answer(
            await self.asked(request, self.service.gate.admitted(request, self.operation))
        )

    async def asked(self, request: Incoming, who: Pass | None) -> Asked:
        """What a request asks for, as the method takes it. Raises Failed, also for who would not be let in any more
        when the body is here."""
        operation, signature = self.operation, self.signature
        common = reading.common(reading.query_of(request.query), operation)
        raw: bytes = b""
        sent: Any = {}
        if operation.verb in ("POST", "PUT"):
            raw = await reading.content(request.parts(), request.header(b"content-length"), *self._most(who))
            # A body may take minutes, in which a token can be revoked.
            if who is not None and not self.service.gate.still(request, who):
                raise Failed(problem("wrong-token", NO_MORE), SIGN_IN)
            sent = {} if signature.source else await self._data(raw, request.only(b"content-type"))
            if sent and signature.body is None:
                raise Failed(problem("invalid", "Nothing is taken in the body here.", where="$"))
        found = reading.arguments(signature, request.scope["path_params"], common.rest, sent)
        found |= reading.terms(signature, request.only(b"idempotency-key"), request.only(b"if-match"))
        if signature.source:
            found[signature.source] = raw
        reached(who, operation, self._about(found))
        if who is not None:
            as_umpire(who, common.role)
        return Asked(self.service.hq(who, common.role), who, found, common, request)

    async def _data(self, raw: bytes, kind: str) -> Any:
        """A body as plain data. Raises Failed."""
        if len(raw) < reading.LONG:
            return reading.data(raw, kind)
        return await self.service.run(reading.data, raw, kind)

    def _most(self, who: Pass | None) -> tuple[int, float]:
        """Bytes of a body, and seconds until it must be here. Raises Failed: files are taken from the keeper alone, and
        nobody else's is read before that is said."""
        if not self.signature.source:
            return (reading.SMALLEST if self.operation.free else reading.LARGEST), reading.PATIENCE
        if who is None or not who.keeper:
            raise Failed(
                problem("forbidden", "Files are taken from whoever keeps this house."),
                {"connection": "close"},
            )
        return self.service.settings.largest_file, reading.FILE_PATIENCE

    def _about(self, arguments: dict[str, Any]) -> tuple[str, ...]:
        """The diaries that are asked about by name."""
        if self.operation.kind:
            return (arguments[self.diary],)
        if self.operation.id == "kind":
            return (arguments["diary"],)
        return tuple(arguments.get("battles") or ()) if self.operation.id == "battles.excerpt" else ()

    async def answer(self, asked: Asked) -> Outgoing:
        """What headquarters answers, in one of the threads. Raises Failed."""
        return await self.service.run(self._finished, asked, slow=self.operation.id in SLOW)

    def standing(self, asked: Asked) -> Standing:
        """Where the caller stands in the diary that the operation is about. Raises Failed."""
        wing = asked.hq.battles if self.operation.kind == "battle" else asked.hq.campaigns
        try:
            return wing.standing(asked.arguments[self.diary])
        except Refused as refused:
            raise Failed(of_refusal(Refusal.of(refused), operation=self.operation)) from None

    def _finished(self, asked: Asked) -> Outgoing:
        answer = self._answer(asked)
        return (read if self.operation.tagged else done)(asked.request, answer)

    def _answer(self, asked: Asked) -> Outgoing:
        target = self.signature.target
        if target:
            out = io.BytesIO()
            asked.arguments[target] = out
            told = json.dumps(msgspec.to_builtins(self.told(asked)))  # in ASCII, as a header must be
            return Outgoing(out.getvalue(), NDJSON, headers=((ANSWER.encode(), told.encode()),))
        return self.sent(asked, self.told(asked))

    def sent(self, asked: Asked, answer: Any) -> Outgoing:
        """What headquarters answered, as it is sent."""
        headers = FOREVER if self.operation.forever else ()
        if self.operation.paged:
            page = self.operation.lines and not (asked.who is not None and asked.who.campaigns)
            answer, headers = paged(answer, asked, span(asked.common)[0] if page else 0)
        if self.operation.made:
            headers = ((b"location", quote(ROOT + self.operation.made.format(answer)).encode()),)
        if isinstance(answer, Acted) and answer.repeated:
            headers = (*headers, (REPLAYED.encode(), b"true"))
        status = 202 if isinstance(answer, DiceNeeded) else self.operation.status
        return Outgoing(msgspec.json.encode(answer), JSON, status, headers)

    def told(self, asked: Asked) -> Any:
        """What headquarters answers. Raises Failed for what it refuses."""
        try:
            door = self.service.door(asked.hq, asked.who, self.operation.door, asked.made)
            bound = asked.who is not None and bool(asked.who.campaigns)
            if self.operation.lines and not bound:
                start, end = span(asked.common)
                return lines_of(asked.hq, self.operation.door).page(
                    start=start, most=end - start + 1, **asked.arguments
                )
            answer = getattr(door, self.operation.name)(**asked.arguments)
            if asked.who is not None and self.operation.id == "awaiting":
                answer = self.service.awaiting(asked.who, answer)
            elif asked.who is not None and bound and self.operation.id == "accounts.players":
                answer = self.service.players(asked.who, answer)
            elif asked.who is not None and bound and self.operation.id in FILTERED:
                answer = self.service.within(asked.who, answer)
        except Refused as refused:
            answer = Refusal.of(refused)
        if isinstance(answer, Refusal):
            raise self._refused(asked, answer)
        if self.operation.boards and not asked.common.whole:
            return self.service.boards.named(answer)
        return answer

    def _refused(self, asked: Asked, refusal: Refusal) -> Failed:
        newest = None
        if refusal.kind == "head-moved" and self.operation.kind:
            newest = self.standing(asked).entry
        found = of_refusal(refusal, newest, self.operation)
        return Failed(found, {} if newest is None else {"etag": f'"{newest}"'})

    @property
    def diary(self) -> str:
        """The parameter that names the diary that the operation is about."""
        return self.signature.places[self.operation.kind]


def span(common: Common) -> tuple[int, int]:
    """From which place of a list to which a page goes. Raises Failed."""
    start = place_of(common.cursor) if common.cursor else 0
    return start, start + (common.limit or PAGE)


def paged(
    answer: Sequence[Any], asked: Asked, first: int = 0
) -> tuple[Sequence[Any], tuple[tuple[bytes, bytes], ...]]:
    """A page of a list, and the link to the next. first: at which place of the list the answer begins."""
    common = asked.common
    start, end = span(common)
    found = answer[start - first : end - first]
    if end - first >= len(answer):
        return found, ()
    cursor = base64.urlsafe_b64encode(f"at {end}".encode()).decode()
    more = [("limit", str(common.limit))] if common.limit else []
    more += [("as", common.role)] if common.role is not None else []
    query = urlencode([*common.rest, *more, ("cursor", cursor)])
    return found, ((b"link", f'<{quote(asked.request.path)}?{query}>; rel="next"'.encode()),)


def place_of(cursor: str) -> int:
    """Raises Failed for what is no cursor of ours."""
    try:
        word, _, at = base64.b64decode(cursor, b"-_", validate=True).decode("ascii").partition(" ")
    except ValueError:
        word, at = "", ""
    if word != "at" or not at.isdecimal() or len(at) > 9:
        raise Failed(problem("invalid", "This is no cursor: take it from a link.", where="?cursor"))
    return int(at)
