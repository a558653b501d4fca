"""What is served beside the operations: streams, the description itself, and how the server is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.openapi.answers import AT_LAST, TEXT, headers, problems
from api.openapi.types import REF
from api.openapi.words import BOARD, COMMON, ROLE, SINCE
from api.wire.headers import EVENTS, JSON, NDJSON
from api.wire.live import TICKET_LASTS
from api.wire.operations import ROOT
from api.wire.problems import KINDS, TYPES

Schema = dict[str, Any]
COUNTED = "text/plain"
STATUS: Schema = {
    "type": "object",
    "properties": {"status": {"enum": ["ok", "read-only", "damaged"]}},
    "required": ["status"],
}


def paths() -> Mapping[str, Schema]:
    """Path → verb → operation."""
    return {
        f"{ROOT}/battles/{{battle}}/stream": {"get": _stream("battle", "a battle", "Battle")},
        f"{ROOT}/campaigns/{{campaign}}/stream": {"get": _stream("campaign", "a campaign", "Campaign")},
        f"{ROOT}/stream": {"get": _stream("", "all that awaits you", "Own")},
        f"{ROOT}/tickets": {"post": _ticket()},
        f"{ROOT}/openapi.json": {"get": _description()},
        f"{ROOT}/docs": {"get": _open("docs", "This description as a page.", "text/html", TEXT)},
        TYPES + "{word}": {"get": _problem()},
        "/health": {"get": _health()},
        "/version": {"get": _open("version", "Which version serves.", JSON, _texts("version"))},
        "/metrics": {"get": _metrics()},
    }


def _texts(*names: str) -> Schema:
    return {"type": "object", "properties": dict.fromkeys(names, TEXT), "required": [*names]}


def _operation(id: str, tag: str, summary: str, more: str, answers: Schema) -> Schema:
    return {
        "operationId": id,
        "tags": [tag],
        "summary": summary,
        "description": more,
        "parameters": [],
        "responses": answers,
    }


def _success(schema: Schema, media: str = JSON) -> Schema:
    return {"200": {"description": "Done.", "content": {media: {"schema": schema}}}}


def _open(id: str, summary: str, media: str, schema: Schema) -> Schema:
    made = _operation(id, "server", summary, "No token is needed.", _success(schema, media))
    made["responses"] |= problems(("malformed", "headers", "bug"))
    return {**made, "security": []}


def _description() -> Schema:
    made = _open("openapi", "This description.", JSON, {"type": "object"})
    made["responses"]["200"]["headers"] = headers("ETag")
    made["responses"]["304"] = {"description": "As it was.", "headers": headers("ETag")}
    return made


def _problem() -> Schema:
    schema = _texts("type", "title", "means", "do")
    schema["properties"] = {**schema["properties"], "status": {"type": "integer"}}
    made = _open("problem", "What a type of problem means, and what to do about it.", JSON, schema)
    word = {"name": "word", "in": "path", "required": True, "schema": TEXT, "example": next(iter(KINDS))}
    made["parameters"] = [word | {"description": "The last part of a problem's `type`."}]
    made["responses"] |= problems(("unknown",))
    return made


def _health() -> Schema:
    made = _open("health", "Whether the server is well.", JSON, STATUS)
    damaged = {"description": "What is kept here is broken.", "content": {JSON: {"schema": STATUS}}}
    made["responses"]["503"] = damaged
    return made


def _metrics() -> Schema:
    answers = _success(TEXT, COUNTED)
    answers |= problems(("malformed", "no-token", "wrong-token", "forbidden", *AT_LAST))
    more = "As Prometheus reads it; for the keeper of this house."
    return _operation("metrics", "server", "What the server counts.", more, answers)


def _stream(kind: str, what: str, message: str) -> Schema:
    """Of a kind of diary, "" for the player's own."""
    content = {
        EVENTS: {"schema": {"$ref": f"{REF}{message}ServerSent"}},
        NDJSON: {"schema": {"$ref": f"{REF}{message}Message"}},
    }
    begins = (
        "begins with the whole moment, and goes on with each new entry" if kind else "begins with all of it"
    )
    answers: Schema = {"200": {"description": "A stream without an end.", "content": content}}
    words = [
        "malformed",
        "no-token",
        "wrong-token",
        "wrong-ticket",
        "forbidden",
        "scope",
        "not-acceptable",
        "invalid",
        "too-large",
    ]
    answers |= problems([*words, *AT_LAST, *(("unknown", "refused") if kind else ())])
    made = _operation(
        f"{kind or 'own'}_stream",
        "live",
        f"Follow {what} live.",
        f"It {begins}. `Accept` chooses server-sent events, or a line of JSON for each message, of which the schema "
        f"tells one. A token needs the scope `read`; a page in a browser, whose `EventSource` cannot send one, shows a "
        f"ticket instead, which is good once.",
        answers,
    )
    role = {"name": "as", "in": "query", "description": ROLE, "schema": TEXT}
    whole = {"name": "board", "in": "query", "description": BOARD, "schema": {"enum": ["whole"]}}
    named = {"name": kind, "in": "path", "required": True, "description": COMMON.get(kind), "schema": TEXT}
    id = {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}
    since = {"name": "since", "in": "query", "description": SINCE, "schema": id}
    last = {"name": "Last-Event-ID", "in": "header", "description": SINCE, "schema": TEXT}
    made["parameters"] = [*((named, role) if kind else ()), since, whole, last]
    return {**made, "security": [{"token": []}, {"ticket": []}]}


def _ticket() -> Schema:
    answers: Schema = {
        "201": {"description": "Done.", "content": {JSON: {"schema": {"$ref": f"{REF}NewTicket"}}}}
    }
    words = ("malformed", "no-token", "wrong-token", "forbidden", "scope", "invalid", "too-large")
    answers |= problems((*words, "too-slow", "media-type", *AT_LAST))
    more = f"It is good once, for {TICKET_LASTS:g} seconds, and for that stream alone. A token needs the scope `read`."
    made = _operation("ticket", "live", "Ask for a ticket for a stream.", more, answers)
    example = {"path": f"{ROOT}/battles/duel/stream"}
    content = {"schema": {"$ref": f"{REF}TicketWanted"}, "examples": {"a battle": {"value": example}}}
    return {**made, "requestBody": {"required": True, "content": {JSON: content}}}
