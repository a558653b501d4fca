"""The contract of odds: what is said to come of an action comes of it, where it is done with real dice.

Of every kind of action that rolls, of every rule system; `tests/systems/sampling` says how each is played and read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from campaign.contract.promises import loaded
from campaign.systems import system_ids
from tests.conftest import PROFILE
from tests.example import installed
from tests.systems.sampling import Counts, plays_of
from tests.systems.sampling.finding import Wanted, positions

PLAYS, POSITIONS = (20_000, 8) if PROFILE == "long" else (150, 2)
"""How often an action is played, and in how many positions each kind of action that rolls. 150 are enough to notice in
a single position what `test_odds_that_are_wrong_do_not_stand` changes; smaller faults are for the long profile."""
PARTLY: Mapping[str, set[str]] = {"combat-volume-2": {"GoOn", "PlayCard"}, "mechwar-4": {"Move"}}
"""By system, actions of which only the part that odds walk can be played, by the names of their classes."""
with installed():
    SYSTEMS = system_ids()


@pytest.fixture(scope="module")
def found() -> Iterator[Callable[[str], Wanted]]:
    """Positions of a system, looked for once."""
    with installed():
        yield cache(lambda id: positions(loaded(id), POSITIONS))


@pytest.mark.parametrize("id", SYSTEMS)
def test_odds_are_what_comes_of_plays(id: str, found: Callable[[str], Wanted]):
    """By chance one run in a million would fail."""
    wanted, counts = found(id), Counts()
    assert not wanted.unread, "these have odds, and nobody says how what comes of them is read"
    assert not wanted.unmet, "of these no position is met: bring some (`states` of `tests/systems/sampling`)"
    for kind, some in wanted.found.items():
        for i, (at, told, reading) in enumerate(some):
            plays = plays_of(wanted.rules, at, reading, Random(f"{kind.__name__} {i}"), PLAYS)
            counts.add(kind.__name__, f"position {i}", told, plays)
    assert not counts.wrong()


@pytest.mark.parametrize("id", SYSTEMS)
def test_odds_that_are_wrong_do_not_stand(id: str, found: Callable[[str], Wanted]):
    """Where the likeliest and the unlikeliest result change places it is noticed, for every kind of action."""
    wanted = found(id)
    for kind, some in wanted.found.items():
        counts = Counts()
        apart = [one for one in some if one.told.results[0].chance - one.told.results[-1].chance > 0.3]
        for i, (at, told, reading) in enumerate(apart):
            first, *rest, last = told.results
            swapped = (replace(first, chance=last.chance), *rest, replace(last, chance=first.chance))
            plays = plays_of(wanted.rules, at, reading, Random(f"{kind.__name__} {i}"), min(PLAYS, 300))
            counts.add(kind.__name__, f"position {i}", replace(told, results=swapped), plays)
        assert bool(counts.wrong()) == bool(apart), kind


@pytest.mark.parametrize("id", SYSTEMS)
def test_actions_are_played_whole(id: str, found: Callable[[str], Wanted]):
    """Through `Rules.advance`, with all that follows; but for those of which it is said here."""
    part = {
        kind.__name__ for kind, some in found(id).found.items() if not all(one.reading.whole for one in some)
    }
    assert part == PARTLY.get(id, set())
