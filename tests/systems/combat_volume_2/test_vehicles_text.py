"""Chapters 31 and 32, sentence by sentence: what a second reading of the text found to be played otherwise."""

from __future__ import annotations

import pytest

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import checks, enemy_fire, morale
from campaign.systems.combat_volume_2.state import Hatch, Man, Mark, Order
from campaign.systems.combat_volume_2.turn import flow
from campaign.systems.combat_volume_2.vehicles import (
    bailing,
    crew,
    crew_orders,
    driving,
    fausts,
    guns,
    handling,
    harm,
    light_at,
    lookout,
    mounts,
    roads,
    seats,
    turning,
)
from campaign.systems.combat_volume_2.vehicles.riders import Blow
from tests.systems.combat_volume_2.field import Field
from tests.systems.combat_volume_2.whole import Whole, plain

ROWS = ["." * 26] * 18
CREW = ("CM", "D", "G", "L", "CD")


def tank(kind: str = "pz4h", side: str = "de", **more: str) -> Field:
    """A tank in 1010 that faces 1 with all of its crew, hatches closed."""
    field = Field(ROWS)
    field.vehicle("v1", kind, "1010", side, facing=1, turret=1, shells={"he": 9, "ap": 9}, **more)
    for seat in CREW:
        field.aboard(seat.lower(), "v1", seat)
    return field


def man(field: Field, id: str) -> Man:
    return field.game.men[id]


def begins(field: Field, impulse: int) -> None:
    flow.impulse_began(field.game, flow.ImpulseBegan(impulse))


# -- guns --------------------------------------------------------------------------------------------------------------


def test_31_11_2_a_gun_that_was_loaded_as_the_impulse_began_is_not_loaded_again_in_it() -> None:
    field = tank(loaded="he")
    field.friend("hall", "1007", spotted=True)
    gunner, loader = man(field, "g"), man(field, "l")
    gunner.order, gunner.marker, loader.order = Order("main-gun"), "1007", Order("load-he")
    begins(field, 2)
    guns.firing(field.play(0, 8, 0), gunner, "1007")
    assert field.game.vehicles["v1"].loaded == ""
    refused = next(guns.why_unloaded(field.play(), loader))
    assert refused.reason == "The gun was loaded when the impulse began."
    begins(field, 3)
    assert next(guns.why_unloaded(field.play(), loader), None) is None


def test_32_1_a_bazooka_that_was_loaded_as_the_impulse_began_is_not_loaded_again_in_it() -> None:
    field = tank()
    operator = field.friend("hall", "1013", "fire-light-at", heavy="bazooka", loaded=True)
    helper = field.friend("jung", "1013", "load-light-at", rockets=3)
    begins(field, 2)
    light_at.firing(field.play(0, 8), operator, "v1")
    assert not operator.loaded and not light_at.due(field.play(), helper)
    begins(field, 3)
    assert light_at.due(field.play(), helper)


# -- crews -------------------------------------------------------------------------------------------------------------


def test_31_10_9_a_death_in_a_hatch_shakes_those_behind_closed_hatches_too() -> None:
    field = tank()
    vehicle = field.game.vehicles["v1"]
    vehicle.hatches["CM"] = "open"
    play = field.play(8, 8, 8, 8)
    harm.hatch(play, vehicle, "CM", Blow("heat", 60, None))
    shaken = {event.unit for event in play.events if isinstance(event, morale.Checked)}
    assert man(field, "cm").dead and shaken == {"d", "g", "l", "cd"}


@pytest.mark.parametrize(("post", "needed"), [("CM", 5), ("L", 3)])
def test_31_11_2_a_wrong_seat_counts_when_the_commander_holds_his_crew_and_moves_a_marker(
    post: str, needed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handling, "post", lambda play, man: post if man.seat == "CM" else man.seat)
    field = tank()
    play = field.play(9, 0, 0, 0, 0, 0)
    harm.EFFECTS["track"](play, field.game.vehicles["v1"], "", Blow("heat", 60, None))
    track = harm.EFFECTS["track"](play, field.game.vehicles["v1"], "", Blow("heat", 60, None))
    assert track.commander
    harm._outcome(play, field.game.vehicles["v1"], Blow("heat", 60, None), track, True, False)  # pyright: ignore[reportPrivateUsage]
    tried = next(event for event in play.events if isinstance(event, checks.Tried))
    assert (tried.unit, tried.needed) == ("cm", needed)
    field = tank()
    field.game.vehicles["v1"].hatches["CM"] = "open"
    field.friend("one", "1007", spotted=True)
    man(field, "cm").marker = "1004"
    field.friend("two", "1004", spotted=True, heavy="bazooka")
    man(field, "cm").marker = "1007"
    play = field.play(9)
    lookout.place(play, man(field, "cm"))
    tried = next(event for event in play.events if isinstance(event, checks.Tried))
    assert (tried.why, tried.needed) == ("to move his marker", needed)


@pytest.mark.parametrize("side", ["de", "us"])
def test_31_10_8_a_crew_that_stays_with_a_broken_track_has_its_driver_make_an_emergency_stop(
    side: str,
) -> None:
    """31.2."""
    field = tank("pz4h" if side == "de" else "m4a3", side)
    vehicle = field.game.vehicles["v1"]
    track = harm.EFFECTS["track"](field.play(), vehicle, "", Blow("heat", 60, None))
    play = field.play(0, 0, 0, 0, 0, 0)
    harm._outcome(play, vehicle, Blow("heat", 60, None), track, True, False)  # pyright: ignore[reportPrivateUsage]
    field.game.turn = 2
    found = crew_orders.forced(field.play(), man(field, "d"))
    assert found is not None and found[0] == Order("emergency-stop")
    assert crew_orders.forced(field.play(), man(field, "g")) is None
    field.game.turn = 3
    assert crew_orders.forced(field.play(), man(field, "d")) is None


def test_31_7_4_a_marker_goes_to_the_hex_with_the_most_friends_around_it() -> None:
    field = tank()
    field.game.vehicles["v1"].hatches["CM"] = "open"
    for id, hex in (("a", "1004"), ("b", "1006"), ("c", "0905")):
        field.friend(id, hex, spotted=True)
    lookout.place(field.play(), man(field, "cm"))
    near = [one for one in "abc" if field.play().away(man(field, one).hex, man(field, "cm").marker) <= 1]
    assert (man(field, "cm").marker, near) == ("1005", ["a", "b", "c"])


# -- driving -----------------------------------------------------------------------------------------------------------


def drives(field: Field, impulse: int) -> None:
    begins(field, impulse)
    driving.drive(field.play(), field.game.vehicles["v1"])


def test_31_4_an_enemys_free_turn_comes_before_its_first_step_alone() -> None:
    field = Field(ROWS)
    vehicle = field.vehicle("v1", "pz4h", "1010", facing=6, turret=6)
    field.aboard("d", "v1", "D", "ahead-slow", (6, 5))
    drives(field, 3)  # a hex ahead without a turn, and the second step is spent on turning
    assert (vehicle.moved, vehicle.facing) == (1, 5)


def test_31_5_trees_alone_make_a_tank_crawl() -> None:
    for glyph, word, moved in (("T", "crawl", 1), ("h", "forward", 2), ("%", "forward", 2)):
        rows = [*ROWS]
        rows[8] = "." * 9 + glyph + "." * 16
        field = Field(rows)
        vehicle = field.vehicle("v1", "pz4h", "1010", facing=1)
        driver = field.aboard("d", "v1", "D", "forward", (1,))
        drives(field, 1)
        assert (driver.order.word, vehicle.moved) == (word, moved), glyph


def test_31_11_1_who_reverses_under_road_orders_follows_the_road_behind_him() -> None:
    field = Field(ROWS, roads="1008 1009 1010 1011 1012")
    vehicle = field.vehicle("v1", "pz4h", "1010", facing=1, road=True)
    driver = field.aboard("d", "v1", "D")
    driver.order = Order("reverse", (4,), road=True)
    assert roads.road_way(field.play(), vehicle) == 4
    drives(field, 1)
    assert (vehicle.hex, vehicle.facing) == ("1011", 1)


def test_31_4_a_tank_does_not_turn_its_front_to_men_beyond_its_sight() -> None:
    field = Field(ROWS)
    vehicle = field.vehicle("v1", "pz4h", "1010", facing=1)
    field.friend("hall", "1610", spotted=True)
    turning.turn(field.play(), vehicle, 4, True)
    assert vehicle.facing == 2
    vehicle.facing, field.game.sight = 1, 3
    turning.turn(field.play(6), vehicle, 4, True)
    assert vehicle.facing == 6


# -- vehicles without armour -------------------------------------------------------------------------------------------


def test_31_9_1_either_passenger_of_a_jeep_serves_its_gun_but_not_both() -> None:
    field = Field(ROWS)
    field.vehicle("v1", "jeep-m2", "1010", "us", facing=1, mg={"mount": ""})
    for seat in ("D", "1", "2"):
        field.aboard(f"p{seat}".lower(), "v1", seat, "hide")
    first, second = man(field, "p1"), man(field, "p2")
    assert "aimed" in crew_orders.words_for(field.play(), second)
    second.order = Order("aimed")
    assert mounts.mounted(field.play(), second) == mounts.Mounted("mount", "m2")
    assert "aimed" not in crew_orders.words_for(field.play(), first)
    first.order = Order("rapid")
    assert mounts.mounted(field.play(), first) is not None and mounts.mounted(field.play(), second) is None


def test_31_9_3_nobody_fires_from_a_half_tracks_cab_and_no_spot_is_told_to_its_cupola() -> None:
    field = Field(ROWS)
    field.vehicle("v1", "m3a1", "1010", "us", facing=1, mg={"mount": ""})
    for seat in ("D", "CD", "CU", "1"):
        field.aboard(seat.lower(), "v1", seat, armed="smg")
    play = field.play()
    assert "aimed" not in crew_orders.words_for(play, man(field, "cd"))
    assert "aimed" in crew_orders.words_for(play, man(field, "1"))
    words = crew_orders.words_for(play, man(field, "cu"))
    assert "aimed" in words and "relocate" in words and "spot" not in words


def test_31_11_2_who_gets_out_no_more_takes_the_highest_seat_that_is_empty_in_impulse_4() -> None:
    field = Field(ROWS)
    vehicle = field.vehicle("v1", "opel", "1010", facing=1)
    for seat in ("1", "2", "9", "10", "11", "12"):
        field.aboard(f"p{seat}", "v1", seat, "bail-out")
    begins(field, 1)
    for id in ("p1", "p2"):
        crew.look(field.play(), man(field, id))
    begins(field, 3)
    for id in ("p12", "p11", "p10", "p9"):
        seats.carry_out(field.play(), man(field, id))
    begins(field, 4)
    for id in ("p2", "p1"):
        assert seats.due(field.play(), man(field, id))
        seats.carry_out(field.play(), man(field, id))
    assert [man(field, id).seat for id in ("p2", "p1")] == ["12", "11"] and not vehicle.wrecked


def test_31_11_2_a_passenger_of_the_players_runs_where_he_likes_a_crewman_to_his_edge() -> None:
    field = Field(ROWS)
    rider = field.friend("hall", "1010", "bail-out")
    driver = field.friend("dorn", "1010", "bail-out", team="v1")
    field.vehicle("v1", "truck", "1010", "us")
    assert len(bailing.ways_out(field.play(), rider)) == 7
    assert set(bailing.ways_out(field.play(), driver)) < set(bailing.ways_out(field.play(), rider))


@pytest.mark.parametrize(
    ("armed", "away", "fires"), [("kar98", 4, True), ("kar98", 5, False), ("mg42", 8, True)]
)
def test_31_10_an_enemy_leaves_a_half_track_and_its_cupola_alone_beyond_four_or_eight_hexes(
    armed: str, away: int, fires: bool
) -> None:
    field = Field(ROWS)
    field.vehicle("v1", "m3a1", f"10{10 - away:02}", "us", facing=4, mg={"mount": ""})
    field.aboard("cu", "v1", "CU", "aimed")
    enemy = field.enemy("jung", "1010", "aimed", armed=armed, skill=9, quality=9)
    field.game.impulse = 2
    target = enemy_fire.target(field.play(), enemy)
    assert (target is not None) == fires


def test_31_10_an_enemy_with_a_vehicle_as_his_target_keeps_a_fire_order() -> None:
    for kind, hatch, word in (
        ("m3a1", "closed", "aimed"),
        ("m4a3", "open", "aimed"),
        ("m4a3", "closed", "evade"),
    ):
        field = Whole(plain(9, 13))
        vehicle = field.vehicle("v1", kind, "0502", "us", facing=4)
        field.aboard("d", "v1", "D", "spot")
        now: Hatch = "open" if hatch == "open" else "closed"
        vehicle.hatches = dict.fromkeys(vehicle.hatches, now)
        enemy = field.enemy("jung", "0505")
        assert orders.shooting(field.play(), enemy, "aimed") == word, kind


@pytest.mark.parametrize(("kind", "seat", "dice", "word"), [
    ("sdkfz251", "2", (), "aimed"), ("opel", "CD", (9,), ""), ("opel", "CD", (0,), "aimed"),
])  # fmt: skip
def test_31_9_2_a_check_lets_a_trucks_co_driver_shoot_and_passengers_shoot_without_one(
    kind: str, seat: str, dice: tuple[int, ...], word: str
) -> None:
    field = Field(ROWS)
    field.vehicle("v1", kind, "1010", facing=1)
    field.aboard("d", "v1", "D")
    rider = field.aboard("p", "v1", seat)
    field.friend("hall", "1210", spotted=True)
    crew_orders.order_one(field.play(*dice), rider)
    assert rider.order.word == word


# -- light anti-tank weapons -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "dies"), [("hide", False), ("rally", True), ("aimed", True)])
def test_32_2_hide_alone_makes_a_direct_hit_a_near_one(word: str, dies: bool) -> None:
    rows = [*ROWS]
    rows[6] = "." * 9 + "B" + "." * 16
    field = Field(rows)
    hall = field.friend("hall", "1010", "fire-light-at", heavy="bazooka", loaded=True)
    field.enemy("jung", "1007", word)
    light_at.shot(field.play(0, *(() if dies else (9,))), hall, "1007")
    assert man(field, "jung").dead == dies


@pytest.mark.parametrize(("what", "refused"), [("rockets", False), ("faust", True)])
def test_32_1_opponents_in_the_hex_bar_panzerfausts_not_rockets(what: str, refused: bool) -> None:
    field = Field(ROWS)
    field.friend("hall", "1010")
    field.enemy("jung", "1010", down=True)
    field.game.marks["1010"] = (Mark(what, count=2),)
    field.game.acting, field.game.active, field.game.asked = "hall", "able", True
    told = [one.reason for one in fausts.why_not_take(field.play(), "us", fausts.TakeUp("hall", what))]
    assert ("There is an opponent in the hex." in told) == refused
