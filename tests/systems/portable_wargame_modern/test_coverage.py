"""The coverage document names every section, and only files, functions and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import campaign.systems.portable_wargame_modern as system
from tests.systems.portable_wargame_modern.table import SHIPPED

CODE = Path(system.__file__).parent
TESTS = Path(__file__).parent
TEXT = (TESTS.parents[2] / "docs" / "rules" / "portable-wargame-modern.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("## Rules")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| section")
]
SECTIONS = [
    "Strength Points a", "Strength Points b", "Strength Points c", "Turn Sequence", "Artillery Fire", "Dicing a",
    "Dicing b", "Dicing d", *(f"Movement {letter}" for letter in "abcdefgh"), "Firing a", "Firing c", "Firing d",
    "Firing e", "Firing g", "Firing h", "Firing j", "Firing k", "Firing l", "Close Combat a", "Close Combat c",
    "Close Combat d", "Resolving hits a", "Resolving hits b", "Retreat", "Barbed Wire", "Cyclists", "Engineers",
    "Exhaustion Point", "Gas", "Hills", "Minefields", "Rivers", "Roads", "Tank Riders", "Transport", "Trenches",
    "Woods",
]  # fmt: skip


def named(text: str) -> list[tuple[str, str]]:
    """Every `file.py:name` in a text."""
    return re.findall(r"`([\w/]+\.py):(\w+)`", text)


def defines(name: tuple[str, str]) -> bool:
    file, what = name
    path = (TESTS if file.startswith("test_") else CODE) / file
    return (
        re.search(rf"^\s*(?:def|class) {what}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_a_row(section: str) -> None:
    assert any(row[0].startswith(section) for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_row_names_code_and_proof_that_exist(row: list[str]) -> None:
    assert len(row) == 5, row
    assert named(row[2]), "it names no code"
    assert named(row[3]), "it names no test"


def test_whatever_is_named_exists() -> None:
    missing = [name for name in named(TEXT) if not defines(name)]
    assert missing == []
    for path in re.findall(r"`(data/[\w./]+)`", TEXT):
        assert (CODE / path).exists(), path


def test_every_reading_is_named() -> None:
    readings = SHIPPED.content["rules.toml"]["readings"].keys() - {"source", "gas_turns"}
    assert [one for one in sorted(readings) if f"`{one}`" not in TEXT] == []


def test_every_vector_of_the_sheet_has_its_test() -> None:
    text = (TESTS / "test_vectors.py").read_text(encoding="utf-8")
    found = {int(one) for one in re.findall(r"^def test_pw_(\d+)_", text, re.MULTILINE)}
    assert found == {1, 2, 3, 4, 7, 8, 10, 11, 13, 14, 15, 16, 18, 19, 20, 21, 22}


def test_every_scenario_is_in_the_table() -> None:
    table = TEXT.partition("## Bots and scenarios")[2]
    ids = {file.rpartition("/")[2].removesuffix(".toml") for file in SHIPPED.folder("scenarios")}
    assert set(re.findall(r"^\| ([a-z0-9-]+) \| \d+ ", table, re.MULTILINE)) == ids


def test_only_what_decides_or_tries_an_action_out_imports_from_decide() -> None:
    """What may be done is asked of modules on which `decide` stands, too."""
    asking = {
        path.name for path in CODE.glob("*.py") if "portable_wargame_modern.decide" in path.read_text("utf-8")
    }
    assert asking == {"rules.py", "preview.py", "muster.py"}
