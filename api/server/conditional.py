"""Answers as small as can be: none where the client has it already, and compressed where it takes that."""

from __future__ import annotations

import re
from hashlib import sha256

from api.server.caching import Kept, etag, packed
from api.server.http import Incoming, Outgoing, takes_gzip

Headers = tuple[tuple[bytes, bytes], ...]
VARY: Headers = ((b"vary", b"Authorization, Accept-Encoding"),)
ANEW: Headers = ((b"cache-control", b"private, no-cache"), *VARY)
"""It may be kept by who asked, and is asked for again each time."""
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def unchanged(request: Incoming, tag: str) -> bool:
    """Whether `If-None-Match` names a tag: compared weakly, as it stands in a list, and `*` names any."""
    asked = ",".join(request.every(b"if-none-match"))
    if not asked:
        return False
    return asked.strip() == "*" or tag.removeprefix("W/") in _TAG.findall(asked)


def in_form(request: Incoming, kept: Kept, media: str, headers: Headers, status: int = 200) -> Outgoing:
    """An answer, compressed if that is worth it and taken."""
    if kept.packed is not None and takes_gzip(request):
        return Outgoing(kept.packed, media, status, (*headers, (b"content-encoding", b"gzip")))
    return Outgoing(kept.plain, media, status, headers)


def kept_as(request: Incoming, kept: Kept, tag: str, media: str, headers: Headers) -> Outgoing:
    """A read whose bytes and tag are kept."""
    headers = ((b"etag", tag.encode()), *headers)
    if unchanged(request, tag):
        return Outgoing(b"", media, 304, headers)
    return in_form(request, kept, media, headers)


def read(request: Incoming, answer: Outgoing) -> Outgoing:
    """What was read just now, under a tag that is made of it. A link to another page is part of it."""
    tag = etag((sha256(answer.body).digest(), answer.media, dict(answer.headers).get(b"link")))
    named = {name for name, _ in answer.headers}
    anew = tuple(one for one in ANEW if one[0] not in named)
    headers = ((b"etag", tag.encode()), *answer.headers, *anew)
    if unchanged(request, tag):
        return Outgoing(b"", answer.media, 304, headers)
    return _packed(request, answer._replace(headers=headers))


def done(request: Incoming, answer: Outgoing) -> Outgoing:
    """What a change is answered with."""
    found = _packed(request, answer)
    return found if found is answer else found._replace(headers=(*found.headers, *VARY))


def _packed(request: Incoming, answer: Outgoing) -> Outgoing:
    """Compressed, if that is taken: who does not take it need not wait for it."""
    small = packed(answer.body) if takes_gzip(request) else None
    if small is None:
        return answer
    return answer._replace(body=small, headers=(*answer.headers, (b"content-encoding", b"gzip")))
