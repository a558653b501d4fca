"""Events and actions to and from JSON, by stable tags.

An event class is a frozen msgspec Struct with a string tag in its field `kind`. When its shape changes, the
tag gets a new number (`moved` becomes `moved.2`), and an upcaster turns the old JSON object into the new
one; chains of upcasters are followed. An event of an unknown tag is kept as it stands (`Unknown`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Generic, TypeVar, Union, cast

import msgspec
from msgspec import Raw, Struct

from events.decoding import convert, json_decoder

Json = dict[str, Any]
Upcaster = Callable[[Json], Json]
E = TypeVar("E")

_events: Callable[[Any], Any] = attrgetter("events")


class Unknown(Struct, frozen=True):
    """An event that this version does not know, exactly as it was written."""

    kind: str
    raw: Raw


class _Tagged(Struct):
    kind: str


def tag_of(cls: type[Any]) -> str:
    """The tag under which a Struct class is written."""
    tag = cls.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{cls.__name__} has no string tag")
    return tag


class EventCodec(Generic[E]):
    """The events of one kind of diary.

    classes: every current event class. upcasters: old tag → function from the old JSON object to a newer
    one (whose `kind` says which). Raises TypeError if two classes share a tag, or an upcaster has the tag of
    a current class.
    """

    def __init__(self, classes: Sequence[type[E]], upcasters: Mapping[str, Upcaster] | None = None) -> None:
        self.classes = tuple(classes)
        self.upcasters = dict(upcasters or {})
        self._by_tag = {tag_of(cls): cls for cls in self.classes}
        if len(self._by_tag) != len(self.classes):
            raise TypeError("two event classes share a tag")
        if both := self._by_tag.keys() & self.upcasters.keys():
            raise TypeError(f"current events cannot have upcasters: {sorted(both)}")
        union = cast("type[E]", Union[self.classes])  # type: ignore[arg-type]  # noqa: UP007
        events: Any = ("events", list[union], msgspec.field(default_factory=list))  # type: ignore[valid-type]
        # Without gc: it lives for a moment and is never part of a cycle.
        body = msgspec.defstruct("EventsOnly", [events], gc=False)
        self._fast = json_decoder(body).decode
        self._many = json_decoder(list[body]).decode
        self._list = json_decoder(list[Raw]).decode
        self._tag = json_decoder(_Tagged).decode
        self._object = json_decoder(dict[str, Any]).decode
        self._typed = {tag: json_decoder(cls).decode for tag, cls in self._by_tag.items()}
        self._events_of = json_decoder(_EventsRaw).decode

    def events(self, body: bytes) -> Sequence[E | Unknown]:
        """The typed events of an entry's body; unknown ones as `Unknown`.

        Raises msgspec.DecodeError if the body is not an entry, or a known event has a wrong shape.
        """
        try:
            return self._fast(body).events  # type: ignore[attr-defined]
        except msgspec.ValidationError:
            return [self._slow(one) for one in self._list(self._events_of(body).events)]

    def all_events(self, bodies: Sequence[bytes]) -> list[E] | None:
        """The events of many entries in one list, in one go; None unless all are current and in order."""
        try:
            found = self._many(b"[%b]" % b",".join(bodies))
        except msgspec.DecodeError:
            return None
        if len(found) != len(bodies):
            return None
        return list(chain.from_iterable(map(_events, found)))

    def _slow(self, one: Raw) -> E | Unknown:
        tag = self._tag(one).kind
        if tag in self._typed:
            return self._typed[tag](one)
        if tag not in self.upcasters:
            return Unknown(tag, one.copy())
        event = self._object(one)
        while (tag := event["kind"]) in self.upcasters:
            event = self.upcasters[tag](event)
        cls = self._by_tag.get(tag)
        return Unknown(tag, Raw(msgspec.json.encode(event))) if cls is None else convert(event, cls)


class _EventsRaw(Struct):
    events: Raw = Raw(b"[]")
