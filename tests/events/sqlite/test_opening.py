"""Opening files: new ones, foreign ones, newer ones, damaged ones."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from events.errors import Damaged, NotADiaryFile, NotWritten, ReadOnly
from events.exchange import export_diaries, import_diaries
from events.sqlite import SQLiteStore
from events.verify import verify
from tests.events.board import BoardReducer, entry
from tests.events.conftest import fill
from tests.events.sqlite.raw import opened

NOW = "2026-01-01T00:00:00Z"


def filled(path: Path, count: int = 100) -> None:
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    store.create("b", "battle", "", NOW)
    fill(store, "b", 5)
    fill(store, "a", count, 10)
    store.close()


def test_an_ordinary_opening_does_not_load_sqlite_utils(path: Path) -> None:
    import subprocess
    import sys

    filled(path)
    code = (
        "import sys; from events.sqlite import SQLiteStore; SQLiteStore(sys.argv[1]).close();"
        " sys.exit('sqlite_utils' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 0


def test_settings_of_every_connection(path: Path) -> None:
    filled(path)
    store = SQLiteStore(path)
    for setting, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        assert store._rows(f"PRAGMA {setting}")[0][0] == value
    store.close()


def test_missing_and_foreign_files_are_left_alone(tmp_path: Path) -> None:
    with pytest.raises(NotADiaryFile, match="There is no diary file"):
        SQLiteStore(tmp_path / "none", read_only=True)
    with pytest.raises(NotADiaryFile, match="There is no diary file"):
        SQLiteStore(tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []
    text = tmp_path / "letter"
    text.write_text("Dear sir, this is no diary but long enough to be one.")
    with pytest.raises(NotADiaryFile, match="left alone"):
        SQLiteStore(text)
    other = tmp_path / "other.db"
    with opened(other) as conn:
        conn.execute("CREATE TABLE cats (name)")
    before = other.read_bytes()
    with pytest.raises(NotADiaryFile, match="not a diary file"):
        SQLiteStore(other)
    assert other.read_bytes() == before
    with pytest.raises(NotADiaryFile, match="cannot be read"):
        SQLiteStore(tmp_path)


def test_a_file_of_a_newer_version_opens_read_only(path: Path) -> None:
    filled(path)
    with opened(path) as conn:
        conn.execute("PRAGMA user_version=99")
    store = SQLiteStore(path)
    assert "newer version" in store.read_only and "99" in store.read_only
    assert store.head("a").seq == 100
    with pytest.raises(ReadOnly, match="newer version"):
        store.append("a", 100, [entry(100, 100)])
    store.close()


def test_read_only_on_request(path: Path) -> None:
    filled(path)
    writer, reader = SQLiteStore(path), SQLiteStore(path, read_only=True)
    assert "for reading only" in reader.read_only
    with pytest.raises(ReadOnly):
        reader.create("c", "battle", "", NOW)
    fill(writer, "a", 1)
    assert reader.head("a").seq == 101
    writer.close()
    reader.close()


@pytest.mark.skipif(os.name != "posix", reason="needs Unix permissions")
def test_a_file_on_a_read_only_medium(path: Path) -> None:
    """Root may write anyway, so the kernel is asked as another would be: through access(2) only."""
    filled(path)
    path.chmod(stat.S_IRUSR)
    if os.access(path, os.W_OK):
        pytest.skip("root may write everywhere")
    store = SQLiteStore(path)
    assert "may not write" in store.read_only
    store.close()


def test_a_truncated_file_is_readable_up_to_the_last_good_entry(path: Path) -> None:
    filled(path, 400)
    whole = path.read_bytes()
    for part in (0.95, 0.7, 0.4):
        path.write_bytes(whole[: int(len(whole) * part)])
        store = SQLiteStore(path)
        assert "damaged" in store.read_only
        head = store.head("a").seq
        assert 0 < head < 400
        assert [e.seq for e in store.entries("a")] == list(range(1, head + 1))
        report = verify(store, "a", BoardReducer())
        assert report.bad is not None and report.bad[0] == head + 1
        with pytest.raises(ReadOnly):
            store.append("a", head, [entry(head, head)])
        store.close()
        assert path.read_bytes() == whole[: int(len(whole) * part)], "the evidence is left as it was"


def test_what_is_left_of_a_damaged_file_can_be_taken_to_a_new_one(path: Path, tmp_path: Path) -> None:
    filled(path, 400)
    path.write_bytes(path.read_bytes()[: 40 * 4096])
    broken, new = SQLiteStore(path), SQLiteStore(tmp_path / "new.diary")
    export_diaries(broken, tmp_path / "left.ndjson")
    import_diaries(new, tmp_path / "left.ndjson")
    head = new.head("a").seq
    assert head == broken.head("a").seq > 0
    new.append("a", head, [entry(head, head)])
    broken.close()
    new.close()


def test_rubbish_behind_our_magic_is_refused_with_a_sentence(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    with pytest.raises(NotADiaryFile, match="damaged beyond reading"):
        SQLiteStore(path)


def test_any_truncation_opens_or_is_refused(path: Path) -> None:
    filled(path, 30)
    whole = path.read_bytes()
    for size in range(16, len(whole), 1000):
        path.write_bytes(whole[:size])
        try:
            store = SQLiteStore(path)
        except NotADiaryFile:
            continue
        assert store.read_only, size
        assert all(e.body for info in store.diaries() for e in store.entries(info.name))
        store.close()


@pytest.mark.parametrize("keep", [0, 7])
def test_a_diary_that_lost_its_tail_is_readable_to_there(path: Path, keep: int) -> None:
    filled(path, 10)
    with opened(path) as conn:
        conn.execute("DROP TRIGGER entries_no_delete")
        conn.execute("DELETE FROM entries WHERE diary = 1 AND seq > ?", (keep,))
    store = SQLiteStore(path)
    assert f"diary a should have 10 entries, {keep} are there" in store.read_only
    assert store.head("a").seq == keep
    assert len(list(store.entries("a"))) == keep
    assert store.head("b").seq == 5
    report = verify(store, "a", BoardReducer())
    assert report.entries == keep and report.bad is not None and report.bad[0] == keep + 1
    assert verify(store, "b", BoardReducer()).bad is None
    store.close()


def test_an_exchanged_newest_entry_is_noticed_at_once(path: Path) -> None:
    filled(path, 10)
    with opened(path) as conn:
        conn.execute("DROP TRIGGER entries_no_update")
        conn.execute("UPDATE entries SET seal = zeroblob(32) WHERE diary = 1 AND seq = 10")
    store = SQLiteStore(path)
    assert "entry 10 of diary a is not the one that was acknowledged" in store.read_only
    store.close()


def test_damage_met_while_reading_names_the_entry(path: Path) -> None:
    filled(path, 400)
    data = bytearray(path.read_bytes())
    with opened(path) as conn:
        root = conn.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()[0]
    store = SQLiteStore(path)
    victim = store.entry("a", 200).body
    store.close()
    at = data.index(victim) // 4096 * 4096
    assert at // 4096 + 1 != root
    data[at : at + 200] = bytes(200)
    path.write_bytes(data)
    store = SQLiteStore(path)
    assert store.read_only == ""
    good = []
    with pytest.raises(Damaged) as damaged:
        for one in store.entries("a"):
            good.append(one.seq)
    assert good == list(range(1, damaged.value.seq))
    assert 180 < damaged.value.seq <= 200
    assert "damaged" in store.read_only
    with pytest.raises(ReadOnly):
        store.append("a", 400, [entry(400, 400)])
    store.close()


def test_a_foreign_writer_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    monkeypatch.setattr("events.sqlite.waiting.PATIENCE", 0.1)
    store = SQLiteStore(path)
    with opened(path) as conn:
        conn.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten, match="locked"):
            store.append("a", 100, [entry(100, 100)])
        conn.execute("COMMIT")
    assert len(store.append("a", 100, [entry(100, 100)])) == 1
    store.close()


def test_a_forked_child_goes_on_by_itself(path: Path) -> None:
    """Also while the parent's locks are in use, and without disturbing the parent."""
    filled(path)
    store = SQLiteStore(path)
    fill(store, "a", 1)
    child = os.fork() if hasattr(os, "fork") else pytest.skip("no fork here")
    if child == 0:
        status = 1
        try:
            fill(store, "a", 1)
            status = 0 if store.head("a").seq == 102 else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    fill(store, "a", 1)
    assert [e.seq for e in store.entries("a", 100)] == [101, 102, 103]
    store.close()
    with opened(path) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def test_a_refused_statement_is_no_damage(path: Path) -> None:
    filled(path)
    store = SQLiteStore(path)
    with pytest.raises(sqlite3.OperationalError):
        store._rows("SELECT nonsense FROM nowhere")
    assert store.read_only == ""
    store.close()
