"""Maps and plots as SVG: self-contained, legible in black and white."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import sqrt

from campaign.campaigns.answers import SideView, Tally
from campaign.rules.options import Side
from campaign.rules.views import GameView, HexBoard, PieceView, PlaneBoard

COLOURS = {"red": "#b3261e", "blue": "#1f5fa8", "green": "#2e7d32", "yellow": "#9a7b00", "grey": "#555555"}
SHADES = ("#f7f4ea", "#d9e4c3", "#c4d3a2", "#e8dcb8", "#b9cfe3", "#cdbfa5", "#e3e3e3", "#aebf94")
DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 4", "1 5")
"""Lines of a plot differ in their dashes too, for who does not see their colours."""
SIZE = 14.0


def map_svg(game: GameView, sides: Sequence[Side]) -> str:
    """The board with its pieces; "" where there is none."""
    colours = {side.id: COLOURS.get(side.colour, "#555555") for side in sides}
    match game.board:
        case HexBoard():
            return _hexes(game.board, game.pieces, colours)
        case PlaneBoard():
            return _plane(game.board, game.pieces, colours)
        case _:
            return ""


def _hexes(board: HexBoard, pieces: Sequence[PieceView], colours: Mapping[str, str]) -> str:
    height = SIZE * sqrt(3)
    terrains = list(dict.fromkeys(cell.terrain for cell in board.cells))
    spots: dict[str, tuple[float, float]] = {}
    parts: list[str] = []
    for cell in board.cells:
        half = (cell.column % 2 == 0) == (board.half_up == "odd")
        x = SIZE * (1.5 * cell.column + 1)
        y = height * (cell.row + (1.0 if half else 0.5))
        spots[cell.id] = x, y
        corners = " ".join(
            f"{x + SIZE * dx:.1f},{y + height * dy:.1f}"
            for dx, dy in ((1, 0), (0.5, 0.5), (-0.5, 0.5), (-1, 0), (-0.5, -0.5), (0.5, -0.5))
        )
        fill = SHADES[terrains.index(cell.terrain) % len(SHADES)]
        label = escape(f"{cell.id}: {cell.terrain}{f', {cell.mark}' if cell.mark else ''}")
        parts.append(
            f'<polygon points="{corners}" fill="{fill}" stroke="#bbb"><title>{label}</title></polygon>'
        )
    stacked: dict[str, int] = {}
    for piece in pieces:
        if piece.where not in spots or piece.aboard:
            continue
        x, y = spots[piece.where]
        offset = 3.0 * stacked.get(piece.where, 0)
        stacked[piece.where] = stacked.get(piece.where, 0) + 1
        parts.append(_counter(piece, x + offset, y - offset, SIZE * 0.55, colours))
    width, bottom = SIZE * (1.5 * board.columns + 0.5), height * (board.rows + 0.5)
    return svg(width, bottom + _legend(parts, terrains, width, bottom), parts, board.title)


def _legend(parts: list[str], terrains: Sequence[str], width: float, top: float) -> float:
    """What the shades mean, below the map. Answers with the height that it takes."""
    step = 110.0
    across = max(1, int(width // step))
    for i, terrain in enumerate(terrains):
        x, y = step * (i % across), top + 10 + 16 * (i // across)
        parts.append(
            f'<rect x="{x}" y="{y}" width="12" height="12" fill="{SHADES[i % len(SHADES)]}" stroke="#777"/>'
        )
        parts.append(f'<text x="{x + 17}" y="{y + 10}" font-size="11">{escape(terrain)}</text>')
    return 16 + 16 * ((len(terrains) + across - 1) // across)


def _plane(board: PlaneBoard, pieces: Sequence[PieceView], colours: Mapping[str, str]) -> str:
    terrains = list(dict.fromkeys(area.terrain for area in board.areas))
    parts = [f'<rect width="{board.width}" height="{board.height}" fill="{SHADES[0]}" stroke="#555"/>']
    for area in board.areas:
        corners = " ".join(f"{x},{y}" for x, y in area.outline)
        fill = SHADES[1 + terrains.index(area.terrain) % (len(SHADES) - 1)]
        title = escape(area.name or area.terrain)
        parts.append(
            f'<polygon points="{corners}" fill="{fill}" stroke="#777"><title>{title}</title></polygon>'
        )
    for mark in board.marks:
        parts.append(
            f'<circle cx="{mark.at[0]}" cy="{mark.at[1]}" r="{max(mark.reach, 8)}" fill="none" stroke="#333"'
            f' stroke-dasharray="6 4"><title>{escape(mark.name)}</title></circle>'
        )
    for piece in pieces:
        if piece.outline:
            corners = " ".join(f"{x},{y}" for x, y in piece.outline)
            colour = colours.get(piece.side, "#555")
            fill = "none" if piece.out else colour
            parts.append(
                f'<polygon points="{corners}" fill="{fill}" stroke="{colour}" stroke-width="3">'
                f"<title>{escape(piece.name)}</title></polygon>"
            )
        if piece.at is not None:
            parts.append(
                f'<text x="{piece.at[0]}" y="{piece.at[1] - 45}" font-size="22" text-anchor="middle">'
                f"{escape(piece.name)}</text>"
            )
    return svg(board.width, board.height, parts, board.title)


def _counter(piece: PieceView, x: float, y: float, size: float, colours: Mapping[str, str]) -> str:
    """A counter: filled for the living, crossed out for wrecks; its name as a tooltip and beside it."""
    colour = colours.get(piece.side, "#555")
    title = escape(f"{piece.name} ({', '.join(piece.status) or 'fit'})")
    box = f'x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:.1f}" height="{2 * size:.1f}"'
    if piece.out:
        side = f"{2 * size:.1f}"
        corner = f"{x - size:.1f},{y - size:.1f}"
        cross = f"M{corner} l{side},{side} m0,-{side} l-{side},{side}"
        body = f'<rect {box} fill="#fff" stroke="{colour}"/><path d="{cross}" stroke="{colour}" stroke-width="2"/>'
    else:
        body = f'<rect {box} fill="{colour}" stroke="#000"/>'
    text = f'<text x="{x:.1f}" y="{y + size + 7:.1f}" font-size="7" text-anchor="middle">{escape(piece.name)}</text>'
    return f"<g><title>{title}</title>{body}{text}</g>"


def plot_svg(tallies: Sequence[Tally], what: str, sides: Sequence[SideView], days: Sequence[str]) -> str:
    """Running totals of one thing over the days, a line for each side; "" if there are none."""
    if not days or all(one.what != what for one in tallies):
        return ""
    width, height, left, bottom = 640.0, 180.0, 44.0, 150.0
    best = max(one.n for one in tallies if one.what == what) or 1
    step = (width - left - 10) / max(1, len(days) - 1)
    at = {date: left + i * step for i, date in enumerate(days)}
    parts = [
        f'<path d="M{left},12 V{bottom} H{width - 10}" fill="none" stroke="#333"/>',
        f'<text x="{left - 6}" y="18" font-size="11" text-anchor="end">{best}</text>',
        f'<text x="{left - 6}" y="{bottom}" font-size="11" text-anchor="end">0</text>',
        f'<text x="{left}" y="{bottom + 15}" font-size="11">{escape(days[0])}</text>',
        f'<text x="{width - 10}" y="{bottom + 15}" font-size="11" text-anchor="end">{escape(days[-1])}</text>',
    ]
    for i, side in enumerate(sides):
        level, points = 0, [f"{left:.1f},{bottom:.1f}"]
        changes = {one.date: one.n for one in tallies if (one.what, one.side) == (what, side.id)}
        for date in days:
            if date in changes:
                points.append(f"{at[date]:.1f},{bottom - level * (bottom - 14) / best:.1f}")
                level = changes[date]
            points.append(f"{at[date]:.1f},{bottom - level * (bottom - 14) / best:.1f}")
        dash = f' stroke-dasharray="{DASHES[i % len(DASHES)]}"' if DASHES[i % len(DASHES)] else ""
        colour = COLOURS.get(side.colour, "#555555")
        parts.append(
            f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        )
        y = 24 + 14 * i
        parts.append(f'<path d="M{left + 12},{y - 4} h26" stroke="{colour}" stroke-width="2"{dash}/>')
        label = f"{escape(side.name)}: {level}"
        parts.append(f'<text x="{left + 44}" y="{y}" font-size="12">{label}</text>')
    return svg(width, height, parts, what)


def svg(width: float, height: float, parts: Sequence[str], title: str) -> str:
    """A drawing of that size, as wide as the page that it stands in."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img"'
        f' font-family="sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )
