"""Files of the user's, in a data folder, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest

from campaign.home import Home
from campaign.library.installed import InstalledPacks
from campaign.rules.refused import Refused
from campaign.rules.system import Rules
from campaign.systems import package_of

VETERAN, VOLUME_2, MECHWAR = "combat-veteran", "combat-volume-2", "mechwar-4"
PORTABLE, TANKS = "portable-wargame-modern", "tanks-modern-age"
OURS = (VETERAN, VOLUME_2, MECHWAR, PORTABLE, TANKS)


def shipped(system: str, file: str) -> str:
    """The text of a file as it ships."""
    return files(package_of(system)).joinpath("data").joinpath(file).read_text(encoding="utf-8")


def packs(folder: Path, system: str, own: Mapping[str, str]) -> InstalledPacks:
    """Packs with such files laid over those that ship."""
    for name, text in own.items():
        path = folder / "packs" / system / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return InstalledPacks(Home(folder), cast("Any", None))


def sound(folder: Path, system: str, own: Mapping[str, str]) -> Rules:
    """The rules with such files."""
    return packs(folder, system, own).installed(system)


def refused(folder: Path, system: str, own: Mapping[str, str]) -> Refused:
    """What is said of them."""
    with pytest.raises(Refused) as found:
        packs(folder, system, own).installed(system)
    return found.value


def line_of(text: str, words: str) -> int:
    """The line on which they stand for the first time."""
    return text[: text.index(words)].count("\n") + 1
