"""The smallest game there is: the state is the list of what was noted."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from events.codec import EventCodec, Unknown
from events.entry import Author, Body, Draft, draft, raw
from events.errors import UnknownEvent


class Noted(Struct, frozen=True, tag="noted", tag_field="kind"):
    number: int


class Notes:
    """The reducer."""

    codec: EventCodec[Noted] = EventCodec([Noted])
    fingerprint = "notes-1"

    def initial(self) -> list[int]:
        return []

    def fold(self, state: list[int], events: Sequence[Noted | Unknown]) -> None:
        for event in events:
            if isinstance(event, Unknown):
                raise UnknownEvent(event.kind)
            state.append(event.number)

    encode = staticmethod(msgspec.json.Encoder().encode)
    decode = staticmethod(msgspec.json.Decoder(list[int]).decode)

    def digest(self, state: list[int]) -> str:
        return repr(state)


def note(parent: int, *numbers: int, **more: str) -> Draft:
    """An entry that notes some numbers; more: other fields of its body."""
    action, events = raw({"kind": "note"}), raw([Noted(number) for number in numbers])
    return draft(Body(parent, "2026-01-01T00:00:00Z", Author("p"), action, events=events, **more))
