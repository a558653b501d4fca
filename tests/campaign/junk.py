"""Diaries that nothing honest leads to, put straight into the file as somebody who has it could."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaign.headquarters import Headquarters
from events.entry import NO_SEAL, Draft, encode_json
from events.store import Origin, Store

AT = "2026-01-01T00:00:00.000Z"


def body(parent: int = 0, **fields: Any) -> bytes:
    """The body of an entry, with whatever one likes in it."""
    said = {"parent": parent, "at": AT, "author": {"player": "eve"}, "action": {"kind": "open"}, **fields}
    return encode_json(said)


def opened(**fields: Any) -> dict[str, Any]:
    """The event that opens a battle."""
    seats = [{"side": "nk"}, {"side": "us"}]
    said = {
        "kind": "battle-opened", "system": "combat-veteran", "version": "1", "scenario": "tank-duel", "title": "T",
        "seats": seats, "dice": "typed", "undo": "free",
    }  # fmt: skip
    return said | fields


def put(store: Store, name: str, *bodies: bytes, kind: str = "battle") -> None:
    """A diary of these entries."""
    store.create(name, kind, f"The {name}", AT)
    for seq, one in enumerate(bodies):
        store.append(name, seq, [Draft(seq, "open", one)])


def battle(hq: Headquarters, **fields: Any) -> list[Any]:
    """The events of an honest opening."""
    return [opened(**fields), *hq._house.packs.installed("combat-veteran").open("tank-duel", {})]


def _first(hq: Headquarters, name: str, events: list[Any], *more: bytes, **fields: Any) -> None:
    store = hq._house.store
    rules = hq._house.packs.installed("combat-veteran")
    said = {
        "rules": "combat-veteran 1",
        "pack": store.put_blob(rules.pack.encode()),
        "events": events,
        **fields,
    }
    put(store, name, body(**said), *more)


def _circle(hq: Headquarters, name: str) -> None:
    """Two forks, each of the other."""
    store = hq._house.store
    store.create(name, "battle", "T", AT, Origin(f"{name}-2", 1, NO_SEAL))
    store.create(f"{name}-2", "battle", "T", AT, Origin(name, 1, NO_SEAL))
    for one in (name, f"{name}-2"):
        store.append(one, 0, [Draft(0, "fork", body(rules="combat-veteran 1"))])


MISSING = [{"kind": "pivoted", "unit": "t99", "facing": "E"}]
JUNK: Mapping[str, Callable[[Headquarters, str], None]] = {
    "no-events": lambda hq, name: _first(hq, name, []),
    "no-rules": lambda hq, name: put(hq._house.store, name, body(events=[opened()])),
    "unknown-scenario": lambda hq, name: _first(hq, name, [opened(scenario="tank-dual")]),
    "unknown-system": lambda hq, name: _first(hq, name, [opened()], rules="chess 1"),
    "other-systems-pack": lambda hq, name: _first(hq, name, [opened()], rules="tanks-modern-age 1"),
    "pack-missing": lambda hq, name: _first(hq, name, [opened()], pack="00" * 32),
    "pack-junk": lambda hq, name: _first(hq, name, [opened()], pack=hq._house.store.put_blob(b'{"a":1}')),
    "pack-no-json": lambda hq, name: _first(hq, name, [opened()], pack=hq._house.store.put_blob(b"\xff")),
    "pack-deep": lambda hq, name: _first(
        hq, name, [opened()], pack=hq._house.store.put_blob(b"[" * 10**5 + b"]" * 10**5)
    ),
    "pack-empty": lambda hq, name: _first(
        hq, name, [opened()], pack=hq._house.store.put_blob(b'{"system":"combat-veteran","files":{}}')
    ),
    "missing-piece": lambda hq, name: _first(
        hq, name, battle(hq), body(1, events=[{"kind": "conceded", "side": "nk"}, *MISSING])
    ),
    "no-json": lambda hq, name: put(hq._house.store, name, b"not json"),
    "no-json-later": lambda hq, name: _first(hq, name, battle(hq), b"not json"),
    "deep": lambda hq, name: put(hq._house.store, name, b'{"a":' + b"[" * 10**5 + b"]" * 10**5 + b"}"),
    "no-author": lambda hq, name: _first(hq, name, battle(hq), b'{"events":[]}'),
    "events-no-list": lambda hq, name: _first(hq, name, battle(hq), body(1, events={"a": 1})),
    "old-event-without-anything": lambda hq, name: _first(hq, name, battle(hq), body(1, events=[{"kind": 7}])),
    "draw": lambda hq, name: _first(
        hq, name, battle(hq, dice="sealed", commitment="00"),
        body(1, draws=[{"purpose": "x", "sides": 2**40, "values": [1]}]),
    ),
    "campaign-no-events": lambda hq, name: put(hq._house.store, name, body(events=[]), kind="campaign"),
    "campaign-no-json": lambda hq, name: put(hq._house.store, name, b"{}", kind="campaign"),
    "campaign-no-opening": lambda hq, name: put(
        hq._house.store, name, body(events=[{"kind": "contributed", "author": "x", "text": "y"}]), kind="campaign"
    ),
    "campaign-missing-person": lambda hq, name: put(
        hq._house.store, name, body(events=[{"kind": "promoted", "person": "nobody", "rank": "Sgt", "by": "x"}]),
        kind="campaign",
    ),
    "kind": lambda hq, name: put(hq._house.store, name, body(), kind="zzz"),
    "fork-of-itself": _circle,
}  # fmt: skip
"""What is wrong with it → puts it there under a name."""
