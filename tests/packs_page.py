"""Write what docs/packs.md says of files and keys, from the types that read them: `python -m tests.packs_page`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from msgspec import NODEFAULT, UNSET, inspect

from campaign.library.own_data import keys_of, written
from campaign.rules.boards import BoardFile
from campaign.rules.constants import BotFile
from campaign.rules.data_files import DataFile
from campaign.rules.packs import read_pack, shipped
from campaign.rules.readings import declared
from campaign.systems import find, foreign, load, package_of, system_ids

PAGE = Path(__file__).parent.parent / "docs" / "packs.md"
MARK = "<!-- From here on: made by `python -m tests.packs_page`. -->"
KINDS = {"scenario": "scenario", "board": "board"}
SHARED = (BoardFile, BotFile)
"""Files that are read alike in all systems that have them: told once."""


def page() -> str:
    """The whole page as it should be: what is written by hand, then what is made."""
    head = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    made = "\n".join(_made()).rstrip()
    return f"{head}{MARK}\n\n{made}\n"


def _made() -> Iterator[str]:
    yield "## Files that are alike everywhere"
    yield ""
    seen: set[type[Any]] = set()
    yield from _file("boards/*.toml", BoardFile, "boards, where a game has hexes", seen, {})
    yield from _file("bots.toml", BotFile, "what bots weigh with", seen, {})
    for id in system_ids():
        if not foreign(id):
            yield from _system(id)


def _system(id: str) -> Iterator[str]:
    system, seen = find(id), set[type[Any]]()
    yield f"## {system.title}"
    yield ""
    yield f"`wardiary packs files {id}` lists:"
    yield ""
    yield "| file | holds | rows told apart by |"
    yield "|---|---|---|"
    for one in system.data:
        keys = _keys(id, one)
        told = ", ".join(f"`{rows}`: `{key}`" for rows, key in keys.items())
        yield f"| `{one.name}` | {one.what} | {told} |"
    yield ""
    for one in system.data:
        if one.unread:
            keys = ", ".join(f"`{key}`" for key in one.unread)
            yield f"This game makes nothing of {keys} in `{one.name}`, and refuses them."
            yield ""
    for one in system.data:
        if one.shape not in SHARED:
            yield from _file(one.name, one.shape, one.what, seen, _keys(id, one))
    if system.constants is not None:
        yield "### `bots.toml` of this game"
        yield ""
        yield from _struct(system.constants, "`[constants]`", seen)
    yield from _readings(id)
    templates = files(package_of(id)).joinpath("templates")
    for kind in KINDS:
        template = templates.joinpath(f"{kind}.toml")
        if template.is_file():
            yield f"### A {kind} of {system.title}"
            yield ""
            yield f"What `wardiary packs new {kind} {id} NAME` writes; a test plays it."
            yield ""
            yield "```toml"
            yield template.read_text(encoding="utf-8").rstrip()
            yield "```"
            yield ""


def _readings(id: str) -> Iterator[str]:
    """What may stand under `[readings]`, in a scenario of the system too."""
    rules = load(id, read_pack(id, package_of(id)))
    if rules.readings is None:
        return
    yield "### `[readings]` of scenarios"
    yield ""
    yield "How an unclear rule is read in a battle of that scenario."
    yield ""
    yield "| key | rule | question | may be |"
    yield "|---|---|---|---|"
    for one in declared(type(rules.readings)):
        may = ", ".join(f"`{written(value)}`" for value, _ in one.choices) or f"{one.lowest} to {one.highest}"
        yield f"| `{one.id}` | {one.rule} | {one.question} | {may} |"
    yield ""


def _keys(id: str, one: DataFile) -> dict[str, str]:
    """Of the first shipped file of that kind."""
    for name, data in sorted(shipped(package_of(id)).items()):
        if name == one.name or ("*" in one.name and name.startswith(one.name.partition("*")[0])):
            return keys_of(data, name)
    return {}


def _file(
    name: str, shape: type[Any], what: str, seen: set[type[Any]], keys: dict[str, str]
) -> Iterator[str]:
    yield f"### `{name}`: {what}"
    yield ""
    yield from _struct(shape, "", seen)


def _struct(shape: type[Any], place: str, seen: set[type[Any]]) -> Iterator[str]:
    """A table's keys, and then those of the tables within it. place: where in the file, "" for its top."""
    about = inspect.type_info(shape)
    assert isinstance(about, inspect.StructType)
    seen.add(shape)
    if place:
        yield f"**{place}**"
        yield ""
    if text := _doc(shape):
        yield text
        yield ""
    yield "| key | what stands there | left out |"
    yield "|---|---|---|"
    for field in about.fields:
        yield f"| `{field.encode_name}` | {_words(field.type)} | {_default(field)} |"
    yield ""
    for field in about.fields:
        for many, inner in _structs(field.type):
            inside = f"{place.strip('`[]')}.{field.encode_name}".lstrip(".")
            heading = f"`[[{inside}]]`" if many else f"`[{inside}]`"
            if inner in seen:
                yield f"**{heading}**: as above."
                yield ""
            else:
                yield from _struct(inner, heading, seen)


def _doc(shape: type[Any]) -> str:
    """What the type says of itself, on one line; "" where it says nothing of its own."""
    text = (shape.__dict__.get("__doc__") or "").strip()
    return " ".join(text.split()).replace("|", "\\|")


def _structs(kind: inspect.Type, many: bool = False) -> Iterator[tuple[bool, type[Any]]]:
    """Tables that a value is, or holds, and whether it holds a list of them."""
    match kind:
        case inspect.Metadata(type=inner):
            yield from _structs(inner, many)
        case inspect.StructType(cls=cls):
            yield many, cls
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            yield from _structs(inner, True)
        case inspect.DictType(value_type=inner):
            yield from _structs(inner, many)
        case inspect.UnionType(types=types):
            for one in types:
                yield from _structs(one, many)
        case inspect.TupleType(item_types=types):
            for one in types:
                yield from _structs(one, many)
        case _:
            pass


def _bounds(kind: Any, unit: str = "") -> str:
    low = kind.ge if kind.ge is not None else None if kind.gt is None else f"more than {kind.gt}"
    high = kind.le if kind.le is not None else None if kind.lt is None else f"less than {kind.lt}"
    step = f" in steps of {kind.multiple_of}" if kind.multiple_of is not None else ""
    if low is None and high is None:
        return step
    if high is None:
        return f", {low} or more{step}"
    return f", {high} or less{step}" if low is None else f", {low} to {high}{step}"


def _length(kind: Any, unit: str) -> str:
    low, high = kind.min_length, kind.max_length
    if low is None and high is None:
        return ""
    if high is None:
        return f", {low} {unit} or more"
    return (
        f", {high} {unit} at most"
        if not low
        else f", {low} to {high} {unit}"
        if low != high
        else f", {low} {unit}"
    )


def _words(kind: inspect.Type) -> str:
    """What must stand there, in words."""
    match kind:
        case inspect.Metadata(type=inner):
            return _words(inner)
        case inspect.IntType():
            return f"a whole number{_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_bounds(kind)}"
        case inspect.StrType():
            return f"a text{_length(kind, 'characters')}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(f"`{written(value)}`" for value in values)
        case inspect.StructType():
            return "a table"
        case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
            rows = any(isinstance(one, inspect.StructType) for one in (inner, getattr(inner, "type", None)))
            many = "rows" if rows else f"a list, each {_words(inner)}"
            return f"{many}{_length(kind, 'entries')}"
        case inspect.TupleType(item_types=types):
            return f"a list of {len(types)}: {'; '.join(_words(one) for one in types)}"
        case inspect.DictType(key_type=key, value_type=value):
            named = f", each key {_words(key)}" if isinstance(key, inspect.LiteralType) else ""
            return f"a table of names{named}, each {_words(value)}"
        case inspect.UnionType(types=types):
            return ", or ".join(_words(one) for one in types if not isinstance(one, inspect.NoneType))
        case _:
            return "anything"


def _default(field: inspect.Field) -> str:
    if field.required:
        return "refused"
    if field.default_factory is not NODEFAULT:
        made: Any = field.default_factory()
        return (
            "empty"
            if not made
            else "as each of them says"
            if hasattr(made, "__struct_fields__")
            else f"`{made}`"
        )
    value: Any = field.default
    if value is None or value is UNSET or value == () or value == {}:
        return "nothing" if value is None or value is UNSET else "empty"
    if hasattr(value, "__struct_fields__"):
        return "as each of them says"
    return f"`{written(list(cast('tuple[Any, ...]', value)) if isinstance(value, tuple) else value)}`"


def main() -> int:
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
