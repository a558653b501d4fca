"""What the data files of a rule system are, for who writes some of his own: a list of them, each with its shape."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

from msgspec import Struct


class DataFile(NamedTuple):
    """A file, or those of a folder: `boards/*.toml`. shape: what it is read as. what: it holds, in a few words.
    unread: keys of its shape of which this game makes nothing."""

    name: str
    shape: type[Struct]
    what: str
    unread: tuple[str, ...] = ()


def kind_of(file: str, kinds: Iterable[DataFile]) -> DataFile | None:
    """What a file of a pack is; None if nobody says."""
    return next((kind for kind in kinds if fnmatchcase(file, kind.name)), None)
