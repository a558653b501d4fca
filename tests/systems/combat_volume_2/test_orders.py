"""The player's orders: what a man may be given, and what forbids it (7, 14, 16, 24, 27.7, 28.2, 30, 32)."""

from itertools import product
from typing import Any

import pytest

from campaign.systems.combat_volume_2.state import POINTS, Order
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import flow
from campaign.systems.combat_volume_2.turn.orders import OrdersDone
from campaign.systems.combat_volume_2.turn.permitted import SAME, GiveOrder
from campaign.systems.combat_volume_2.turn.several import Alike, Repeat
from tests.systems.combat_volume_2.whole import Whole, plain


def asking(*, glyph: str = ".", readings: object = None, **man: Any) -> Whole:
    field = Whole(plain(glyph=glyph))
    field.friend("hall", "0505", "", **man)
    field.enemy("jung", "0501", "")
    field.game.phase, field.game.impulse = "orders", 0
    return field


def words(field: Whole) -> set[str]:
    return {one.word for one in field.actions(GiveOrder) if one.unit == "hall"}


def test_a_rifleman_has_these_orders():
    assert words(asking()) == {
        "aimed", "rapid", "suppressive", "run-and-gun", "sneak", "evade", "sprint", "charge", "grenade", "hide",
    }  # fmt: skip


def test_a_movement_order_takes_one_direction_or_two():
    field = asking()
    for first, second in product(POINTS, (*POINTS, SAME)):
        assert not field.refusal(GiveOrder("hall", "evade", first, then=second))
    assert "direction" in field.refusal(GiveOrder("hall", "evade"))
    assert "direction" in field.refusal(GiveOrder("hall", "evade", "7"))
    assert "direction" in field.refusal(GiveOrder("hall", "evade", "N/NE"))
    assert "second direction" in field.refusal(GiveOrder("hall", "evade", "N", then="1"))
    assert "second direction" in field.refusal(GiveOrder("hall", "evade", "N", then=""))
    assert "no directions" in field.refusal(GiveOrder("hall", "aimed", "N"))
    assert "no directions" in field.refusal(GiveOrder("hall", "aimed", then="N"))
    field.do(GiveOrder("hall", "evade", "NE", then="N"))
    assert field.game.men["hall"].order == Order("evade", (2, 1))
    field.do(GiveOrder("hall", "evade", "SE", then="SE"))
    assert field.game.men["hall"].order == Order("evade", (3,))


def test_whoever_is_forgotten_hides():
    """7."""
    field = asking()
    field.friend("cole", "0405", "")
    field.do(GiveOrder("hall", "aimed"))
    field.do(OrdersDone())
    assert field.game.men["hall"].order.word == "aimed"
    assert field.game.men["cole"].order == Order("hide")
    assert field.game.phase == "enemy"


@pytest.mark.parametrize(
    ("man", "gone", "reason"),
    [
        ({"light": 1}, {"sprint", "charge"}, "wounded"),
        ({"bad": 1}, {"sprint", "charge", "evade", "run-and-gun"}, "Sneak"),
        ({"armed": ""}, {"aimed", "rapid", "suppressive", "run-and-gun"}, "weapon"),
        ({"ammunition": "out"}, {"aimed", "rapid", "suppressive", "run-and-gun"}, "Reload"),
        ({"armed": "kar98"}, {"rapid"}, "slow"),
        ({"grenades": 0}, {"grenade"}, "grenade"),
        ({"armed": "mg42"}, {"run-and-gun", "evade", "sprint", "charge"}, "assistant"),
        (
            {"skills": ("trained-medic",)},
            {"aimed", "rapid", "suppressive", "run-and-gun", "charge"},
            "",
        ),
    ],
)
def test_what_a_man_cannot_do_is_not_listed_and_is_refused(man: dict[str, Any], gone: set[str], reason: str):
    """7."""
    field, free = asking(**man), asking()
    assert words(free) - words(field) == gone
    for word in sorted(gone):
        ways = "N" if word not in ("charge", "grenade", "aimed", "rapid", "suppressive") else ""
        said = field.refusal(GiveOrder("hall", word, ways, "0504" if word == "grenade" else ""))
        assert reason in said and said


@pytest.mark.parametrize(
    ("ground", "gone"),
    [
        ("mud", {"sprint", "charge"}),
        ("snow", {"sprint", "charge"}),
        ("deep-snow", {"sprint", "charge", "evade", "run-and-gun"}),
    ],
)
def test_what_the_ground_slows_may_not_be_chosen(ground: str, gone: set[str]):
    field = asking()
    before = words(field)
    field.game.ground = ground
    assert before - words(field) == gone


def test_wire_leaves_only_sneak_unless_a_comrade_lies_in_it():
    """27.7 men."""
    field = asking()
    field.mark("0505", "wire")
    assert not words(field) & {"evade", "sprint", "run-and-gun", "charge"}
    assert "wire" in field.refusal(GiveOrder("hall", "evade", "N")).lower()
    field.friend("cole", "0505", "hide")
    assert words(field) >= {"evade", "sprint", "run-and-gun", "sneak"}


def test_reload_rally_and_plan_need_a_reason():
    field = asking(ammunition="low", morale=-1, rank="nco", leadership=2)
    assert words(field) >= {"reload", "rally", "plan"}
    assert "enough" in asking().refusal(GiveOrder("hall", "reload"))
    assert "Normal" in asking().refusal(GiveOrder("hall", "rally"))
    assert "leader" in asking().refusal(GiveOrder("hall", "plan"))


def test_a_charge_needs_a_known_enemy_in_sight_and_near_but_not_in_a_fortified_building():
    """27.2."""
    field = asking()
    assert GiveOrder("hall", "charge", "", "jung") in field.actions(GiveOrder)
    field.game.men["jung"].spotted = False
    assert "charge" not in words(field)
    field.game.men["jung"].spotted = True
    field.mark("0501", "fortified")
    assert "charge" not in words(field)


def test_a_grenade_goes_no_further_than_three_hexes():
    field = asking()
    assert not field.refusal(GiveOrder("hall", "grenade", "", "0502"))
    assert "reach" in field.refusal(GiveOrder("hall", "grenade", "", "0501"))
    assert "reach" in field.refusal(GiveOrder("hall", "grenade", "", "nowhere"))


def test_nobody_else_is_given_orders():
    field = asking()
    assert "no man" in field.refusal(GiveOrder("jung", "hide"))
    field.game.men["hall"].morale = -3
    assert words(field) == set()


def test_the_list_is_kept_while_orders_are_given_and_made_anew_afterwards():
    field = asking()
    first = field.actions(GiveOrder)
    field.do(GiveOrder("hall", "aimed"))
    assert field.actions(GiveOrder) == first
    field.game.men["hall"].bad = 1
    field.game.forget()
    assert "evade" not in words(field)


# -- giving many quickly -----------------------------------------------------------------------------------------


def squad() -> Whole:
    """Three of Able, of whom two sneaked and one is new to it, and one of Baker who shot."""
    field = asking(was=Order("sneak", (1, 6)))
    field.friend("cole", "0405", "", was=Order("sneak", (1, 6)))
    field.friend("moore", "0605", "")
    field.friend("perry", "0705", "", was=Order("aimed"))
    field.game.men["perry"].team = "baker"
    return field


def given(field: Whole) -> dict[str, str]:
    return {man.id: man.order.word for man in field.game.men.values() if man.side == "us"}


def labels(field: Whole) -> list[str]:
    play = field.play()
    return [TABLE.answers[type(one.action)].label(play, one.action) for one in field.options()]


def test_whoever_had_an_order_may_have_it_again_in_one_go():
    """7."""
    field = squad()
    assert field.actions(Repeat) == [Repeat(), Repeat("hall"), Repeat("cole"), Repeat("perry")]
    assert labels(field)[1:3] == [
        "As last turn, all 3 who may do the same again", "Pvt Hall: as last turn, Sneak N/NW",
    ]  # fmt: skip
    field.do(Repeat("cole"))
    assert field.game.men["cole"].order == Order("sneak", (1, 6))
    assert "or may not" in field.refusal(Repeat("cole")) and "or may not" in field.refusal(Repeat("moore"))
    field.do(Repeat())
    assert given(field) == {"hall": "sneak", "cole": "sneak", "moore": "", "perry": "aimed"}
    assert "no two" in field.refusal(Repeat())


def test_what_he_may_not_do_again_is_not_offered():
    field = squad()
    field.game.men["hall"].was = Order("rout")
    field.game.men["cole"].was = Order("charge", target="moore")
    field.game.men["perry"].ammunition = "out"
    assert field.actions(Repeat) == []


def test_an_order_is_kept_in_mind_for_the_next_turn():
    field = asking(was=Order("aimed"))
    field.do(GiveOrder("hall", "hide"))
    field.play().emit(flow.TurnBegan(2))
    assert field.game.men["hall"].was == Order("hide") and not field.game.men["hall"].order.word


def test_the_rest_of_a_team_may_have_the_same_order():
    """7."""
    field = squad()
    assert field.actions(Alike) == []
    field.do(GiveOrder("hall", "evade", "NE", then="N"))
    assert field.actions(Alike) == [Alike("hall")]
    assert "As Pvt Hall, both of Able without an order: Evade NE/N" in labels(field)
    assert [one.unit for one in field.options() if isinstance(one.action, Alike)] == ["cole"]
    field.game.men["moore"].bad = 1
    field.game.forget()
    field.do(Alike("hall"))
    assert field.game.men["cole"].order == Order("evade", (2, 1))
    assert given(field) == {"hall": "evade", "cole": "evade", "moore": "", "perry": ""}
    assert "Nobody of his team" in field.refusal(Alike("perry"))


def test_who_has_no_order_yet_comes_first_and_is_told_of():
    field = squad()
    asked = TABLE.asked(field.play())[0].prompt
    assert asked == "4 men have no order yet, Pvt Hall first."
    assert labels(field)[0] == "That is all: 4 men without an order will hide"
    for man in ("hall", "cole", "moore"):
        field.do(GiveOrder(man, "hide"))
    assert field.actions(GiveOrder)[0].unit == "perry"
    assert TABLE.asked(field.play())[0].prompt == "Pvt Perry has no order yet."
    assert labels(field)[0] == "That is all: Pvt Perry without an order will hide"
    field.do(GiveOrder("perry", "hide"))
    assert TABLE.asked(field.play())[0].prompt == "All have an order: go on, or change one."
    assert labels(field)[0] == "All have their orders"
    assert not any(one.target for one in field.options())


def test_orders_are_listed_by_use():
    def listed(field: Whole) -> list[str]:
        return [one.word for one in field.actions(GiveOrder) if one.unit == "hall"]

    assert listed(asking())[:3] == ["aimed", "rapid", "suppressive"]
    quiet = asking()
    quiet.game.men["jung"].spotted = False
    assert listed(quiet)[:3] == ["sneak", "evade", "sprint"]
    assert listed(asking(morale=-1))[0] == "rally"
    assert listed(asking(ammunition="out"))[0] == "reload"


def test_a_grenade_is_aimed_at_the_nearest_known_enemy_in_reach():
    field = asking()
    field.enemy("heer", "0504", "")
    aims = [one.target for one in field.actions(GiveOrder) if one.word == "grenade"]
    assert aims == ["0504"]
