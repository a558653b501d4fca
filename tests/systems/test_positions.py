"""Positions by chance: nobody can ask his way to what he may not know."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from campaign.contract.positions import Position
from campaign.contract.promises import loaded
from campaign.rules.system import Rules
from tests.conftest import PROFILE
from tests.example import installed
from tests.systems.test_contract import FORGERS

RACES = 400 if PROFILE == "long" else 10
LOOKS, TWINS = (3000, 5000) if PROFILE == "long" else (40, 60)
"""Positions in which everybody asks everything, and of which a twin is asked too, of each system that hides."""
GROUPS = 10 if PROFILE == "long" else 2


@pytest.fixture(autouse=True)
def everybody_is_there() -> Iterator[None]:
    with installed():
        yield


@pytest.mark.parametrize("system", sorted(FORGERS))
def test_what_hides_something_makes_positions(system: str) -> None:
    assert loaded(system).positions is not None


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("system", sorted(FORGERS))
def test_whatever_is_asked_nobody_looks_at_what_he_may_not_know(system: str, group: int) -> None:
    """Runs long: everybody asks everything of 40 positions, in the long profile of 3,000."""
    asked: Counter[str] = Counter()
    for seed in range(group, LOOKS, GROUPS):
        position = Position(system, seed)
        with position.told(seed):
            position.look()
        asked.update(one.kind for one in position.rules.pending(position.state))
    assert len(asked) > 1, asked


@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("system", sorted(FORGERS))
def test_twins_that_differ_in_what_is_hidden_are_the_same_to_ask(system: str, group: int) -> None:
    """Runs long: 60 twins, in the long profile 5,000."""
    for seed in range(group, TWINS, GROUPS):
        position = Position(system, seed)
        with position.told(seed):
            position.twins(("", *position.sides)[seed % (len(position.sides) + 1)])


@pytest.mark.parametrize("system", sorted(FORGERS))
def test_many_may_ask_at_once_about_the_same_state(system: str) -> None:
    """Known states are made while others look at them."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(RACES):
            position = Position(system, seed)
            rules, state = position.rules, position.state
            side = rules.pending(state)[0].side
            expected = answers(rules, rules.copy(state), side)
            asked = rules.copy(state)
            with ThreadPoolExecutor(4) as threads:
                found = [threads.submit(answers, rules, asked, side) for _ in range(4)]
                assert [one.result() for one in found] == [expected] * 4, seed
    finally:
        sys.setswitchinterval(usual)


def answers(rules: Rules, state: Any, side: str) -> tuple[Any, ...]:
    return rules.pending(state), list(rules.legal(state, side)), rules.view(state, side)
