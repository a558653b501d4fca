"""The difference between two states."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.difference import MISSING, Change, difference
from tests.events.board import Board, Unit


def test_equal_states_do_not_differ() -> None:
    assert difference(Board(1), Board(1)) == []


def test_fields_and_entries_of_dicts() -> None:
    before = Board(1, units={1: Unit(1, "Panzer IV", "axis", (0, 0)), 2: Unit(2, "T-34", "allied", (3, 3))})
    after = Board(2, units={1: Unit(1, "Panzer IV", "axis", (0, 4), damage={"hull": 2})})
    assert difference(before, after) == [
        Change(("turn",), 1, 2),
        Change(("units", 1, "at", 1), 0, 4),
        Change(("units", 1, "damage", "hull"), MISSING, 2),
        Change(("units", 2), msgspec.to_builtins(before.units[2]), MISSING),
    ]


def test_lists_of_objects_are_matched_by_id() -> None:
    before = {"crew": [{"id": "a", "hp": 1}, {"id": "b", "hp": 1}]}
    after = {"crew": [{"id": "b", "hp": 2}, {"id": "c", "hp": 1}]}
    assert difference(before, after) == [
        Change(("crew", "a"), {"id": "a", "hp": 1}, MISSING),
        Change(("crew", "b", "hp"), 1, 2),
        Change(("crew", "c"), MISSING, {"id": "c", "hp": 1}),
    ]


def test_a_changed_order_is_a_difference() -> None:
    one, two = {"id": 1}, {"id": 2}
    assert difference([one, two], [two, one]) == [Change(("order",), [1, 2], [2, 1])]


def test_plain_lists_and_changed_kinds() -> None:
    assert difference([1, 2], [1, 3, 4]) == [Change((1,), 2, 3), Change((2,), MISSING, 4)]
    assert difference({"a": 1}, {"a": [1]}) == [Change(("a",), 1, [1])]
    assert difference({"a": None}, {}) == [Change(("a",), None, MISSING)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a", "b"]), inner),
)


@given(JSON, JSON)
def test_there_is_a_difference_exactly_if_they_differ(a: object, b: object) -> None:
    assert difference(a, a) == []
    assert bool(difference(a, b)) == (repr_of(a) != repr_of(b))
    assert difference(a, b) == difference(a, b)


def repr_of(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
