"""Where positions to sample come from: battles of bots by chance, and what a system brings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from campaign.library.settings import settle
from campaign.rules.chapters import ByDeed, ChapterRules
from campaign.rules.dice import SeededDice
from campaign.rules.options import Odds
from campaign.rules.system import Rules, hides
from tests.systems.sampling import Position, Reading, deed

State = tuple[Any, str, Random]
"""A state, a side that is asked in it, and by what it is chosen what is looked at."""
STATES, BATTLES = 20_000, 20
"""States that are looked through at the most, and battles of each scenario."""


def by_play(rules: Rules, scenario: str, seed: int, most: int = 400) -> Iterator[State]:
    """States of a battle of random bots, with the side that is about to act."""
    random = Random(f"{scenario} {seed}")
    info = next(one for one in rules.scenarios() if one.id == scenario)
    rosters = rules.forces.rosters() if rules.forces is not None else {}
    state = rules.system.begun(rules.open(scenario, settle(info, {}, lambda name: rosters[name])))
    bot = rules.system.bot(rules.system.bot_names[0])
    for _ in range(most):
        asked = rules.pending(state)
        if not asked:
            return
        side = asked[random.randrange(len(asked))].side
        yield state, side, random
        known, options = rules.known(state, side), rules.legal(state, side)
        chosen = bot.choose(rules, known, side, options, random.randrange)
        rules.advance(state, side, chosen.action, SeededDice(random.randrange))


def kinds(rules: Rules, state: Any, side: str, random: Random) -> Iterator[Any]:
    """An action of each kind that a side may do, any of those that there are."""
    found: defaultdict[type[Any], list[Any]] = defaultdict(list)
    for option in rules.legal(state, side):
        found[type(option.action)].append(option)
    for some in found.values():
        option = some[random.randrange(len(some))]
        yield option.action


class Found(NamedTuple):
    at: Position
    told: Odds
    reading: Reading


class Wanted:
    """Positions of each kind of action that rolls, so many of each. unread: kinds that have odds and no reading."""

    def __init__(self, rules: Rules, readings: Mapping[type[Any], Reading], each: int) -> None:
        self.rules, self.readings, self.each = rules, readings, each
        by_deed = [kind for kind, odds in self._odds.items() if isinstance(odds, ByDeed)]
        self.found: dict[type[Any], list[Found]] = {kind: [] for kind in (*readings, *by_deed)}
        self.unread: set[type[Any]] = set()

    @property
    def _odds(self) -> Mapping[type[Any], Any]:
        """By what odds are reckoned, in a system in chapters."""
        answers = self.rules.table.answers if isinstance(self.rules, ChapterRules) else {}
        return {kind: one.odds for kind, one in answers.items()}

    @property
    def unmet(self) -> set[type[Any]]:
        return {kind for kind, some in self.found.items() if not some}

    @property
    def missing(self) -> set[type[Any]]:
        """Those of which there are not enough."""
        return {kind for kind, some in self.found.items() if len(some) < self.each}

    def look(self, state: Any, side: str, random: Random) -> None:
        """Take what is wanted of a state."""
        for action in kinds(self.rules, state, side, random):
            kind = type(action)
            if kind not in self.missing and kind in self.found:
                continue
            told = self.rules.odds(state, side, action)
            if told is None or len(told.results) + len(told.also) < 2:
                continue
            reading, odds = self.readings.get(kind), self._odds.get(kind)
            if reading is None and isinstance(odds, ByDeed):
                reading = deed(self.rules, odds, told)
            if reading is None:
                self.unread.add(kind)
                continue
            at = Position(self.rules.copy(state), side, action)
            if reading.fits(self.rules, at):
                self.found[kind].append(Found(at, told, reading))


# -- what systems bring ----------------------------------------------------------------------------------------


def brought(system: str) -> tuple[Mapping[type[Any], Reading], Callable[[Rules], Iterator[State]]]:
    """How a system's actions are read, and where its positions come from: a module of this package by its name, with
    `readings`, and with `states` if nothing is to be hidden in them; else battles of its random bot."""
    name = f"{__package__}.{system.replace('-', '_')}"
    module = import_module(name) if find_spec(name) is not None else None
    readings: Callable[[], Mapping[type[Any], Reading]] = getattr(module, "readings", dict)
    return readings(), getattr(module, "states", battles)


def battles(rules: Rules) -> Iterator[State]:
    """One of every scenario, and then others, as far as nothing is hidden in them."""
    for seed in range(BATTLES):
        for info in rules.scenarios():
            for state, side, random in by_play(rules, info.id, seed):
                if not hides(rules, state):
                    yield state, side, random


def positions(rules: Rules, each: int) -> Wanted:
    """So many positions of each kind of action that rolls; fewer of those that are not met in `STATES` of them."""
    readings, states = brought(rules.system.id)
    wanted = Wanted(rules, readings, each)
    for state, side, random in islice(states(rules), STATES):
        if not wanted.missing:
            break
        wanted.look(state, side, random)
    return wanted
