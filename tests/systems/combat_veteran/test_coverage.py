"""The coverage document names every rule, and only files, functions and tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import campaign.systems.combat_veteran as system

CODE = Path(system.__file__).parent
TESTS = Path(__file__).parent
DOC = TESTS.parents[2] / "docs" / "rules" / "combat-veteran.md"
TEXT = DOC.read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("## Rules")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| rule")
]
RULES = [
    "2.1",
    "3.0",
    "3.2",
    "4.0",
    "4.1",
    "4.2",
    "5.0",
    "6.0",
    "7.0",
    "7.7",
    "7.8",
    "8.0",
    "8.2",
    "8.4",
    "8.5",
    "8.9",
    "8.11",
    "8.12",
    "8.13",
    "9.0",
    "9.5",
    "9.7",
    "9.9",
    "10.0",
    "13.0",
    "14.0",
    "15.1",
    "15.5",
    "16.1",
    "16.5",
]


def named(text: str) -> list[tuple[str, str]]:
    """Every `file.py:name` in a text."""
    return re.findall(r"`([\w/]+\.py):(\w+)`", text)


def defines(path: Path, name: str) -> bool:
    return (
        re.search(rf"^\s*(?:def|class) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_row(rule: str) -> None:
    assert any(row[0].split()[0] == rule for row in ROWS)


@pytest.mark.parametrize("part", ["a", "d", "g", "h", "i", "j", "o"])
def test_every_condition_has_a_row(part: str) -> None:
    assert any(row[0] == f"9.5 {part}" for row in ROWS)


@pytest.mark.parametrize("result", range(1, 7))
def test_every_result_of_the_chart_has_a_row(result: int) -> None:
    assert any(row[0] == f"9.7 result {result}" for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_row_names_code_and_proof_that_exist(row: list[str]) -> None:
    rule, _, code, proof, _ = row
    assert named(code), f"{rule} names no code"
    assert named(proof), f"{rule} names no test"
    for file, name in named(code):
        assert defines(CODE / file, name), f"{rule}: {file} has no {name}"
    for file, name in named(proof):
        assert defines(TESTS / file, name), f"{rule}: {file} has no {name}"


def test_whatever_else_is_named_exists() -> None:
    rest = TEXT.partition("## Everything")[2]
    for file, name in named(rest):
        assert defines((TESTS if file.startswith("test_") else CODE) / file, name), f"{file} has no {name}"
    for path in re.findall(r"`(data/[\w.]+)`", rest):
        assert (CODE / path).exists(), path


def test_every_vector_of_the_sheet_has_its_test() -> None:
    found = set(
        re.findall(
            r"^def test_cv_(\d+)_", (TESTS / "test_vectors.py").read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    assert found == {
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "9",
        "12",
        "13",
        "14",
        "16",
        "17",
        "18",
        "20",
        "21",
        "22",
    }


def test_every_reconstruction_says_so() -> None:
    rows = [line for line in TEXT.partition("## Reconstructions")[2].splitlines() if line.startswith("| ")][
        1:
    ]
    assert len(rows) >= 9
    assert all("reconstruction" in row or "our own drawings" in row for row in rows)
