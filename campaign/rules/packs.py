"""Packs: a rule system's data files, with the user's own copies laid over them, under one digest.

Every file is TOML. Charts say where they come from: a table without a `source` does not load. A pack is written
into the store once, under its digest, so that a battle keeps the charts that it was opened with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from campaign.rules.refused import Refused
from campaign.rules.shapes import sentence
from campaign.rules.toml_files import UnreadableFile, fault, read_toml
from events.decoding import convert

T = TypeVar("T")
DEEPEST_FOLDER = 8
"""Folders within one another in a pack; ours have two."""


class PackError(Refused):
    """A data file that cannot be used: names file, table, row and what is wrong."""


class Pack(Struct, frozen=True):
    """The data of one rule system. content: file name → its parsed TOML. overridden: files the user replaced."""

    system: str
    content: Mapping[str, Any]
    digest: str
    overridden: tuple[str, ...] = ()

    def table(self, file: str, shape: type[T]) -> T:
        """One file, checked against a msgspec shape. Raises PackError naming file, place and fault."""
        if file not in self.content:
            raise PackError(f"The pack of {self.system} lacks this file.", where=file)
        return checked(self.content[file], shape, file)

    def folder(self, name: str) -> list[str]:
        """Names of the files in a folder of the pack, sorted."""
        return [file for file in self.content if file.startswith(name + "/")]

    def encode(self) -> bytes:
        """The bytes under the digest."""
        return _encode(self.system, self.content)


def checked(value: Any, shape: type[T], where: str) -> T:
    """value as shape. Raises PackError with the place inside the file, such as `vehicle[2].armor`."""
    try:
        return convert(value, shape)
    except msgspec.ValidationError as error:
        what, path = fault(error)
        place = _named(path, value)
        raise PackError(f"{sentence(what)[:-1]}{f' at {place}' if place else ''}.", where=where) from None


def _named(place: str, value: Any) -> str:
    """`vehicle[2].armor` with the row's own id, if it has one: `vehicle[2] (t34).armor`."""
    found = re.match(r"(\w+)\[(\d+)\]", place)
    if found is None:
        return place
    try:
        return f"{found[0]} ({value[found[1]][int(found[2])]['id']}){place[found.end() :]}"
    except (KeyError, IndexError, TypeError):  # a row without an id keeps its number only
        return place


def _encode(system: str, content: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode({"system": system, "files": content}, order="deterministic")


def make_pack(system: str, content: Mapping[str, Any], overridden: tuple[str, ...] = ()) -> Pack:
    content = dict(sorted(content.items()))
    return Pack(system, content, sha256(_encode(system, content)).hexdigest(), overridden)


def decode_pack(data: bytes) -> Pack:
    """A pack as it was stored."""
    value = msgspec.json.decode(data)
    return make_pack(value["system"], value["files"])


def _walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    """The TOML files in a folder, with their names from there. Raises PackError for what is no file or leads elsewhere:
    a link to a folder may lead in a circle."""
    if prefix.count("/") > DEEPEST_FOLDER:
        raise PackError("There are folders within folders without end.", where=prefix)
    for entry in folder.iterdir():
        if isinstance(entry, Path) and entry.is_symlink() and entry.is_dir():
            raise PackError(
                "This is a link to a folder; put the files here themselves.", where=f"{prefix}{entry.name}"
            )
        if entry.is_dir() and entry.name.endswith(".toml"):
            raise PackError("This is a folder; a file is wanted.", where=f"{prefix}{entry.name}")
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield prefix + entry.name, entry


def _read(file: Traversable, where: str) -> dict[str, Any]:
    try:
        return read_toml(file, where)
    except UnreadableFile as error:
        raise PackError(error.reason, where=error.file) from None


@cache
def shipped(package: str) -> Mapping[str, Any]:
    """The files of a package, which do not change while the program runs: read once. File name → its TOML."""
    return {name: _read(file, name) for name, file in _walk(files(package).joinpath("data"))}


def read_pack(system: str, package: str, own: Path | None = None, told: str = "") -> Pack:
    """The pack shipped in `<package>/data`, with the files of the folder own laid over it, file by file.
    told: what refusals call that folder, else as it is given.

    Raises PackError: no such folder, no TOML file, or an own file of a name that no rule system's data has.
    """
    if not files(package).joinpath("data").is_dir():
        raise PackError(f"{system} has no folder `data`.", where=package)
    content = dict(shipped(package))
    overridden: list[str] = []
    if own is not None and own.is_dir():
        known_folders = {name.rpartition("/")[0] for name in content}
        told = told or str(own)
        for name, file in sorted(_walk(own)):
            if name not in content and name.rpartition("/")[0] not in known_folders - {""}:
                raise PackError(
                    f"No file of {system} has this name, so it would never be read.",
                    allowed=sorted(content),
                    where=f"{told}/{name}",
                )
            content[name] = _read(file, f"{told}/{name}")
            overridden.append(name)
    return make_pack(system, content, tuple(overridden))
