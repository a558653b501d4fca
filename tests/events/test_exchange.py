"""Diaries as files."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.diary import Diary
from events.entry import Draft
from events.errors import BadFile, Damaged, DiaryError, Diverged, NoSuchDiary
from events.exchange import export_diaries, import_diaries
from events.sqlite import SQLiteStore
from events.verify import verify
from tests.events.board import rewind
from tests.events.conftest import fork
from tests.events.notes import Notes, note

NOW = "2026-01-01T00:00:00Z"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    """A campaign with a battle and a fork of it."""
    store = SQLiteStore(path)
    pack = store.put_blob("Überblick\n".encode())
    other = store.put_blob(b"\xff\x00")
    store.create("campaign", "campaign", "Normandy", NOW)
    store.append("campaign", 0, [note(0, 1, pack=other)])
    store.create("battle", "battle", "Hill 112", NOW)
    store.put_secret("battle", b"\x01\x02")
    store.append("battle", 0, [note(0, 1, pack=pack, key="k"), note(1, 2), note(2, 3)])
    store.append("battle", 3, [rewind(1, "jump")])
    fork(store, "battle", 2, "what-if", "", NOW)
    store.append("what-if", 0, [note(0, 9, pack=pack)])
    yield store
    store.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[SQLiteStore]:
    other = SQLiteStore(tmp_path / "other.diary")
    yield other
    other.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "campaign.ndjson"


@pytest.mark.parametrize("name", ["all.ndjson", "all.ndjson.gz"])
def test_there_and_back(store: SQLiteStore, other: SQLiteStore, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert export_diaries(store, file) == 6
    assert import_diaries(other, file) == 6
    assert other.diaries() == store.diaries()
    for info in store.diaries():
        same = [e._replace(position=0) for e in other.entries(info.name)]
        assert same == [e._replace(position=0) for e in store.entries(info.name)]
        assert verify(other, info.name, Notes()).bad is None
        assert other.secret(info.name) is None, "secrets only when asked for"
    assert other.keyed("battle", "k") == [e for e, _ in zip(other.entries("battle"), "abc", strict=False)]
    assert Diary(other, "what-if", Notes()).current()[1] == [1, 2, 9]
    again = tmp_path / f"again-{name}"
    export_diaries(other, again)
    assert again.read_bytes() == file.read_bytes(), "the same diaries make the same file"
    assert not list(tmp_path.glob(".*")), "nothing is left lying about"


def test_bytes_there_and_back(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    export_diaries(store, file)
    whole = io.BytesIO()
    assert export_diaries(store, whole) == 6
    assert whole.getvalue() == file.read_bytes()
    assert import_diaries(other, whole.getvalue()) == 6
    assert import_diaries(other, whole) == import_diaries(other, gzip.compress(whole.getvalue())) == 0
    with pytest.raises(BadFile, match="The file, line 13: the line is cut"):
        import_diaries(other, whole.getvalue()[:-100])
    changed = whole.getvalue().replace(b'"seq":2,"of":"battle"', b'"seq":3,"of":"battle"')
    with pytest.raises(BadFile, match="The file, line 8: entry 2 of diary battle is missing"):
        import_diaries(other, io.BytesIO(changed))


def test_secrets_when_asked_for(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    export_diaries(store, file, secrets=True)
    import_diaries(other, file)
    assert other.secret("battle") == b"\x01\x02" and other.secret("campaign") is None


def test_a_fork_brings_its_origin(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    assert export_diaries(store, file, ["what-if"]) == 5
    import_diaries(other, file)
    assert [info.name for info in other.diaries()] == ["battle", "what-if"]
    with pytest.raises(NoSuchDiary):
        export_diaries(store, file, ["nowhere"])
    assert file.exists(), "a failed export leaves the old file alone"


def test_a_person_can_read_it(store: SQLiteStore, file: Path) -> None:
    export_diaries(store, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0] == {"war-diary": 1, "diaries": 3}
    assert lines[-1]["end"]["entries"] == 6
    bodies = [line["body"] for line in lines if line.get("of") == "battle"]
    assert bodies[0]["events"] == [{"kind": "noted", "number": 1}]
    assert bodies[-1]["action"] == {"kind": "rewind", "to": 1, "why": "jump"}
    assert [line["text"] for line in lines if "text" in line] == ["Überblick\n"]


def test_importing_again_changes_nothing_and_longer_files_fast_forward(
    store: SQLiteStore, other: SQLiteStore, file: Path, tmp_path: Path
) -> None:
    export_diaries(store, file)
    import_diaries(other, file)
    assert import_diaries(other, file) == 0
    store.append("battle", 4, [note(4, 7), note(5, 8)])
    longer = tmp_path / "longer.ndjson"
    export_diaries(store, longer, ["battle"])
    assert import_diaries(other, longer) == 2
    assert other.head("battle") == store.head("battle")
    assert import_diaries(other, file) == 0, "a shorter file is old news"


def test_histories_that_part_are_named(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    export_diaries(store, file)
    import_diaries(other, file)
    store.append("battle", 4, [note(4, 7), note(5, 8), note(6, 9)])
    other.append("battle", 4, [note(4, 7), note(5, 0)])
    export_diaries(store, file)
    before = other.diaries()
    with pytest.raises(Diverged, match=r"battle here and in campaign\.ndjson part at entry 6"):
        import_diaries(other, file)
    assert other.diaries() == before


def test_another_diary_of_the_same_name(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    export_diaries(store, file)
    other.create("what-if", "battle", "", NOW)
    with pytest.raises(Diverged, match="do not begin alike"):
        import_diaries(other, file)


def test_bodies_that_do_not_fit_a_line_survive(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    plain = note(4, 5)
    odd = Draft(4, "note", plain.body.replace(b'","', b'",\n "', 1) + b"\n")
    store.append("battle", 4, [odd])
    export_diaries(store, file)
    import_diaries(other, file)
    assert other.entry("battle", 5).body == odd.body


def test_a_broken_chain_is_not_exported(store: SQLiteStore, path: Path, file: Path) -> None:
    store._rows("DROP TRIGGER entries_no_update")
    store._rows("UPDATE entries SET body = replace(body, 'noted', 'doted') WHERE diary = 2 AND seq = 2")
    with pytest.raises(Damaged, match="entry 2"):
        export_diaries(store, file)
    assert not file.exists()


def edited(file: Path, number: int, old: str, new: str) -> None:
    lines = file.read_text().splitlines(keepends=True)
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new)
    file.write_text("".join(lines))


@pytest.mark.parametrize(
    ("number", "old", "new", "why"),
    [
        (0, '"war-diary":1', '"war-diary":9', "line 1: a newer version wrote it"),
        (0, '"war-diary":1', '"something":1', "line 1: this is not the first line"),
        (0, "{", "", "line 1: it is not a line of a war diary file"),
        (1, "Normandy", "Brittany", "line 13: the closing line does not fit"),
        (2, '"blob":"', '"blob":"0', "line 3: its content does not have the digest"),
        (2, '"base64":"', '"base64":"!', "line 3: its content is not base64"),
        (3, '"of":"campaign"', '"of":"elsewhere"', "line 4: diary 'elsewhere' was not announced"),
        (6, '"number":1', '"number":2', "line 7: the seal of entry 1 of diary battle does not match"),
        (6, '"seq":1', '"seq":2', "line 7: entry 1 of diary battle is missing"),
        (6, '"seal":"', '"seal":"xy', "line 7: .* is not hexadecimal"),
        (7, '"of"', '"off"', "line 8: diary '' was not announced"),
        (7, "{", '{"war-diary":1,', "line 8: this is not the first line"),
        (7, '{"seq":2,', "{", "line 8: it says nothing that is known"),
        (-1, '"lines":12', '"lines":11', "line 13: the closing line does not fit"),
    ],
)
def test_a_changed_line_is_named(
    store: SQLiteStore, other: SQLiteStore, file: Path, number: int, old: str, new: str, why: str
) -> None:
    export_diaries(store, file)
    edited(file, number, old, new)
    with pytest.raises(BadFile, match=f"campaign.ndjson, {why}"):
        import_diaries(other, file)
    assert other.diaries() == []


def test_a_missing_or_doubled_line_is_noticed(store: SQLiteStore, other: SQLiteStore, file: Path) -> None:
    export_diaries(store, file)
    lines = file.read_bytes().splitlines(keepends=True)
    for number in range(len(lines)):
        for changed in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            file.write_bytes(b"".join(changed))
            with pytest.raises(BadFile):
                import_diaries(other, file)
    assert other.diaries() == []


@pytest.mark.parametrize("name", ["cut.ndjson", "cut.ndjson.gz"])
def test_a_cut_file_is_noticed_wherever_it_was_cut(
    store: SQLiteStore, other: SQLiteStore, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    export_diaries(store, file)
    whole = file.read_bytes()
    for size in range(0, len(whole), 37):
        file.write_bytes(whole[:size])
        with pytest.raises(BadFile, match="line"):
            import_diaries(other, file)
    assert other.diaries() == []


def test_rubbish_and_missing_files(other: SQLiteStore, file: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        import_diaries(other, file)
    for rubbish in (b"\x1f\x8bnot really", b"\xff\xfe", b"[1]\n", b"null\n", gzip.compress(b"hello\n")):
        file.write_bytes(rubbish)
        with pytest.raises(BadFile, match="line 1"):
            import_diaries(other, file)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("exported")
    store = SQLiteStore(directory / "a.diary")
    store.create("a", "battle", "Überblick", NOW)
    store.append("a", 0, [note(0, 1), note(1, 2)])
    export_diaries(store, directory / "a.ndjson")
    store.close()
    return directory / "a.ndjson"


@given(data=st.data())
def test_no_changed_byte_gets_in(exported: Path, data: st.DataObject) -> None:
    whole = exported.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[at] ^= data.draw(st.integers(1, 255))
    file = exported.with_name("changed.ndjson")
    file.write_bytes(changed)
    target = exported.with_name("target.diary")
    target.unlink(missing_ok=True)
    store = SQLiteStore(target)
    try:
        with pytest.raises(DiaryError):
            import_diaries(store, file)
        assert store.diaries() == []
    finally:
        store.close()
