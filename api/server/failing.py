"""Whatever goes wrong, as problem+json: what was foreseen, what Litestar refuses, and bugs."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from api.wire.operations import OPERATIONS, ROOT
from api.wire.problems import KINDS, MEDIA, Failed, Problem, of_refusal, problem
from campaign.rules.refused import Refused
from campaign.shared.answers import Refusal

log = logging.getLogger("wardiary.api")
_WORDS: Mapping[int, str] = {kind.status: word for word, kind in reversed(tuple(KINDS.items()))}


def told(found: Problem, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """A problem as an answer."""
    more = dict(headers or {})
    if found.retry_after is not None:
        more["retry-after"] = str(max(1, round(found.retry_after + 0.5)))
    more["cache-control"] = "no-store"
    return Response(msgspec.json.encode(found), status_code=found.status, headers=more, media_type=MEDIA)


def foreseen(_: Request[Any, Any, Any], failed: Failed) -> Response[bytes]:
    return told(failed.problem, failed.headers)


def kept_back(_: Request[Any, Any, Any], error: Refused) -> Response[bytes]:
    """What headquarters or the accounts refuse before there is anything to answer: a file that cannot be read."""
    return told(of_refusal(Refusal.of(error)))


def refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """What the router and the server refuse by themselves."""
    status = error.status_code
    if status == 405:
        allowed = verbs(request.url.path)
        found = problem("method", f"{request.method} does nothing here.", allowed=allowed)
        return told(found, {"allow": ", ".join(allowed)})
    if status == 404:
        return told(problem("unknown", f"There is nothing under {request.url.path[:200]!r}.", where="path"))
    word = _WORDS.get(status, "malformed" if status < 500 else "bug")
    return told(problem(word, error.detail if status < 500 else ""), dict(error.headers or {}))


def bug(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Never a traceback to who asks; it stands in the log."""
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return told(problem("bug", "This is a mistake of the server, and stands in its log."))


def verbs(path: str) -> tuple[str, ...]:
    """What may be done under a path."""
    parts = path.removeprefix(ROOT).split("/")
    found = dict.fromkeys(one.verb for one in OPERATIONS if _fits(one.path.split("/"), parts))
    some = tuple(found) or ("GET",)
    return (*some, "HEAD") if "GET" in some else some


def _fits(pattern: list[str], parts: list[str]) -> bool:
    return len(pattern) == len(parts) and all(
        a.startswith("{") or a == b for a, b in zip(pattern, parts, strict=True)
    )


HANDLERS: Mapping[type[Exception], Callable[..., Response[bytes]]] = {
    Failed: foreseen,
    Refused: kept_back,
    HTTPException: refused,
    Exception: bug,
}
