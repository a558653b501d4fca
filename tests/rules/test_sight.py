"""Who sees whom: obstacles in the interior, pairs along a side, the rim of the board."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.boards import Board, BoardFile
from campaign.rules.hexes import Layout
from campaign.rules.sight import Sight

OBSTACLES = frozenset({"trees"})


def board(picture: tuple[str, ...]) -> Board:
    layout = Layout(columns=len(picture[0]), rows=len(picture))
    legend = {".": "clear", ",": "brush", "T": "trees"}
    return Board(BoardFile("wood", "A wood", "drawn for this test", layout, legend, picture))


def sight(*picture: str) -> Sight:
    return Sight(board(picture), OBSTACLES)


boards = (
    st.tuples(st.integers(1, 7), st.integers(1, 7))
    .flatmap(
        lambda size: st.tuples(*(st.text("..,T", min_size=size[0], max_size=size[0]) for _ in range(size[1])))
    )
    .map(board)
)


def test_an_obstacle_in_between_blocks() -> None:
    view = sight(".", ".", "T", ".", ".")
    assert not view.clear("0101", "0105")
    assert view.blocker("0101", "0105") == "0103"
    assert view.blocker("0105", "0101") == "0103"
    assert view.clear("0101", "0102")


def test_what_is_no_obstacle_does_not_block() -> None:
    assert sight(".", ",", ".").blocker("0101", "0103") is None


def test_the_first_of_two_obstacles_is_the_blocker() -> None:
    view = sight(".", "T", ".", "T", ".")
    assert view.blocker("0101", "0105") == "0102"
    assert view.blocker("0105", "0101") == "0104"


def test_the_end_hexes_never_block() -> None:
    view = sight("T", ".", "T")
    assert view.clear("0101", "0103")
    assert view.clear("0101", "0101")


def test_a_side_is_blocked_only_by_both_its_hexes() -> None:
    # From 0102 to 0302 the line runs between 0201 and 0202.
    assert sight("...", "...").clear("0102", "0302")
    assert sight(".T.", "...").clear("0102", "0302")
    assert sight("...", ".T.").clear("0102", "0302")
    view = sight(".T.", ".T.")
    assert not view.clear("0102", "0302")
    assert view.blocker("0102", "0302") == "0201"
    assert view.blocker("0302", "0102") == "0202"


def test_at_the_rim_one_hex_is_both_sides() -> None:
    # From 0101 to 0301 the line runs along the northern side of 0201, and the board ends there.
    assert sight("...", "...").clear("0101", "0301")
    assert sight(".T.", "...").blocker("0101", "0301") == "0201"


@given(boards)
@settings(max_examples=60, deadline=None)
def test_sight_is_mutual_and_the_same_by_every_question(ground: Board) -> None:
    view, other = Sight(ground, OBSTACLES), Sight(ground, OBSTACLES)
    for a in ground.hexes:
        for b in ground.hexes:
            seen = view.clear(a, b)
            assert seen == view.clear(b, a) == (other.blocker(a, b) is None)
            assert seen == all(
                any(ground.terrain[hex] != "trees" for hex in step) for step in ground.line(a, b)[1:-1]
            )
