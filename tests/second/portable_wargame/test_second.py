"""The project's answers in positions by chance are those of the second implementation: what may be done, and all odds;
so is what is told of the battles on the way there. 1,000 positions of each kind in the long profile."""

from __future__ import annotations

from itertools import count

import pytest

from campaign.systems.portable_wargame_modern.state import Game
from tests.second.battles import battles
from tests.second.portable_wargame import text
from tests.second.portable_wargame.adaptor import Compared, compared, data, rules, types
from tests.second.portable_wargame.positions import made, played
from tests.second.portable_wargame.witness import wrong

PARTS, POSITIONS = 5, 3
"""So many of each kind in each part; in the long profile 200."""


def look(name: str, game: Game) -> Compared:
    """Everybody who is asked, in one position."""
    found = Compared([])
    for asked in rules().pending(game):
        one = compared(game, asked.side)
        found.options += one.options
        found.attacks += one.attacks
        found.differ += [f"{name}: {line}" for line in one.differ]
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_of_battles_played_by_chance(part: int, scale: int) -> None:
    many = POSITIONS if scale == 1 else 200
    found = [look(name, game) for name, game in battles(count(part, PARTS), many, played, wrong)]
    assert [line for one in found for line in one.differ] == []
    assert sum(one.options for one in found) > many


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_made_by_chance(part: int, scale: int) -> None:
    many = POSITIONS if scale == 1 else 200
    found = [look(f"made {seed}", made(seed)) for seed in range(part, many * PARTS, PARTS)]
    assert [line for one in found for line in one.differ] == []
    assert sum(one.options for one in found) > many


def test_a_wrong_rule_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of either implementation: what differs is found."""
    monkeypatch.setitem(text.CLASSES, "infantry", text.Class(3, 4, 5))
    monkeypatch.setitem(text.ARTILLERY, "field", 2)
    monkeypatch.setitem(text.LOSES_UP_TO, "average", 2)
    lines = " ".join(line for seed in range(25) for line in look("", made(seed)).differ)
    assert "only by the text: ('move'" in lines
    assert "only in the project: ('bombard'" in lines
    assert "a point lost at once" in lines


def test_the_tables_of_the_pack_are_those_of_the_text() -> None:
    classes = {
        one["id"]: text.Class(one["move"], one["front"], one["flank"])
        for one in data()["classes.toml"]["class"]
    }
    assert classes == text.CLASSES
    guns, weapons = data()["weapons.toml"]["gun"], data()["weapons.toml"]["weapon"]
    assert {one["id"]: one["range"] for one in guns} == text.ARTILLERY
    assert {one["id"] for one in guns if one.get("indirect")} == text.INDIRECT
    assert {one["id"]: one["range"] for one in weapons} == text.WEAPONS
    quality = data()["rules.toml"]["quality"]
    assert {name: quality[name] for name in text.LOSES_UP_TO} == text.LOSES_UP_TO
    work = data()["rules.toml"]["work"]
    assert {
        name.replace("_", "-"): turns for name, turns in work.items() if name != "source"
    } == text.TURNS_OF_WORK


def test_every_type_is_of_a_class_of_the_text() -> None:
    assert {one["class"] for one in types().values()} <= text.CLASSES.keys()
