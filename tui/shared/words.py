"""Styles and words that all screens use."""

from __future__ import annotations

from datetime import datetime

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from campaign.rules.refused import listed
from campaign.shared.answers import Refusal
from tui.shared.glyphs import Glyphs
from tui.shared.palette import Ink, SideMark, badge_style

BOLD, DIM, STRIKE = Style(bold=True), Style(dim=True), Style(strike=True, dim=True)
FEWEST_OF_TITLE = 8
"""Characters of a title that is cut."""


def badge(mark: SideMark | None, ink: Ink, text: str = "") -> Text:
    if mark is None:
        return Text(f" {text or '?'} ")
    return Text().append(f" {text or mark.letter} ", badge_style(ink, mark))


def cut(text: str, width: int, glyphs: Glyphs) -> str:
    """As much of a text as there is room for, with a sign that it goes on."""
    if cell_len(text) <= width:
        return text
    sign = glyphs.plain("…")
    return set_cell_size(text, max(0, width - len(sign))).rstrip() + sign[:width]


def fitted(title: str, rest: str, width: int, glyphs: Glyphs) -> str:
    """A title and what stands behind it, in one line; where there is no room for both, the title is cut."""
    room = width - cell_len(rest)
    title = cut(title, room, glyphs) if width and room >= FEWEST_OF_TITLE else title
    return glyphs.plain(title + rest)


def clock(time: str) -> str:
    """An entry's time as a clock here shows it."""
    return datetime.fromisoformat(time).astimezone().strftime("%H:%M")


def refusal(answer: Refusal, glyphs: Glyphs) -> str:
    """Reason, rule, and what is allowed, as sentences."""
    text = f"{glyphs.refused} {answer.reason}"
    if answer.rule:
        text += f" [rule {answer.rule}]"
    if answer.allowed:
        few = listed(answer.allowed[:8])
        text += f" Allowed: {few}{', and more' if len(answer.allowed) > 8 else ''}."
    return glyphs.plain(text)
