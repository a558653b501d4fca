"""What a hex tells in its few characters."""

from __future__ import annotations

from campaign.rules.options import Side
from campaign.rules.views import Cell, PieceView
from tui.boards.chart import Chart, face, stacks
from tui.shared.glyphs import ASCII, UNICODE
from tui.shared.palette import BLUE, side_marks

SIDES = side_marks([Side("nk", "North Korea", "red"), Side("us", "United States", "blue")])
CELL = Cell("0101", 0, 0, "trees", "T")


def piece(id: str = "a", **more: object) -> PieceView:
    return PieceView(**{"id": id, "name": id, "side": "nk", "glyph": "V", "where": "0101", **more})  # type: ignore[arg-type]


def chart(*pieces: PieceView, reach: dict[str, int] | None = None, selected: str = "") -> Chart:
    return Chart(stacks(pieces, selected), SIDES, reach or {})


def drawn(
    *pieces: PieceView, width: int = 2, cost: int | None = None, glyphs: object = UNICODE
) -> tuple[str, str]:
    reach = {} if cost is None else {"0101": cost}
    found = face(CELL, chart(*pieces, reach=reach), glyphs, width, sparse=False)  # type: ignore[arg-type]
    assert len(found.upper) == len(found.lower) == width
    return found.upper, found.lower


def test_bare_ground_and_what_it_costs_to_get_there():
    assert drawn() == ("T ", " T")
    assert drawn(cost=7) == ("T ", " 7")
    assert drawn(width=4, cost=15) == ("TTT ", "  15")


def test_the_commonest_terrain_is_drawn_sparingly():
    found = face(CELL, chart(), UNICODE, 4, sparse=True)
    assert found.upper.strip() == "" and "T" in found.lower


def test_a_place_and_a_wreck_are_marked():
    found = face(Cell("0101", 0, 0, "trees", "T", "a wreck", "Mill"), chart(), UNICODE, 2, sparse=False)
    assert found.upper[0] == "*" and found.lower[0] == "#"


def test_a_piece_shows_what_it_is_where_it_faces_and_whose_it_is():
    assert drawn(piece(facing="NE")) == ("V↗", "N ")
    assert drawn(piece(facing="W", side="us")) == ("V←", "U ")
    assert drawn(piece(facing="SE"), width=3, glyphs=ASCII) == ("VSE", "N  ")


def test_damage_and_stance_have_marks():
    assert drawn(piece(facing="E", status=("immobilized",))) == ("V→", "N!")
    counted = piece(facing="E", status=("acted",), most=3)
    assert drawn(counted) == ("V→", "N "), "where points are counted, a word of its state is no damage"
    assert drawn(piece(facing="E", damage=1, most=3)) == ("V→", "N!")
    assert drawn(piece(facing="E", stance="speeding")) == ("V→", "Ns")
    assert drawn(piece(facing="E", stance="maneuvering"), width=4) == ("NV→m", "    ")
    assert drawn(piece(facing="E", stance="driving")) == ("V→", "N ")


def test_a_stack_shows_how_many_and_the_selected_one_first():
    pieces = [piece("a", facing="E"), piece("b", facing="W"), piece("c", facing="N", out=True)]
    assert drawn(*pieces) == ("V→", "N2")
    found = face(CELL, chart(*pieces, selected="b"), UNICODE, 2, sparse=False)
    assert found.upper == "V←"
    assert drawn(*(piece(str(i)) for i in range(12)))[1] == "N+"


def test_of_two_without_a_facing_the_count_gives_way_to_a_state():
    pieces = [piece("a", status=("spotted",), stance="Hide"), piece("b")]
    assert drawn(*pieces) == ("V2", "N!")
    assert drawn(piece("a", stance="Hide"), piece("b")) == ("V2", "Nh")
    assert drawn(piece("a"), piece("b"))[1] == "N2", "where there is no state the count stands as ever"


def test_wrecks_lie_below_and_pieces_aboard_are_not_drawn():
    found = stacks([piece("a", out=True), piece("b"), piece("c", aboard="b")])
    assert [one.id for one in found["0101"]] == ["b", "a"]


def test_sides_have_letters_and_colours_of_their_own():
    assert [mark.letter for mark in SIDES.values()] == ["N", "U"]
    assert SIDES["us"].colour == BLUE != SIDES["nk"].colour
    same = side_marks([Side("a", "Axis"), Side("b", "Allies"), Side("c", "Axis")])
    assert len({mark.letter for mark in same.values()}) == 3
    assert len({mark.colour for mark in same.values()}) == 3
