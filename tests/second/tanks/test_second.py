"""The project's answers in positions by chance are those of the second implementation: who shoots at whom, with how
many dice and what comes of it, who may move where; so is what is told of the battles on the way there. 1,000 positions
of each kind in the long profile."""

from __future__ import annotations

from itertools import count, takewhile
from random import Random
from typing import Any

import pytest

from campaign.systems.tanks_modern_age.state import Game
from tests.second.battles import battles
from tests.second.tanks import shots, table
from tests.second.tanks.adaptor import Compared, compared, compared_moves, compared_setup, data, rules
from tests.second.tanks.positions import SETTING_UP, made, played
from tests.second.tanks.witness import wrong

PARTS, POSITIONS = 5, 3
"""So many of each kind in each part; in the long profile 200."""


def look(name: str, game: Game) -> Compared:
    """Everybody who is asked, in one position."""
    found = Compared([])
    for asked in rules().pending(game):
        rnd = Random(name)
        if game.stage == "movement":
            one = compared_moves(game, asked.side, rnd)
        else:
            one = (
                compared(game, asked.side)
                if game.stage == "shooting"
                else compared_setup(game, asked.side, rnd)
            )
        found.options += one.options
        found.attacks += one.attacks
        found.unclear += one.unclear
        found.differ += [f"{name}: {line}" for line in one.differ]
    return found


def agree(found: list[Compared]) -> None:
    """Nothing differs of what was compared; of many positions that is most."""
    assert [line for one in found for line in one.differ] == []
    attacks, unclear = sum(one.attacks for one in found), sum(one.unclear for one in found)
    assert attacks > (unclear if len(found) > 100 else 0)


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_of_battles_played_by_chance(part: int, scale: int) -> None:
    many = POSITIONS if scale == 1 else 200
    agree([look(name, game) for name, game in battles(count(part, PARTS), many, played, wrong)])


def test_terrain_and_models_lie_and_stand_where_the_text_lets_them(scale: int) -> None:
    """A few positions of the set-up of each battle."""
    found: list[Compared] = []
    for seed in range(4 if scale == 1 else 100):
        begun = takewhile(
            lambda game: game.stage in SETTING_UP, played(seed, _nothing, 1, (*SETTING_UP, "movement"))
        )
        found += [look(f"set-up {seed}", game) for game in begun]
    agree(found)


def _nothing(game: Game, event: Any) -> None:
    """Told elsewhere."""


@pytest.mark.parametrize("part", range(PARTS))
def test_shots_in_positions_made_by_chance(part: int, scale: int) -> None:
    many = 2 * POSITIONS if scale == 1 else 200
    agree([look(f"made {seed}", made(seed)) for seed in range(part, many * PARTS, PARTS)])


@pytest.mark.parametrize("part", range(PARTS))
def test_moves_in_positions_made_by_chance(part: int, scale: int) -> None:
    many = POSITIONS if scale == 1 else 200
    agree([look(f"made {seed}", made(seed, "movement")) for seed in range(part, many * PARTS, PARTS)])


def test_a_wrong_rule_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of either implementation: what differs is found."""

    def lines(stage: str) -> str:
        return " ".join(line for seed in range(12) for line in look("", made(seed, stage)).differ)

    monkeypatch.setattr("tests.second.tanks.sight.ARROW", 60)
    assert "damage" in lines("shooting")
    monkeypatch.setattr("tests.second.tanks.moving.ARROW_TAIL", 60)
    assert "allowed in the project" in lines("movement")
    monkeypatch.setattr(shots, "pool", lambda table, attack: 0)
    assert "'0 damage'" in lines("shooting")


def test_the_tables_of_the_pack_are_those_used_here() -> None:
    numbers = data()["table.toml"]
    assert (numbers["arrow_tail"], numbers["arrow_tail"] + numbers["arrow_head"]) == (
        table.ARROW_TAIL,
        table.ARROW,
    )
    printed = {"hit_from": 4, "critical_from": 6, "cancel_from": 4, "repair_from": 4, "defence_maximum": 6}
    assert {name: numbers[name] for name in printed} == printed
    assert (numbers["tank_speed"], numbers["helicopter_speed"], numbers["fast_speed"]) == (2, 3, 3)
    criticals = data()["criticals.toml"]["critical"]
    assert {one["id"]: one["tank"].get("damage", 0) for one in criticals} == table.CARDS_OF_CRITICALS
    assert {one["id"] for one in criticals if one.get("repairable")} == table.REPAIRABLE
    assert all(one["tank"].get("damage", 0) == one["helicopter"].get("damage", 0) for one in criticals)


def test_models_printed_in_the_rulebook() -> None:
    """Pages 4 to 25."""
    models = {one["id"]: one for one in data()["models.toml"]["model"]}
    m1 = models["m1-abrams"]
    assert (m1["initiative"], m1["attack"], m1["defence"]) == (8, 4, 2)
    assert (models["t-64"]["initiative"], models["t-64"]["defence"]) == (6, 1)
    assert models["m60-patton"]["initiative"] == 6
    assert (models["hind"]["initiative"], models["cobra"]["initiative"]) == (7, 7)
    assert "Rapid Fire (5)" in models["cobra"]["keywords"]
