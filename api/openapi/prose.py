"""Docstrings as the description of what is asked over HTTP: a summary, the rest, and what each parameter is.

A docstring says of a parameter `name: what` at the beginning of a sentence, of several `a, b: what`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from inspect import cleandoc
from typing import NamedTuple

from api.wire.operations import DOORS

_MARK = re.compile(r"(?:^|(?<=[.;…] ))(\w+(?:, \w+)*)(?:\(\w*\))?: ")
_END = re.compile(r"(?<=[.…]) (?=[A-Z`])")
_ELSEWHERE = re.compile(r"(?:^|(?<= ))See `[a-z_.]+`\. ?")
_METHOD = re.compile(r"`campaign\.[\w.]+\.([A-Z]\w+)\.(\w+)`")
_CLASSES = {door.__name__: name for name, door in DOORS.items()}
_PLAINLY = (("Raises Refused. ", ""), ("Raises Refused.", ""), ("Raises Refused", "Refused"))


class Told(NamedTuple):
    """summary: the first sentence. more: what else there is to say, a paragraph a line. parameters: name → what."""

    summary: str
    more: str
    parameters: dict[str, str]


def told(text: str | None, names: Collection[str]) -> Told:
    """A docstring in its parts. names: of the parameters, or fields, of which it may speak."""
    found: dict[str, str] = {}
    rest: list[str] = []
    for paragraph in cleandoc(text or "").split("\n\n"):
        line = _plainly(" ".join(paragraph.split()))
        marks = [one for one in _MARK.finditer(line) if set(one[1].split(", ")) <= set(names)]
        ends = [*(one.start() for one in marks[1:]), len(line)]
        some = [line[: marks[0].start()] if marks else line]
        for mark, end in zip(marks, ends, strict=bool(marks)):
            what, *more = _END.split(line[mark.end() : end].strip(), maxsplit=1)
            some += more
            found |= dict.fromkeys(mark[1].split(", "), _sentence(what))
        rest.append(" ".join(filter(None, map(str.strip, some))))
    summary, *more = _END.split(next(filter(None, rest), ""), maxsplit=1)
    return Told(summary, "\n\n".join(filter(None, [*more, *list(filter(None, rest))[1:]])), found)


def _plainly(line: str) -> str:
    """Without what only somebody who reads the code can use."""
    for old, new in _PLAINLY:
        line = line.replace(old, new)
    line = _METHOD.sub(lambda one: f"`{_CLASSES.get(one[1], one[1])}_{one[2]}`".replace(".", "_"), line)
    return re.sub(r"\bNone\b", "null", _ELSEWHERE.sub("", line)).strip()


def _sentence(what: str) -> str:
    what = what.strip().rstrip(";")
    return f"{what[:1].upper()}{what[1:]}{'' if what.endswith(('.', '…')) else '.'}"
