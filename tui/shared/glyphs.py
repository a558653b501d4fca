"""The signs that are drawn: Unicode, or ASCII for terminals and fonts that have nothing better."""

from __future__ import annotations

import os
import re
import sys
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
        "½": ".5",
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


_POOR = re.compile(r"linux|dumb|unknown|ansi|cons\d+|vt\d+", re.IGNORECASE)
"""Terminals, by the beginnings of their names, whose fonts have letters and little else."""
_COERCED = "C.UTF-8"
"""What Python itself writes into LC_CTYPE where the locale is C."""


def from_environment(wanted: bool | None = None) -> Glyphs:
    """WARDIARY_ASCII decides, then what is wanted by the settings, then what locale and terminal say of themselves.

    wanted: whether ASCII is; None if nothing is said.
    """
    if said := os.environ.get("WARDIARY_ASCII", ""):
        wanted = said != "0"
    if wanted is None:
        wanted = not _writes_unicode(os.environ) or bool(_POOR.match(os.environ.get("TERM", "")))
    return ASCII if wanted else UNICODE


def _writes_unicode(environment: Mapping[str, str]) -> bool:
    """Whether the locale names UTF-8, as the C library reads it: LC_ALL before LC_CTYPE before LANG."""
    if sys.platform == "win32":
        return True  # no locale is named there, and the console writes everything
    ctype = environment.get("LC_CTYPE", "")
    named = [environment.get("LC_ALL", ""), "" if ctype == _COERCED else ctype, environment.get("LANG", "")]
    locale = next(filter(None, named), "")
    return re.search(r"utf-?8", locale, re.IGNORECASE) is not None


_ON_SIDES: Mapping[str, str] = {
    "river": "~", "stream": "~", "bridge": "=", "crest": "^", "slope": "'", "wall": "#", "cliff": "#", "hedge": "%",
    "embankment": "#", "rampart": "#", "ditch": "v", "ford": ":",
}  # fmt: skip


def side_sign(what: str) -> str:
    """The sign of what lies along a side of a hex, in every set: its first letter if it has none."""
    return _ON_SIDES.get(what, what[:1].lower() or "?")


STANCES: Mapping[str, str] = {"maneuvering": "m", "speeding": "s", "driving": ""}


def stance_mark(stance: str) -> str:
    """One small letter for a stance that is out of the ordinary, else nothing."""
    return STANCES.get(stance, stance[:1].lower())
