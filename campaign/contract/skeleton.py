"""A rule system to begin with: the package `campaign.contract.pattern` under another name, as a project of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from campaign.rules.refused import Refused
from campaign.systems import system_ids

PATTERN = f"{__package__}.pattern"
PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{id}"
version = "1"
description = "{title}: a rule system for War Diary"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["wardiary"]

[project.entry-points."wardiary.systems"]
{id} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""
README = """\
# {title}

A rule system for War Diary. To begin with it is two vehicles a side on a small board, which move, fire or wait; what
stands here holds as it is, and every file of it is to be changed.

    wardiary systems try {here}       # from anywhere, with the way to this folder
    pip install --editable {here}     # from then on `wardiary` has it
    wardiary scenarios --system {id}
    wardiary new meeting --system {id}

| file in `{package}/` | what is in it |
|---|---|
| `state.py` | the battle as it stands |
| `turns.py`, `moving.py`, `firing.py` | the chapters of the rules: actions, events, and all that is said of them |
| `chapters.py` | all chapters, and the question that they answer |
| `play.py` | what the chapters have in common |
| `charts.py`, `data/` | the tables, boards and scenarios, and their shapes |
| `view.py` | what is seen of a battle |
| `bots.py` | players made of code |
| `rules.py` | what headquarters asks |

War Diary's page `docs/writing-a-rule-system.md` says what all of it means.
"""


def write(name: str, folder: Path) -> Path:
    """Write the skeleton of a system into a new folder of its name there; answers with it. name: of the system, with
    hyphens or underscores. Raises Refused: no such name can be had, or the folder is there."""
    id, package = name.replace("_", "-"), name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", id) or iskeyword(package):
        allowed = ["small letters and digits, with hyphens, such as my-game"]
        raise Refused(f"No rule system can be called {name!r}.", "", allowed, "NAME")
    if id in system_ids() or find_spec(package) is not None:
        what = "rule system" if id in system_ids() else "package"
        raise Refused(f"There is a {what} called {name!r}.", "", ["another name"], "NAME")
    target = folder / id
    if target.exists():
        raise Refused(f"{target} is there already.", "", ["another name", "another --folder"], "NAME")
    words = {"id": id, "package": package, "title": id.replace("-", " ").title(), "here": str(target)}
    _put(target / "pyproject.toml", PYPROJECT.format_map(words))
    _put(target / "README.md", README.format_map(words))
    for file, text in _files(files(PATTERN)):
        _put(target / package / file, _renamed(text, id, package, words["title"]))
    return target


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _files(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, str]]:
    """The files of a package with their text."""
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith((".py", ".toml")):
            yield prefix + entry.name, entry.read_text(encoding="utf-8")


def _renamed(text: str, id: str, package: str, title: str) -> str:
    text = text.replace(f"from {PATTERN} import", f"from {package} import").replace(PATTERN, package)
    text = text.replace('id="pattern"', f'id="{id}"').replace('title="Pattern"', f'title="{title}"')
    return text.replace("PatternRules", f"{title.replace(' ', '')}Rules")
