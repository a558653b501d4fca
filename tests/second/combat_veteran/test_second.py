"""The project's answers in positions by chance are those of the second implementation: who may fire and move, with how
many dice and points, and all odds. 1,000 made positions in the long profile, and battles of every scenario."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from campaign.systems.combat_veteran.state import Game
from tests.conftest import PROFILE
from tests.second.combat_veteran import outcome
from tests.second.combat_veteran.adaptor import boards, compared, data, hexes, map_of, rules
from tests.second.combat_veteran.plane import FRONT, away, sides_met
from tests.second.combat_veteran.positions import beset_by_fire, made, played

PARTS = 5
LONG = PROFILE == "long"
MADE = range(1000) if LONG else range(20, 35)
"""Seeds."""
BATTLES, EVERY, LATEST = (60, 5, 3000) if LONG else (5, 20, 200)
"""Battles, after how many actions each is looked at, and for how long."""
LINES = 20_000 if LONG else 300


def look(name: str, game: Game, counted: Counter[str]) -> list[str]:
    found: list[str] = []
    for asked in rules().pending(game):
        differ, kinds = compared(game, asked.side)
        counted.update(kinds)
        found += [f"{name}: {line}" for line in differ]
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_made_by_chance(part: int) -> None:
    counted: Counter[str] = Counter()
    assert [line for seed in MADE[part::PARTS] for line in look(f"made {seed}", made(seed), counted)] == []
    assert counted.total() > 0


def test_fire_that_is_declared_by_chance() -> None:
    """Two to six attacks on a vehicle that may turn, wherever it turns."""
    counted: Counter[str] = Counter()
    games = [beset_by_fire(seed) for seed in range(200 if LONG else 1)]
    assert [line for i, one in enumerate(games) for line in look(f"fire {i}", one, counted)] == []
    assert counted["face"] == counted["odds"] == 6 * len(games)


@pytest.mark.parametrize("part", range(PARTS))
def test_positions_of_battles_played_by_chance(part: int) -> None:
    """And all that is told of the battles on the way."""
    counted: Counter[str] = Counter()
    for seed in range(part, BATTLES, PARTS):
        said: list[str] = []
        for n, game in enumerate(played(seed, EVERY, LATEST, said)):
            assert look(f"played {seed}/{n}", game, counted) == []
        assert said == [], f"played {seed}"
    assert counted.total() > 0


def test_every_kind_of_answer_is_compared() -> None:
    counted: Counter[str] = Counter()
    kinds = {"step", "drive", "pivot", "stance", "fire", "repair", "odds"}
    for seed in range(20, 80):
        look("", made(seed), counted)
        if counted.keys() >= kinds:
            break
    assert counted.keys() >= kinds


@pytest.mark.parametrize("board", sorted(boards()))
def test_sight_ranges_and_flanks_are_read_alike(board: str) -> None:
    """Of any two hexes of a board."""
    rnd = Random(f"sight {board}")
    ground, name = rules().charts.ground(board), hexes(board)
    places = sorted(name)
    for _ in range(LINES):
        a, b = rnd.choice(places), rnd.choice(places)
        assert ground.sight.clear(name[a], name[b]) == map_of(board).sees(a, b), (name[a], name[b])
        assert ground.board.distance(name[a], name[b]) == away(a, b)
        assert set(ground.board.sides_crossed(name[a], name[b])) == sides_met(a, b), (name[a], name[b])


def test_a_wrong_rule_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of either implementation: what differs is found."""
    monkeypatch.setitem(FRONT, "NE", ("NE", "SE"))
    monkeypatch.setattr(outcome, "MARKERS", ("coaxial", "coaxial", *outcome.MARKERS[2:]))
    monkeypatch.setitem(data()["charts.toml"]["movement"], "tracked", 14)
    outcome.marked.cache_clear()
    wanted = {
        "dice by the text",
        "fact 'hull-mg'",
        "only in the project: ('drive'",
        "only by the text: ('step'",
    }
    for seed in range(20, 200):
        lines = " ".join(look("", made(seed), Counter()))
        wanted = {one for one in wanted if one not in lines}
        if not wanted:
            break
    outcome.marked.cache_clear()
    assert not wanted
