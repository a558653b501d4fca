"""The project's MechWar 4 against a second reading of its text: the same may be chosen, and each shot does the same.

Runs long: in the usual profile some 20 positions, in the long one 1,000 made ones with what comes of them, and battles
of every scenario.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.conftest import PROFILE
from tests.second.mechwar_4 import sight
from tests.second.mechwar_4.comparing import Comparison
from tests.second.mechwar_4.hexes import distance, name, spot
from tests.second.mechwar_4.positions import gone_on, made, played, readings
from tests.second.mechwar_4.world import World
from tests.systems.mechwar_4.pack import RULES

LONG = PROFILE == "long"
MADE, FURTHER = (1000, 12) if LONG else (8, 3)
"""Positions, and actions that are done in each."""
BATTLES, EVERY = (44, 8) if LONG else (1, 20)
"""Battles, and after how many actions it is looked at one."""
LINES = 40_000 if LONG else 800
GROUPS = 10 if LONG else 1


@pytest.mark.parametrize("group", range(GROUPS))
def test_made_positions_are_read_alike(group: int) -> None:
    counted: Counter[str] = Counter()
    for seed in range(group, MADE, GROUPS):
        for step, game in enumerate(gone_on(RULES, made(RULES, seed), seed, FURTHER)):
            one = Comparison(RULES, game)
            assert not one.found, (seed, step, one.found)
            counted.update(one.counted)
    assert min(counted[what] for what in ("shots", "destinations", "shapes", "odds", "panic")) > 0, counted


@pytest.mark.parametrize("group", range(GROUPS))
def test_positions_of_battles_are_read_alike(group: int) -> None:
    counted: Counter[str] = Counter()
    for seed in range(group, BATTLES, GROUPS):
        for step, game in enumerate(played(RULES, seed, EVERY, 4000 if LONG else 160)):
            one = Comparison(RULES, game)
            assert not one.found, (seed, step, one.found)
            counted.update(one.counted)
    assert counted["destinations"] > 0, counted


@pytest.mark.parametrize("board", ["valley", "desert"])
def test_lines_of_sight_are_read_alike(board: str) -> None:
    """Of any two hexes within 20, by several readings, with smoke."""
    random = Random(f"second {board}")
    hexes = sorted(RULES.charts.ground(board).terrain)
    for _ in range(4):
        read = readings(random)
        spotting = RULES.charts.as_read(read).spotting(board)
        smoke = random.sample(hexes, 60)
        values = {one: getattr(read, one) for one in read.__struct_fields__}
        world = World(board, frozenset(), values, {}, smoke=frozenset(spot(one) for one in smoke))
        for _ in range(LINES):
            a, b = random.choices(hexes, k=2)
            if distance(spot(a), spot(b)) <= 20:
                assert spotting.clear(a, b, tuple(sorted(smoke))) == sight.clear(world, spot(a), spot(b)), (
                    a,
                    b,
                    values,
                )


def test_hexes_have_their_names() -> None:
    for hex in RULES.charts.ground("valley").terrain:
        assert name(spot(hex)) == hex
