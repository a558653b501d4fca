"""Decoders of types, made one at a time.

msgspec looks at a type when it meets it first, and several threads that do so at once can crash the interpreter. So
every decoder and conversion goes through here: the first look at a type happens under one lock for the whole program.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_lock = threading.Lock()
_known: set[Any] = set()
"""Types that msgspec has looked at whole."""


def json_decoder(shape: type[T] | Any) -> msgspec.json.Decoder[T]:
    """A decoder of JSON."""
    with _lock:
        return msgspec.json.Decoder(shape)


def msgpack_decoder(shape: type[T] | Any) -> msgspec.msgpack.Decoder[T]:
    """A decoder of MessagePack."""
    with _lock:
        return msgspec.msgpack.Decoder(shape)


def schema(shape: Any) -> bytes:
    """The JSON schema of a type, the same for equal types on every machine."""
    with _lock:
        return msgspec.json.encode(msgspec.json.schema(shape), order="deterministic")


def schemas(
    shapes: Sequence[Any], template: str
) -> tuple[tuple[dict[str, Any], ...], dict[str, dict[str, Any]]]:
    """The JSON schemas of types, and of those that they are made of, by name. template: of references to these."""
    with _lock:
        return msgspec.json.schema_components(shapes, ref_template=template)


def convert(value: Any, shape: type[T], *, strict: bool = True) -> T:
    """Plain data as a type. strict: no text stands for a number or a truth. Raises msgspec.ValidationError."""
    if shape not in _known:
        with _lock:
            msgspec.json.Decoder(shape)
            _known.add(shape)
    try:
        return msgspec.convert(value, shape, strict=strict)
    except UnicodeEncodeError as error:
        raise msgspec.ValidationError(f"half a character in a text: {error.object[error.start]!a}") from None
