"""The dice of an attack as counts (p7, p16 to 18): one core that deciding rolls, odds walk and bots average.

What may be done with dice is said here once: which may be rolled again, what a modification makes of them, how many
ways there are to cancel hits, what a critical card costs. `decide` lists it to the players and rolls; `spread` walks
all of it, with careful players: failures are rolled again as far as that is allowed, dice are changed where they can
be, the target cancels critical hits first and the shooter plain ones. Chances are whole numbers out of a known whole,
so exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, perm
from typing import Literal, NamedTuple

from campaign.systems.tanks_modern_age.charts import Blow

Result = Literal["", "hit", "critical"]
Into = Literal["hit", "critical", "gone"]
RESULTS: tuple[Result, ...] = ("", "hit", "critical")
"""By the worth of a face of an attack die."""
SIDES = 6


class Pool(NamedTuple):
    """Dice that are rolled together, of the attack or of the defence.

    worth: by face from 1 to 6; of attack dice 0 fails, 1 hits, 2 hits critically; of defence dice 0 fails, 1 cancels
    what the shooter chooses, 2 what the target chooses. free: by face, whether it may be rolled again without an
    allowance. allowance: how many others may be.
    """

    dice: int
    worth: tuple[int, ...]
    free: tuple[bool, ...]
    allowance: int


class Change(NamedTuple):
    """What a modification makes of dice that show this and were not modified before. added: plain hits besides."""

    takes: tuple[Result, ...]
    into: tuple[Into, ...]
    added: int = 0


CHANGES: Mapping[str, Change] = {
    "hit-to-critical": Change(("hit",), ("critical",)),
    "volatile": Change(("hit",), ("critical",)),
    "critical-to-hits": Change(("critical",), ("hit",), 1),
    "hits-to-critical": Change(("hit", "hit"), ("critical", "gone")),
}
"""By the verb of an effect (p7, p20)."""
BRUTAL = CHANGES["hit-to-critical"]
"""What the keyword does, once the attack dice are done (p20)."""


class Volley(NamedTuple):
    """All that the dice of an attack depend on. rolled, uncancelled: the changes that may be made once the attack dice
    are done, and of what was not cancelled, each once."""

    attack: Pool
    guard: Pool
    rolled: tuple[Change, ...] = ()
    uncancelled: tuple[Change, ...] = ()


class Hand(NamedTuple):
    """Attack dice that count. fixed: of those that were modified, and may not be again (p7).

    In the order in which a target cancels them if it may choose.
    """

    criticals: int
    fixed_criticals: int
    hits: int
    fixed_hits: int


Weighed = tuple[tuple[tuple[int, int], int], ...]
"""Hits and critical hits → ways."""
Cards = tuple[tuple[tuple[int, int], int], ...]
"""Critical cards that may come: (damage, more of the first one) → how many of them there are."""


# -- what is allowed -------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def rerolls(groups: tuple[tuple[int, bool], ...], allowance: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of dice to roll again: how many of each group. groups: how many there are, and whether freely."""
    return tuple(
        counts
        for counts in product(*(range(count + 1) for count, _ in groups))
        if any(counts)
        and sum(n for n, (_, free) in zip(counts, groups, strict=True) if not free) <= allowance
    )


@lru_cache(maxsize=1 << 14)
def cancellations(groups: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Every way to cancel so many hits, or all there are: how many of each group, most of the first ones first."""
    count = min(count, sum(groups))
    return tuple(counts for counts in product(*(range(n, -1, -1) for n in groups)) if sum(counts) == count)


def harm(blow: Blow, ammo: int) -> int:
    """The damage of a critical card. ammo: cards that go with it, if it takes any (p18)."""
    return blow.damage + (ammo * blow.damage_each if blow.discard == "ammo" else 0)


# -- what comes of it ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def rolled(pool: Pool) -> Weighed:
    """How many dice of worth 1 and 2, out of 36**dice ways: failures are rolled again as far as that is allowed."""
    kinds = _kinds(pool)
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (free, bound, weak, strong), ways in _thrown(pool.dice, kinds):
        choices = rerolls(((free, True), (bound, False)), pool.allowance)
        again = max(map(sum, choices), default=0)
        ways *= SIDES ** (pool.dice - again)
        for (_, _, more_weak, more_strong), more in _thrown(again, kinds):
            found[weak + more_weak, strong + more_strong] += ways * more
    return tuple(sorted(found.items()))


def _kinds(pool: Pool) -> tuple[int, ...]:
    """How many faces fail and are free, fail, are worth 1, worth 2."""
    faces = tuple(zip(pool.worth, pool.free, strict=True))
    return (
        sum(not worth and free for worth, free in faces),
        sum(not worth and not free for worth, free in faces),
        pool.worth.count(1),
        pool.worth.count(2),
    )


@lru_cache(maxsize=1 << 10)
def _thrown(dice: int, kinds: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every result of one roll by kinds of faces, with its ways out of 6**dice."""
    if len(kinds) == 1:
        return (((dice,), kinds[0] ** dice),) if kinds[0] or not dice else ()
    return tuple(
        ((n, *rest), comb(dice, n) * kinds[0] ** n * ways)
        for n in range(dice + 1 if kinds[0] else 1)
        for rest, ways in _thrown(dice - n, kinds[1:])
    )


@lru_cache(maxsize=1 << 13)
def spread(volley: Volley) -> tuple[Weighed, int]:
    """Hits and critical hits that are left of an attack, with their ways, and all ways there are."""
    guard = rolled(volley.guard)
    all_guards = (SIDES * SIDES) ** volley.guard.dice
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (hits, criticals), ways in rolled(volley.attack):
        hand = changed(Hand(criticals, 0, hits, 0), volley.rolled)
        if not any(hand):
            found[0, 0] += ways * all_guards
            continue
        for (weak, strong), more in guard:
            found[_left(hand, strong, weak, volley.uncancelled)] += ways * more
    return tuple(sorted(found.items())), (SIDES * SIDES) ** volley.attack.dice * all_guards


@lru_cache(maxsize=1 << 14)
def _left(hand: Hand, sixes: int, fours: int, changes: tuple[Change, ...]) -> tuple[int, int]:
    """Hits and critical hits of a hand that are left when the target, then the shooter, has cancelled."""
    for count, careful in ((sixes, 0), (fours, -1)):
        away = cancellations(tuple(hand), count)[careful]
        hand = Hand(*(n - m for n, m in zip(hand, away, strict=True)))
    left = changed(hand, changes)
    return left.hits + left.fixed_hits, left.criticals + left.fixed_criticals


def changed(hand: Hand, changes: Sequence[Change]) -> Hand:
    """Each change made, one after the other, where there are dice for it."""
    for change in changes:
        hits, criticals = change.takes.count("hit"), change.takes.count("critical")
        if hand.hits >= hits and hand.criticals >= criticals:
            hand = Hand(
                hand.criticals - criticals,
                hand.fixed_criticals + change.into.count("critical"),
                hand.hits - hits,
                hand.fixed_hits + change.into.count("hit") + change.added,
            )
    return hand


@lru_cache(maxsize=1 << 12)
def drawn(cards: Cards, count: int, room: int = 0) -> tuple[tuple[tuple[int, ...], int], ...]:
    """What so many cards are, one after the other: how many of each group → ways. room: from so much damage on no more
    are drawn, 0: there is no such end. The ways are those of drawing all of them, of `drawings` in all."""
    size = sum(n for _, n in cards)
    count = min(count, size)
    open: dict[tuple[int, ...], int] = {(0,) * len(cards): 1}
    ended: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for i in range(count):
        more: defaultdict[tuple[int, ...], int] = defaultdict(int)
        for taken, ways in open.items():
            if room and damage_of(cards, taken) >= room:
                ended[taken] += ways * perm(size - i, count - i)
                continue
            for k, (_, there) in enumerate(cards):
                if there > taken[k]:
                    more[(*taken[:k], taken[k] + 1, *taken[k + 1 :])] += ways * (there - taken[k])
        open = dict(more)
    for taken, ways in open.items():
        ended[taken] += ways
    return tuple(sorted(ended.items()))


def drawings(cards: Cards, count: int) -> int:
    """All ways to draw so many cards."""
    size = sum(n for _, n in cards)
    return perm(size, min(count, size))


def damage_of(cards: Cards, taken: Sequence[int]) -> int:
    """Of so many cards of each group."""
    return sum(n * each + (first if n else 0) for n, ((each, first), _) in zip(taken, cards, strict=True))


# -- as bots see it --------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """What an attack is likely to do. chances: of each amount of damage; criticals: how many are to be expected."""

    chances: tuple[float, ...]
    criticals: float


NOTHING = Effect((1.0,), 0.0)


@lru_cache(maxsize=1 << 13)
def effect(volley: Volley, cards: Cards) -> Effect:
    """The damage of an attack as plain numbers."""
    left, whole = spread(volley)
    chances: defaultdict[int, float] = defaultdict(float)
    criticals = 0
    for (hits, critical), ways in left:
        criticals += critical * ways
        share = ways / whole
        for damage, chance in _of_cards(cards, critical):
            chances[hits + damage] += share * chance
    return Effect(tuple(chances[n] for n in range(max(chances) + 1)), criticals / whole)


@lru_cache(maxsize=1 << 10)
def _of_cards(cards: Cards, count: int) -> tuple[tuple[int, float], ...]:
    whole = drawings(cards, count)
    found: defaultdict[int, int] = defaultdict(int)
    for taken, ways in drawn(cards, count):
        found[damage_of(cards, taken)] += ways
    return tuple((damage, ways / whole) for damage, ways in sorted(found.items()))


@lru_cache(maxsize=1 << 13)
def mean_and_kill(chances: tuple[float, ...], room: int) -> tuple[float, float]:
    """The mean damage, of what it has room for, and the chance of so much or more."""
    return sum(min(n, room) * share for n, share in enumerate(chances)), sum(chances[room:])


def groups(counts: Mapping[tuple[int, int], int]) -> Cards:
    return tuple(sorted(counts.items()))


def of_groups(groups: Sequence[Sequence[int]], counts: Sequence[int]) -> Iterator[int]:
    """The first so many places of each group."""
    for group, count in zip(groups, counts, strict=True):
        yield from group[:count]
