"""Every first look at a type goes through `events.decoding`, under its one lock."""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from events import decoding

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path
    for top in ("events", "campaign", "api", "tui")
    for path in (ROOT / top).rglob("*.py")
    if path != ROOT / "events" / "decoding.py"
)


def _name(node: ast.expr) -> str:
    """A dotted name: `msgspec.json.Decoder`."""
    match node:
        case ast.Name(id):
            return id
        case ast.Attribute(value, attr):
            return f"{_name(value)}.{attr}"
        case _:
            return "?"


def looks(tree: ast.Module) -> Iterator[int]:
    """The lines in which msgspec is given a type to look at."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "msgspec":
            if any(one.name in ("convert", "Decoder", "decode", "schema") for one in node.names):
                yield node.lineno
        elif isinstance(node, ast.Call):
            name = _name(node.func)
            typed = any(keyword.arg == "type" for keyword in node.keywords)
            if (
                name in ("msgspec.convert", "msgspec.json.schema")
                or name.rpartition(".")[2] == "Decoder"
                or (name.rpartition(".")[2] == "decode" and typed)
            ):
                yield node.lineno


def test_nobody_else_gives_msgspec_a_type_to_look_at():
    places = [
        f"{path.relative_to(ROOT)}:{line}" for path in MODULES for line in looks(ast.parse(path.read_text()))
    ]
    assert MODULES and not places


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("msgspec.convert(x, T)", True),
        ("msgspec.json.Decoder(T)", True),
        ("msgspec.msgpack.Decoder(T).decode(x)", True),
        ("msgspec.json.decode(x, type=T)", True),
        ("decode = msgspec.msgpack.decode\ndecode(x, type=T)", True),
        ("from msgspec import convert", True),
        ("from msgspec.json import Decoder as D", True),
        ("msgspec.json.decode(x)", False),
        ("def f(decoder: msgspec.json.Decoder[T]): ...", False),
        ("from events.decoding import convert\nconvert(x, T)", False),
    ],
)
def test_such_looks_are_found(code: str, found: bool):
    assert bool(list(looks(ast.parse(code)))) == found


def test_equal_types_are_looked_at_once():
    class One(msgspec.Struct):
        n: int

    decoding.convert([{"n": 1}], list[One])
    known = len(decoding._known)
    for _ in range(5):
        assert decoding.convert([{"n": 1}], list[One]) == [One(1)]
    assert len(decoding._known) == known


def test_types_met_first_by_many_threads():
    together = threading.Barrier(8)
    found: list[object] = []

    def meet(shapes: list[type[msgspec.Struct]]) -> None:
        together.wait()
        for shape in shapes:
            found.append(decoding.convert({"a": {"n": 1}}, shape))
            decoding.json_decoder(shape).decode(b'{"a":{"n":1}}')

    shapes = [
        msgspec.defstruct(f"S{i}", [("a", msgspec.defstruct(f"T{i}", [("n", int)]))]) for i in range(40)
    ]
    threads = [threading.Thread(target=meet, args=(shapes,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 * 40


@pytest.mark.parametrize("value", ["\ud800", {"\ud800": 1}])
def test_half_a_character_is_refused_as_what_it_is(value: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="half a character"):
        decoding.convert(value, Seal)


class Seal(msgspec.Struct, forbid_unknown_fields=True):
    seq: int = 0
