"""Which events end what lasts of who is where is no list to be remembered: what their appliers write to says so."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import ALTERING, APPLIERS
from campaign.systems.mechwar_4.events import guns

LASTS_BY = {
    "units", "hex", "aboard", "company", "side",
    "wrecks", "abatis", "mines", "breached", "broken_bridges", "built_bridges",
}  # fmt: skip
"""What is looked at for what lasts: who is where and whose (`Play.by_hex`, `own`, `members`, `carried`, `eyes`), and
what is in the way (`reach.edges`)."""
CHANGES = {
    "append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault", "sort", "reverse",
}  # fmt: skip


def written(function: Callable[..., Any], seen: set[str] | None = None) -> set[str]:
    """Names of the fields that a function writes to, or lets a function of its module write to."""
    function = inspect.unwrap(function)
    module = inspect.getmodule(function)
    assert module is not None
    done = set[str]() if seen is None else seen
    done.add(function.__qualname__)
    tree = ast.parse(inspect.getsource(function))
    found = set(_fields(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and (other := _own(module, node.id)) and other.__qualname__ not in done:
            found |= written(other, done)
    return found


def _own(module: ModuleType, name: str) -> Any:
    found = getattr(module, name, None)
    package = "campaign.systems.mechwar_4"
    return found if inspect.isfunction(found) and found.__module__.startswith(package) else None


def _fields(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                for one in targets:
                    yield from _targets(one)
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
                yield from _targets(target)
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in CHANGES:
                yield from _targets(value)
            case ast.Call(func=ast.Name(id="setattr")):
                yield "anything"
            case _:
                pass


def _targets(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=attr):
            yield attr
        case ast.Subscript(value=value) | ast.Starred(value=value):
            yield from _targets(value)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            for one in elts:
                yield from _targets(one)
        case _:
            pass


@pytest.mark.parametrize(
    "event", sorted(APPLIERS, key=lambda one: one.__name__), ids=lambda one: one.__name__
)
def test_an_event_ends_what_lasts_if_its_applier_writes_to_what_that_is_made_of(event: type[Any]) -> None:
    fields = written(APPLIERS[event])
    assert "anything" not in fields, "who writes by name cannot be looked through"
    if event is not e.UnitMoved:  # of which `Play.emit` knows better
        assert bool(fields & LASTS_BY) == (event in ALTERING), sorted(fields)


def test_what_is_written_is_found_through_helpers_lists_and_tuples() -> None:
    assert {"hex", "aboard", "out", "kills", "struck"} <= written(APPLIERS[e.UnitRemoved])
    assert "abatis" in written(APPLIERS[guns.GroundShelled])
    assert not written(APPLIERS[e.ShotWasted])
