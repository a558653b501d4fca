"""Small pieces of SVG and HTML: everything that comes from outside is escaped here or by whoever calls."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from campaign.shared.plain import plain

XY = tuple[float, float]


class Box(NamedTuple):
    """An upright rectangle: what a text or a counter covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two have an area in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Whether the other lies wholly within."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    @property
    def middle(self) -> XY:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def safe(text: object) -> str:
    """Any text as the content or the attribute of an element."""
    return escape(plain(str(text)))


def num(value: float) -> str:
    """A coordinate: one digit after the point at the most, and no minus zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def points(some: Iterable[XY]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in some)


def way(some: Iterable[XY]) -> str:
    """A path of straight lines."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in some)


def words(x: float, y: float, text: str, css: str = "", anchor: str = "") -> str:
    """A text of a drawing. anchor: `middle` or `end`."""
    style = f' class="{css}"' if css else ""
    align = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{num(x)}" y="{num(y)}"{style}{align}>{safe(text)}</text>'


def wide(text: str, size: float, part: float = 0.58) -> float:
    """How wide a text is at the most likely; part: of a letter of that size."""
    return len(text) * size * part


def covered(x: float, y: float, text: str, size: float, anchor: str = "start", part: float = 0.58) -> Box:
    """What a text covers whose base line is at y."""
    length = wide(text, size, part)
    left = x if anchor == "start" else x - length if anchor == "end" else x - length / 2
    return Box(left, y - 0.8 * size, left + length, y + 0.25 * size)


def drawing(box: Box, body: str, title: str, css: str = "", more: str = "") -> str:
    """A drawing that shows this part of its coordinates, as wide as the place that it stands in. more: attributes."""
    size = f"{num(box.left)} {num(box.top)} {num(box.right - box.left)} {num(box.bottom - box.top)}"
    name = f' class="{css}"' if css else ""
    return f'<svg{name} viewBox="{size}" role="img"{more}><title>{safe(title)}</title>{body}</svg>'
