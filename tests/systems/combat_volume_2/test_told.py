"""What a newcomer reads: what orders and cards do, what a die had to be, why a man is idle, what teams are called."""

import pytest

from campaign.systems.combat_volume_2.people import checks, moving, spotting
from campaign.systems.combat_volume_2.state import FRIEND, Order
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import flow, go_on, idle, sequence
from campaign.systems.combat_volume_2.turn.hand import Discard, PlayCard
from campaign.systems.combat_volume_2.turn.order_words import says
from campaign.systems.combat_volume_2.turn.permitted import CHOSEN, GiveOrder
from campaign.systems.combat_volume_2.turn.sequence import Activate
from campaign.systems.combat_volume_2.vehicles import crew_orders
from tests.systems.combat_volume_2.whole import Whole, plain


def squad(order: str = "", impulse: int = 0, **man: object) -> Whole:
    """Two men of Able who see nobody: the enemy stands behind buildings."""
    field = Whole([*plain(4), "B" * 9, *plain(4)])
    field.friend("hall", "0509", order, **man)
    field.friend("cole", "0409", order)
    field.enemy("jung", "0501", "hide")
    field.game.phase, field.game.impulse = ("impulse" if impulse else "orders"), impulse
    field.game.active = "able" if impulse else ""
    return field


def told(field: Whole, *events: object) -> list[str]:
    play = field.play()
    lines = [TABLE.told[type(one)].words(play, one) for one in events]
    return [line for line in lines if line]


# -- orders and cards --------------------------------------------------------------------------------------------


def test_each_order_says_what_it_does():
    play = squad().play()
    words = {*CHOSEN, *(row.id for row in play.charts.orders.values() if row.crew and row.who != "enemy")}
    words -= set(crew_orders.NEVER) - {"emergency-stop"}
    assert [word for word in sorted(words) if len(says(play, word)) < 10] == []


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("aimed", ["Fires in impulses 2 and 4.", "to spot him +1"]),
        ("rapid", ["Fires in impulses 2, 3 and 4 at -1."]),
        ("run-and-gun", ["Moves 1, 0, 1, 0 in impulses 1 to 4: 2 hexes in all.", "at -2", "cover 2 counts"]),
        ("sprint", ["6 hexes in all", "to spot him +2", "cover 1 counts at most"]),
        ("hide", ["to hit him -2, to spot him -2"]),
        ("plan", ["a card joins the hand", "In impulse 4."]),
        ("fire-light-at", ["in impulse 2 or 3 after a check"]),
        ("ahead-slow", ["All who fire out of the vehicle: -3.", "to hit it -1"]),
    ],
)
def test_an_order_says_when_it_moves_and_fires_and_what_it_adds(word: str, parts: list[str]):
    found = says(squad().play(), word)
    assert [part for part in parts if part not in found] == [], found


def test_orders_are_listed_with_what_they_do_and_so_is_who_acts():
    field = squad()
    options = [one for one in field.options() if isinstance(one.action, GiveOrder)]
    assert options and all(one.says == says(field.play(), one.action.word) for one in options)
    field = squad("aimed", 2)
    (acts, *_) = [one for one in field.options() if isinstance(one.action, Activate)] or [None]
    assert acts is None or acts.says


def test_a_card_says_what_is_given_up_and_what_its_text_does():
    field = squad()
    texts = {row.text: row.id for row in field.charts.friendly_cards.values() if row.text}
    field.game.phase, field.game.card = "card", 0
    field.game.hand = (texts["change"], texts["quick"])
    plays = {(one.action.card, bool(one.action.target)): one.says for one in field.options()
             if isinstance(one.action, PlayCard)}  # fmt: skip
    given_up = plays[texts["change"], False]
    assert given_up.startswith("Given up: Change of plan: A man whose team has not acted")
    assert given_up.endswith("if the card were kept, and thrown away later.")
    assert plays[texts["quick"], True] == "Quick as a flash: A team acts before all others in this turn."
    field = squad("aimed", 2)
    field.game.hand = (texts["near_miss"],)
    (thrown,) = [one.says for one in field.options() if isinstance(one.action, Discard)]
    assert thrown.startswith("Near miss: The next wound card")


# -- dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("needed", "text"),
    [(5, "needs 5 or less"), (0, "needs 0"), (-2, "needs -2: cannot"), (8, "needs 8 or less"), (11, "needs 8 or less")],
)  # fmt: skip
def test_what_a_die_had_to_be_is_told(needed: int, text: str):
    """23.1."""
    assert checks.rolled((7,), needed) == f"7 ({text})"
    assert checks.rolled((9, 4), needed) == f"9 and then 4 ({text})"
    assert checks.faces((9, 4), needed) == f"9, 4 ({text})"


def test_a_search_tells_what_it_needed():
    searched = spotting.Searched("hall", "jung", 2, False, (5,))
    assert told(squad(), searched) == ["Pvt Hall does not spot Sch Jung: 5 (needs 2 or less)."]


def test_who_flees_does_so_by_the_points_of_the_compass():
    assert told(squad(), moving.RoutDrawn("jung", (1,), 3)) == ["Sch Jung flees SE."]


# -- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["the truck", "The truck"])
def test_a_team_begins_a_sentence_with_a_capital_and_stands_in_it_without(name: str):
    field = squad("", 1)
    field.game.teams["red"].name, field.game.active = name, "red"
    play = field.play()
    assert told(field, flow.TeamActs("red")) == ["The truck acts."]
    assert next(go_on.to_go_on(play))[1] == "The truck acts in impulse 1."
    assert go_on.label(play, go_on.GoOn("team")) == "Go on: all that the truck does now"


# -- why nothing is done -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "man", "reason"),
    [
        ("aimed", {}, "no enemy whom he knows of is in sight and range"),
        ("aimed", {"ammunition": "out"}, "he is out of ammunition"),
        ("fire-light-at", {"heavy": "bazooka"}, "the bazooka was not loaded when the impulse began"),
        ("fire-light-at", {"heavy": "bazooka", "loaded": True, "ready": True}, "no vehicle, nor known men"),
        ("load-light-at", {"heavy": "bazooka"}, "nobody in this hex carries a rocket"),
    ],
)  # fmt: skip
def test_it_is_told_why_a_man_does_nothing(order: str, man: dict[str, object], reason: str):
    """4."""
    field = squad(order, 2, **man)
    field.game.men["cole"].order = Order("hide")
    play = field.play()
    play.emit(flow.CharacterActs("hall"))
    play.emit(flow.HasLooked("hall"))
    sequence.idles(play)
    (done,) = [one for one in play.events if isinstance(one, flow.Acted)]
    assert done.idle
    (line,) = told(field, done)
    assert line.startswith(f"Pvt Hall does nothing: {reason}"), line


def test_who_does_something_or_has_nothing_due_is_not_told_of():
    field = squad("aimed", 2)
    assert told(field, flow.Acted("hall")) == []
    field.game.men["hall"].order = Order("hide")
    assert idle.why(field.play(), field.game.men["hall"]) == ""
    assert field.game.men["hall"].side == FRIEND
