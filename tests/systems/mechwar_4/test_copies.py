"""Copies on which odds try what could happen share nothing that an event changes."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.system import forces_of
from campaign.systems.mechwar_4.copies import aside
from campaign.systems.mechwar_4.rules import SYSTEM
from campaign.systems.mechwar_4.state import Game
from tests.systems.mechwar_4.pack import RULES


def begun(scenario: str) -> Game:
    info = next(one for one in RULES.scenarios() if one.id == scenario)
    options = {"ammunition": True, "morale": True, "command": True, "ambush": True}
    return SYSTEM.begun(
        RULES.open(scenario, settle(info, options, lambda name: forces_of(RULES).rosters()[name]))
    )


@pytest.mark.parametrize("scenario", ["beach-exit", "crossroads"])
def test_whatever_happens_on_a_copy_leaves_the_battle_as_it_was(scenario: str) -> None:
    encode, pick, bot = msgspec.msgpack.Encoder().encode, Random(scenario).randrange, SYSTEM.bot("random")
    state, kills = begun(scenario), 0
    for _ in range(6):
        before, other = encode(state), aside(state)
        assert encode(other) == before
        for _ in range(80):
            if not (pending := RULES.pending(other)):
                break
            side = pending[pick(len(pending))].side
            chosen = bot.choose(RULES, RULES.known(other, side), side, RULES.legal(other, side), pick)
            RULES.advance(other, side, chosen.action, SeededDice(pick))
        assert encode(state) == before
        kills, state = sum(len(one.kills) for one in other.units.values()), other
    assert kills
