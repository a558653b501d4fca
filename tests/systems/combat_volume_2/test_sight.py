"""Lines of sight, what hides whom, and what the ground adds to fire and spotting (11, 12, 27, 28, 29.5)."""

from __future__ import annotations

import pytest

from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.readings import Readings
from tests.systems.combat_volume_2.field import Field


def abbey() -> Field:
    """An abbey with walls where the rulebook's example has them, drawn on a board of our own."""
    rows = [list("." * 24) for _ in range(13)]
    for column in range(17, 23):
        for row in range(8, 14):
            rim = column in (17, 22) or row in (8, 13)
            wall = rim or (column, row) in ((18, 9), (19, 10))
            rows[row - 1][column - 1] = "A" if wall else "a"
    return Field(["".join(row) for row in rows])


def through(field: Field, a: str, b: str) -> int:
    return sum(term.value for term in sight.abbey_terms(field.play(), a, b))


# -- the abbey, 27.5 ---------------------------------------------------------------------------------------------------


def test_c2_22_a_line_from_outside_is_blocked_by_the_outer_wall() -> None:
    """27.5."""
    field = abbey()
    assert field.charts.boards["field"].terrain["2210"] == "abbey-outside"
    assert not sight.clear(field.play(), "2310", "2111")
    assert not sight.clear(field.play(), "2111", "2310")


@pytest.mark.parametrize("start", ["1810", "1809"])
def test_c2_23_24_within_the_abbey_each_hex_costs_one(start: str) -> None:
    """27.5."""
    field = abbey()
    assert sight.clear(field.play(), start, "2111")
    assert through(field, start, "2111") == through(field, "2111", start) == -2


def test_27_5_within_the_abbey_its_own_line_of_the_chart_counts() -> None:
    field = abbey()
    inside, outside = field.friend("hall", "1810"), field.friend("perry", "2410")
    target, wall = field.enemy("jung", "2111", ""), field.enemy("sommer", "2210", "")
    play = field.play()
    assert sight.fire_terms(play, inside, target) == (
        Modifier("abbey inside", -2, "27"),
        Modifier("through the abbey", -2, "27.5"),
    )
    assert sight.fire_terms(play, outside, wall) == (Modifier("abbey outside", -4, "27"),)


def test_27_5_fire_from_outside_reaches_outer_hexes_only() -> None:
    field = abbey()
    play = field.play()
    assert sight.clear(play, "2410", "2210")
    assert not any(sight.clear(play, "2410", f"{column}{row:02}") for column in (20, 21) for row in (10, 11))


# -- obstacles, heights, blind hexes -----------------------------------------------------------------------------------


def test_12_obstacles_block_and_the_ends_do_not() -> None:
    field = Field(["T.T.T"])
    play = field.play()
    assert sight.clear(play, "0101", "0301")
    assert not sight.clear(play, "0101", "0501")


def test_11_a_wall_does_not_block_a_hedge_does() -> None:
    assert sight.clear(Field([".W."]).play(), "0101", "0301")
    assert not sight.clear(Field([".h."]).play(), "0101", "0301")


def test_11_a_line_along_a_side_is_blocked_by_both_hexes_only() -> None:
    """From 0102 to 0302 the line runs along the side between 0201 and 0202."""
    one, both = Field(["...", ".T.", "..."]), Field([".T.", ".T.", "..."])
    assert set(one.play().board.line("0102", "0302")[1]) == {"0201", "0202"}
    assert sight.clear(one.play(), "0102", "0302")
    assert not sight.clear(both.play(), "0102", "0302")


def test_11_at_the_rim_the_one_hex_there_is_blocks() -> None:
    assert not sight.clear(Field([".T.", "..."]).play(), "0101", "0301")


def column(glyphs: str, heights: str = "") -> Field:
    """A board of one column, drawn from north to south: a line straight down it."""
    return Field(list(glyphs), list(heights))


def seen(field: Field, eye: int = 1) -> list[int]:
    """Which rows are seen from one of them."""
    play = field.play()
    rows = range(1, len(play.board.hexes) + 1)
    return [row for row in rows if sight.clear(play, f"01{eye:02}", f"01{row:02}")]


@pytest.mark.parametrize(
    ("glyphs", "heights", "expected"),
    [
        ("..h...", "1.....", [1, 2, 3, 5, 6]),  # a hedge two hexes off hides one behind it
        ("......h....", "1..........", [1, 2, 3, 4, 5, 6, 7, 10, 11]),  # six hexes off it hides two
        ("..T...", "1.....", [1, 2, 3]),  # trees as high as the one who looks hide all behind them
        ("..T...", "2.....", [1, 2, 3, 5, 6]),
        ("......", "1.1...", [1, 2, 3, 5, 6]),  # a crest of one's own height hides the foot of it
        ("......", "1.2...", [1, 2, 3]),
        ("..hh..", "1.....", [1, 2, 3, 6]),
        (".h.h..", "......", [1, 2]),
        ("T.W...", "......", [1, 2, 3, 4, 5, 6]),
    ],
)  # fmt: skip
def test_11_blind_hexes_behind_an_obstacle(glyphs: str, heights: str, expected: list[int]) -> None:
    assert seen(column(glyphs, heights)) == expected


def test_sight_is_mutual() -> None:
    """12."""
    field = Field(
        ["..h.T.", ".H..B.", "o..r..".replace("r", "%"), ".^.T..", "..h..."],
        ["12.21.", "...1..", "2.1...", ".3..1.", "......"],
    )
    play = field.play()
    for a in play.board.hexes:
        for b in play.board.hexes:
            assert sight.clear(play, a, b) == sight.clear(play, b, a)


def test_rubble_in_place_of_a_house_lets_others_look_over_it() -> None:
    field = column("..B..", "2....")
    assert seen(field) == [1, 2, 3, 5]
    tall = column("..B..", "1....")
    assert seen(tall) == [1, 2, 3]
    tall.mark("0103", "rubble")
    assert seen(tall) == [1, 2, 3, 5]


# -- low orders, 27.8 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["sneak", "hide", "reload", "rally"])
def test_27_8_small_terrain_blocks_only_where_one_lies_low(order: str) -> None:
    field = column('.".')
    viewer, target = field.friend("hall", "0101", "aimed"), field.enemy("jung", "0103", "aimed")
    assert sight.sees_man(field.play(), viewer, target)
    target = field.enemy("jung", "0103", order)
    assert not sight.sees_man(field.play(), viewer, target)
    assert not sight.sees_man(field.play(), target, viewer)


def test_27_8_an_evading_man_is_seen_over_long_grass() -> None:
    field = column('.".')
    viewer, target = field.friend("hall", "0101", "aimed"), field.enemy("jung", "0103", "evade", (1,))
    assert sight.sees_man(field.play(), viewer, target)


@pytest.mark.parametrize(("month", "expected"), [(5, True), (6, False), (8, False), (9, True)])
def test_27_8_fields_are_small_terrain_in_summer(month: int, expected: bool) -> None:
    field = Field(list(".,."), month=month)
    viewer, target = field.friend("hall", "0101", "aimed"), field.enemy("jung", "0103", "hide")
    assert sight.sees_man(field.play(), viewer, target) == expected
    assert ground.cover(field.play(), "0102") is False


@pytest.mark.parametrize(
    ("higher", "away", "expected"), [(0, 1, True), (0, 2, False), (1, 2, True), (1, 3, False)]
)
def test_c2_44_who_hides_in_a_trench_is_seen_from_beside_it(higher: int, away: int, expected: bool) -> None:
    """27.4, 27.8."""
    field = column("....", f"{higher}{'.' * 3}".replace("0", "."))
    field.mark(f"010{1 + away}", "trench")
    viewer, target = field.friend("hall", "0101", "aimed"), field.enemy("jung", f"010{1 + away}", "hide")
    assert sight.sees_man(field.play(), viewer, target) == expected
    standing = field.enemy("jung", f"010{1 + away}", "aimed")
    assert sight.sees_man(field.play(), viewer, standing)


# -- weather, night, smoke ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "night", "expected"), [(0, 0, 0), (6, 0, 6), (0, 4, 4), (6, 4, 4), (3, 4, 3)]
)
def test_28_the_lower_of_weather_and_night_bounds_sight(weather: int, night: int, expected: int) -> None:
    field = Field(["." * 9], night=night)
    field.game.sight = weather
    viewer = field.friend("hall", "0101")
    play = field.play()
    assert sight.reach(play) == expected
    far = expected or 8
    assert sight.sees(play, viewer, f"0{1 + far}01")
    assert not expected or not sight.sees(play, viewer, f"0{2 + far}01")


@pytest.mark.parametrize(
    ("weather", "value"), [("clear", 0), ("rain", -1), ("heavy-rain", -1), ("mist", -1), ("fog", -2)]
)
def test_28_1_weather_counts_beyond_two_hexes(weather: str, value: int) -> None:
    field = column("......")
    field.game.weather = weather
    man = field.friend("hall", "0101")
    play = field.play()
    assert sight.weather_terms(play, man, "0101", "0103") == ()
    assert sum(term.value for term in sight.weather_terms(play, man, "0101", "0104")) == value


def test_28_1_weather_does_not_count_within_one_building() -> None:
    field = column("BBBB.B")
    field.game.weather = "fog"
    man = field.friend("hall", "0101")
    play = field.play()
    assert sight.weather_terms(play, man, "0101", "0104") == ()
    assert sight.weather_terms(play, man, "0101", "0106") != ()


@pytest.mark.parametrize(
    ("quality", "reached", "beyond"), [(4, False, True), (5, True, True), (3, False, False)]
)
def test_c2_25_two_smokes_block_at_twice_the_quality(quality: int, reached: bool, beyond: bool) -> None:
    """29.5."""
    for reading, expected in (("reached", reached), ("beyond", beyond)):
        field = Field(list("..."), readings=Readings(smoke_blocks=reading))  # pyright: ignore[reportArgumentType]
        field.mark("0102", "smoke")
        field.mark("0102", "smoke")
        man = field.friend("hall", "0101", quality=quality)
        play = field.play()
        assert sum(term.value for term in sight.smoke_terms(play, "0101", "0103")) == -8
        assert sight.sees(play, man, "0103") == expected


def test_29_5_smoke_at_either_end_counts_too_and_none_within_a_hex() -> None:
    field = column("....")
    field.mark("0101", "fading")
    field.mark("0104", "smoke")
    play = field.play()
    assert [term.value for term in sight.smoke_terms(play, "0101", "0104")] == [-2, -4]
    assert sight.smoke_terms(play, "0101", "0101") == ()


def test_29_5_along_a_side_only_what_both_hexes_have_counts() -> None:
    field = Field(["...", "...", "..."])
    field.mark("0201", "smoke")
    assert sight.smoke_terms(field.play(), "0102", "0302") == ()
    field.mark("0202", "fading")
    assert [term.value for term in sight.smoke_terms(field.play(), "0102", "0302")] == [-2]


@pytest.mark.parametrize(("reading", "expected"), [("wholly", False), ("as-smoke", True)])
def test_29_2_a_fire_blocks_or_hampers_by_the_reading(reading: str, expected: bool) -> None:
    field = Field(list("..."), readings=Readings(fire_blocks=reading))  # pyright: ignore[reportArgumentType]
    field.mark("0102", "fire")
    man = field.friend("hall", "0101")
    assert sight.sees(field.play(), man, "0103") == expected
    assert sight.sees(field.play(), man, "0102")


# -- what a target gets ------------------------------------------------------------------------------------------------


def worth(
    field: Field, order: str, *, by: ground.Charted = "fire", side: str = "enemy", **more: object
) -> int:
    """Terms of a man in 0103, from 0101."""
    viewer = field.friend("hall", "0101", "aimed")
    target = field.enemy("jung", "0103", order)
    terms = sight.fire_terms if by == "fire" else sight.seen_terms
    return sum(term.value for term in terms(field.play(), viewer, target))


@pytest.mark.parametrize(
    ("order", "expected"),
    [("aimed", -3), ("hide", -5), ("evade", -3), ("sprint", -1), ("run-and-gun", -2)],
)
def test_11_a_running_man_has_less_of_the_terrain(order: str, expected: int) -> None:
    """Trees are −3; Evade and Run & Gun take at most 2 of it, Sprint 1."""
    assert worth(column("..T"), order) == expected


def test_11_long_grass_helps_only_who_lies_low() -> None:
    assert worth(column('.."'), "aimed") == 0
    assert worth(column('.."'), "hide") == -3
    assert worth(column('.."'), "hide", by="seen") == -4


def test_27_6_a_foxhole_among_trees_gives_the_better_of_the_two() -> None:
    field = column("..T")
    assert worth(field, "aimed") == -3
    field.mark("0103", "foxhole")
    assert worth(field, "aimed") == -4
    assert worth(field, "aimed", by="seen") == 1 - 2


def test_27_9_by_a_half_track_the_better_of_the_two_counts_by_a_jeep_the_terrain() -> None:
    field = column("...")
    assert worth(field, "aimed") == 0
    field.vehicle("v1", "jeep", "0103", side="us")
    assert worth(field, "aimed") == 0
    field.vehicle("v2", "sdkfz251", "0103")
    assert worth(field, "aimed") == -2


def test_27_2_a_fortified_building_has_its_own_line() -> None:
    field = column("..B")
    assert worth(field, "aimed") == -4
    field.mark("0103", "fortified")
    assert worth(field, "aimed") == -5


@pytest.mark.parametrize(("ground_now", "expected"), [("dry", 1), ("mud", 1), ("snow", 0), ("deep-snow", 0)])
def test_28_2_winter_camouflage_counts_in_snow(ground_now: str, expected: int) -> None:
    field = Field(list("..."), camouflage=("de",))
    field.game.ground = ground_now
    assert worth(field, "aimed", by="seen") == expected


def test_31_7_a_driver_behind_a_closed_hatch_sees_ahead_only() -> None:
    field = Field(["." * 5 for _ in range(9)])
    field.vehicle("v1", "pz4h", "0305", facing=1)
    driver = field.aboard("dr", "v1", "D")
    play = field.play()
    assert sight.sees(play, driver, "0302")
    assert not sight.sees(play, driver, "0308")
    assert not sight.sees(play, driver, "0505")


# -- what lies in a hex ------------------------------------------------------------------------------------------------


def test_11_smoke_makes_cover_and_open_ground_is_none() -> None:
    field = Field([".o"])
    assert not ground.cover(field.play(), "0101")
    assert ground.cover(field.play(), "0201")
    field.mark("0101", "fading")
    assert ground.cover(field.play(), "0101")


def test_27_7_wire_is_rough_unless_a_comrade_hides_in_it() -> None:
    """27.7 men."""
    field = Field([".."])
    field.mark("0201", "wire")
    assert ground.rough(field.play(), "0201", "us")
    field.friend("hall", "0201", "hide")
    assert not ground.rough(field.play(), "0201", "us")
    assert ground.rough(field.play(), "0201", "de")


@pytest.mark.parametrize(
    ("glyph", "wheels", "tracks"),
    [(".", True, True), ("T", False, True), ("h", False, True), ("B", False, False), ("H", False, False)],
)
def test_31_5_what_vehicles_may_enter(glyph: str, wheels: bool, tracks: bool) -> None:
    """27.1, 27.3."""
    play = Field([f".{glyph}"]).play()
    assert ground.passable(play, "0201", wheels=True) == wheels
    assert ground.passable(play, "0201", wheels=False) == tracks


def test_27_7_29_2_wire_stops_wheels_and_fire_everybody() -> None:
    """27.7 vehicles."""
    field = Field(["..."])
    field.mark("0201", "wire")
    field.mark("0301", "raging")
    play = field.play()
    assert not ground.passable(play, "0201", wheels=True)
    assert ground.passable(play, "0201", wheels=False)
    assert not ground.passable(play, "0301", wheels=False)
    assert ground.passable_on_foot(play, "0201")
    assert not ground.passable_on_foot(play, "0301")


def test_27_5_a_line_that_leaves_the_abbey_is_fire_from_outside():
    """Two wings with a yard between them: the outer wall's line of the chart counts, and no hex costs anything."""
    field = Field(["A.A", "A.A"])
    hall = field.friend("hall", "0101", "aimed", spotted=True)
    jung = field.enemy("jung", "0301", "aimed")
    terms = {one.what: one.value for one in sight.fire_terms(field.play(), hall, jung)}
    assert terms == {"abbey outside": -4}


@pytest.mark.parametrize(
    ("order", "away", "seen"), [("hide", 1, False), ("aimed", 1, False), ("aimed", 2, True)]
)
def test_27_8_as_printed_nobody_in_a_depression_is_seen_from_next_to_him(order: str, away: int, seen: bool):
    field = Field(["......"] * 2, readings=Readings(beside_hollows="as-printed"))
    field.mark("0101", "trench")
    jung = field.enemy("jung", "0101", order)
    hall = field.friend("hall", f"0{1 + away}01", "aimed")
    assert sight.sees_man(field.play(), hall, jung) is seen


@pytest.mark.parametrize("glyph", ["v", "~", "c"])
def test_27_8_depressions_of_the_board_hide_who_lies_low(glyph: str):
    for order, away, seen in (("hide", 1, True), ("hide", 2, False), ("aimed", 2, True)):
        field = Field([f"{glyph}....."] * 2)
        jung = field.enemy("jung", "0101", order)
        hall = field.friend("hall", f"0{1 + away}01", "aimed")
        assert sight.sees_man(field.play(), hall, jung) is seen
