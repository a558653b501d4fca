"""Both boards: large enough, sound in themselves, drawn as ground is; and what moving over them costs (8.1, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from campaign.rules.boards import Board
from campaign.rules.hexes import EDGES, Axial, Hex, step
from campaign.systems.mechwar_4.ground import Ground
from campaign.systems.mechwar_4.places import line, zone
from campaign.systems.mechwar_4.scenario import Zone
from campaign.systems.mechwar_4.units import Moves
from tests.systems.mechwar_4.pack import board, charts, reading

BOARDS = ("valley", "desert")
Corner = frozenset[Axial]


def corners(board: Board, a: Hex, b: Hex) -> tuple[Corner, Corner]:
    """The two ends of the side between two neighbours."""
    here, there = board.axial[a], board.axial[b]
    edge = board.edge(a, b)
    assert edge
    i = EDGES.index(edge)
    left, right = step(here, EDGES[i - 1]), step(here, EDGES[(i + 1) % 6])
    return frozenset((here, there, left)), frozenset((here, there, right))


def sides(board: Board, *what: str) -> Iterator[tuple[Hex, Hex]]:
    for a in board.hexes:
        for b in board.neighbours[a]:
            if b and a < b and set(board.side(a, b)) & set(what):
                yield a, b


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_large_and_numbered_as_the_text_has_it(name: str) -> None:
    """3.1."""
    board = charts().boards[name]
    assert board.layout.columns >= 39 and board.layout.rows >= 34
    row = line(board, "0119", "3134")
    assert row[:5] == ("0119", "0219", "0320", "0420", "0521"), "MW-13, rule 20.41"
    assert row[-4:] == ("2832", "2933", "3033", "3134")


def test_mw_13_a_zone_south_of_a_line() -> None:
    """3.1."""
    board = charts().boards["valley"]
    zones = (Zone("us", ("0119", "3134"), "south"), Zone("us", hexes=("3901",), companies=("a",)))
    one = replace(charts().scenarios["hold-the-village"], zone=zones)
    found = zone(one, board, "us")
    assert {"0119", "0134", "1626", "3134", "0420"} <= found
    assert not {"0118", "0419", "1625"} & found
    assert "3234" not in found, "as far as the line goes"
    assert "3901" not in found and "3901" in zone(one, board, "us", "a")
    assert zone(one, board, "soviet") == frozenset()


@pytest.mark.parametrize("name", BOARDS)
def test_levels_run_from_0_to_3_and_no_slope_is_a_cliff(name: str) -> None:
    board = charts().boards[name]
    assert set(board.heights.values()) == {0, 1, 2, 3}
    for a in board.hexes:
        for b in board.neighbours[a]:
            assert b is None or abs(board.heights[a] - board.heights[b]) <= 1, (a, b)


@pytest.mark.parametrize("name", BOARDS)
def test_streams_run_downhill_into_a_river_the_sea_or_off_the_board(name: str) -> None:
    board = charts().boards[name]
    streams, ends = list(sides(board, "stream")), set[Corner]()
    for a, b in sides(board, "river"):
        ends |= {*corners(board, a, b)}
    at: dict[Corner, list[tuple[Hex, Hex]]] = {}
    for pair in streams:
        for corner in corners(board, *pair):
            at.setdefault(corner, []).append(pair)
            hexes = [board.by_axial.get(one) for one in corner]
            if None in hexes or any(hex and board.terrain[hex] == "water" for hex in hexes):
                ends.add(corner)
    level = {pair: min(board.heights[hex] for hex in pair) for pair in streams}
    dry = set(ends)
    reached: set[tuple[Hex, Hex]] = set()
    while dry:  # upstream, from where the water goes
        corner = dry.pop()
        for pair in at.get(corner, []):
            below = [level[one] for one in at[corner] if one in reached]
            if pair not in reached and (corner in ends or level[pair] >= min(below, default=9)):
                reached.add(pair)
                dry |= {*corners(board, *pair)}
    assert set(streams) == reached and streams


@pytest.mark.parametrize("name", BOARDS)
def test_roads_join_the_towns_and_cross_water_by_bridges(name: str) -> None:
    board, ground = charts().boards[name], charts().ground(name)
    town = {hex for hex in board.hexes if board.terrain[hex] == "town"}
    joined, todo = set[Hex](), [next(hex for way in board.file.roads for hex in way)]
    while todo:
        hex = todo.pop()
        if hex not in joined:
            joined.add(hex)
            todo += [b for b in board.neighbours[hex] if b and (board.road(hex, b) or {hex, b} <= town)]
    assert town <= joined, "every town is on a road, and all are joined"
    for way in board.file.roads:
        for a, b in pairwise(way):
            words = board.side(a, b)
            assert "bridge" in words or not {"river", "stream", "ditch"} & set(words), (a, b)
            assert not {"rampart", "crest", "embankment"} & set(words), (a, b)
            assert ground.by_way("vehicle", a, b) == 1, "half a point"


@pytest.mark.parametrize("name", BOARDS)
def test_every_place_is_reached_by_vehicles(name: str) -> None:
    board, ground = charts().boards[name], charts().ground(name)
    found, todo = set[Hex](), [board.file.roads[0][0]]
    while todo:
        hex = todo.pop()
        if hex not in found:
            found.add(hex)
            todo += [b for _, b in ground.around[hex] if ground.by_way("vehicle", hex, b) is not None]
    dry = {hex for hex in board.hexes if board.terrain[hex] != "water"}
    assert found == dry


def test_every_terrain_and_side_of_the_chart_is_drawn_somewhere() -> None:
    """10.6."""
    boards = charts().boards.values()
    assert {name for board in boards for name in board.terrain.values()} == set(charts().terrain)
    drawn = {word for board in boards for side in board.file.sides for word in (side.what,)}
    assert drawn | {"slope"} == set(charts().sides)
    assert any(board.features for board in boards), "trails"


@pytest.mark.parametrize("name", BOARDS)
def test_crests_and_their_like_lie_between_hexes_of_one_level(name: str) -> None:
    board = charts().boards[name]
    for a, b in sides(board, "crest", "embankment", "rampart"):
        assert board.heights[a] == board.heights[b], (a, b)


# -- what it costs ----------------------------------------------------------------------------------------------


def field(*sides_: dict[str, object]) -> Ground:
    """Nine hexes: light woods, heavy woods and a town in the first row; a level up in the south-east."""
    return board(("...", "...", "..1"), ("tTB", "...", "..."), sides_).ground("test")


@pytest.mark.parametrize(
    ("moves", "hex", "halves"),
    [
        ("vehicle", "0102", 2), ("truck", "0102", 4), ("foot", "0102", 2), ("helicopter", "0102", 2),
        ("vehicle", "0101", 4), ("truck", "0101", 8), ("foot", "0101", 2), ("helicopter", "0101", 2),
        ("vehicle", "0201", 8), ("truck", "0201", None), ("foot", "0201", 2), ("motorcycle", "0201", None),
        ("vehicle", "0301", 2), ("truck", "0301", 2), ("motorcycle", "0301", 2),
    ],
)  # fmt: skip
def test_10_12_10_13_what_a_hex_costs(moves: Moves, hex: Hex, halves: int | None) -> None:
    """10.6."""
    ground = field()
    near = next(other for _, other in ground.around[hex] if ground.height[other] == 0)
    assert ground.cost(moves, near, hex) == halves


def test_10_3_slopes_cost_uphill_only() -> None:
    ground = field()
    assert (ground.cost("vehicle", "0302", "0303"), ground.cost("truck", "0302", "0303")) == (4, 8)
    assert (ground.cost("vehicle", "0303", "0302"), ground.cost("foot", "0302", "0303")) == (2, 2)
    assert ground.side("0302", "0303") == ("slope",) and ground.side("0303", "0302") == ()


@pytest.mark.parametrize(
    ("what", "vehicle", "truck", "foot"),
    [
        ("stream", 6, 12, 2), ("river", None, None, None), ("crest", 4, 8, 2), ("embankment", 4, 8, 2),
        ("ditch", None, None, 2), ("rampart", None, None, 2),
    ],
)  # fmt: skip
def test_10_11_sides_cost_besides_the_hex(
    what: str, vehicle: int | None, truck: int | None, foot: int | None
) -> None:
    ground = field({"what": what, "hex": "0102", "edges": ["S"]})
    found = [ground.cost(moves, "0102", "0103") for moves in ("vehicle", "truck", "foot")]
    assert found == [vehicle, truck, foot]
    assert ground.cost("helicopter", "0102", "0103") == 2, "17.11"


def test_a_bridge_and_a_ford_lift_what_lies_there() -> None:
    """8.17."""
    river = {"what": "river", "hex": "0102", "edges": ["S"]}
    bridge = field(river, {"what": "bridge", "hex": "0102", "edges": ["S"]})
    assert bridge.cost("vehicle", "0102", "0103") == 2 and bridge.bridge("0103", "0102")
    assert bridge.cost("vehicle", "0102", "0103", broken=True) is None
    assert field(river, {"what": "ford", "hex": "0102", "edges": ["S"]}).cost("vehicle", "0102", "0103") == 6


def test_10_14_roads_towns_and_trails() -> None:
    ground = charts().ground("valley")
    a, b = ground.board.file.roads[0][:2]
    assert ground.by_way("truck", a, b) == 1 and ground.by_way("foot", a, b) == 2, (
        "8.1: on foot one hex, road or not"
    )
    assert ground.by_way("truck", a, b, blocked=True) == 4, "19.52"
    assert ground.by_way("vehicle", "1714", "1614") == 1, "town to town"
    trail = next(hex for hex, what in ground.board.features.items() if "trail" in what)
    other = next(hex for _, hex in ground.around[trail] if ground.trail(trail, hex))
    assert ground.by_way("truck", trail, other) in (1, 2)


def test_mw_14_8_1_the_cost_of_a_road_in_column_is_a_reading() -> None:
    """8.1."""
    a, b = charts().boards["valley"].file.roads[0][:2]
    assert charts().ground("valley").by_way("vehicle", a, b, column=True) == 1
    assert reading(column_road="one").ground("valley").by_way("vehicle", a, b, column=True) == 2
    assert reading(column_road="one").ground("valley").by_way("vehicle", a, b) == 1


def test_8_1_a_trail_costs_two_points_in_column() -> None:
    ground = charts().ground("desert")
    trail = next(
        (a, b)
        for a in ground.board.hexes
        for _, b in ground.around[a]
        if ground.trail(a, b) and not ground.road(a, b)
    )
    assert ground.by_way("vehicle", *trail, column=True) == 4


def test_a_broken_bridge_carries_no_road() -> None:
    ground = charts().ground("valley")
    assert ground.by_way("vehicle", "2315", "2414") == 1
    assert ground.by_way("vehicle", "2315", "2414", broken=True) is None
