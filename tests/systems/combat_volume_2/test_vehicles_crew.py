"""31.1, 31.3, 31.6 to 31.9, 31.11: seats, hatches, markers, orders of crews, guns, and what each man does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import aiming, checks, fire, together
from campaign.systems.combat_volume_2.state import (
    CAUTIOUS,
    ROUT,
    Hatch,
    Man,
    Order,
    Vehicle,
)
from campaign.systems.combat_volume_2.table import TABLE
from campaign.systems.combat_volume_2.turn import orders
from campaign.systems.combat_volume_2.vehicles import (
    arcs,
    bailing,
    crew,
    crew_orders,
    fausts,
    guns,
    handling,
    light_at,
    lookout,
    matrix,
    mounts,
    seats,
    turrets,
    viewing,
)
from campaign.systems.combat_volume_2.vehicles.tables import at_most
from tests.systems.combat_volume_2.field import Field

ROWS = ["." * 26] * 18


def tank(kind: str = "pz4h", side: str = "de", hex: str = "1010", **more: Any) -> tuple[Field, Vehicle]:
    """A tank that faces 1 with all of its crew, hatches closed."""
    field = Field(ROWS)
    known = {"facing": 1, "turret": 1, "shells": {"he": 9, "ap": 9}, **more}
    vehicle = field.vehicle("v1", kind, hex, side, **known)
    for seat in ("CM", "D", "G", "L", "CD"):
        field.aboard(seat.lower(), "v1", seat)
    return field, vehicle


def ride(kind: str, riders: Sequence[str], side: str = "de", order: str = "") -> tuple[Field, Vehicle]:
    field = Field(ROWS)
    vehicle = field.vehicle("v1", kind, "1010", side, facing=1)
    field.aboard("d", "v1", "D", order, (1,))
    for seat in riders:
        field.aboard(f"p{seat}".lower(), "v1", seat, armed="kar98")
    return field, vehicle


def hatches(now: Hatch) -> dict[str, Hatch]:
    return dict.fromkeys(("CM", "D", "L", "CD"), now)


def man(field: Field, id: str) -> Man:
    return field.game.men[id]


def at(field: Field, impulse: int) -> None:
    field.game.impulse = impulse
    for vehicle in field.game.vehicles.values():
        vehicle.ready, vehicle.moved, vehicle.turned = bool(vehicle.loaded), 0, False
    for one in field.game.men.values():
        one.ready, one.acted = one.loaded, False


# -- what seats see ----------------------------------------------------------------------------------------------------

AHEAD, RIGHT, BEHIND, LEFT = "1006", "1310", "1014", "0710"
"""Hexes in the four quarters of a tank in 1010 that faces 1."""
SEEN_OPEN = {"cm": "ARBL", "d": "ARL", "g": "A", "l": "AR", "cd": "ARL"}
SEEN_SHUT = {"cm": "ARBL", "d": "A", "g": "A", "l": "A", "cd": "A"}


@pytest.mark.parametrize(("hatch", "table"), [("open", SEEN_OPEN), ("closed", SEEN_SHUT)])
def test_what_each_seat_sees(hatch: Hatch, table: dict[str, str]) -> None:
    """31.7."""
    field, vehicle = tank()
    vehicle.hatches = hatches(hatch)
    play = field.play()
    for id, quarters in table.items():
        seen = "".join(
            letter
            for letter, hex in zip("ARBL", (AHEAD, RIGHT, BEHIND, LEFT), strict=True)
            if arcs.looks(play, man(field, id), hex)
        )
        assert seen == quarters, id


def test_c2_46_a_loader_sees_to_the_right_of_the_turret_with_his_hatch_open() -> None:
    """31.7."""
    field, vehicle = tank()
    vehicle.turret = 6  # 1006 lies to its right
    play = field.play()
    assert not sight.sees(play, man(field, "l"), AHEAD)
    vehicle.hatches["L"] = "open"
    assert sight.sees(field.play(), man(field, "l"), AHEAD)


def test_c2_47_from_the_left_one_may_aim_at_driver_and_commander_not_at_the_loader() -> None:
    """31.10."""
    field, vehicle = tank()
    vehicle.hatches = hatches("open")
    play = field.play()
    found = {id: arcs.exposed_to(play, man(field, id), LEFT) for id in ("l", "d", "cm", "cd", "g")}
    assert found == {"l": False, "d": True, "cm": True, "cd": False, "g": False}
    man(field, "cm").order = Order("rally")  # inside, as under Hide
    assert not arcs.exposed_to(field.play(), man(field, "cm"), LEFT)


def test_who_opens_his_hatch_is_exposed_from_the_next_turn_on() -> None:
    """31.8."""
    field, vehicle = tank()
    man(field, "cm").order = Order("button")
    at(field, 3)
    seats.carry_out(field.play(), man(field, "cm"))
    man(field, "cm").order = Order("spot")
    assert vehicle.hatches["CM"] == "open"
    assert not arcs.exposed_to(field.play(), man(field, "cm"), LEFT)
    field.game.turn = 2
    assert arcs.exposed_to(field.play(), man(field, "cm"), LEFT)


def test_passengers_and_cabs_see_and_fire_to_their_sides() -> None:
    """31.9."""
    field, _ = ride("sdkfz251", ["1", "2", "CU", "CD"])
    play = field.play()
    looks = {id: arcs.looks(play, man(field, id), RIGHT) for id in ("p1", "p2", "pcu", "pcd")}
    fires = {id: arcs.fires_there(play, man(field, id), RIGHT) for id in ("p1", "p2", "pcu", "pcd")}
    assert looks == {"p1": False, "p2": True, "pcu": True, "pcd": True}
    assert fires == {"p1": False, "p2": True, "pcu": True, "pcd": False}
    field, _ = ride("truck", ["10", "11", "12"])
    seen = {id: arcs.looks(field.play(), man(field, id), BEHIND) for id in ("p10", "p11", "p12")}
    assert seen == {"p10": False, "p11": True, "p12": True}


def test_a_broken_periscope_blinds_behind_a_closed_hatch() -> None:
    field, vehicle = tank(damage=("periscope-D",))
    assert not arcs.looks(field.play(), man(field, "d"), AHEAD)
    vehicle.hatches["D"] = "open"
    assert arcs.looks(field.play(), man(field, "d"), AHEAD)


# -- markers -----------------------------------------------------------------------------------------------------------


def test_c2_31_an_afv_takes_the_marker_without_a_roll() -> None:
    """31.7."""
    field, _ = tank()
    field.vehicle("v2", "m4a3", AHEAD, "us", facing=4)
    field.aboard("hill", "v2", "CM")
    field.friend("hall", "1007", spotted=True)
    man(field, "g").order = Order("main-gun")
    play = field.play()
    lookout.place(play, man(field, "g"))
    assert (man(field, "g").marker, man(field, "g").marked) == (AHEAD, "v2")
    man(field, "cd").order = Order("aimed")
    lookout.place(play, man(field, "cd"))  # on the bow gun: men, no vehicles
    assert (man(field, "cd").marker, man(field, "cd").marked) == ("1007", "")


def test_priorities_of_the_enemys_markers() -> None:
    """31.7."""
    field, _ = tank()
    lone = field.friend("lone", "1004", spotted=True)
    commander = man(field, "cm")
    lookout.place(field.play(), commander)
    assert (commander.marker, lookout.priority_of(field.play(), commander)) == ("1004", lookout.ONE)
    field.friend("one", "1310", spotted=True)
    field.friend("two", "1311", spotted=True)
    lookout.place(field.play(9), commander)  # a check is failed: it stays
    assert commander.marker == "1004"
    lookout.place(field.play(0), commander)
    assert commander.marker in ("1310", "1311")
    lone.heavy = "bazooka"
    lookout.place(field.play(0), commander)
    assert (commander.marker, commander.spent["threat"]) == ("1004", 11)
    field.vehicle("v2", "m4a3", BEHIND, "us", facing=4)
    field.aboard("hill", "v2", "CM")
    lookout.place(field.play(0), commander)
    assert commander.marked == "v2"
    field.game.vehicles["v2"].fire = 1  # no more of account: the man with the bazooka again
    assert lookout.priority_of(field.play(), commander) == lookout.NOTHING


def test_one_hex_to_where_there_are_more_needs_no_check() -> None:
    field, _ = tank()
    field.friend("a", "1005", spotted=True)
    commander = man(field, "cm")
    lookout.place(field.play(), commander)
    field.friend("b", "1003", spotted=True)
    field.friend("c", "1004", spotted=True)
    lookout.place(field.play(), commander)
    assert commander.marker == "1004"


def test_who_sees_nobody_known_loses_his_marker() -> None:
    field, _ = tank()
    hall = field.friend("hall", AHEAD, spotted=True)
    lookout.place(field.play(), man(field, "g"))
    hall.hex = BEHIND
    lookout.drop_all(field.play())
    assert man(field, "g").marker == ""


def test_a_closed_hatch_hampers_unless_a_comrade_points() -> None:
    """31.8."""
    field, _ = tank()
    driver = man(field, "d")
    assert [one.value for one in viewing.terms(field.play(), driver, AHEAD)] == [-2]
    man(field, "cm").marker = "1005"  # next to it
    assert viewing.terms(field.play(), driver, AHEAD) == ()
    driver.order = Order("spot")
    assert [one.value for one in viewing.terms(field.play(), driver, AHEAD)] == [1]


def test_the_commander_of_another_tank_points_too_its_gunner_does_not() -> None:
    field, _ = tank()
    field.vehicle("v2", "pz4h", "0510", facing=1)
    other = field.aboard("other", "v2", "G", marker=AHEAD)
    assert viewing.terms(field.play(), man(field, "d"), AHEAD) != ()
    other.seat = "CM"
    assert viewing.terms(field.play(), man(field, "d"), AHEAD) == ()


def test_a_marker_follows_the_vehicle_on_which_it_lies() -> None:
    from campaign.systems.combat_volume_2.vehicles import driving

    field, _ = tank()
    other = field.vehicle("v2", "m4a3", AHEAD, "us", facing=1)
    field.aboard("hill", "v2", "D", "crawl", (1,))
    lookout.place(field.play(), man(field, "cm"))
    at(field, 1)
    driving.step(field.play(), other)
    assert man(field, "cm").marker == other.hex == "1005"


# -- orders ------------------------------------------------------------------------------------------------------------


def test_every_column_of_the_matrix_gives_orders_that_there_are() -> None:
    charts = Field(ROWS).charts
    for (seat, _column, _), bands in charts.vehicles.matrix.items():
        for band in bands:
            word, *ways = band.order.split()
            row = charts.orders.get(word)
            assert word == "load" or row is not None, band
            if row is not None:
                assert bool(ways) == row.moving, band
                assert not row.crew or seat in row.crew, (seat, band)


def test_bad_morale_brings_panic_and_bailing_out() -> None:
    field, vehicle = tank()
    gunner = man(field, "g")
    assert matrix.order(field.play(), gunner, 99).word == "aimed"
    gunner.morale = CAUTIOUS
    assert matrix.order(field.play(), gunner, 99).word == "panic"
    gunner.morale = -2
    assert matrix.order(field.play(), gunner, 99).word == "bail-out"
    vehicle.hatches["CM"] = "open"
    man(field, "cm").morale = CAUTIOUS
    crew_orders.order_one(field.play(50), man(field, "cm"))  # card 50 is 93 or more with the shift


@pytest.mark.parametrize(
    ("sees", "word"),
    [("half-track", "load-ap"), ("men", "load-he"), ("hidden tank", "load-ap"), ("none", "load-he")],
)
def test_c2_48_what_an_enemys_loader_loads(sees: str, word: str) -> None:
    """31.11.3."""
    field, vehicle = tank()
    if sees == "half-track":
        field.vehicle("v2", "m3a1", AHEAD, "us")
    if sees in ("half-track", "men"):
        field.friend("hall", "1005", spotted=True)
    if sees in ("men", "hidden tank"):
        field.vehicle("v3", "m4a3" if sees == "hidden tank" else "jeep", BEHIND, "us")
    assert matrix.load(field.play(), man(field, "l"), vehicle) == word


def test_the_first_card_of_a_vehicle_is_its_initiative() -> None:
    field, _ = tank()
    card = next(one.id for one in field.charts.enemy_cards.values() if one.initiative == 73)
    crew_orders.order_one(field.play(card), man(field, "cm"))
    assert field.game.teams["v1"].initiative == 73
    card = next(one.id for one in field.charts.enemy_cards.values() if one.initiative == 47)
    crew_orders.order_one(field.play(card), man(field, "d"))
    assert field.game.teams["v1"].initiative == 73
    assert man(field, "d").order == Order("crawl", (1,))


def test_a_commander_in_rout_has_all_bail_out() -> None:
    field, vehicle = tank(side="us", kind="m4a3")
    man(field, "cm").morale = ROUT
    crew_orders.forced_orders(field.play())
    assert {one.order.word for one in field.game.men.values()} == {"bail-out"}
    vehicle.hatches["CM"] = "open"
    vehicle.hatches["L"] = "jammed"
    for one in field.game.men.values():
        crew.look(field.play(), one)
    words = {one.seat: one.order.word for one in field.game.men.values()}
    assert words == {"CM": "bail-out", "D": "button", "G": "panic", "L": "panic", "CD": "button"}


def test_who_bails_out_next_turn_after_a_wheel_or_a_track() -> None:
    field, vehicle = ride("sdkfz251", ["1", "CD"])
    vehicle.leaving, vehicle.since, field.game.turn = "enemies", 1, 2
    leaves = {id for id in field.game.men if crew_orders.forced(field.play(), man(field, id)) is not None}
    assert leaves == {"d", "p1"}
    field.game.turn = 3
    assert crew_orders.forced(field.play(), man(field, "d")) is None


@pytest.mark.parametrize(
    ("how", "goes"), [("burns", True), ("wheel", True), ("driver", True), ("morale", True), ("", False)]
)
def test_when_an_enemys_passengers_leave(how: str, goes: bool) -> None:
    """31.11.3."""
    field, vehicle = ride("opel", ["1"])
    if how == "burns":
        vehicle.fire = 1
    elif how == "wheel":
        vehicle.damage = ("immobilized",)
    elif how == "driver":
        man(field, "d").dead = True
    elif how == "morale":
        man(field, "p1").morale = CAUTIOUS
    assert (crew_orders.forced(field.play(), man(field, "p1")) is not None) == goes


def test_orders_that_the_player_may_give_by_seat() -> None:
    """31.11.2."""
    field, vehicle = tank(side="us", kind="m4a3", loaded="he")
    play = field.play()
    assert set(crew_orders.words_for(play, man(field, "cm"))) == {
        "direct-firing", "smoke-grenade", "button", "spot", "bail-out", "hide", "relocate",
    }  # fmt: skip
    assert set(crew_orders.words_for(play, man(field, "d"))) >= {"crawl", "ahead-slow", "forward", "reverse"}
    assert "fast" not in crew_orders.words_for(play, man(field, "d"))
    assert "main-gun" in crew_orders.words_for(play, man(field, "g"))
    assert {"load-he", "load-ap"} <= set(crew_orders.words_for(play, man(field, "l")))
    vehicle.damage = ("gun",)
    vehicle.hatches["CM"] = "jammed"
    play = field.play()
    for id, word, rule in (
        ("g", "main-gun", "31.10.8"),
        ("l", "load-he", "31.10.8"),
        ("cm", "button", "31.11.2"),
    ):
        refused = crew_orders.forbidden(play, man(field, id), word)
        assert refused is not None and refused.rule == rule
    refused = crew_orders.forbidden(play, man(field, "cm"), "plan")
    assert refused is not None and "There is no order 'plan'" in refused.reason


def test_weather_slows_vehicles() -> None:
    field, vehicle = ride("jeep", [], "us")
    assert crew_orders.fastest(field.play(), vehicle) == "fast"
    field.game.weather = "fog"
    assert crew_orders.fastest(field.play(), vehicle) == "ahead-slow"
    field.game.weather = "clear"
    field.game.mission = replace(field.game.mission, night=4)
    vehicle.damage = ("headlight-left", "headlight-right")
    assert crew_orders.fastest(field.play(), vehicle) == "crawl"


# -- guns --------------------------------------------------------------------------------------------------------------


def test_c2_32_two_shots_in_a_turn_at_most() -> None:
    """31.11.2."""
    field, vehicle = tank(loaded="he")
    field.friend("hall", AHEAD, spotted=True)
    gunner, loader = man(field, "g"), man(field, "l")
    gunner.order, gunner.marker, loader.order = Order("main-gun"), AHEAD, Order("load-he")
    shots: list[int] = []
    for impulse, dice in ((2, (5, 8, 0)), (3, (5,)), (4, (8, 0))):
        at(field, impulse)
        play = field.play(*dice)
        if next(guns.why_silent(play, gunner), None) is None:
            guns.firing(play, gunner, AHEAD)
            shots.append(impulse)
        elif next(guns.why_unloaded(play, loader), None) is None:
            guns.loading(play, loader)
    assert shots == [2, 4]
    assert (vehicle.shells["he"], vehicle.loaded) == (8, "")


def test_a_gun_that_was_empty_when_the_impulse_began_is_not_fired() -> None:
    field, vehicle = tank()
    man(field, "g").order = Order("main-gun")
    at(field, 4)
    vehicle.loaded = "he"
    refused = next(guns.why_silent(field.play(), man(field, "g")))
    assert (refused.rule, refused.reason) == (
        "31.11.2",
        "The main gun was not loaded when the impulse began.",
    )


@pytest.mark.parametrize(("hex", "turret"), [(RIGHT, 2), (LEFT, 6)])
def test_a_turret_turns_the_quicker_way(hex: str, turret: int) -> None:
    """31.6."""
    field, vehicle = tank()
    turrets.turn_towards(field.play(), vehicle, hex)
    assert vehicle.turret == turret


def test_a_turret_turns_by_dice_where_both_ways_are_as_far_and_not_when_jammed() -> None:
    """31.6."""
    for die, turret in ((3, 2), (4, 6)):
        field, vehicle = tank()
        assert turrets.turn_towards(field.play(die), vehicle, BEHIND)
        assert vehicle.turret == turret
    vehicle.damage = ("turret-jammed",)
    assert not turrets.turn_towards(field.play(), vehicle, BEHIND)


def test_the_bow_gun_lacks_an_assistant_and_the_coaxial_one_does_not() -> None:
    """31.9."""
    field, vehicle = tank()
    hall = field.friend("hall", AHEAD, spotted=True)
    for id in ("cd", "g"):
        man(field, id).order, man(field, id).marker = Order("aimed"), AHEAD
    at(field, 2)
    play = field.play()
    bow = aiming.terms(play, man(field, "cd"), hall)
    assert [(one.what, one.value) for one in bow[:2]] == [("quality", 5), ("no assistant", -3)]
    assert "no assistant" not in [one.what for one in aiming.terms(play, man(field, "g"), hall)]
    fire.shoot(field.play(9, 8, 8, 8), man(field, "cd"), "hall")
    assert (vehicle.mg["bow"], man(field, "cd").ammunition) == ("low", "")
    vehicle.damage = ("bow",)
    assert mounts.mounted(field.play(), man(field, "cd")) is None


def test_only_what_is_observed_is_fired_at_with_a_vehicles_guns() -> None:
    """31.9."""
    field, _ = tank()
    hall = field.friend("hall", AHEAD, spotted=True)
    gunner = man(field, "cd")
    gunner.order = Order("aimed")
    at(field, 2)
    assert aiming.targets(field.play(), gunner) == []
    gunner.marker = "1005"
    assert aiming.targets(field.play(), gunner) == [hall]


def test_a_jeeps_gun_fires_all_round_and_its_order_counts() -> None:
    """31.9."""
    field, _ = ride("jeep-m2", ["1"], "us", "ahead-slow")
    foe = field.enemy("jung", BEHIND, "aimed")
    man(field, "p1").order = Order("aimed")
    at(field, 2)
    found = aiming.terms(field.play(), man(field, "p1"), foe)
    assert ("Ahead Slow", -3) in [(one.what, one.value) for one in found]
    assert aiming.targets(field.play(), man(field, "p1")) == [foe]
    man(field, "d").order = Order("fast", (1,))
    assert aiming.targets(field.play(), man(field, "p1")) == []


def test_31_9_1_what_is_remembered_of_orders_ends_when_the_other_is_told_to_fire_the_jeeps_gun() -> None:
    """An attack by chance found that he could still be told so."""
    field, _ = ride("jeep-m2", ["1", "2"], "us")
    field.game.phase = "orders"
    play, other = field.play(), man(field, "p2")
    other.armed = ""
    assert any(action.word == "aimed" for action in orders.allowed(play, other))
    TABLE.appliers[orders.OrderGiven](field.game, orders.OrderGiven("p1", Order("aimed")))
    now = orders.allowed(play, other)
    field.game.forget()
    assert orders.allowed(play, other) == now
    assert not any(action.word == "aimed" for action in now)


def test_a_man_in_a_seat_that_is_not_his() -> None:
    field, _ = tank()
    loader = next(one for one in field.charts.characters.values() if one.post == "L")
    codriver = next(one for one in field.charts.characters.values() if one.post == "CD")
    man(field, "g").who = loader.id
    man(field, "d").who = codriver.id
    play = field.play()
    found = handling.out_of_place(play, man(field, "g"))
    assert found is not None and found.value == -2
    assert handling.out_of_place(play, man(field, "d")) is None


# -- seats -------------------------------------------------------------------------------------------------------------


def test_two_may_change_places_in_impulse_four() -> None:
    field, _ = tank(side="us", kind="m4a3")
    man(field, "cd").order, man(field, "d").order = (
        Order("relocate", target="D"),
        Order("relocate", target="CD"),
    )
    at(field, 3)
    assert not seats.due(field.play(), man(field, "cd"))
    at(field, 4)
    seats.carry_out(field.play(), man(field, "d"))
    assert (man(field, "d").seat, man(field, "cd").seat) == ("CD", "D")
    assert not seats.due(field.play(), man(field, "cd"))


def test_bailing_out_of_a_tank() -> None:
    """31.11.2."""
    field, vehicle = tank(hatches={**hatches("closed"), "CM": "open"})
    commander = man(field, "cm")
    commander.order = Order("bail-out")
    at(field, 3)
    seats.carry_out(field.play(), commander)
    assert (commander.vehicle, commander.hex) == ("", "1010")
    at(field, 4)
    assert crew.busy(field.play(), commander)
    card = next(one for one in field.charts.enemy_cards.values() if one.rout == 3)
    crew.act(field.play(card.id), commander)
    assert commander.hex == "1110" or field.play().away(commander.hex, "1010") == 1
    assert commander.team == "v1" and not vehicle.wrecked


def test_nobody_leaves_a_moving_tank() -> None:
    field, _ = tank(hatches={**hatches("closed"), "CM": "open"})
    man(field, "d").order = Order("crawl", (1,))
    man(field, "cm").order = Order("bail-out")
    crew.look(field.play(), man(field, "cm"))
    assert man(field, "cm").order.word == "panic"


@pytest.mark.parametrize(
    ("order", "die", "word", "hurt"),
    [
        ("crawl", None, "bail-out", False), ("ahead-slow", 6, "bail-out", False), ("ahead-slow", 7, "duck-back", False),
        ("fast", 3, "bail-out", False), ("fast", 4, "duck-back", False), ("fast", 9, "duck-back", True),
    ],
)  # fmt: skip
def test_jumping_off(order: str, die: int | None, word: str, hurt: bool) -> None:
    field, _ = ride("opel", ["12"], order=order)
    rider = man(field, "p12")
    rider.order = Order("bail-out")
    at(field, 3)
    seats.carry_out(field.play(*(() if die is None else (die,)), *((19, 0) if hurt else ())), rider)
    assert (rider.vehicle, rider.order.word, rider.light) == ("", word, int(hurt))


def test_four_leave_a_truck_in_a_turn_the_highest_seats_first() -> None:
    """31.11.2."""
    field, vehicle = ride("opel", ["1", "2", "5", "9", "11", "12"])
    for one in field.game.men.values():
        one.order = Order("bail-out")
    assert bailing.may_leave(field.play(), vehicle) == ["p12", "p11", "p9", "p5"]
    crew.look(field.play(), man(field, "p1"))
    assert man(field, "p1").order == Order("relocate")
    at(field, 3)
    seats.carry_out(field.play(), man(field, "p12"))
    assert bailing.may_leave(field.play(), vehicle) == ["p11", "p9", "p5"]


def test_mounting_takes_two_impulses_and_a_vehicle_that_stands() -> None:
    """31.11.2."""
    field, vehicle = ride("truck", [], "us")
    hall = field.friend("hall", "1011", "mount-up", target="v1:1")
    assert "v1:1" in list(seats.mountable(field.play(), hall))
    at(field, 2)
    crew.look(field.play(), hall)
    seats.carry_out(field.play(), hall)
    assert (hall.hex, hall.vehicle) == ("1010", "")
    at(field, 4)
    seats.carry_out(field.play(), hall)
    assert (hall.vehicle, hall.seat) == ("v1", "1")
    man(field, "d").order = Order("crawl", (1,))
    other = field.friend("mead", "1011", "hide")
    assert list(seats.mountable(field.play(), other)) == []
    assert vehicle.hex == "1010"


def test_a_closed_hatch_is_opened_from_outside_and_he_is_in_at_the_turns_end() -> None:
    field, vehicle = tank(side="us", kind="m4a3")
    driver = man(field, "d")
    driver.vehicle = driver.seat = ""
    driver.order = Order("mount-up", target="v1:D")
    at(field, 4)
    seats.carry_out(field.play(), driver)
    assert (driver.vehicle, vehicle.hatches["D"]) == ("", "open")
    assert seats.mount_late_due(field.play())
    seats.mount_late(field.play())
    assert (driver.vehicle, driver.seat) == ("v1", "D")


def test_smoke_dischargers_lay_smoke_towards_the_threat() -> None:
    field, _ = tank()
    field.friend("hall", RIGHT, spotted=True)
    man(field, "cm").order, man(field, "cm").marker = Order("smoke-dischargers"), RIGHT
    at(field, 3)
    seats.carry_out(field.play(), man(field, "cm"))
    (hex,) = field.game.marks
    assert field.play().away(hex, RIGHT) == 2 and field.play().away(hex, "1010") == 1
    assert not seats.due(field.play(), man(field, "cm"))


def test_a_crewman_on_foot_goes_to_a_friendly_edge_alone() -> None:
    field, _ = tank(side="us", kind="m4a3")
    driver = man(field, "d")
    driver.vehicle = driver.seat = ""
    assert bailing.on_foot(field.play(), driver)
    assert not bailing.barred_ways(field.play(), driver, (4,))
    assert bailing.barred_ways(field.play(), driver, (1,))
    assert bailing.barred_on_foot(field.play(), driver, "aimed") is not None
    field.enemy("jung", AHEAD)
    assert bailing.barred_on_foot(field.play(), driver, "aimed") is None


# -- light anti-tank weapons -------------------------------------------------------------------------------------------


def house(*men: str, order: str = "aimed", glyph: str = "B") -> Field:
    """Enemies in a building two hexes from a loaded bazooka."""
    rows = [list("." * 10) for _ in range(8)]
    rows[3][4] = glyph
    field = Field(["".join(row) for row in rows])
    field.friend("hall", "0506", "fire-light-at", heavy="bazooka", loaded=True, ready=True)
    for id in men:
        field.enemy(id, "0504", order)
    field.game.impulse = 4
    return field


@pytest.mark.parametrize(
    ("dice", "what", "frags"),
    [
        ((0, 1, 9, 0), "direct", [2]),  # jung is hit; fragments fly at the other, then he checks
        ((3, 9, 9), "near", [4, 4]),
        ((8, 9, 9), "far", [2, 2]),
        ((9, 1), "scatters", []),
    ],
)
def test_c2_38_a_bazooka_at_men_in_a_building(dice: tuple[int, ...], what: str, frags: list[int]) -> None:
    """32.2."""
    field = house("jung", "alt")
    play = field.play(*dice)
    light_at.shot(play, man(field, "hall"), "0504")
    fired = next(event for event in play.events if isinstance(event, light_at.LightFired))
    assert fired.what == what
    assert [one.needed for one in play.events if isinstance(one, together.Fragments)] == frags
    assert man(field, "jung").dead == (what == "direct")
    assert not man(field, "hall").loaded


def test_who_hides_in_a_house_is_not_hit_directly() -> None:
    """32.2."""
    field = house("jung", order="hide")
    play = field.play(0, 9)
    light_at.shot(play, man(field, "hall"), "0504")
    assert not man(field, "jung").dead
    assert [one.needed for one in play.events if isinstance(one, together.Fragments)] == [4]


def test_a_second_nine_is_a_dud() -> None:
    field = house("jung")
    field.enemy("alt", "0503")
    play = field.play(9, 1, 9)
    light_at.shot(play, man(field, "hall"), "0504")
    assert [one.what for one in play.events if isinstance(one, light_at.LightFired)] == ["scatters", "dud"]


def test_a_bazooka_is_not_fired_at_men_in_the_open() -> None:
    assert list(light_at.targets(house("jung").play(), house("jung").game.men["hall"])) == ["0504"]
    field = house("jung", glyph="o")
    assert list(light_at.targets(field.play(), man(field, "hall"))) == []


def test_loading_takes_a_rocket_of_the_hex_and_running_loses_it() -> None:
    """32.1."""
    field = Field(ROWS)
    hall = field.friend("hall", "0505", "load-light-at", heavy="bazooka")
    mead = field.friend("mead", "0505", "hide", rockets=2)
    at(field, 4)
    light_at.loading(field.play(), hall)
    assert (hall.loaded, mead.rockets) == (True, 1)
    assert not light_at.armed(field.play(), hall)  # not in this impulse
    hall.order = Order("sneak", (1,))
    light_at.unload_runner(field.play(), hall)
    assert hall.loaded
    hall.order = Order("evade", (1,))
    light_at.unload_runner(field.play(), hall)
    assert (hall.loaded, mead.rockets) == (False, 1)


def faust(rank: str = "private", far: str = "0508", **more: Any) -> tuple[Field, Man]:
    field = Field(ROWS, fausts="faust-60")
    field.game.fausts = 2
    field.vehicle("v1", "m4a3", far, "us", facing=1)
    field.aboard("hill", "v1", "CM")
    return field, field.enemy("jung", "0505", "aimed", rank=rank, **more)


def test_a_panzerfaust_turns_up_and_is_fired() -> None:
    """32.3."""
    field, jung = faust()
    assert fausts.offer(field.play(4), jung)
    assert (jung.faust, jung.order.word, field.game.fausts) == (True, "fire-light-at", 1)
    at(field, 2)
    assert fausts.act(field.play(9), jung)  # does not bring himself to fire
    assert jung.faust
    at(field, 4)
    fausts.act(field.play(9), jung)
    assert (jung.faust, jung.order.word) == (False, "duck-back")


def test_who_never_gets_a_panzerfaust() -> None:
    """32.3."""
    for field, jung in (
        faust("officer"), faust(skills=("sniper",)), faust(armed="mg42"), faust(faust=True), faust(far="0515"),
    ):  # fmt: skip
        assert not fausts.offer(field.play(), jung)
    field, jung = faust()
    assert not fausts.offer(field.play(5), jung)  # fails his check
    assert field.game.fausts == 2


def test_a_friend_fires_a_panzerfaust_the_worse() -> None:
    """32.3."""
    field, _ = faust()
    hall = field.friend("hall", "0506", "fire-light-at", faust=True)
    tank = field.vehicle("v2", "pz4h", "0507", facing=4)
    gun = light_at.weapon(field.play(), hall)
    assert gun is not None and tank.here
    found = light_at.terms(field.play(), hall, gun, "v2")
    assert ("a weapon of the enemy", -2) in [(one.what, one.value) for one in found]


def test_the_best_of_the_enemy_takes_up_a_panzerfaust() -> None:
    field, jung = faust()
    best = field.enemy("alt", "0505", quality=6)
    field.mark("0505", "faust")
    fausts.pick_up(field.play(6), "0505")
    assert (best.faust, jung.faust, field.game.marks) == (True, False, {})


def test_location_tables_have_the_printed_rows_of_the_side() -> None:
    rows = Field(ROWS).charts.vehicles.locations["afv", "side"]
    printed = {
        number: (at_most(rows, number).what, at_most(rows, number).glancing) for number in (25, 33, 43, 64)
    }
    assert printed == {
        25: ("lower", False), 33: ("upper", False), 43: ("lower", True), 64: ("suspension", False),
    }  # fmt: skip
    assert checks.total(()) == 0
