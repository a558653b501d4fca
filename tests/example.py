"""Rule systems that are not War Diary's own, installed for a test: a folder with a distribution goes on the path."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from campaign import systems

FOLDER = Path(__file__).parent / "systems" / "example"
"""The worked example (docs/writing-a-rule-system.md) with its entry point, as an installer would lay it out."""


@contextmanager
def installed(folder: Path = FOLDER) -> Iterator[None]:
    """What stands in the folder is installed, and found the ordinary way."""
    sys.path.append(str(folder))
    forgotten(folder)
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forgotten(folder)


def forgotten(folder: Path) -> None:
    """No rule system and no module of that folder is remembered."""
    importlib.invalidate_caches()
    systems._offered.cache_clear()
    systems._found.cache_clear()
    within = str(folder / "_").removesuffix("_")  # paths of a thousand modules would take most of many a test
    for name in [name for name, one in sys.modules.items() if (_file(one) or "").startswith(within)]:
        del sys.modules[name]


def _file(module: object) -> str | None:
    return getattr(module, "__file__", None)
