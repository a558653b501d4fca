"""The player's orders: what a man may be given, and what forbids it (7, 14, 16, 24, 27.7, 28.2, 30, 32)."""

from typing import Any

import pytest

from campaign.systems.combat_volume_2.state import Order
from campaign.systems.combat_volume_2.turn.orders import WAYS, GiveOrder, OrdersDone
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
    for ways in WAYS:
        assert not field.refusal(GiveOrder("hall", "evade", ways))
    assert "direction" in field.refusal(GiveOrder("hall", "evade"))
    assert "direction" in field.refusal(GiveOrder("hall", "evade", "7"))
    assert "no directions" in field.refusal(GiveOrder("hall", "aimed", "1"))
    field.do(GiveOrder("hall", "evade", "2/1"))
    assert field.game.men["hall"].order == Order("evade", (2, 1))


def test_whoever_is_forgotten_hides():
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
    field, free = asking(**man), asking()
    assert words(free) - words(field) == gone
    for word in sorted(gone):
        ways = "1" if word not in ("charge", "grenade", "aimed", "rapid", "suppressive") else ""
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
    field = asking()
    field.mark("0505", "wire")
    assert not words(field) & {"evade", "sprint", "run-and-gun", "charge"}
    assert "wire" in field.refusal(GiveOrder("hall", "evade", "1")).lower()
    field.friend("cole", "0505", "hide")
    assert words(field) >= {"evade", "sprint", "run-and-gun", "sneak"}


def test_reload_rally_and_plan_need_a_reason():
    field = asking(ammunition="low", morale=-1, rank="nco", leadership=2)
    assert words(field) >= {"reload", "rally", "plan"}
    assert "enough" in asking().refusal(GiveOrder("hall", "reload"))
    assert "Normal" in asking().refusal(GiveOrder("hall", "rally"))
    assert "leader" in asking().refusal(GiveOrder("hall", "plan"))


def test_a_charge_needs_a_known_enemy_in_sight_and_near_but_not_in_a_fortified_building():
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
    first = field.options()
    field.do(GiveOrder("hall", "aimed"))
    assert field.options() == first
    field.game.men["hall"].bad = 1
    field.game.forget()
    assert "evade" not in words(field)
