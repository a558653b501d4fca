"""The track of a battle: a tick for each entry, one side above the line, the others below, dice as height."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from campaign.reports.drawing.markup import num, safe

MOST = 240
"""Ticks of a track; of a longer battle one stands for several entries."""
WIDTHS = {"w": 840, "m": 600, "k": 310}
"""Pixels that a track has at the least, on a wide screen, a small one and a phone; the style sheet parts them by class,
at 900 and 640."""
LETTER, GAP = 7.6, 10
"""Pixels of a letter at the most, and between two names of turns."""


class Tick(Struct, frozen=True):
    """An entry. look: of its side, -1 for nobody's. mark: a word above, for a loss; gone: taken back; back: the entry
    after which it went on, where it went back."""

    seq: int
    turn: str
    look: int = -1
    dice: int = 0
    mark: str = ""
    gone: bool = False
    back: int = 0


class _Bar(Struct, frozen=True):
    """What one tick of the track shows: an entry, or several of a long battle."""

    first: Tick
    entries: tuple[Tick, ...]

    @property
    def dice(self) -> int:
        return max(one.dice for one in self.entries)

    @property
    def gone(self) -> bool:
        return all(one.gone for one in self.entries)


def track(ticks: Sequence[Tick], label: str) -> str:
    """ticks: in order of seq. Each is a link to `#eSEQ`, out of the order of the tab key; turns link to their first."""
    if not ticks:
        return ""
    each = -(-len(ticks) // MOST)
    turns = [(turn, list(some)) for turn, some in groupby(ticks, key=lambda one: one.turn)]
    bars = [(turn, [_bar(some[i : i + each]) for i in range(0, len(some), each)]) for turn, some in turns]
    total = sum(len(some) for _, some in bars)
    begins = [sum(len(some) for _, some in bars[:i]) / total for i in range(len(bars))]
    names = [turn for turn, _ in bars]
    named = {"w": names, "m": names, "k": [_short(name) for name in names]}
    told = [
        "".join(spans)
        for spans in zip(
            *(_named(css, labels(begins, named[css], width)) for css, width in WIDTHS.items()), strict=True
        )
    ]
    columns: list[str] = []
    for (turn, some), spans in zip(bars, told, strict=True):
        inside = "".join(map(_tick, some))
        columns.append(
            f'<li style="--n:{len(some)}"><a class="t" href="#e{some[0].first.seq}" aria-label="{safe(turn)}"'
            f' title="{safe(turn)}">{spans}</a><span class="ticks">{inside}</span></li>'
        )
    found = [bar for _, some in bars for bar in some]
    return (
        f'<nav class="track" aria-label="{safe(label)}">'
        f'<div class="marks" aria-hidden="true">{_marks(found, total)}</div>'
        f"<ol>{''.join(columns)}</ol>{_arcs(found, total)}</nav>"
    )


def labels(begins: Sequence[float], names: Sequence[str], width: float) -> list[tuple[str, int]]:
    """What is written at the beginning of each turn, and in which of two rows, so that none touches another.

    begins: of its column, as a share of the width. width: of the track in pixels, at the least. Where a name has no
    room it is its number or first letter; where that has none, "": the turn is known by the line of its column.
    """
    ends, placed = [0.0, 0.0], list[tuple[str, int]]()
    for begin, name in zip(begins, names, strict=True):
        left = begin * width
        fits = (
            (text, row)
            for text in (name, _short(name))
            for row, end in enumerate(ends)
            if end <= left and left + _wide(text) <= width + GAP
        )
        text, row = next(fits, ("", 0))
        if text:
            ends[row] = left + _wide(text)
        placed.append((text, row))
    return placed


def _wide(text: str) -> float:
    return len(text) * LETTER + GAP


def _short(turn: str) -> str:
    last = turn.rpartition(" ")[2]
    return last if last.isdecimal() else turn[:1]


def _named(css: str, some: Sequence[tuple[str, int]]) -> list[str]:
    return [f'<span class="{css} r{row}">{safe(text)}</span>' if text else "" for text, row in some]


def _bar(some: Sequence[Tick]) -> _Bar:
    return _Bar(next((one for one in some if one.mark), some[0]), tuple(some))


def _tick(bar: _Bar) -> str:
    first = bar.first
    height = min(100, 18 + 12 * bar.dice)
    css = f"l{first.look}" if first.look >= 0 else "ln"
    css += " up" if first.look == 0 else "" if first.look > 0 else " nobody"
    css += " gone" if bar.gone else ""
    seqs = f"{bar.entries[0].seq} to {bar.entries[-1].seq}" if len(bar.entries) > 1 else str(first.seq)
    return f'<a href="#e{first.seq}" tabindex="-1" class="{css}" style="--h:{height}%" title="{seqs}"></a>'


def _marks(bars: Sequence[_Bar], total: int) -> str:
    """Losses in words, each above its tick; those that would touch are drawn in two rows, then left out."""
    parts: list[str] = []
    ends = [-1.0, -1.0]
    for i, bar in enumerate(bars):
        for one in bar.entries:
            if not one.mark or one.gone:
                continue
            at, half = 100 * (i + 0.5) / total, 0.5 * len(one.mark) + 1
            at = min(max(at, half), 100 - half)
            row = next((n for n, end in enumerate(ends) if end <= at - half), None)
            if row is None:
                continue
            ends[row] = at + half
            parts.append(
                f'<a href="#e{one.seq}" tabindex="-1" style="left:{num(at)}%" class="r{row}">✕ {safe(one.mark)}</a>'
            )
    return "".join(parts)


def _arcs(bars: Sequence[_Bar], total: int) -> str:
    """From where a battle was left to where it went on."""
    at = {one.seq: i for i, bar in enumerate(bars) for one in bar.entries}
    parts = [
        f'<path d="M{num(end)} 40C{num(end)} 0 {num(start)} 0 {num(start)} 40" vector-effect="non-scaling-stroke"/>'
        for bar in bars
        for one in bar.entries
        if one.back and one.back in at
        for end, start in [(at[one.seq] + 0.5, at[one.back] + 0.5)]
    ]
    if not parts:
        return ""
    size = f'viewBox="0 0 {total} 100" preserveAspectRatio="none"'
    return f'<svg class="arcs" {size} aria-hidden="true">{"".join(parts)}</svg>'
