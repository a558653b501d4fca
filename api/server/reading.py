"""What came in with a request, as an operation's method takes it. Raises Failed, naming the field, before anything is
asked of headquarters."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args, get_origin
from urllib.parse import parse_qsl

import msgspec
from msgspec import UNSET, Struct

from api.wire.headers import SEQ
from api.wire.operations import Operation
from api.wire.problems import Failed, problem
from api.wire.signatures import Signature, bounded
from events.bounds import json_fault, value_fault
from events.decoding import convert, json_decoder

LARGEST = 1 << 20
"""Bytes of a JSON body. The longest honest one is a campaign's files: some hundred KB."""
SMALLEST = 4 << 10
"""Bytes of one from whoever has no token."""
PATIENCE, FILE_PATIENCE = 20.0, 600.0
"""Seconds in which a body must be here, and a file: who sends one slowly holds what he has sent."""
LONGEST_QUERY = 8 * 1024
ROLE, AGES, BOARD, WHOLE = "as", ("cursor", "limit"), "board", "whole"
"""Query parameters that are no method's own: the role in which one looks; a page of a list; `board=whole`."""
_ENTRY = re.compile(f'"{SEQ}"')
_KEY = 200
MOST_BRACKETS = 20_000
"""Lists and objects in a body: the longest honest one has some thousand, and a MiB of them takes seconds to read."""
LONG = 32 << 10
"""Bytes of a body that is read in a thread, for the others' sake."""
_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_LONG = re.compile(rb"[0-9]{19}")
"""What an integer beyond 64 bits has at the least: to look at each value takes a second for a MiB of brackets."""
_any: msgspec.json.Decoder[Any] = json_decoder(Any)


class Common(NamedTuple):
    """What any operation takes. role: None where none is named. cursor, limit: of a page of a list. whole: with the
    board. rest: the method's own parameters."""

    role: str | None
    cursor: str
    limit: int | None
    whole: bool
    rest: list[tuple[str, str]]


def query_of(raw: bytes) -> list[tuple[str, str]]:
    """Its parameters in order. Raises Failed."""
    if len(raw) > LONGEST_QUERY:
        raise Failed(problem("too-large", f"A query has at most {LONGEST_QUERY} bytes."))
    try:
        return parse_qsl(
            raw.decode("ascii"), keep_blank_values=True, errors="strict", strict_parsing=bool(raw)
        )
    except ValueError:
        raise Failed(problem("malformed", "The query is not well formed: name=value, joined by &.")) from None


def once(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Parameters by name. Raises Failed for one that stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in found if names.count(name) > 1)
        raise Failed(problem("invalid", "This parameter stands twice.", where=f"?{name}"))
    return found


def common(pairs: Sequence[tuple[str, str]], operation: Operation) -> Common:
    """Taken out of a query. Raises Failed."""
    own = (ROLE, *(AGES if operation.paged else ()), *((BOARD,) if operation.boards else ()))
    found = once([one for one in pairs if one[0] in own])
    limit = None
    if "limit" in found:
        limit = _value(found["limit"], int, "?limit")
        if not 1 <= limit <= 1000:
            raise Failed(problem("invalid", "A page has 1 to 1000 things.", where="?limit"))
    if found.get(BOARD, WHOLE) != WHOLE:
        raise Failed(problem("invalid", "There is no other board.", allowed=(WHOLE,), where=f"?{BOARD}"))
    rest = [one for one in pairs if one[0] not in own]
    return Common(found.get(ROLE), found.get("cursor", ""), limit, BOARD in found, rest)


def arguments(
    signature: Signature, places: Mapping[str, str], pairs: Sequence[tuple[str, str]], body: Any
) -> dict[str, Any]:
    """For the method. places: in the path, as text. body: as plain data. Raises Failed."""
    found = {
        parameter: _value(places[name], bounded(signature.types[parameter]), name)
        for name, parameter in signature.places.items()
    }
    given = _query(signature.query, pairs)
    if signature.whole:
        return {**found, signature.whole: given}
    for struct in (given, None if signature.body is None else converted(body, signature.body)):
        if struct is not None:
            names = struct.__struct_fields__
            found |= {name: one for name in names if (one := getattr(struct, name)) is not UNSET}
    return found


def _query(shape: type[Struct] | None, pairs: Sequence[tuple[str, str]]) -> Struct | None:
    names = () if shape is None else shape.__struct_fields__
    for name, _ in pairs:
        if name not in names:
            raise Failed(
                problem(
                    "invalid", f"There is no parameter {name[:60]!r} here.", allowed=(*names, ROLE), where="?"
                )
            )
    if shape is None:
        return None
    hints = {one.name: one.type for one in msgspec.structs.fields(shape)}
    values: dict[str, Any] = {}
    for name in dict.fromkeys(name for name, _ in pairs):
        some = [value for other, value in pairs if other == name]
        if _many(hints[name]):
            values[name] = some
        elif len(some) > 1:
            raise Failed(problem("invalid", "This parameter stands twice.", where=f"?{name}"))
        else:
            values[name] = some[0]
    return converted(values, shape, strict=False, start="?")


def _many(hint: Any) -> bool:
    """Whether a parameter may stand several times."""
    return get_origin(hint) is tuple or any(map(_many, get_args(hint)))


def _value(text: str, shape: Any, where: str) -> Any:
    try:
        return convert(text, shape, strict=False)
    except msgspec.ValidationError as error:
        raise Failed(problem("invalid", _plainly(error), where=where)) from None


def converted(data: Any, shape: type[Struct], *, strict: bool = True, start: str = "$.") -> Struct:
    """Plain data as what is wanted. start: of the place that is named where it is not. Raises Failed."""
    try:
        return convert(data, shape, strict=strict)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `")
        where = start + place.rstrip("`").removeprefix("$").removeprefix(".") if place else start.rstrip(".")
        raise Failed(problem("invalid", text + ".", allowed=shape.__struct_fields__, where=where)) from None


def _plainly(error: msgspec.ValidationError) -> str:
    return str(error).partition(" - at `")[0] + "."


def key_of(text: str) -> str:
    """Raises Failed for what is no key."""
    if len(text) > _KEY or not text.isascii() or not text.isprintable():
        reason = f"A key is at most {_KEY} printable ASCII characters."
        raise Failed(problem("invalid", reason, where="Idempotency-Key"))
    return text


def terms(signature: Signature, key: str, match: str) -> dict[str, Any]:
    """`key` and `expected`, out of Idempotency-Key and If-Match. Raises Failed: 428 where the latter is wanted."""
    found: dict[str, Any] = {}
    if "key" in signature.headers and key:
        found["key"] = key_of(key)
    if "expected" in signature.headers:
        match = match.strip()
        if not match:
            reason = 'Say which entry you have seen last, as If-Match: "12"; If-Match: * takes any.'
            raise Failed(problem("no-entry", reason, where="If-Match"))
        if match != "*":
            if not (entry := _ENTRY.fullmatch(match)):
                reason = 'An entry is a number in quotes: "12".'
                raise Failed(problem("invalid", reason, allowed=('"12"', "*"), where="If-Match"))
            found["expected"] = int(entry[1])
    return found


async def content(stream: AsyncIterator[bytes], length: str, most: int, patience: float) -> bytes:
    """A body, within its bound. length: as the header says it, "" if it does not. patience: seconds. Raises Failed."""
    reason = f"At most {most} bytes are taken here."
    if length and (not length.isdecimal() or len(length) > 15 or int(length) > most):
        raise Failed(problem("too-large", reason), {"connection": "close"})
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(patience):
            async for part in stream:
                size += len(part)
                if size > most:
                    raise Failed(problem("too-large", reason), {"connection": "close"})
                parts.append(part)
    except TimeoutError:
        reason = f"The body was not here within {patience:g} seconds."
        raise Failed(problem("too-slow", reason), {"connection": "close"}) from None
    return b"".join(parts)


def data(body: bytes, kind: str) -> Any:
    """JSON as plain data; nothing at all is an empty object. kind: the media type. Raises Failed."""
    if not body:
        return {}
    if kind.partition(";")[0].strip().lower() != "application/json":
        raise Failed(
            problem("media-type", "A body is JSON here.", allowed=("application/json",), where="Content-Type")
        )
    if _brackets(body) > MOST_BRACKETS and _brackets(_TEXTS.sub(b"", body)) > MOST_BRACKETS:
        raise Failed(
            problem("too-large", f"A body holds at most {MOST_BRACKETS} lists and objects.", where="$")
        )
    if why := json_fault(body):
        raise Failed(problem("malformed", f"The body cannot be taken: {why}.", where="$"))
    value: Any = _any.decode(body)
    if _LONG.search(body) and (why := value_fault(value)):
        raise Failed(problem("invalid", f"{why[0].upper()}{why[1:]}.", where="$"))
    return value


def _brackets(body: bytes) -> int:
    return body.count(b"[") + body.count(b"{")
