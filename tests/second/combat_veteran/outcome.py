"""What the dice of an attack do to a vehicle: every roll weighed, in exact parts (9.7 and its results chart)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial

Chances = dict[str, Fraction]
MARKERS = ("coaxial", "hull-mg", "immobilized", "turret", "main-gun", "unmanned")
"""By what the die for a hit shows, from 1."""


@cache
def left(dice: int, defensive: bool) -> dict[tuple[bool, int, bool], Fraction]:
    """After deflections, the worst cancelled first: whether a critical is left, how many rolls for damage, a stop."""
    found: dict[tuple[bool, int, bool], Fraction] = defaultdict(Fraction)
    for counts in _shared(dice, 6):
        ways = factorial(dice)
        for one in counts:
            ways //= factorial(one)
        found[remaining(counts, defensive)] += Fraction(ways, 6**dice)
    return dict(found)


def remaining(counts: tuple[int, ...], defensive: bool) -> tuple[bool, int, bool]:
    ones, _, stops, hits, multiples, criticals = counts
    rest = {"critical": criticals, "multiple": multiples, "hit": hits, "stop": stops if defensive else 0}
    for what in rest:
        cancelled = min(ones, rest[what])
        rest[what] -= cancelled
        ones -= cancelled
    return rest["critical"] > 0, rest["hit"] + 2 * rest["multiple"], rest["stop"] > 0


def _shared(many: int, among: int) -> Iterator[tuple[int, ...]]:
    if among == 1:
        yield (many,)
        return
    for first in range(many + 1):
        for rest in _shared(many - first, among - 1):
            yield (first, *rest)


@cache
def marked(had: frozenset[str], rolls: int) -> dict[frozenset[str], Fraction]:
    """The markers after so many dice for damage; one that is there already changes nothing."""
    if not rolls:
        return {had: Fraction(1)}
    found: dict[frozenset[str], Fraction] = defaultdict(Fraction)
    for markers, chance in marked(had, rolls - 1).items():
        for one in MARKERS:
            found[markers | {one}] += chance / 6
    return dict(found)


def attack(dice: int, had: frozenset[str], defensive: bool, beset: bool) -> tuple[Chances, Chances]:
    """What becomes of a vehicle, and each fact. dice 0 or less: a misadventure. beset: an enemy is in its hex (9.7)."""
    results, facts = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    rolled = left(dice, defensive) if dice > 0 else misadventure()
    for (critical, rolls, stop), chance in rolled.items():
        if critical:
            results["wrecked"] += chance
            continue
        for markers, part in marked(had, rolls).items():
            weight = chance * part
            new = markers - had
            if len(markers) == 6 or (beset and "unmanned" in new):
                results["wrecked"] += weight
                continue
            less = "stopped" if stop else "no new damage" if rolls else "no effect"
            results["damaged" if new else less] += weight
            for one in new:
                facts[one] += weight
            if stop:
                facts["stopped"] += weight
    return dict(results), dict(facts)


def misadventure() -> dict[tuple[bool, int, bool], Fraction]:
    return {(False, 1, False): Fraction(1, 6), (False, 0, False): Fraction(5, 6)}
