"""Exact chances out of deciding itself: all the ways of its dice, by what they mean to the rules.

Rules roll with `Decision.read`, so that only what they make of a die is walked; what is independent they put `apart`,
and what they end with comes `last`: each is walked once for all that it depends on. A walk stops where `run` does: at
the resolver, before what is secret or comes later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Any, NamedTuple, TypeVar

from campaign.rules.decision import Decision
from campaign.rules.dice import Job, Walking, Way

P = TypeVar("P", bound=Decision[Any, Any])
Spread = dict[Any, Fraction]
KEPT = 4096
"""So many parts are kept from one question to the next."""
FEW, SLIGHT = 80, 0.002
"""Where not all is walked, after so many runs no more ways are than those that are at least so likely."""
RARE = 1e-4
"""What is kept is not begun with for anything so unlikely, where not all is walked."""


class Walked(NamedTuple):
    """whole: how it can come out; adds up to 1 without `cut`. single: facts, each by itself, that overlap. runs: how
    often something was decided. cut: how likely a way is that was not walked to its end; lost: no chance is that much
    more than is told."""

    whole: Spread
    single: Spread
    runs: int = 0
    cut: Fraction = Fraction(0)
    lost: float = 0.0


def walked(
    start: P,
    run: Callable[[P], None],
    facts: Callable[[P], Iterable[Hashable]],
    result: Callable[[P], Hashable] = lambda play: (),
    most: int | None = None,
) -> Walked:
    """All that can come of deciding. start is not touched: each way goes on a copy (`Decision.copies`).

    facts: of a part that has been decided, mostly out of its events; of what was put apart as (of, fact), if it says of
    whom. A fact of one part is not one of another, or it would be counted twice. result: of the end of a way; what
    comes last has all that it depends on in its key. most: so many runs at the most, the likeliest ways
    first; after a few (`FEW`) none that is slight.
    """
    queue = Queue(most)
    first = Part(start, run)
    queue.add(first, 1.0)
    parts: dict[Hashable, Part | Summed] = {}

    def keep(play: P, job: Job, kept: dict[Hashable, Any]) -> None:
        """What is kept is walked whole, and is no part of `most`: what was asked before changes no answer."""
        key = facts, job.key
        if key not in kept:
            if len(kept) >= KEPT:
                kept.clear()
            inner = walked(play, job.do, facts)
            kept[key] = Summed({}, inner.single, {})
        parts[job.key] = kept[key]

    def sub(of: Part, play: P, job: Job, tally: Tally, ways: int, whole: int) -> None:
        chance = ways / whole
        if job.kept is not None:
            if most is not None and of.weight * chance < RARE:
                of.left[job.of] = of.left.get(job.of, 0.0) + chance
                return
            if job.key not in parts:
                keep(play, job, job.kept)
        else:
            found = parts.get(job.key)
            if not isinstance(found, Part):
                found = parts[job.key] = Part(play, job.do)
            of.leads.append((found, chance))
            queue.add(found, of.weight * chance)
        tally.count((job.key, job.of), ways, whole)

    while (part := queue.next()) is not None:
        play, dice = part.one()
        queue.runs += 1
        part.done.count((), dice.ways, dice.of)
        for fact in set(facts(play)):
            part.single.count(fact, dice.ways, dice.of)
        for job in dice.apart:
            many, whole = job.part
            sub(part, play, job, part.parts, dice.ways * many, dice.of * whole)
        if dice.rest is None:
            part.ends.count(result(play), dice.ways, dice.of)
        else:
            sub(part, play, dice.rest, part.rests, dice.ways, dice.of)
        queue.again(part)
    found = _summed(first, parts, {})
    return Walked(
        found.whole, found.single, queue.runs, 1 - sum(found.whole.values(), Fraction()), found.off()
    )


class Part:
    """Something that is decided by itself, and how far it has been walked.

    weight: how likely it comes to it, as far as that is known; leads: to which parts it leads, and how likely each
    time. done: what has been walked of it; left: what was left out of what it leads to, by whose it is.
    """

    def __init__(self, start: Any, run: Callable[[Any], None]) -> None:
        self.copy, self.run = start.copies(), run
        self.todo: list[tuple[float, int, Way]] = [(-1.0, 0, ((), 1, 1))]
        self.ends, self.single, self.parts, self.rests, self.done = (Tally() for _ in range(5))
        self.weight, self.met = 0.0, 0
        self.left: dict[str, float] = {}
        self.leads: list[tuple[Part, float]] = []

    def one(self) -> tuple[Any, Walking]:
        """Walk the likeliest way that is left."""
        _, _, way = heappop(self.todo)
        dice = Walking(*way)
        play = self.copy(dice)
        self.run(play)
        for other in dice.others:
            self.met += 1
            heappush(self.todo, (-other[1] / other[2], self.met, other))
        return play, dice

    @property
    def likeliest(self) -> float:
        """How likely the likeliest way is that is left, of all that can happen."""
        return -self.weight * self.todo[0][0]


class Queue:
    """Parts of which something is left to walk, the likeliest way first where not all of them are walked."""

    def __init__(self, most: int | None) -> None:
        self.most, self.runs, self.met = most, 0, 0
        self.waiting: list[tuple[float, int, Part]] = []

    def add(self, part: Part, weight: float) -> None:
        """It comes to a part so likely once more, and so to all that it leads to."""
        if self.most is None:
            if not part.weight:
                part.weight = 1.0
                self.again(part)
            return
        part.weight += weight
        self.again(part)
        for other, chance in part.leads:
            self.add(other, weight * chance)

    def again(self, part: Part) -> None:
        if part.todo:
            self.met += 1
            order = -part.likeliest if self.most is not None else -self.met
            heappush(self.waiting, (order, self.met, part))

    def next(self) -> Part | None:
        if self.most is not None and self.runs >= self.most:
            return None
        while self.waiting:
            order, _, part = heappop(self.waiting)
            if not part.todo or (self.most is not None and -order > part.likeliest):
                continue
            if self.most is not None and self.runs >= FEW and part.likeliest < SLIGHT:
                return None
            return part
        return None


class Summed(NamedTuple):
    """lost: how much more a fact may be, by whose it is; "" of any."""

    whole: Spread
    single: Spread
    lost: dict[str, float]

    def off(self) -> float:
        return self.lost.get("", 0.0) + max((part for of, part in self.lost.items() if of), default=0.0)


def _summed(part: Part | Summed, parts: dict[Hashable, Part | Summed], known: dict[int, Summed]) -> Summed:
    if isinstance(part, Summed):
        return part
    found = known.get(id(part))
    if found is not None:
        return found
    whole, single = part.ends.copied(), part.single.copied()
    lost = defaultdict[str, float](float, part.left)
    if part.todo:
        lost[""] += float(1 - part.done.spread().get((), 0))
    for (key, of), weight in part.parts.spread().items():
        inner = _summed(parts[key], parts, known)
        for fact, chance in inner.single.items():
            single.share((of, fact) if of else fact, weight, chance)
        if of and inner.lost:
            lost[of] += float(weight) * inner.off()
        else:
            _more(lost, inner.lost, weight)
    for (key, _), weight in part.rests.spread().items():
        inner = _summed(parts[key], parts, known)
        for end, chance in inner.whole.items():
            whole.share(end, weight, chance)
        for fact, chance in inner.single.items():
            single.share(fact, weight, chance)
        _more(lost, inner.lost, weight)
    made = known[id(part)] = Summed(whole.spread(), single.spread(), dict(lost))
    return made


def _more(lost: dict[str, float], inner: Mapping[str, float], weight: Fraction) -> None:
    for of, chance in inner.items():
        lost[of] += float(weight) * chance


class Tally(dict[Any, dict[int, int]]):
    """How often each of some things is met: by how many rolls there are, how many of them."""

    def count(self, what: Hashable, ways: int, of: int) -> None:
        by_whole = self.setdefault(what, {})
        by_whole[of] = by_whole.get(of, 0) + ways

    def share(self, what: Hashable, weight: Fraction, chance: Fraction) -> None:
        """So likely within something that is so likely itself."""
        self.count(what, weight.numerator * chance.numerator, weight.denominator * chance.denominator)

    def copied(self) -> Tally:
        """The same, to count on."""
        return Tally((what, dict(by_whole)) for what, by_whole in self.items())

    def spread(self) -> Spread:
        """How likely each of them is."""
        return {what: _fraction(by_whole) for what, by_whole in self.items()}


def _fraction(by_whole: Mapping[int, int]) -> Fraction:
    """A sum of parts of several wholes, made smallest only once."""
    if len(by_whole) == 1:
        ((of, many),) = by_whole.items()
        return Fraction(many, of)
    whole = lcm(*by_whole)
    return Fraction(sum(many * (whole // of) for of, many in by_whole.items()), whole)
