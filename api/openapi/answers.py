"""What an operation answers with: each status with its content and headers, success and refusals."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from api.openapi.types import REF, Types
from api.wire.headers import ANSWER, ENTRY, JSON, NDJSON, REPLAYED, SEALS, WITNESS
from api.wire.operations import Operation
from api.wire.problems import KINDS, MEDIA, invites
from api.wire.signatures import signature
from campaign.shared.answers import Acted, DiceNeeded

Schema = dict[str, Any]
ALWAYS = ("malformed", "no-token", "wrong-token", "forbidden", "scope", "refused", "invalid", "too-large")
"""Problems that anything may be answered with."""
AT_LAST = ("too-many", "headers", "bug", "damaged", "busy", "stopping")
"""The same, whoever asks and whatever."""
CHANGES = ("read-only", "too-slow", "media-type", "no-space")
"""What a change may be answered with beyond that."""
TEXT: Schema = {"type": "string"}
RATE = "Of a limit by its name: how many are left (r), and the seconds of rest after which all are there again (t)."
POLICY = "Of the same: how many at once (q), and the seconds in which so many come anew (w)."
HEADERS: dict[str, Schema] = {
    "ETag": {"description": "Of this answer, for `If-None-Match`; weak.", "schema": TEXT},
    "Link": {"description": 'The next page, `rel="next"`, if there is one.', "schema": TEXT},
    "Location": {"description": "Where it is.", "schema": TEXT},
    "Newest": {"description": "The newest entry, in quotes, where a diary has one.", "schema": TEXT},
    "RateLimit": {"description": RATE, "schema": TEXT},
    "RateLimit-Policy": {"description": POLICY, "schema": TEXT},
    REPLAYED: {"description": "`true` for the answer of the first time.", "schema": TEXT},
    "Retry-After": {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}},
    "WWW-Authenticate": {"description": "How to sign in.", "schema": TEXT},
    SEALS: {
        "description": f"Where `{WITNESS}` was sent: the short seals of that entry and of the newest.",
        "schema": TEXT,
    },
    ENTRY: {"description": "The newest entry that the answer is of, as `If-Match` takes it.", "schema": TEXT},
    ANSWER: {"description": "What was written: JSON.", "schema": TEXT},
}
NEEDED = ("Retry-After", "WWW-Authenticate", "Location", ANSWER)
"""Headers that are always there."""
OF_PROBLEMS = {401: "WWW-Authenticate", 412: "Newest", 429: "Retry-After"}


def responses(operation: Operation, types: Types) -> Schema:
    status, made = str(operation.status), {str(operation.status): _success(operation, types)}
    found = signature(operation)
    if found.gives == Acted | DiceNeeded and operation.id in ("battles.act", "battles.bots.act"):
        made["202"] = {
            "description": "Real dice are wanted; nothing is done yet: send it again with the dice.",
            "content": {JSON: {"schema": {"$ref": f"{REF}DiceNeeded"}}},
        }
    told = ["RateLimit", "RateLimit-Policy", *(("Location",) if operation.made else ())]
    told += (REPLAYED,) if operation.keyed else ()
    if operation.tagged:
        told += ("ETag", *((ENTRY,) if operation.kept else ()))
        made["304"] = {"description": "As it was.", "headers": headers(*told)}
    told += (SEALS,) if operation.kind else ()
    made[status]["headers"] = made[status].get("headers", {}) | headers(*told)
    words = [*ALWAYS, *AT_LAST, "unknown"]
    words += CHANGES if operation.verb in ("POST", "PUT") else ()
    words += ("read-only", "no-space") if operation.verb == "DELETE" else ()
    words += ("head-moved",) if operation.kind and operation.verb != "GET" else ()
    words += ("invitation",) if invites(operation) else ()
    words += ("repeated",) if operation.keyed else ()
    words += ("no-entry",) if "expected" in found.headers else ()
    return made | problems(words)


def _success(operation: Operation, types: Types) -> Schema:
    found = signature(operation)
    if found.target:
        content: Schema = {NDJSON: {"schema": {"type": "string", "format": "binary"}}}
        return {"description": "The file.", "content": content, "headers": headers(ANSWER)}
    if operation.media:
        some = ("text/html", "text/markdown") if operation.media == "report" else (operation.media,)
        return {"description": "As it stands.", "content": {one: {"schema": TEXT} for one in some}}
    made: Schema = {"description": "Done.", "content": {JSON: {"schema": types.given(operation)}}}
    if operation.paged:
        made["headers"] = headers("Link")
    return made


def headers(*names: str) -> Schema:
    """By name, as they are described."""
    own = {name: HEADERS[name] | ({"required": True} if name in NEEDED else {}) for name in names}
    return {"ETag" if name == "Newest" else name: one for name, one in own.items()}


def problems(words: Collection[str]) -> Schema:
    """By status, what of KINDS may be answered."""
    made: Schema = {}
    for code in sorted({KINDS[word].status for word in words}):
        some = [word for word in KINDS if word in words and KINDS[word].status == code]
        made[str(code)] = {
            "description": " ".join(f"`{one}`: {KINDS[one].title}" for one in some),
            "content": {MEDIA: {"schema": {"$ref": f"{REF}Problem"}}},
        }
        if code in OF_PROBLEMS:
            made[str(code)]["headers"] = headers(OF_PROBLEMS[code])
    return made
