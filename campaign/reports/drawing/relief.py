"""Heights, what lies in hexes and what lies along their sides, on the ground of a hex board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from campaign.reports.drawing.markup import num, safe, words
from campaign.rules.hexes import EDGES
from campaign.rules.views import Cell, CellSide

Whole = tuple[int, int]
CORNERS: tuple[Whole, ...] = ((-12, -21), (12, -21), (24, 0), (12, 21), (-12, 21), (-24, 0))
"""Of a hex, from the north-west clockwise: an edge lies between the corner of its number and the next."""

_STROKES: Mapping[str, str] = {
    "river": 'stroke="var(--water)" stroke-width="6" stroke-linecap="round"',
    "stream": 'stroke="var(--water)" stroke-width="3" stroke-linecap="round"',
    "crest": 'stroke="var(--ridge)" stroke-width="7" stroke-dasharray="1.3 2.6"',
    "slope": 'stroke="var(--ridge)" stroke-width="4" stroke-dasharray="1.3 3.4"',
    "cliff": 'stroke="var(--ridge)" stroke-width="8" stroke-dasharray="1.6 3"',
    "wall": 'stroke="var(--roof)" stroke-width="3.4" stroke-dasharray="7 1.5"',
    "embankment": 'stroke="var(--edge)" stroke-width="4" stroke-dasharray="1 2"',
    "rampart": 'stroke="var(--roof)" stroke-width="5" stroke-dasharray="7 1.5"',
    "ditch": 'stroke="var(--edge)" stroke-width="3" stroke-dasharray="4 1.5"',
    "hedge": 'stroke="var(--tree)" stroke-width="5" stroke-linecap="round" stroke-dasharray=".1 6"',
}
_OTHER = 'stroke="var(--quiet)" stroke-width="3" stroke-dasharray="3 2"'
_LINE = 'fill="none" stroke="var(--edge)" stroke-width="1.5"'
_BRIDGE = "M-4-8v16M4-8v16M-4-8l-3-2M4-8l3-2M-4 8l-3 2M4 8l3 2"
_SIGNS: Mapping[str, str] = {
    "ford": f'<path {_LINE} stroke-dasharray="1.5 2.5" d="M-9-2.5h18M-9 2.5h18"/>',
    "bridge": f'<path {_LINE} d="{_BRIDGE}"/>',
    "trench": f'<path {_LINE} d="M-10 3v-5h4v5h4v-5h4v5h4v-5h4v5"/>',
    "wire": f'<path {_LINE} d="M-10 0h20M-8-3l4 6m0-6l-4 6M-2-3l4 6m0-6l-4 6M4-3l4 6m0-6l-4 6"/>',
    "mines": '<g fill="var(--edge)"><circle cx="-7" r="2.2"/><circle r="2.2"/><circle cx="7" r="2.2"/></g>',
    "smoke": f'<path {_LINE} stroke-dasharray="3 2" d="M-9 3q-2-6 4-6q4-4 8 0q7 0 5 6z"/>',
    "gas": f'<path {_LINE} d="M-9 3q-2-6 4-6q4-4 8 0q7 0 5 6z"/>',
}
"""What lies in a hex, around its place; anything else is its word."""
_PLACES: tuple[Whole, ...] = ((0, 15), (0, -15), (-15, 5), (15, 5))
"""Around a counter, where the most of a sign is seen."""


def contours(
    heights: Mapping[str, int],
    middles: Mapping[str, Whole],
    rims: Callable[[Iterable[Whole]], str],
    around: Callable[[str], Iterable[str]],
) -> str:
    """Each level a shade darker with a line at its rim, and its figure once on every top. rims: round some hexes."""
    parts: list[str] = []
    for level in range(1, max(heights.values(), default=0) + 1):
        d = rims(middles[hex] for hex, height in heights.items() if height >= level)
        parts.append(
            f'<path d="{d}" fill="var(--ridge)" fill-opacity=".22" stroke="var(--ridge)" stroke-width="1.6"/>'
        )
    for top in _tops(heights, around):
        x, y = middles[min(top, key=lambda hex: (_aside(middles[hex], top, middles), hex))]
        parts.append(words(x + 18, y + 4, str(heights[top[0]]), "gl", "middle"))
    return "".join(parts)


def _aside(spot: Whole, top: Sequence[str], middles: Mapping[str, Whole]) -> float:
    """How far from the middle of a top, squared."""
    x, y = (sum(middles[hex][i] for hex in top) / len(top) for i in (0, 1))
    return (spot[0] - x) ** 2 + (spot[1] - y) ** 2


def _tops(heights: Mapping[str, int], around: Callable[[str], Iterable[str]]) -> list[list[str]]:
    """Hexes of one level that touch each other, and nothing that is higher."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for start in sorted(heights):
        level, flat = heights[start], [start]
        if not level or start in seen:
            continue
        seen.add(start)
        for hex in flat:
            near = [one for one in around(hex) if heights[one] == level and one not in seen]
            seen.update(near)
            flat += near
        if all(heights[one] <= level for hex in flat for one in around(hex)):
            found.append(flat)
    return found


def sides(some: Sequence[CellSide], middles: Mapping[str, Whole]) -> str:
    """What lies along sides, each kind as one line; bridges across theirs. What counts one way lies a little inside."""
    lines: defaultdict[tuple[str, bool], str] = defaultdict(str)
    bridges: list[str] = []
    for side in some:
        x, y = middles[side.hex]
        i = EDGES.index(side.edge)
        (ax, ay), (bx, by) = CORNERS[i], CORNERS[(i + 1) % 6]
        if side.what == "bridge":
            across = f"translate({num(x + (ax + bx) / 2)} {num(y + (ay + by) / 2)}) rotate({60 * i})"
            bridges.append(f'<path {_LINE} transform="{across}" d="{_BRIDGE}"/>')
            continue
        part = 0.88 if side.one_way else 1.0
        start, end = ((x + part * cx, y + part * cy) for cx, cy in ((ax, ay), (bx, by)))
        lines[side.what, side.one_way] += f"M{num(start[0])} {num(start[1])}L{num(end[0])} {num(end[1])}"
    drawn = [
        f'<path data-side="{safe(what)}" fill="none" {_STROKES.get(what, _OTHER)} d="{d}"/>'
        for (what, _), d in lines.items()
    ]
    return "".join((*drawn, *bridges))


def features(cell: Cell, middle: Whole) -> str:
    """What lies in a hex, a sign each."""
    parts: list[str] = []
    for i, what in enumerate(cell.features):
        dx, dy = _PLACES[i % len(_PLACES)]
        x, y = middle[0] + dx, middle[1] + dy
        title = f"<title>{safe(f'{cell.id}: {what}')}</title>"
        parts.append(f'<g transform="translate({x} {y})" data-feature="{safe(what)}">{title}{sign(what)}</g>')
    return "".join(parts)


def sign(what: str) -> str:
    """The sign of what lies in a hex, around the origin."""
    return _SIGNS.get(what) or words(0, 4, what, "gl", "middle")


def side_key(what: str) -> str:
    """What lies along sides as it stands in the key, 26 wide and 18 high."""
    if what == "bridge":
        return f'<path {_LINE} transform="translate(13 9)" d="{_BRIDGE}"/>'
    return f'<path d="M0 9h26" fill="none" {_STROKES.get(what, _OTHER)}/>'
