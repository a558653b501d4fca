"""How likely how many of several men fall by one attack, for the odds of those whom that shakes (16, 24.1, 31.10.11).

Cards are not put back between men: all hands are worked out together, but only as far as it matters who falls.
The pile holds enough for an attack (`wounds.suffice`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm, perm
from typing import NamedTuple

from campaign.rules.walking import Tally
from campaign.systems.combat_volume_2.charts import WOUNDS
from campaign.systems.combat_volume_2.people import checks, drawing, wounds
from campaign.systems.combat_volume_2.people.wounds import How
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man

MORALE, LIGHT, BAD, KILLED = range(len(WOUNDS))
Left = drawing.Left


PART = 100
"""Chances of two dice of ten at the most are so many hundredths."""


class Other(NamedTuple):
    """Somebody who may be hit. hit: how likely, in `PART`; draws: cards then. pairs, each: of so many pairs the mildest
    counts, of so many in each the worst (24.1). stands: how likely he stays in action, in `PART`, by light and bad
    wounds that he has; down: he is out of action. aboard: only his death counts. near: a card makes the first wound a
    check; sheltered: all. Whole numbers: much is remembered by them."""

    hit: int
    draws: int
    pairs: int
    each: int
    light: int
    bad: int
    stands: tuple[int, ...]
    down: bool
    aboard: bool
    near: bool
    sheltered: bool


def other(play: Play, man: Man, count: int, by: str, how: How, needed: int | None) -> Other:
    """needed: what hits him, None if he is hit anyway."""
    again, chart = "again" in man.helps, play.charts.morale
    stands = [
        _passes(man.quality + chart.light * light + chart.bad * bad, again)
        for light, bad in product((0, 1), repeat=2)
    ]
    return Other(
        PART if needed is None else _passes(needed, False), count, 2 if "tough" in man.skills else 1,
        2 if wounds.deadly(play, by, how) else 1, man.light, man.bad, tuple(stands), man.down, bool(man.vehicle),
        "near-miss" in man.helps, wounds.sheltered(play, man, how),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _passes(needed: int, again: bool) -> int:
    """How likely a check of so much is passed, in `PART`. again: a second die is rolled if it fails."""
    fails = 10 - sum(map(checks.within(needed), range(10)))
    return PART - (fails * fails if again else 10 * fails)


def how_many(others: tuple[Other, ...], left: Left, whole: Left, once: bool) -> tuple[int, ...]:
    """How likely how many of them fall, in whole numbers from none on. whole: of all the cards. once: only whether any
    does."""
    if all(one.draws == 1 and not one.light for one in others):  # a light wound is as mild as a check then
        left, whole = (left[0] + left[1], 0, *left[2:]), (whole[0] + whole[1], 0, *whole[2:])
    falls = _falls(others, left, whole, once)
    parts = lcm(*(chance.denominator for chance in falls))
    return tuple(int(chance * parts) for chance in falls)


@lru_cache(maxsize=8192)
def _falls(others: tuple[Other, ...], left: Left, whole: Left, once: bool) -> tuple[Fraction, ...]:
    """The same as chances: of the first, and of the others after each of his fates."""
    if not others:
        return (Fraction(1),)
    first, *rest = others
    tally, after = Tally(), tuple(rest)
    for then, fell, part in _fates(first, left, whole):
        if once and fell:
            tally.count(1, part.numerator, part.denominator)
            continue
        for count, chance in enumerate(_falls(after, then, whole, once), fell):
            tally.share(count, part, chance)
    chances = tally.spread()
    return tuple(chances.get(count, Fraction(0)) for count in range(len(others) + 1))


@lru_cache(maxsize=1024)
def _fates(one: Other, cards: Left, whole: Left) -> list[tuple[Left, int, Fraction]]:
    """What becomes of one man: the cards that are left, whether he falls, how likely."""
    if one.sheltered:
        return [(cards, 0, Fraction(1))]
    found = Tally()
    if one.hit < PART:
        found.count((cards, 0), PART - one.hit, PART)
    todo = [(cards, one, Fraction(one.hit, PART))] if one.hit else []
    while todo:
        cards, now, chance = todo.pop()
        if not now.draws:
            found.count((cards, 0), chance.numerator, chance.denominator)
            continue
        for left, kind, part in _drawn(now, cards, whole):
            for then, falls, rest in hurt(now, kind):
                comes = part * Fraction(rest, PART)
                if then is None or not then.draws:
                    found.share((left, falls), chance, comes)
                else:
                    todo.append((left, then, chance * comes))
    return [(left, falls, chance) for (left, falls), chance in found.spread().items()]


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


def hurt(one: Other, kind: int) -> Iterator[tuple[Other | None, int, int]]:
    """What such a card does to him: as he is then, None if he is done for; whether he falls; how likely, in `PART`."""
    after, light = one._replace(draws=one.draws - 1), one.light
    if kind != MORALE and one.near:
        kind, after = MORALE, after._replace(near=False)
    if kind == LIGHT and one.light:
        kind, light = BAD, 0
    if kind == BAD and one.bad:
        kind = KILLED
    if kind == KILLED:
        yield None, 1, PART
    elif kind == BAD:
        then = after._replace(light=light, bad=one.bad + 1)
        stands = PART if one.down else one.stands[2 * light + one.bad]
        if stands:
            yield then, 0, stands
        if stands < PART:
            yield None, int(not one.aboard), PART - stands
    else:
        yield after._replace(light=one.light + int(kind == LIGHT)), 0, PART
