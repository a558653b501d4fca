"""What stands in a file beside the entries: what is missing is put back, what is a stranger's is refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from events.entry import NO_SEAL, diary_prefix, seal_of
from events.errors import NotADiaryFile, NotWritten, ReadOnly
from events.exchange import export_diaries, import_diaries
from events.sqlite import SQLiteStore, layout
from events.sqlite.append import rows_of
from events.sqlite.format import APPLICATION_ID, VERSION
from events.store import Head
from events.verify import verify
from tests.events.board import BoardReducer, entry, revealing
from tests.events.conftest import fill
from tests.events.sqlite.raw import opened

NOW = "2026-01-01T00:00:00Z"
EVIL = "CREATE TRIGGER evil BEFORE INSERT ON entries BEGIN SELECT RAISE(IGNORE); END"
OURS = [thing for thing in layout.statements(VERSION) if thing[0] != "table"]


@pytest.fixture
def filled(path: Path) -> Path:
    store = SQLiteStore(path)
    store.create("a", "battle", "", NOW)
    fill(store, "a", 10)
    store.close()
    return path


def run(path: Path, *statements: str) -> None:
    with opened(path) as conn:
        for statement in statements:
            conn.execute(statement)


def things(path: Path) -> set[tuple[str, str]]:
    with opened(path) as conn:
        return set(conn.execute("SELECT type, name FROM sqlite_master"))


def test_a_file_is_as_it_should_be(filled: Path) -> None:
    with opened(filled) as conn:
        assert layout.compare(conn, VERSION).sound
    store = SQLiteStore(filled)
    assert (store.altered(), store.notes(), store.read_only, store.partial) == ("", (), "", "")
    store.close()


@pytest.mark.parametrize("thing", OURS, ids=lambda thing: thing[1])
def test_what_is_missing_is_put_back_and_said_once(filled: Path, thing: tuple[str, str]) -> None:
    before = things(filled)
    run(filled, f"DROP {thing[0]} {thing[1]}")
    store = SQLiteStore(filled)
    assert store.notes() == (f"The {thing[0]} '{thing[1]}' had been taken out and was put back.",)
    assert store.read_only == "" == store.altered()
    fill(store, "a", 1)
    store.close()
    assert things(filled) == before
    again = SQLiteStore(filled)
    assert again.notes() == ()
    again.close()


def test_who_only_reads_puts_nothing_back_and_says_so(filled: Path) -> None:
    run(filled, "DROP TRIGGER entries_no_delete")
    store = SQLiteStore(filled, read_only=True)
    assert "lacks the trigger 'entries_no_delete'" in store.altered()
    assert store.notes() == ()
    store.close()


@pytest.mark.parametrize(
    ("statements", "named"),
    [
        ([EVIL], "the trigger 'evil'"),
        (["CREATE TEMP TABLE x (y)", "CREATE TABLE cats (name)"], "the table 'cats'"),
        (["CREATE VIEW all_dice AS SELECT * FROM secrets"], "the view 'all_dice'"),
        (["CREATE INDEX slow ON entries (kind)"], "the index 'slow'"),
        (
            [
                "DROP TRIGGER entries_no_delete",
                "CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT 1; END",
            ],
            "the trigger 'entries_no_delete'",
        ),
        (
            ["DROP VIEW draws_readable", "CREATE VIEW draws_readable AS SELECT 1"],
            "the view 'draws_readable'",
        ),
    ],
)
def test_what_is_a_strangers_is_refused(
    filled: Path, tmp_path: Path, statements: list[str], named: str
) -> None:
    run(filled, *statements)
    before = things(filled)
    store = SQLiteStore(filled)
    assert named in store.read_only and "did not make" in store.read_only and named in store.altered()
    with pytest.raises(ReadOnly, match=named):
        fill(store, "a", 1)
    assert verify(store, "a", BoardReducer()).entries == 10
    export_diaries(store, tmp_path / "saved.ndjson")
    store.close()
    assert things(filled) == before, "the evidence is left as it was"
    new = SQLiteStore(tmp_path / "new.diary")
    import_diaries(new, tmp_path / "saved.ndjson")
    fill(new, "a", 1)
    new.close()


ENDLESS = "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"


@pytest.mark.parametrize("version", [1, VERSION, 99])
@pytest.mark.parametrize("table", ["diaries", "entries", "secrets"])
def test_what_stands_in_place_of_a_table_is_not_even_asked(filled: Path, table: str, version: int) -> None:
    """It would never end."""
    run(
        filled,
        f"ALTER TABLE {table} RENAME TO hidden",
        f"CREATE VIEW {table} AS {ENDLESS}",
        f"PRAGMA user_version={version}",
    )
    with pytest.raises(NotADiaryFile, match=rf"the (table|view) '{table}'.* was altered"):
        SQLiteStore(filled)


def test_an_altered_table_is_refused(filled: Path) -> None:
    run(filled, "ALTER TABLE entries ADD COLUMN note TEXT")
    with pytest.raises(NotADiaryFile, match="the table 'entries' was altered"):
        SQLiteStore(filled)


def test_a_trigger_that_comes_while_the_file_is_open_never_takes_part(filled: Path) -> None:
    store = SQLiteStore(filled)
    fill(store, "a", 1)
    run(
        filled,
        "CREATE TABLE stolen (secret)",
        "CREATE TRIGGER thief AFTER INSERT ON entries BEGIN INSERT INTO stolen VALUES (NEW.body); END",
    )
    with pytest.raises(ReadOnly, match="the table 'stolen', the trigger 'thief'"):
        fill(store, "a", 1)
    assert "thief" in store.altered() and "thief" in store.read_only
    assert store.head("a").seq == 11
    store.close()
    with opened(filled) as conn:
        assert conn.execute("SELECT count(*) FROM stolen").fetchone() == (0,)


def test_a_trigger_that_goes_while_the_file_is_open_is_put_back(filled: Path) -> None:
    store = SQLiteStore(filled)
    fill(store, "a", 1)
    run(filled, "DROP TRIGGER entries_no_update", "DROP TRIGGER entries_no_delete")
    assert "lacks the trigger 'entries_no_update', the trigger 'entries_no_delete'" in store.altered()
    fill(store, "a", 1)
    assert store.altered() == "" and len(store.notes()) == 1
    store.close()
    with opened(filled) as conn, pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        conn.execute("DELETE FROM entries")


def test_an_index_that_cannot_be_put_back_makes_the_file_read_only(filled: Path) -> None:
    """Because what it forbids has happened."""
    run(
        filled,
        "DROP INDEX entries_key",
        "DROP TRIGGER entries_no_update",
        "UPDATE entries SET key = 'twice' WHERE seq < 3",
    )
    store = SQLiteStore(filled)
    assert "damaged" in store.read_only and store.head("a").seq > 0
    store.close()


def test_settings_of_every_connection(filled: Path) -> None:
    store = SQLiteStore(filled)
    for setting, value in (("trusted_schema", 0), ("cell_size_check", 1)):
        assert store._rows(f"PRAGMA {setting}") == [(value,)]
    store.close()


# -- files of the first version ------------------------------------------------------------------------------------

OLD_APPEND = (
    "INSERT INTO entries (diary, seq, parent, kind, key, more, seal, body) SELECT id, ?, ?, ?, ?, ?, ?, ?"
    " FROM diaries WHERE name = 'a' AND head_seq = ? AND head_seal = ?"
)


def first_version(path: Path) -> sqlite3.Connection:
    """A file as the first version made it, with a diary of three entries, the last of which reveals the secret, and
    another that is not over."""
    conn = sqlite3.connect(path, isolation_level=None)
    for statement in layout.statements(1).values():
        conn.execute(statement)
    conn.execute(f"PRAGMA application_id={APPLICATION_ID}")
    conn.execute("PRAGMA user_version=1")
    conn.execute(
        'CREATE TABLE "_sqlite_migrations" ("id" INTEGER PRIMARY KEY, "migration_set" TEXT, "name" TEXT,'
        ' "applied_at" TEXT)'
    )
    conn.execute("INSERT INTO _sqlite_migrations VALUES (1, 'events', 'm001_tables', '2026-01-01')")
    conn.execute("PRAGMA journal_mode=WAL")
    for name in "ab":
        conn.execute(
            "INSERT INTO diaries (name, kind, title, created, head_seal) VALUES (?, 'battle', '', ?, ?)",
            (name, NOW, NO_SEAL),
        )
        conn.execute(
            "INSERT INTO secrets SELECT id, ? FROM diaries WHERE name = ?", (b"secret " + name.encode(), name)
        )
    head = Head(0, NO_SEAL)
    for draft in (entry(0, 0), entry(1, 1), revealing(2, b"secret a")):
        (row,) = rows_of("a", head, [draft])
        assert conn.execute(OLD_APPEND, (*row, *head)).rowcount == 1
        head = Head(row[0], row[5])
    return conn


def test_a_file_of_the_first_version_is_brought_to_this_one(path: Path) -> None:
    first_version(path).close()
    store = SQLiteStore(path)
    assert (store.read_only, store.notes(), store.altered()) == ("", (), "")
    assert store.secret("a") is None, "it was revealed"
    assert store.secret("b") == b"secret b"
    fill(store, "a", 3)
    report = verify(store, "a", BoardReducer())
    assert report.bad is None and report.entries == 6
    store.close()
    with opened(path) as conn:
        assert layout.compare(conn, VERSION).sound
        assert conn.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_stranger_in_a_file_of_the_first_version_takes_no_part_when_it_is_brought_to_this_one(
    path: Path,
) -> None:
    conn = first_version(path)
    conn.execute("CREATE TRIGGER keep BEFORE DELETE ON secrets BEGIN SELECT RAISE(IGNORE); END")
    conn.close()
    store = SQLiteStore(path)
    assert "the trigger 'keep'" in store.read_only
    store.close()
    with opened(path) as conn:
        assert conn.execute("PRAGMA user_version").fetchone() == (1,)


def test_an_older_program_that_has_the_file_open_writes_no_more(path: Path) -> None:
    """It would leave the head where it is."""
    old = first_version(path)
    store = SQLiteStore(path)
    head = store.head("a")
    body = entry(3, 3).body
    seal = seal_of(head.seal, diary_prefix("a"), 4, body)
    with pytest.raises(sqlite3.IntegrityError, match="only appended"):
        old.execute(OLD_APPEND, (4, 3, "act", None, 0, seal, body.decode(), *head))
    old.close()
    store.close()


def test_a_newer_program_that_brings_the_file_on_ends_our_writing(filled: Path) -> None:
    store = SQLiteStore(filled)
    fill(store, "a", 1)
    run(filled, "PRAGMA user_version=99", "CREATE TABLE new_things (x)")
    with pytest.raises(ReadOnly, match="newer version"):
        fill(store, "a", 1)
    assert store.head("a").seq == 11
    store.close()


def test_an_entry_that_no_head_announces_is_refused(filled: Path) -> None:
    with opened(filled) as conn, pytest.raises(sqlite3.IntegrityError, match="only appended"):
        conn.execute(
            "INSERT INTO entries (diary, seq, parent, kind, seal, body) VALUES (1, 11, 10, 'x', x'00', '{}')"
        )


def test_a_file_that_is_locked_for_long_says_so(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.sqlite.waiting.PATIENCE", 0.1)
    store = SQLiteStore(filled)
    with opened(filled) as conn:
        conn.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten, match="locked"):
            fill(store, "a", 1)
    store.close()


SPENT = "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'entries'"


def test_a_counter_of_entries_that_was_driven_to_its_end_is_put_back(filled: Path):
    run(filled, SPENT)
    store = SQLiteStore(filled, read_only=True)
    assert "the counter of entries was altered" in store.altered() and "open it anew" in store.altered()
    store.close()
    store = SQLiteStore(filled)
    assert store.notes() == ("The counter of entries had been altered and was put back.",)
    assert not store.read_only and not store.altered()
    fill(store, "a", 1)
    assert store.position() == 11
    run(filled, SPENT)
    with pytest.raises(NotWritten, match="full"):
        fill(store, "a", 1)
    assert "the counter of entries was altered" in store.altered()
    store.close()
    store = SQLiteStore(filled)
    fill(store, "a", 1)
    assert store.position() == 12
    assert verify(store, "a", BoardReducer()).bad is None
    store.close()


def test_an_entry_with_the_last_number_there_is_lets_none_follow(filled: Path):
    run(
        filled,
        "DROP TRIGGER entries_no_update",
        "UPDATE entries SET position = 9223372036854775807 WHERE position = 10",
        SPENT,
    )
    store = SQLiteStore(filled)
    assert "Export its diaries" in store.read_only and store.altered() == store.read_only
    assert len(list(store.entries("a"))) == 10
    with pytest.raises(ReadOnly, match="another data folder"):
        fill(store, "a", 1)
    store.close()
