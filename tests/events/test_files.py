"""Files appear whole or not at all."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from events.files import name_of, reading, writing


@pytest.mark.parametrize("name", ["diary.ndjson", "diary.ndjson.gz"])
def test_a_file_appears_when_it_is_whole(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    with writing(file) as out:
        out.write(b"one\n")
        assert not file.exists()
        out.write(b"two\n")
    assert list(tmp_path.iterdir()) == [file]
    data = file.read_bytes()
    assert (gzip.decompress(data) if name.endswith(".gz") else data) == b"one\ntwo\n"


def test_the_same_content_makes_the_same_file_whatever_its_name(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with writing(tmp_path / name) as out:
            out.write(b"one\n" * 100)
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("name", ["diary.ndjson", "diary.ndjson.gz"])
@pytest.mark.parametrize("failure", [OSError, KeyboardInterrupt])
def test_what_fails_leaves_the_file_before_it(
    tmp_path: Path, name: str, failure: type[BaseException]
) -> None:
    file = tmp_path / name
    file.write_bytes(b"before")
    with pytest.raises(failure), writing(file) as out:
        out.write(b"after")
        raise failure
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == b"before"


def test_two_who_write_one_file_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "a"
    with writing(file) as one, writing(file) as other:
        one.write(b"one")
        other.write(b"other")
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == b"one"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), writing(tmp_path / "nowhere" / "a"):
        raise AssertionError
    with pytest.raises(FileNotFoundError), reading(tmp_path / "a"):
        raise AssertionError


def test_a_file_object_stays_open() -> None:
    mine = io.BytesIO()
    with writing(mine) as out:
        out.write(b"one\n")
    assert mine.getvalue() == b"one\n"
    for _ in range(2):  # from its beginning each time
        with reading(mine) as file:
            assert file.read() == b"one\n"


@pytest.mark.parametrize(
    "data", [b"", b"one\ntwo\n", gzip.compress(b"one\ntwo\n", mtime=0)], ids=["empty", "plain", "packed"]
)
def test_path_bytes_and_file_object_read_alike(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a"
    file.write_bytes(data)
    for source in (file, str(file), data, io.BytesIO(data)):
        with reading(source) as found:
            assert list(found) == ([b"one\n", b"two\n"] if data else [])


def test_names_in_messages(tmp_path: Path) -> None:
    assert name_of(tmp_path / "a.ndjson") == name_of(str(tmp_path / "a.ndjson")) == "a.ndjson"
    assert name_of(b"") == name_of(io.BytesIO()) == "the file"
    assert name_of(b"", "The file") == "The file"
