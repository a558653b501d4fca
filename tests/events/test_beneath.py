"""Forks that go back behind their first entry: states, numbers, and what is no such way."""

from __future__ import annotations

from typing import Any

import pytest

from events.beneath import Place, Rewind, number_of, under
from events.diary import Diary
from events.entry import Author, Body, Draft, draft, raw
from events.errors import Damaged, NoSuchEntry
from events.store import Store
from events.verify import verify
from tests.events.board import rewind
from tests.events.conftest import fork
from tests.events.notes import Notes, note

NOW = "2026-01-01T00:00:00Z"
Kept = Diary[list[int], Any]


def behind(of: str, at: int, to: int = 0) -> Draft:
    return draft(Body(to, NOW, Author("p"), raw(Rewind(to, "jump", of, at))))


@pytest.fixture
def forked(store: Store) -> Kept:
    """A fork of a fork: entries 1 to 3, with 3 in place of one that was taken back; then 4; then 5 and 6."""
    store.create("a", "battle", "", NOW)
    for one in (note(0, 1), note(1, 2), note(2, 99), rewind(2, "jump"), note(4, 3)):
        store.append("a", store.head("a").seq, [one])
    for origin, seq, name, numbers in (("a", 5, "b", (4,)), ("b", 1, "c", (5, 6))):
        fork(store, origin, seq, name, "", NOW)
        for seq, number in enumerate(numbers):
            store.append(name, seq, [note(seq, number)])
    return Diary(store, "c", Notes())


def test_entries_beneath_a_fork_have_numbers_of_0_and_below(forked: Kept) -> None:
    numbers = {("c", 1): 1, ("b", 1): 0, ("a", 5): -1, ("a", 1): -5}
    assert {there: forked.number(forked.store.entry(*there)) for there in numbers} == numbers
    assert [(one.diary, one.seq) for one in forked.down(2)] == [
        ("c", 2), ("c", 1), ("b", 1), ("a", 5), ("a", 4), ("a", 2), ("a", 1),
    ]  # fmt: skip
    for diary, seq in (("a", 6), ("b", 2), ("b", 0), ("nobody", 1)):
        with pytest.raises(NoSuchEntry):
            number_of(under(forked.store, "c"), Place(diary, seq))


def test_where_a_diary_was_forked_from_is_looked_up_once(
    forked: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many numbers are asked for."""
    asked: list[str] = []
    info = forked.store.info
    monkeypatch.setattr(forked.store, "info", lambda name: (asked.append(name), info(name))[1])
    entry = forked.store.entry("a", 5)
    assert {forked.number(entry) for _ in range(9)} == {-1}
    assert asked == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("of", "at", "expected"), [("a", 2, [1, 2]), ("a", 3, [1, 2, 99]), ("b", 1, [1, 2, 3, 4])]
)
def test_a_fork_goes_on_from_an_entry_beneath_it(forked: Kept, of: str, at: int, expected: list[int]) -> None:
    """And back to its own; whatever was looked at before, and also of a fork of it."""
    assert forked.current()[1] == [1, 2, 3, 4, 5, 6]
    forked.append(2, [behind(of, at), note(3, 7)])
    assert forked.current()[1] == [*expected, 7]
    base = forked.number(forked.store.entry(of, at))
    assert (forked.base(4), forked.base(2)) == (base, 0)
    again = Diary(forked.store, "c", Notes())
    assert (
        again.state_at(4) == [*expected, 7] and again.state_at(3) == expected and again.state_at(2)[-1] == 6
    )
    fork(forked.store, "c", 4, "d", "", NOW)
    forked.store.append("d", 0, [note(0, 8)])
    assert Diary(forked.store, "d", Notes()).current()[1] == [*expected, 7, 8]
    forked.append(4, [rewind(2, "jump")])
    assert forked.current()[1] == [1, 2, 3, 4, 5, 6]
    for name in ("c", "d"):
        assert verify(forked.store, name, Notes()).bad is None


def test_what_such_a_way_takes_back_lies_beneath_the_fork_too(forked: Kept) -> None:
    forked.append(2, [behind("a", 2), note(3, 7)])
    base = forked.base(4)
    assert [(one.diary, one.seq) for one in forked.withdrawn(2, base)] == [
        ("a", 5),
        ("b", 1),
        ("c", 1),
        ("c", 2),
    ]
    assert forked.withdrawn(base, 2) == []
    assert [(one.diary, one.seq) for one in forked.withdrawn(4, 2)] == [("c", 4)]
    assert [(one.diary, one.seq) for one in forked.withdrawn(2, 4)] == [
        ("a", 5),
        ("b", 1),
        ("c", 1),
        ("c", 2),
    ]


@pytest.mark.parametrize(
    "wrong", [behind("a", 6), behind("b", 2), behind("c", 1), behind("x", 1), behind("a", 0), behind("", 2)]
)
def test_a_fork_goes_back_only_to_what_it_rests_on(forked: Kept, wrong: Draft) -> None:
    forked.store.append("c", 2, [wrong, note(3, 7)])
    found = verify(forked.store, "c", Notes())
    assert found.bad == (3, "it goes back to an entry that the diary does not rest on")


@pytest.mark.parametrize("of", ["x", "c"])
def test_a_way_to_nowhere_is_not_followed(forked: Kept, of: str) -> None:
    """Nor one to an entry of its own, which is not named so."""
    forked.store.append("c", 2, [behind(of, 1), note(3, 7)])
    with pytest.raises(Damaged, match="does not rest on"):
        forked.state_at(4)
    assert forked.state_at(2) == [1, 2, 3, 4, 5, 6]
    assert "does not rest on" in Diary(forked.store, "c", Notes()).read_only or forked.current()


def test_what_is_no_fork_goes_back_behind_nothing(store: Store) -> None:
    store.create("a", "battle", "", NOW)
    store.append("a", 0, [note(0, 1), behind("a", 1), note(2, 2)])
    found = verify(store, "a", Notes())
    assert found.bad == (2, "it goes back to an entry that the diary does not rest on")
