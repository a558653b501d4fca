"""The board as viewers get it: what its file draws, and what the battle has changed."""

from __future__ import annotations

from campaign.rules.packs import make_pack
from campaign.rules.views import HexBoard
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.rules import SYSTEM
from campaign.systems.portable_wargame_modern.state import Cloud, Objective
from tests.systems.portable_wargame_modern.table import BLUE, RED, SHIPPED, Table, unit

UNITS = SHIPPED.content["units.toml"]


def units() -> tuple[e.Placed, e.Placed]:
    return unit("tanks", RED, "0101"), unit("tanks", BLUE, "1616", id="foe")


def test_what_the_battle_has_changed_is_marked_the_gravest_first() -> None:
    table = Table(
        *units(), features={"0505": "trench"}, objectives=[Objective("0505", 1)], mines=["0505", "0606"], wire=["0505"]
    )  # fmt: skip
    table.game.clouds = [Cloud("0505", (0, 1), 1, "foe")]
    board = table.rules.view(table.game, "").board
    assert isinstance(board, HexBoard)
    cells = {cell.id: cell for cell in board.cells}
    assert cells["0505"].marks == ("gas", "objective")
    assert cells["0505"].features == ("trench", "wire", "mines")
    assert (cells["0606"].marks, cells["0606"].features) == ((), ("mines",))
    assert board.faces == "edges"


def test_rivers_of_a_board_are_drawn() -> None:
    """A board of one's own may have them; those of the pack have hexes of river."""
    file = "boards/ford.toml"
    content = {**SHIPPED.content, file: {**SHIPPED.content[file], "rivers": [["0505", "0506"]]}}
    rules = SYSTEM.load(make_pack(SYSTEM.id, content))
    game = Table(*units()).game
    game.board = "ford"
    board = rules.view(game, "").board
    assert isinstance(board, HexBoard)
    assert board.rivers == (("0505", "0506"),)


def test_no_two_types_of_units_have_the_same_letter() -> None:
    """Where a hex has room for one only, tanks and trucks must not look alike."""
    types = [one["id"] for one in SHIPPED.content["units.toml"]["unit"]]
    table = Table(*(unit(type, RED, f"{i % 16 + 1:02}{i // 16 + 1:02}") for i, type in enumerate(types)))
    glyphs = [piece.glyph for piece in table.rules.view(table.game, "").pieces]
    assert len(set(glyphs)) == len(types) and {len(glyph) for glyph in glyphs} == {1}
    assert "x" not in glyphs, "it is what is destroyed"


def test_a_type_without_a_letter_has_the_first_of_its_short_name() -> None:
    rows = [{key: value for key, value in row.items() if key != "sign"} for row in UNITS["unit"]]
    rules = SYSTEM.load(make_pack(SYSTEM.id, {**SHIPPED.content, "units.toml": {**UNITS, "unit": rows}}))
    game = Table(unit("trucks", RED, "0101"), units()[1]).game
    game.board = "ford"
    assert [piece.glyph for piece in rules.view(game, "").pieces] == ["T", "T"]
