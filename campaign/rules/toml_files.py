"""Text and TOML files as people write them: read whole or refused with file, line and reason."""

from __future__ import annotations

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from campaign.rules.refused import Refused
from events.bounds import value_fault
from events.files import open_regular

_TOO_LONG = re.compile(r"(?<![\w.])[+-]?(?:[0-9][0-9_]{18,}|0[xob][0-9a-fA-F_]{16,})(?![\w.])")
LARGEST = 16 * 1024 * 1024
"""Bytes of a file, unless its reader allows less."""


class UnreadableFile(Refused):
    """A file that is missing, too big, no text or no TOML. line: where it went wrong, 0 if that is not known."""

    def __init__(self, reason: str, file: str, line: int = 0) -> None:
        super().__init__(reason, where=f"{file}:{line}" if line else file)
        self.file, self.line = file, line


def read_text(path: Path | Traversable, where: str = "", largest: int = LARGEST) -> str:
    """The text of a file. where: what messages call it. Raises UnreadableFile."""
    where = where or str(path)
    try:
        with open_regular(path) if isinstance(path, Path) else path.open("rb") as source:
            data = source.read(largest + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that cannot be one
        why = error.strerror if isinstance(error, OSError) else error
        raise UnreadableFile(f"This file cannot be read: {why}.", where) from None
    return text_of(data, where, largest)


def text_of(data: bytes | str, where: str, largest: int = LARGEST) -> str:
    """The text of a file's content. where: what messages call it. Raises UnreadableFile."""
    data = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    if len(data) > largest:
        size = f"{largest >> 20} MB" if largest >> 20 else f"{largest >> 10} KB"
        raise UnreadableFile(f"This file is too big: more than {size}.", where)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UnreadableFile("This file cannot be read: it is no text file in UTF-8.", where, line) from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """TOML as data. where: what messages call it. Raises UnreadableFile."""
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise UnreadableFile("This is not TOML: it is nested too deeply.", where) from None
    except ValueError as error:  # TOMLDecodeError is one; a number of too many digits is a bare one
        line = re.search(r"\(at line (\d+)", str(error))
        raise UnreadableFile(
            f"This is not TOML: {error}.", where, int(line[1]) if line else _line_of_number(text)
        ) from None
    if why := value_fault(found):
        raise UnreadableFile(f"This cannot be used: {why}.", where, _line_of_number(text))
    return found


def _line_of_number(text: str) -> int:
    """The line of the first number that is too long; 0 if there is none."""
    found = _TOO_LONG.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def read_toml(path: Path | Traversable, where: str = "", largest: int = LARGEST) -> dict[str, Any]:
    """A TOML file as data. Raises UnreadableFile."""
    return parse_toml(read_text(path, where, largest), where or str(path))


def fault(error: msgspec.ValidationError) -> tuple[str, str]:
    """What does not fit a shape, and its place in the data: ``("Expected `int`, got `str`", "row[2].armor")``."""
    what, _, path = str(error).partition(" - at `$")
    return what, path.rstrip("`").lstrip(".")
