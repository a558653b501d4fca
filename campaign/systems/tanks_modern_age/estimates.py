"""What the sensible bot reckons with: quick lines of sight, and the chances of an attack as plain numbers.

`sight.py` and `odds.py` know better, and take longer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from math import comb, hypot
from typing import NamedTuple

from campaign.systems.tanks_modern_age.charts import Critical
from campaign.systems.tanks_modern_age.reach import Table
from campaign.systems.tanks_modern_age.shapes import Side, crossing, sides

Damage = tuple[tuple[float, ...], float]
"""The chance of each amount of damage, and how many critical hits are to be expected."""


# -- lines -----------------------------------------------------------------------------------------------------


class Hindrance(NamedTuple):
    """A piece of terrain, with a circle around it that lines must enter to meet it."""

    x: int
    y: int
    radius: float
    around: tuple[Side, ...]
    wood: bool


def hindrances(on: Table, over: tuple[str, ...] = ()) -> tuple[Hindrance, ...]:
    """Of all terrain but the kinds that are looked over."""
    return tuple(
        Hindrance(g.x, g.y, hypot(g.length, g.width) / 2, sides(on.shapes[g.id]), g in on.concealing)
        for g in on.terrain
        if g.kind not in over
    )


def between(
    lines: Sequence[Hindrance], start: tuple[float, float], end: tuple[float, float], around: float
) -> list[Hindrance]:
    """Those that a line from start to anything within so much of end could meet, and perhaps others."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy) or 1.0
    farthest, around = length * length, around + 1.0
    found: list[Hindrance] = []
    for one in lines:
        x, y, radius, _, _ = one
        ox, oy, room = x - ax, y - ay, (radius + around) * length
        if -room <= ox * dy - oy * dx <= room and -room <= ox * dx + oy * dy <= farthest + room:
            found.append(one)
    return found


def blocked(
    lines: Sequence[Hindrance], start: tuple[float, float], end: tuple[float, float], skip: float
) -> int:
    """0: the line is clear; 1: it meets what conceals; 2: it is stopped. skip: what of it runs over the own hull."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy) or 1.0
    worst = 0
    for x, y, radius, around, wood in lines:
        ox, oy = x - ax, y - ay
        limit = radius * length
        if not -limit <= ox * dy - oy * dx <= limit:
            continue
        if not -limit < ox * dx + oy * dy < length * (length + radius):
            continue
        met = crossing(around, ax, ay, bx, by)
        if met is None:
            continue
        if not wood or (met[0] > 0 and met[1] < 1):
            return 2
        if met[0] > 0 or met[1] * length > skip:
            worst = 1
    return worst


# -- chances -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def card_damage(criticals: tuple[Critical, ...]) -> tuple[tuple[int, float], ...]:
    """The damage of a critical card and its chance, the deck being whole."""
    found: Counter[int] = Counter()
    for one in criticals:
        found[one.tank.damage] += one.count
    return tuple((damage, count / found.total()) for damage, count in sorted(found.items()))


@lru_cache(maxsize=2048)
def _rolled(dice: int, good: float, better: float, again: int) -> tuple[tuple[int, int, float], ...]:
    """Chances of so many good and better results, so many failures being rolled once more."""
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    for g, b, first in _once(dice, good, better):
        for g2, b2, second in _once(min(again, dice - g - b), good, better):
            found[g + g2, b + b2] += first * second
    return tuple((g, b, share) for (g, b), share in found.items())


@lru_cache(maxsize=1024)
def _once(dice: int, good: float, better: float) -> tuple[tuple[int, int, float], ...]:
    bad = 1 - good - better
    return tuple(
        (g, b, comb(dice, b) * comb(dice - b, g) * better**b * good**g * bad ** (dice - b - g))
        for b in range(dice + 1)
        for g in range(dice + 1 - b)
    )


@lru_cache(maxsize=8192)
def damage_of(
    attack: tuple[int, int, int, int], guard: tuple[int, int, int, int], cards: tuple[tuple[int, float], ...]
) -> Damage:
    """attack: dice, faces from which they hit (critically), re-rolls; guard: dice, faces that cancel, re-rolls."""
    dice, hit, critical, again = attack
    defence, fours, sixes, allowance = guard
    found: defaultdict[int, float] = defaultdict(float)
    criticals = 0.0
    better = max(0, 7 - critical) / 6
    for hits, crits, share in _rolled(dice, (7 - hit) / 6 - better, better, again):
        if not hits and not crits:
            found[0] += share
            continue
        for weak, strong, part in _rolled(defence, fours / 6, sixes / 6, min(allowance, defence)):
            c = max(0, crits - strong)
            h = max(0, hits - max(0, strong - crits))
            over = max(0, weak - h)
            h, c = max(0, h - weak), max(0, c - over)
            criticals += share * part * c
            for more, chance in _of_cards(c, cards):
                found[h + more] += share * part * chance
    return tuple(found[n] for n in range(max(found) + 1)), criticals


@lru_cache(maxsize=8192)
def mean_and_kill(chances: tuple[float, ...], room: int) -> tuple[float, float]:
    """The mean damage, of what it has room for, and the chance of so much or more."""
    return sum(min(n, room) * share for n, share in enumerate(chances)), sum(chances[room:])


@lru_cache(maxsize=256)
def _of_cards(count: int, cards: tuple[tuple[int, float], ...]) -> tuple[tuple[int, float], ...]:
    found: dict[int, float] = {0: 1.0}
    for _ in range(count):
        more: defaultdict[int, float] = defaultdict(float)
        for so_far, share in found.items():
            for damage, chance in cards:
                more[so_far + damage] += share * chance
        found = more
    return tuple(found.items())
