"""What does not fit a shape, in words for who typed it: msgspec speaks of `int` and `object`."""

from __future__ import annotations

import re

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
