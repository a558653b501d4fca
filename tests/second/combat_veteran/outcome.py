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
def rolled(dice: int) -> dict[tuple[int, ...], Fraction]:
    """How often each face comes up, from 1 to 6."""
    found: dict[tuple[int, ...], Fraction] = {}
    for counts in _shared(dice, 6):
        ways = factorial(dice)
        for one in counts:
            ways //= factorial(one)
        found[counts] = Fraction(ways, 6**dice)
    return found


@cache
def left(dice: int, defensive: bool) -> dict[tuple[bool, int, bool], Fraction]:
    """After deflections, the worst cancelled first: whether a critical is left, how many rolls for damage, a stop."""
    found: dict[tuple[bool, int, bool], Fraction] = defaultdict(Fraction)
    for counts, chance in rolled(dice).items():
        found[remaining(counts, defensive)] += chance
    return dict(found)


def deflected(counts: tuple[int, ...], defensive: bool) -> dict[str, int]:
    """What does something after each 1 has cancelled one die, the worst first."""
    ones, _, stops, hits, multiples, criticals = counts
    rest = {"critical": criticals, "multiple": multiples, "hit": hits, "stop": stops if defensive else 0}
    for what in rest:
        cancelled = min(ones, rest[what])
        rest[what] -= cancelled
        ones -= cancelled
    return rest


def remaining(counts: tuple[int, ...], defensive: bool) -> tuple[bool, int, bool]:
    rest = deflected(counts, defensive)
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
    return told(left(dice, defensive) if dice > 0 else misadventure(), had, beset)


def told(
    open: dict[tuple[bool, int, bool], Fraction], had: frozenset[str], beset: bool
) -> tuple[Chances, Chances]:
    results, facts = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    for rest, chance in open.items():
        if rest[0]:
            results["wrecked"] += chance
            continue
        for result, markers, part in after(rest, had, beset):
            results[result] += chance * part
            if result != "wrecked":
                for one in (*(markers - had), *(("stopped",) if rest[2] else ())):
                    facts[one] += chance * part
    return dict(results), dict(facts)


def on_foot(dice: int, wounded: bool, defensive: bool) -> tuple[Chances, Chances]:
    """What becomes of a soldier: a 4 or 5 wounds, a second wound kills; a 5 stops in defensive fire, too."""
    results, facts = defaultdict[str, Fraction](Fraction), defaultdict[str, Fraction](Fraction)
    for counts, chance in rolled(dice).items() if dice > 0 else ((one, Fraction(1, 6)) for one in LAST):
        result, stop = shot_down(counts, wounded, defensive)
        results[result] += chance
        if stop and result != "killed":
            facts["stopped"] += chance
    return dict(results), dict(facts)


LAST = (*[(0, 1, 0, 0, 0, 0)] * 5, (0, 0, 0, 1, 0, 0))
"""The last die of a misadventure: a miss, but for the 6, which is a hit."""


def shot_down(counts: tuple[int, ...], wounded: bool, defensive: bool) -> tuple[str, bool]:
    rest = deflected(counts, defensive)
    stop = defensive and rest["stop"] + rest["multiple"] > 0
    if rest["critical"]:
        return "killed", stop
    if rest["hit"] + rest["multiple"]:
        return "killed" if wounded else "wounded", stop
    return "stopped" if stop else "no effect", stop


def after(
    rest: tuple[bool, int, bool], had: frozenset[str], beset: bool
) -> Iterator[tuple[str, frozenset[str], Fraction]]:
    """What a vehicle is then, its markers, and the chance of that; not wrecked by a critical hit."""
    _, rolls, stop = rest
    for markers, part in marked(had, rolls).items():
        new = markers - had
        less = "stopped" if stop else "no new damage" if rolls else "no effect"
        lost = len(markers) == 6 or (beset and "unmanned" in new)
        yield "wrecked" if lost else "damaged" if new else less, markers, part


def misadventure() -> dict[tuple[bool, int, bool], Fraction]:
    return {(False, 1, False): Fraction(1, 6), (False, 0, False): Fraction(5, 6)}
