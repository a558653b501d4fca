"""Exact chances out of deciding itself: all the ways of its dice, by what they mean to the rules.

Rules roll with `Decision.read`, so that only what they make of a die is walked; what is independent they put `apart`,
and what they end with comes `last`: each is walked once for all that it depends on. A walk stops where `run` does: at
the resolver, before what is secret or comes later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, Job, ways

P = TypeVar("P", bound=Decision[Any, Any])
Spread = dict[Hashable, Fraction]


class Walked(NamedTuple):
    """whole: how it can come out; adds up to 1. single: facts, each by itself, that overlap. runs: how often something
    was decided."""

    whole: Spread
    single: Spread
    runs: int = 0


def walked(
    start: P,
    run: Callable[[P], None],
    facts: Callable[[P], Iterable[Hashable]],
    result: Callable[[P], Hashable] = lambda play: (),
) -> Walked:
    """All that can come of deciding. start is not touched: each way goes on a copy (`Decision.copies`).

    facts: of a part that has been decided, mostly out of its events; of what was put apart as (of, fact), if it says of
    whom. A fact of one part is not one of another, or it would be counted twice. result: of the end of a way; what
    comes last has all that it depends on in its key.
    """
    return _walked(start, run, facts, result, {})


def _walked(
    start: P,
    run: Callable[[P], None],
    facts: Callable[[P], Iterable[Hashable]],
    result: Callable[[P], Hashable],
    known: dict[Hashable, Walked],
) -> Walked:
    whole: Spread = defaultdict(Fraction)
    single: Spread = defaultdict(Fraction)
    runs = 0

    copy = start.copies()

    def go(dice: Dice) -> P:
        play = copy(dice)
        run(play)
        return play

    def sub(play: P, job: Job) -> Walked:
        nonlocal runs
        found = known.get(job.key)
        if found is None:
            found = known[job.key] = _walked(play, job.do, facts, result, known)
            runs += found.runs
        return found

    for play, dice in ways(go):
        runs += 1
        weight = Fraction(dice.ways, dice.of)
        for fact in set(facts(play)):
            single[fact] += weight
        for job in dice.apart:
            for fact, part in sub(play, job).single.items():
                single[(job.of, fact) if job.of else fact] += weight * part
        if dice.rest is None:
            whole[result(play)] += weight
            continue
        rest = sub(play, dice.rest)
        for end, part in rest.whole.items():
            whole[end] += weight * part
        for fact, part in rest.single.items():
            single[fact] += weight * part
    return Walked(dict(whole), dict(single), runs)
