"""Where parents, undo and redo lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.lineage import (
    ADMINISTRATIVE,
    beyond,
    is_ancestor,
    lineage,
    redo_target,
    segments,
    tips,
    undo_target,
)
from events.store import Step


class History:
    """A history written as parents and kinds; `jump` and `undo` are rewinds."""

    def __init__(self, *entries: tuple[int, str]) -> None:
        self.entries = entries
        self.asked = 0

    def steps(self, until: int) -> Iterator[Step]:
        for seq in range(until, 0, -1):
            parent, kind = self.entries[seq - 1]
            yield Step(seq, parent, "rewind" if kind in ("undo", "redo", "jump") else kind)

    def rewinds(self, until: int) -> Iterator[tuple[int, int]]:
        for step in self.steps(until):
            self.asked += 1
            if step.parent != step.seq - 1:
                yield step.seq, step.parent

    def is_jump(self, seq: int) -> bool:
        return self.entries[seq - 1][1] == "jump"

    def undo(self) -> int | None:
        return undo_target(self.steps, len(self.entries), ADMINISTRATIVE)

    def redo(self) -> int | None:
        return redo_target(self.steps, self.rewinds, len(self.entries), self.is_jump, ADMINISTRATIVE)


def straight(count: int) -> list[tuple[int, str]]:
    return [(n, "act") for n in range(count)]


BRANCHED = History(*straight(5), (2, "undo"), (6, "act"), (7, "act"), (4, "jump"), (9, "act"))


def test_lineage_as_segments() -> None:
    assert lineage(BRANCHED.rewinds, 0) == []
    assert lineage(BRANCHED.rewinds, 5) == [(1, 5)]
    assert lineage(BRANCHED.rewinds, 8) == [(1, 2), (6, 8)]
    assert lineage(BRANCHED.rewinds, 10) == [(1, 4), (9, 10)]


def test_a_rewind_to_the_beginning() -> None:
    history = History(*straight(3), (0, "jump"), (4, "act"))
    assert lineage(history.rewinds, 5) == [(4, 5)]
    assert history.undo() == 4
    assert not is_ancestor(history.rewinds, 3, 5)


@pytest.mark.parametrize(("seq", "ancestors"), [(5, "12345"), (8, "12678"), (10, "1234 9")])
def test_is_ancestor(seq: int, ancestors: str) -> None:
    for other in range(1, seq):
        assert is_ancestor(BRANCHED.rewinds, other, seq) == (str(other) in ancestors)
    assert is_ancestor(BRANCHED.rewinds, seq, seq) and is_ancestor(BRANCHED.rewinds, 0, seq)


def test_what_is_beyond() -> None:
    assert beyond(BRANCHED.rewinds, 5, 8) == [(3, 5)]
    assert beyond(BRANCHED.rewinds, 8, 5) == [(6, 8)]
    assert beyond(BRANCHED.rewinds, 10, 8) == [(3, 4), (9, 10)]
    assert beyond(BRANCHED.rewinds, 10, 0) == [(1, 4), (9, 10)]
    assert beyond(BRANCHED.rewinds, 4, 10) == []


def test_where_what_was_taken_back_stood_last() -> None:
    assert tips(BRANCHED.rewinds, 5) == {}
    assert tips(BRANCHED.rewinds, 8) == {3: 5, 4: 5, 5: 5}
    assert tips(BRANCHED.rewinds, 10) == {5: 5, 6: 8, 7: 8, 8: 8}
    again = History(*straight(5), (2, "undo"), (5, "jump"), (7, "act"), (1, "jump"))
    whole = {2: 8, 3: 8, 4: 8, 5: 8, 6: 6, 7: 8, 8: 8}
    assert tips(again.rewinds, 9) == whole
    for after in range(10):
        assert tips(again.rewinds, 9, after) == {seq: tip for seq, tip in whole.items() if seq > after}


@given(st.lists(st.integers(0, 30), min_size=1, max_size=30))
def test_what_was_taken_back_is_found_as_one_by_one(parents: list[int]) -> None:
    entries: list[tuple[int, str]] = []
    for seq, parent in enumerate(parents, 1):
        entries.append((parent % seq, "jump" if parent % seq != seq - 1 else "act"))
    history, head = History(*entries), len(entries)
    found = {
        seq: max(tip for tip in range(seq, head) if is_ancestor(history.rewinds, seq, tip))
        for seq in range(1, head + 1)
        if not is_ancestor(history.rewinds, seq, head)
    }
    for after in (0, head // 2, head - 2):
        assert tips(history.rewinds, head, after) == {seq: tip for seq, tip in found.items() if seq > after}


def test_what_was_taken_back_of_late_is_found_without_looking_far() -> None:
    there_and_back = [(seq - 1 - seq % 2, "undo" if seq % 2 else "act") for seq in range(2, 10_002)]
    history = History((0, "act"), *there_and_back)
    assert tips(history.rewinds, 10_001, 9_990) == {seq: seq for seq in range(9_992, 10_001, 2)}
    assert history.asked < 100


def test_only_as_far_back_as_need_be() -> None:
    history = History(*straight(100_000), (99_990, "undo"), (100_001, "act"))
    assert next(segments(history.rewinds, 100_002)) == (100_001, 100_002)
    assert history.asked < 5
    assert history.undo() == 100_001 and history.redo() is None


def test_nothing_to_undo() -> None:
    assert History().undo() is None
    assert History().redo() is None
    assert History((0, "undo-request")).undo() is None


def test_undo_skips_what_is_administrative() -> None:
    history = History(*straight(3), (3, "undo-request"), (4, "undo-refuse"))
    assert history.undo() == 2
    assert History(*history.entries, (5, "act")).undo() == 5


def test_undo_twice_redo_twice() -> None:
    done = straight(3)
    for undo, redo in ((2, None), (1, 3), (0, 2), (None, 1)):
        history = History(*done)
        assert (history.undo(), history.redo()) == (undo, redo)
        if undo is not None:
            done.append((undo, "undo"))
    for redo in (1, 2, 3):
        history = History(*done)
        assert history.redo() == redo
        done.append((redo, "redo"))
    assert History(*done).redo() is None
    assert History(*done).undo() == 2


def test_a_new_entry_ends_redo() -> None:
    assert History(*straight(3), (2, "undo"), (4, "act")).redo() is None


def test_redo_after_a_jump_back_goes_step_by_step() -> None:
    history = History(*straight(5), (2, "jump"))
    assert history.redo() == 3
    assert history.undo() == 1


def test_a_jump_to_a_withdrawn_branch_makes_it_the_one_to_redo() -> None:
    history = History(*straight(5), (2, "undo"), (6, "act"), (4, "jump"))
    assert history.redo() is None
    history = History(*history.entries, (3, "undo"))
    assert history.redo() == 4
    history = History(*history.entries, (1, "jump"))
    assert history.redo() == 2
