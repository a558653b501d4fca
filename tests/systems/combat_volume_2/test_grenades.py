"""Grenades into hatches, from the order on, and those that nobody throws (23.2, 31.10.7)."""

from __future__ import annotations

import pytest

from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import grenades, wounds
from campaign.systems.combat_volume_2.people.grenades import Throw
from campaign.systems.combat_volume_2.state import FRIEND, Order
from campaign.systems.combat_volume_2.turn.permitted import GiveOrder
from campaign.systems.combat_volume_2.vehicles import driving
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.whole import Whole, plain

MC, LIGHT, BAD, KILLED = 1, 19, 26, 29


def beside_a_tank(where: str = "0303", kind: str = "pz4h") -> Whole:
    field = Whole(plain())
    field.game.phase, field.game.impulse = "orders", 0
    field.friend("hall", "0303", "", spotted=True)
    field.vehicle("tank", kind, where)
    for seat in ("CM", "D", "G", "L", "CD"):
        field.aboard(seat.lower(), "tank", seat, "spot")
    return field


def test_31_10_7_the_player_may_order_a_grenade_for_a_tank_in_the_same_hex():
    field = beside_a_tank()
    order = GiveOrder("hall", "grenade", target="tank")
    assert order in field.actions(GiveOrder)
    assert field.refusal(order) == ""
    field.do(order)
    assert field.game.men["hall"].order == Order("grenade", target="tank")


@pytest.mark.parametrize(("where", "kind"), [("0304", "pz4h"), ("0303", "opel")])
def test_31_10_7_neither_for_one_elsewhere_nor_for_a_truck(where: str, kind: str):
    field = beside_a_tank(where) if kind == "pz4h" else Whole(plain())
    if kind == "opel":
        field.game.phase, field.game.impulse = "orders", 0
        field.friend("hall", "0303", "")
        field.vehicle("tank", kind, where)
    order = GiveOrder("hall", "grenade", target="tank")
    assert order not in field.actions(GiveOrder)
    assert "reach" in field.refusal(order)


def test_31_10_7_from_the_order_to_three_cards_for_each_of_the_crew():
    """5 passes 5; the driver's hatch is chosen; at the turn's end each of five draws three cards."""
    field = beside_a_tank()
    hall = field.game.men["hall"]
    hall.order = Order("grenade", target="tank")
    field.game.phase, field.game.impulse = "impulse", 3
    field.game.acting, field.game.active, field.game.asked = "hall", "able", True
    assert [one.seat for one in field.actions(Throw)] == ["CM", "D", "L", "CD"]
    grenades.throw(field.play(5), hall, "D")
    play = field.play(
        *[1, 2, 3, 9, 9, 9, 4, 5, 6, 9, 9, 9, 7, 8, 10, 9, 9, 9, 11, 12, 13, 9, 9, 9, 14, 15, 16, 9, 9, 9]
    )
    grenades.go_off(play)
    drawn = [event.unit for event in play.events if isinstance(event, wounds.WoundDrawn)]
    assert {unit: drawn.count(unit) for unit in drawn} == dict.fromkeys(("cm", "d", "g", "l", "cd"), 3)


def test_31_10_7_a_tank_that_drives_off_takes_the_aim_with_it_but_no_further_than_three_hexes():
    field = beside_a_tank()
    hall, tank = field.game.men["hall"], field.game.vehicles["tank"]
    field.game.phase, field.game.impulse = "impulse", 1
    hall.order = Order("grenade", target="tank")
    for hex in ("0403", "0503", "0603"):
        driving.enter(field.play(), tank, field.game.men["d"], hex)
        assert hall.order.target == "tank"
        assert grenades.aim_of(field.play(), hall) == hex
    driving.enter(field.play(), tank, field.game.men["d"], "0703")
    assert hall.order == Order("grenade", target="0603")


def test_31_10_7_a_grenade_after_a_tank_that_left_its_hex_does_it_no_harm():
    field = beside_a_tank("0403")
    hall = field.game.men["hall"]
    field.game.phase, field.game.impulse = "impulse", 3
    hall.order = Order("grenade", target="tank")
    grenades.throw(field.play(4), hall)
    play = field.play(3)
    grenades.go_off(play)
    assert not [event for event in play.events if isinstance(event, wounds.WoundDrawn)]


def test_nobody_throws_a_grenade_before_his_own_feet():
    """All hatches are jammed: there is nothing to do."""
    field = beside_a_tank()
    tank, hall = field.game.vehicles["tank"], field.game.men["hall"]
    tank.hatches = dict.fromkeys(tank.hatches, "jammed")
    field.game.phase, field.game.impulse = "impulse", 3
    hall.order = Order("grenade", target="tank")
    play = field.play()
    grenades.throw(play, hall)
    assert play.events == []


@pytest.mark.parametrize(("kind", "throws"), [("m4a3", True), ("truck", False), ("m3a1", False)])
def test_31_10_7_an_enemy_with_g_looks_for_hatches_alone(kind: str, throws: bool):
    field = Whole(plain(9, 13))
    jung = field.enemy("jung", "0705", "", grenades=2)
    field.vehicle("ours", kind, "0705", side=FRIEND)
    field.aboard("driver", "ours", "D")
    field.game.phase, field.game.impulse = "enemy", 0
    card = next(card for card in field.charts.enemy_cards.values() if card.orders[4].endswith(" G"))
    play = field.play(card.id, *([4] if throws else []))
    enemy_orders.by_card(play, jung)
    assert (jung.order == Order("grenade", target="ours")) is throws


def test_23_2_nobody_throws_into_a_melee():
    field = Field(["......"] * 3)
    field.game.impulse = 3
    hall = field.friend("hall", "0101", "grenade", target="0301", spotted=True)
    field.friend("hill", "0301", "hide")
    field.enemy("jung", "0301", "hide")
    play = field.play()
    grenades.throw(play, hall)
    assert play.events == []
