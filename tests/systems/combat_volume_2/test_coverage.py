"""The page of the rules names every section, and only files, functions and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import campaign.systems.combat_volume_2 as system

CODE = Path(system.__file__).parent
TESTS = Path(__file__).parent
TEXT = (TESTS.parents[2] / "docs" / "rules" / "combat-volume-2.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("## Rules")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| rule")
]
SECTIONS = [
    *(f"23.{part}" for part in range(1, 8)),
    "24.0", "24.1", "25.0", "26",
    *(f"27.{part}" for part in range(1, 11)),
    "28.1", "28.2",
    *(f"29.{part}" for part in range(1, 6)),
    "30.0", "30.1", "30.2",
    *(f"31.{part}" for part in range(1, 11)),
    "31.11.1", "31.11.2", "31.11.3",
    "32.1", "32.2", "32.3",
]  # fmt: skip
"""All numbered sections of the volume."""
UNPROVED = 3
"""Rows without a test so far: it only goes down."""


def named(text: str) -> list[tuple[str, str]]:
    """Every `file.py:name` in a text."""
    return re.findall(r"`([\w/]+\.py):(\w+)`", text)


def defines(path: Path, name: str) -> bool:
    return (
        re.search(rf"^\s*(?:def|class) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


def exists(file: str, name: str) -> bool:
    path = (TESTS if file.startswith("test_") else CODE) / file
    return path.exists() and defines(path, name)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_a_row(section: str) -> None:
    assert any(row[0].split()[0] == section for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_row_names_code_and_tests_that_exist(row: list[str]) -> None:
    rule, _, code, proof, _ = row
    assert named(code), f"{rule} names no code"
    for file, name in (*named(code), *named(proof)):
        assert exists(file, name), f"{rule}: {file} has no {name}"


def test_few_rows_are_without_a_test() -> None:
    assert sum(not named(row[3]) for row in ROWS) <= UNPROVED


def test_whatever_else_is_named_exists() -> None:
    rest = TEXT.partition("\n## The enemy")[2]
    for file, name in named(rest):
        assert exists(file, name), f"{file} has no {name}"
    for path in re.findall(r"`(data/[\w.-]+)`", rest):
        assert (CODE / path).exists(), path


def test_every_mission_is_listed() -> None:
    chapter = TEXT.partition("## Missions")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([\w-]+)` \|", chapter, re.MULTILINE)
    assert sorted(listed) == sorted(file.stem for file in (CODE / "data" / "scenarios").glob("*.toml"))


def test_every_file_whose_source_says_reconstruction_is_listed() -> None:
    chapter = TEXT.partition("## Reconstructions")[2]
    for file in sorted((CODE / "data").glob("*.toml")):
        source = re.search(r'^source = "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        assert source is not None, file.name
        if "reconstruct" in source[1]:
            assert f"`data/{file.name}`" in chapter, file.name
