"""Odds against sampled plays: an action is done again and again with real dice, and what comes of it is counted.

A *reading* of a kind of action plays it to its end by `Rules.advance`, answers what is asked meanwhile as the note of
the odds assumes, and says in the words of the odds what has come of it, out of events and states alone. Systems in
chapters need none where odds are `by_deed`: the deed itself is done, and its facts are read part by part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from math import log
from random import Random
from typing import Any, NamedTuple, TypeVar

from campaign.rules.chapters import ByDeed, ChapterRules, of_whom
from campaign.rules.decision import Decision
from campaign.rules.dice import Dice, SeededDice
from campaign.rules.options import Odds
from campaign.rules.system import Rules

P = TypeVar("P", bound=Decision[Any, Any])
ONCE_IN = 1_000_000
"""Of so many runs by chance one would fail."""


class Position(NamedTuple):
    """An action that a side may do in a state in which nothing is hidden from it."""

    state: Any
    side: str
    action: Any


class Came(NamedTuple):
    """What one play came to, in the words of the odds. also: single facts. silent: facts that this play cannot tell,
    because something has come between that odds do not reckon: they are not counted in this position."""

    result: str
    also: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()


Play = Callable[[Rules, Position, Random], Came]
"""One play of an action to its end, on a copy. Raises Unresolved where that cannot be said."""


class Reading(NamedTuple):
    """How a kind of action is played and read. whole: through `Rules.advance` to its end; else the part that odds walk
    is done with real dice, and no more. fits: whether a position is one in which the odds reckon with all there is."""

    play: Play
    whole: bool = True
    fits: Callable[[Rules, Position], bool] = lambda rules, at: True


class Unresolved(Exception):
    """A play that has come to no end that odds speak of."""


# -- counting --------------------------------------------------------------------------------------------------


class Count(NamedTuple):
    """How often something came of so many plays, and how likely it was said to be, on an average."""

    what: str
    said: float
    came: int
    of: int


class Counts:
    """What was counted, of each position by itself, and of all of a kind together."""

    def __init__(self) -> None:
        self.alone: list[Count] = []
        self._said: Counter[tuple[str, str]] = Counter()  # type: ignore[assignment]
        self._came: Counter[tuple[str, str]] = Counter()
        self._of: Counter[tuple[str, str]] = Counter()

    def add(self, kind: str, where: str, odds: Odds, plays: Iterable[Came]) -> None:
        found = list(plays)
        results, also = Counter[str](), Counter[str]()
        silent = {fact for one in found for fact in one.silent}
        for one in odds.results:
            results[one.result] += one.chance  # type: ignore[assignment]
        for one in odds.also:
            also[one.result] += one.chance  # type: ignore[assignment]
        came = Counter(one.result for one in found)
        with_it = Counter(fact for one in found for fact in one.also)
        for word in sorted(results.keys() | came.keys()):
            said = within(results[word], odds.within, came[word], len(found))
            self._note(kind, where, word, said, came[word], len(found))
        for word in sorted((also.keys() | with_it.keys()) - silent):
            said = within(also[word], odds.within, with_it[word], len(found))
            self._note(kind, where, f"also: {word}", said, with_it[word], len(found))

    def _note(self, kind: str, where: str, word: str, said: float, came: int, of: int) -> None:
        self.alone.append(Count(f"{kind}, {where}: {word}", said, came, of))
        self._said[kind, word] += said * of  # type: ignore[assignment]
        self._came[kind, word] += came
        self._of[kind, word] += of

    def all(self) -> list[Count]:
        together = [
            Count(f"{kind}, all: {word}", self._said[kind, word] / of, self._came[kind, word], of)
            for (kind, word), of in self._of.items()
        ]
        return [*self.alone, *together]

    def wrong(self) -> list[str]:
        """What came too often or too seldom. All that are looked at together fail once in a million runs by chance."""
        counts = self.all()
        least = log(2 * max(len(counts), 1) * ONCE_IN)
        return [
            f"{one.what}: said {one.said:.4f}, came {one.came} of {one.of}"
            for one in counts
            if unlikely(one.said, one.came, one.of) > least
        ]


def within(said: float, off: float, came: int, of: int) -> float:
    """What agrees best with what came of all that is said, if it may be off by so much."""
    return min(max(said - off, came / of), said + off) if of else said


def unlikely(said: float, came: int, of: int) -> float:
    """By Chernoff's bound the chance of so many, or of more (fewer), is at most e to the minus this; also if the chance
    is only an average over plays that are not alike (Hoeffding 1956)."""
    said = min(max(said, 0.0), 1.0)
    if abs(said - 1) < 1e-12 or said < 1e-12:
        return 0.0 if came == round(said) * of else float("inf")
    part = came / of
    found = 0.0
    if part > 0:
        found += part * log(part / said)
    if part < 1:
        found += (1 - part) * log((1 - part) / (1 - said))
    return of * found


def plays_of(rules: Rules, at: Position, reading: Reading, random: Random, plays: int) -> Iterator[Came]:
    for _ in range(plays):
        yield reading.play(rules, at, random)


class Table:
    """A battle in which a position is played on. events: all since then, the newest last."""

    def __init__(self, rules: Rules, at: Position, random: Random) -> None:
        self.rules, self.state = rules, rules.copy(at.state)
        self.before = at.state
        self.dice = SeededDice(random.randrange)
        self.events: list[Any] = []
        self.do(at.side, at.action)

    def do(self, side: str, action: Any) -> None:
        self.events += self.rules.advance(self.state, side, action, self.dice)

    def all(self, *kinds: type[Any]) -> list[Any]:
        return [one for one in self.events if isinstance(one, kinds)]

    def asked(self, kind: str = "") -> list[str]:
        """The sides that are asked such a question."""
        return [one.side for one in self.rules.pending(self.state) if kind in ("", one.kind)]

    def legal(self, side: str, *kinds: type[Any]) -> list[Any]:
        found = [one.action for one in self.rules.legal(self.state, side)]
        return [one for one in found if not kinds or isinstance(one, kinds)]


# -- systems in chapters -----------------------------------------------------------------------------------------


def deed(rules: Rules, odds: ByDeed[Any, Any], told: Odds) -> Reading:
    """The reading of an action whose odds are by its deed, or by a part of it. told: its odds."""
    assert isinstance(rules, ChapterRules)
    results = {one.result for one in told.results}

    def play(rules: Any, at: Position, random: Random) -> Came:
        start = rules.play(rules.copy(at.state), SeededDice(random.randrange))
        do = rules.table.answers[type(at.action)].do if whole else odds.do
        ended = odds.ends(start, at.side, at.action)
        words, facts = in_parts(start, lambda play: do(play, at.side, at.action), start.table.facts, ended)
        return Came(str(words), frozenset(map(of_whom, facts)) - results)

    whole = any(one.odds is odds and one.do is odds.do for one in rules.table.answers.values())
    return Reading(play, whole)


class Sampled(NamedTuple):
    """How often each end came, and each fact by itself, of so many plays."""

    whole: Mapping[Hashable, int]
    single: Mapping[Hashable, int]
    plays: int


def sampled(
    start: P,
    run: Callable[[P], None],
    facts: Callable[[P], Iterable[Hashable]],
    result: Callable[[P], Hashable],
    dice: Callable[[], Dice],
    plays: int,
) -> Sampled:
    """As `walking.walked`, with dice that are rolled. Nothing is put off: what is `apart` or `last` is decided in its
    turn, on the state as it is then, so that a key which leaves out what its job depends on shows, and a part that is
    not apart."""
    whole, single = Counter[Hashable](), Counter[Hashable]()
    copy = start.copies()
    for _ in range(plays):
        end, found = in_parts(copy(dice()), run, facts, result)
        whole[end] += 1
        single.update(found)
    return Sampled(whole, single, plays)


class Part:
    """A part of a play. begins, others: where its events begin, and where those of other parts stand among them."""

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self.others: list[range] = []
        self.facts: set[Hashable] = set()
        self.ends: list[Hashable] = []


def in_parts(
    play: Any,
    run: Callable[[Any], None],
    facts: Callable[[Any], Iterable[Hashable]],
    result: Callable[[Any], Hashable],
) -> tuple[Hashable, set[Hashable]]:
    """How a play ends, and its facts, each read of the part that it belongs to."""
    parts: list[Part] = []

    def part(job: Callable[[Any], None]) -> Part:
        mine = Part(len(play.events))
        parts.append(mine)
        job(play)
        parts.pop()
        every, elsewhere = play.events, {i for some in mine.others for i in some}
        play.events = [one for i, one in enumerate(every) if i >= mine.begins and i not in elsewhere]
        mine.facts.update(facts(play))
        if not mine.ends:
            mine.ends.append(result(play))
        play.events = every
        if parts:
            parts[-1].others.append(range(mine.begins, len(every)))
        return mine

    def apart(
        self: Any,
        key: Hashable,
        job: Callable[[Any], None],
        of: str = "",
        kept: dict[Hashable, Any] | None = None,
    ) -> None:
        found = part(job)
        parts[-1].facts |= {(of, fact) if of else fact for fact in found.facts}

    def last(self: Any, key: Hashable, job: Callable[[Any], None]) -> None:
        found = part(job)
        parts[-1].facts |= found.facts
        parts[-1].ends = found.ends

    play.__class__ = type("InParts", (type(play),), {"__slots__": (), "apart": apart, "last": last})
    whole = part(run)
    return whole.ends[0], whole.facts
