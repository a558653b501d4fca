"""States as bytes and as digests, alike for every kind of diary."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from events.decoding import msgpack_decoder, schema

S = TypeVar("S")


@lru_cache(maxsize=64)
def fingerprint_of(shape: type[Any], version: str) -> str:
    """Of a state's shape and of what else changes what the fold makes of events. Kept: a schema takes long."""
    return sha256(schema(shape) + version.encode()).hexdigest()


class StateCode(Generic[S]):
    """Writes and reads states of one shape. fingerprint: of the shape and of the version of the rules behind it."""

    def __init__(self, shape: type[Any], version: str) -> None:
        self.fingerprint = fingerprint_of(shape, version)
        self.encode = msgspec.msgpack.Encoder().encode
        self.decode = msgpack_decoder(shape).decode
        self._canonical = msgspec.json.Encoder(order="deterministic").encode

    def copy(self, state: S) -> S:
        return self.decode(self.encode(state))

    def digest(self, state: S) -> str:
        """SHA-256 (hex) of the state as canonical JSON, fields at their defaults left out.

        Written and read once before: only then is a text that equals a default surely left out, wherever it came from.
        """
        return sha256(self._canonical(self.copy(state))).hexdigest()
