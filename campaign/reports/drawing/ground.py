"""The ground of a hex board: outlines of terrain with textures, ridges, rivers, roads, bridges and the grid.

Hexes are flat-top: 48 wide, 42 high, columns 36 apart, so that all corners are whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import atan2, degrees
from typing import NamedTuple

from campaign.reports.drawing import lines, relief
from campaign.reports.drawing.markup import XY, Box, num, words
from campaign.reports.drawing.relief import CORNERS, Whole
from campaign.rules.views import Cell, HexBoard

COLUMN, ROW, HALF = 36, 42, 21
HEX = "m24 0l-12 21h-24l-12-21 12-21h24z"
"""A hex around the point where the pen is."""


class Look(NamedTuple):
    """How a terrain is drawn: the colour of its ground, and a texture. line: as a line, not as an area."""

    ground: str
    texture: str = ""
    line: str = ""


_LOOKS = {
    Look("clear"): "clear open grass",
    Look("clear", line="road"): "road track",
    Look("clear", line="river"): "river stream canal",
    Look("brush", "brush"): "brush scrub bushes rough",
    Look("trees", "trees"): "trees woods wood forest jungle",
    Look("paddy", "paddy"): "paddy marsh swamp field fields",
    Look("built", "built"): "building buildings built town village city",
    Look("built", "rubble"): "rubble ruins",
    Look("crest", line="ridge"): "crest hill hilltop ridge slope",
    Look("water"): "water lake sea",
}
_KNOWN = {word: look for look, text in _LOOKS.items() for word in text.split()}
PATTERNS = (
    ("trees", 30, 26, '<g fill="var(--tree)"><circle cx="6" cy="7" r="4"/><circle cx="13" cy="5" r="3"/>'
     '<circle cx="22" cy="18" r="4"/><circle cx="28" cy="15" r="2.6"/><circle cx="10" cy="20" r="2.6"/></g>'),
    ("brush", 24, 22, '<path d="M4 8v-4M6.5 8l2-3.5M1.5 8l-1-3M16 19v-4M18.5 19l2-3.5M13.5 19l-1-3"'
     ' stroke="var(--tuft)" stroke-width="1.1" fill="none"/>'),
    ("paddy", 24, 14, '<path d="M1 4h12M16 4h5M6 11h12" stroke="var(--bund)" stroke-width="1.3" fill="none"/>'),
    ("built", 18, 16, '<path d="M3 3h6v4h-6zM12 9h4v5h-4z" fill="var(--roof)"/>'),
    ("rubble", 18, 16, '<path d="M3 4l3 2-2 2zM12 3l2 3h-3zM9 11l3 1-1 2zM15 12l2-1v3z" fill="var(--roof)"/>'),
)  # fmt: skip
"""Texture, its width and height, what it repeats."""


def look_of(terrain: str) -> Look | None:
    """How a terrain is drawn, `light-woods` as woods are; None for one that is not known here."""
    word = terrain.lower()
    return _KNOWN.get(word) or _KNOWN.get(word.rpartition("-")[2])


class Sheet:
    """Where the hexes of a board stand. size: of the whole sheet."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.cells = {cell.id: cell for cell in board.cells}
        self.middles = {cell.id: self.middle(cell.column, cell.row) for cell in board.cells}
        self._in = {(cell.column, cell.row): cell.id for cell in board.cells}
        self.size = Box(0, 0, COLUMN * board.columns + 12, ROW * board.rows + HALF)

    def up(self, column: int) -> bool:
        """Whether a column sits half a hex higher."""
        return (column % 2 == 1) == (self.board.half_up == "odd")

    def middle(self, column: int, row: int) -> Whole:
        return 24 + COLUMN * column, HALF + ROW * row + (0 if self.up(column) else HALF)

    def around(self, hex: str) -> Iterator[str]:
        """The neighbours of a hex."""
        cell = self.cells[hex]
        side = -1 if self.up(cell.column) else 0
        steps = ((0, -1), (1, side), (1, side + 1), (0, 1), (-1, side + 1), (-1, side))
        for right, down in steps:
            found = self._in.get((cell.column + right, cell.row + down))
            if found is not None:
                yield found

    def rim(self, hex: str) -> bool:
        return len(list(self.around(hex))) < len(CORNERS)


def outline(middles: Iterable[Whole]) -> str:
    """The rim of hexes taken together, as a path: edges that two of them share are left out."""
    edges: set[tuple[Whole, Whole]] = set()
    for x, y in middles:
        corners = [(x + dx, y + dy) for dx, dy in CORNERS]
        for i, start in enumerate(corners):
            edge = (start, corners[(i + 1) % 6])
            if (back := (edge[1], edge[0])) in edges:
                edges.discard(back)
            else:
                edges.add(edge)
    after: defaultdict[Whole, list[Whole]] = defaultdict(list)
    for start, end in sorted(edges, reverse=True):
        after[start].append(end)
    parts: list[str] = []
    for first in sorted(after):
        while after[first]:
            x, y = first
            parts.append(f"M{x} {y}l")
            steps: list[str] = []
            while after[x, y]:
                nx, ny = after[x, y].pop()
                steps.append(f"{nx - x} {ny - y}")
                x, y = nx, ny
            parts.append(" ".join(steps[:-1]) + "z")
    return "".join(parts)


@lru_cache(maxsize=16)
def sheet_of(board: HexBoard) -> Sheet:
    return Sheet(board)


def land(sheet: Sheet) -> str:
    """All that does not change while a battle goes on."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for cell in sheet.board.cells:
        groups[cell.terrain].append(cell.id)
    river = _kind(groups, "river")
    flooded = {hex for hex in river if any(_is(sheet.cells[one], "water") for one in sheet.around(hex))}
    parts = [_area(sheet, sheet.cells, "clear", "")]
    fills: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for terrain, hexes in groups.items():
        look = look_of(terrain)
        if look is not None and (look.ground, look.texture) != ("clear", ""):
            fills[look.ground, look.texture] += hexes
    fills["water", ""] += sorted(flooded)
    parts += [_area(sheet, hexes, *look) for look, hexes in sorted(fills.items()) if hexes]
    heights = {cell.id: cell.height for cell in sheet.board.cells}
    if any(heights.values()):
        parts.append(relief.contours(heights, sheet.middles, outline, sheet.around))
    parts.append(_ridges(sheet, _kind(groups, "ridge")))
    parts.append(_lines(sheet, river - flooded, flooded, _kind(groups, "road")))
    parts.append(_grid(sheet))
    parts.append(relief.sides(sheet.board.sides, sheet.middles))
    for terrain, hexes in groups.items():
        if look_of(terrain) is None:
            parts += [_glyph(sheet, hex) for hex in hexes]
    return "".join(parts)


def _kind(groups: dict[str, list[str]], line: str) -> set[str]:
    return {
        hex
        for terrain, hexes in groups.items()
        if (look := look_of(terrain)) is not None and look.line == line
        for hex in hexes
    }


def _is(cell: Cell, ground: str) -> bool:
    look = look_of(cell.terrain)
    return look is not None and look.ground == ground


def _area(sheet: Sheet, hexes: Iterable[str], ground: str, texture: str) -> str:
    d = outline(sheet.middles[hex] for hex in hexes)
    found = f'<path d="{d}" fill="var(--{ground})"/>'
    return found + (f'<path class="tx" d="{d}" fill="url(#p-{texture})"/>' if texture else "")


def _ridges(sheet: Sheet, hexes: set[str]) -> str:
    links = lines.touching(hexes, sheet.around)
    d = lines.path({hex: some for hex, some in links.items() if some}, sheet.middles, sheet.rim)
    if not d:
        return ""
    return (
        f'<g class="tx" fill="none" stroke="var(--ridge)"><path d="{d}" stroke-width="12" stroke-dasharray="1.3 4.2"/>'
        f'<path d="{d}" stroke-width="1.4"/></g>'
    )


def _lines(sheet: Sheet, river: set[str], flooded: set[str], road: set[str]) -> str:
    board = sheet.board
    roads = lines.joined(board.roads) if board.roads else lines.touching(road, sheet.around)
    roads = {hex: some for hex, some in roads.items() if some}
    named = bool(board.rivers)  # then nothing is guessed: bridges are features, or lie on sides
    bridges = {} if named else _bridges(sheet, river | flooded, set(roads) - river - flooded)
    water = lines.joined(board.rivers) if named else lines.touching(river | set(bridges), sheet.around)
    for hex in sorted(water):
        if len(water[hex]) < 2 and (into := sorted(one for one in sheet.around(hex) if one in flooded)):
            water[hex].add(into[0])
            water.setdefault(into[0], set()).add(hex)
    rivers = lines.path({hex: some for hex, some in water.items() if some}, sheet.middles, sheet.rim)
    track = lines.path(roads, sheet.middles, sheet.rim)
    parts: list[str] = []
    for d, outer, thick, inner, thin in (
        (rivers, "bank", 13, "water", 10.5),
        (track, "kerb", 6.4, "road", 4.4),
    ):
        if d:
            parts.append(
                f'<g class="{outer}-l" fill="none" stroke-linejoin="round"><path d="{d}" stroke="var(--{outer})"'
                f' stroke-width="{num(thick)}"/><path d="{d}" stroke="var(--{inner})" stroke-width="{num(thin)}"/></g>'
            )
    for hex, others in sorted(bridges.items()):
        x, y = sheet.middles[hex]
        (ax, ay), (bx, by) = (sheet.middles[one] for one in others)
        turn = degrees(atan2(by - ay, bx - ax))
        parts.append(
            f'<path class="bridge" transform="translate({x} {y}) rotate({num(turn)})"'
            ' d="M-5.5-12v24M5.5-12v24M-5.5-12l-3-3M5.5-12l3-3M-5.5 12l-3 3M5.5 12l3 3"/>'
        )
    return "".join(parts)


def _bridges(sheet: Sheet, wet: set[str], roads: set[str]) -> dict[str, tuple[str, str]]:
    """Road hexes that a river runs through: those whose river neighbours fall into two groups, one of each."""
    found: dict[str, tuple[str, str]] = {}
    for hex in sorted(roads):
        near = sorted(one for one in sheet.around(hex) if one in wet)
        if len(near) < 2:
            continue
        first = near[0]
        apart = [one for one in near[1:] if one not in set(sheet.around(first))]
        one_group = any(set(near) - {one} <= set(sheet.around(one)) for one in near)
        if apart and not one_group and (first, apart[-1]) not in found.values():
            found[hex] = (first, apart[-1])
    return found


def _grid(sheet: Sheet) -> str:
    name = "p-grid-o" if sheet.board.half_up == "odd" else "p-grid-e"
    return f'<rect width="{num(sheet.size.right)}" height="{num(sheet.size.bottom)}" fill="url(#{name})" class="tx"/>'


def _glyph(sheet: Sheet, hex: str) -> str:
    x, y = sheet.middles[hex]
    return words(x, y + 4, sheet.cells[hex].glyph, "gl", "middle")


def patterns() -> str:
    """The textures, for the head of a page. One each for boards whose even and whose odd columns sit higher."""
    found = [
        f'<pattern id="p-{name}" width="{w}" height="{h}" patternUnits="userSpaceOnUse">{body}</pattern>'
        for name, w, h, body in PATTERNS
    ]
    found += [
        f'<pattern id="{name}" width="72" height="42" patternUnits="userSpaceOnUse"{move}><path d="M12 0h24l12 21h24'
        'M0 21l12-21M12 42l-12-21M36 42l12-21M12 42h24" fill="none" stroke="var(--grid)" stroke-width=".8"'
        ' opacity=".22"/></pattern>'
        for name, move in (("p-grid-e", ""), ("p-grid-o", ' patternTransform="translate(0 21)"'))
    ]
    found.append(
        '<pattern id="p-roof" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0v16" stroke="var(--roof)" stroke-width="1.6" opacity=".5"/></pattern>'
        '<pattern id="p-wood" width="60" height="52" patternUnits="userSpaceOnUse"><g fill="var(--tree)">'
        '<circle cx="12" cy="14" r="9"/><circle cx="27" cy="10" r="6"/><circle cx="44" cy="36" r="9"/>'
        '<circle cx="20" cy="40" r="6"/></g></pattern>'
    )
    return "".join(found)


def key(board: HexBoard) -> list[tuple[str, str]]:
    """Each terrain of the board with a small picture of it."""
    found: dict[str, str] = {}
    for cell in board.cells:
        if cell.terrain in found:
            continue
        look = look_of(cell.terrain)
        body = f'<rect width="26" height="18" fill="var(--{look.ground if look else "clear"})"/>'
        if look is None:
            body += words(13, 13, cell.glyph, "gl", "middle")
        elif look.texture:
            body += f'<rect width="26" height="18" fill="url(#p-{look.texture})"/>'
        elif look.line:
            body += _KEY_LINES[look.line]
        found[cell.terrain] = (
            f'<svg width="26" height="18" viewBox="0 0 26 18" aria-hidden="true">{body}</svg>'
        )
    for cell in board.cells:
        for what in cell.features:
            found.setdefault(what, _key(f'<g transform="translate(13 9)">{relief.sign(what)}</g>'))
    for side in board.sides:
        found.setdefault(side.what, _key(relief.side_key(side.what)))
    return list(found.items())


def _key(body: str) -> str:
    ground = '<rect width="26" height="18" fill="var(--clear)"/>'
    return f'<svg width="26" height="18" viewBox="0 0 26 18" aria-hidden="true">{ground}{body}</svg>'


def _stroke(role: str, width: float, more: str = "") -> str:
    return f'<path d="M0 9h26" stroke="var(--{role})" stroke-width="{num(width)}"{more}/>'


_KEY_LINES = {
    "road": _stroke("kerb", 8) + _stroke("road", 5.6),
    "river": _stroke("bank", 12) + _stroke("water", 10),
    "ridge": _stroke("ridge", 12, ' stroke-dasharray="1.3 4.2"') + _stroke("ridge", 1.4),
}


def spot(sheet: Sheet, hex: str) -> XY | None:
    """The middle of a hex, None for a place that is not on the board."""
    return sheet.middles.get(hex)
