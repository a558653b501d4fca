"""Files that appear whole or not at all, and sources that are a path or bytes."""

from __future__ import annotations

import errno
import gzip
import io
import os
import re
import stat
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, cast

try:
    import fcntl
except ImportError:  # not a Unix: parts that are left over stay
    fcntl = None

Target = str | os.PathLike[str] | IO[bytes]
"""Where to write: a path, or a binary file object, which its owner closes."""
Source = str | os.PathLike[str] | bytes | IO[bytes]
"""What to read: a path, bytes, or a binary file object that can go back to its beginning."""

PRIVATE = 0o600
"""Mode of a file that only its owner may read."""
STALE = 60.0
"""Seconds after which a part that nobody writes to, or holds, was left by one that died."""

_PARTS = count()
_PART = re.compile(r"\..+\.\d+-\d+\.part")


def make_private(path: Path) -> None:
    """An empty file that only its owner may read, where there is none; one that is there is not touched."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))


@contextmanager
def writing(target: Target, private: bool = False) -> Generator[IO[bytes]]:
    """A binary file to write into.

    A path's file appears, or is replaced, when all of it is on disk; whatever is raised before, it stays as it
    was. A name that ends in `.gz` is compressed. A file object gets the bytes as they come. private: only its owner
    may ever read it; another may be read by whom the machine's usual mode lets, but by nobody who could not before.
    """
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    path = Path(target)
    _clear(path.parent)
    part, number = _part(path, private)
    try:
        with os.fdopen(number, "wb") as file:
            if path.suffix == ".gz":
                # No name and no time in it: the same content makes the same file.
                with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
                    yield cast("IO[bytes]", packed)
            else:
                yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _part(path: Path, private: bool) -> tuple[Path, int]:
    """A new file beside a path, and its descriptor, locked so that nobody takes it for one that was left over."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    while True:
        part = path.with_name(f".{path.name}.{os.getpid()}-{next(_PARTS)}.part")
        try:
            number = os.open(part, flags, PRIVATE if private else 0o666)
        except FileExistsError:  # left by one that died and had our number
            continue
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(OSError):
                os.fchmod(number, stat.S_IMODE(os.fstat(number).st_mode) & stat.S_IMODE(path.stat().st_mode))
        return part, number


def _clear(folder: Path) -> None:
    """Throw away what writers that died have left in a folder: parts that nobody holds or has touched lately."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _PART.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _clear_one(Path(entry.path))


def _clear_one(part: Path) -> None:
    """Raises OSError if somebody holds it."""
    assert fcntl is not None
    number = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        found = os.fstat(number)
        if found.st_uid == os.geteuid() and time.time() - found.st_mtime > STALE:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()
    finally:
        os.close(number)


def _sync_folder(folder: Path) -> None:
    """Put the file's name on disk too, where the system opens folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def open_regular(path: str | os.PathLike[str]) -> IO[bytes]:
    """A file to read, and nothing else that may bear its name: a pipe would be waited for without end, and a device
    may do anything. Raises OSError; ValueError for what cannot be a path."""
    if not stat.S_ISREG(Path(path).stat().st_mode):
        raise _no_file(path)
    file = open(path, "rb", opener=_unwaiting)  # noqa: SIM115  whoever asked for it closes it
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # it was exchanged in between
        file.close()
        raise _no_file(path)
    return file


def _no_file(path: str | os.PathLike[str]) -> OSError:
    if Path(path).is_dir():
        return IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    return OSError(errno.EINVAL, "It is a pipe, a socket or a device, and not a file", os.fspath(path))


def _unwaiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@contextmanager
def reading(source: Source) -> Generator[IO[bytes]]:
    """A source from its beginning, unpacked if it is compressed. Raises OSError."""
    if isinstance(source, str | os.PathLike):
        with open_regular(source) as file:
            yield _unpacked(file)
    else:
        file = io.BytesIO(source) if isinstance(source, bytes) else source
        file.seek(0)
        yield _unpacked(file)


def _unpacked(file: IO[bytes]) -> IO[bytes]:
    packed = file.read(2) == b"\x1f\x8b"
    file.seek(0)
    return cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file


def name_of(source: Source, unnamed: str = "the file") -> str:
    """What messages call a source. unnamed: what they call one that is no path."""
    return Path(source).name if isinstance(source, str | os.PathLike) else unnamed
