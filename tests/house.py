"""The code as the tests of the house read it: every file is parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOPS = ("events", "campaign", "api", "tui")
MODULES = sorted(path for top in TOPS for path in (ROOT / top).rglob("*.py"))
Graph = Mapping[str, set[str]]


def where(path: Path) -> str:
    """A file as it is named in docs: `events/diary.py`."""
    return path.relative_to(ROOT).as_posix()


def module(path: Path) -> str:
    """A file as it is imported: `events.sqlite` for its `__init__.py`."""
    return where(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """What of ours a file imports anywhere, for types only or inside a function too, as `module` or `module.name`."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{where(path)}: relative import"
            found |= {f"{node.module}.{one.name}" for one in node.names}
    return frozenset(name for name in found if name.split(".")[0] in TOPS)


def module_of(name: str, modules: Graph) -> str | None:
    """The file that a name comes from: a module itself, or the one in which the name stands."""
    return next((one for one in (name, name.rpartition(".")[0]) if one in modules), None)


@cache
def graph() -> Graph:
    """File by file, which files it imports."""
    names: dict[str, set[str]] = {module(path): set() for path in MODULES}
    for path in MODULES:
        names[module(path)] |= {found for one in imports(path) if (found := module_of(one, names))}
    return names


def circles(graph: Graph) -> list[list[str]]:
    """Groups of modules of which each leads to every other, by Tarjan's algorithm."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    way: list[str] = []
    found: list[list[str]] = []

    def visit(one: str) -> None:
        numbers[one] = lowest[one] = len(numbers)
        way.append(one)
        for other in graph[one]:
            if other not in numbers:
                visit(other)
            if other in way:
                lowest[one] = min(lowest[one], lowest[other])
        if lowest[one] == numbers[one]:
            group = sorted(way[way.index(one) :])
            del way[way.index(one) :]
            if len(group) > 1 or one in graph[one]:
                found.append(group)

    for one in graph:
        if one not in numbers:
            visit(one)
    return sorted(found)


def defined(node: ast.AST, before: str = "") -> Iterator[str]:
    """Everything that a file defines: `Diary`, `Diary.append`, `KEPT_OPEN`."""
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield before + one.name
            if isinstance(one, ast.ClassDef):
                yield from defined(one, f"{before}{one.name}.")
        elif isinstance(one, ast.Assign | ast.AnnAssign):
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            yield from (before + target.id for target in targets if isinstance(target, ast.Name))
