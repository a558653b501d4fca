"""Roads, rivers and ridges: lines through the middles of neighbouring hexes, curved through what lies between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, pairwise

from campaign.reports.drawing.markup import XY, num

Links = dict[str, set[str]]


def joined(pairs: Iterable[tuple[str, str]]) -> Links:
    """Who is next to whom, of pairs in either order."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return dict(found)


def touching(some: Iterable[str], around: Callable[[str], Iterable[str]]) -> Links:
    """Hexes of one kind, each with those that it touches; of three in a triangle the two busiest are not joined."""
    inside = set(some)
    found: Links = {hex: {one for one in around(hex) if one in inside} for hex in sorted(inside)}
    for hex in sorted(inside):
        for one, other in combinations(sorted(found[hex]), 2):
            if one in found[hex] and other in found[hex] and other in found[one]:
                ends = sorted((hex, one, other), key=lambda end: (-len(found[end]), end))
                found[ends[0]].discard(ends[1])
                found[ends[1]].discard(ends[0])
    return found


def strands(links: Links) -> list[list[str]]:
    """The links as lines, each walked once: from ends and forks to the next, then whatever goes round."""
    left = {frozenset((one, other)) for one, others in links.items() for other in others}
    found: list[list[str]] = []
    starts = sorted(links, key=lambda hex: (len(links[hex]) == 2, hex))
    for start in starts:
        for other in sorted(links[start]):
            if frozenset((start, other)) not in left:
                continue
            line = [start]
            here, there = start, other
            while True:
                left.discard(frozenset((here, there)))
                line.append(there)
                onward = sorted(one for one in links[there] if frozenset((there, one)) in left)
                if len(links[there]) != 2 or not onward:
                    break
                here, there = there, onward[0]
            found.append(line)
    return found


def curved(line: list[XY]) -> str:
    """A path through all midpoints, bent towards each point, from the first to the last."""
    text = f"M{num(line[0][0])} {num(line[0][1])}"
    for (ax, ay), (bx, by) in pairwise(line[1:]):
        text += f"Q{num(ax)} {num(ay)} {num((ax + bx) / 2)} {num((ay + by) / 2)}"
    return f"{text}L{num(line[-1][0])} {num(line[-1][1])}"


def path(links: Links, middles: Mapping[str, XY], rim: Callable[[str], bool]) -> str:
    """All lines as one path. rim: whether a hex lies at the edge of the sheet, where a line runs off it."""
    parts: list[str] = []
    for line in strands(links):
        spots = [middles[hex] for hex in line]
        for end, before in ((0, 1), (-1, -2)):
            if len(links[line[end]]) == 1 and rim(line[end]):
                (x, y), (fx, fy) = spots[end], spots[before]
                off = (x + (x - fx) / 2, y + (y - fy) / 2)
                spots = [off, *spots] if end == 0 else [*spots, off]
        parts.append(curved(spots))
    return "".join(parts)
