"""Plots of simulations as SVG: shares with their intervals, lengths, and fates. Legible in black and white."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from campaign.reports.drawing import COLOURS, DASHES, SHADES, svg
from campaign.rules.options import Side
from campaign.simulation.answers import Cell, Forces
from campaign.simulation.words import pairing, percent, shared

WIDTH, LEFT, ROW = 640.0, 190.0, 34.0
TALL = 170.0


def shares_svg(cells: Sequence[Cell], sides: Sequence[Side]) -> str:
    """A bar for every pairing: how often the first side won, with the interval as a whisker; the middle is marked."""
    side, right = sides[0], WIDTH - 96
    height = ROW * len(cells) + 34
    scale = right - LEFT
    parts = [
        f'<path d="M{LEFT + scale / 2},6 V{height - 22}" stroke="#777" stroke-dasharray="4 3"/>',
        f'<text x="{LEFT}" y="{height - 6}" font-size="11">0 %</text>',
        f'<text x="{LEFT + scale / 2}" y="{height - 6}" font-size="11" text-anchor="middle">50 %</text>',
        f'<text x="{right}" y="{height - 6}" font-size="11" text-anchor="end">100 %</text>',
    ]
    colour = COLOURS.get(side.colour, "#555555")
    for i, cell in enumerate(cells):
        one, y = cell.wins[side.id], 8 + ROW * i
        low, high, middle = LEFT + scale * one.low, LEFT + scale * one.high, y + 11
        name = escape(pairing(cell.bots, sides))
        parts += [
            f'<text x="{LEFT - 8}" y="{y + 15}" font-size="12" text-anchor="end">{name}</text>',
            f'<rect x="{LEFT}" y="{y}" width="{scale:.1f}" height="22" fill="{SHADES[0]}" stroke="#bbb"/>',
            f'<rect x="{LEFT}" y="{y}" width="{scale * one.share:.1f}" height="22" fill="{colour}" opacity=".55"/>',
            f'<path d="M{low:.1f},{middle} H{high:.1f} M{low:.1f},{y + 6} v10 M{high:.1f},{y + 6} v10"'
            ' stroke="#000" stroke-width="1.5" fill="none"/>',
            f'<text x="{right + 6}" y="{y + 15}" font-size="11">{escape(shared(one))}</text>',
        ]
    return svg(WIDTH, height, parts, f"How often {side.name} wins")


def lengths_svg(cell: Cell, sides: Sequence[Side], turns: int) -> str:
    """How many battles ended in each turn, those of each winner one above the other. turns: the limit, 0 for none."""
    most = max(turns, cell.turns.most)
    least = min(cell.turns.least, 1)
    counts = Counter((one.turn, one.winner) for one in cell.fought)
    winners = [*(side.id for side in sides), *([""] if cell.draws.battles else [])]
    highest = max(sum(counts[turn, who] for who in winners) for turn in range(least, most + 1))
    left, bottom = 44.0, TALL - 36
    step = (WIDTH - left - 10) / (most - least + 1)
    parts = [
        f'<path d="M{left},10 V{bottom} H{WIDTH - 10}" fill="none" stroke="#333"/>',
        f'<text x="{left - 6}" y="18" font-size="11" text-anchor="end">{highest}</text>',
        f'<text x="{left}" y="{bottom + 14}" font-size="11">turn {least}</text>',
        f'<text x="{WIDTH - 10}" y="{bottom + 14}" font-size="11" text-anchor="end">turn {most}</text>',
    ]
    for turn in range(least, most + 1):
        base = bottom
        for who in winners:
            if not (count := counts[turn, who]):
                continue
            tall = (bottom - 12) * count / highest
            base -= tall
            parts.append(
                f'<rect x="{left + step * (turn - least) + 1:.1f}" y="{base:.1f}" width="{max(step - 2, 1):.1f}"'
                f' height="{tall:.1f}" {_paint(who, sides)}><title>{_title(turn, who, sides, count)}</title></rect>'
            )
    for i, who in enumerate(winners):
        x = left + 150 * i
        parts.append(f'<rect x="{x}" y="{TALL - 16}" width="12" height="12" {_paint(who, sides)}/>')
        parts.append(f'<text x="{x + 17}" y="{TALL - 6}" font-size="11">{_name(who, sides)}</text>')
    return svg(WIDTH, TALL, parts, "In which turn it ended")


def fates_svg(forces: Sequence[Forces]) -> str:
    """A bar for every type of a side: what became of its pieces. "" where nobody says."""
    if not forces:
        return ""
    fates = list(dict.fromkeys(fate for one in forces for fate in one.fates))
    scale, height = WIDTH - LEFT - 10, 26.0 * len(forces) + 26
    parts: list[str] = []
    for i, one in enumerate(forces):
        x, y = LEFT, 6 + 26.0 * i
        label = escape(f"{one.side}: {one.type}")
        parts.append(f'<text x="{LEFT - 8}" y="{y + 13}" font-size="12" text-anchor="end">{label}</text>')
        for fate, count in one.fates.items():
            wide = scale * count / one.came
            title = escape(f"{fate}: {percent(count / one.came)}")
            fill = SHADES[fates.index(fate) % len(SHADES)]
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="18" fill="{fill}" stroke="#555">'
                f"<title>{title}</title></rect>"
            )
            if wide > 8 * len(fate):
                parts.append(f'<text x="{x + 4:.1f}" y="{y + 13}" font-size="11">{escape(fate)}</text>')
            x += wide
    for i, fate in enumerate(fates):
        x, y = LEFT + 90.0 * i, height - 14
        fill = SHADES[i % len(SHADES)]
        parts.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{fill}" stroke="#555"/>')
        parts.append(f'<text x="{x + 17}" y="{y + 10}" font-size="11">{escape(fate)}</text>')
    return svg(WIDTH, height, parts, "What became of the pieces")


def _paint(who: str, sides: Sequence[Side]) -> str:
    """Of a winner: his colour, and a border of his own for who does not see it."""
    found = {side.id: (COLOURS.get(side.colour, "#555555"), DASHES[i]) for i, side in enumerate(sides)}
    fill, dash = found.get(who, ("#ffffff", ""))
    return f'fill="{fill}" fill-opacity=".6" stroke="#000" stroke-dasharray="{dash}"'


def _name(who: str, sides: Sequence[Side]) -> str:
    return escape(next((f"{side.name} wins" for side in sides if side.id == who), "draw"))


def _title(turn: int, who: str, sides: Sequence[Side], count: int) -> str:
    return f"turn {turn}, {_name(who, sides)}: {count}"
