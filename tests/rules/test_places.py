"""Hexes to choose among."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from campaign.rules.boards import Board, BoardFile
from campaign.rules.bots import RandomBot, within
from campaign.rules.hexes import Layout
from campaign.rules.options import NO_COST, Option, Range, points
from campaign.rules.places import Grid, Places, Sheet
from campaign.rules.refused import Refused
from campaign.rules.sheets import hex_board


def board(**layout: Any) -> Board:
    rows = (".....",) * 4
    return Board(BoardFile("b", "B", "drawn for this test", Layout(5, 4, **layout), {".": "clear"}, rows))


BOARD = board()


@pytest.mark.parametrize("half_up", ["odd", "even"])
@pytest.mark.parametrize("columns_from", ["west", "east"])
@pytest.mark.parametrize("first_column", [0, 1])
def test_a_board_as_drawn_has_the_distances_of_the_board(half_up: str, columns_from: str, first_column: int):
    one = board(half_up=half_up, columns_from=columns_from, first_column=first_column, separator=".")
    sheet = Sheet(hex_board(one, {"clear": "."}))
    assert tuple(sheet.hexes) == one.hexes
    assert all(sheet.distance(a, b) == one.distance(a, b) for a in one.hexes for b in one.hexes)


def test_steps_on_a_sheet_end_at_the_rim():
    sheet = Sheet(hex_board(BOARD, {"clear": "."}))
    assert sheet.step("0202", 1, 0) == "0302" and sheet.step("0202", 0, -9) == "0201"
    assert sheet.step("0202", -9, 9) == "0104"


def test_a_hex_may_be_meant_by_its_figures_alone():
    sheet = Sheet(hex_board(board(separator="."), {"clear": "."}))
    assert sheet.written("0302") == "03.02" and sheet.written("0909") is None


@pytest.mark.parametrize(
    ("places", "found"),
    [
        (Places(), BOARD.hexes),
        (Places(("0302", "0101")), ("0302", "0101")),
        (Places(centre="0101", within=1), ("0101", "0201", "0102")),
        (Places(centre="0101", within=1, least=1), ("0201", "0102")),
        (Places(("0302", "0101", "0102"), "0101", 1), ("0101", "0102")),
    ],
)
def test_they_are_named_or_lie_around_a_hex_or_are_all_of_the_board(places: Places, found: tuple[str, ...]):
    assert tuple(places.among(BOARD)) == found
    assert [hex for hex in BOARD.hexes if places.holds(hex, BOARD)] == [h for h in BOARD.hexes if h in found]
    for hex in found:
        places.check(hex, BOARD)


@pytest.mark.parametrize(
    ("places", "text"),
    [
        (Places(), "any hex"),
        (Places(("0101",)), "0101"),
        (Places(("0101", "0102", "0103")), "0101, 0102 or 0103"),
        (Places(centre="0202", within=3), "any hex at most 3 from 0202"),
        (Places(centre="0202", within=3, least=2), "any hex 2 to 3 from 0202"),
        (Places(tuple(BOARD.hexes), "0202", 2), "one of 20 hexes at most 2 from 0202"),
    ],
)
def test_they_are_said_in_a_few_words(places: Places, text: str):
    assert str(places) == text


def test_a_hex_that_may_not_be_chosen_is_refused_and_those_that_may_are_named():
    with pytest.raises(Refused) as found:
        Places(centre="0101", within=1).check("0303", BOARD, "7.2", "$.target")
    assert found.value.reason == "Hex 0303 is not among those that may be chosen here."
    assert (found.value.rule, found.value.where) == ("7.2", "$.target")
    assert found.value.allowed == ("0101", "0201", "0102")
    with pytest.raises(Refused) as found:
        Places(centre="0101", within=4).check("0504", BOARD)
    assert found.value.allowed == ("any hex at most 4 from 0101",), "many are not named one by one"


@pytest.mark.parametrize("hex", ["", "9999", "101"])
def test_a_hex_that_is_none_is_refused(hex: str):
    with pytest.raises(Refused) as found:
        Places().check(hex, BOARD)
    assert found.value.reason == f"This board has no hex {hex!r}." and found.value.allowed == ("any hex",)


def test_what_is_said_of_many_hexes_is_short():
    sent = msgspec.json.encode(Range("hex", places=Places()))
    assert len(sent) < 60 and msgspec.json.decode(sent, type=Range) == Range("hex", places=Places())


class Aim(msgspec.Struct, frozen=True):
    hex: str


class Aiming:
    """Rules that refuse the hexes of the westernmost column."""

    def grid(self, state: object) -> Grid:
        return BOARD

    def verify(self, known: object, side: str, action: Aim) -> None:
        if action.hex.startswith("01"):
            raise Refused("Too near.")


def test_the_random_bot_aims_at_any_hex_that_is_allowed():
    option = Option(Aim("0301"), ranges=(Range("hex", places=Places(centre="0301", within=2)),))
    pick = random.Random(1).randrange
    chosen = {RandomBot().choose(Aiming(), None, "us", [option], pick).action.hex for _ in range(400)}
    allowed = {hex for hex in BOARD.hexes if BOARD.distance("0301", hex) <= 2 and not hex.startswith("01")}
    assert chosen == allowed
    assert {within(Range("hex", places=Places(("0101",))), pick, BOARD) for _ in range(9)} == {"0101"}


@pytest.mark.parametrize(
    ("cost", "parts", "text"),
    [
        (4, 1, "4"),
        (5, 2, "2½"),
        (4, 2, "2"),
        (1, 2, "½"),
        (0, 2, "0"),
        (7, 3, "2 1/3"),
        (2, 3, "2/3"),
        (2, 4, "½"),
    ],
)
def test_costs_are_written_in_points(cost: int, parts: int, text: str):
    assert points(cost, parts) == text
    assert Option(None).cost == NO_COST and Option(None).parts == 1


def test_words_for_people_are_taken_as_the_action_takes_them() -> None:
    """A bot that tries everything once flew `"true"` high."""
    switch, words = Range("high", words=("false", "true")), Range("hull", words=("forward", "left"))
    assert [within(switch, lambda _, at=at: at) for at in (0, 1)] == [False, True]
    assert within(words, lambda _: 1) == "left"
    assert Range("high", words=("true",)).taken("true") is True
