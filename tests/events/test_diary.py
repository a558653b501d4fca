"""One diary as its users see it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from events import states
from events.diary import Diary, Rewind
from events.entry import Author, Body, draft, encode_json, raw
from events.errors import Damaged, HeadMoved, NoSuchDiary, NoSuchEntry, ReadOnly, UnknownEvent
from events.store import Snapshot, Store
from events.verify import verify
from tests.events.board import Board, BoardReducer, Event, body_of, entry, events_of, rewind
from tests.events.conftest import Open, fill, fork
from tests.events.notes import Notes, note

NOW = "2026-01-01T00:00:00Z"


def expected(count: int) -> Board:
    board, reducer = Board(), BoardReducer()
    for n in range(count):
        reducer.fold(board, events_of(n))
    return board


@pytest.fixture
def notes(store: Store) -> Diary[list[int], Any]:
    store.create("notes", "battle", "", NOW)
    return Diary(store, "notes", Notes())


@pytest.fixture
def short_stride(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "STRIDE", 10)


def kept(diary: Diary[Any, Any]) -> list[int]:
    return [one.seq for one in diary.store.snapshots(diary.name, diary.reducer.fingerprint)]


def test_an_unknown_diary(store: Store) -> None:
    with pytest.raises(NoSuchDiary):
        Diary(store, "nowhere", BoardReducer()).current()


def test_the_state_is_the_fold(battle: Diary[Board, Event]) -> None:
    assert battle.current() == (battle.head(), Board())
    fill(battle.store, "battle", 300)
    assert battle.current() == (battle.head(), expected(300))
    assert battle.state_at(120) == expected(120)
    assert battle.state_at(300) == expected(300)
    for wrong in (-1, 301):
        with pytest.raises(NoSuchEntry):
            battle.state_at(wrong)


def test_the_live_state_is_kept_and_copies_are_private(battle: Diary[Board, Event]) -> None:
    fill(battle.store, "battle", 50)
    live = battle.current()[1]
    assert battle.current()[1] is live
    copy = battle.state_at(50)
    copy.turn = 99
    assert battle.current()[1].turn != 99


def test_what_others_append_is_folded_onto_a_copy_of_the_live_state(
    battle: Diary[Board, Event], open_store: Open
) -> None:
    fill(battle.store, "battle", 50)
    live = battle.current()[1]
    fill(open_store(), "battle", 50)
    assert battle.current() == (battle.head(), expected(100))
    assert live == expected(50), "what was handed out never changes"


def test_a_rewind_by_others_is_followed(battle: Diary[Board, Event], open_store: Open) -> None:
    fill(battle.store, "battle", 100)
    battle.current()
    open_store().append("battle", 100, [rewind(70, "jump")])
    assert battle.current()[1] == expected(70)
    assert battle.lineage(101) == [(1, 70), (101, 101)]
    assert [e.seq for e in battle.withdrawn(100, 101)] == list(range(71, 101))


def test_what_was_taken_back_is_read_one_after_the_other_without_beginning_anew(
    battle: Diary[Board, Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(battle.store, "battle", 1)
    for seq in range(1, 401, 2):  # done, and taken back
        battle.store.append("battle", seq, [entry(1 + seq % 30, seq), rewind(seq, "undo")])
    gone = range(2, 401, 2)
    wanted = {seq: Diary(battle.store, "battle", BoardReducer()).state_at(seq) for seq in (2, 200, 400)}
    asked: list[int] = []
    bodies = battle.store.bodies

    def counted(diary: str, after: int, until: int) -> Any:
        asked.append(until)
        return bodies(diary, after, until)

    monkeypatch.setattr(battle.store, "bodies", counted)
    found = {seq: battle.state_at(seq) for seq in gone}
    assert len(asked) < 4 * len(gone)
    assert {seq: found[seq] for seq in wanted} == wanted
    found[400].turn = 99
    for seq in (400, 2, 200):
        assert battle.state_at(seq) == wanted[seq], "what was handed out is nobody else's"


def test_append_with_the_state_needs_no_fold(battle: Diary[Board, Event]) -> None:
    fill(battle.store, "battle", 45)
    state = battle.state_at(45)
    battle.reducer.fold(state, events_of(45))
    done = battle.append(45, [body_of(45, 45)], state)
    head, live = battle.current()
    assert live is state and head == (46, done[0].seal) == battle.head()


def test_a_repeated_append_does_not_take_over_a_wrong_state(notes: Diary[list[int], Any]) -> None:
    first = notes.append(0, [note(0, 1, key="k")])
    notes.append(1, [note(1, 2)])
    assert notes.append(2, [note(2, 1, key="k")], [1, 2, 1]) == first
    assert notes.current()[1] == [1, 2]


def test_a_lost_race_changes_nothing(notes: Diary[list[int], Any]) -> None:
    notes.append(0, [note(0, 1)], [1])
    with pytest.raises(HeadMoved):
        notes.append(0, [note(0, 2)], [2])
    assert notes.current()[1] == [1]


def test_snapshots_come_by_themselves(notes: Diary[list[int], Any], short_stride: None) -> None:
    notes = Diary(notes.store, "notes", Notes())
    numbers: list[int] = []
    for n in range(35):
        numbers = [*numbers, n]
        notes.append(n, [note(n, n)], list(numbers))
    assert kept(notes) == [10, 20, 30]


def test_snapshots_come_with_a_long_load(
    notes: Diary[list[int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.fold.BATCH", 10)
    monkeypatch.setattr(states, "STRIDE", 30)
    fill_notes(notes, 100)
    notes = Diary(notes.store, "notes", Notes())
    assert notes.state_at(95) == list(range(95))
    assert kept(notes) == [30, 60, 90]


def fill_notes(diary: Diary[list[int], Any], count: int) -> None:
    diary.store.append(diary.name, 0, [note(n, n) for n in range(count)])


def test_big_states_are_kept_less_often(
    notes: Diary[list[int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "STRIDE", 10)
    monkeypatch.setattr(states, "BIG", 50)
    notes = Diary(notes.store, "notes", Notes())
    for n in range(100):
        notes.append(n, [note(n, n)], list(range(n + 1)))
    assert 3 <= len(kept(notes)) < 9


@pytest.mark.parametrize("broken", ["seal", "bytes", "schema", "cut", "long"])
def test_a_snapshot_that_does_not_fit_is_passed_over(
    notes: Diary[list[int], Any], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "LONGEST_STATE", 1000)
    fill_notes(notes, 20)
    seal = notes.store.entry("notes", 15).seal
    import zlib

    wrong = {
        "seal": Snapshot(15, b"other", zlib.compress(b"[99]")),
        "bytes": Snapshot(15, seal, b"rubbish"),
        "schema": Snapshot(15, seal, zlib.compress(b'{"not":"a list"}')),
        "cut": Snapshot(15, seal, zlib.compress(b"[99]")[:-1]),
        "long": Snapshot(15, seal, zlib.compress(b"[99]" + b" " * 1000)),
    }[broken]
    notes.store.put_snapshot("notes", Notes.fingerprint, wrong)
    assert notes.state_at(18) == list(range(18))
    assert verify(notes.store, "notes", Notes()).bad is None


def test_a_good_snapshot_is_used(notes: Diary[list[int], Any]) -> None:
    import zlib

    fill_notes(notes, 20)
    seal = notes.store.entry("notes", 15).seal
    notes.store.put_snapshot("notes", Notes.fingerprint, Snapshot(15, seal, zlib.compress(b"[99]")))
    assert notes.state_at(16) == [99, 15]
    assert notes.state_at(15) == [99]
    assert notes.state_at(14) == list(range(14))


def test_withdrawn_snapshots_are_not_used(notes: Diary[list[int], Any], short_stride: None) -> None:
    notes = Diary(notes.store, "notes", Notes())
    fill_notes(notes, 30)
    notes.current()
    notes.append(30, [rewind(5, "jump")])
    notes.append(31, [note(31, 77)])
    assert Diary(notes.store, "notes", Notes()).current()[1] == [0, 1, 2, 3, 4, 77]


def test_undo_and_redo(notes: Diary[list[int], Any]) -> None:
    assert notes.undo_target() is None and notes.redo_target() is None
    fill_notes(notes, 3)
    assert notes.undo_target() == 2
    notes.append(3, [rewind(2, "undo")])
    assert notes.current()[1] == [0, 1]
    assert notes.redo_target() == 3
    notes.append(4, [rewind(3, "redo")])
    assert notes.current()[1] == [0, 1, 2]
    assert notes.redo_target() is None


def test_the_action_of_a_rewind_is_what_the_tests_write() -> None:
    written = draft(Body(3, NOW, Author("player-0"), raw(Rewind(3, "undo"))))
    assert written == rewind(3, "undo")._replace(body=written.body)
    assert encode_json(Rewind(3, "undo")) == b'{"kind":"rewind","to":3,"why":"undo"}'


def test_difference_between_two_entries(notes: Diary[list[int], Any]) -> None:
    fill_notes(notes, 3)
    (change,) = notes.difference(2, 3)
    assert (change.path, change.after) == ((2,), 2)


def sung(parent: int) -> Body:
    events = raw([{"kind": "noted", "number": 7}, {"kind": "sung"}])
    return Body(parent, NOW, Author("p"), raw({"kind": "note"}), (), events, "notes 9.0")


def test_an_unknown_event_makes_the_diary_read_only_from_there(notes: Diary[list[int], Any]) -> None:
    fill_notes(notes, 3)
    notes.store.append("notes", 3, [draft(sung(3)), note(4, 5)])
    notes = Diary(notes.store, "notes", Notes())
    assert notes.read_only == ""
    head, state = notes.current()
    assert (head.seq, state) == (3, [0, 1, 2]), "an entry is folded whole or not at all"
    assert "'sung'" in notes.read_only and "notes 9.0" in notes.read_only and "Entry 4" in notes.read_only
    with pytest.raises(ReadOnly, match="newer version"):
        notes.append(5, [note(5, 6)])
    assert notes.state_at(3) == [0, 1, 2]
    with pytest.raises(UnknownEvent):
        notes.state_at(4)


def test_an_unknown_event_that_was_withdrawn_does_no_harm(notes: Diary[list[int], Any]) -> None:
    fill_notes(notes, 3)
    notes.store.append("notes", 3, [draft(sung(3)), rewind(3, "undo"), note(5, 5)])
    notes = Diary(notes.store, "notes", Notes())
    assert notes.current()[1] == [0, 1, 2, 5]
    assert notes.read_only == ""


def test_a_reducer_may_pass_over_an_unknown_event(notes: Diary[list[int], Any]) -> None:
    class Tolerant(Notes):
        def fold(self, state: list[int], events: Any) -> None:
            super().fold(state, [event for event in events if hasattr(event, "number")])

    notes.store.append("notes", 0, [note(0, 1), draft(sung(1)), note(2, 3)])
    assert Diary(notes.store, "notes", Tolerant()).current()[1] == [1, 7, 3]


def test_an_entry_that_does_not_fit_leaves_no_half_state(battle: Diary[Board, Event]) -> None:
    fill(battle.store, "battle", 40)
    battle.current()
    battle.store.append("battle", 40, [entry(0, 40)])
    bad = Body(
        41, NOW, Author("p"), raw({"kind": "x"}), (), raw([{"kind": "turned", "unit": 999, "facing": 1}])
    )
    good = battle.state_at(41)
    battle.store.append("battle", 41, [draft(bad), entry(42, 42)])
    for opened in (battle, battle, Diary(battle.store, "battle", battle.reducer)):
        head, state = opened.current()
        assert (head.seq, state) == (41, good)
        assert "entry 42: its events do not fit the state before it (KeyError: 999)" in opened.read_only
    for seq in (42, 43):
        with pytest.raises(Damaged, match="entry 42: its events do not fit"):
            battle.state_at(seq)
    with pytest.raises(ReadOnly, match="entry 42"):
        battle.append(43, [entry(43, 43)])


def test_a_fork_starts_from_the_state_of_its_origin(notes: Diary[list[int], Any]) -> None:
    fill_notes(notes, 10)
    store = notes.store
    info = fork(store, "notes", 6, "what-if", "What if", NOW)
    assert info.kind == "battle" and info.origin == ("notes", 6, store.entry("notes", 6).seal)
    other = Diary(store, "what-if", Notes())
    assert other.current()[1] == list(range(6))
    assert other.undo_target() is None, "undo never goes past the fork's start"
    other.append(0, [note(0, 77)])
    assert other.current()[1] == [*range(6), 77]
    assert other.undo_target() == 0
    other.append(1, [rewind(0, "undo")])
    assert other.current()[1] == list(range(6))
    assert other.redo_target() == 1
    again = fork(store, "what-if", 1, "again", "", NOW)
    assert Diary(store, again.name, Notes()).current()[1] == [*range(6), 77]
    assert notes.current()[1] == list(range(10))


def test_a_fork_starts_from_an_entry_that_there_is(notes: Diary[list[int], Any]) -> None:
    fill_notes(notes, 3)
    store = notes.store
    for wrong in (-1, 0, 4):
        with pytest.raises(NoSuchEntry):
            fork(store, "notes", wrong, "f", "", NOW)
    assert [one.name for one in store.diaries()] == ["notes"]


def test_a_fork_whose_origin_is_not_the_one_is_read_only(notes: Diary[list[int], Any], tmp_path: Any) -> None:
    from events.sqlite import SQLiteStore

    fill_notes(notes, 5)
    info = fork(notes.store, "notes", 3, "f", "", NOW)
    with_other = SQLiteStore(tmp_path / "other.diary")
    with_other.create("notes", "battle", "", NOW)
    with_other.append("notes", 0, [note(n, 50 + n) for n in range(5)])
    with_other.receive([info])
    diary = Diary(with_other, "f", Notes())
    assert diary.current()[1] == []
    assert "not the entry from which f was forked" in diary.read_only
    with pytest.raises(Damaged):
        diary.state_at(0)
    with_other.close()


def test_a_file_put_back_from_a_copy_is_noticed(notes: Diary[list[int], Any], open_store: Open) -> None:
    """The live state does not outlive the entries that it rests on."""
    fill_notes(notes, 3)
    notes.current()
    other = open_store()
    other.create("twin", "battle", "", NOW)
    other.append("twin", 0, [note(n, 10 + n) for n in range(4)])
    notes.name = notes._states.name = "twin"
    assert notes.current()[1] == [10, 11, 12, 13]


def test_a_long_diary_opens_fast(notes: Diary[list[int], Any]) -> None:
    """A guard against reading all rows; the benchmark measures it properly."""
    fill_notes(notes, 20_000)
    notes.state_at(20_000)
    fresh = Diary(notes.store, "notes", Notes())
    start = time.thread_time()
    fresh.current()
    fresh.undo_target()
    assert time.thread_time() - start < 0.5
