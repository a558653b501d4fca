"""Heights, features and sides on the text map, near and from afar, in both sets of signs."""

from __future__ import annotations

import pytest

from campaign.rules.hexes import EDGES, Edge
from campaign.rules.options import Side
from campaign.rules.views import Cell, CellSide, GameView, HexBoard, PieceView
from tui.boards.chart import EMPTY, Chart, Face, face, stacks
from tui.boards.hex.layout import FarLayout, HexLayout
from tui.boards.hex.painter import far_line, near_line
from tui.boards.hex.view import HexView
from tui.shared.glyphs import ASCII, UNICODE, Glyphs
from tui.shared.palette import Ink, side_marks, side_style, terrain_style

SIDES = side_marks([Side("nk", "North Korea", "red"), Side("us", "United States", "blue")])
CELLS = (
    Cell("00", 0, 0, "clear", "."),
    Cell("10", 1, 0, "clear", ".", height=2),
    Cell("20", 2, 0, "clear", ".", features=("ford", "wire")),
    Cell("01", 0, 1, "clear", ".", name="Mill", height=1, features=("trench",)),
    Cell("11", 1, 1, "clear", ".", "burnt-out wreck", more=("crater",)),
    Cell("21", 2, 1, "clear", "."),
)


def board(*sides: CellSide) -> HexBoard:
    return HexBoard("b", "A board", 3, 2, "even", CELLS, sides=sides)


RIVER = (CellSide("11", "NW", "river"), CellSide("11", "N", "river"), CellSide("10", "SE", "bridge"))


class Source:
    """What a painter gets hexes from, without a cursor."""

    def __init__(self, plan: HexLayout, glyphs: Glyphs, ink: Ink, chart: Chart = EMPTY) -> None:
        self.plan, self.glyphs, self.chart_ink = plan, glyphs, (chart, ink)

    def face(self, hex: str) -> Face:
        cell = self.plan.cell(hex)
        assert cell is not None
        return face(cell, self.chart_ink[0], self.glyphs, self.plan.inside, sparse=True)

    def mark(self, hex: str) -> str:
        return ""


def drawn(plan: HexLayout, glyphs: Glyphs = UNICODE, chart: Chart = EMPTY) -> list[str]:
    line = far_line if isinstance(plan, FarLayout) else near_line
    rows = [line(plan, Source(plan, glyphs, Ink(True), chart), y, 0, plan.width) for y in range(plan.height)]
    return ["".join(segment.text for segment in row).rstrip() for row in rows]


def test_seen_from_near():
    assert drawn(HexLayout(board(*RIVER), UNICODE.large)) == [
        "",
        "/    \\    /    \\",
        "\\ .  /   2\\fw  /",
        "/*  1\\~.~~=    \\",
        "\\t   ~    \\ .  /",
        "     \\#.  /",
    ]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", ["small", "large", "overview"])
def test_every_size_shows_levels_features_and_sides(glyphs: Glyphs, size: str):
    plan = FarLayout(board(*RIVER)) if size == "overview" else HexLayout(board(*RIVER), getattr(glyphs, size))
    text = "\n".join(drawn(plan, glyphs))
    assert text.isascii()
    for expected in ("2", "f", "t", "#") if size == "overview" else ("2", "1", "f", "t", "#", "~", "="):
        assert expected in text


def test_seen_from_afar_a_side_is_shown_where_there_is_nothing_else():
    assert drawn(FarLayout(board(*RIVER))) == [". .2.f", ".t.#.="]
    assert drawn(FarLayout(board())) == [". .2.f", ".t.#."]


@pytest.mark.parametrize("half_up", ["even", "odd"])
@pytest.mark.parametrize("edge", EDGES)
def test_a_side_is_the_same_from_both_hexes_and_drawn_once(edge: Edge, half_up: str):
    cells = tuple(Cell(f"{c}{r}", c, r, "clear", ".") for r in range(3) for c in range(3))
    bare = HexBoard("b", "A board", 3, 3, half_up, cells)  # type: ignore[arg-type]
    with_side = HexBoard("b", "A board", 3, 3, half_up, cells, sides=(CellSide("11", edge, "wall"),))  # type: ignore[arg-type]
    plan = HexLayout(with_side, 4)
    changed = [
        (x, y)
        for y, (before, after) in enumerate(zip(drawn(HexLayout(bare, 4)), drawn(plan), strict=True))
        for x, (old, new) in enumerate(zip(before.ljust(plan.width), after.ljust(plan.width), strict=True))
        if old != new
    ]
    box = plan.box("11")
    # A slanted side is one character of the box of the hex; a level one is the floor of this hex or of the one above.
    if edge in ("N", "S"):
        assert {y for _, y in changed} == {box.top - 1 if edge == "N" else box.bottom - 1}
        assert all(box.left < x < box.right - 1 for x, _ in changed) and len(changed) == 3
    else:
        x = box.left if edge in ("NW", "SW") else box.right - 1
        assert changed == [(x, box.top if edge in ("NW", "NE") else box.bottom - 1)]
    assert sum(bool(plan.around(cell)) for cell in cells) == 2
    one_way = HexBoard("b", "b", 3, 3, half_up, cells, sides=(CellSide("11", edge, "slope", True),))  # type: ignore[arg-type]
    assert [HexLayout(one_way, 4).around(cell) for cell in cells if HexLayout(one_way, 4).around(cell)] == [
        (f"slope {edge}",)
    ]


def test_a_price_leaves_room_for_what_lies_there():
    found = [face(cell, Chart({}, SIDES, {cell.id: 3}), UNICODE, 4, sparse=True).lower for cell in CELLS]
    assert found == ["   3", "   3", "fw 3", "t  3", "   3", "   3"]
    free = Chart({}, SIDES, {CELLS[0].id: -1})
    assert face(CELLS[0], free, UNICODE, 4, sparse=True).lower == "   +", (
        "a way without a price is marked too"
    )


def test_a_piece_has_its_short_name_where_there_is_room():
    one = PieceView("a", "Sherman 1", "us", "T", "00", "NE", short="Sh1")
    chart = Chart(stacks([one]), SIDES, {})
    assert face(CELLS[0], chart, UNICODE, 4, sparse=True)[:2] == ("UT↗ ", "Sh1 ")
    both = Chart(
        stacks([one, PieceView("b", "Sherman 2", "us", "T", "00", "NE", status=("hurt",))]), SIDES, {}
    )
    assert face(CELLS[0], both, UNICODE, 4, sparse=True).lower == "x2  "


def test_higher_ground_is_darker_and_a_river_has_its_colour():
    colours = {terrain_style(Ink(True), "clear", False, False, height).bgcolor for height in range(4)}
    assert len(colours) == 4
    assert side_style(Ink(True), "river").color != side_style(Ink(True), "wall").color
    assert side_style(Ink(True, colours=False), "river").bold


def test_the_place_is_told_with_all_that_is_there():
    view = HexView(board(*RIVER, CellSide("01", "NE", "slope", one_way=True)))
    told = {}
    for cell in CELLS:
        view.move_to(cell.id)
        told[cell.id] = view.place().notes
    assert told["01"] == ("Mill", "level 1", "trench", "river SE", "slope NE")
    assert told["11"] == ("burnt-out wreck", "crater", "river N NW")
    assert told["10"] == ("level 2", "river S", "bridge SE")
    assert told["00"] == (), "the slope counts from below only"


def test_a_side_that_changes_is_painted(monkeypatch: pytest.MonkeyPatch):
    view, painted = HexView(board(*RIVER)), list[object]()
    chart = Chart({}, SIDES, {})
    view.show(GameView(1, 1, "", "", view.board, ()), chart)
    monkeypatch.setattr(view, "refresh", lambda *regions: painted.append(regions))
    view.show(GameView(1, 1, "", "", board(*RIVER), ()), chart)
    assert not painted
    view.show(GameView(1, 1, "", "", board(*RIVER[:2]), ()), chart)
    assert painted == [()], "the whole map"
    view.move_to("10")
    assert view.place().notes == ("level 2", "river S")


def test_a_terrain_of_two_words_has_the_colour_of_what_it_is():
    assert terrain_style(Ink(True), "light-woods", False, False) == terrain_style(
        Ink(True), "woods", False, False
    )
    assert terrain_style(Ink(True), "light-woods", False, False) != terrain_style(
        Ink(True), "moor", False, False
    )


@pytest.mark.parametrize(
    ("what", "sign"), [("embankment", "#"), ("rampart", "#"), ("ditch", "v"), ("ford", ":")]
)
def test_banks_ditches_and_fords_have_signs_along_sides(what: str, sign: str):
    rows = drawn(HexLayout(board(CellSide("10", "S", what)), UNICODE.large))
    assert any(sign in row for row in rows)
    assert side_style(Ink(True), what) != side_style(Ink(True), "heath")
