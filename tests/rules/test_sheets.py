"""Boards as front ends get them."""

from __future__ import annotations

import msgspec
import pytest

from campaign.rules.boards import Board, BoardFile, Feature, Sides
from campaign.rules.hexes import Layout
from campaign.rules.sheets import board_sides, hex_board
from campaign.rules.views import CellSide, HexBoard

FILE = BoardFile(
    "b", "A board", "drawn for this test", Layout(columns=3, rows=2), {".": "clear", "T": "trees"}, ("..T", "..."),
    roads=(("0101", "0201", "0301"),), rivers=(("0102", "0202"),), heights=("1..", "..2"),
    features=(Feature("wire", ("0101", "0202")), Feature("mines", ("0202",))),
    sides=(Sides("slope", "0102", ("N",), True), Sides("river", "0202", ("N", "NW"))),
)  # fmt: skip
GLYPHS = {"clear": "."}


def drawn(**changed: object) -> HexBoard:
    return hex_board(Board(FILE), GLYPHS, **changed)  # type: ignore[arg-type]


def test_a_board_is_drawn_with_all_that_it_has():
    found = drawn()
    cells = {cell.id: cell for cell in found.cells}
    assert [cells[hex].height for hex in ("0101", "0201", "0302")] == [1, 0, 2]
    assert cells["0202"].features == ("wire", "mines") and cells["0301"].features == ()
    assert (cells["0301"].glyph, cells["0101"].glyph) == ("?", ".")
    assert (cells["0202"].column, cells["0202"].row, found.half_up) == (1, 1, "even")
    assert found.roads == (("0101", "0201"), ("0201", "0301")) and found.rivers == (("0102", "0202"),)
    assert found.sides == board_sides(Board(FILE)) == (
        CellSide("0102", "N", "slope", True), CellSide("0202", "N", "river"), CellSide("0202", "NW", "river"),
    )  # fmt: skip


def test_what_the_battle_has_changed_takes_the_place_of_the_boards_own():
    found = drawn(marks={"0101": ("crater", "wreck")}, features={"0101": ("wire",)}, sides=(), faces="edges")
    cells = {cell.id: cell for cell in found.cells}
    assert cells["0101"].marks == ("crater", "wreck") and cells["0201"].marks == ()
    assert cells["0202"].features == () and found.sides == () and found.faces == "edges"


@pytest.mark.parametrize("columns_from", ["west", "east"])
@pytest.mark.parametrize("columns", [3, 4])
@pytest.mark.parametrize("half_up", ["odd", "even"])
def test_columns_that_sit_higher_are_those_whose_neighbours_lie_below(
    columns_from: str, columns: int, half_up: str
):
    layout = Layout(columns=columns, rows=3, half_up=half_up, columns_from=columns_from)  # type: ignore[arg-type]
    board = Board(BoardFile("b", "b", "test", layout, {".": "clear"}, ("." * columns,) * 3))
    found = hex_board(board, GLYPHS)
    for cell in found.cells:
        other = board.layout.neighbour(cell.id, "SE")
        if other is not None:
            down = next(one.row for one in found.cells if one.id == other) - cell.row
            assert down == (0 if (cell.column % 2 == 1) == (found.half_up == "odd") else 1)


def test_a_board_without_anything_new_is_drawn_in_the_same_bytes_as_before():
    plain = msgspec.structs.replace(FILE, roads=(), rivers=(), heights=(), features=(), sides=())
    text = msgspec.json.encode(hex_board(Board(plain), GLYPHS))
    assert text.endswith(b'}],"source":"drawn for this test","roads":[],"faces":"corners"}')
    assert b'{"id":"0101","column":0,"row":0,"terrain":"clear","glyph":"."}' in text
