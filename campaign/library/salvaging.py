"""Diaries that lost the row with their name: told of, and put back under the name that their seals hang on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from campaign.library.answers import Salvaged, SalvageReport
from campaign.rules.refused import Refused
from events.bounds import LONGEST_TEXT, name_fault
from events.decoding import json_decoder
from events.entry import NO_SEAL, Body, Head
from events.errors import DiaryError
from events.sqlite import SQLiteStore
from events.sqlite.orphans import Orphan
from events.store import DiaryInfo, Origin

_KINDS = {
    "battle-opened": "battle",
    "battle-forked": "battle",
    "campaign-opened": "campaign",
    "campaign-forked": "campaign",
}

_MOST = (1 << 63) - 1
"""The greatest number that a file of diaries can hold."""


class _Opening(msgspec.Struct):
    """As far as first entries, and such as begin a battle, name diaries; a game's own events may mean other things by
    these words."""

    kind: str = ""
    title: Any = ""
    campaign: Any = ""
    diary: Any = ""
    of: Any = ""
    at: Any = 0
    seal: Any = ""
    battles: Any = ()


_body, _events = json_decoder(Body).decode, json_decoder(list[_Opening]).decode
_opening = json_decoder(_Opening).decode


class _First(NamedTuple):
    """What a first entry says of its diary."""

    kind: str
    title: str
    created: str
    of: str
    at: int
    seal: str


def salvage(store: SQLiteStore, known: Iterable[str], names: Sequence[str], mend: bool) -> SalvageReport:
    """known, names: by which they may have gone, noted elsewhere and given by hand. mend: put back those that are whole
    and whose name is found. Raises Refused, DiaryError."""
    for name in names:
        if why := name_fault(name):
            raise Refused(f"{name[:60]!a} is no name of a diary: {why}.", where="$.names")
    lost = store.orphans.found()
    told = dict.fromkeys([*names, *known, *_told(store)]) if lost else {}
    return SalvageReport(tuple(_salvaged(store, one, list(told), mend) for one in lost))


def _told(store: SQLiteStore) -> Iterator[str]:
    """Names of diaries that stand in entries."""
    for content in store.orphans.naming():
        try:
            body = _body(content)
            action, events = bytes(body.action), _events(body.events)
            events = [*events, _opening(action)]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        for event in events:
            forks = _forks(event.battles)
            for name in (event.campaign, event.diary, event.of, *forks, *forks.values()):
                if isinstance(name, str) and name and not name_fault(name):
                    yield name


def _forks(battles: Any) -> dict[Any, Any]:
    return cast("dict[Any, Any]", battles) if isinstance(battles, dict) else {}


def _first(orphan: Orphan) -> _First | None:
    try:
        body = _body(orphan.first)
        event = _events(body.events)[0]
        kind = _KINDS[event.kind]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError):
        return None
    texts = (event.title, event.of, event.seal, body.time)
    if not all(isinstance(one, str) and len(one) <= LONGEST_TEXT for one in texts):
        return None
    at = event.at if isinstance(event.at, int) else 0
    if not 0 <= at <= _MOST:
        return None
    return _First(kind, event.title, body.time, event.of, at, event.seal)


def _salvaged(store: SQLiteStore, orphan: Orphan, names: Sequence[str], mend: bool) -> Salvaged:
    first = _first(orphan)
    if first is None:
        left = "the key of its dice" if orphan.secret else "a copy of its state"
        what = "its first entry cannot be read" if orphan.entries else f"nothing but {left} is left"
        return Salvaged(orphan.number, orphan.entries, why=f"{what}.")
    origin, before = None, NO_SEAL
    if first.of:
        origin = _origin(first)
        before = origin.seal if origin is not None else b""
    name = next((one for one in names if orphan.named(one, before)), "")
    found = Salvaged(orphan.number, orphan.entries, name, first.kind, first.title, first.created)
    if not name:
        return msgspec.structs.replace(found, why="nothing here tells its name: give it with --name.")
    if not mend:
        return found
    try:
        store.orphans.put_back(
            orphan.number, DiaryInfo(name, first.kind, first.title, first.created, Head(0, b""), origin)
        )
    except DiaryError as error:
        return msgspec.structs.replace(found, why=str(error))
    return msgspec.structs.replace(found, back=True)


def _origin(first: _First) -> Origin | None:
    """Where a fork starts: its first event bears the seal."""
    try:
        seal = bytes.fromhex(first.seal)
    except ValueError:
        return None
    return Origin(first.of, first.at, seal)
