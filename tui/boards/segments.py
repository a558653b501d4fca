"""Characters with their styles, as segments of a row."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style


def joined(pieces: Iterable[tuple[str, Style]]) -> list[Segment]:
    """Neighbours in the same style become one segment."""
    segments: list[Segment] = []
    run, style = "", None
    for text, here in pieces:
        if here is not style and run:
            segments.append(Segment(run, style))
            run = ""
        run, style = run + text, here
    if run:
        segments.append(Segment(run, style))
    return segments
