"""Nothing outside its own folders names this rule system."""

from __future__ import annotations

import re

from tests.house import MODULES, where

OWN = "campaign/systems/portable_wargame_modern/"
NAMES = re.compile(r"portable[-_ ]wargame", re.IGNORECASE)


def test_nothing_outside_its_folder_names_the_system() -> None:
    named = [where(path) for path in MODULES if NAMES.search(path.read_text(encoding="utf-8"))]
    assert named
    assert all(one.startswith(OWN) for one in named)


def test_the_system_imports_no_other_and_nothing_above_the_rules() -> None:
    for path in MODULES:
        if where(path).startswith(OWN):
            imported = re.findall(
                r"^\s*(?:from|import) (campaign\.[\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE
            )
            assert all(
                name.startswith(("campaign.rules", "campaign.systems.portable_wargame_modern"))
                for name in imported
            )
