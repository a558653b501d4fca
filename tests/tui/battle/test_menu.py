"""What the list shows, what the map shows, and what Enter means."""

from __future__ import annotations

from msgspec import Raw

from campaign.battles.answers import LegalAction
from campaign.rules.options import Range
from campaign.rules.places import Places
from tui.battle.menu import Menu, key


def choice(action: str, label: str, *more: object, **named: object) -> LegalAction:
    return LegalAction("us", Raw(action.encode()), label, *more, **named)  # type: ignore[arg-type]


END = choice('{"kind":"end"}', "End the phase", kind="end")
PIVOT = choice('{"kind":"pivot"}', "Tank 1 pivots to NE", "t1", kind="pivot")
FIRE = choice('{"kind":"fire"}', "Tank 1 fires at Gun", "t1", "gun", "0303", dice=2, kind="fire")
STEP = choice('{"kind":"step"}', "Tank 1 to 0102, cost 1", "t1", "", "0102", 1, kind="step")
NEAR = choice(
    '{"kind":"drive","to":"0102"}', "Tank 1 drives to 0102, cost 1", "t1", "", "0102", 1, kind="drive"
)
FAR = choice(
    '{"kind":"drive","to":"0103"}', "Tank 1 drives to 0103, cost 3", "t1", "", "0103", 3, kind="drive"
)
OTHER = choice('{"kind":"pivot","unit":"t2"}', "Tank 2 pivots to NE", "t2", kind="pivot")


def menu(*choices: LegalAction) -> Menu:
    return Menu(choices, {"t1": "Tank 1", "t2": "Tank 2"}, {"t1": "0101", "t2": "0101"})


FULL = menu(END, PIVOT, FIRE, STEP, NEAR, FAR, OTHER)


def texts(found: Menu, unit: str = "t1", cursor: str = "") -> list[str]:
    return [row.text for row in found.rows(unit, cursor, "e")]


def test_where_both_sides_are_asked_each_row_says_whose_it_is():
    both = [
        LegalAction(side, Raw(b'{"kind":"done"}'), "No more shells", kind="done") for side in ("us", "nk")
    ]
    found = Menu([*both, PIVOT], {"t1": "Tank 1"}, {}, True, {"us": "Blue", "nk": "Red"})
    rows = found.rows("t1", "", "e")
    assert [row.text for row in rows] == [
        "Tank 1",
        "Pivots to NE",
        "Blue: No more shells  (e)",
        "Red: No more shells",
    ]
    assert len({row.key for row in rows}) == len(rows), "the same action of two sides is two choices"
    assert found.whose(PIVOT) == "Tank 1 pivots to NE"
    alone = Menu(both, sides={"us": "Blue", "nk": "Red"})
    assert alone.finish is both[0], "each side has one way to end it: the first one's comes first"
    assert (
        Menu(both[1:], sides={"us": "Blue", "nk": "Red"}).rows("", "", "e")[0].text == "No more shells  (e)"
    )


def test_ways_to_hexes_are_on_the_map_and_not_in_the_list():
    assert FULL.reach("t1") == {"0102": 1, "0103": 3}
    assert texts(FULL) == [
        "Tank 1", "Pivots to NE", "Fires at Gun", "2 hexes marked on the map", "Tank 2", "End the phase  (e)",
    ]  # fmt: skip


def test_the_hex_under_the_cursor_is_in_the_list():
    assert texts(FULL, cursor="0102")[:3] == ["Tank 1", "Drives to 0102, cost 1", "To 0102, cost 1"]


def test_only_the_selected_piece_is_open():
    assert texts(FULL, "t2") == ["Tank 1", "Tank 2", "Pivots to NE", "End the phase  (e)"]


def test_enter_goes_by_the_most_far_reaching_way():
    assert FULL.enter("t1", "0102") is NEAR
    assert FULL.enter("t1", "0909") is None
    assert FULL.enter("t2", "0102") is None


def test_enter_rolls_no_dice():
    assert FULL.enter("t1", "0303") is None
    assert FULL.aimed_at("t1", "0303") == [FIRE]


def test_one_key_ends_the_decision():
    assert FULL.finish is END
    hold = [choice(f"{i}", f"Hold {i}", kind="hold") for i in range(3)]
    assert menu(*hold, FIRE).finish is hold[0]
    assert menu(*hold).finish is None, "with nothing else to do, the three are the question"


def test_pieces_come_one_after_the_other():
    assert [FULL.next_unit("t1", 1), FULL.next_unit("t2", 1), FULL.next_unit("", 1)] == ["t2", "t1", "t1"]
    assert FULL.next_unit("t1", -1) == "t2"
    assert Menu().next_unit("t1", 1) == ""


def test_search_finds_every_word():
    assert FULL.search("drives 0103") == [FAR]
    assert FULL.search("TANK 2")[0] is OTHER, "whole words come first"
    assert len(FULL.search("", limit=3)) == 3


def test_where_it_stands_enter_does_only_what_is_all_it_can_do():
    here = choice('{"kind":"begin"}', "Begin with Tank 1", "t1", "", "0101", kind="begin")
    dig = choice('{"kind":"dig"}', "Tank 1 digs in", "t1", "", "0101", kind="dig")
    assert menu(here, END).enter("t1", "0101") is here
    assert menu(here, dig).enter("t1", "0101") is None
    assert menu(here, PIVOT).enter("t1", "0101") is None
    assert menu(here, FAR).enter("t1", "0101") is None
    assert menu(here, FAR).enter("t1", "0103") is FAR


def test_a_way_that_is_not_there_can_be_tried():
    tried = FULL.tried("t1", "0909")
    assert tried is not None and bytes(tried.action) == b'{"kind":"drive","to":"0909"}'
    assert FULL.tried("t2", "0909") is None


def test_where_it_stands_what_is_done_at_once_comes_first():
    dig = choice('{"kind":"dig"}', "Tank 1 digs in", "t1", "", "0101", kind="dig")
    assert texts(menu(dig, PIVOT, FAR), cursor="0101") == [
        "Tank 1", "Pivots to NE", "Digs in", "1 hex marked on the map",
    ]  # fmt: skip


def test_an_order_for_later_stands_below_what_is_done_now():
    """A shot at a hex that is still to be chosen keeps its place: it is what the piece is there for."""
    order = choice("{}", "Tank 1: fire by itself in range", "t1", ranges=(Range("range", 0, 9),))
    shell = choice("{}", "Tank 1: plot fire", "t1", ranges=(Range("hex", places=Places()),))
    move = choice("{}", "Tank 1: move", "t1", where="0101")
    found = menu(order, shell, move)
    assert texts(found, cursor="0101")[1:4] == ["Plot fire …", "Move", "Fire by itself in range …"]


def test_the_same_action_of_two_men_after_each_other_is_another_choice():
    """Who lets it be: the highlight must not stay there when the next man is asked."""
    waits = [
        choice('{"kind":"wait"}', f"{name} lets it be", unit, kind="wait")
        for unit, name in (("t1", "A"), ("t2", "B"))
    ]
    assert key(waits[0]) != key(waits[1])
