"""The colours of pages and boards: a role each, light and dark; sides differ by more than their colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

LIGHT = {
    "paper": "#fbfaf6", "panel": "#f3f0e6", "hair": "#e8e3d5", "rule": "#d6d0bf",
    "ink": "#1d1b16", "quiet": "#5e584b", "here": "#fdf0c4", "halo": "#fbfaf6", "edge": "#1d1b16",
    "s0": "#1f5fa8", "s0-on": "#ffffff", "s0-text": "#1b5596", "s0-line": "#1f5fa8",
    "s1": "#f0962f", "s1-on": "#221200", "s1-text": "#8f4500", "s1-line": "#c4620a",
    "s2": "#6b4fa0", "s2-on": "#ffffff", "s2-text": "#573f86", "s2-line": "#6b4fa0",
    "s3": "#c9cdd2", "s3-on": "#1d1b16", "s3-text": "#4c535b", "s3-line": "#6c757f",
    "clear": "#f4f1e5", "brush": "#e7e9d3", "trees": "#d3dfc2", "paddy": "#e2eae4", "crest": "#e6dac2",
    "built": "#e9e4dc", "water": "#a9cbe0", "bank": "#7fa9c4", "road": "#fffaf0", "kerb": "#a08b66",
    "tree": "#a3bd8d", "tuft": "#b3bf8f", "bund": "#b5cdc5", "ridge": "#a88e66", "roof": "#7a7061",
    "grid": "#1d1b16",
}  # fmt: skip
DARK = {
    "paper": "#171612", "panel": "#211f1a", "hair": "#2c2a23", "rule": "#403c32",
    "ink": "#ece8dc", "quiet": "#aaa392", "here": "#3f3411", "halo": "#171612", "edge": "#f4f0e4",
    "s0": "#2f74c4", "s0-on": "#ffffff", "s0-text": "#86b8f0", "s0-line": "#6aa6ea",
    "s1": "#f2a043", "s1-on": "#221200", "s1-text": "#f2ad62", "s1-line": "#f2a043",
    "s2": "#9a80d0", "s2-on": "#1d1b16", "s2-text": "#c0aee6", "s2-line": "#a98fdc",
    "s3": "#d5d9dd", "s3-on": "#1d1b16", "s3-text": "#c6ccd2", "s3-line": "#aab2ba",
    "clear": "#2b2a24", "brush": "#30322a", "trees": "#293528", "paddy": "#27302f", "crest": "#3b3428",
    "built": "#35322d", "water": "#24465c", "bank": "#3d6c88", "road": "#6d634e", "kerb": "#14130f",
    "tree": "#435a3f", "tuft": "#4c5138", "bund": "#3b4e4c", "ridge": "#7b6a4c", "roof": "#a59a87",
    "grid": "#ece8dc",
}  # fmt: skip
READ = (
    ("ink", "paper"), ("quiet", "paper"), ("ink", "panel"), ("quiet", "panel"), ("ink", "here"),
    ("s0-on", "s0"), ("s1-on", "s1"), ("s2-on", "s2"), ("s3-on", "s3"),
    ("s0-text", "paper"), ("s1-text", "paper"), ("s2-text", "paper"), ("s3-text", "paper"),
    ("ink", "clear"), ("ink", "brush"), ("ink", "trees"), ("ink", "paddy"), ("ink", "crest"), ("ink", "built"),
)  # fmt: skip
"""Texts and the ground that they stand on: at least 4.5 to 1."""
LINES = tuple((f"s{n}-line", "paper") for n in range(4))
"""Lines of plots: at least 3 to 1."""
LOOKS = 4
DASHES = ("", "6 3", "2 3", "8 3 2 3")
"""A line of a plot is told by its dashes too."""


class Coloured(Protocol):
    """A side as it is listed; colour: the hint of its data."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...


def looks(sides: Sequence[Coloured]) -> dict[str, int]:
    """Side → its look, 0 to 3: in the order of the scenario, but a side that is called blue comes first.

    Who moves first differs between battles of a campaign; a side looks the same in all of them.
    """
    blue = [side for side in sides if side.colour == "blue"][:1]
    return {side.id: i % LOOKS for i, side in enumerate([*blue, *(one for one in sides if one not in blue)])}


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{role}:{value};" for role, value in colours.items())


def variables() -> str:
    """The style rules that give each role its colour: by the reader's choice of light or dark, light on paper."""
    white = {**LIGHT, "paper": "#ffffff", "halo": "#ffffff"}
    return (
        f":root{{color-scheme:light;{_variables(LIGHT)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{_variables(DARK)}}}}}"
        "@media (prefers-contrast:more){:root{--quiet:var(--ink)}}"
        f"@media print{{:root{{color-scheme:light;{_variables(white)}}}}}"
    )
