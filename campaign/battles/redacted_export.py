"""A battle's record as one viewer may see it, as a file: to read and to keep, not to go on from.

    {"record":{…as headquarters lists the battle…,"viewer":"…"}}      one line for each battle
    {"seq":1,"parent":0,…,"seal":"…","previous":"…"}                  its entries, each as `show` answers

Seals are those of the whole entries, so that heads can be compared; what is hidden cannot be worked out from them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Raw, Struct

from campaign.battles import queries
from campaign.battles.answers import BattleInfo
from campaign.battles.queries import Look
from events.decoding import json_decoder
from events.entry import encode_json
from events.files import Source, Target, reading, writing

LONGEST = 1 << 20
"""Bytes of a first line that is looked at."""


class _Heading(BattleInfo, frozen=True, omit_defaults=True, kw_only=True):
    viewer: str


class _First(Struct):
    record: Raw


_first = json_decoder(_First).decode


def write(target: Target, battles: Sequence[tuple[Look, BattleInfo]]) -> int:
    """Write these battles; answers with the number of entries. A file appears only when it is whole."""
    entries = 0
    with writing(target) as out:
        for look, info in battles:
            for number, line in enumerate(_lines(look, info)):
                out.write(line + b"\n")
                entries += number > 0
    return entries


def _lines(look: Look, info: BattleInfo) -> Iterator[bytes]:
    yield encode_json({"record": _Heading(**msgspec.structs.asdict(info), viewer=look.viewer)})
    for entry in queries.details(look):
        yield encode_json(entry)


def is_one(source: Source) -> bool:
    """Whether this is such a record."""
    try:
        with reading(source) as file:
            _first(file.readline(LONGEST))
    except (OSError, EOFError, ValueError, zlib.error, RecursionError, msgspec.DecodeError):
        return False
    return True
