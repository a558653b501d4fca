"""A call of a method as a request, and the response as what the method would have answered at home."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, NamedTuple, TypeVar, get_args
from urllib.parse import quote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from api.wire.headers import ANSWER, JSON, NDJSON
from api.wire.operations import READING, ROOT, Operation
from api.wire.problems import MEDIA, Problem, as_refusal
from api.wire.signatures import Signature, signature
from campaign.campaigns.returns import as_return
from campaign.ledger.definition import FILES, texts_in
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Refusal
from campaign.shared.asked import action_bytes, decode_action
from events.decoding import json_decoder
from events.files import reading, writing

T = TypeVar("T")
PATIENCE = 60.0
"""Seconds that an answer is waited for."""
LONG = frozenset(("battles.verify", "campaigns.verify", "campaigns.staff.step", "import_", "export"))
"""What may honestly take ten times as long."""
MOST_WAITING = 25.0
"""Seconds that a server is asked to wait for news; what stands between may cut longer ones off."""
_KEY = 200
_NEXT = re.compile(r'<([^<>]+)>\s*;\s*rel="?next"?')
_problem = json_decoder(Problem)
_object = json_decoder(dict[str, Any])


class Sent(NamedTuple):
    """What goes over the line. query: in order. again: whether it may be sent twice and nothing is done twice.

    wait: seconds. own_key: whether the key in it was made up here.
    """

    operation: Operation
    path: str
    query: tuple[tuple[str, str], ...]
    headers: Mapping[str, str]
    body: bytes | None
    again: bool
    wait: float
    own_key: bool


class Received(NamedTuple):
    """What came back. headers: names in small letters."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def problem(self) -> Problem | None:
        """What went wrong, as the server tells it; None if it does not."""
        if self.headers.get("content-type", "").partition(";")[0].strip() != MEDIA:
            return None
        try:
            return _problem.decode(self.body)
        except msgspec.DecodeError:
            return None

    @property
    def next_page(self) -> str:
        """Where the next page of a list is: path and query; "" if there is none."""
        found = _NEXT.search(self.headers.get("link", ""))
        return found[1] if found else ""


def acts(operation: Operation) -> bool:
    """Whether its answer is a value also where it is refused."""
    return Acted in get_args(signature(operation).gives)


# -- there ---------------------------------------------------------------------------------------------------------


def request(operation: Operation, given: Mapping[str, Any], role: str | None) -> Sent:
    """given: the method's arguments by name, those that were left out not among them. Raises Refused for what cannot be
    sent."""
    try:
        return _request(operation, signature(operation), _here(operation, given), role)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Refused(f"This cannot be sent to a server: {error}.") from None


def _request(operation: Operation, shape: Signature, given: dict[str, Any], role: str | None) -> Sent:
    path = operation.path
    for place, name in shape.places.items():
        value = str(given.pop(name))
        if not value:
            raise Refused("It has no name.", where=f"$.{name}", kind="unknown")
        path = path.replace(f"{{{place}}}", quote(value, safe=""))
    headers, own_key = _headers(operation, shape, given)
    query = [] if role is None else [("as", role)]
    body: bytes | None = None
    if shape.source:
        with reading(given.pop(shape.source)) as file:
            body = file.read()
        headers["content-type"] = NDJSON
    given.pop(shape.target, None)
    if shape.body is not None:
        body = msgspec.json.encode(given, enc_hook=dict)
        headers["content-type"] = JSON
    else:
        query += _query(given.pop(shape.whole) if shape.whole else given)
    again = operation.verb in ("GET", "PUT") or operation.id in READING or "idempotency-key" in headers
    wait = PATIENCE * 10 if operation.id in LONG else PATIENCE + float(given.get("timeout", 0.0))
    return Sent(operation, ROOT + path, tuple(query), headers, body, again, wait, own_key)


def _here(operation: Operation, given: Mapping[str, Any]) -> dict[str, Any]:
    """What lies or happens at home is put into plain data. Raises Refused."""
    found = dict(given)
    if "action" in found:
        found["action"] = decode_action(_object, action_bytes(found["action"]))
    if isinstance(content := found.get("content"), Path):
        found["content"] = as_return(content, found.get("battle", ""))
    if (folder := _folder(operation, given)) is not None:
        found["source"] = texts_in(folder)
    if (pick := found.pop("pick", None)) is not None:  # a function stays here; what it begins with goes
        found["seed"] = str(pick(1 << 32))
    if found.pop("returns", None):
        raise Refused("Returns by scenario stay at home: file them one by one.", where="$.returns")
    if "timeout" in found:
        found["timeout"] = min(found["timeout"], MOST_WAITING)
    return found


def _folder(operation: Operation, given: Mapping[str, Any]) -> Path | None:
    """The folder at home whose content goes."""
    source = None if signature(operation).source else given.get("source")
    return Path(source) if isinstance(source, str | Path) and source and Path(source).is_dir() else None


def placed(refused: Refused, operation: Operation, given: Mapping[str, Any]) -> Refused:
    """A refusal of what stands in a file that went as content names it as it is called at home."""
    folder = _folder(operation, given)
    if folder is None or refused.where.partition(":")[0] not in FILES:
        return refused
    return Refused(refused.reason, refused.rule, refused.allowed, f"{folder}/{refused.where}", refused.kind)


def _headers(operation: Operation, shape: Signature, given: dict[str, Any]) -> tuple[dict[str, str], bool]:
    found: dict[str, str] = {}
    own = False
    if operation.keyed:
        key = given.pop("key", "")
        own = not key
        if len(key) > _KEY or not key.isascii() or not (own or key.isprintable()):
            raise Refused(f"A key for a server is at most {_KEY} printable ASCII characters.", where="$.key")
        found["idempotency-key"] = key or token_urlsafe(18)
    if "expected" in shape.headers:
        expected = given.pop("expected", None)
        found["if-match"] = "*" if expected is None else f'"{expected}"'
    return found, own


def _query(given: Mapping[str, Any] | Struct) -> list[tuple[str, str]]:
    fields: dict[str, Any] = msgspec.to_builtins(given)
    found: list[tuple[str, str]] = []
    for name, value in fields.items():
        if isinstance(value, list | tuple):
            some: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType]
            found += [(name, _text(one)) for one in some]
        elif value is not None:
            found.append((name, _text(value)))
    return found


def _text(value: Any) -> str:
    return ("false", "true")[value] if isinstance(value, bool) else str(value)


# -- and back ------------------------------------------------------------------------------------------------------


def answer(sent: Sent, received: Received, target: Any = None) -> Any:
    """What the method answers. target: where the file goes, if it writes one. Raises Refused as the method does, and
    for what cannot be understood."""
    if not received.good:
        raise refusal(sent.operation, received).again()
    shape = signature(sent.operation)
    if sent.operation.media:
        return received.body.decode(errors="replace")
    told = received.headers.get(ANSWER, "").encode() if shape.target else received.body
    found = understood(_decoder(sent.operation).decode, told)
    if shape.target:
        with writing(target, private=("with_secrets", "true") in sent.query) as file:
            file.write(received.body)
    if sent.own_key and isinstance(found, Acted):
        found = replace(found, repeated=False)
    return found


def understood(decode: Callable[[bytes], T], body: bytes) -> T:
    """What the body says. Raises Refused."""
    try:
        return decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError) as error:
        reason = f"The server answers in a way that is not understood here: {error}."
        raise Refused(f"{reason} It may be of another version.", kind="damaged") from None


@cache
def _decoder(operation: Operation) -> msgspec.json.Decoder[Any]:
    return json_decoder(signature(operation).gives)


def refusal(operation: Operation, received: Received) -> Refusal:
    """Of what was not done."""
    problem = received.problem
    if problem is not None:
        return as_refusal(problem, operation)
    reason = f"The server answers with status {received.status}, and does not say why."
    if 300 <= received.status < 400:
        reason = f"The server is somewhere else: {received.headers.get('location', '')[:200]!r}."
    return Refusal(reason, kind="read-only")
