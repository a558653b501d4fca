"""The signs that are drawn: Unicode, or ASCII for terminals and fonts that have nothing better."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}
_LETTERS = {word: word for word in _ARROWS}
_PLAIN = str.maketrans(
    {
        "–": "-",
        "—": "-",
        "…": "...",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "·": "-",
        "×": "x",
        "−": "-",
        "→": "->",
        "°": "",
        "\N{NO-BREAK SPACE}": " ",
    }
)


class Glyphs(NamedTuple):
    """One set of signs. small, large: how many characters stand side by side in a hex."""

    name: str
    small: int
    large: int
    facing_width: int
    facings: Mapping[str, str]
    dot: str
    open: str
    shut: str
    enter: str
    refused: str
    dash: str
    bar: str
    more: str

    def facing(self, word: str) -> str:
        """The sign of a facing; of one that is not a compass point, its beginning."""
        return self.facings.get(word, word)[: self.facing_width].ljust(self.facing_width)

    def ground(self, sign: str, terrain: str) -> str:
        """The sign of a terrain; in ASCII the first letter of its name, if it has none in ASCII."""
        sign = sign[:1] or " "
        return (terrain[:1].upper() or "%") if self is ASCII and ord(sign) > 126 else sign

    def plain(self, text: str) -> str:
        """Text as this set can write it."""
        return text.translate(_PLAIN) if self is ASCII else text


UNICODE = Glyphs("Unicode", 2, 4, 1, _ARROWS, "·", "▾", "▸", "⏎", "✗", "–", "█", "…")
ASCII = Glyphs("ASCII", 3, 5, 2, _LETTERS, "-", "v", ">", "Enter:", "x", "-", "#", "...")


def from_environment() -> Glyphs:
    return ASCII if os.environ.get("WARDIARY_ASCII", "") not in ("", "0") else UNICODE


STANCES: Mapping[str, str] = {"maneuvering": "m", "speeding": "s", "driving": ""}


def stance_mark(stance: str) -> str:
    """One small letter for a stance that is out of the ordinary, else nothing."""
    return STANCES.get(stance, stance[:1].lower())
