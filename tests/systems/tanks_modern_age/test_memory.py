"""What is worked out for a state is remembered with it, and with nothing else."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules


@pytest.mark.parametrize("seed", range(3))
def test_what_is_remembered_is_what_would_be_found_anew(seed: int):
    own: Any = rules()
    info = next(one for one in own.scenarios() if one.id == "first-game")
    state = own.system.initial()
    for event in own.open("first-game", settle(info, {}, lambda name: own.forces.rosters()[name])):
        APPLIERS[type(event)](state, event)
    pick, bot = random.Random(seed).randrange, own.system.bot("random")
    while pending := own.pending(state):
        fresh = own.copy(state)
        assert own.pending(fresh) == pending
        for side in (BLUE, RED):
            assert own.legal(state, side) == own.legal(own.copy(state), side)
            assert own.view(state, side) == own.view(own.copy(state), side)
        side = pending[pick(len(pending))].side
        action = bot.choose(own, state, side, own.legal(state, side), pick).action
        assert own.advance(state, side, action, SeededDice(random.Random(seed).randrange)) == own.advance(
            fresh, side, action, SeededDice(random.Random(seed).randrange)
        )
        assert state == fresh


def test_an_event_ends_what_was_remembered_and_nothing_of_it_is_written_or_copied():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-55", 450, 300, 180)])
    game, written = field.game, msgspec.json.encode(field.game)
    field.rules.pending(game)
    assert game.memory
    assert msgspec.json.encode(game) == written
    assert not field.rules.copy(game).memory
    APPLIERS[e.ModelActed](game, e.ModelActed("m1-abrams-1"))
    assert not game.memory


def test_other_charts_remember_by_themselves():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-55", 450, 300, 180)])
    game = field.game
    game.memory.setdefault(object(), {("questions",): []})
    assert field.rules.pending(game)
