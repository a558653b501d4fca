"""What needs no token: the description of the API, for programs and for people."""

from __future__ import annotations

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from api.openapi.document import document
from api.openapi.page import page
from api.server.http import SAFE
from api.wire.headers import JSON
from api.wire.operations import ROOT
from api.wire.problems import KINDS, TYPES, Failed, problem

HEADERS = {name.decode(): value.decode() for name, value in SAFE}


JOIN = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>An invitation</title><h1>You are invited</h1>
<p>Take the invitation up where you play, with the whole address of this page:</p>
<pre>wardiary join 'ADDRESS' --name YOU</pre>
"""


@get(f"{ROOT}/openapi.json", sync_to_thread=False)
def openapi() -> Response[bytes]:
    return Response(msgspec.json.encode(document()), media_type=JSON)


@get(f"{ROOT}/docs", sync_to_thread=False)
def docs() -> Response[bytes]:
    return Response(page(), media_type="text/html; charset=utf-8", headers=HEADERS)


@get("/join", sync_to_thread=False)
def join() -> Response[bytes]:
    """Where the link of an invitation leads in a browser: what it brings stands behind its #, which no server sees."""
    return Response(JOIN, media_type="text/html; charset=utf-8", headers=HEADERS)


@get(TYPES + "{word:str}", sync_to_thread=False)
def described(word: FromPath[str]) -> Response[bytes]:
    """A type of problem: its title and status."""
    if word not in KINDS:
        raise Failed(problem("unknown", "There is no such type of problem.", allowed=tuple(KINDS)))
    kind = KINDS[word]
    told = {"type": TYPES + word, "title": kind.title, "status": kind.status}
    return Response(msgspec.json.encode(told), media_type=JSON)


DOCUMENTS: tuple[HTTPRouteHandler, ...] = (openapi, docs, described, join)
