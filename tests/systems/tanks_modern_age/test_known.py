"""What a side knows: backs in the place of the other's cards, no order of the deck, no points and title; all else is
there, and a look at what is not raises."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age import events as e
from campaign.systems.tanks_modern_age.apply import APPLIERS
from campaign.systems.tanks_modern_age.decide.criticals import give_up
from campaign.systems.tanks_modern_age.state import Back, Platoon
from tests.systems.tanks_modern_age.field import BLUE, RED, Field, rules

M1, T64, T55 = "m1-abrams-1", "t-64-1", "t-55-1"
CUNNING, TOOLS = "commander-cunning", "tool-kit"


def field() -> Field:
    return Field(
        [("m1-abrams", 450, 700, 0, (CUNNING, TOOLS))], [("t-64", 450, 200, 180), ("t-55", 600, 200, 180)]
    )


def test_own_models_and_those_without_secrets_are_the_very_models():
    game = field().game
    known = rules().known(game, BLUE)
    assert all(known.models[unit] is model for unit, model in game.models.items())
    known = rules().known(game, RED)
    assert [known.models[unit] is model for unit, model in game.models.items()] == [False, True, True]


@pytest.mark.parametrize("side", [RED, ""])
def test_a_card_that_nobody_else_has_seen_shows_its_back_alone(side: str):
    known = rules().known(field().game, side)
    card: Any = known.models[M1].cards[0]
    assert card == Back("Commander", "down")
    with pytest.raises(AttributeError):
        _ = card.card


def test_a_card_that_has_been_up_stays_known_and_one_given_up_as_it_lay_does_not():
    battle = field()
    battle.act(BLUE, a.TurnUp(M1, 0))
    play = battle.play()
    for slot in (0, 1):
        give_up(play, battle.model(M1), slot, "a test")
    up, down = rules().known(battle.game, RED).models[M1].cards
    assert (up.card, up.state) == (CUNNING, "gone")
    assert down == Back(battle.charts.cards[TOOLS].type, "gone")


def test_of_points_those_are_known_that_can_be_counted():
    battle = field()
    printed, whole = battle.model(M1).stats.points, battle.model(M1).points
    assert rules().known(battle.game, RED).models[M1].points == printed < whole
    for slot in (0, 1):
        APPLIERS[e.CardTurned](battle.game, e.CardTurned(M1, slot, (CUNNING, TOOLS)[slot]))
    assert rules().known(battle.game, RED).models[M1].points == whole


def test_what_was_mustered_and_the_order_of_the_deck_are_not_there():
    known: Any = rules().known(field().game, RED)
    assert isinstance(known.platoons[RED], Platoon)
    assert known.deck.left == len(rules().charts.deck)
    for look in (
        lambda: known.deck.order,
        lambda: known.platoons[BLUE].points,
        lambda: known.platoons[BLUE].title,
    ):
        with pytest.raises(AttributeError):
            look()


@pytest.mark.parametrize("side", [BLUE, RED, ""])
def test_what_everybody_knows_of_what_a_side_knows_is_what_everybody_knows(side: str):
    game, hidden = field().game, rules().face_down
    known = hidden.known(game, side)
    assert hidden.known(known, "") == hidden.known(game, "")
    assert hidden.known(known, side) == known


def test_it_is_made_once_until_something_happens():
    battle = field()
    game = battle.game
    known = rules().known(game, RED)
    assert rules().known(game, RED) is known
    APPLIERS[e.ModelActed](game, e.ModelActed(T55))
    assert rules().known(game, RED) is not known


def test_completed_it_may_be_written_to_and_names_no_card():
    game = field().game
    known = rules().known(game, RED)
    whole = rules().face_down.completed(known, RED)
    assert [(card.card, card.type, card.state) for card in whole.models[M1].cards] == [
        ("", card.type, "down") for card in known.models[M1].cards
    ]
    whole.models[T64].damage = 5
    whole.deck.discards.append(1)
    assert not game.models[T64].damage and not game.deck.discards
    assert rules().system.copy(whole) == whole
