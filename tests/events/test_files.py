"""Files appear whole or not at all."""

from __future__ import annotations

import fcntl
import gzip
import io
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.files import make_private, name_of, reading, writing


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


# -- who may read them ---------------------------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name != "posix", reason="needs Unix permissions")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_handed() -> Iterator[None]:
    """A user who lets everybody read and write what he makes."""
    before = os.umask(0)
    yield
    os.umask(before)


@posix
@pytest.mark.usefixtures("open_handed")
def test_a_private_file_was_never_anybody_elses(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    with writing(path, private=True) as out:
        (part,) = tmp_path.iterdir()
        assert mode(part) == 0o600
        out.write(b"secret")
    assert mode(path) == 0o600
    make_private(tmp_path / "y")
    make_private(tmp_path / "y")
    assert mode(tmp_path / "y") == 0o600


@posix
@pytest.mark.usefixtures("open_handed")
def test_a_file_is_never_opened_to_more_than_could_read_it_before(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with writing(path) as out:
        out.write(b"one")
    assert mode(path) == 0o666
    path.chmod(0o640)
    with writing(path) as out:
        out.write(b"two")
    assert mode(path) == 0o640
    with writing(path, private=True) as out:
        out.write(b"three")
    assert mode(path) == 0o600 and path.read_bytes() == b"three"


@posix
def test_parts_that_were_left_over_are_cleared(tmp_path: Path) -> None:
    """Not those that somebody writes, nor what only looks like one."""
    old = time.time() - 3600
    left, fresh, held, other = (
        tmp_path / name for name in (".a.gz.12-3.part", ".a.gz.12-4.part", ".b.13-0.part", "a.12-3.part")
    )
    for one in (left, fresh, held, other):
        one.write_bytes(b"half")
        os.utime(one, (old, old))
    os.utime(fresh)
    (tmp_path / ".c.14-0.part").symlink_to(other)
    with held.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with writing(tmp_path / "new") as out:
            out.write(b"new")
    names = {one.name for one in tmp_path.iterdir()}
    assert names == {fresh.name, held.name, other.name, ".c.14-0.part", "new"}


@posix
def test_a_part_that_is_written_for_long_is_not_cleared(tmp_path: Path) -> None:
    with writing(tmp_path / "slow") as slow:
        slow.write(b"one")
        (part,) = tmp_path.iterdir()
        os.utime(part, (0, 0))
        with writing(tmp_path / "quick") as quick:
            quick.write(b"two")
    assert (tmp_path / "slow").read_bytes() == b"one"
