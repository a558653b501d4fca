"""Plain text: what people type may not steer a terminal or turn the direction of writing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from campaign.rules.refused import Refused
from events.bounds import is_odd, name_fault, odd_character

LONGEST = 200
LONGEST_CHOSEN = 100
"""Bytes of a diary's name as somebody chooses it: those of a campaign's battles and forks begin with it."""


def plain(text: str) -> str:
    """For a screen: control characters, line ends apart, become the sign for what cannot be shown."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("\ufffd" if is_odd(one) and one != "\n" else one for one in text)


def checked(text: str, what: str, where: str) -> str:
    """Raises Refused for a text that is too long or would steer a terminal."""
    if odd := odd_character(text):
        raise Refused(f"A {what} is plain text; this one holds the character {odd}.", where=where)
    if len(text) > LONGEST:
        raise Refused(f"A {what} has at most {LONGEST} characters; this one has {len(text)}.", where=where)
    return text


def diary_name(name: str, where: str = "$.name") -> str:
    """Raises Refused for what cannot be the name of a diary; "" is left as it is: then one is made up."""
    if name and (why := name_fault(name, LONGEST_CHOSEN)):
        raise Refused(f"{name[:60]!a} cannot be the name of a diary: {why}.", where=where)
    return name


def texts(value: Any) -> Iterator[str]:
    """All texts in a value but the line ends and tabs in them."""
    if isinstance(value, str):
        yield re.sub(r"[\n\t]", " ", value)
    elif isinstance(value, Mapping):
        for pair in cast("Mapping[Any, Any]", value).items():
            yield from texts(list(pair))
    elif isinstance(value, list | tuple):
        for one in cast("list[Any]", value):
            yield from texts(one)


def plain_data(value: Any, what: str) -> None:
    """Raises Refused for data with a text in it that would steer a terminal."""
    if odd := odd_character("".join(texts(value))):
        raise Refused(f"{what} is plain text; this one holds the character {odd}.")
