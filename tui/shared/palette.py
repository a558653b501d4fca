"""Colours: of sides, terrain and marks, on dark and on light grounds.

The sides' colours are a pair that colour-blind readers tell apart, and never the only cue: every side has a letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from campaign.rules.options import Side

RGB = tuple[int, int, int]

BLUE: RGB = (0, 95, 175)
ORANGE: RGB = (235, 150, 20)
_MORE: tuple[RGB, ...] = (ORANGE, BLUE, (0, 158, 115), (204, 121, 167), (120, 120, 120))
_HUES: Mapping[str, RGB] = {
    "clear": (140, 146, 92),
    "road": (205, 170, 120),
    "brush": (158, 172, 74),
    "trees": (60, 150, 80),
    "woods": (60, 150, 80),
    "forest": (60, 150, 80),
    "building": (172, 165, 180),
    "paddy": (90, 178, 155),
    "rubble": (150, 130, 120),
    "river": (75, 130, 205),
    "water": (75, 130, 205),
    "crest": (186, 125, 70),
    "hill": (186, 125, 70),
    "slope": (186, 125, 70),
    "cliff": (186, 125, 70),
    "stream": (75, 130, 205),
    "bridge": (205, 170, 120),
    "town": (172, 165, 180),
    "village": (172, 165, 180),
    "hedge": (60, 150, 80),
    "hilltop": (186, 125, 70),
    "embankment": (150, 130, 120),
    "rampart": (205, 170, 120),
    "ditch": (110, 90, 80),
    "ford": (75, 130, 205),
}
_OTHER: RGB = (150, 150, 150)
_OFF: Mapping[bool, RGB] = {True: (0, 0, 0), False: (214, 214, 210)}
"""What lies beside a table, on dark and on light grounds."""
_DARK: RGB = (18, 20, 22)
_LIGHT: RGB = (250, 250, 246)


def _hue(word: str) -> RGB:
    """The colour of a terrain, or of what lies along a side: `light-woods` has that of woods."""
    return _HUES.get(word) or _HUES.get(word.rpartition("-")[2], _OTHER)


class SideMark(NamedTuple):
    """How a side is told apart: by letter, and by colour."""

    id: str
    name: str
    letter: str
    colour: RGB
    rank: int


def side_marks(sides: Sequence[Side]) -> dict[str, SideMark]:
    """A letter and a colour of its own for each side. Blue stays blue if a side asks for it."""
    found: dict[str, SideMark] = {}
    free = list(_MORE)
    blue = next((side.id for side in sides if side.colour == "blue"), "")
    if blue:
        free.remove(BLUE)
    letters: set[str] = set()
    for rank, side in enumerate(sides):
        colour = BLUE if side.id == blue else free.pop(0) if free else _OTHER
        own = [char.upper() for char in side.name + side.id if char.isalnum()]
        letter = next((char for char in [*own, *"ABCDEFGH"] if char not in letters), "?")
        letters.add(letter)
        found[side.id] = SideMark(side.id, side.name, letter, colour, rank)
    return found


class Ink(NamedTuple):
    """What a map is painted with. colours: False where NO_COLOR forbids them."""

    dark: bool
    colours: bool = True


def _mix(a: RGB, b: RGB, share: float) -> RGB:
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def _hex(colour: RGB) -> str:
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def _style(fore: RGB, back: RGB, underline: bool = False, bold: bool = False) -> Style:
    return Style(color=_hex(fore), bgcolor=_hex(back), underline=underline, bold=bold)


def on(colour: RGB) -> RGB:
    """Black or white, whichever reads better on a colour."""
    bright = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return (0, 0, 0) if bright > 120 else (255, 255, 255)


def ground(ink: Ink) -> RGB:
    return _DARK if ink.dark else _LIGHT


def _earth(ink: Ink, terrain: str, reached: bool, height: int = 0) -> RGB:
    base = _mix(ground(ink), _hue(terrain), 0.24 if ink.dark else 0.38)
    if height:
        base = _mix(base, _HUES["hill"], min(0.15 * height, 0.6))
    if not reached:
        return base
    return _mix(base, (255, 235, 130), 0.30) if ink.dark else _mix(base, (255, 190, 0), 0.45)


@lru_cache(maxsize=512)
def terrain_style(ink: Ink, terrain: str, reached: bool, floor: bool, height: int = 0) -> Style:
    if not ink.colours:
        return Style(underline=floor, bold=reached)
    far = (255, 255, 255) if ink.dark else (0, 0, 0)
    fore = far if reached else _mix(_hue(terrain), far, 0.25 if ink.dark else 0.45)
    return _style(fore, _earth(ink, terrain, reached, height), underline=floor, bold=reached)


@lru_cache(maxsize=256)
def piece_style(ink: Ink, mark: SideMark, out: bool, floor: bool) -> Style:
    if not ink.colours:
        return Style(bold=not out, dim=out, reverse=mark.rank % 2 == 1 and not out, underline=floor)
    if out:
        return _style(mark.colour, _mix(ground(ink), (128, 128, 128), 0.35), underline=floor)
    return _style(on(mark.colour), mark.colour, bold=True, underline=floor)


@lru_cache(maxsize=512)
def line_style(
    ink: Ink, terrain: str = "", reached: bool = False, floor: bool = False, height: int = 0
) -> Style:
    """The sides of the hexes, on the ground of the hex beside them."""
    if not ink.colours:
        return Style(dim=True, underline=floor)
    back = _earth(ink, terrain, reached, height) if terrain else ground(ink)
    return _style(_mix(back, (128, 128, 128), 0.6), back, underline=floor)


@lru_cache(maxsize=256)
def side_style(ink: Ink, what: str, terrain: str = "", floor: bool = False) -> Style:
    """What lies along a side of a hex, on the ground beside it."""
    if not ink.colours:
        return Style(bold=True, underline=floor)
    far = (255, 255, 255) if ink.dark else (0, 0, 0)
    back = _earth(ink, terrain, False) if terrain else ground(ink)
    return _style(_mix(_hue(what), far, 0.35), back, underline=floor, bold=True)


@lru_cache(maxsize=16)
def mark_style(ink: Ink, kind: str) -> Style:
    """The brackets around the cursor's hex, the selected piece's, and those an action aims at."""
    if not ink.colours:
        return Style(bold=True, reverse=kind == "cursor")
    if kind == "cursor":
        return (
            _style((0, 0, 0), (255, 230, 0), bold=True)
            if ink.dark
            else _style((255, 255, 0), (0, 0, 0), bold=True)
        )
    strong = (255, 230, 0) if ink.dark else (0, 0, 0)
    return _style(
        strong if kind == "selected" else (255, 120, 200) if ink.dark else (190, 0, 110),
        ground(ink),
        bold=True,
    )


def badge_style(ink: Ink, mark: SideMark) -> Style:
    """A side's letter or name as a badge in text."""
    if not ink.colours:
        return Style(bold=True, reverse=mark.rank % 2 == 1)
    return _style(on(mark.colour), mark.colour, bold=True)


# -- planes ----------------------------------------------------------------------------------------------------

LINES: Mapping[str, tuple[RGB, RGB]] = {
    "way": ((255, 230, 0), (120, 70, 0)),
    "ghost": ((255, 255, 255), (0, 0, 0)),
    "sees": ((120, 220, 255), (0, 70, 160)),
    "seen": ((255, 150, 200), (170, 0, 90)),
    "aim": ((255, 120, 200), (190, 0, 110)),
    "ring": ((200, 200, 120), (110, 90, 0)),
}
"""Lines on a plane: on dark and on light grounds."""


def table_colour(ink: Ink, terrain: str = "clear", built: bool = False) -> RGB:
    """The ground of a plane; "" is what lies beside the table. built: stands out from the ground."""
    if not terrain:
        return _OFF[ink.dark]
    base = _earth(ink, terrain.lower(), False)
    return _mix(base, _hue(terrain.lower()), 0.3) if built else base


def glyph_colour(ink: Ink, terrain: str) -> RGB:
    """Signs on the ground of a plane."""
    far = (255, 255, 255) if ink.dark else (0, 0, 0)
    return _mix(_hue(terrain.lower()), far, 0.25 if ink.dark else 0.45)


def body_colour(ink: Ink, mark: SideMark | None, out: bool) -> RGB:
    """A piece on a plane."""
    colour = mark.colour if mark else _OTHER
    return _mix(_mix(ground(ink), (128, 128, 128), 0.5), colour, 0.25) if out else colour


def line_colour(ink: Ink, kind: str) -> RGB:
    return LINES[kind][0 if ink.dark else 1]


def between(a: RGB, b: RGB) -> RGB:
    return a if a == b else _mix(a, b, 0.5)


@lru_cache(maxsize=4096)
def flat_style(fore: RGB, back: RGB, bold: bool = False, strike: bool = False) -> Style:
    return Style(color=_hex(fore), bgcolor=_hex(back), bold=bold, strike=strike)
