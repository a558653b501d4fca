"""The text map: which character belongs to which hex."""

from __future__ import annotations

import pytest

from campaign.rules.views import Cell, HexBoard
from tui.boards.hex.layout import FarLayout, HexLayout
from tui.boards.scrolling import centred, scrolled


def board(columns: int = 3, rows: int = 2, half_up: str = "even") -> HexBoard:
    cells = [
        Cell(f"{column}{row}", column, row, "clear", ".") for row in range(rows) for column in range(columns)
    ]
    return HexBoard("b", "A board", columns, rows, half_up, tuple(cells))  # type: ignore[arg-type]


def picture(plan: HexLayout) -> list[str]:
    """The walls, with `_` on floors and ceilings."""
    lines: list[str] = []
    for y in range(plan.height):
        line = ""
        for column in range(plan.board.columns + 1):
            line += plan.wall(column, y)
            if column < plan.board.columns:
                _, where = plan.at(column, y)
                line += ("_" if where in ("lower", "ceiling") else " ") * plan.inside
        lines.append(line.rstrip())
    return lines


def test_even_columns_up():
    assert picture(HexLayout(board(), 2)) == [
        " __    __",
        "/  \\__/  \\",
        "\\__/  \\__/",
        "/  \\__/  \\",
        "\\__/  \\__/",
        "   \\__/",
    ]


def test_odd_columns_up():
    assert picture(HexLayout(board(half_up="odd"), 2)) == [
        "    __",
        " __/  \\__",
        "/  \\__/  \\",
        "\\__/  \\__/",
        "/  \\__/  \\",
        "\\__/  \\__/",
    ]


@pytest.mark.parametrize("inside", [2, 3, 4, 5])
@pytest.mark.parametrize("half_up", ["even", "odd"])
def test_every_box_holds_its_own_hex(inside: int, half_up: str):
    plan = HexLayout(board(5, 4, half_up), inside)
    for cell in plan.board.cells:
        box = plan.box(cell.id)
        assert 0 <= box.left < box.right <= plan.width
        assert 0 <= box.top < box.bottom <= plan.height
        for y in range(box.top, box.bottom):
            assert plan.at(cell.column, y)[0] is cell
            assert plan.hex_at(box.left + 1, y) is cell


def test_seen_from_afar_every_hex_has_one_row():
    plan = FarLayout(board(3, 2))
    assert (plan.width, plan.height) == (6, 2)
    assert plan.box("21") == (4, 1, 6, 2)
    assert plan.at(2, 1)[0] is plan.cell("21")
    assert plan.at(0, 5) == (None, "off")


def test_scrolling_goes_by_half_screens_and_only_if_it_must():
    assert scrolled(0, 20, 100, 5, 9, 2) == 0
    assert scrolled(0, 20, 100, 18, 22, 2) == 10
    assert scrolled(50, 20, 100, 5, 9, 2) == 0
    assert scrolled(0, 20, 100, 96, 100, 2) == 80
    assert scrolled(90, 20, 100, 96, 100, 2) == 80  # never past the end
    assert scrolled(0, 200, 100, 96, 100, 2) == 0


def test_scrolling_ends_even_in_a_window_smaller_than_a_hex():
    assert 0 <= scrolled(0, 1, 100, 50, 54, 4) <= 99
    assert 0 <= scrolled(99, 0, 100, 50, 54, 4) <= 99


def test_centred():
    assert centred(20, 100, 50, 54) == 42
    assert centred(20, 100, 0, 4) == 0
    assert centred(200, 100, 50, 54) == 0
