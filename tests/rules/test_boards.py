"""Boards: what a good file gives, what a bad one is told, and the boards that come with Combat Veteran."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import campaign.systems
from campaign.rules.boards import Board, BoardError, BoardFile
from campaign.rules.hexes import EDGES
from campaign.rules.toml_files import parse_toml
from events.decoding import convert

BOARDS = Path(campaign.systems.__file__).parent / "combat_veteran" / "data" / "boards"
SHIPPED = sorted(BOARDS.glob("*.toml"))
TERRAIN = {"clear", "road", "brush", "trees", "building", "paddy", "rubble", "river", "water", "crest"}
WET = {"river", "water"}

GOOD = """
id = "weir"
title = "The weir"
source = "drawn for this test"
layout = { columns = 4, rows = 3, first_column = 0, first_row = 0, columns_from = "east" }
picture = [
    '..T.',
    '~~~~',
    '----',
]
places = [{ hex = "0301", name = "Upper pool" }]
barriers = [["0201", "0101"]]
roads = [["0302", "0202", "0102", "0002"]]
[legend]
"." = "clear"
"T" = "trees"
"~" = "river"
"-" = "road"
"""


def read(text: str, where: str) -> Board:
    return Board(convert(parse_toml(text, where), BoardFile), where)


def weir() -> Board:
    return read(GOOD, "weir.toml")


def test_the_picture_is_drawn_from_west_to_east() -> None:
    board = weir()
    assert board.hexes == (
        "0300", "0200", "0100", "0000", "0301", "0201", "0101", "0001", "0302", "0202", "0102", "0002",
    )  # fmt: skip
    assert board.terrain["0100"] == "trees"
    assert board.terrain["0301"] == "river"


def test_neighbours_in_the_order_of_the_edges() -> None:
    board = weir()
    # Column 03 is odd, so it sits half a hex higher than column 02.
    assert board.neighbours["0301"] == ("0300", "0200", "0201", "0302", None, None)
    assert board.neighbours["0201"] == ("0200", "0101", "0102", "0202", "0302", "0301")
    for hex in board.hexes:
        for edge, other in zip(EDGES, board.neighbours[hex], strict=True):
            assert other == board.layout.neighbour(hex, edge)
            if other is not None:
                assert board.edge(hex, other) == edge
    assert board.edge("0300", "0302") is None


def test_places_barriers_and_roads() -> None:
    board = weir()
    assert board.place("0301") == "Upper pool"
    assert board.place("0201") is None
    assert board.barrier("0201", "0101")
    assert board.barrier("0101", "0201")
    assert not board.barrier("0301", "0201")
    assert board.road("0202", "0302")
    assert not board.road("0302", "0301")


def test_distances_and_lines() -> None:
    board = weir()
    assert board.distance("0300", "0002") == 4
    assert board.line("0301", "0101") == (("0301",), ("0200", "0201"), ("0101",))
    assert board.sides_crossed("0301", "0101") == ("SW", "NW")
    # Off the board there is nothing: the side at the rim has one hex.
    assert board.line("0300", "0100") == (("0300",), ("0200",), ("0100",))


def test_a_board_file_goes_into_json_and_back() -> None:
    file = weir().file
    assert msgspec.json.decode(msgspec.json.encode(file), type=BoardFile) == file


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'..T.'", "'..x.'", "weir.toml: row 00, character 3 (hex 0100): 'x' is not in the legend (. T ~ -)"),
        ("'~~~~'", "'~~~'", "weir.toml: row 01 has 3 hexes, the layout 4 columns"),
        ("    '----',\n", "", "weir.toml: the picture has 2 rows, the layout 3"),
        (
            '"0201", "0101"',
            '"0301", "0101"',
            "weir.toml: barrier 0301–0101: the two hexes are not neighbours",
        ),
        (
            '"0301", name',
            '"0401", name',
            "weir.toml: place 'Upper pool': 0401: column 04 is not on this board (columns 00 to 03)",
        ),
        (
            '"0301", name',
            '"03.01", name',
            "weir.toml: place 'Upper pool': hex '03.01' is written 0301 on this board",
        ),
        (
            'name = "Upper pool" }',
            'name = "Upper pool" }, { hex = "0301", name = "Bath" }',
            "weir.toml: hex 0301 is named twice: 'Upper pool' and 'Bath'",
        ),
        ('"0302", "0202"', '"0300", "0202"', "weir.toml: road 0300–0202: the two hexes are not neighbours"),
        (
            '"T" = "trees"',
            '"TT" = "trees"',
            "weir.toml: legend: 'TT' = 'trees': one character must stand for a name",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(BoardError) as refusal:
        read(GOOD.replace(old, new, 1), "weir.toml")
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('["0302", "0202", "0102", "0002"]', '["0302"]', "roads"),
        ("rows = 3", "rows = 0", "layout.rows"),
        ("[legend]", "colour = 1\n[legend]", "colour"),
    ],
)
def test_what_is_no_board_file(old: str, new: str, where: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=where):
        read(GOOD.replace(old, new, 1), "weir.toml")


# Heights, features, sides.

HILLS = GOOD.replace(
    "[legend]",
    """
heights = ["..12", "0000", "...."]
rivers = [["0300", "0301"]]
features = [{ what = "ford", hexes = ["0301", "0201"] }, { what = "wire", hexes = ["0301"] }]
sides = [
    { what = "river", hex = "0201", edges = ["N", "SE"] },
    { what = "bridge", hex = "0200", edges = ["S"] },
    { what = "slope", hex = "0101", edges = ["N"], one_way = true },
]
[legend]""",
)


def hills() -> Board:
    return read(HILLS, "hills.toml")


def test_heights_are_drawn_as_the_picture_is() -> None:
    assert [hills().heights[hex] for hex in ("0300", "0200", "0100", "0000", "0301")] == [0, 0, 1, 2, 0]
    assert set(weir().heights.values()) == {0}


def test_a_hex_may_hold_several_features() -> None:
    board = hills()
    assert board.features == {"0301": ("ford", "wire"), "0201": ("ford",)}
    assert board.has("0301", "wire") and not board.has("0201", "wire") and not board.has("0000", "wire")


def test_sides_are_seen_from_both_hexes_unless_they_count_one_way() -> None:
    board = hills()
    assert board.side("0200", "0201") == board.side("0201", "0200") == ("river", "bridge")
    assert board.side("0201", "0102") == ("river",)
    assert board.side("0101", "0100") == ("slope",)
    assert board.side("0100", "0101") == board.side("0301", "0300") == ()


def test_a_river_runs_from_hex_to_hex() -> None:
    board = hills()
    assert board.river("0300", "0301") and board.river("0301", "0300")
    assert not board.river("0201", "0200"), "that one runs along the side"


def test_before_and_beyond_leave_out_what_is_off_the_board() -> None:
    board = hills()
    assert board.before("0300", "0302") == ("0301",)
    assert board.beyond("0300", "0301") == ("0302",)
    assert board.beyond("0300", "0302") == ()
    assert board.before("0301", "0101") == ("0200", "0201")
    assert board.beyond("0301", "0101") == ("0000", "0001")
    assert board.before("0300", "0100") == ("0200",), "the other is off the board"


def test_a_board_without_anything_new_is_the_same_json_as_before() -> None:
    assert list(msgspec.to_builtins(weir().file)) == [
        "id", "title", "source", "layout", "legend", "picture", "places", "barriers", "roads",
    ]  # fmt: skip
    bare = msgspec.structs.replace(weir().file, places=(), barriers=(), roads=())
    assert msgspec.json.encode(bare).endswith(b'"places":[],"barriers":[],"roads":[]}')
    file = hills().file
    assert msgspec.json.decode(msgspec.json.encode(file), type=BoardFile) == file


def test_the_rules_may_know_some_words_only() -> None:
    known = {"terrain": {"clear", "trees", "river", "road"}, "features": {"ford", "wire"}}
    hills().expect("hills.toml", **known, sides={"river", "bridge", "slope"})
    hills().expect("hills.toml")
    with pytest.raises(BoardError, match=r"^hills\.toml: sides\[2\]: the rules know no 'slope'$"):
        hills().expect("hills.toml", **known, sides={"river", "bridge"})
    with pytest.raises(BoardError, match=r"^hills\.toml: features\[1\]: the rules know no 'wire'$"):
        hills().expect("hills.toml", features={"ford"})
    with pytest.raises(BoardError, match=r"^hills\.toml: legend: the rules know no 'trees'$"):
        hills().expect("hills.toml", terrain={"clear"})


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"..12"', '"..1"', "row 00 of the heights has 3 hexes, the layout 4 columns"),
        ('"..12", ', "", "the heights have 2 rows, the layout 3"),
        (
            '"..12"',
            '"..x2"',
            "row 00 of the heights, character 3 (hex 0100): 'x' is no level: write a figure from 0 to 9, or a full "
            "stop for 0",
        ),
        ('["0301", "0201"]', '["0301", "0301"]', "features[0] (ford): hex 0301 has it already"),
        (
            'hexes = ["0301"]',
            'hexes = ["0401"]',
            "features[1] (wire): 0401: column 04 is not on this board (columns 00 to 03)",
        ),
        (
            'hex = "0200", edges = ["S"]',
            'hex = "0300", edges = ["NE"]',
            "sides[1] (bridge): nothing lies beyond the side NE of 0300: it is the board's rim",
        ),
        ('what = "bridge"', 'what = "river"', "sides[1] (river): the side S of 0200 has it already"),
        ('rivers = [["0300", "0301"]]', 'rivers = [["0300", "0302"]]',
         "river 0300–0302: the two hexes are not neighbours"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_hills_is_said_with_its_place(old: str, new: str, reason: str) -> None:
    assert old in HILLS
    with pytest.raises(BoardError) as refusal:
        read(HILLS.replace(old, new, 1), "hills.toml")
    assert str(refusal.value) == f"hills.toml: {reason}"


# The boards of Combat Veteran.


def shipped(name: str) -> Board:
    return read((BOARDS / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


def test_four_boards_are_shipped() -> None:
    assert {path.stem for path in SHIPPED} == {"obong-ni", "rhineland", "mekong", "nuristan"}


@pytest.mark.parametrize("name", [path.stem for path in SHIPPED])
def test_a_shipped_board_is_whole(name: str) -> None:
    board = shipped(name)
    assert board.id == name
    assert "own drawing" in board.file.source
    assert set(board.terrain.values()) <= TERRAIN
    assert 4 <= len(board.places) <= 9
    for road in board.file.roads:
        assert {board.terrain[hex] for hex in road} == {"road"}
    for pair in board.file.barriers:
        assert {board.terrain[hex] for hex in pair} <= WET


def reached(board: Board, start: str, terrain: set[str], barriers: bool = False) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for other in board.neighbours[here]:
            if other is None or other in found or board.terrain[other] not in terrain:
                continue
            if not (barriers and board.barrier(here, other)):
                found.add(other)
                todo.append(other)
    return found


def hexes_of(board: Board, terrain: set[str]) -> set[str]:
    return {hex for hex in board.hexes if board.terrain[hex] in terrain}


@pytest.mark.parametrize(
    ("name", "start"), [("obong-ni", "1514"), ("rhineland", "1514"), ("mekong", "1021"), ("nuristan", "2336")]
)
def test_tanks_can_drive_everywhere(name: str, start: str) -> None:
    board = shipped(name)
    # A river hex has banks, so a tank may enter it; a hex that is all water it may not.
    assert reached(board, start, TERRAIN - {"water"}) == hexes_of(board, TERRAIN - {"water"})


@pytest.mark.parametrize(
    ("name", "start"), [("obong-ni", "1514"), ("rhineland", "1514"), ("nuristan", "2336")]
)
def test_bridges_spare_tanks_the_fords(name: str, start: str) -> None:
    board = shipped(name)
    assert reached(board, start, TERRAIN - WET) == hexes_of(board, TERRAIN - WET)


def test_boats_reach_all_open_water_and_the_landing() -> None:
    board = shipped("mekong")
    afloat = reached(board, "1008", WET, barriers=True)
    assert hexes_of(board, {"water"}) <= afloat
    assert afloat & set(board.neighbours["1021"])
    # The fish weir and the dyke are what keeps boats out of the canal and the creek beyond them.
    assert len(afloat) < len(reached(board, "1008", WET))


@pytest.mark.parametrize(
    ("name", "columns", "rows", "promised"),
    [
        ("obong-ni", 32, 24, {"1514": {"clear", "road"}, "2400": {"clear", "road"}}),
        ("rhineland", 32, 24, {"1514": {"clear", "road"}, "2900": {"clear", "road"}}),
        ("mekong", 26, 28, {"1008": WET, "1021": {"clear"}}),
        ("nuristan", 34, 40, {"2336": {"clear", "road"}, "3027": {"clear", "road"}}),
    ],
)
def test_set_up_hexes_are_as_promised(
    name: str, columns: int, rows: int, promised: dict[str, set[str]]
) -> None:
    board = shipped(name)
    assert (board.layout.columns, board.layout.rows) == (columns, rows)
    assert (board.layout.first_column, board.layout.first_row) == (0, 0)
    assert board.layout.columns_from == "east"
    for hex, terrain in promised.items():
        assert board.terrain[hex] in terrain
