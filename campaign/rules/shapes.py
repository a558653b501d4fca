"""What does not fit a shape, in words for who typed it: msgspec speaks of `int` and `object`."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from msgspec import inspect

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of fields",
    "null": "nothing",
}
_EXPECTED = re.compile(
    r"Expected `(?P<kinds>[a-z| ]+)`(?: of length (?:(?P<length><=|>=) )?(?P<size>\d+)|"
    r" (?P<bound><=|>=|<|>) (?P<limit>-?[\d.e+]+)| matching regex (?P<pattern>.+?))?"
    r"(?:, got `(?P<got>\w+)`)?"
)
_BOUNDS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}


def sentence(what: str) -> str:
    """The same as a sentence of its own."""
    words = in_words(what)
    return f"{words[:1].upper()}{words[1:]}."


def in_words(what: str) -> str:
    """A message of msgspec, without its place, as the end of a sentence: `it must be a whole number, 1 or more`."""
    if found := _EXPECTED.fullmatch(what):
        must = " or ".join(_KINDS.get(one, one) for one in found["kinds"].split(" | "))
        if found["size"]:
            unit = "characters" if found["kinds"] == "str" else "entries"
            must += f" of {_BOUNDS[found['length']].format(found['size']) if found['length'] else found['size']} {unit}"
        elif found["bound"]:
            must += f", {_BOUNDS[found['bound']].format(found['limit'])}"
        elif found["pattern"]:
            must += f" like {found['pattern']}"
        got = f", not {_KINDS.get(found['got'], found['got'])}" if found["got"] else ""
        return f"it must be {must}{got}"
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"the field `{found[1]}` is missing"
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        return f"it has an unknown field `{found[1]}`"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.+)", what):
        return f"it may not be {found[1]}"
    return what


def allowed_at(shape: Any, path: str) -> tuple[str, ...]:
    """What may stand at a place of data of that shape, such as `row[2].kind`: the fields of a table, or the words of a
    choice; () for anything else."""
    kind = inspect.type_info(shape)
    for word in re.findall(r"[\w-]+|\[[^]]*\]", path):
        kind = _below(kind, word)
    fields = [field.encode_name for one in _kinds(kind, inspect.StructType) for field in one.fields]
    words = [str(value) for one in _kinds(kind, inspect.LiteralType) for value in one.values]
    return tuple(fields or words)


K = TypeVar("K", bound=inspect.Type)


def _kinds(kind: inspect.Type, of: type[K]) -> list[K]:
    """Those of that class that a type is, or may be."""
    kind = kind.type if isinstance(kind, inspect.Metadata) else kind
    if isinstance(kind, inspect.UnionType):
        return [found for one in kind.types for found in _kinds(one, of)]
    return [kind] if isinstance(kind, of) else []


def _below(kind: inspect.Type, word: str) -> inspect.Type:
    """The type of a field, of the rows of a list, or of the values of a table."""
    for one in _kinds(kind, inspect.StructType):
        for field in one.fields:
            if field.encode_name == word:
                return field.type
    for one in _kinds(kind, inspect.VarTupleType):
        return one.item_type
    for one in _kinds(kind, inspect.TupleType):
        at = word.strip("[]")
        return one.item_types[int(at)] if at.isdecimal() and int(at) < len(one.item_types) else kind
    for one in _kinds(kind, inspect.DictType):
        return one.value_type
    return inspect.AnyType()
