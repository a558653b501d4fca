"""31.2, 31.4, 31.5, 31.11.1, 31.11.2: how vehicles move, what bars their way, how they stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.systems.combat_volume_2.people import morale
from campaign.systems.combat_volume_2.state import Man, Order, Vehicle
from campaign.systems.combat_volume_2.vehicles import driving, handling, light_at, roads, stopping
from campaign.systems.combat_volume_2.vehicles.arcs import aspect
from campaign.systems.combat_volume_2.vehicles.detour import closed, detour
from tests.systems.combat_volume_2.field import Field

WIDE = ["." * 30] * 24
SINGLE = [(way,) for way in range(1, 7)]
PAIRS = [(a, b) for a, b in permutations(range(1, 7), 2) if (a - b) % 6 in (1, 5)]
ORDERS = [*SINGLE, *PAIRS]


def tank(
    hex: str, facing: int, order: str, ways: Sequence[int], rows: Sequence[str] = WIDE, **more: Any
) -> tuple[Field, Vehicle, Man]:
    field = Field(rows)
    side = str(more.pop("side", "de"))
    kind = str(more.pop("kind", "pz4h"))
    vehicle = field.vehicle("v1", kind, hex, side, facing=facing, turret=facing, **more)
    driver = field.aboard("dorn", "v1", "D", order, ways)
    return field, vehicle, driver


def impulse(field: Field, number: int) -> None:
    field.game.impulse = number
    for one in field.game.vehicles.values():
        one.moved, one.turned = 0, False


def drives(field: Field, vehicle: Vehicle, number: int, *dice: int) -> list[str]:
    impulse(field, number)
    play = field.play(*dice)
    driving.drive(play, vehicle)
    return field.kinds(play)


def test_c2_18_a_tank_that_turns_between_two_directions() -> None:
    """31.4."""
    field, vehicle, _ = tank("2214", 6, "ahead-slow", (6, 5))
    at: list[tuple[str, int]] = []
    for number in (1, 2, 3, 4):
        drives(field, vehicle, number)
        at.append((vehicle.hex, vehicle.facing))
    assert at == [("2114", 6), ("2014", 5), ("1914", 5), ("1715", 5)]


def test_c2_19_a_turn_that_costs_the_step() -> None:
    """31.4."""
    field, vehicle, _ = tank("1010", 6, "ahead-slow", (2, 3))
    assert drives(field, vehicle, 1) == ["Drove", "VehicleTurned", "VehicleTurned"]
    assert (vehicle.hex, vehicle.facing) == ("1010", 2)
    assert drives(field, vehicle, 2) == ["Drove", "VehicleTurned", "VehicleMoved"]
    assert (vehicle.hex, vehicle.facing) == ("1111", 3)


@pytest.mark.parametrize(
    ("word", "moved"), [("crawl", [1, 0, 1, 0]), ("forward", [2, 2, 2, 2]), ("fast", [3, 3, 3, 3])]
)
def test_steps_of_each_order(word: str, moved: list[int]) -> None:
    field, vehicle, _ = tank("1020", 1, word, (1,), kind="sdkfz251")
    found: list[int] = []
    for number in (1, 2, 3, 4):
        drives(field, vehicle, number)
        found.append(vehicle.moved)
    assert found == moved


def test_reverse_drives_backwards_and_turns_its_rear_to_the_way() -> None:
    field, vehicle, _ = tank("1010", 1, "reverse", (4, 3))
    drives(field, vehicle, 1)
    assert (vehicle.hex, vehicle.facing) == ("1011", 1)
    drives(field, vehicle, 3)
    assert (vehicle.hex, vehicle.facing) == ("1112", 6)


def test_a_turret_keeps_its_place_on_the_hull() -> None:
    field, vehicle, _ = tank("1010", 1, "ahead-slow", (2,))
    vehicle.turret = 3
    drives(field, vehicle, 1)
    assert (vehicle.facing, vehicle.turret) == (2, 4)


def test_turning_about_an_enemy_shows_its_front_to_those_it_knows() -> None:
    """31.4."""
    for hex, facing in (("1510", 3), ("0510", 5)):
        field, vehicle, _ = tank("1010", 1, "ahead-slow", (4,))
        field.friend("hall", hex, spotted=True)
        assert drives(field, vehicle, 1)[:2] == ["Drove", "VehicleTurned"]
        assert vehicle.facing == facing
    field, vehicle, _ = tank("1010", 1, "ahead-slow", (4,))
    drives(field, vehicle, 1, 6)  # nobody is known: by dice, and once more by the shorter way
    assert vehicle.facing == 5


# -- what bars the way -------------------------------------------------------------------------------------------------


def ring(barred: Sequence[int]) -> list[str]:
    """A board with buildings in some directions of hex 0303."""
    rows = [list("." * 6) for _ in range(6)]
    around = {1: (2, 1), 2: (3, 1), 3: (3, 2), 4: (2, 3), 5: (1, 2), 6: (1, 1)}
    for way in barred:
        x, y = around[way]
        rows[y][x] = "B"
    return ["".join(row) for row in rows]


def test_the_board_of_the_tests_is_what_it_says() -> None:
    for way in range(1, 7):
        field, vehicle, _ = tank("0303", 1, "crawl", (1,), ring([way]))
        assert driving.barred(field.play(), vehicle) == {way}


def test_c2_20_two_directions_of_the_new_order_are_closed_too() -> None:
    """31.5."""
    field, vehicle, driver = tank("0303", 6, "crawl", (6,), ring([5, 6, 1]))
    assert drives(field, vehicle, 1, 6) == ["Drove", "Detoured", "VehicleTurned"]
    assert (driver.order.word, driver.order.ways, vehicle.facing) == ("crawl", (2, 1), 1)
    assert vehicle.hex == "0303"


def test_c2_21_both_ways_out_are_open_so_that_dice_decide() -> None:
    """31.5."""
    for die, ways in ((4, (5, 6)), (5, (2, 1))):
        field, vehicle, driver = tank("0303", 6, "crawl", (6,), ring([6, 1]))
        drives(field, vehicle, 1, 6, die)
        assert driver.order.ways == ways


def test_a_later_step_that_is_open_is_waited_for() -> None:
    field, vehicle, driver = tank("0303", 6, "crawl", (6, 1), ring([6]))
    drives(field, vehicle, 1)
    assert (driver.order.word, driver.order.ways) == ("crawl", (6, 1))
    assert (vehicle.hex, vehicle.facing) == ("0303", 1)
    drives(field, vehicle, 3)
    assert vehicle.hex == "0302"


def test_c2_45_trees_slow_an_afv_and_close_the_way_to_wheels() -> None:
    """31.5."""
    rows = [*["." * 6] * 3, "..T...", *["." * 6] * 3]
    field, vehicle, driver = tank("0305", 1, "forward", (1, 2), rows)
    drives(field, vehicle, 1)
    assert (vehicle.hex, vehicle.moved) == ("0304", 1)
    assert (driver.order.word, driver.order.ways) == ("crawl", (1, 2))
    field, vehicle, driver = tank("0305", 1, "forward", (1,), rows, kind="jeep", side="us")
    impulse(field, 1)
    driving.step(field.play(), vehicle)
    assert (vehicle.hex, driver.order.word) == ("0305", "emergency-stop")


def test_a_friend_who_is_told_to_drive_into_a_house_stops() -> None:
    field, vehicle, driver = tank("0303", 6, "crawl", (6,), ring([6]), side="us", kind="m4a3")
    drives(field, vehicle, 1)
    stopping.settle_stops(field.play())
    assert (driver.order.word, vehicle.hex, vehicle.halted) == ("emergency-stop", "0303", 1)


def halves() -> Iterator[tuple[bool, int]]:
    yield from ((True, 4), (False, 5))


def test_every_order_every_mask_both_halves_of_the_die() -> None:
    """18 orders, 64 masks: where all of an order is closed, the table gives a way that is open, or there is none
    (31.5).
    """
    charts = Field(["...", "..."]).charts.vehicles.detours
    shut = stuck = 0
    assert set(charts) == set(ORDERS)
    for ways in ORDERS:
        for mask in range(64):
            barred = {way for way in range(1, 7) if mask >> (way - 1) & 1}
            if not closed(ways, barred):
                continue
            for low, die in halves():
                shut += 1
                first = charts[ways][0 if low else 1]
                stands = closed(first, barred) and all(closed(way, barred) for way in charts[first])
                stuck += stands
                for second in halves():
                    dice = [(low, die), second]
                    found = detour(charts, ways, barred, lambda why, dice=dice: dice.pop(0))
                    assert found.stands == stands
                    assert found.ways == first if stands else not closed(found.ways, barred)
    assert (shut, stuck) == (768, 144)


def test_who_has_no_way_out_stands_for_the_rest_of_the_turn() -> None:
    field, vehicle, driver = tank("0303", 6, "crawl", (6,), ring([1, 2, 3, 4, 5, 6]))
    assert drives(field, vehicle, 1, 0) == ["Drove", "Detoured", "VehicleTurned"]
    assert driver.order.ways == (5, 6)
    assert drives(field, vehicle, 3) == []
    assert vehicle.hex == "0303"


# -- roads -------------------------------------------------------------------------------------------------------------


def test_c2_30_a_road_move_follows_the_road() -> None:
    """31.11.1."""
    field = Field(WIDE, roads="1010 1009 1109 1208 1207")
    vehicle = field.vehicle("v1", "pz4h", "1010", facing=1, road=True)
    driver = field.aboard("dorn", "v1", "D")
    driver.order = Order("ahead-slow", (6, 5), road=True)
    at: list[str] = []
    for number in (1, 2, 3):
        drives(field, vehicle, number)
        at.append(vehicle.hex)
    assert at == ["1009", "1109", "1208"]  # the second turn of impulse 3 costs its step


@pytest.mark.parametrize(
    ("ends", "left"), [((), ()), (("spotted",), ("sees",)), (("fired-on",), ("shot",)), (("end",), ("end",))]
)
def test_what_ends_road_orders(ends: tuple[str, ...], left: tuple[str, ...]) -> None:
    """31.11.1."""
    for how in ("sees", "shot", "end"):
        field = road_field(ends)
        vehicle, driver = field.game.vehicles["v1"], field.game.men["dorn"]
        if how == "sees":
            field.friend("hall", "1006", spotted=True)
            roads.sees_from_road(field.play(), vehicle, True)
        elif how == "shot":
            hall = field.friend("hall", "1006", "fire-light-at", heavy="bazooka", loaded=True, ready=True)
            light_at.shot(field.play(9), hall, "v1")
        else:
            drives(field, vehicle, 1)
            drives(field, vehicle, 2)
        assert (vehicle.road, driver.order.road) == ((False, False) if how in left else (True, True))


def road_field(ends: tuple[str, ...]) -> Field:
    """A vehicle under Road Orders; the road ends in the next hex."""
    field = Field(WIDE, roads="1010 1009")
    field.game.mission = replace(field.game.mission, roads=ends)
    field.vehicle("v1", "pz4h", "1010", facing=1, road=True)
    field.aboard("dorn", "v1", "D").order = Order("ahead-slow", (1,), road=True)
    return field


# -- stopping ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "number", "dice", "kept"),
    [
        ("ahead-slow", 1, (), True),  # one step
        ("forward", 1, (5,), True),  # two steps: a check, 5 needed
        ("forward", 1, (6,), False),
        ("fast", 1, (), False),  # three
    ],
)
def test_an_emergency_stop_by_speed(word: str, number: int, dice: tuple[int, ...], kept: bool) -> None:
    """31.2."""
    field, vehicle, driver = tank("1015", 1, word, (1,), kind="m3a1", side="us")
    other = field.aboard("cole", "v1", "CD", "aimed")
    impulse(field, number)
    driving.step(field.play(), vehicle)
    play = field.play(*dice)
    morale.replace_order(play, driver, "emergency-stop", "", stops=True)
    stopping.settle_stops(play)
    assert (other.order.word == "aimed") == kept
    if not kept:
        assert other.order.word == "duck-back"
    assert handling.pace(play, vehicle) == "emergency-stop"
    assert driving.left(play, vehicle) == ""


def test_what_a_stop_takes_off_all_fire() -> None:
    """31.2."""
    field, vehicle, _ = tank("1015", 1, "forward", (1,))
    found = handling.own_order(field.play(), vehicle)
    assert found is not None and found.value == -5
    vehicle.halted = 1
    found = handling.own_order(field.play(), vehicle)
    assert found is not None and found.value == -2


def test_a_vehicle_without_a_driver_stands() -> None:
    field, vehicle, driver = tank("1015", 1, "forward", (1,))
    driver.dead = True
    assert drives(field, vehicle, 1) == []
    assert handling.stationary(field.play(), vehicle)


# -- arcs --------------------------------------------------------------------------------------------------------------


def test_c2_42_a_hexspine_belongs_to_the_side_and_to_the_rear() -> None:
    """31.4."""
    for facing in (5, 6):
        field, vehicle, _ = tank("2013", facing, "", ())
        play = field.play()
        assert aspect(play, vehicle, "1813") == "side"
        assert aspect(play, vehicle, "2213") == "rear"


def test_one_hexside_is_the_front_two_each_side_one_the_rear() -> None:
    field, vehicle, _ = tank("1010", 1, "", ())
    play = field.play()
    around = [aspect(play, vehicle, hex) for hex in play.board.neighbours["1010"] if hex is not None]
    assert around == ["front", "side", "side", "rear", "side", "side"]
