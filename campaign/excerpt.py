"""A battle's record as one viewer may see it, as a file: to read and to keep, not to go on from.

    {"record":{…as headquarters lists the battle…,"viewer":"…"}}      one line for each battle
    {"seq":1,"parent":0,…,"seal":"…","previous":"…"}                  its entries, each as `show` answers

Seals are those of the whole entries, so that heads can be compared; what is hidden cannot be worked out from them.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from campaign import record
from campaign.answers import BattleInfo
from campaign.desk import Desk
from events.entry import encode_json


class _Heading(BattleInfo, frozen=True, omit_defaults=True, kw_only=True):
    viewer: str


class _First(Struct):
    record: Raw


_first = msgspec.json.Decoder(_First).decode


def write(path: Path, battles: Sequence[tuple[Desk, BattleInfo]], viewer: str) -> int:
    """Write these battles; answers with the number of entries. The file appears only when it is whole.

    Raises Refused for a viewer that one of them does not have.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    entries = 0
    try:
        with part.open("wb") as file:
            out = gzip.GzipFile("", "wb", 6, file, mtime=0) if path.suffix == ".gz" else file
            for desk, info in battles:
                for number, line in enumerate(_lines(desk, info, viewer)):
                    out.write(line + b"\n")
                    entries += number > 0
            if out is not file:
                out.close()
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return entries


def _lines(desk: Desk, info: BattleInfo, viewer: str) -> Iterator[bytes]:
    yield encode_json({"record": _Heading(**msgspec.structs.asdict(info), viewer=viewer)})
    for entry in record.details(desk, viewer):
        yield encode_json(entry)


def is_one(path: Path) -> bool:
    """Whether a file is such a record."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            line = (gzip.GzipFile(fileobj=file) if packed else file).readline(1 << 20)
        _first(line)
    except (OSError, EOFError, msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True
