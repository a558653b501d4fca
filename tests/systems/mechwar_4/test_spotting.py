"""Sight (5, 10.4): the examples of the text, each rule by itself, and both boards against the slow way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from campaign.rules.hexes import disc
from campaign.rules.relief import Blocked
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.spotting import Spotting
from tests.systems.mechwar_4.oracle import blockers
from tests.systems.mechwar_4.pack import board, charts, reading


def column(heights: str, terrain: str = "") -> Charts:
    """Hexes 0101, 0102 … from north to south."""
    return board(tuple(heights), tuple(terrain))


def sees(heights: str, terrain: str = "") -> tuple[bool, bool]:
    """Whether the first of a column sees the last, and the other way round."""
    sight = column(heights, terrain).spotting("test")
    last = f"01{len(heights):02}"
    return sight.clear("0101", last), sight.clear(last, "0101")


BOTH, NEITHER = (True, True), (False, False)


def test_mw_11_a_unit_in_a_town_is_at_its_ground_and_the_town_blocks_a_level_higher() -> None:
    """10.42."""
    assert sees("000", ".B.") == NEITHER
    assert sees("00000", ".B...") == NEITHER
    assert sees("000", "B.B") == BOTH, "10.42: it is not the unit in the town that is higher"
    assert sees("10000", "...B.") == NEITHER, "nor does it look from its roofs"
    assert sees("20000", ".B...") == BOTH


def test_mw_12_a_town_nearer_to_the_lower_unit_blocks() -> None:
    """5.1."""
    assert sees("2000000", "....B..") == NEITHER, "four from the higher, two from the lower"
    assert sees("2000000", "..B....") == BOTH
    assert sees("2000000", "...B...") == BOTH, "as near to one as to the other"


def test_mw_38_blind_hexes_and_halves() -> None:
    """10.44."""
    assert sees("200", ".B.") == NEITHER, "the hex behind is blind"
    assert sees("20000", "..B..") == BOTH
    assert sees("20000", "...B.") == NEITHER
    assert sees("2000", ".B..") == BOTH


def test_mw_39_distances() -> None:
    distance = charts().boards["valley"].distance
    assert (distance("3803", "3903"), distance("3804", "3903")) == (1, 2)


def test_5_0_what_is_common_to_the_hex_of_either_does_not_block() -> None:
    assert sees("00", "tt") == BOTH
    assert sees("0110") == NEITHER
    near = board(("...",) * 3, sides=({"what": "crest", "hex": "0102", "edges": ["N"]},)).spotting("test")
    assert near.clear("0101", "0103"), "a side of its own hex"


def test_5_11_a_continuous_slope_is_looked_down() -> None:
    assert sees("3210") == BOTH
    assert sees("32100") == BOTH
    assert sees("32110") == NEITHER, "two hexes of one level: from the higher the lip hides what is below"


def test_10_43_higher_ground_blocks() -> None:
    assert sees("010") == NEITHER
    assert sees("12100") == NEITHER
    assert sees("1001") == BOTH


def test_10_44_ground_between_the_two_blocks_if_it_is_nearer_to_the_lower() -> None:
    assert sees("1110") == NEITHER
    assert sees("11000") == BOTH
    assert sees("22110000") == BOTH
    assert sees("2211000") == (True, False), (
        "10.41: the slope is nearer to the lower, the other looks over it"
    )
    assert sees("22211100") == NEITHER


def test_10_41_who_stands_two_levels_up_looks_over_a_crest() -> None:
    crest = ({"what": "crest", "hex": "0104", "edges": ["N"]},)
    sight = board(tuple("20000"), sides=crest).spotting("test")
    assert sight.clear("0101", "0105")
    assert sight.blocker("0105", "0101") == Blocked("0104", "wall", "0103"), "from below it hides him"
    level = board(tuple("10000"), sides=crest).spotting("test")
    assert not level.clear("0101", "0105")
    assert level.told(Blocked("0104", "wall", "0103")) == "the crest between 0104 and 0103"


@pytest.mark.parametrize("what", ["crest", "embankment", "rampart"])
def test_10_41_obstacles_of_a_level(what: str) -> None:
    sight = board(tuple("0000"), sides=({"what": what, "hex": "0102", "edges": ["S"]},)).spotting("test")
    assert not sight.clear("0101", "0104")
    assert sight.clear("0102", "0104"), "who stands behind it looks over it"


def test_readings_of_sight() -> None:
    """Each reading that sight asks for changes what is seen somewhere on the valley's board (5.1)."""
    plain = charts().spotting("valley")
    board = plain.ground.board
    high = [hex for hex in board.hexes if plain.ground.height[hex] > 1]
    pairs = [(a, b) for a in high for b in board.on_board(disc(board.axial[a], 4))]
    for values in (
        {"low_obstacles": "either"},
        {"level_with_cover": "blocks"},
        {"along_hexside": "both"},
        {"downhill": "nearer"},
    ):
        other = reading(**values).spotting("valley")
        assert any(plain.clear(b, a) != other.clear(b, a) for a, b in pairs), values
    hill = column("20000").spotting("test")
    assert hill.clear("0101", "0105", {"0102"})
    assert not smoky("20000").clear("0101", "0105", {"0102"})


def smoky(heights: str) -> Spotting:
    """A column where nobody looks over smoke."""
    plain = column(heights)
    readings = Readings(smoke_sight="blocks")
    return Spotting(plain.ground("test"), readings, plain.special)


def test_18_11_smoke_is_like_woods_and_passes() -> None:
    sight = column("000").spotting("test")
    assert sight.clear("0101", "0103")
    blocked = sight.blocker("0101", "0103", {"0102"})
    assert blocked == Blocked("0102", "cover")
    assert sight.told(blocked, {"0102"}) == "smoke in 0102"
    assert sight.clear("0101", "0103")
    assert column("20000").spotting("test").clear("0101", "0105", {"0102"}), "a level high, as woods"


BESIDE = ("0201", "0202")
"""The two hexes between which the line from 0102 to 0302 runs."""


@pytest.mark.parametrize("how", ["woods", "blocks"])
@pytest.mark.parametrize(("along", "woods", "smoke", "seen"), [
    ("both", 2, 0, False), ("both", 1, 0, True), ("both", 0, 1, True), ("both", 0, 2, False), ("both", 1, 1, False),
    ("either", 1, 0, False), ("either", 0, 1, False), ("either", 1, 1, False),
])  # fmt: skip
def test_18_11_smoke_on_one_hand_and_woods_on_the_other_close_a_line(
    how: Any, along: Any, woods: int, smoke: int, seen: bool
) -> None:
    """Smoke is treated like woods: on one hand, too. woods: how many of the two have some; smoke: of the others."""
    rows = ["...", "...", "..."]
    for hex in BESIDE[:woods]:
        rows[int(hex[2:]) - 1] = ".t."
    plain = board(("000",) * 3, tuple(rows))
    sight = Spotting(plain.ground("test"), Readings(along_hexside=along, smoke_sight=how), plain.special)
    around = sight.ground.around
    assert {hex for _, hex in around["0102"]} & {hex for _, hex in around["0302"]} == {*BESIDE}
    fog = BESIDE[::-1][:smoke]
    for a, b in (("0102", "0302"), ("0302", "0102")):
        assert sight.clear(a, b, fog) == (sight.blocker(a, b, fog) is None) == seen
        assert sight.clear(a, b) == (woods < (2 if along == "both" else 1))


def test_17_22_helicopters_look_over_everything_but_into_woods() -> None:
    sight = board(tuple("02200"), tuple(".t.tt")).spotting("test")
    assert sight.from_air("0101", "0103") is None
    assert sight.from_air("0101", "0105") == Blocked("0104", "cover")
    assert sight.from_air("0104", "0105") is None, "17.23: next to it"
    assert sight.from_air("0101", "0104") is None, "the edge of the woods"


def test_5_2_observation_ranges() -> None:
    sight = board(("...",) * 3, ("tTB", "...", "h..")).spotting("test")
    ranges = [
        (sight.range("0202", hex, "vehicle"), sight.range("0202", hex, "foot"))
        for hex in ("0302", "0101", "0201", "0301", "0103")
    ]
    assert ranges == [(20, 8), (5, 3), (3, 2), (3, 2), (1, 1)]
    assert sight.range("0202", "0302", "vehicle", smoke={"0302"}) == 2
    assert sight.range("0202", "0302", "vehicle", defilade=True) == 1
    assert sight.range("0202", "0302", "foot", improved=True) == 1
    assert sight.range("0202", "0302", "vehicle", night=True) == 10, "19.72"


def test_10_24_a_slope_covers_who_is_below_it_and_a_crest_both() -> None:
    slope = column("100").spotting("test")
    assert slope.covers("0101", "0102") == {"slope"}
    assert slope.covers("0102", "0101") == frozenset()
    assert slope.range("0101", "0102", "vehicle") == 1
    crest = board(tuple("000"), sides=({"what": "crest", "hex": "0102", "edges": ["N"]},)).spotting("test")
    assert crest.covers("0101", "0102") == crest.covers("0103", "0101") == {"crest"}
    assert crest.covers("0103", "0102") == frozenset()


def named(found: Blocked | None) -> set[str]:
    """A blocker as the slow way names it."""
    if found is None:
        return set()
    return {"|".join(sorted((found.hex, found.other))) if found.other else found.hex}


READINGS: tuple[dict[str, str], ...] = (
    {},
    {"along_hexside": "both", "downhill": "nearer"},
    {"low_obstacles": "either", "level_with_cover": "blocks"},
)


@pytest.mark.parametrize("values", READINGS)
@pytest.mark.parametrize("name", ["valley", "desert"])
def test_sight_is_what_the_slow_way_says_and_names_what_blocks(
    name: str, values: dict[str, str], scale: int
) -> None:
    """5.0."""
    those = reading(**values) if values else charts()
    sight, ground = those.spotting(name), those.ground(name)
    some, rnd = sorted(ground.board.hexes), Random(f"{name} {values}")
    seen = {True: 0, False: 0}
    for _ in range((200 if values else 700) * scale):
        a = rnd.choice(some)
        b = rnd.choice(ground.board.on_board(disc(ground.board.axial[a], rnd.choice((4, 8, 16, 30)))))
        found, slowly = sight.blocker(a, b), blockers(ground, those.readings, a, b)
        assert named(found) <= slowly and bool(found) == bool(slowly), (a, b)
        assert sight.clear(a, b) == (found is None), (a, b)
        seen[found is None] += 1
        back = sight.blocker(b, a)
        if (found is None) != (back is None):
            blocked, looks, at = (found, a, b) if found else (back, b, a)
            assert blocked and blocked.by == "wall" and those.readings.low_obstacles == "sighter"
            assert ground.height[at] > ground.height[looks], (
                "10.41: only from below a low obstacle hides one way"
            )
    assert min(seen.values()) > sum(seen.values()) // 10, "both happen often"


@pytest.mark.parametrize("values", READINGS)
@pytest.mark.parametrize("levels", ["01", "0012", "02345"])
def test_who_sees_whom_is_what_no_blocker_is_found_for(values: dict[str, str], levels: str) -> None:
    """On boards as steep as need be, from every hex to every other, past smoke and without."""
    rnd = Random(f"{levels} {values}")
    rows = range(14)
    heights = tuple("".join(rnd.choice(levels) for _ in rows) for _ in rows)
    picture = tuple("".join(rnd.choice("........tTB") for _ in rows) for _ in rows)
    crests = [
        {"what": "crest", "hex": f"{1 + x:02}{1 + y:02}", "edges": ["S"]} for x in rows for y in rows[:-1]
    ]
    plain = board(heights, picture, tuple(rnd.sample(crests, 20)))
    sight = Spotting(plain.ground("test"), Readings("for a test", **values), plain.special)  # type: ignore[arg-type]
    ground = sight.ground
    for smoke in ((), tuple(rnd.sample(ground.numbered, 20))):
        for a in rnd.sample(ground.numbered, 40):
            clear = [b for b in ground.numbered if sight.blocker(a, b, smoke) is None]
            assert [b for b in ground.numbered if sight.clear(a, b, smoke)] == clear, a
