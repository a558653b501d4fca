"""Maps of pages: heights, what lies in hexes and along their sides, symbols of pieces."""

from __future__ import annotations

from typing import get_args

from campaign.reports.drawing import counters, relief
from campaign.reports.drawing.ground import Sheet, key, land
from campaign.reports.drawing.markup import num
from campaign.reports.drawing.names import short_names
from campaign.rules.views import Cell, CellSide, HexBoard, PieceKind, PieceView
from tests.campaign.reports.reading import read

HILLS = (
    "0011",
    "0122",
    "0012",
    "1000",
)


def _hills(*sides: CellSide, rivers: tuple[tuple[str, str], ...] = ()) -> HexBoard:
    cells = tuple(
        Cell(
            f"{c:02}{r:02}",
            c,
            r,
            "clear",
            ".",
            height=int(HILLS[r][c]),
            features=FEATURES.get(f"{c:02}{r:02}", ()),
        )
        for r in range(4)
        for c in range(4)
    )
    return HexBoard("b", "b", 4, 4, "odd", cells, rivers=rivers, sides=sides)


FEATURES = {"0101": ("wire", "mines"), "0303": ("well",)}


FLAT = HexBoard(
    "b",
    "A board",
    4,
    4,
    "odd",
    tuple(Cell(f"{c:02}{r:02}", c, r, "clear", ".") for r in range(4) for c in range(4)),
)


def test_each_level_has_a_contour_and_each_top_its_figure():
    svg = read(f"<svg>{land(Sheet(_hills()))}</svg>")
    assert len([one for one in svg.all("path") if one.attrs.get("fill") == "var(--ridge)"]) == 2
    assert sorted(one.text for one in svg.all("text", "gl")) == ["1", "2"], "the slopes of a top have none"
    assert "ridge" not in land(Sheet(FLAT))


def test_sides_are_lines_on_the_edge_and_bridges_cross_them():
    middles = Sheet(FLAT).middles
    x, y = middles["0101"]
    assert f'd="M{x - 12} {y - 21}L{x + 12} {y - 21}"' in relief.sides(
        (CellSide("0101", "N", "river"),), middles
    )
    inside = relief.sides((CellSide("0101", "S", "slope", one_way=True),), middles)
    assert f"M{num(x + 0.88 * 12)} {num(y + 0.88 * 21)}" in inside, "on the hex for which it counts"
    bridge = relief.sides((CellSide("0101", "NE", "bridge"),), middles)
    assert f"translate({num(x + 18)} {num(y - 10.5)}) rotate(60)" in bridge
    both = land(Sheet(_hills(CellSide("0101", "N", "river"), CellSide("0101", "SE", "river"))))
    assert both.count('data-side="river"') == 1, "each kind is one line"


def test_a_river_that_is_named_is_drawn_and_nothing_is_guessed():
    assert "--water" in land(Sheet(_hills(rivers=(("0001", "0101"),))))
    assert "--water" not in land(Sheet(_hills()))


def test_what_lies_in_a_hex_has_a_sign_or_its_word():
    drawn = "".join(relief.features(cell, (0, 0)) for cell in _hills().cells)
    svg = read(f"<svg>{drawn}</svg>")
    assert [one.attrs["data-feature"] for one in svg.all("g") if "data-feature" in one.attrs] == [
        "wire", "mines", "well",
    ]  # fmt: skip
    assert [one.text for one in svg.all("text", "gl")] == ["well"]
    assert "0101: mines" in drawn
    assert [what for what, _ in key(_hills(CellSide("0101", "N", "river")))] == [
        "clear", "wire", "mines", "well", "river",
    ]  # fmt: skip


def test_a_piece_may_bring_its_short_name_and_every_kind_has_a_symbol():
    pieces = [
        PieceView("a", "Infantry 1", "us", "I", "0101", short="1GR"),
        PieceView("b", "Infantry 2", "us", "I", "0101"),
    ]
    assert list(short_names(pieces).values()) == ["1GR", "I2"]
    drawn = {
        kind: counters.counter(PieceView("a", "a", "us", "I", "", kind=kind), "a", 0, 0, 0, "", None)
        for kind in get_args(PieceKind)
    }
    assert len(set(drawn.values())) == len(drawn)
