"""The OpenAPI document as a page to read: one file that asks nothing of any host."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from api.openapi.document import document
from api.openapi.types import REF
from api.wire.problems import KINDS, TYPES


@cache
def page() -> bytes:
    """HTML."""
    from jinja2 import (
        Environment,
        PackageLoader,
        StrictUndefined,
    )  # slow to import: only for whoever reads it

    loader = PackageLoader("api.openapi")
    made: Any = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= {"words": words, "code": code, "json": pretty}
    found = document()
    operations: dict[str, list[dict[str, Any]]] = {}
    for path, verbs in found["paths"].items():
        for verb, one in verbs.items():
            operations.setdefault(one["tags"][0], []).append({"path": path, "verb": verb.upper(), **one})
    text = made.get_template("page.html").render(
        info=found["info"],
        operations=operations,
        schemas=found["components"]["schemas"],
        kinds=KINDS,
        types=TYPES,
    )
    return text.encode()


def words(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """A type in words: pieces of text, and the name of the type that each leads to, or ""."""
    if ref := schema.get("$ref"):
        name = ref.removeprefix(REF)
        return [(name, name)]
    for key, between in (("anyOf", " or "), ("allOf", " and ")):
        if some := schema.get(key):
            return _joined([words(one) for one in some], between)
    if "enum" in schema:
        return [(" | ".join(map(str, schema["enum"])), "")]
    if "const" in schema:
        return [(str(schema["const"]), "")]
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return [("[", ""), *_joined([words(one) for one in schema["prefixItems"]], ", "), ("]", "")]
        case "array":
            return [("list of ", ""), *words(schema.get("items") or {})]
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return [("map to ", ""), *words(schema["additionalProperties"])]
        case None:
            return [("anything", "")]
        case kind:
            return [(str(kind), "")]


def _joined(parts: list[list[tuple[str, str]]], between: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for part in parts:
        found += [(between, ""), *part] if found else part
    return found


def code(text: str) -> list[tuple[bool, str]]:
    """A text in pieces, those between backticks marked."""
    return [(at % 2 == 1, part) for at, part in enumerate(text.split("`")) if part]


def pretty(value: Any) -> str:
    """Data as JSON that is easy to read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
