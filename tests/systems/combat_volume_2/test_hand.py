"""The player's cards: what is drawn, what is played, what their texts do (5, 7.12, 25, 31.1)."""

from typing import Any

import pytest

from campaign.rules.dice import SeededDice
from campaign.systems.combat_volume_2.cards.texts import TEXTS, HelpGiven, TakeWay
from campaign.systems.combat_volume_2.land import smoke
from campaign.systems.combat_volume_2.people.checks import PileGathered
from campaign.systems.combat_volume_2.state import FRIEND, Incident, Order, Step, Team
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import hand, permitted
from campaign.systems.combat_volume_2.turn.flow import InitiativeSet, TurnBegan
from campaign.systems.combat_volume_2.turn.hand import (
    CardDrawn,
    CardPlayed,
    Discard,
    Plan,
    PlayCard,
    ThrowAway,
)
from tests.systems.combat_volume_2.whole import Whole, plain


def in_card_phase(*cards: int, **mission: Any) -> Whole:
    field = Whole(plain(), **mission)
    field.friend("hall", "0505")
    field.enemy("jung", "0501")
    field.game.phase, field.game.impulse = "card", 0
    for card in cards:
        field.game.friendly.take(card)
    field.game.hand = cards
    return field


def test_c2_41_card_1_has_charlie_at_86():
    field = in_card_phase(1)
    field.answer(PlayCard(1))
    assert field.game.teams["charlie"].initiative == 86
    assert field.game.phase == "orders"
    assert field.game.hand == ()
    assert field.game.card == 1


def test_only_an_empty_hand_draws_a_card_by_itself():
    """5."""
    field = in_card_phase(1, 2)
    play = field.play()
    hand.fill(play)
    assert play.events == []
    field.game.hand = ()
    play = field.play(7)
    hand.fill(play)
    assert play.events == [CardDrawn((7,))]
    assert field.game.hand == (7,)


def test_an_empty_deck_is_gathered_but_for_the_hand():
    field = in_card_phase(1, 2)
    pile = field.game.friendly
    for card in list(pile.left):
        pile.take(card)
    play = field.play(5)
    assert hand.drawn(play, "a card", False) == (5,)
    assert [type(one) for one in play.events] == [PileGathered]
    assert pile.out == [1, 2]
    assert sorted(pile.left + pile.out) == sorted(field.charts.friendly_cards)


def test_who_holds_an_event_plays_it_first():
    field = in_card_phase(1, 20)
    assert "event" in field.refusal(PlayCard(1))
    assert field.actions(PlayCard) == [PlayCard(20)]
    assert TABLE.asked(field.play())[0].prompt == "Play the event that you hold: it comes before other cards."


def test_cards_are_nobodys_own_and_say_what_is_given_up():
    field = in_card_phase(1, 38)
    del field.game.teams["baker"]
    assert [one.unit for one in field.options()] == [""] * len(field.options())
    play = field.play()
    said = [
        hand.label_of_play(play, one.action) for one in field.options() if isinstance(one.action, PlayCard)
    ]
    assert said == [
        "Play card 1: Able 100, Charlie 86; Sharp eyes is given up",
        "Play card 38: Able 82, Charlie 66; Smoke candle for Pvt Hall",
        "Play card 38: Able 82, Charlie 66; Smoke candle is given up",
    ]
    assert "lower numbers act sooner" in TABLE.asked(play)[0].prompt
    (played, *_) = field.answer(PlayCard(1))
    assert hand.told_of_playing(play, played) == "Card 1 is played: Able acts at 100, Charlie acts at 86."


def test_an_event_draws_another_card_for_initiatives_and_its_table_then_everything_is_shuffled():
    """22."""
    table = (Incident(3, "nothing", "A crow caws."), Incident(9, "doubt", ""))
    field = in_card_phase(20, incidents=table)
    events = field.answer(PlayCard(20), 40, 1, 3)  # another event, card 1; the table says 3
    played = next(one for one in events if isinstance(one, CardPlayed))
    assert played.cards == (40, 1)
    assert field.game.teams["charlie"].initiative == 86
    assert "A crow caws." in [getattr(one, "text", "") for one in events]
    assert any(isinstance(one, PileGathered) for one in events)
    assert field.game.friendly.out == []


def test_an_event_of_the_table_may_cost_a_man_his_heart():
    field = in_card_phase(20, incidents=(Incident(9, "doubt", ""),))
    field.answer(PlayCard(20), 1, 3)
    assert field.game.men["hall"].morale == -1


def test_the_command_team_takes_ables_number_of_one_more_card():
    """25.0 command."""
    field = in_card_phase(1)
    field.game.teams["command"] = Team("command", FRIEND, "Command")
    field.answer(PlayCard(1), 4)
    assert field.game.teams["command"].initiative == field.charts.friendly_cards[4].able


def test_an_event_drawn_for_the_command_team_does_nothing_but_shuffle():
    """25.0 command."""
    field = in_card_phase(1, incidents=(Incident(9, "doubt", ""),))
    field.game.teams["command"] = Team("command", FRIEND, "Command")
    events = field.answer(PlayCard(1), 20, 4)
    assert InitiativeSet("command", field.charts.friendly_cards[4].able, (20, 4)) in events
    assert field.game.men["hall"].morale == 0
    assert field.game.friendly.out == []


def test_two_vehicles_take_ables_and_bakers_numbers_of_one_card():
    """31.1."""
    field = in_card_phase(1)
    for id in ("v1", "v2"):
        field.vehicle(id, "m4a3", "0305" if id == "v1" else "0705", FRIEND)
    field.answer(PlayCard(1), 4)
    row = field.charts.friendly_cards[4]
    assert (field.game.teams["v1"].initiative, field.game.teams["v2"].initiative) == (row.able, row.baker)


def test_a_card_too_many_must_be_thrown_away_before_one_is_played():
    """5."""
    field = in_card_phase(1, 2, 3, 4, 5, 6)
    assert field.asked() == ["card"]
    assert "throw one away" in field.refusal(PlayCard(1))
    field.answer(ThrowAway(2))
    assert field.game.hand == (1, 3, 4, 5, 6)
    assert "may be held" in field.refusal(ThrowAway(1))


def test_planned_cards_join_the_hand_in_the_next_turn():
    field = in_card_phase(1)
    field.game.phase, field.game.impulse, field.game.acting, field.game.asked = "impulse", 4, "taylor", True
    field.friend("taylor", "0405", "plan", rank="nco", leadership=3, quality=6)
    field.game.active = "able"
    field.do(Plan("taylor"), 8, 7)  # 8 against 6 + 3, then the card
    assert field.game.planned == (7,)
    assert field.game.hand == (1,)
    play = field.play()
    play.emit(TurnBegan(2, field.game.planned))
    assert field.game.hand == (1, 7)


def test_plan_fails_on_a_nine_and_says_its_odds():
    field = in_card_phase(1)
    field.game.phase, field.game.impulse, field.game.acting, field.game.asked = "impulse", 4, "taylor", True
    field.friend("taylor", "0405", "plan", rank="nco", leadership=3, quality=6)
    field.game.active = "able"
    assert hand.PLAN.odds is not None
    odds = hand.PLAN.odds(field.play(), FRIEND, Plan("taylor"))
    assert odds is not None
    assert {one.result: one.fraction for one in odds.results} == {"a card": "9/10", "nothing": "1/10"}
    field.do(Plan("taylor"), 9)
    assert field.game.planned == ()


# -- texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "word"), [(2, "again"), (8, "near-miss"), (3, "steady-aim")])
def test_a_help_waits_for_the_mans_next_die(card: int, word: str):
    field = in_card_phase(card)
    field.game.phase, field.game.impulse, field.game.active = "impulse", 1, "able"
    events = field.do(Discard(card, "hall"))
    assert HelpGiven("hall", word) in events
    assert field.game.men["hall"].helps == (word,)
    assert field.game.hand == ()


def test_a_discard_is_refused_where_its_text_does_not_fit():
    field = in_card_phase(2, 4)
    assert "cannot be used now" in field.refusal(Discard(2, "hall"))
    field.game.phase, field.game.active = "impulse", "able"
    assert "counts when it is played" in field.refusal(Discard(4, "hall"))
    assert field.refusal(Discard(2, "jung")) != ""


def test_order_texts_count_when_the_card_is_played():
    field = in_card_phase(4, 6, 11)
    field.game.men["hall"].ammunition, field.game.men["hall"].morale = "out", -2
    assert PlayCard(4, "hall") in field.actions(PlayCard)
    field.answer(PlayCard(4, "hall"))
    assert field.game.men["hall"].ammunition == ""
    field.game.phase, field.game.card = "card", 0
    field.answer(PlayCard(6, "hall"))
    assert field.game.men["hall"].morale == -1
    field.game.phase, field.game.card = "card", 0
    field.answer(PlayCard(11, "able"))
    assert field.game.teams["able"].initiative == 1


def test_a_change_of_plan_asks_for_another_order_before_the_team_has_acted():
    field = in_card_phase(9)
    field.game.phase = "enemy"
    field.game.men["jung"].order = Order()
    field.answer(Discard(9, "hall"))
    assert field.game.steps == (Step("new-order", "hall", ()),)
    assert field.asked() == ["orders"]
    field.answer(permitted.GiveOrder("hall", "aimed"))
    assert field.game.men["hall"].order == Order("aimed")
    assert field.game.steps == ()
    field.game.phase, field.game.impulse = "impulse", 2
    assert list(TEXTS["change"].targets(field.play())) == []


def test_every_text_of_the_deck_is_known():
    field = in_card_phase(1)
    words = {card.text for card in field.charts.friendly_cards.values() if card.text}
    assert words == set(TEXTS)
    assert {row.id for row in field.charts.friendly_cards.values() if row.kind == "event"} == {20, 40}


def test_sharp_eyes_spot_one_hidden_enemy_in_sight():
    field = in_card_phase(1)
    field.game.men["jung"].spotted = False
    field.game.phase = "impulse"
    field.game.active = "able"
    assert field.actions(Discard) == [Discard(1, "jung")]
    field.do(Discard(1, "jung"))
    assert field.game.men["jung"].spotted


def test_a_dash_takes_a_man_a_hex_on_before_orders_are_given():
    field = in_card_phase(7)
    field.answer(PlayCard(7, "hall"))
    assert field.asked() == ["choice"]
    assert {one.hex for one in field.actions(TakeWay)} == {"0504", "0604", "0605", "0405", "0404"}
    assert "cannot be chosen" in field.refusal(TakeWay("0501"))
    field.answer(TakeWay("0504"))
    assert field.game.men["hall"].hex == "0504"
    assert field.asked() == ["orders"]


def test_a_smoke_candle_burns_to_the_end_of_the_next_turn():
    field = in_card_phase(10)
    field.answer(PlayCard(10, "hall"))
    field.answer(TakeWay("0505"))
    lasted = 0
    while field.game.lies("0505", "smoke"):
        play = field.play()
        smoke.drift(play)
        field.game.turn += 1
        lasted += 1
    assert lasted == 3  # at the end of the third it is thin


def test_cards_are_conserved_through_many_draws():
    field = in_card_phase(1)
    play = field.with_dice(SeededDice(lambda n: n // 2))
    for _ in range(90):
        for card in hand.drawn(play, "a card", False):
            play.emit(CardDrawn((card,)))
        field.game.hand = field.game.hand[-3:]
        pile = field.game.friendly
        assert sorted((*pile.left, *pile.out)) == sorted(field.charts.friendly_cards)
