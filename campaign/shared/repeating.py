"""What was sent is not sent back whole: a refusal repeats both ends of a long text, in whatever words it
does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

import msgspec

from campaign.rules.refused import QUOTED, Refused, short

DEEPEST = 8
"""Levels within which texts are looked for in what was sent: no action is deeper."""


def shorten(refused: Refused, *sent: object) -> Refused:
    """The same refusal, without more of any text that was sent than `short` leaves of it."""
    if max(map(len, (refused.reason, refused.where, *refused.allowed))) > QUOTED:
        for text in sorted({*_texts(sent, DEEPEST)}, key=len, reverse=True):
            for form in (text, repr(text)[1:-1]):
                refused.reason, refused.where = _cut(refused.reason, form), _cut(refused.where, form)
                refused.allowed = tuple(_cut(one, form) for one in refused.allowed)
        refused.args = (refused.reason,)
    return refused


def _cut(told: str, text: str) -> str:
    """A text may stand there whole, or as much of it as somebody else has left."""
    start = text[: QUOTED + 1]
    while (at := told.find(start)) >= 0:
        pairs = zip(told[at:], text, strict=False)
        run = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        told = told[:at] + short(text[:run]) + told[at + run :]
    return told


def _texts(sent: object, deep: int) -> Iterator[str]:
    """Texts that are too long, with the names of fields; of JSON those in it."""
    if isinstance(sent, str):
        if len(sent) > QUOTED:
            yield sent
    elif isinstance(sent, bytes):
        try:
            yield from _texts(msgspec.json.decode(sent), deep)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return
    elif deep and isinstance(sent, msgspec.Struct):
        for name in sent.__struct_fields__:
            yield from _texts(getattr(sent, name), deep - 1)
    elif deep and isinstance(sent, Mapping):
        for name, value in sent.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(name, deep - 1)  # pyright: ignore[reportUnknownArgumentType]
            yield from _texts(value, deep - 1)  # pyright: ignore[reportUnknownArgumentType]
    elif deep and isinstance(sent, list | tuple | set | frozenset):
        for value in sent:  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(value, deep - 1)  # pyright: ignore[reportUnknownArgumentType]
