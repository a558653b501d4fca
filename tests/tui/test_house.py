"""The terminal program's own house: nobody below imports the program, and no imports run in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import tui

ROOT = Path(tui.__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "tui").rglob("*.py")
}


def _imported(path: Path) -> Iterator[str]:
    """Everything that is imported anywhere in a file, for types too, with the packages that it lies in."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{one.name}" for one in node.names]
        for name in names:
            while name:
                yield name
                name = name.rpartition(".")[0]


IMPORTS = {
    name: {one for one in _imported(path) if one in FILES and one != name} for name, path in FILES.items()
}


def test_no_imports_run_in_a_circle():
    assert len(list(TopologicalSorter(IMPORTS).static_order())) == len(FILES)


def test_only_the_door_imports_the_program():
    assert [name for name, found in IMPORTS.items() if "tui.app" in found] == ["tui.terminal"]


def test_no_ledger_action_is_built_here():
    named = [name for name, path in FILES.items() if "campaign.ledger.actions" in set(_imported(path))]
    assert not named, "campaign actions are sent as mappings"
