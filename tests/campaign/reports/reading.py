"""Reading pages and drawings back: as trees of elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import NamedTuple

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Element:
    """One element of a page, with what is in it."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Element] = []
        self.own: list[str] = []

    @property
    def css(self) -> list[str]:
        return self.attrs.get("class", "").split()

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces()).split())

    def pieces(self) -> Iterator[str]:
        yield from self.own
        for child in self.children:
            yield from child.pieces()

    def all(self, tag: str = "", css: str = "") -> list[Element]:
        """All below, in order, of this kind."""
        found = [self] if (not tag or self.tag == tag) and (not css or css in self.css) else []
        return [*found, *(one for child in self.children for one in child.all(tag, css))]

    def numbers(self, name: str) -> list[float]:
        """The numbers of an attribute."""
        return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", self.attrs.get(name, ""))]

    @property
    def shift(self) -> tuple[float, float]:
        """Where its own coordinates begin, by all translations above it."""
        x, y = self.parent.shift if self.parent else (0.0, 0.0)
        found = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", self.attrs.get("transform", ""))
        return (x + float(found[1]), y + float(found[2])) if found else (x, y)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(made)
        if tag not in VOID:
            self.here = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"<{self.here.tag}> is closed by </{tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.own.append(data)


def read(page: str) -> Element:
    """The tree of a page whose elements are all closed, in order."""
    reader = _Reader()
    reader.feed(page)
    assert reader.here is reader.root, f"<{reader.here.tag}> is not closed"
    return reader.root


def stands_alone(page: str) -> Element:
    """A page that asks nobody for anything, whose links lead to what is in it, and whose ids are there once."""
    root = read(page)
    ids = [one.attrs["id"] for one in root.all() if "id" in one.attrs]
    assert len(ids) == len(set(ids)), sorted(one for one in set(ids) if ids.count(one) > 1)
    for one in root.all():
        assert "src" not in one.attrs
        assert one.tag not in ("script", "link", "iframe", "object", "img")
        if "href" in one.attrs:
            assert one.attrs["href"].startswith("#"), one.attrs["href"]
            assert one.attrs["href"][1:] in ids, one.attrs["href"]
    for name in re.findall(r"url\(([^)]*)\)", page):
        assert name.startswith("#") and name[1:] in ids, name
    assert "//" not in re.sub(
        r"https?://(?=www\.w3\.org)", "", re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    )
    assert len(root.all("h1")) == 1
    levels = [int(one.tag[1]) for one in root.all() if re.fullmatch("h[1-6]", one.tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    return root


class Rect(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect, by: float = 0.5) -> bool:
        return (
            self.left < other.right - by
            and other.left < self.right - by
            and self.top < other.bottom - by
            and other.top < self.bottom - by
        )


def texts(svg: Element, css: str, size: float) -> list[tuple[str, Rect]]:
    """The texts of a class in a drawing with what they cover."""
    found: list[tuple[str, Rect]] = []
    for one in svg.all("text", css):
        x, y = float(one.attrs["x"]), float(one.attrs["y"])
        dx, dy = one.shift
        wide = len(one.text) * size * 0.55
        anchor = one.attrs.get("text-anchor", "start")
        left = x + dx - (wide if anchor == "end" else wide / 2 if anchor == "middle" else 0)
        found.append((one.text, Rect(left, y + dy - 0.75 * size, left + wide, y + dy + 0.2 * size)))
    return found
