"""The house: imports point down only, and every package says what it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(p for top in ("events", "campaign", "api", "tui") for p in (ROOT / top).rglob("*.py"))
ALLOWED = {
    "events": {"events"},
    "campaign/rules": {"events", "campaign.rules"},
    "campaign/ledger": {"events", "campaign.rules", "campaign.ledger"},
    "campaign": {"events", "campaign"},
    "api": {"events", "campaign", "api"},
    "tui": {"events", "campaign", "tui"},
}


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            found |= {f"{module}.{name.name}" for name in node.names} | {module}
    return {name for name in found if name.split(".")[0] in ("events", "campaign", "api", "tui")}


def _within(name: str, allowed: set[str]) -> bool:
    return any(name == one or name.startswith(one + ".") for one in allowed)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down_only(path: Path):
    where = path.relative_to(ROOT).as_posix()
    names = _imports(path)
    parts = where.split("/")
    if where.startswith("campaign/systems/") and len(parts) > 3:
        own = f"campaign.systems.{parts[2]}"
        allowed = {"events", "campaign.rules", own, "campaign.systems"}
        names = {n for n in names if n not in ("campaign", "campaign.systems")}
        others = {n for n in names if n.startswith("campaign.systems.") and not _within(n, {own})}
        assert not others, "a rule system never imports another"
        assert not {n for n in names if _within(n, {"campaign.ledger"})}
    else:
        room = next(room for room in ALLOWED if where.startswith(room + "/"))
        allowed = ALLOWED[room]
        names = {n for n in names if n != "campaign" or room == "campaign"}
    assert not {name for name in names if not _within(name, allowed)}


@pytest.mark.parametrize(
    "path", [p for p in MODULES if p.read_text().strip()], ids=lambda path: str(path.relative_to(ROOT))
)
def test_every_module_says_what_it_is(path: Path):
    assert ast.get_docstring(ast.parse(path.read_text()))


def test_the_front_ends_and_the_ground_name_no_rule_system():
    """A rule system is found by its folder; only its own tests and docs know its name."""
    folders = [p for p in (ROOT / "campaign" / "systems").iterdir() if (p / "__init__.py").exists()]
    assert folders
    names = [name for p in folders for name in (p.name, p.name.replace("_", "-"))]
    names += [file.stem for p in folders for file in (p / "data" / "scenarios").glob("*.toml")]
    rooms = [p for p in MODULES if "systems" not in p.parts]
    for path in rooms:
        text = path.read_text()
        for name in names:
            assert name not in text, f"{path} names {name}"
