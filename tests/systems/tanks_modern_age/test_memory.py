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
from campaign.systems.tanks_modern_age.decide.shooting import as_shot
from campaign.systems.tanks_modern_age.in_force import own_effects
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.state import Card, Sight
from campaign.systems.tanks_modern_age.values import initiative
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules


@pytest.mark.parametrize("seed", range(3))
def test_what_is_remembered_is_what_would_be_found_anew(seed: int):
    own: Any = rules()
    info = next(one for one in own.scenarios() if one.id == "first-game")
    state = own.system.begun(
        own.open("first-game", settle(info, {}, lambda name: own.forces.rosters()[name]))
    )
    pick, bot = random.Random(seed).randrange, own.system.bot("random")
    while pending := own.pending(state):
        fresh = own.copy(state)
        assert own.pending(fresh) == pending
        for side in (BLUE, RED):
            assert own.legal(state, side) == own.legal(own.copy(state), side)
            assert own.view(state, side) == own.view(own.copy(state), side)
        side = pending[pick(len(pending))].side
        action = bot.choose(own, own.known(state, side), side, own.legal(state, side), pick).action
        assert own.advance(state, side, action, SeededDice(random.Random(seed).randrange)) == own.advance(
            fresh, side, action, SeededDice(random.Random(seed).randrange)
        )
        assert state == fresh


def test_an_event_ends_what_was_remembered_and_nothing_of_it_is_written_or_copied():
    field = Field([("m1-abrams", 450, 700, 0, ("commander-cunning",))], [("t-55", 450, 300, 180)])
    game, written = field.game, msgspec.json.encode(field.game)
    field.rules.pending(game)
    memory = game.memory(field.charts)
    assert memory.now and memory.lasting and game.known
    assert msgspec.json.encode(game) == written
    copy = field.rules.copy(game)
    assert "memories" not in vars(copy) and not copy.known
    APPLIERS[e.ModelActed](game, e.ModelActed("m1-abrams-1"))
    assert memory.lasting and not memory.now and not game.known
    APPLIERS[e.CardTurned](game, e.CardTurned("m1-abrams-1", 0, "commander-cunning"))
    assert not memory.lasting


def test_other_charts_remember_by_themselves():
    field = Field([("m1-abrams", 450, 700, 0)], [("t-55", 450, 300, 180)])
    game = field.game
    game.memory(object()).now["initiative", "m1-abrams-1", "shooting"] = 99
    play = Play(field.charts, game)
    assert initiative(play, field.model("m1-abrams-1"), "shooting") < 99


def test_a_card_that_is_turned_up_works_at_once_where_nothing_but_cards_is_remembered():
    field = Field([("amx-30", 450, 700, 0)], [("t-55", 450, 300, 180)], nations=("france", "ussr"))
    model, target = field.model("amx-30-1"), field.model("t-55-1")
    model.cards.append(Card("charging-commander", "Commander"))
    play = Play(field.rules.charts, field.game)
    tried = as_shot(play, model, target, "gun", Sight(True, False, False, False))

    def in_force() -> list[str]:
        return [source.name for source in own_effects(tried, model, "initiative") if source.slot >= 0]

    assert in_force() == []
    play.emit(e.CardTurned(model.id, 0, "charging-commander"))
    assert in_force() == ["Charging Commander"]
