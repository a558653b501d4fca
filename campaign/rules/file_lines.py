"""On which line of a TOML file something stands: the parser of the standard library does not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

Path: TypeAlias = tuple[str | int, ...]
"""Keys of tables and places in lists, from 0, from the top of a file."""

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")|' + r"'''.*?'{3,5}(?!')|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]+")


class Lines:
    """Lines of everything in a file of sound TOML, each counted from 1."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text.removeprefix("\ufeff"), 0
        self._found: dict[Path, int] = {(): 1}
        self._counts: dict[Path, int] = {}
        self._read()

    def at(self, path: Path) -> int:
        """The line of a place; of the nearest above it that is in the file where it is not itself."""
        while path not in self._found:
            path = path[:-1]
        return self._found[path]

    def has(self, path: Path) -> bool:
        """Whether this stands in the file."""
        return path in self._found

    def _read(self) -> None:
        table: Path = ()
        while self._skip(_SPACE) < len(self._text):
            if self._text.startswith("[[", self._at):
                self._at += 2
                name = self._below((), self._key())
                count = self._counts[name] = self._counts.get(name, -1) + 1
                table = (*name, count)
                self._note(name)
                self._note(table)
                self._skip(_BLANK)
                self._at += 2
            elif self._text[self._at] == "[":
                self._at += 1
                table = self._below((), self._key())
                self._note(table)
                self._skip(_BLANK)
                self._at += 1
            else:
                self._pair(table)

    def _pair(self, table: Path) -> None:
        place = table
        self._skip(_BLANK)
        for part in self._key():
            place = (*place, part)
            self._note(place)
        self._skip(_BLANK)
        self._at += 1  # the equals sign
        self._skip(_BLANK)
        self._value(place)

    def _below(self, place: Path, key: Sequence[str]) -> Path:
        """Where a heading leads: of a list of tables into the last one so far, but for its last word."""
        for i, part in enumerate(key):
            place = (*place, part)
            self._note(place)
            if i < len(key) - 1 and place in self._counts:
                place = (*place, self._counts[place])
        return place

    def _key(self) -> list[str]:
        found: list[str] = []
        while True:
            self._skip(_BLANK)
            if found and self._text[self._at] != ".":
                return found
            if found:
                self._at += 1
                self._skip(_BLANK)
            part = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
            if part is None:
                return found
            self._at = part.end()
            quoted = part[0][0] in "\"'"
            found.append(tomllib.loads(f"key = {part[0]}")["key"] if quoted else part[0])

    def _value(self, place: Path) -> None:
        here = self._text[self._at]
        if here in "\"'":
            found = _STRING.match(self._text, self._at)
            self._at = found.end() if found is not None else len(self._text)
        elif here == "[":
            self._at += 1
            number = 0
            while self._text[self._skip(_SPACE)] != "]":
                self._note((*place, number))
                self._value((*place, number))
                number += 1
                if self._text[self._skip(_SPACE)] == ",":
                    self._at += 1
            self._at += 1
        elif here == "{":
            self._at += 1
            while self._text[self._skip(_SPACE)] != "}":
                self._pair(place)
                if self._text[self._skip(_SPACE)] == ",":
                    self._at += 1
            self._at += 1
        else:
            found = _PLAIN.match(self._text, self._at)
            self._at = found.end() if found is not None else len(self._text)

    def _skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return self._at

    def _note(self, place: Path) -> None:
        self._found.setdefault(place, self._text.count("\n", 0, self._at) + 1)


_WORD = re.compile(r"\[(\d+)\]|\(([^()]+)\)|([\w-]+)")


def path_in(data: Any, place: str) -> Path:
    """The path to a place as refusals name it, such as `group[1].hex`, `cup (first)`, `scenario first-game` or
    `damage, row 3`; as far as there is something there."""
    path: list[str | int] = []
    here = data
    for number, name, word in _WORD.findall(place):
        step = _step(here, number, name, word)
        if step is not None:
            path.append(step)
            here = here[step]
    return tuple(path)


def _step(here: Any, number: str, name: str, word: str) -> str | int | None:
    if isinstance(here, Mapping):
        return next((key for key in (name, word, f"{word}s") if key in here), None)
    if isinstance(here, list):
        rows = cast("list[Any]", here)
        if number or word.isdecimal():
            at = int(number or word)
            return at if at < len(rows) else None
        return next((i for i, row in enumerate(rows) if (name or word) in _names(row)), None)
    return None


def _names(row: Any) -> list[str]:
    """What a row of a list may be called."""
    if isinstance(row, Mapping):
        table = cast("Mapping[str, Any]", row)
        return [
            str(table[key]) for key in ("id", "who", "team", "type", "die", "what", "name") if key in table
        ]
    return [str(row)]
