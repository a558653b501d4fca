"""The coverage document names every page, every effect, and only files, functions and tests that exist."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import campaign.systems.tanks_modern_age as system
from tests.systems.tanks_modern_age.field import VERBS, rules

CODE = Path(system.__file__).parent
TESTS = Path(__file__).parent
TEXT = (TESTS.parents[2] / "docs" / "rules" / "tanks-modern-age.md").read_text(encoding="utf-8")
PAGES = range(4, 26)
KEYWORDS = (
    "Stabilisers", "Artillery", "Brutal", "Fast", "Forward Firing", "Hammerhead", "Predator", "Rapid Fire", "Scout",
    "Spearhead", "Wheeled", "Missiles",
)  # fmt: skip


def rows(chapter: str) -> list[list[str]]:
    """The cells of a chapter's table, without its head."""
    text = TEXT.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    assert lines, chapter
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


RULES = rows("Rules")


def named(text: str) -> list[tuple[str, str]]:
    """Every `file.py:name` in a text."""
    return re.findall(r"`([\w/]+\.py):(\w+)`", text)


def defines(path: Path, name: str) -> bool:
    return (
        re.search(rf"^\s*(?:def|class) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_a_row(page: int):
    assert any(row[0].split()[0] == f"p{page}" for row in RULES)


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_every_keyword_has_a_row(keyword: str):
    assert any(row[0].startswith("p20 ") and keyword in row[0] for row in RULES)


@pytest.mark.parametrize("row", RULES, ids=lambda row: row[0])
def test_every_row_names_code_and_proof_that_exist(row: list[str]):
    page, _, code, proof, _ = row
    assert named(code), f"{page} names no code"
    assert named(proof), f"{page} names no test"
    for file, name in named(code):
        assert defines(CODE / file, name), f"{page}: {file} has no {name}"
    for file, name in named(proof):
        assert defines(TESTS / file, name), f"{page}: {file} has no {name}"


def test_no_rule_stands_there_twice():
    assert len({row[0] for row in RULES}) == len(RULES)


def test_whatever_else_is_named_exists():
    rest = TEXT.partition("## Everything")[2]
    assert len(named(rest)) > 60
    for file, name in named(rest):
        assert defines((TESTS if file.startswith("test_") else CODE) / file, name), f"{file} has no {name}"
    paths = re.findall(r"`(data/[\w./-]+)`", rest)
    assert len(paths) > 5
    for path in paths:
        assert (CODE / path).exists(), path


def test_every_word_of_the_vocabulary_is_read_where_the_document_says():
    found = {verb: named(code) for verb, _, code in rows("The vocabulary of effects")}
    assert set(found) == VERBS
    for verb, places in found.items():
        assert places, verb
        readers = [(CODE / file).read_text(encoding="utf-8") for file, _ in places]
        assert any(f'"{verb}"' in text for text in readers), f"{verb} is read elsewhere"


def listed(chapter: str) -> str:
    return "\n".join("| " + " | ".join(cells) + " |" for cells in rows(chapter))


def table(lines: Iterable[tuple[str, ...]]) -> str:
    return "\n".join("| " + " | ".join(line) + " |" for line in sorted(lines, key=lambda line: line[1]))


def test_every_card_with_a_reading_is_listed_with_it():
    cards = rules().charts.cards.values()
    assert listed("Readings of cards") == table(
        (card.name, card.id, card.reading) for card in cards if card.reading
    )


def test_everything_unofficial_is_listed():
    charts = rules().charts
    everything = [*charts.models.values(), *charts.cards.values()]
    assert listed("Unofficial models and cards") == table(
        (one.name, one.id) for one in everything if not one.official
    )


def test_every_example_of_the_sheet_has_its_test():
    text = (TESTS / "test_vectors.py").read_text(encoding="utf-8")
    numbers = {int(n) for n in re.findall(r"^def test_tk_(\d+)_", text, re.MULTILINE)}
    assert {*range(1, 8), *range(9, 14), 16, 17, 19, 20, 21, 23, 24} <= numbers


def test_numbers_that_the_document_names_are_those_of_the_data():
    numbers = rules().charts.table
    assert f"tail {numbers.arrow_tail} mm, head {numbers.arrow_head} mm" in TEXT
    assert f"The critical deck: {len(rules().charts.deck)} cards".lower() in TEXT.lower()
    for kind, plural in (("forest", "forests"), ("building", "buildings")):
        row = rules().charts.terrain[kind]
        assert f"{plural} {row.length} by {row.width} mm" in TEXT
    limits = {one.turns for one in rules().charts.scenarios.values()}
    assert limits == {8, numbers.turns}
    assert numbers.turns == 12


def test_every_reconstruction_says_so():
    for what, _, why in rows("Reconstructions"):
        assert "reconstruction" in why or "our own" in why, what
