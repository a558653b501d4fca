"""Who hides something tells nothing by pausing, by being asked, by what he may do: paired battles of every system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.conftest import PROFILE
from tests.example import installed
from tests.systems.pairs import Pair
from tests.systems.test_contract import FORGERS

PAIRS, GROUPS = (5000, 50) if PROFILE == "long" else (200, 4)
"""Of every system that hides something, and how many tests they are spread over."""


@pytest.fixture(autouse=True)
def everybody_is_there() -> Iterator[None]:
    with installed():
        yield


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("system", sorted(FORGERS))
def test_two_battles_that_differ_in_what_one_side_hides_are_the_same_to_the_others(system: str, group: int):
    """Runs long: 200 battles, in the long profile 5,000, each of them twice."""
    told: Counter[str] = Counter()
    for seed in range(group, PAIRS, GROUPS):
        pair = Pair(system, seed, FORGERS[system])
        try:
            pair.play(every=10)
        except AssertionError as error:
            error.add_note(f"pair {seed} of {system}")
            raise
        told += pair.told
    assert told["actions"] > PAIRS / GROUPS
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
    Pair("tanks-modern-age", 1382, FORGERS["tanks-modern-age"]).play(every=10)
