"""Anchors: the heads of all diaries as one small file, to keep where whoever keeps the diaries cannot reach it.

    {"war-diary-anchor":1,"at":"2026-01-01T12:00:00.000Z","diaries":2}
    {"diary":"hill-112","kind":"battle","first":"<seal of entry 1>","seq":57,"seal":"<seal of entry 57>"}
    {"end":{"sha256":"<of all lines before>"}}

One line for each diary that has an entry, in the order of their names. The digest at the end tells of a slip of the
hand or of a disk; against a forger the file is worth what the place is worth where it is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from zlib import error as ZlibError

import msgspec
from msgspec import Meta, Struct

from campaign.rules.refused import Refused
from campaign.shared.answers import Adrift, AnchorReport
from campaign.shared.plain import LONGEST, odd_character
from campaign.shared.seals import Shown, compared, short_seal
from events.decoding import json_decoder
from events.entry import encode_json
from events.errors import Damaged, NoSuchDiary, NoSuchEntry
from events.files import Source, Target, name_of, reading, writing
from events.store import Store

MOST_BYTES = 32 << 20
"""Of an anchor that is read: some 100,000 diaries."""
_Seal: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
_Seq: TypeAlias = Annotated[int, Meta(ge=1, lt=10**18)]


class Anchored(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a diary stood. first: the seal of its first entry; seal: of entry seq, then its newest (hex)."""

    diary: _Name
    kind: _Name
    first: _Seal
    seq: _Seq
    seal: _Seal


class Anchor(Struct, frozen=True):
    """The heads of all diaries at one time. at: UTC, ISO 8601."""

    at: str
    diaries: tuple[Anchored, ...]


class _Head(Struct, frozen=True, forbid_unknown_fields=True):
    version: Annotated[Literal[1], Meta()] = msgspec.field(name="war-diary-anchor")
    at: _Name
    diaries: Annotated[int, Meta(ge=0)]


class _Digest(Struct, frozen=True, forbid_unknown_fields=True):
    sha256: _Seal


class _End(Struct, frozen=True, forbid_unknown_fields=True):
    end: _Digest


_head, _line, _end = json_decoder(_Head), json_decoder(Anchored), json_decoder(_End)


def made(store: Store, now: str) -> tuple[Anchor, tuple[str, ...]]:
    """Where all diaries stand, those without an entry left out; and of those that cannot be anchored, why."""
    found = sorted((one.name, one.kind, one.head) for one in store.diaries() if one.head.seq)
    anchored: list[Anchored] = []
    left: list[str] = []
    for name, kind, head in found:
        try:
            first = store.entry(name, 1).seal.hex()
        except NoSuchEntry:
            left.append(str(Damaged(name, 1, "its row is missing")))
        except Damaged as error:
            left.append(str(error))
        else:
            anchored.append(Anchored(name, kind, first, head.seq, head.seal.hex()))
    return Anchor(now, tuple(anchored)), tuple(left)


def write(target: Target, anchor: Anchor) -> None:
    """An anchor as a file; the same one makes the same bytes."""
    lines = [encode_json(_Head(1, anchor.at, len(anchor.diaries))), *map(encode_json, anchor.diaries)]
    content = b"".join(line + b"\n" for line in lines)
    with writing(target) as out:
        out.write(content + encode_json(_End(_Digest(sha256(content).hexdigest()))) + b"\n")


def read(source: Source) -> Anchor:
    """An anchor from a file. Raises Refused for what is none, naming the line."""
    name = name_of(source, "The file")
    if isinstance(source, str | PathLike) and not Path(source).is_file():
        raise Refused(f"There is no file {source}.", where="$.file")
    try:
        with reading(source) as file:
            content = file.read(MOST_BYTES + 1)
    except (EOFError, ZlibError, OSError) as error:
        raise Refused(f"{name} cannot be read: {error}.", where="$.file") from None
    if len(content) > MOST_BYTES:
        raise Refused(f"{name} is no anchor: one has at most {MOST_BYTES >> 20} MiB.", where="$.file")
    lines = content.splitlines(keepends=True)
    try:
        head = _head.decode(lines[0] if lines else b"")
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(
            f"{name} is no anchor: its first line does not say that it is one.", where="$.file"
        ) from None
    return Anchor(head.at, tuple(_diaries(name, head, lines)))


def _diaries(name: str, head: _Head, lines: list[bytes]) -> Iterator[Anchored]:
    if len(lines) != head.diaries + 2:
        reason = (
            f"{name} is cut or was changed: it speaks of {head.diaries} diaries and has {len(lines) - 2}."
        )
        raise Refused(reason, where="$.file")
    names: Counter[str] = Counter()
    for number, line in enumerate(lines[1:-1], 2):
        try:
            found = _line.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused(f"{name}, line {number}: {error}.", where="$.file") from None
        names[found.diary] += 1
        if names[found.diary] > 1 or odd_character(found.diary + found.kind):
            reason = f"{name}, line {number}: a diary has one plain name, and one line."
            raise Refused(reason, where="$.file")
        yield found
    try:
        end = _end.decode(lines[-1]).end.sha256
    except (msgspec.DecodeError, UnicodeDecodeError):
        end = ""
    if end != sha256(b"".join(lines[:-1])).hexdigest():
        raise Refused(f"{name} was changed: its last line is not the digest of those before.", where="$.file")


def check(store: Store, anchor: Anchor) -> AnchorReport:
    """Whether each diary of an anchor is still here, and its entries then are its entries now."""
    adrift = tuple(one for found in anchor.diaries if (one := _adrift(store, found)) is not None)
    gone = {one.diary for one in adrift}
    heads = {one.name: one.head.seq for one in store.diaries() if one.head.seq}
    grown = sum(heads[one.diary] > one.seq for one in anchor.diaries if one.diary not in gone)
    new = len(heads.keys() - {one.diary for one in anchor.diaries})
    return AnchorReport(anchor.at, len(anchor.diaries), not adrift, adrift, grown, new)


def _adrift(store: Store, found: Anchored) -> Adrift | None:
    name, wanted = found.diary, short_seal(found.seq, found.seal)
    try:
        head = store.head(name)
    except NoSuchDiary:
        return Adrift(
            name, "missing", f"There is no diary {name} here any more; it had come to entry {wanted}."
        )
    if head.seq < found.seq:
        why = f"The diary {name} ends at entry {head.seq}; it had come to entry {wanted}."
        return Adrift(name, "shorter", why)
    seq, why = compared(store, name, [Shown(1, found.first), Shown(found.seq, found.seal)])
    return (
        Adrift(name, "other history", f"The diary {name} was rewritten. Entry {seq}: {why}.") if why else None
    )
