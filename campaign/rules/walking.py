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
from campaign.rules.dice import Dice, Job, Walking, ways

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
    ends, single, parts, rests = Tally(), Tally(), Tally(), Tally()
    runs = 0

    copy = start.copies()

    def go(dice: Dice) -> P:
        play = copy(dice)
        run(play)
        return play

    def sub(play: P, job: Job) -> None:
        nonlocal runs
        if job.key not in known:
            found = known[job.key] = _walked(play, job.do, facts, result, known)
            runs += found.runs

    for play, dice in ways(go):
        runs += 1
        for fact in set(facts(play)):
            single.count(fact, dice)
        for job in dice.apart:
            sub(play, job)
            parts.count((job.key, job.of), dice)
        if dice.rest is None:
            ends.count(result(play), dice)
        else:
            sub(play, dice.rest)
            rests.count(dice.rest.key, dice)
    whole, alone = ends.spread(), single.spread()
    for (key, of), weight in parts.spread().items():
        for fact, part in known[key].single.items():
            alone[(of, fact) if of else fact] += weight * part
    for key, weight in rests.spread().items():
        for end, part in known[key].whole.items():
            whole[end] += weight * part
        for fact, part in known[key].single.items():
            alone[fact] += weight * part
    return Walked(dict(whole), dict(alone), runs)


class Tally(dict[Any, dict[int, int]]):
    """How often each of some things is met: by how many rolls there are, how many of them."""

    def count(self, what: Hashable, dice: Walking) -> None:
        by_whole = self.setdefault(what, {})
        by_whole[dice.of] = by_whole.get(dice.of, 0) + dice.ways

    def spread(self) -> defaultdict[Any, Fraction]:
        found = defaultdict[Any, Fraction](Fraction)
        for what, by_whole in self.items():
            found[what] = sum((Fraction(many, of) for of, many in by_whole.items()), Fraction())
        return found
