"""Plots: running totals as steps with their names at the end, shares with intervals, counts, fates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise

from msgspec import Struct

from campaign.reports.drawing.markup import Box, drawing, num, safe, wide, words
from campaign.reports.drawing.palette import DASHES

WIDTH, HEIGHT = 320.0, 132.0
LEFT, TOP, BOTTOM = 6.0, 10.0, 108.0
LABEL = 66.0
"""Room for names and values at the ends of lines, at the least. BOLD: how much wider bold letters are."""
BOLD = 1.1
SIZE = 12.0
APART = 15.0
FEWEST = 3
"""Changes that are worth a plot; fewer stand in the table."""


class Line(Struct, frozen=True):
    """Something that changes on some days. steps: date → its value from then on."""

    name: str
    look: int
    steps: Mapping[str, int]

    @property
    def last(self) -> int:
        return self.steps[max(self.steps)] if self.steps else 0


def day(iso: str) -> str:
    """`17 Aug`."""
    found = date.fromisoformat(iso)
    return f"{found.day} {found:%b}"


def with_year(iso: str) -> str:
    """`17 Aug 1950`."""
    return f"{day(iso)} {iso[:4]}"


def long_day(iso: str) -> str:
    """`17 August 1950`."""
    found = date.fromisoformat(iso)
    return f"{found.day} {found:%B %Y}"


def steps(title: str, lines: Sequence[Line], first: str, last: str, notches: Sequence[str] = ()) -> str:
    """Running totals from one day to another, days to scale; "" where too little changes. notches: days of battles."""
    if sum(len(one.steps) for one in lines) < FEWEST:
        return ""
    start, days = (
        date.fromisoformat(first),
        max(1, (date.fromisoformat(last) - date.fromisoformat(first)).days),
    )
    ends = [f"{one.name} {one.last:,}" for one in lines]
    right = WIDTH - max(LABEL, *(6 + BOLD * wide(end, SIZE) for end in ends))
    values = [0, *(n for one in lines for n in one.steps.values())]
    low, high = min(values), max(max(values), 1)

    def x(iso: str) -> float:
        return LEFT + (right - LEFT) * (date.fromisoformat(iso) - start).days / days

    def y(value: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    notched = "".join(
        f"M{num(x(one))} {num(BOTTOM)}v5" for one in sorted(set(notches)) if first <= one <= last
    )
    parts = [
        f'<path class="axis" d="M{num(LEFT)} {num(y(0))}H{num(right)}{notched}"/>',
        words(LEFT, HEIGHT - 8, with_year(first), "q"),
        words(right, HEIGHT - 8, with_year(last), "q", "end"),
        *_new_years(first, last, x, right),
    ]
    for one in lines:
        d = f"M{num(x(first))} {num(y(0))}"
        for iso, value in sorted(one.steps.items()):
            d += f"H{num(x(iso))}V{num(y(value))}"
        dash = f' stroke-dasharray="{DASHES[one.look]}"' if DASHES[one.look] else ""
        parts.append(f'<path class="step l{one.look}" d="{d}H{num(right)}"{dash}/>')
    for one, end, at in zip(lines, ends, _apart([y(one.last) for one in lines]), strict=True):
        parts.append(words(right + 6, at + 4, end, f"t{one.look}"))
    return drawing(Box(0, 0, WIDTH, HEIGHT), "".join(parts), f"{title}: {', '.join(ends)}", "plot")


def _new_years(first: str, last: str, x: Callable[[str], float], right: float) -> list[str]:
    """A mark on the axis where a year begins, with the year where there is room for it beside the first day and the
    last."""
    free = LEFT + wide(with_year(first), SIZE) + APART
    end = right - wide(with_year(last), SIZE) - APART
    found: list[str] = []
    for year in range(int(first[:4]) + 1, int(last[:4]) + 1):
        at, label = x(f"{year:04}-01-01"), f"{year:04}"
        found.append(f'<path class="axis" d="M{num(at)} {num(BOTTOM)}v-4"/>')
        half = wide(label, SIZE) / 2
        if at - half >= free and at + half <= end:
            found.append(words(at, HEIGHT - 8, label, "q", "middle"))
            free = at + half + APART
    return found


def _apart(places: Sequence[float]) -> list[float]:
    """Heights of labels, moved apart so that none touch, within the plot."""
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    found = list(places)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + APART)
    for below, i in enumerate(reversed(order)):
        found[i] = min(found[i], BOTTOM - APART * below)
    return found


class Bar(Struct, frozen=True):
    """A share from 0 to 1, between low and high. told: in words."""

    name: str
    share: float
    low: float
    high: float
    told: str
    look: int = 0


def shares(title: str, bars: Sequence[Bar]) -> str:
    """A bar for each, its interval as a whisker, half marked by dashes; name and number above it."""
    row, wide_, parts = 40.0, 480.0, list[str]()
    height = row * len(bars) + 20
    for i, one in enumerate(bars):
        y = row * i
        parts += [
            words(0, y + 13, one.name),
            words(wide_, y + 13, one.told, "q", "end"),
            f'<rect class="empty" x="0" y="{num(y + 19)}" width="{num(wide_)}" height="12"/>',
            f'<rect class="f{one.look}" x="0" y="{num(y + 19)}" width="{num(wide_ * one.share)}" height="12"/>',
            f'<path class="whisker" d="M{num(wide_ * one.low)} {num(y + 25)}H{num(wide_ * one.high)}'
            f'M{num(wide_ * one.low)} {num(y + 21)}v8M{num(wide_ * one.high)} {num(y + 21)}v8"/>',
        ]
    parts.append(f'<path class="half" d="M{num(wide_ / 2)} 17V{num(height - 17)}"/>')
    for x, text, anchor in ((0.0, "0 %", ""), (wide_ / 2, "50 %", "middle"), (wide_, "100 %", "end")):
        parts.append(words(x, height - 4, text, "q", anchor))
    return drawing(Box(-2, 0, wide_ + 2, height), "".join(parts), title, "plot")


class Column(Struct, frozen=True):
    """One value of a count: its number, and how many of whom. parts: look (-1 for nobody) → how many."""

    at: int
    parts: tuple[tuple[int, int], ...]


def columns(title: str, found: Sequence[Column], unit: str) -> str:
    """How often each number came, those of each side one above the other."""
    width, height, bottom = 480.0, 150.0, 124.0
    highest = max((sum(n for _, n in one.parts) for one in found), default=0) or 1
    step = width / max(1, len(found))
    parts = [f'<path class="axis" d="M0 {num(bottom)}H{num(width)}"/>', words(0, 12, str(highest), "q")]
    for i, one in enumerate(found):
        base = bottom
        for look, n in one.parts:
            tall = (bottom - 18) * n / highest
            base -= tall
            css = f"f{look}" if look >= 0 else "fn"
            parts.append(
                f'<rect class="{css}" x="{num(step * i + 1)}" y="{num(base)}" width="{num(max(step - 2, 1))}"'
                f' height="{num(tall)}"><title>{safe(f"{unit} {one.at}: {n}")}</title></rect>'
            )
    if found:
        parts.append(words(0, height - 8, f"{unit} {found[0].at}", "q"))
        parts.append(words(width, height - 8, f"{unit} {found[-1].at}", "q", "end"))
    return drawing(Box(-2, 0, width + 2, height), "".join(parts), title, "plot")


class Split(Struct, frozen=True):
    """What something is made of: name → share of 1."""

    name: str
    parts: tuple[tuple[str, float], ...]


def splits(title: str, found: Sequence[Split]) -> str:
    """A bar for each, in greys, each part named in it or below it."""
    width, row, parts = 480.0, 52.0, list[str]()
    kinds = list(dict.fromkeys(name for one in found for name, _ in one.parts))
    for i, one in enumerate(found):
        y, x = row * i, 0.0
        parts.append(words(0, y + 13, one.name))
        small: list[str] = []
        for name, share in one.parts:
            long, text = width * share, f"{name} {100 * share:.0f} %"
            place = f'x="{num(x)}" y="{num(y + 19)}" width="{num(long)}" height="14"'
            parts.append(f'<rect class="g{kinds.index(name) % 4}" {place}><title>{safe(text)}</title></rect>')
            if long > wide(text, SIZE) + 4:
                parts.append(words(x, y + 46, text, "q"))
            else:
                small.append(text)
            x += long
        if small:
            parts.append(words(width, y + 13, ", ".join(small), "q", "end"))
    return drawing(Box(-2, 0, width + 2, row * len(found) + 2), "".join(parts), title, "plot")
