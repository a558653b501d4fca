"""Hex geometry against the rulebooks' own examples and against slow arithmetic done another way."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules import hexes
from campaign.rules.hexes import (
    CORNERS,
    CORNERS_OF_EDGE,
    DIRECTIONS,
    EDGES,
    EDGES_OF_CORNER,
    Axial,
    Corner,
    Edge,
    HexError,
    Layout,
)

MECHWAR = Layout(columns=34, rows=40)
COMBAT = Layout(columns=34, rows=40, separator=".")
VETERAN = Layout(columns=32, rows=24, first_column=0, first_row=0, columns_from="east")

small = st.integers(-9, 9)
spots = st.tuples(small, small)
shifts = st.tuples(st.integers(-500, 500), st.integers(-500, 500))
layouts = st.builds(
    Layout,
    columns=st.integers(1, 40),
    rows=st.integers(1, 40),
    first_column=st.sampled_from((0, 1)),
    first_row=st.sampled_from((0, 1)),
    half_up=st.sampled_from(("odd", "even")),
    columns_from=st.sampled_from(("west", "east")),
    separator=st.sampled_from(("", ".")),
)


# A second way to say where things are: half a side across, half a hex's height down, not skewed.
CORNER_OFFSETS: dict[Corner, tuple[int, int]] = {
    "NE": (1, -1), "E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1)
}  # fmt: skip


def plane(hex: Axial) -> tuple[int, int]:
    return 3 * hex[0], 2 * hex[1] + hex[0]


def corners(hex: Axial) -> dict[Corner, tuple[int, int]]:
    x, y = plane(hex)
    return {corner: (x + dx, y + dy) for corner, (dx, dy) in CORNER_OFFSETS.items()}


def inside(a: Axial, b: Axial, hex: Axial) -> tuple[Fraction, Fraction, bool] | None:
    """From where to where (0 to 1) the segment is in a hex, rim included, and whether in its interior."""
    (ax, ay), (bx, by) = plane(a), plane(b)
    dx, dy = bx - ax, by - ay
    first, last, interior = Fraction(0), Fraction(1), True
    around = list(corners(hex).values())
    for (px, py), (qx, qy) in zip(around, around[1:] + around[:1], strict=True):
        # Clockwise corners with y downwards: inside is where this product is above 0.
        start = (qx - px) * (ay - py) - (qy - py) * (ax - px)
        slope = (qx - px) * dy - (qy - py) * dx
        if slope == 0:
            if start < 0:
                return None
            interior = interior and start > 0
        elif slope > 0:
            first = max(first, Fraction(-start, slope))
        else:
            last = min(last, Fraction(-start, slope))
    return (first, last, interior) if first < last else None


def slow_line(a: Axial, b: Axial) -> list[set[Axial]]:
    stretches: dict[tuple[Fraction, Fraction, bool], set[Axial]] = {}
    for q in range(min(a[0], b[0]) - 1, max(a[0], b[0]) + 2):
        for r in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
            if stretch := inside(a, b, (q, r)):
                stretches.setdefault(stretch, set()).add((q, r))
    return [stretches[stretch] for stretch in sorted(stretches)]


def line(layout: Layout, a: str, b: str) -> list[set[str | None]]:
    return [{layout.hex_at(hex) for hex in step} for step in hexes.line(layout.axial(a), layout.axial(b))]


def row(layout: Layout, start: str, edge: Edge, length: int) -> list[str | None]:
    found: list[str | None] = [start]
    while len(found) < length:
        found.append(layout.neighbour(str(found[-1]), edge))
    return found


# What the rulebooks print.


def test_mw_13_hex_row_south_east_from_0119() -> None:
    found = row(MECHWAR, "0119", "SE", 31)
    assert found[:5] == ["0119", "0219", "0320", "0420", "0521"]
    assert found[-4:] == ["2832", "2933", "3033", "3134"]
    assert line(MECHWAR, "0119", "3134") == [{hex} for hex in found]


def test_c2_3_direction_1_is_straight_up() -> None:
    assert COMBAT.neighbour("15.12", "N") == "15.11"


def test_c2_22_from_23_10_to_21_11() -> None:
    assert line(COMBAT, "23.10", "21.11") == [{"23.10"}, {"22.10"}, {"21.11"}]


def test_c2_23_from_18_10_to_21_11() -> None:
    assert line(COMBAT, "18.10", "21.11") == [{"18.10"}, {"19.11"}, {"20.10"}, {"21.11"}]


def test_c2_24_from_18_09_to_21_11() -> None:
    assert line(COMBAT, "18.09", "21.11") == [{"18.09"}, {"19.10"}, {"20.10"}, {"21.11"}]


def test_c2_18_the_way_of_the_panzer() -> None:
    here, way = "22.14", list[str | None]()
    for edge in ("NW", "SW", "NW", "SW", "SW"):
        here = COMBAT.neighbour(here, edge) or ""
        way.append(here)
    assert way == ["21.14", "20.14", "19.14", "18.14", "17.15"]


def test_combat_veteran_set_ups_face_each_other() -> None:
    pershing, t34, tiger = map(VETERAN.axial, ("1514", "2400", "2900"))
    assert hexes.distance(pershing, t34) == 18
    assert hexes.distance(pershing, tiger) == 21
    # Both face exactly the corner at which they see each other, which they do only if odd columns sit higher.
    assert hexes.sides_crossed(t34, pershing) == ("NW", "N") == EDGES_OF_CORNER["NW"]
    assert hexes.sides_crossed(pershing, t34) == ("SE", "S") == EDGES_OF_CORNER["SE"]
    assert hexes.sides_crossed(tiger, pershing) == ("NW",)
    assert line(VETERAN, "1514", "2400")[:4] == [{"1514"}, {"1513", "1613"}, {"1612"}, {"1611", "1712"}]


# Directions.


def test_corners_lie_between_their_edges() -> None:
    assert EDGES_OF_CORNER == {
        "NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"),
        "SW": ("S", "SW"), "W": ("SW", "NW"), "NW": ("NW", "N"),
    }  # fmt: skip
    for edge, ends in CORNERS_OF_EDGE.items():
        assert all(edge in EDGES_OF_CORNER[corner] for corner in ends)
        mine, other = corners((0, 0)), set(corners(DIRECTIONS[edge]).values())
        assert {mine[corner] for corner in ends} == set(mine.values()) & other
    assert get_args(Edge) == EDGES
    assert get_args(Corner) == CORNERS


@given(spots, spots)
def test_bearing_is_the_angle(a: Axial, b: Axial) -> None:
    (ax, ay), (bx, by) = plane(a), plane(b)
    point = hexes.bearing(a, b)
    if a == b:
        assert point is None
        return
    assert point is not None
    # A half side is 1/2 across, half a height √3/2: an angle that close to a clock point is on it.
    angle = math.degrees(math.atan2(bx - ax, (ay - by) * math.sqrt(3))) / 30 % 12
    near = round(angle)
    assert point == (2 * near % 24 if abs(angle - near) < 1e-6 else 2 * math.floor(angle) + 1)
    back = hexes.bearing(b, a)
    assert back is not None
    assert (back - point) % 24 == 12


# Distances, rings, lines.


@given(spots, spots, shifts)
def test_distance(a: Axial, b: Axial, by: Axial) -> None:
    apart = hexes.distance(a, b)
    assert apart == hexes.distance(b, a)
    assert apart == hexes.distance(moved(a, by), moved(b, by))
    assert (apart == 0) == (a == b)


def test_distance_is_the_shortest_walk() -> None:
    reached = {(0, 0): 0}
    edge_of_search = [(0, 0)]
    for steps in range(1, 9):
        following = {hexes.step(hex, edge) for hex in edge_of_search for edge in EDGES} - reached.keys()
        reached |= dict.fromkeys(following, steps)
        edge_of_search = list(following)
        assert set(hexes.ring((0, 0), steps)) == following
        assert set(hexes.disc((0, 0), steps)) == reached.keys()
    for hex, steps in reached.items():
        assert hexes.distance((0, 0), hex) == steps


def test_rings_run_clockwise_from_north() -> None:
    assert hexes.ring((5, 5), 0) == ((5, 5),)
    assert hexes.ring((5, 5), 1) == tuple(hexes.step((5, 5), edge) for edge in EDGES)
    assert len(hexes.ring((5, 5), 7)) == len(set(hexes.ring((5, 5), 7))) == 42


def moved(hex: Axial, by: Axial) -> Axial:
    return (hex[0] + by[0], hex[1] + by[1])


@given(spots, spots)
@settings(deadline=None)
def test_line_crosses_what_exact_arithmetic_says(a: Axial, b: Axial) -> None:
    assert [set(step) for step in hexes.line(a, b)] == slow_line(a, b)


@given(spots, spots, shifts)
def test_line_both_ways_and_anywhere(a: Axial, b: Axial, by: Axial) -> None:
    steps = hexes.line(a, b)
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    assert [step[::-1] for step in hexes.line(b, a)] == list(steps[::-1])
    assert hexes.line(moved(a, by), moved(b, by)) == tuple(
        tuple(moved(hex, by) for hex in step) for step in steps
    )


@given(spots, spots, shifts)
def test_sides_crossed(a: Axial, b: Axial, by: Axial) -> None:
    found = hexes.sides_crossed(a, b)
    assert found == hexes.sides_crossed(moved(a, by), moved(b, by))
    if a == b:
        assert found == ()
        return
    stretch = inside(a, b, b)
    assert stretch is not None
    (ax, ay), (bx, by_) = plane(a), plane(b)
    x, y = ax + stretch[0] * (bx - ax), ay + stretch[0] * (by_ - ay)
    expected: set[Edge] = set()
    for edge, (one, two) in CORNERS_OF_EDGE.items():
        (px, py), (qx, qy) = corners(b)[one], corners(b)[two]
        on_line = (qx - px) * (y - py) == (qy - py) * (x - px)
        if on_line and min(px, qx) <= x <= max(px, qx) and min(py, qy) <= y <= max(py, qy):
            expected.add(edge)
    assert set(found) == expected


# Numbers.


@given(layouts)
@settings(deadline=None)
def test_every_hex_has_one_number_and_one_place(layout: Layout) -> None:
    all_hexes = layout.hexes()
    assert len(set(all_hexes)) == layout.columns * layout.rows
    for i, hex in enumerate(all_hexes):
        assert layout.hex_at(layout.axial(hex)) == hex
        assert layout.parse(hex) == hex
        assert layout.hex_in(i % layout.columns, i // layout.columns) == hex


@given(layouts, st.data())
@settings(deadline=None)
def test_columns_are_staggered_by_their_printed_number(layout: Layout, data: st.DataObject) -> None:
    a, b = (data.draw(st.sampled_from(layout.hexes())) for _ in "ab")

    def spot(hex: str) -> tuple[int, int]:
        column, line = int(hex[:2]), int(hex[-2:])
        lower = (column % 2 == 1) != (layout.half_up == "odd")
        return (column if layout.columns_from == "west" else -column), 2 * line + lower

    (ax, ay), (bx, by) = spot(a), spot(b)
    (px, py), (qx, qy) = plane(layout.axial(a)), plane(layout.axial(b))
    assert (qx - px, qy - py) == (3 * (bx - ax), by - ay)


def test_neighbours_off_the_board_are_none() -> None:
    assert VETERAN.neighbour("3100", "SW") is None
    assert VETERAN.neighbour("3100", "N") is None
    assert VETERAN.neighbour("3100", "SE") == "3000"
    assert VETERAN.neighbour("3000", "NW") == "3100"


def test_typed_numbers_are_read_kindly() -> None:
    assert COMBAT.parse(" 9.7 ") == "09.07"
    assert COMBAT.parse("0907") == "09.07"
    assert VETERAN.parse("15.14") == "1514"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4014", "4014: column 40 is not on this board (columns 00 to 31)"),
        ("1524", "1524: row 24 is not on this board (rows 00 to 23)"),
        ("", "'' is not a hex number: write column and row, such as 0000"),
        ("١٥١٤", "'١٥١٤' is not a hex number: write column and row, such as 0000"),
        ("15114", "'15114' is not a hex number: write column and row, such as 0000"),
    ],
)
def test_numbers_that_are_refused(text: str, reason: str) -> None:
    with pytest.raises(HexError) as refusal:
        VETERAN.parse(text)
    assert str(refusal.value) == reason


# Before and beyond a target; arcs.


def test_before_and_beyond_a_target() -> None:
    assert (hexes.before((0, 0), (0, 4)), hexes.beyond((0, 0), (0, 4))) == (((0, 3),), ((0, 5),))
    assert hexes.before((0, 0), (1, 0)) == ((0, 0),), "next to the firer it is his own hex"
    assert hexes.before((2, 2), (2, 2)) == hexes.beyond((2, 2), (2, 2)) == ()
    # Due east the line comes along the side of two hexes, and leaves along the side of two others.
    assert hexes.before((0, 0), (2, -1)) == ((1, -1), (1, 0))
    assert hexes.beyond((0, 0), (2, -1)) == ((3, -2), (3, -1)), "left, right"


@given(spots, spots)
def test_beyond_is_what_a_longer_line_crosses(a: Axial, b: Axial) -> None:
    long = hexes.line(a, (2 * b[0] - a[0], 2 * b[1] - a[1]))
    if a != b:
        at = long.index((b,))
        assert (hexes.before(a, b), hexes.beyond(a, b)) == (long[at - 1], long[at + 1])


ARC = hexes.Arc(120)


def test_an_arc_of_120_degrees_around_an_edge() -> None:
    within = {hex for hex in hexes.disc((0, 0), 2) if ARC.holds("N", (0, 0), hex)}
    assert within == {(0, 0), (0, -1), (1, -1), (-1, 0), (0, -2), (1, -2), (-1, -1), (2, -2), (-2, 0)}
    without_rims = {hex for hex in within if hexes.Arc(120, rims=False).holds("N", (0, 0), hex)}
    assert within - without_rims == {(1, -1), (-1, 0), (2, -2), (-2, 0)}


def test_an_arc_around_a_corner() -> None:
    arc = hexes.Arc(60, "corners")
    assert {hex for hex in hexes.ring((0, 0), 1) if arc.holds("NE", (0, 0), hex)} == {(0, -1), (1, -1)}
    assert all(hexes.Arc(360, "corners", rims=False).holds("W", (0, 0), hex) for hex in hexes.disc((0, 0), 3))


@given(st.sampled_from(EDGES), spots, spots, st.sampled_from((60, 120, 180, 240, 300)))
def test_an_arc_is_what_lies_no_further_aside_than_half_of_it(
    edge: Edge, a: Axial, b: Axial, wide: int
) -> None:
    (ax, ay), (bx, by) = plane(a), plane(b)
    along = plane(DIRECTIONS[edge])
    dx, dy = bx - ax, by - ay
    # Not skewed: a unit of x is half a side, one of y half of the height, root 3 times as much.
    angle = math.degrees(
        math.atan2(along[0] * 3**0.5 * dy - along[1] * 3**0.5 * dx, along[0] * dx + 3 * along[1] * dy)
    )
    if a != b:
        assert hexes.Arc(wide).holds(edge, a, b) == (abs(angle) <= wide / 2 + 1e-9)  # type: ignore[arg-type]
        assert hexes.Arc(wide, rims=False).holds(edge, a, b) == (abs(angle) < wide / 2 - 1e-9)  # type: ignore[arg-type]
