"""Sentences of one entry, with the steps of a drive folded: for screens and for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from campaign.shared.answers import Line

QUIET = 3
"""Of more sentences than these in a row that begin alike, the first and the last are told."""
ALIKE = 3
"""Sentences begin alike if they have the same rule and so many words in common, or a heading such as
`Turn 3:`; those of mere routine if they have the same rule."""


def folded(lines: Sequence[Line], dots: str = "…") -> list[Line]:
    """Of the steps of one drive, or the phases of one turn, the first and the last. dots: stand around how many more
    there are."""
    found: list[Line] = []
    for _, group in groupby(lines, key=_beginning):
        some = list(group)
        if len(some) > QUIET:
            some[1:-1] = [Line(f"{dots} {len(some) - 2} more {dots}")]
        found += some
    return found


def _beginning(line: Line) -> Sequence[str]:
    if line.weight == "routine":
        return [line.weight, line.rule]
    words = line.text.split()
    return words[:2] if is_heading(line) else [line.rule, *words[:ALIKE]]


def is_heading(line: Line) -> bool:
    """Whether a sentence only says which turn and phase it is now."""
    words = line.text.split()
    return len(words) > 1 and words[0] == "Turn" and words[1].endswith(":")
