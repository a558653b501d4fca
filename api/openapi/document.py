"""The OpenAPI document, made from the table of operations and the types themselves: it cannot say anything else."""

from __future__ import annotations

from functools import cache
from inspect import signature as parameters_of
from typing import Any, cast

from api.openapi import beside, words
from api.openapi.answers import responses
from api.openapi.examples import bodies
from api.openapi.prose import Told, told
from api.openapi.types import Types, reached
from api.wire.headers import JSON, NDJSON, SEQ, VERSION, WITNESS
from api.wire.operations import OPERATIONS, ROOT, Operation
from api.wire.signatures import Signature, bounded, signature

Schema = dict[str, Any]
TITLE = "War Diary"
TEXT: Schema = {"type": "string"}


@cache
def document() -> Schema:
    """All of it, as plain data."""
    types = Types()
    paths: dict[str, Schema] = {}
    for one in OPERATIONS:
        paths.setdefault(ROOT + one.path, {})[one.verb.lower()] = _operation(one, types)
    for path, verbs in beside.paths().items():
        paths.setdefault(path, {}).update(verbs)
    tags = dict.fromkeys(one["tags"][0] for verbs in paths.values() for one in verbs.values())
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": VERSION, "summary": "Battles and campaigns, kept as diaries."},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "tags": [{"name": name} for name in tags],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "ticket": {"type": "apiKey", "in": "query", "name": "ticket"},
            },
            "schemas": reached(paths, types.components),
        },
    }


def id_of(operation: Operation) -> str:
    """An operation's id as the document has it."""
    return operation.id.replace(".", "_").strip("_")


def _operation(operation: Operation, types: Types) -> Schema:
    found = signature(operation)
    said = told(operation.method.__doc__, parameters_of(operation.method).parameters)
    scope = "No token is needed." if operation.free else f"A token needs the scope `{operation.scope}`."
    made: Schema = {
        "operationId": id_of(operation),
        "tags": [operation.door.partition(".")[0] or "house"],
        "summary": said.summary,
        "description": f"{said.more}\n\n{scope}".strip(),
        "parameters": _parameters(operation, found, said, types),
        "responses": responses(operation, types),
    }
    if operation.free:
        made["security"] = [{"token": []}, {}]
    if found.source:
        content: Schema = {NDJSON: {"schema": {"type": "string", "format": "binary"}}}
        made["requestBody"] = {"required": True, "content": content}
    elif found.body is not None:
        content = {"schema": types.of(found.body)}
        if some := bodies().get(operation.id):
            content["examples"] = {name: {"value": one} for name, one in some.items()}
        required = bool(types.fields(found.body).get("required"))
        made["requestBody"] = {"required": required, "content": {JSON: content}}
    return made


def _parameters(operation: Operation, found: Signature, said: Told, types: Types) -> list[Schema]:
    made = [
        _parameter(
            name,
            "path",
            types.of(bounded(found.types[parameter])),
            said.parameters.get(parameter) or words.COMMON[name],
            required=True,
        )
        for name, parameter in found.places.items()
    ]
    if found.query is not None:
        shape = types.fields(cast("Any", found.query))
        for name, one in shape["properties"].items():
            meant = said.parameters.get(name) or one.get("description") or words.COMMON[name]
            schema = {key: value for key, value in one.items() if key != "description"}
            made.append(_parameter(name, "query", schema, meant, required=name in shape.get("required", ())))
    made.append(_parameter("as", "query", TEXT, words.ROLE))
    if operation.paged:
        number = {"type": "integer", "minimum": 1, "maximum": 1000}
        made.append(_parameter("limit", "query", number, words.PAGE))
        made.append(_parameter("cursor", "query", TEXT, words.CURSOR))
    if operation.boards:
        made.append(_parameter("board", "query", {"enum": ["whole"]}, words.BOARD))
    if operation.tagged:
        made.append(_parameter("If-None-Match", "header", TEXT, words.NONE_MATCH))
    if operation.kind:
        number = {"type": "string", "pattern": f"^{SEQ}?$"}
        made.append(_parameter(WITNESS, "header", number, words.WITNESS))
    if operation.keyed:
        key = {"type": "string", "maxLength": 200, "pattern": "^[ -~]*$"}
        made.append(_parameter("Idempotency-Key", "header", key, words.KEY))
    if "expected" in found.headers:
        entry = {"type": "string", "pattern": rf'^(\*|"{SEQ}")$'}
        made.append(_parameter("If-Match", "header", entry, words.MATCH, required=True))
    return made


def _parameter(name: str, place: str, schema: Schema, what: str, required: bool = False) -> Schema:
    must = {"required": True} if required else {}
    return {"name": name, "in": place, "description": what, **must, "schema": schema}
