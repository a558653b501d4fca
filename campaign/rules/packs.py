"""Packs: a rule system's data files, with the user's own laid over them, under one digest.

Every file is TOML. Charts say where they come from: a table without a `source` does not load. A pack is written
into the store once, under its digest, so that a battle keeps the charts that it was opened with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from campaign.rules.faults import PackError
from campaign.rules.own_files import Own, lay, read, walk
from campaign.rules.shapes import allowed_at, sentence
from campaign.rules.toml_files import fault
from events.decoding import convert

T = TypeVar("T")


class Pack(Struct, frozen=True):
    """The data of one rule system. content: file name → its parsed TOML. overridden: the user's own files, by their
    names in his folder; own: the same by their names in the pack."""

    system: str
    content: Mapping[str, Any]
    digest: str
    overridden: tuple[str, ...] = ()
    own: Mapping[str, Own] = {}

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
        reason = f"{sentence(what)[:-1]}{f' at {place}' if place else ''}."
        unknown = re.search(r"unknown field `(.+)`$", what)
        allowed = allowed_at(shape, path) if unknown or what.startswith("Invalid") else ()
        raise PackError(
            reason, allowed=allowed, where=where, place=f"{path}.{unknown[1]}" if unknown else path
        ) from None


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


def make_pack(system: str, content: Mapping[str, Any], own: Mapping[str, Own] | None = None) -> Pack:
    content, own = dict(sorted(content.items())), own or {}
    overridden = tuple(sorted(one.name for one in own.values()))
    return Pack(system, content, sha256(_encode(system, content)).hexdigest(), overridden, own)


def decode_pack(data: bytes) -> Pack:
    """A pack as it was stored."""
    value = msgspec.json.decode(data)
    return make_pack(value["system"], value["files"])


@cache
def shipped(package: str) -> Mapping[str, Any]:
    """The files of a package, which do not change while the program runs: read once. File name → its TOML."""
    return {name: read(file, name)[1] for name, file in walk(files(package).joinpath("data"))}


def read_pack(system: str, package: str, own: Path | None = None, told: str = "") -> Pack:
    """The pack shipped in `<package>/data`, with the files of the folder own laid over it (`own_files.py`).
    told: what refusals call that folder, else as it is given.

    Raises PackError: no such folder, no TOML file, an own file of a name that no rule system's data has, one that does
    not fit what it is laid over, or an id that doubles another.
    """
    if not files(package).joinpath("data").is_dir():
        raise PackError(f"{system} has no folder `data`.", where=package)
    if own is None or not own.is_dir():
        return make_pack(system, shipped(package))
    laid = lay(system, shipped(package), own, told or str(own))
    return make_pack(system, laid.content, laid.own)
