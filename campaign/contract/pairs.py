"""Paired battles: two that differ only in what one side hides, played move by move with the same dice.

Whatever the others can get of the one they get of the other, word by word, until the hidden is turned up or the battle
is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from campaign.contract.promises import Forger, alike, keep, loaded
from campaign.library.settings import settle
from campaign.rules.bots import RandomBot
from campaign.rules.dice import SeededDice
from campaign.rules.muster import Muster
from campaign.rules.options import Option, played
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, assets_of, decide
from events.entry import Draw

TOO_MANY = 6000
IN_VAIN = 50
"""Attempts after which it is taken that no forces fit, or that whatever would lead on from a question turns up what
differs."""


class Opening(NamedTuple):
    """What a pair begins with."""

    scenario: str
    options: Mapping[str, Any]
    muster: Muster | None = None


def opening(rules: Rules, rnd: Random) -> Opening:
    """A scenario of a system with forces by chance."""
    info = rnd.choice(list(rules.infos.values()))
    forces: Mapping[str, Mapping[str, Any]] = rules.forces.rosters() if rules.forces is not None else {}
    chosen = {one.id: rnd.choice(sorted(forces)) for one in info.settings if one.kind == "roster"}
    return Opening(info.id, settle(info, chosen, lambda name: forces[name]))


class Done(NamedTuple):
    """An action that was done in both, and what came of it in each."""

    side: str
    action: Any
    made: list[list[Any]]
    draws: list[Sequence[Draw]]
    before: tuple[list[Any], list[list[Any]]]


class Begun:
    """A battle by chance, of which pairs are made. set_up: its first events. state: as far as it has been played."""

    def __init__(self, system: str, seed: int, opening: Callable[[Rules, Random], Opening] = opening) -> None:
        self.rnd = Random(seed)
        self.rules = loaded(system)
        self.system = self.rules.system
        begun, self.set_up = self._opened(opening)
        self.scenario, self.options = begun.scenario, begun.options
        self._dice = SeededDice(Random(self.rnd.randrange(1 << 30)).randrange)
        self.state = self.system.begun(self.set_up)

    def _opened(self, opening: Callable[[Rules, Random], Opening]) -> tuple[Opening, list[Any]]:
        """How it begins, and its first events. Forces by chance may be too many for a scenario, so others are tried.
        Raises Refused where none fit."""
        refused = Refused("No forces were tried.")
        for _ in range(IN_VAIN):
            begun = opening(self.rules, self.rnd)
            try:
                if begun.muster is None:
                    return begun, list(self.rules.open(begun.scenario, begun.options))
                assets = assets_of(self.rules)
                return begun, list(assets.muster(begun.scenario, begun.options, begun.muster))
            except Refused as error:
                refused = error
        raise refused

    def stages(self, count: int, most: int) -> Iterator[Begun]:
        """This battle, at so many moments of its first `most` actions by chance, before it is over."""
        made = self._played(most)
        self.state = self.system.begun(self.set_up)
        there = 0
        for moment in sorted(self.rnd.randrange(len(made)) for _ in range(count)):
            for events in made[there:moment]:
                for event in events:
                    self.system.appliers[type(event)](self.state, event)
            there = moment
            yield self

    def _played(self, most: int) -> list[list[Any]]:
        """The events of so many actions, fewer where it ends before."""
        bot = self.system.bot(self.system.bot_names[0])
        made = list[list[Any]]()
        while len(made) < most and (asked := self.rules.pending(self.state)):
            side = self.rnd.choice(asked).side
            options = self.rules.legal(self.state, side)
            known = self.rules.known(self.state, side)
            option = bot.choose(self.rules, known, side, options, self.rnd.randrange)
            made.append(self.rules.advance(self.state, side, option.action, self._dice))
        return made


class Pair:
    """One pair. hider: whose secrets differ; the others, and an observer, are told the same of both.

    begun: what both are until then; it is left as it is. told: how often what was looked at, so that a test can say
    that there was something to look at.
    """

    def __init__(self, begun: Begun, forger: Forger) -> None:
        self.rnd, self.system, self.rules = begun.rnd, begun.system, begun.rules
        assert self.rules.hidden is not None
        self.hidden = self.rules.hidden
        self.options, self.set_up = begun.options, begun.set_up
        one = self.rules.copy(begun.state)
        self.sides = [side.id for side in played(self.rules.infos[begun.scenario].sides)]
        self.hider = self.rnd.choice(self.sides)
        self.others = ["", *(side for side in self.sides if side != self.hider)]
        two = self.rules.copy(one)
        for other in self.others[1:]:
            two = forger(self.rules, two, other, self.rnd.randrange)
        self.states = [one, two]
        self.last: list[list[Any]] = [self.set_up, self.set_up]
        self.met: list[Any] = []
        self.done: list[Done] = []
        self._asked: tuple[Any, int] = (None, 0)
        self.told: Counter[str] = Counter()

    def _fold(self, state: Any, events: list[Any]) -> None:
        for event in events:
            self.system.appliers[type(event)](state, event)

    def play(self, every: int, most: int = TOO_MANY, backs: int = 0) -> None:
        """Until it is over, or nothing is left that the hider could do without a difference, or for so many actions as
        are said; a close look at one state in `every`. backs: how often both go back together, by any number of
        actions."""
        for _ in range(min(most, TOO_MANY)):
            one, two = self.states
            asked = self.rules.pending(one)
            alike(self.rules.pending(two), asked, "who is asked, and for what, is the same")
            self._asked = (asked, self._asked[1] if self._asked[0] == asked else 0)
            if not asked or not self._step(self.rnd.choice(asked).side) or self._asked[1] > IN_VAIN:
                return
            if any(self.rules.verdict(state) for state in self.states):
                keep(all(self.rules.verdict(state) for state in self.states), "both end at once")
                return  # everything lies open now
            if self.rnd.randrange(every) == 0:
                self.same(self.known)
                self.same_record()
                if backs:
                    backs -= 1
                    self._back()
        keep(most < TOO_MANY, "the battle ends")

    def same(self, what: Callable[[Any, list[Any], str], Any]) -> None:
        """That others get the same of both. what: what somebody gets of a state and its last entry."""
        for other in self.others:
            one, two = (what(state, last, other) for state, last in zip(self.states, self.last, strict=True))
            alike(one, two, f"{other or 'an observer'} can tell what {self.hider} hides")
            self.told["looks"] += 1

    def same_record(self) -> None:
        """That others read the same in both of what was done some time ago, by the state that is the newest now."""
        for done in self.done[-40::4]:
            for other in self.others:
                one, two = (
                    (
                        self._entry(state, events, done.side, done.action, other),
                        self.hidden.draws(state, draws, other),
                    )
                    for state, events, draws in zip(self.states, done.made, done.draws, strict=True)
                )
                alike(one, two, f"{other or 'an observer'} can tell by what was done before: {done.action}")
                self.told["looks back"] += 1

    def _back(self) -> None:
        """Take some of it back."""
        if self.done:
            first = max(0, len(self.done) - 1 - self.rnd.randrange(20))
            self.states, self.last = self.done[first].before
            del self.done[first:]
            self.told["backs"] += 1

    # -- moving ------------------------------------------------------------------------------------------------

    def _step(self, side: str) -> bool:
        """One action that both battles allow; False if none is left."""
        found = [list(self.rules.legal(state, side)) for state in self.states]
        if side != self.hider:
            alike(found[0], found[1], "what is legal is the same for whoever does not hide")
        there = {repr(option.action) for option in found[1]}
        common = [option for option in found[0] if repr(option.action) in there]
        bot = self.system.bot(self.system.bot_names[0])
        while common and (not isinstance(bot, RandomBot) or bot.group(common, self.rnd.randrange)):
            known = self.rules.known(self.states[0], side)
            option = bot.choose(self.rules, known, side, common, self.rnd.randrange)
            if self._done(side, option):
                return True
            common = [one for one in common if repr(one.action) != repr(option.action)]
            common = [one for one in common if not one.ranges or one.unit != option.unit]
        return False

    def _done(self, side: str, option: Option) -> bool:
        """Do it in both; False, with nothing done, if it turns up what differs."""
        seed = self.rnd.randrange(1 << 30)
        made: list[list[Any]] = []
        draws: list[Sequence[Draw]] = []
        after: list[Any] = []
        for state in self.states:
            dice = SeededDice(Random(seed).randrange)
            try:
                made.append(decide(self.rules, state, side, option.action, dice))
            except Refused:
                keep(side == self.hider, f"{option.action} is refused in both battles or in none")
                return False
            moved = self.rules.copy(state)
            self._fold(moved, made[-1])
            after.append(moved)
            draws.append(dice.draws)
        if self.turned_up(side, made) and self._shown(after, made, side, option.action):
            self._asked = (self._asked[0], self._asked[1] + 1)
            return False
        was, before = self.states, (self.states, self.last)
        self.states, self.last = after, made
        if not any(self.rules.verdict(state) for state in after):
            self.same(lambda state, events, viewer: self._entry(state, events, side, option.action, viewer))
            fell = [self.hidden.draws(state, some, "") for state, some in zip(after, draws, strict=True)]
            alike(fell[0], fell[1], "the same dice fall")
            asks = [
                bool(some) or any(map(self.hidden.reveals, events))
                for some, events in zip(draws, made, strict=True)
            ]
            keep(asks[0] == asks[1], f"{option.action} is taken back freely in both battles or in none")
        self.done.append(Done(side, option.action, made, draws, before))
        self.met.append(option.action)
        self.count(was[0], side, option)
        return True

    def turned_up(self, side: str, made: list[list[Any]]) -> bool:
        """Whether something that differs may lie open now. made: the events of each."""
        return side == self.hider and any(map(self.hidden.reveals, made[0]))

    def _shown(self, states: list[Any], made: list[list[Any]], side: str, action: Any) -> bool:
        """Whether the others are told, or see, something else of the one than of the other."""
        seen = [
            [
                (self._entry(state, events, side, action, viewer), self.rules.view(state, viewer))
                for viewer in self.others
            ]
            for state, events in zip(states, made, strict=True)
        ]
        return seen[0] != seen[1]

    # -- what others get ---------------------------------------------------------------------------------------

    def _entry(self, state: Any, events: list[Any], side: str, action: Any, viewer: str) -> Any:
        some = (self.hidden.event(state, event, viewer) for event in events)
        shown = [event for event in some if event is not None]
        lines = [self.rules.describe(state, event) for event in shown]
        return shown, lines, self.hidden.action(state, side, action, viewer)

    def known(self, state: Any, events: list[Any], viewer: str) -> Any:
        """Views, questions, what is legal with words, chances and previews, refusals, the entries."""
        found: dict[str, Any] = {
            "view": msgspec.msgpack.encode(self.rules.view(state, viewer)),
            "asked": self.hidden.questions(state, self.rules.pending(state), viewer),
            "hides": self.hidden.hides(state),
            "options": self.hidden.options(state, self.options, viewer) if viewer else None,
            "events": [
                shown
                for event in (*self.set_up, *events)
                if (shown := self.hidden.event(state, event, viewer)) is not None
            ],
        }
        if viewer:
            legal = self.rules.legal(state, viewer)
            known = self.rules.known(state, viewer)
            found["legal"] = [(option, self.rules.label(known, option)) for option in legal]
            found["chances"] = [
                (self.rules.odds(state, viewer, one.action), self.rules.preview(state, viewer, one.action))
                for one in legal[:6]
            ]
            found["refusals"] = list(self._refusals(state, viewer))
        return found

    def _refusals(self, state: Any, viewer: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """What is said to actions that were right at another time, or for somebody else."""
        for action in self.met[-12::3]:
            try:
                decide(self.rules, state, viewer, action, SeededDice(Random(1).randrange))
            except Refused as refused:
                yield refused.reason, refused.allowed, refused.where

    # -- what there was to look at -----------------------------------------------------------------------------

    def count(self, state: Any, side: str, option: Option) -> None:
        """state: before it was done."""
        self.told["actions"] += 1
