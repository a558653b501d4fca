"""Messages as bytes, in the two forms of a stream; each form of each message is made once, however many read it."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

from api.wire.headers import EVENTS, NDJSON
from api.wire.problems import Failed, problem

Form: TypeAlias = Literal["events", "lines"]
MEDIA: dict[Form, str] = {"events": EVENTS, "lines": NDJSON}
_FORMS: dict[str, Form] = {
    EVENTS: "events",
    NDJSON: "lines",
    "text/*": "events",
    "application/*": "lines",
    "*/*": "events",
}


class Message:
    """event: its kind. data: JSON without a line break. id: from which a stream can be resumed, "" for none."""

    def __init__(self, event: str, data: bytes, id: str = "") -> None:
        self.event, self.data, self.id = event, data, id

    @cached_property
    def events(self) -> bytes:
        id = f"id: {self.id}\n" if self.id else ""
        return b"".join((f"{id}event: {self.event}\ndata: ".encode(), self.data, b"\n\n"))

    @cached_property
    def lines(self) -> bytes:
        id = f'"id":{self.id},' if self.id else ""
        return b"".join((f'{{{id}"event":"{self.event}","data":'.encode(), self.data, b"}\n"))

    def bytes(self, form: Form) -> bytes:
        return self.events if form == "events" else self.lines


def heartbeat(form: Form, now: str) -> bytes:
    """now: UTC, ISO 8601."""
    return b": heartbeat\n\n" if form == "events" else f'{{"heartbeat":"{now}"}}\n'.encode()


def form_of(accept: str) -> Form:
    """The form that a client likes best; server-sent events if it likes all. Raises Failed for neither."""
    best, found = 0.0, ""
    for part in (accept or "*/*").split(","):
        name, *rest = (one.strip().lower() for one in part.split(";"))
        quality = next((_quality(one[2:]) for one in rest if one.startswith("q=")), 1.0)
        if name in _FORMS and quality > best:
            best, found = quality, name
    if not found:
        allowed = (EVENTS, NDJSON)
        raise Failed(
            problem("not-acceptable", "A stream comes in one of two forms.", allowed=allowed, where="Accept")
        )
    return _FORMS[found]


def _quality(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text)))
    except ValueError:
        return 0.0
