"""Faces of dice."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.reports.drawing.markup import safe

SIX = 6
_PIPS = {
    1: ((12, 12),),
    2: ((6.5, 6.5), (17.5, 17.5)),
    3: ((6.5, 6.5), (12, 12), (17.5, 17.5)),
    4: ((6.5, 6.5), (17.5, 6.5), (6.5, 17.5), (17.5, 17.5)),
    5: ((6.5, 6.5), (17.5, 6.5), (12, 12), (6.5, 17.5), (17.5, 17.5)),
    6: ((6.5, 6.5), (17.5, 6.5), (6.5, 12), (17.5, 12), (6.5, 17.5), (17.5, 17.5)),
}
_FACE = (
    '<rect x="1" y="1" width="22" height="22" rx="4" fill="var(--paper)" stroke="var(--quiet)" stroke-width="1.3"'
    ' class="face"/>'
)


def symbols() -> str:
    """The six faces, for the head of a page."""
    return "".join(
        f'<symbol id="d{n}" viewBox="0 0 24 24">{_FACE}<g fill="var(--ink)">'
        + "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2"/>' for x, y in spots)
        + "</g></symbol>"
        for n, spots in _PIPS.items()
    )


def row(values: Sequence[int], sides: int, size: int = 20) -> str:
    """Dice as they fell, with one label for who does not see them. sides: of each; those with six show their pips."""
    label = f"{len(values)} dice" if len(values) > 1 else "One die"
    label += "" if sides == SIX else f" with {sides} sides"
    label += f": {', '.join(map(str, values))}"
    faces = "".join(_die(value, sides, size) for value in values)
    return f'<span class="dice" role="img" aria-label="{safe(label)}">{faces}</span>'


def _die(value: int, sides: int, size: int) -> str:
    if sides == SIX and value in _PIPS:
        return f'<svg width="{size}" height="{size}" aria-hidden="true"><use href="#d{value}"/></svg>'
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">{_FACE}'
        f'<text x="12" y="16.5" text-anchor="middle">{value}</text></svg>'
    )
