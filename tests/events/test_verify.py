"""Verification names the first entry that does not hold, whatever is wrong with it."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events import states
from events.diary import Diary
from events.entry import Author, Body, Draft, diary_prefix, draft, draft_of, raw, seal_of
from events.errors import Damaged, NoSuchDiary
from events.sqlite import SQLiteStore
from events.store import Snapshot
from events.verify import Checks, Seen, verify
from tests.events.board import BoardReducer, entry, rewind
from tests.events.conftest import fill, fork
from tests.events.notes import Notes, note
from tests.events.sqlite.raw import opened

NOW = "2026-01-01T00:00:00Z"
VICTIM = 31


@pytest.fixture
def store(path: Path) -> SQLiteStore:
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    return store


def test_what_is_appended_meanwhile_is_left_to_the_next(store: SQLiteStore):
    """Whose rewinds were looked up before."""
    fill(store, "a", 20)
    meanwhile = iter([rewind(3, "jump"), entry(21, 21)])

    def somebody_appends(*_: object) -> None:
        for one in meanwhile:
            store.append("a", store.head("a").seq, [one])

    found = verify(store, "a", BoardReducer(), Checks([somebody_appends]))
    assert found.bad is None and found.entries == 20
    assert verify(store, "a", BoardReducer()).entries == 22


def tampered(path: Path, *statements: str) -> SQLiteStore:
    """Sixty entries; then somebody with a shell goes past the triggers."""
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    store.append("a", 0, [entry(0, 0, "key"), entry(1, 1), entry(2, 2)])
    fill(store, "a", 57, 7)
    store.close()
    with opened(path) as conn:
        conn.execute("PRAGMA ignore_check_constraints=ON")
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            conn.execute(statement)
    return SQLiteStore(path)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("SET body = replace(body, 'act', 'axt')", "seal"),
        ("SET seal = zeroblob(32)", "seal"),
        ("SET kind = 'fire'", "column kind says 'fire', its sealed body 'act'"),
        ("SET parent = 3", "column parent says 3"),
        ("SET key = 'mine'", "column key says 'mine'"),
        ("SET more = 9", "how many entries of its append follow"),
    ],
)
def test_a_changed_column_is_named(path: Path, statement: str, why: str) -> None:
    store = tampered(path, f"UPDATE entries {statement} WHERE seq = {VICTIM}")
    report = verify(store, "a", BoardReducer())
    assert report.bad is not None and report.bad[0] in (VICTIM, VICTIM + (why.startswith("how")))
    assert why in report.bad[1]
    assert report.entries == report.bad[0] - 1
    store.close()


def test_a_resealed_entry_breaks_the_next(path: Path) -> None:
    """Who changes an entry and computes its seal anew would have to do so for all that follow."""
    store = tampered(path)
    before, one = store.entry("a", VICTIM - 1), store.entry("a", VICTIM)
    body = one.body.replace(b"player-", b"cheat-")
    seal = seal_of(before.seal, diary_prefix("a"), VICTIM, body)
    store.close()
    with opened(path) as conn:
        conn.execute("DROP TRIGGER entries_no_update")
        conn.execute("UPDATE entries SET body = ?, seal = ? WHERE seq = ?", (body.decode(), seal, VICTIM))
    store = SQLiteStore(path)
    assert verify(store, "a", BoardReducer()).bad == (VICTIM + 1, "its seal does not match")
    store.close()


@pytest.mark.parametrize(
    "statement",
    [
        f"DELETE FROM entries WHERE seq = {VICTIM}",
        f"UPDATE entries SET diary = 2 WHERE seq = {VICTIM}",
        f"UPDATE entries SET seq = 1000 WHERE seq = {VICTIM}",
    ],
)
def test_a_missing_entry_is_named(path: Path, statement: str) -> None:
    store = tampered(path, statement)
    report = verify(store, "a", BoardReducer())
    assert report.bad is not None and report.bad[0] == VICTIM
    store.close()


def test_a_head_put_back_is_noticed(path: Path) -> None:
    store = tampered(path, "UPDATE diaries SET head_seq = 50")
    assert "should have 50 entries, 60 are there" in store.read_only
    store.close()


def test_flip_any_byte(path: Path, scale: int) -> None:
    """Of the entry as it lies in the file: sizes, types and columns of its record, seal, body."""
    tampered(path).close()
    row = (
        f"SELECT position, diary, seq, parent, kind, key, more, seal, body FROM entries WHERE seq = {VICTIM}"
    )
    with opened(path) as conn:
        conn.execute("PRAGMA journal_mode=DELETE")
        before = conn.execute(row).fetchone()
    seal, body = before[-2:]
    whole = path.read_bytes()
    start = whole.index(seal + body.encode())
    head = [(at, bit) for at in range(start - 19, start) for bit in range(8)]
    rest = [(at, bit) for at in range(start, start + len(seal) + len(body)) for bit in range(8)]
    silent = 0
    for at, bit in head + rest[:: max(1, 23 // scale)]:
        data = bytearray(whole)
        data[at] ^= 1 << bit
        path.write_bytes(data)
        store = SQLiteStore(path)
        report = verify(store, "a", BoardReducer())
        store.close()
        if report.bad is None:  # only a type that SQLite ignores because the value stands elsewhere
            silent += 1
            with opened(path) as conn:
                assert conn.execute(row).fetchone() == before
        else:
            assert report.bad[0] == VICTIM, f"byte {at - start}, bit {bit}: {report.bad}"
    assert silent <= 1


def test_a_page_that_sqlite_cannot_read(path: Path) -> None:
    tampered(path).close()
    with opened(path) as conn:
        conn.execute("PRAGMA journal_mode=DELETE")
        body = conn.execute("SELECT CAST(body AS BLOB) FROM entries WHERE seq = ?", (VICTIM,)).fetchone()[0]
    data = bytearray(path.read_bytes())
    page = data.index(body) // 4096 * 4096
    data[page : page + 8] = b"\xff" * 8
    path.write_bytes(data)
    store = SQLiteStore(path)
    report = verify(store, "a", BoardReducer())
    assert report.bad is not None and VICTIM - 12 < report.bad[0] <= VICTIM
    assert "cannot be read" in report.bad[1]
    store.close()


def sound(store: SQLiteStore, name: str = "a", reducer: Any = None) -> None:
    report = verify(store, name, reducer or BoardReducer())
    assert report.bad is None and report.unknown is None
    assert report.entries == store.head(name).seq and report.head == store.head(name)


def test_sound_diaries_verify(store: SQLiteStore) -> None:
    sound(store)
    fill(store, "a", 50)
    sound(store)
    store.append("a", 50, [rewind(42, "jump")])
    store.append("a", 51, [entry(51, 51)])
    store.append("a", 52, [rewind(45, "jump")])
    store.append("a", 53, [rewind(0, "jump")])
    store.append("a", 54, [entry(1, 54)])
    sound(store)
    store.close()


def test_a_fork_verifies_from_its_origin(store: SQLiteStore) -> None:
    fill(store, "a", 60)
    fork(store, "a", 55, "f", "", NOW)
    store.append("f", 0, [entry(60, 0)])
    sound(store, "f")
    assert verify(store, "f", BoardReducer()).head == store.head("f")
    store.close()


def test_a_fork_without_its_origin(store: SQLiteStore, tmp_path: Path) -> None:
    fill(store, "a", 60)
    info = fork(store, "a", 55, "f", "", NOW)
    other = SQLiteStore(tmp_path / "other.diary")
    other.receive([info])
    other.append("f", 0, [entry(60, 0)])
    report = verify(other, "f", BoardReducer())
    assert report.bad == (1, "There is no diary 'a' here.")
    store.close()
    other.close()


def test_state_digests_are_compared_along_each_lineage(store: SQLiteStore) -> None:
    reducer = Notes()
    store.append("a", 0, [note(0, 1, state="[1]"), note(1, 2), note(2, 3, state="[1, 2, 3]")])
    store.append("a", 3, [rewind(1, "jump")])
    store.append("a", 4, [note(4, 4, state="[1, 4]")])
    store.append("a", 5, [rewind(3, "jump")])
    store.append("a", 6, [note(6, 5, state="[1, 2, 3, 5]")])
    sound(store, reducer=reducer)
    store.append("a", 7, [note(7, 6, state="[]")])
    report = verify(store, "a", reducer)
    assert report.bad is not None and report.bad[0] == 8 and "digest" in report.bad[1]
    store.close()


def test_each_entry_is_folded_once(store: SQLiteStore) -> None:
    """However often the history branches: verification is linear."""

    class Counting(Notes):
        folded = 0

        def fold(self, state: list[int], events: Any) -> None:
            Counting.folded += len(events)
            super().fold(state, events)

    for n in range(0, 100, 2):
        store.append("a", n, [note(n, n)])
        store.append("a", n + 1, [rewind(n // 2, "jump")])
    sound(store, reducer=Counting())
    assert Counting.folded == 50
    store.close()


def test_a_wrong_snapshot_is_named_and_a_useless_one_is_not(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(states, "STRIDE", 5)
    reducer = Notes()
    store.append("a", 0, [note(n, n) for n in range(20)])
    Diary(store, "a", reducer).current()
    kept = list(store.snapshots("a", reducer.fingerprint))
    assert len(kept) == 1
    store.put_snapshot("a", reducer.fingerprint, Snapshot(7, store.entry("a", 7).seal, b"rubbish"))
    store.put_snapshot("a", reducer.fingerprint, Snapshot(8, b"other", kept[0].state))
    sound(store, reducer=reducer)
    store.put_snapshot("a", reducer.fingerprint, Snapshot(9, store.entry("a", 9).seal, kept[0].state))
    report = verify(store, "a", reducer)
    assert report.bad is not None and report.bad[0] == 9 and "drop the snapshots" in report.bad[1]
    store.drop_snapshots()
    sound(store, reducer=reducer)
    store.close()


def test_packs_must_be_there_and_be_what_they_say(path: Path, store: SQLiteStore) -> None:
    digest = store.put_blob(b"charts")
    store.append("a", 0, [note(0, 1, pack=digest)])
    sound(store, reducer=Notes())
    store.append("a", 1, [note(1, 2, pack="no-such-pack")])
    report = verify(store, "a", Notes())
    assert report.bad == (2, "the pack no-such-pack is missing")
    store.close()
    with opened(path) as conn:
        conn.execute("DROP TRIGGER blobs_no_update")
        conn.execute("UPDATE blobs SET content = x'00'")
    store = SQLiteStore(path)
    report = verify(store, "a", Notes())
    assert report.bad == (1, f"the pack {digest} is not what its name says")
    store.close()


def test_events_that_do_not_fit_are_named(store: SQLiteStore) -> None:
    store.append("a", 0, [entry(0, 0), entry(50, 1)])
    report = verify(store, "a", BoardReducer())
    assert report.bad is not None and report.bad[0] == 2 and "do not fit" in report.bad[1]
    store.close()


def test_bodies_that_are_no_entries_are_named(store: SQLiteStore) -> None:
    store.append("a", 0, [note(0, 1), Draft(1, "note", b'{"parent":1}')])
    report = verify(store, "a", Notes())
    assert report.bad is not None and report.bad[0] == 2 and "cannot be read" in report.bad[1]
    store.close()


def test_an_event_of_a_newer_version_is_not_damage(store: SQLiteStore) -> None:
    newer = Body(1, NOW, Author("p"), raw({"kind": "note"}), (), raw([{"kind": "sung"}]), "notes 9.0")
    store.append("a", 0, [note(0, 1), draft(newer), note(2, 3, state="unknown")])
    report = verify(store, "a", Notes())
    assert report.bad is None and report.entries == 3
    assert report.unknown is not None and report.unknown[0] == 2
    assert "'sung'" in report.unknown[1] and "notes 9.0" in report.unknown[1]
    store.close()


def test_checks_of_the_caller_see_entry_body_and_previous_seal(store: SQLiteStore) -> None:
    store.append("a", 0, [note(0, 1), note(1, 2)])
    seen: list[tuple[int, int, bytes]] = []

    def check(one: Seen[Any, Any]) -> str | None:
        seen.append((one.entry.seq, one.body.parent, one.previous))
        return "a roll that nobody made" if one.entry.seq == 2 else None

    report = verify(store, "a", Notes(), Checks([check]))
    assert report.bad == (2, "a roll that nobody made")
    assert seen == [(1, 0, bytes(32)), (2, 1, store.entry("a", 1).seal)]
    store.close()


def test_what_is_decided_again_is_not_folded_too(store: SQLiteStore) -> None:
    """Whoever decides moves the state on; where he does not, it is folded. A rewind is decided where it was made."""
    store.append("a", 0, [note(0, 1), note(1, 2), note(2, 3)])
    store.append("a", 3, [rewind(1, "undo"), note(4, 5)])
    stood: list[list[int]] = []

    def decide(one: Seen[list[int], Any]) -> str | bool:
        assert one.state is not None
        stood.append(list(one.state))
        if one.entry.seq % 2 == 0 or not one.events:
            return False
        one.state.extend(event.number for event in one.events)
        return True

    report = verify(store, "a", Notes(), Checks(decide=decide))
    assert (report.bad, report.state) == (None, [1, 5])
    assert stood == [[], [1], [1, 2], [1, 2, 3], [1]]
    assert verify(
        store, "a", Notes(), Checks(decide=lambda one: "no" if one.entry.seq == 3 else False)
    ).bad == (3, "no")
    store.close()


def test_a_check_that_stumbles_names_the_entry(store: SQLiteStore) -> None:
    store.append("a", 0, [note(0, 1), note(1, 2)])

    def check(one: Seen[Any, Any]) -> str | None:
        return {1: None}[one.entry.seq]

    assert verify(store, "a", Notes(), Checks([check])).bad == (2, "it cannot be checked (KeyError: 2)")
    store.close()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"action": {"kind": "note"}, "parent": 1}, "it builds on entry 1, and is no rewind"),
        (
            {"action": {"kind": "rewind", "to": 2, "why": "undo"}, "parent": 1},
            "it says that it returns to entry 2",
        ),
        ({"action": {"kind": "rewind", "why": "undo"}, "parent": 1}, "its rewind cannot be read"),
        (
            {
                "action": {"kind": "rewind", "to": 1, "why": "undo"},
                "parent": 1,
                "draws": [{"purpose": "a die", "sides": 6, "values": [1]}],
            },
            "it is a rewind, and holds dice",
        ),
    ],
)
def test_only_a_rewind_goes_back(store: SQLiteStore, body: dict[str, Any], why: str) -> None:
    store.append("a", 0, [note(0, 1), note(1, 2), note(2, 3)])
    whole = {"at": NOW, "author": {"player": "p"}, **body}
    store.append("a", 3, [draft_of(msgspec.json.encode(whole))])
    report = verify(store, "a", Notes())
    assert report.bad is not None and report.bad[0] == 4
    assert why in report.bad[1]
    store.close()


def test_positions_rise_with_the_entries(path: Path) -> None:
    store = tampered(
        path,
        "UPDATE entries SET position = position + 1000 WHERE seq = 10",
    )
    assert verify(store, "a", BoardReducer()).bad == (
        11,
        "its column position says 11, that of the entry before it 1010",
    )
    store.close()


def test_a_fork_rests_on_no_snapshot_of_its_origin(store: SQLiteStore) -> None:
    reducer = Notes()
    store.append("a", 0, [note(0, 1), note(1, 2)])
    fork(store, "a", 2, "f", "", NOW)
    store.append("f", 0, [note(0, 3)])
    lie = Snapshot(2, store.entry("a", 2).seal, zlib.compress(b"[7]"))
    store.put_snapshot("a", reducer.fingerprint, lie)
    report = verify(store, "f", reducer)
    assert (report.bad, report.state) == (None, [1, 2, 3])
    store.close()


def test_reading_a_state_checks_the_chain_too(path: Path) -> None:
    store = tampered(path, f"UPDATE entries SET body = replace(body, 'act', 'axt') WHERE seq = {VICTIM}")
    diary = Diary(store, "a", BoardReducer())
    with pytest.raises(Damaged, match=f"entry {VICTIM}"):
        diary.state_at(VICTIM)
    head, _ = diary.current()
    assert head.seq == VICTIM - 1, "as far as it can be trusted"
    assert f"entry {VICTIM}" in diary.read_only
    store.close()


def test_an_unknown_diary(store: SQLiteStore) -> None:
    with pytest.raises(NoSuchDiary):
        verify(store, "nowhere", Notes())
    store.close()
