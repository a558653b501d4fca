"""The OpenAPI document, made from the table of operations and the types themselves: it cannot say anything else.

What msgspec says of a type is JSON Schema as OpenAPI 3.1 takes it, docstrings, tags and discriminators included. What
it cannot know are the actions of a battle: each rule system has its own, and two of them may share a word.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias, cast

from msgspec import Struct

from api.wire.boards import BoardDigest
from api.wire.headers import ANSWER, JSON, NDJSON, VERSION
from api.wire.operations import OPERATIONS, ROOT, Operation
from api.wire.problems import KINDS, MEDIA, Problem
from api.wire.signatures import Signature, bounded, signature
from campaign.battles.table import PLAYER_ACTIONS
from campaign.ledger.actions import AnyAction
from campaign.ledger.returns import Return
from campaign.shared.answers import Acted, DiceNeeded
from campaign.systems import find, system_ids
from events.decoding import schemas

Schema: TypeAlias = dict[str, Any]
REF = "#/components/schemas/"
TITLE = "War Diary"
ALWAYS = (
    "malformed",
    "no-token",
    "forbidden",
    "invalid",
    "too-many",
    "headers",
    "bug",
    "damaged",
    "stopping",
)
"""Problems that anything may be answered with."""
CHANGES = ("read-only", "too-slow", "too-large", "media-type", "no-space")
"""What a change may be answered with beyond that."""
MEANT: Mapping[tuple[str, str], str] = {
    ("LegalAction", "action"): "BattleAction",
    ("BattlesActRequest", "action"): "BattleAction",
    ("BattlesOddsRequest", "action"): "BattleAction",
    ("BattlesPreviewRequest", "action"): "BattleAction",
    ("CampaignsActRequest", "action"): "CampaignAction",
    ("Order", "action"): "CampaignAction",
    ("CampaignsReturnsDraftRequest", "content"): "Return",
    ("CampaignsReturnsFileRequest", "content"): "Return",
    ("CampaignsReturnsPlanRequest", "content"): "Return",
    ("CampaignsReturnsCorrectRequest", "content"): "Return",
}
"""Fields that are plain data to the server, which headquarters reads: type and field → what stands there."""


@cache
def document() -> Schema:
    """All of it, as plain data."""
    components = _components()
    paths: dict[str, Schema] = {}
    for one in OPERATIONS:
        paths.setdefault(ROOT + one.path, {})[one.verb.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": VERSION, "summary": "Battles and campaigns, kept as diaries."},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "tags": [{"name": name} for name in dict.fromkeys(map(_tag, OPERATIONS))],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": components,
        },
    }


# -- types -------------------------------------------------------------------------------------------------------


def _components() -> dict[str, Schema]:
    shapes: list[Any] = [Problem, Return, BoardDigest]
    for one in OPERATIONS:
        found = signature(one)
        shapes += [found.gives, *(shape for shape in (found.query, found.body) if shape is not None)]
    _, components = schemas(shapes, REF + "{name}")
    unions: list[Schema] = []
    for system in system_ids():
        word = "".join(part.capitalize() for part in system.split("-"))
        (union,), some = schemas([find(system).action_type | PLAYER_ACTIONS], REF + word + "{name}")
        components |= {word + name: one for name, one in some.items()}
        components[f"{word}Action"] = {"title": f"{word}Action", **union}
        unions.append({"$ref": f"{REF}{word}Action"})
    components["BattleAction"] = {
        "title": "BattleAction",
        "description": "An action of the battle's own rule system; its legal actions have the values.",
        "anyOf": unions,
    }
    (union,), some = schemas([AnyAction], REF + "Campaign{name}")
    components |= {f"Campaign{name}": one for name, one in some.items()}
    components["CampaignAction"] = {"title": "CampaignAction", **union}
    components["GameView"]["properties"]["board"]["anyOf"].insert(0, {"$ref": f"{REF}BoardDigest"})
    for (name, field), meant in MEANT.items():
        _put(components[name]["properties"], field, {"$ref": REF + meant})
    return components


def _put(properties: dict[str, Schema], field: str, ref: Schema) -> None:
    """In place of plain data; what else may stand there (null) stays."""
    found = properties[field]
    if "anyOf" in found:
        rest = [one for one in found["anyOf"] if one.get("type") != "object"]
        properties[field] = {**found, "anyOf": [ref, *rest]}
    else:
        properties[field] = ref


def _schema(shape: Any) -> Schema:
    return schemas([shape], REF + "{name}")[0][0]


# -- operations --------------------------------------------------------------------------------------------------


def _tag(operation: Operation) -> str:
    return operation.door.partition(".")[0] or "house"


def _operation(operation: Operation) -> Schema:
    found = signature(operation)
    text = inspect.cleandoc(operation.method.__doc__ or operation.name)
    summary, _, more = text.partition(". ")
    made: Schema = {
        "operationId": operation.id.replace(".", "_").strip("_"),
        "tags": [_tag(operation)],
        "summary": " ".join(summary.split()).rstrip(".") + ".",
        "description": f"{' '.join(more.split())}\n\nA token needs the scope `{operation.scope}`.".strip(),
        "parameters": _parameters(operation, found),
        "responses": _responses(operation, found),
    }
    if found.source:
        made["requestBody"] = {
            "required": True,
            "content": {NDJSON: {"schema": {"type": "string", "format": "binary"}}},
        }
    elif found.body is not None:
        fields = cast("Any", found.body).__struct_fields__
        required = bool(_schema_of(found.body).get("required")) and bool(fields)
        made["requestBody"] = {"required": required, "content": {JSON: {"schema": _schema(found.body)}}}
    return made


def _schema_of(shape: type[Struct]) -> Schema:
    return schemas([shape], REF + "{name}")[1][shape.__name__]


def _parameters(operation: Operation, found: Signature) -> list[Schema]:
    made: list[Schema] = [
        {"name": name, "in": "path", "required": True, "schema": _schema(bounded(found.types[parameter]))}
        for name, parameter in found.places.items()
    ]
    if found.query is not None:
        shape = _schema_of(found.query)
        for name, one in shape["properties"].items():
            made.append(
                {
                    "name": name,
                    "in": "query",
                    "required": name in shape.get("required", ()),
                    "schema": _sent(one),
                }
            )
    words = {"type": "string"}
    role = "The role in which to look and act: a side, `umpire`, or empty for an observer."
    made.append({"name": "as", "in": "query", "description": role, "schema": words})
    if operation.paged:
        number = {"type": "integer", "minimum": 1, "maximum": 1000}
        made.append({"name": "limit", "in": "query", "schema": number})
        what = "From the link to the next page."
        made.append({"name": "cursor", "in": "query", "description": what, "schema": words})
    if operation.boards:
        what = "With the board itself in place of its digest."
        made.append({"name": "board", "in": "query", "description": what, "schema": {"enum": ["whole"]}})
    if "key" in found.headers:
        what = "The same key again gets the answer of the first time, and nothing is done twice."
        key = {"type": "string", "maxLength": 200, "pattern": "^[ -~]*$"}
        made.append({"name": "Idempotency-Key", "in": "header", "description": what, "schema": key})
    if "expected" in found.headers:
        what = 'The newest entry that was seen, in quotes: `"12"`; `*` for any.'
        entry = {"type": "string", "pattern": r'^(\*|"(0|[1-9][0-9]{0,17})")$'}
        made.append(
            {"name": "If-Match", "in": "header", "required": True, "description": what, "schema": entry}
        )
    return made


def _sent(one: Schema) -> Schema:
    """As a query parameter: nothing stands for null there."""
    some = [each for each in one.get("anyOf", ()) if each.get("type") != "null"]
    if not some:
        return one
    return some[0] if len(some) == 1 else {**one, "anyOf": some}


def _responses(operation: Operation, found: Signature) -> Schema:
    status, made = str(operation.status), dict[str, Schema]()
    gives: Any = Acted if found.gives == Acted | DiceNeeded else found.gives
    if found.target:
        content: Schema = {NDJSON: {"schema": {"type": "string", "format": "binary"}}}
        headers = {ANSWER: {"description": "What was written: JSON.", "schema": {"type": "string"}}}
        made[status] = {"description": "The file.", "content": content, "headers": headers}
    elif operation.media:
        some = ("text/html", "text/markdown") if operation.media == "report" else (operation.media,)
        made[status] = {
            "description": "As it stands.",
            "content": {one: {"schema": {"type": "string"}} for one in some},
        }
    else:
        made[status] = {"description": "Done.", "content": {JSON: {"schema": _schema(gives)}}}
    if operation.paged:
        link = {"description": "The next page, if there is one.", "schema": {"type": "string"}}
        made[status]["headers"] = {"Link": link}
    if gives is Acted and found.headers:
        made["202"] = {
            "description": "Real dice are wanted; nothing is done yet: send it again with the dice.",
            "content": {JSON: {"schema": {"$ref": REF + "DiceNeeded"}}},
        }
    if operation.kept:
        made["304"] = {"description": "As it was."}
    words = [*ALWAYS, "unknown"]
    words += CHANGES if operation.verb in ("POST", "PUT") else ()
    words += ("read-only", "no-space") if operation.verb == "DELETE" else ()
    words += ("head-moved",) if operation.kind and operation.verb != "GET" else ()
    words += ("no-entry",) if "expected" in found.headers else ()
    for code in sorted({KINDS[word].status for word in words}):
        some = [word for word in KINDS if word in words and KINDS[word].status == code]
        problem: Schema = {"content": {MEDIA: {"schema": {"$ref": REF + "Problem"}}}}
        made[str(code)] = {"description": " ".join(f"`{one}`: {KINDS[one].title}" for one in some), **problem}
    return made
