"""Weather and ground (28)."""

from __future__ import annotations

import pytest

from campaign.systems.combat_volume_2.land import weather
from campaign.systems.combat_volume_2.state import Order
from campaign.systems.combat_volume_2.vehicles import crew_orders, driving, mud
from tests.systems.combat_volume_2.field import Field


def under(kind: str, ground: str = "dry", rows: list[str] | None = None, roads: str = "") -> Field:
    field = Field(rows or ["...."], roads=roads)
    field.game.weather, field.game.ground = kind, ground
    return field


@pytest.mark.parametrize(
    ("kind", "dice", "sight"), [("heavy-rain", (3, 5), 8), ("mist", (2,), 6), ("fog", (4,), 4)]
)
def test_28_1_how_far_one_sees_is_rolled_as_the_mission_begins(
    kind: str, dice: tuple[int, ...], sight: int
) -> None:
    field = under(kind)
    play = field.play(*dice)
    weather.begin(play)
    assert (field.game.sight, field.game.weather) == (sight, kind)
    assert field.told(play)[0].endswith(f"nobody sees farther than {sight} hexes.")


@pytest.mark.parametrize("kind", ["clear", "rain"])
def test_28_1_clear_weather_and_rain_bound_nothing(kind: str) -> None:
    field = under(kind)
    weather.begin(field.play())
    assert field.game.sight == 0


@pytest.mark.parametrize(("mist", "die", "sight"), [(5, 6, 4), (5, 5, 5), (5, 3, 3), (6, 6, 6), (5, 1, 1)])
def test_28_1_fog_out_of_mist_never_lets_one_see_farther(mist: int, die: int, sight: int) -> None:
    field = under("mist")
    field.game.sight = mist
    weather.turn_to_fog(field.play(die))
    assert (field.game.weather, field.game.sight) == ("fog", sight)


@pytest.mark.parametrize(("die", "ground"), [(9, "mud"), (8, "dry"), (0, "dry")])
def test_28_1_heavy_rain_brings_mud_on_a_nine(die: int, ground: str) -> None:
    field = under("heavy-rain")
    assert weather.weather_due(field.play())
    weather.weather(field.play(die))
    assert field.game.ground == ground


def test_28_1_nobody_rolls_once_there_is_mud_nor_in_other_weather() -> None:
    for kind, ground in (("heavy-rain", "mud"), ("rain", "dry"), ("clear", "dry")):
        field = under(kind, ground)
        assert not weather.weather_due(field.play())
        weather.weather(field.play())
        assert field.game.ground == ground


@pytest.mark.parametrize(
    ("kind", "ground", "order", "man", "vehicle"),
    [
        ("clear", "dry", "sprint", "sprint", ""),
        ("clear", "mud", "sprint", "evade", ""),
        ("clear", "snow", "sprint", "evade", ""),
        ("clear", "snow", "run-and-gun", "run-and-gun", ""),
        ("clear", "deep-snow", "sprint", "sneak", ""),
        ("clear", "deep-snow", "evade", "sneak", ""),
        ("clear", "deep-snow", "run-and-gun", "sneak", ""),
        ("mist", "dry", "sprint", "sprint", ""),
        ("mist", "dry", "fast", "", "forward"),
        ("mist", "dry", "forward", "", "forward"),
        ("fog", "dry", "fast", "", "ahead-slow"),
        ("fog", "mud", "fast", "", "ahead-slow"),
        ("clear", "mud", "fast", "", "forward"),
        ("clear", "snow", "forward", "", "forward"),
        ("clear", "deep-snow", "fast", "", "ahead-slow"),
        ("clear", "deep-snow", "forward", "", "ahead-slow"),
        ("rain", "dry", "fast", "", "fast"),
    ],
)
def test_28_orders_that_are_too_fast(kind: str, ground: str, order: str, man: str, vehicle: str) -> None:
    """28.2."""
    play = under(kind, ground).play()
    word = man or vehicle
    assert weather.slowed(play, order, vehicle=bool(vehicle)) == word
    assert (weather.barred(play, order, vehicle=bool(vehicle)) is None) == (word == order)


def muddy(kind: str = "opel", ground: str = "mud", road: bool = False) -> Field:
    """A vehicle that is to drive from the first hex into the second."""
    field = under("clear", ground, ["...."], roads="0101 0201" if road else "")
    field.vehicle("v1", kind, "0101", facing=3)
    field.aboard("fahrer", "v1", "D", "crawl")
    field.game.men["fahrer"].order = Order("crawl", (3,))
    return field


@pytest.mark.parametrize(("die", "stuck"), [(9, True), (8, True), (7, False)])
def test_28_2_wheels_are_mired_on_eight_and_nine(die: int, stuck: bool) -> None:
    field = muddy()
    driving.drive(field.play(die), field.game.vehicles["v1"])
    assert field.game.vehicles["v1"].hex == "0201"
    assert field.game.vehicles["v1"].mired == stuck
    assert bool(field.game.men["fahrer"].order.word) is not stuck


@pytest.mark.parametrize(
    ("kind", "ground", "road"), [("sdkfz251", "mud", False), ("opel", "mud", True), ("opel", "snow", False)]
)
def test_28_2_neither_tracks_nor_roads_nor_snow_ask_for_a_die(kind: str, ground: str, road: bool) -> None:
    field = muddy(kind, ground, road)
    driving.drive(field.play(), field.game.vehicles["v1"])
    assert field.game.vehicles["v1"].hex == "0201"
    assert not field.game.vehicles["v1"].mired


@pytest.mark.parametrize(("die", "free"), [(2, True), (3, False), (9, False)])
def test_28_2_three_less_to_get_out_and_an_enemy_who_fails_panics(die: int, free: bool) -> None:
    field = muddy()
    field.game.vehicles["v1"].mired = True
    assert mud.mired_due(field.play())
    mud.free_mired(field.play(die))
    assert field.game.vehicles["v1"].mired is not free
    assert field.game.men["fahrer"].order.word == ("crawl" if free else "panic")


def test_28_2_without_a_driver_nobody_tries() -> None:
    field = muddy()
    field.game.vehicles["v1"].mired = True
    field.game.men["fahrer"].down = True
    assert not mud.mired_due(field.play())


@pytest.mark.parametrize(
    ("kind", "weather_now", "ground", "fastest"),
    [
        ("opel", "clear", "dry", "fast"),
        ("opel", "mist", "dry", "forward"),
        ("opel", "fog", "dry", "ahead-slow"),
        ("opel", "clear", "mud", "forward"),
        ("opel", "clear", "deep-snow", "ahead-slow"),
        ("pz4h", "mist", "snow", "forward"),
    ],
)
def test_28_the_fastest_order_of_a_driver(kind: str, weather_now: str, ground: str, fastest: str) -> None:
    field = under(weather_now, ground)
    assert crew_orders.fastest(field.play(), field.vehicle("v1", kind, "0101")) == fastest
