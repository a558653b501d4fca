"""What needs no token: the description of the API, for programs and for people."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.types import ASGIApp

from api.openapi.document import document
from api.openapi.page import page
from api.server.caching import Kept, etag, packed
from api.server.conditional import kept_as
from api.server.http import READS, SAFE, Incoming, liked
from api.wire.headers import JSON
from api.wire.meanings import MEANINGS
from api.wire.operations import ROOT
from api.wire.problems import KINDS, TYPES, Failed, problem

FRONT = f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>War Diary</title><h1>War Diary</h1>
<p>A server that keeps the diaries of battles and campaigns, for the players who have a token here.</p>
<p>With the program at home: <code>wardiary login ADDRESS</code>, with the address of this page, then
<code>wardiary play --server ADDRESS</code>.</p>
<p>With a program of your own: <a href="{ROOT}/docs">what can be asked over HTTP</a>, and
<a href="{ROOT}/openapi.json">the same for programs</a>.</p>
""".encode()
JOIN = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>An invitation</title><h1>You are invited</h1>
<p>Take the invitation up where you play, with the whole address of this page:</p>
<pre>wardiary join 'ADDRESS' --name YOU</pre>
"""


ALIKE = ((b"cache-control", b"no-cache"), (b"vary", b"Accept-Encoding"))
HTML = "text/html; charset=utf-8"


class Document(NamedTuple):
    """What stays as it is while the server runs, with its tag."""

    kept: Kept
    tag: str
    media: str

    def answer(self, request: Request[Any, Any, Any], *more: tuple[bytes, bytes]) -> ASGIApp:
        """more: headers of this one."""
        asked = Incoming(request.scope, request.receive)
        return kept_as(asked, self.kept, self.tag, self.media, (*more, *ALIKE))


def _document(plain: bytes, media: str = JSON) -> Document:
    return Document(Kept(plain, packed(plain)), etag((plain, media)), media)


@cache
def _description() -> Document:
    return _document(msgspec.json.encode(document()))


@cache
def _page() -> Document:
    return _document(page(), HTML)


@cache
def _meaning(word: str) -> Document:
    kind = KINDS[word]
    told = {"type": TYPES + word, "title": kind.title, "status": kind.status, **MEANINGS[word]._asdict()}
    return _document(msgspec.json.encode(told))


_FRONT, _JOIN = _document(FRONT, HTML), _document(JOIN, HTML)


def _route(path: str) -> HTTPRouteHandler:
    return HTTPRouteHandler(path, http_method=READS, sync_to_thread=False)


@_route(f"{ROOT}/openapi.json")
def openapi(request: Request[Any, Any, Any]) -> ASGIApp:
    return _description().answer(request)


@_route(f"{ROOT}/docs")
def docs(request: Request[Any, Any, Any]) -> ASGIApp:
    return _page().answer(request, *SAFE)


@_route("/")
def front(request: Request[Any, Any, Any]) -> ASGIApp:
    """What this is, for whoever opens the address in a browser; for programs there is nothing here."""
    likes = liked(request.headers.get("accept", ""))
    if likes.get("text/html", 0.0) <= likes.get(JSON, 0.0):
        told = problem(
            "unknown", "There is nothing under '/'.", where="path", allowed=(f"{ROOT}/openapi.json",)
        )
        raise Failed(told)
    return _FRONT.answer(request, *SAFE, (b"vary", b"Accept"))


@_route("/join")
def join(request: Request[Any, Any, Any]) -> ASGIApp:
    """Where the link of an invitation leads in a browser: what it brings stands behind its #, which no server sees."""
    return _JOIN.answer(request, *SAFE)


@_route(TYPES + "{word:str}")
def described(request: Request[Any, Any, Any], word: FromPath[str]) -> ASGIApp:
    """A type of problem: its title and status, what it means, and what to do about it."""
    if word not in KINDS:
        raise Failed(problem("unknown", "There is no such type of problem.", allowed=tuple(KINDS)))
    return _meaning(word).answer(request)


DOCUMENTS: tuple[HTTPRouteHandler, ...] = (openapi, docs, described, front, join)
