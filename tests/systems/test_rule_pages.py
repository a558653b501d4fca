"""The pages of docs/rules name the code and the tests of each rule as these name it themselves."""

from __future__ import annotations

import pytest

from tests.systems.readings_pages import SYSTEMS, page
from tests.systems.rule_pages import References, cells, rules_of, written_anew


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_columns_of_code_and_proof_are_those_of_the_code(system: str) -> None:
    text = page(system).read_text(encoding="utf-8")
    assert written_anew(text, system) == text, "out of date: make pages"


@pytest.mark.parametrize(
    ("label", "rules"),
    [
        ("6.13, 6.53", ["6.13", "6.53"]),
        ("Dicing b, c", ["Dicing b", "Dicing c"]),
        ("Artillery Fire, at once", ["Artillery Fire, at once"]),
        ("9.7 main gun, hull MG", ["9.7 main gun, hull MG"]),
    ],
)
def test_a_row_is_about_the_rules_of_its_first_cell(label: str, rules: list[str]) -> None:
    assert rules_of(label) == rules


REFERENCES = References(
    ["4", "6.1", "6.13, 6.53", "9.7 result 4", "9.7 markers", "Movement c", "Dicing b, c", "p20 Brutal"]
)


@pytest.mark.parametrize(
    ("docstring", "rules"),
    [
        ("Who may fire (6.13).", {"6.13"}),
        ("Who may fire (6.53 to 6.13) and who not (6.2, 4).", {"6.53", "6.13", "4"}),
        ("6.13: who may fire.", {"6.13"}),
        ("6.1, 4.", {"6.1", "4"}),
        ("One of 6.13 without brackets, up to 4 hexes (at most 4, 6.1 with dice).", set[str]()),
        ("What a die does (9.7 result 4, reading `hits`).", {"9.7 result 4"}),
        ("What damage does (9.7).", set[str]()),
        ("Where it goes (Movement c; Dicing b, c).", {"Movement c", "Dicing b", "Dicing c"}),
        ("A longer number (6.131).", set[str]()),
    ],
)
def test_a_docstring_names_rules_in_brackets_or_before_a_colon(docstring: str, rules: set[str]) -> None:
    assert REFERENCES.of_text(docstring) == rules


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_6_13_once_for_each_hex", {"6.13"}),
        ("test_6_1_6_53_both", {"6.1", "6.53"}),
        ("test_9_7_result_4_hits", {"9.7 result 4"}),
        ("test_p20_brutal_makes_one_hit_critical", {"p20 Brutal"}),
        ("test_p20_brutally", set[str]()),
        ("test_it_fires_6_13", set[str]()),
    ],
)
def test_a_test_names_rules_with_which_its_name_begins(name: str, rules: set[str]) -> None:
    assert REFERENCES.of_name(name) == rules


def test_a_page_gets_a_column_back_that_somebody_changed_by_hand() -> None:
    text = page("combat-veteran").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| 9.9 |"))
    rule, says, _, _, reading = cells(row)
    changed = f"| {rule} | {says} | `attack.py:gone` | by hand | {reading} |"
    assert changed != row
    assert written_anew(text.replace(row, changed), "combat-veteran") == text
