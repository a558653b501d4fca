"""Walks by chance: what must hold of seats holds after each step, whoever does what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

import pytest

from campaign.shared.answers import Acted
from tests.campaign.walks.champions import champions
from tests.campaign.walks.house import Kind, Near
from tests.campaign.walks.moves import Keen
from tests.campaign.walks.walker import moving, walk
from tests.conftest import PROFILE

KEEN: tuple[Keen, ...] = ("", "campaigns", "", "going back", "offers", "records")
WALKS, STEPS = (200, 150) if PROFILE == "long" else (6, 70)


@pytest.fixture(scope="module", autouse=True)
def _duel() -> Iterator[None]:
    with champions():
        yield


def seeds(name: str) -> list[str]:
    """The same in every run; in the long profile others each time, which a failure tells."""
    more = f" {SystemRandom().getrandbits(32)}" if PROFILE == "long" else ""
    return [f"{name} {i}{more}" for i in range(WALKS)]


@pytest.mark.parametrize("kind", ["server", "shared", "home"])
def test_seats_hold_whoever_does_what(kind: Kind, tmp_path: Path):
    done: set[str] = set()
    for i, seed in enumerate(seeds(kind)):
        keen = KEEN[i % len(KEEN)]
        found = walk(tmp_path / str(i), kind, seed, STEPS, keen=keen, bring=i % 2 == 0)
        done |= {one.verb for one in found.steps if one.done}
    assert done >= {"new", "accept", "offer", "withdraw", "leave", "act", "rewind"}, done


@pytest.mark.parametrize("kind", ["server", "shared"])
def test_seats_hold_where_tables_are_brought_to_another_house(kind: Kind, tmp_path: Path):
    for i, seed in enumerate(seeds(f"moving {kind}")[: WALKS // 2]):
        moving(tmp_path / str(i), kind, seed, STEPS // 2, KEEN[i % len(KEEN)])


def test_what_two_do_together_takes_one_step_each(tmp_path: Path):
    """At one machine nobody offers, accepts or waits: open, look as each, act, take back, act, and it ends."""
    house = Near(tmp_path, "home", Random("together"))
    with house.hq as hq:
        opened = hq.battles.new("ring")
        assert isinstance(opened, Acted), opened
        name = opened.diary
        for side in ("red", "blue"):
            mine = hq.looking_as(side).battles
            assert mine.view(name).viewer == side
            assert isinstance(mine.act(name, {"kind": "deal"}), Acted)
        for taken_back in (True, False):
            for side in ("red", "blue")[: 1 if taken_back else 2]:
                mine = hq.looking_as(side).battles
                assert isinstance(mine.act(name, mine.legal(name)[0].action), Acted)
            if taken_back:
                assert isinstance(mine.undo(name), Acted)
        assert isinstance(hq.looking_as("red").battles.act(name, {"kind": "concede"}), Acted)
        assert hq.battles.head(name) == 9 and hq.battles.verify(name).sound
