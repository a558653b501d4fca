"""Who hides something tells nothing by pausing, by being asked, by what he may do: paired battles of every system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from campaign.contract.pairs import TOO_MANY
from tests.conftest import PROFILE
from tests.example import installed
from tests.systems.pairs import Begun, Pair
from tests.systems.test_contract import FORGERS

PAIRS, GROUPS = (5000, 50) if PROFILE == "long" else (40, 2)
"""Of every system that hides something, and how many tests they are spread over."""
FEWER = {"mechwar-4": 2000} if PROFILE == "long" else {"tanks-modern-age": 24}
"""Of these systems. Twelve in a group of the second are the least in which all that is counted comes."""
STRETCHES = {} if PROFILE == "long" else {"mechwar-4": 12}
"""Systems with long battles: so many actions of each pair, from anywhere in one; the long profile plays them whole."""
ANYWHERE, STAGES = 300, 5
"""Actions that were played at most where such a stretch begins, and how many begin in the same battle."""


@pytest.fixture(autouse=True)
def everybody_is_there() -> Iterator[None]:
    with installed():
        yield


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("system", sorted(FORGERS))
def test_two_battles_that_differ_in_what_one_side_hides_are_the_same_to_the_others(system: str, group: int):
    """Runs long: 40 battles, in the long profile 5,000, each of them twice."""
    told: Counter[str] = Counter()
    pairs, most = FEWER.get(system, PAIRS), STRETCHES.get(system)
    for seed in range(group, pairs // STAGES if most else pairs, GROUPS):
        begun = Begun(system, seed)
        for number, stage in enumerate(begun.stages(STAGES, ANYWHERE) if most else (begun,)):
            pair = Pair(stage, FORGERS[system])
            try:
                pair.play(10, most or TOO_MANY, backs=5)
            except AssertionError as error:
                error.add_note(f"pair {number} of battle {seed} of {system}")
                raise
            told += pair.told
            told["pairs"] += 1
    assert told["pairs"] == pairs / GROUPS < told["actions"]
    if system == "tanks-modern-age":
        assert {"quiet for the turn", "quiet for the battle", "artillery"} <= set(told)
        types = (
            "Commander",
            "Gunner",
            "Loader",
            "Driver",
            "Ammo",
            "Equipment",
            "Armour",
            "Engine",
            "Doctrine",
        )
        assert {f"{type} face down" for type in types} <= set(told)


def test_a_spotter_with_an_open_card_shows_no_other() -> None:
    """A pair that the long profile found: of two cards that let it spot, the one face down was turned up."""
    Pair(Begun("tanks-modern-age", 1382), FORGERS["tanks-modern-age"]).play(every=10)
