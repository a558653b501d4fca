"""The coverage document has a row for every numbered rule, and names only files, functions and tests that exist."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import campaign.systems.mechwar_4 as system
from campaign.systems.mechwar_4.readings import Readings
from tests.systems.mechwar_4.pack import PACK, charts

CODE = Path(system.__file__).parent
TESTS = Path(__file__).parent
TEXT = (TESTS.parents[2] / "docs" / "rules" / "mechwar-4.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.partition("## Rules")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ") and not line.startswith("| rule")
]
RULES = """
3.1 3.2 3.21 3.22 3.23 3.3 3.4 4.1 4.2 5.0 5.1 5.11 5.2 5.21 5.22 5.23 5.24 5.25 5.3 5.4 6.0 6.1 6.11 6.12
6.13 6.14 6.2 6.3 6.31 6.32 6.4 6.41 6.42 6.43 6.44 6.45 6.5 6.51 6.52 6.53 6.6 6.7 6.8 6.81 6.82 6.83 6.84
6.85 6.86 6.87 6.88 6.9 6.91 6.911 6.912 6.913 6.9131 6.9132 6.92 6.93 6.10 7.0 7.1 7.11 7.12 7.13 7.14 7.15
7.16 7.17 7.18 7.19 7.2 7.21 7.22 7.3 7.31 7.32 7.4 7.5 7.51 7.52 7.6 7.7 7.8 7.81 7.82 7.83 7.84 7.85 7.86
7.87 7.88 8.0 8.1 8.11 8.12 8.13 8.14 8.15 8.16 8.161 8.162 8.163 8.164 8.165 8.17 8.2 8.21 8.22 8.23 8.24
8.25 8.26 8.27 8.3 8.4 8.5 8.51 8.52 8.53 8.54 9.0 9.1 9.11 9.12 9.13 9.14 9.15 9.2 9.21 9.3 9.31 9.32 9.33
9.4 9.41 9.5 9.51 9.52 9.53 9.54 9.55 9.6 10.0 10.1 10.11 10.12 10.13 10.14 10.2 10.21 10.22 10.23 10.24
10.25 10.3 10.31 10.32 10.33 10.4 10.41 10.42 10.43 10.44 10.45 10.5 10.51 10.52 10.53 10.6 11.0 11.1 11.2
11.3 12.0 12.1 12.2 12.3 12.4 12.5 13.0 13.1 13.11 13.12 13.13 14.0 14.1 14.11 14.12 14.13 14.14 14.2 14.21
14.22 14.23 14.24 14.3 14.31 14.32 14.33 14.34 15.0 15.1 15.2 15.21 15.22 15.23 15.24 15.3 15.31 15.32 15.33
15.34 15.35 15.36 15.4 15.41 15.42 15.43 15.44 15.45 15.5 15.51 15.52 15.6 15.61 15.62 15.63 15.7 15.71 15.72
15.73 15.8 15.81 15.82 16.0 16.1 16.11 16.12 16.13 16.14 16.15 16.16 16.17 16.18 16.19 16.2 16.21 17.0 17.1
17.11 17.12 17.13 17.14 17.2 17.21 17.22 17.23 17.24 17.25 17.3 17.31 17.32 17.33 17.34 18.0 18.1 18.11 18.12
18.2 18.21 18.22 19.0 19.1 19.14 19.141 19.2 19.21 19.22 19.23 19.3 19.31 19.4 19.41 19.42 19.43 19.5 19.51
19.52 19.6 19.61 19.611 19.612 19.613 19.614 19.615 19.616 19.62 19.621 19.622 19.623 19.624 19.7 19.71 19.72
19.73 19.74 19.75 19.76 19.77 19.78 19.8 19.81 19.811 19.812 19.813 19.814 19.82 19.821 19.822 19.823 19.824
19.825 19.826 19.83 19.831 19.9 19.91 19.92 19.93 19.94 19.95 19.96 19.97 19.98 19.99 19.910 19.911 19.912
19.913 19.914 19.915 19.916 19.917 19.918 19.10 19.11 20.0 20.1 20.2 20.3 20.4 20.41 20.42 20.43 20.5 20.51
20.6 20.61 20.62 20.63 20.64 20.65 20.66 20.67 20.68
"""
"""Every number of the text from section 3 on; 1 and 2 introduce, 21 and 22 name other books."""
VECTORS = {*range(1, 10), *range(11, 16), *range(17, 22), 23, 24, 26, 27, 28, 29, 31, 32, 34, *range(36, 45)}


def named(text: str) -> list[tuple[str, str]]:
    """Every `file.py:name` in a text."""
    return re.findall(r"`([\w/]+\.py):(\w+)`", text)


def defines(name: tuple[str, str]) -> bool:
    file, what = name
    path = (TESTS if file.startswith("test_") else CODE) / file
    return (
        re.search(rf"^\s*(?:def|class) {what}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


def test_every_numbered_rule_has_one_row() -> None:
    rows = Counter(number for row in ROWS for number in row[0].split(", "))
    assert rows == Counter(RULES.split())


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
    readings = {*Readings.__struct_fields__} - {"source"}
    assert [one for one in sorted(readings) if f"`{one}`" not in TEXT] == []


def test_every_vector_of_the_sheet_has_its_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py"))
    found = {int(one) for one in re.findall(r"_mw_0?(\d+)_", tests)}
    assert found >= VECTORS, VECTORS - found


def test_every_scenario_and_every_file_of_data_is_in_its_table() -> None:
    scenarios, data = TEXT.partition("## Scenarios")[2].split("## Reconstructions")
    assert set(re.findall(r"^\| ([a-z0-9-]+) \| (?:valley|desert) ", scenarios, re.MULTILINE)) == {
        *charts().scenarios
    }
    for file in PACK.content:
        assert f"`data/{file.partition('/')[0]}`" in data, file
