"""Events to and from JSON, across versions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from events.codec import EventCodec, Unknown
from events.entry import encode_json


class Moved(Struct, frozen=True, tag="moved.3", tag_field="kind"):
    unit: int
    to: tuple[int, int]
    cost: int


class Fired(Struct, frozen=True, tag="fired", tag_field="kind"):
    unit: int


def with_cost(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "kind": "moved.3", "cost": 1}


def with_place(event: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "moved.2", "unit": event["unit"], "to": [event["x"], event["y"]]}


CODEC: EventCodec[Moved | Fired] = EventCodec([Moved, Fired], {"moved": with_place, "moved.2": with_cost})


def body(*events: Any) -> bytes:
    return encode_json({"parent": 0, "action": {"kind": "x"}, "events": events})


def test_current_events() -> None:
    events = [Moved(1, (2, 3), 4), Fired(1)]
    assert CODEC.events(body(*events)) == events
    assert CODEC.events(b'{"parent":0}') == []


def test_old_events_go_through_the_chain_of_upcasters() -> None:
    old = {"kind": "moved", "unit": 1, "x": 2, "y": 3}
    middle = {"kind": "moved.2", "unit": 1, "to": [2, 3]}
    assert CODEC.events(body(old, Fired(2), middle)) == [Moved(1, (2, 3), 1), Fired(2), Moved(1, (2, 3), 1)]


def test_an_unknown_event_is_kept_as_it_was_written() -> None:
    found = CODEC.events(body(Fired(1), {"kind": "sung", "song": "Lili", "verses": [1, 2]}))
    assert found[0] == Fired(1)
    assert isinstance(found[1], Unknown) and found[1].kind == "sung"
    assert bytes(found[1].raw) == b'{"kind":"sung","song":"Lili","verses":[1,2]}'


def test_an_upcaster_may_lead_to_something_unknown() -> None:
    codec: EventCodec[Fired] = EventCodec([Fired], {"a": lambda event: {**event, "kind": "b"}})
    assert codec.events(body({"kind": "a"})) == [Unknown("b", msgspec.Raw(b'{"kind":"b"}'))]


def test_more_fields_are_tolerated_wrong_ones_are_not() -> None:
    assert CODEC.events(body({"kind": "fired", "unit": 1, "new": 2})) == [Fired(1)]
    for wrong in ({"kind": "fired", "unit": "one"}, {"kind": "fired"}, {"unit": 1}, 5):
        with pytest.raises(msgspec.DecodeError):
            CODEC.events(body(wrong))
    with pytest.raises(msgspec.DecodeError):
        CODEC.events(b"no json")


def test_many_bodies_at_once() -> None:
    one, two = body(Fired(1), Fired(2)), body(Fired(3))
    assert CODEC.all_events([one, two]) == [Fired(1), Fired(2), Fired(3)]
    assert CODEC.all_events([]) == []
    assert CODEC.all_events([one, body({"kind": "moved", "unit": 1, "x": 2, "y": 3})]) is None
    assert CODEC.all_events([one, b"no json"]) is None
    assert CODEC.all_events([b"{},{}"]) is None, "a body must not pass for two"


def test_tags_are_strings_and_belong_to_one_class() -> None:
    class Again(Struct, tag="fired", tag_field="kind"):
        pass

    class Bare(Struct):
        pass

    with pytest.raises(TypeError, match="share a tag"):
        EventCodec([Fired, Again])
    with pytest.raises(TypeError, match="no string tag"):
        EventCodec([Bare])
    with pytest.raises(TypeError, match="upcasters"):
        EventCodec([Fired], {"fired": dict})
