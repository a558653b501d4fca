"""The words of a diary: an entry is one action by one author and all that followed.

An entry is stored as one row. Its body is JSON, and the seal covers exactly the stored bytes:

    seal = SHA-256( lp(tag) lp(previous seal) lp(diary) lp(seq) lp(body) )

where `lp(x)` is the length of `x` as 8 bytes, big endian, followed by `x`; `seq` is 8 bytes, big endian;
the tag is `wardiary.entry.1`; and the seal before the first entry is 32 zero bytes, or for a fork the seal
of the entry that it starts from.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Raw, Struct

from events.decoding import json_decoder
from events.faces import shown, written

TAG = b"wardiary.entry.1"
NO_SEAL = bytes(32)

REVEAL = "reveal"
"""The kind of the entry that makes the secret of a diary's dice public: with it, the store forgets it."""

Matters = Literal["order", "count", "set", "shuffle"]
"""Of the dice of one draw: each in its order, how often each face, or only which faces came up; a shuffle is no dice
but the new order of as many cards as it has sides."""


class Draw(Struct, frozen=True, omit_defaults=True):
    """Dice asked for by the rules, and what came up.

    purpose: what for, in words. source: `sealed`, `typed`, or `kept` where an entry is entered again; in memory also
    `scripted`, `seeded` and `enumerated`. values: which sides came up, from 1. faces: what is written on them, if that
    is something else (`events/faces.py`).
    """

    purpose: str
    sides: int
    values: tuple[int, ...]
    matters: Matters = "count"
    source: str = "sealed"
    faces: str = ""

    @property
    def written(self) -> tuple[int, ...]:
        """What came up, as it is written on the dice. Raises ValueError, IndexError for what cannot be."""
        return written(self.values, self.faces, self.sides)

    @property
    def shown(self) -> str:
        """The same for people."""
        return " ".join(shown(self.written, self.faces))


class Author(Struct, frozen=True, omit_defaults=True):
    """Who acted: a player's id, and the side or role (`umpire`) that they acted for."""

    player: str
    role: str = ""


class Body(Struct, frozen=True, omit_defaults=True):
    """What is sealed. Action and events stay raw JSON here; a codec gives them their types.

    time: UTC, ISO 8601; written as `at`. parent: seq of the entry whose state this one builds on, 0 for the beginning.
    rules: rule system and version that decided. pack: digest of the charts in force.
    state: digest of the state after this entry, now and then. salt: what nobody can guess (hex), in entries that hold
    what not everybody may see, so that nobody can find that out by trying which body has the seal. again: seq of the
    withdrawn entry whose action, and whose draws of the source `kept`, are entered once more on corrected facts. roll:
    on what the next roll of sealed dice hangs (hex), whatever else the next entry says; "" where there is none. of: the
    diary of the entry that `again` names, where it is one that this diary was forked from.
    """

    parent: int
    time: str = msgspec.field(name="at")
    author: Author
    action: Raw
    draws: tuple[Draw, ...] = ()
    events: Raw = Raw(b"[]")
    rules: str = ""
    pack: str = ""
    state: str = ""
    key: str = ""
    v: int = 1
    salt: str = ""
    again: int = 0
    roll: str = ""
    of: str = ""


class Draft(NamedTuple):
    """An entry before it is appended: the store adds seq and seal."""

    parent: int
    kind: str
    body: bytes
    key: str | None = None


class Head(NamedTuple):
    """The newest entry of a diary: its seq (0 before the first), and what the next one is chained to."""

    seq: int
    seal: bytes


class Entry(NamedTuple):
    """An entry as stored. position: the store-wide order of arrival, an opaque cursor for feeds."""

    position: int
    diary: str
    seq: int
    parent: int
    kind: str
    key: str | None
    body: bytes
    seal: bytes

    @property
    def is_rewind(self) -> bool:
        return self.parent != self.seq - 1

    def read(self) -> Body:
        """The body, decoded. Raises msgspec.DecodeError if it is not an entry's."""
        return decode_body(self.body)


encode_json = msgspec.json.Encoder().encode
decode_body = json_decoder(Body).decode


class _Kind(Struct):
    kind: str


_decode_kind = json_decoder(_Kind).decode


def draft(body: Body) -> Draft:
    """Encode a body once; these bytes are what is sealed and stored."""
    return Draft(body.parent, kind_of(body.action), encode_json(body), body.key or None)


def draft_of(body: bytes) -> Draft:
    """The draft that a body's bytes came from. Raises msgspec.DecodeError if they are not an entry's."""
    read = decode_body(body)
    return Draft(read.parent, kind_of(read.action), body, read.key or None)


def kind_of(action: Raw) -> str:
    """The kind of an action. Raises msgspec.DecodeError if it has none."""
    return _decode_kind(action).kind


def raw(value: Any) -> Raw:
    """Any msgspec value as raw JSON, for `Body.action` and `Body.events`."""
    return Raw(encode_json(value))


def _lp(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part


SEAL_PREFIX = _lp(TAG) + (32).to_bytes(8, "big")
_EIGHT = (8).to_bytes(8, "big")


def diary_prefix(diary: str) -> bytes:
    """The part of the sealed bytes that names the diary: the same for all of its entries."""
    return _lp(diary.encode())


def seal_of(previous: bytes, prefix: bytes, seq: int, body: bytes) -> bytes:
    """The seal of one entry. prefix: `diary_prefix(diary)`, passed in so that a loop makes it once."""
    return sha256(
        b"".join(
            (
                SEAL_PREFIX,
                previous,
                prefix,
                _EIGHT,
                seq.to_bytes(8, "big"),
                len(body).to_bytes(8, "big"),
                body,
            )
        )
    ).digest()
