"""Files that appear whole or not at all, and sources that are a path or bytes."""

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, cast

Target = str | os.PathLike[str] | IO[bytes]
"""Where to write: a path, or a binary file object, which its owner closes."""
Source = str | os.PathLike[str] | bytes | IO[bytes]
"""What to read: a path, bytes, or a binary file object that can go back to its beginning."""

_PARTS = count()


@contextmanager
def writing(target: Target) -> Generator[IO[bytes]]:
    """A binary file to write into.

    A path's file appears, or is replaced, when all of it is on disk; whatever is raised before, it stays as it
    was. A name that ends in `.gz` is compressed. A file object gets the bytes as they come.
    """
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    path = Path(target)
    part = path.with_name(f".{path.name}.{os.getpid()}-{next(_PARTS)}.part")
    try:
        with part.open("wb") as file:
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


def _sync_folder(folder: Path) -> None:
    """Put the file's name on disk too, where the system opens folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextmanager
def reading(source: Source) -> Generator[IO[bytes]]:
    """A source from its beginning, unpacked if it is compressed."""
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
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
