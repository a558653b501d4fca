"""How likely how many of several men fall by one attack, for the odds of those whom that shakes (16, 24.1, 31.10.11).

Cards are not put back between men: all hands are worked out together, but only as far as it matters who falls.
The pile holds enough for an attack (`wounds.suffice`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, perm
from typing import NamedTuple

from campaign.rules.dice import share
from campaign.systems.combat_volume_2.charts import WOUNDS
from campaign.systems.combat_volume_2.people import checks, drawing, wounds
from campaign.systems.combat_volume_2.people.wounds import How
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man

MORALE, LIGHT, BAD, KILLED = range(len(WOUNDS))
Left = drawing.Left


class Other(NamedTuple):
    """Somebody who may be hit. hit: how likely; draws: cards then. pairs, each: of so many pairs the mildest counts, of
    so many in each the worst (24.1). stands: how likely he stays in action, by light and bad wounds that he has; down:
    he is out of action. aboard: only his death counts. near: a card makes the first wound a check; sheltered: all."""

    hit: Fraction
    draws: int
    pairs: int
    each: int
    light: int
    bad: int
    stands: tuple[Fraction, ...]
    down: bool
    aboard: bool
    near: bool
    sheltered: bool


def other(play: Play, man: Man, count: int, by: str, how: How, needed: int | None) -> Other:
    """needed: what hits him, None if he is hit anyway."""
    hit = Fraction(1) if needed is None else share(lambda side: checks.within(needed)(side - 1), 10)
    again = "again" in man.helps
    stands: list[Fraction] = []
    for light, bad in product((0, 1), repeat=2):
        quality = man.quality + play.charts.morale.light * light + play.charts.morale.bad * bad
        fails = 1 - share(lambda side, quality=quality: checks.within(quality)(side - 1), 10)
        stands.append(1 - (fails * fails if again else fails))
    return Other(
        hit, count, 2 if "tough" in man.skills else 1, 2 if wounds.deadly(play, by, how) else 1, man.light, man.bad,
        tuple(stands), man.down, bool(man.vehicle), "near-miss" in man.helps, wounds.sheltered(play, man, how),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def how_many(others: tuple[Other, ...], left: Left, whole: Left, once: bool) -> tuple[int, ...]:
    """How likely how many of them fall, in whole numbers from none on. whole: of all the cards. once: only whether any
    does."""
    if all(one.draws == 1 and not one.light for one in others):  # a light wound is as mild as a check then
        left, whole = (left[0] + left[1], 0, *left[2:]), (whole[0] + whole[1], 0, *whole[2:])
    ways = {(left, 0): Fraction(1)}
    for one in others:
        after = defaultdict[tuple[Left, int], Fraction](Fraction)
        for (cards, count), chance in ways.items():
            if once and count:
                after[cards, count] += chance
                continue
            for then, falls, part in _fates(one, cards, whole):
                after[then, count + falls] += chance * part
        ways = after
    found = [Fraction(0)] * (len(others) + 1)
    for (_, count), chance in ways.items():
        found[count] += chance
    parts = lcm(*(one.denominator for one in found))
    return tuple(int(one * parts) for one in found)


@lru_cache(maxsize=1024)
def _fates(one: Other, cards: Left, whole: Left) -> list[tuple[Left, int, Fraction]]:
    """What becomes of one man: the cards that are left, whether he falls, how likely."""
    if one.sheltered:
        return [(cards, 0, Fraction(1))]
    found = defaultdict[tuple[Left, int], Fraction](Fraction)
    if one.hit < 1:
        found[cards, 0] = 1 - one.hit
    todo = [(cards, one, one.hit)]
    while todo:
        cards, now, chance = todo.pop()
        if not now.draws:
            found[cards, 0] += chance
            continue
        for left, kind, part in _drawn(now, cards, whole):
            for then, falls, rest in hurt(now, kind):
                if then is None or not then.draws:
                    found[left, falls] += chance * part * rest
                else:
                    todo.append((left, then, chance * part * rest))
    return [(left, falls, chance) for (left, falls), chance in found.items() if chance]


@lru_cache(maxsize=1024)
def _drawn(one: Other, cards: Left, whole: Left) -> list[tuple[Left, int, Fraction]]:
    """A card, or what counts of several."""
    many = one.pairs * one.each
    there = cards if sum(cards) >= many else whole
    every = perm(sum(there), many)
    return [
        (tuple(map(int.__sub__, there, taken)), kind, Fraction(ways, every))
        for taken, kind, ways in drawing.drawn(one.pairs, one.each, there)
    ]


def hurt(one: Other, kind: int) -> Iterator[tuple[Other | None, int, Fraction]]:
    """What such a card does to him: as he is then, None if he is done for; whether he falls; how likely."""
    after, light = one._replace(draws=one.draws - 1), one.light
    if kind != MORALE and one.near:
        kind, after = MORALE, after._replace(near=False)
    if kind == LIGHT and one.light:
        kind, light = BAD, 0
    if kind == BAD and one.bad:
        kind = KILLED
    if kind == KILLED:
        yield None, 1, Fraction(1)
    elif kind == BAD:
        then = after._replace(light=light, bad=one.bad + 1)
        stands = Fraction(1) if one.down else one.stands[2 * light + one.bad]
        if stands:
            yield then, 0, stands
        if stands < 1:
            yield None, int(not one.aboard), 1 - stands
    else:
        yield after._replace(light=one.light + int(kind == LIGHT)), 0, Fraction(1)
