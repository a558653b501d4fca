"""What needs no token: the description of the API, for programs and for people."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.types import ASGIApp

from api.openapi.document import document
from api.openapi.page import page
from api.server.caching import Kept, etag, packed
from api.server.http import SAFE, Incoming, Outgoing, liked, takes_gzip
from api.wire.headers import JSON
from api.wire.meanings import MEANINGS
from api.wire.operations import ROOT
from api.wire.problems import KINDS, TYPES, Failed, problem

HEADERS = {name.decode(): value.decode() for name, value in SAFE}


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


@cache
def _description() -> tuple[Kept, str]:
    """As bytes, and its tag: it stays as it is while the server runs."""
    plain = msgspec.json.encode(document())
    return Kept(plain, packed(plain)), etag(plain)


@get(f"{ROOT}/openapi.json", sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> ASGIApp:
    asked = Incoming(request.scope, request.receive)
    kept, tag = _description()
    headers = ((b"etag", tag.encode()), (b"cache-control", b"no-cache"), (b"vary", b"Accept-Encoding"))
    if tag in asked.header(b"if-none-match"):
        return Outgoing(b"", status=304, headers=headers)
    if kept.packed is not None and takes_gzip(asked):
        return Outgoing(kept.packed, headers=(*headers, (b"content-encoding", b"gzip")))
    return Outgoing(kept.plain, headers=headers)


@get(f"{ROOT}/docs", sync_to_thread=False)
def docs() -> Response[bytes]:
    return Response(page(), media_type="text/html", headers=HEADERS)


@get("/", sync_to_thread=False)
def front(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What this is, for whoever opens the address in a browser; for programs there is nothing here."""
    likes = liked(request.headers.get("accept", ""))
    if likes.get("text/html", 0.0) <= likes.get(JSON, 0.0):
        told = problem(
            "unknown", "There is nothing under '/'.", where="path", allowed=(f"{ROOT}/openapi.json",)
        )
        raise Failed(told)
    return Response(FRONT, media_type="text/html", headers=HEADERS)


@get("/join", sync_to_thread=False)
def join() -> Response[bytes]:
    """Where the link of an invitation leads in a browser: what it brings stands behind its #, which no server sees."""
    return Response(JOIN, media_type="text/html", headers=HEADERS)


@get(TYPES + "{word:str}", sync_to_thread=False)
def described(word: FromPath[str]) -> Response[bytes]:
    """A type of problem: its title and status, what it means, and what to do about it."""
    if word not in KINDS:
        raise Failed(problem("unknown", "There is no such type of problem.", allowed=tuple(KINDS)))
    kind = KINDS[word]
    told = {"type": TYPES + word, "title": kind.title, "status": kind.status, **MEANINGS[word]._asdict()}
    return Response(msgspec.json.encode(told), media_type=JSON)


DOCUMENTS: tuple[HTTPRouteHandler, ...] = (openapi, docs, described, front, join)
