"""How much may come in from outside, and of what shape: each bound far beyond what is honest, and below what hurts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, cast
from unicodedata import category

import msgspec

from events.decoding import json_decoder
from events.entry import Body, Draw, encode_json
from events.faces import numbers

LONGEST_LINE = 1 << 25
"""Bytes of one line of an export. The longest honest one holds a rule pack: a few hundred KB."""
LONGEST_BODY = 1 << 24
"""Bytes of one entry. The longest honest one opens a campaign with all of its people: a few hundred KB."""
DEEPEST = 64
"""JSON or TOML values within one another. Honest ones have less than twenty; what is nested without end exhausts
whoever walks through it."""
MOST_SIDES = 10_000
"""Sides of a die, or cards that are shuffled: enough for every deck, and far below the 2³² of a word of the stream."""
MOST_DICE = 10_000
"""Dice of one draw."""
LONGEST_NAME = 200
"""Bytes of a diary's name in UTF-8: with an ending it is still the name of a file."""
LONGEST_SECRET = 64
"""Bytes of the secret of sealed dice; ours have 32."""
LONGEST_TEXT = 1_000
"""Characters of a title, a kind, a key or a date that comes with a file."""
MOST_FORKS = 50
"""Forks of forks: each is folded from its origin, and theirs from theirs. None deeper is made here either."""
LONGEST_STATE = 1 << 27
"""Bytes of a state in a snapshot, unpacked: 10,000 people take some 3 MB, while 128 MB of nothing fit in 130 KB. It is
only a cache: one that is longer is passed over."""
BYTES_PER_ENTRY = 2_048
"""Of a whole file, on the average: honest entries have about 700."""


class Most(NamedTuple):
    """How much one import may bring. entries: all others follow from it, so that there is one number to raise."""

    entries: int = 500_000

    @property
    def bytes(self) -> int:
        """Of the file, when it is unpacked: a GB as a rule."""
        return self.entries * BYTES_PER_ENTRY

    @property
    def diaries(self) -> int:
        return max(self.entries // 25, 1)


MOST = Most()
_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_ODD = ("Cc", "Cf", "Cs", "Zl", "Zp")
_decode = json_decoder(Any).decode


def json_fault(data: bytes) -> str:
    """What is wrong with JSON that somebody else wrote: it is none, it is nested too deeply, or an object has a key
    twice, so that two readers would read two things. "" if nothing is."""
    try:
        value = cast("object", _decode(data))
        if _too_deep(data):
            return f"it is nested more than {DEEPEST} deep"
        if (
            encode_json(value) == data
        ):  # as we write it ourselves: a key that stands there twice would be gone
            return ""
        json.loads(data, object_pairs_hook=_once)
    except _Twice as twice:
        return f"the key {twice.args[0]!a} stands in it twice"
    except RecursionError:
        return f"it is nested more than {DEEPEST} deep"
    except (msgspec.MsgspecError, ValueError) as error:  # UnicodeDecodeError is one, and a number without end
        return f"it is not JSON: {error}"
    return ""


class _Twice(Exception):
    """A key that an object has twice."""


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        raise _Twice(next(key for key, _ in pairs if key in seen or seen.add(key))[:40])
    return found


def _too_deep(data: bytes) -> bool:
    """Whether sound JSON is nested too deeply: takes the innermost brackets away until none are left."""
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    left = _TEXTS.sub(b"", data).translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST):
        left = left.replace(b"[]", b"").replace(b"{}", b"")
        if not left:
            return False
    return True


def value_fault(value: Any) -> str:
    """What is wrong with data from a text file: nested too deeply, or a number that no diary can hold; "" if nothing
    is. Walks without recursion, so that no depth can hurt."""
    level: list[Any] = [value]
    for _ in range(DEEPEST + 1):
        if not level:
            return ""
        below: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                below += cast("dict[Any, Any]", one).values()
            elif isinstance(one, list):
                below += cast("list[Any]", one)
            elif isinstance(one, int) and not -(2**63) <= one < 2**63:
                return f"{str(one)[:25]}… is no number that can be used here: at most 18 digits"
        level = below
    return f"it is nested more than {DEEPEST} deep"


def draw_fault(draw: Draw) -> str:
    """What is wrong with a draw as such; "" if nothing is."""
    if not 1 <= draw.sides <= MOST_SIDES:
        return f"its draw {draw.purpose[:60]!r} is of dice with {_number(draw.sides)} sides"
    if len(draw.values) > MOST_DICE:
        return f"its draw {draw.purpose[:60]!r} is of {len(draw.values)} dice; there are at most {MOST_DICE}"
    if not draw.faces:
        return ""
    try:
        numbers(draw.faces, draw.sides)
    except ValueError as error:
        return f"its draw {draw.purpose[:60]!r} has {error}"
    odd = [value for value in draw.values if not 1 <= value <= draw.sides]
    return f"its draw {draw.purpose[:60]!r} has the side {_number(odd[0])}, of {draw.sides}" if odd else ""


def body_fault(body: Body) -> str:
    """What is wrong with what every entry says; "" if nothing is."""
    said = (body.time, body.author.player, body.author.role, body.rules, body.pack, body.state, body.key)
    return next((why for why in (*map(text_fault, said), *map(draw_fault, body.draws)) if why), "")


def _number(value: int) -> str:
    return str(value) if abs(value) < 10**9 else "far too many"


def is_odd(character: str) -> bool:
    """Whether it would steer a terminal, or turn the direction of writing."""
    return category(character) in _ODD


def odd_character(text: str) -> str:
    """The first control or direction character, as U+XXXX; "" if there is none."""
    if text.isprintable():
        return ""
    return next((f"U+{ord(one):04X}" for one in text if is_odd(one)), "")


def text_fault(text: str, longest: int = LONGEST_TEXT) -> str:
    """What is wrong with a text in one line; "" if nothing is."""
    if len(text) <= longest and text.isascii() and text.isprintable():
        return ""
    if len(text) > longest:
        return f"it has {len(text)} characters; at most {longest} are allowed"
    odd = odd_character(text)
    return f"it holds the character {odd}" if odd else ""


def name_fault(name: str, longest: int = LONGEST_NAME) -> str:
    """What is wrong with the name of a diary, which people type after a command and which becomes the name of files;
    "" if nothing is. longest: bytes."""
    if why := text_fault(name, longest):
        return why
    if not name.strip():
        return "it is empty"
    if len(name.encode()) > longest:
        return f"it is longer than {longest} bytes"
    if name[0] in ".-" or name != name.strip():
        return "it may not begin with a dot or a hyphen, nor begin or end with a space"
    if "/" in name or "\\" in name:
        return "it may not hold a slash: it becomes the name of a file"
    return ""
