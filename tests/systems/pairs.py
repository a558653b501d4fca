"""Paired battles: two that differ only in what one side hides, played move by move with the same dice.

Whatever the others can get of the one they get of the other, word by word, until the hidden is turned up or the battle
is over. A system that hides something has a forger in `secrets.py`, and an opening here if its scenarios' own forces
hide too little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from campaign.library.settings import settle
from campaign.rules.bots import RandomBot
from campaign.rules.dice import SeededDice
from campaign.rules.muster import Formed, Muster, Mustered
from campaign.rules.options import Option, played
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, decide
from campaign.systems import find
from campaign.systems.mechwar_4.events.guns import GunsDetected
from campaign.systems.tanks_modern_age import roster as platoons
from events.entry import Draw
from tests.systems.contract import Forger, loaded

TURNS = 3
"""How long battles last here where that can be chosen: passes last for a turn or for good, so more than one."""
TOO_MANY = 6000
IN_VAIN = 50
"""Attempts after which it is taken that whatever would lead on from a question turns up what differs."""

OPEN_MARKS = {
    "unit-seen": "unit", "mines-met": "column", "unit-removed": "why", "unit-damaged": "damage",
    "unit-suppressed": "level", "panic-rolled": "panicked", "unit-moved": "to", "unit-hid": "why",
}  # fmt: skip
"""Of MechWar 4: events of what lies on a counter for all to see, and what of them does."""


class Opening(NamedTuple):
    """What a pair begins with."""

    scenario: str
    options: Mapping[str, Any]
    muster: Muster | None = None


def opening(rules: Rules, rnd: Random) -> Opening:
    """A scenario of a system with forces by chance."""
    if rules.system.id == "tanks-modern-age":
        return _tanks(rules, rnd)
    info = rnd.choice(list(rules.scenarios()))
    forces = rules.forces.rosters() if rules.forces is not None else {}
    chosen = {one.id: rnd.choice(sorted(forces)) for one in info.settings if one.kind == "roster"}
    options = settle(info, chosen, lambda name: forces[name])
    if rules.system.id == "mechwar-4":
        options = {**options, "fog": True}
        if rnd.randrange(3) == 0:
            return Opening(info.id, options, _platoons(rules, info.id, options, rnd))
    return Opening(info.id, options)


def _platoons(rules: Rules, scenario: str, options: Mapping[str, Any], rnd: Random) -> Muster:
    """A campaign's platoons of the scenario's own types, of any quality."""
    placed: Any = rules.open(scenario, options)[0]
    assets = tuple(
        Mustered(
            f"{one.side}-{i}", one.type, f"Platoon {i} of {one.side}", one.side, rnd.randrange(-1, 3),
            formations=(Formed(one.company, one.company),) if one.company else (),
        )
        for i, one in enumerate(placed.units)
    )  # fmt: skip
    sides = tuple(side.id for side in placed.sides)
    return Muster("campaign", "node", "1979-07-31", sides, assets)


def _tanks(rules: Any, rnd: Random) -> Opening:
    """A mission with platoons that have many cards; every third battle has artillery and friends to spot for it."""
    mission = rnd.choice(("tank-ace", "king-of-the-hill", "free-for-all", "no-retreat", "table-top"))
    terrain = {} if mission == "table-top" else {"terrain": "ready"}
    forces = {side: platoon(rules, rnd, artillery=rnd.randrange(3) == 0) for side in ("blue", "red")}
    info = next(one for one in rules.scenarios() if one.id == mission)
    return Opening(
        mission, settle(info, {**forces, **terrain, "points": 200, "turns": TURNS}, dict[str, Any]().get)
    )


def platoon(rules: Any, rnd: Random, artillery: bool) -> dict[str, Any]:
    """A sound platoon: a model or two by chance, artillery if asked for, then cards as long as some fit."""
    charts = rules.charts
    guns = [one for one in charts.models.values() if "Artillery" in one.keywords]
    nation = (
        rnd.choice(guns).nation
        if artillery
        else rnd.choice(sorted({m.nation for m in charts.models.values()}))
    )
    rule = next(one.id for one in charts.rules.values() if one.nation == nation)
    types = [one for one in charts.models.values() if one.nation == nation]
    tanks = [one for one in types if one.kind == "tank"]
    chosen = [rnd.choice(tanks), *(rnd.choice(types) for _ in range(rnd.randrange(1, 3)))]
    chosen += [one for one in guns if artillery and one.nation == nation][:1]
    content: dict[str, Any] = {
        "title": "By chance", "nation": nation, "platoon": rule, "unofficial": True,
        "model": [{"type": one.id} for one in chosen],
    }  # fmt: skip
    for _ in range(rnd.randrange(4, 12)):
        fits = [one for one in rules.forces.judge(content, 200).fits if one.where]
        if fits:
            kind = rnd.choice(sorted({one.kind for one in fits}))
            fit = rnd.choice([one for one in fits if one.kind == kind])
            content = platoons.added(charts, content, fit)
    return content


class Done(NamedTuple):
    """An action that was done in both, and what came of it in each."""

    side: str
    action: Any
    made: list[list[Any]]
    draws: list[Sequence[Draw]]
    before: tuple[list[Any], list[list[Any]]]


class Begun:
    """A battle by chance, of which pairs are made. set_up: its first events. state: as far as it has been played."""

    def __init__(self, system: str, seed: int) -> None:
        self.rnd = Random(seed)
        self.system, self.rules = find(system), loaded(system)
        begun = opening(self.rules, self.rnd)
        self.scenario, self.options = begun.scenario, begun.options
        if begun.muster is None:
            self.set_up = list(self.rules.open(begun.scenario, begun.options))
        else:
            assert self.rules.assets is not None
            self.set_up = list(self.rules.assets.muster(begun.scenario, begun.options, begun.muster))
        self._dice = SeededDice(Random(self.rnd.randrange(1 << 30)).randrange)
        self.state = self.system.begun(self.set_up)

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
        info = next(info for info in self.rules.scenarios() if info.id == begun.scenario)
        self.sides = [side.id for side in played(info.sides)]
        self.hider = self.rnd.choice(self.sides)
        self.others = ["", *(side for side in self.sides if side != self.hider)]
        two = self.rules.copy(one)
        for other in self.others[1:]:
            forger(self.rules, two, other, self.rnd.randrange)
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
            assert self.rules.pending(two) == asked, "who is asked, and for what, is the same"
            self._asked = (asked, self._asked[1] if self._asked[0] == asked else 0)
            if not asked or not self._step(self.rnd.choice(asked).side) or self._asked[1] > IN_VAIN:
                return
            if any(self.rules.verdict(state) for state in self.states):
                assert all(self.rules.verdict(state) for state in self.states), "both end at once"
                return  # everything lies open now
            if self.rnd.randrange(every) == 0:
                self.same(self.known)
                self.same_record()
                if backs:
                    backs -= 1
                    self._back()
        assert most < TOO_MANY, "the battle does not end"

    def same(self, what: Callable[[Any, list[Any], str], Any]) -> None:
        """That others get the same of both. what: what somebody gets of a state and its last entry."""
        for other in self.others:
            one, two = (what(state, last, other) for state, last in zip(self.states, self.last, strict=True))
            assert one == two, f"{other or 'an observer'} can tell what {self.hider} hides"
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
                assert one == two, f"{other or 'an observer'} can tell by what was done before: {done.action}"
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
            assert found[0] == found[1], "what is legal is the same for whoever does not hide"
        there = {repr(option.action) for option in found[1]}
        common = [option for option in found[0] if repr(option.action) in there]
        bot = self.system.bot(self.system.bot_names[0])
        assert isinstance(bot, RandomBot)
        while common and bot.group(common, self.rnd.randrange):
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
                assert side == self.hider, f"{option.action} is refused in one battle only"
                return False
            moved = self.rules.copy(state)
            self._fold(moved, made[-1])
            after.append(moved)
            draws.append(dice.draws)
        if self._turned_up(side, made) and self._shown(after, made, side, option.action):
            self._asked = (self._asked[0], self._asked[1] + 1)
            return False
        was, before = self.states, (self.states, self.last)
        self.states, self.last = after, made
        if not any(self.rules.verdict(state) for state in after):
            self.same(lambda state, events, viewer: self._entry(state, events, side, option.action, viewer))
            fell = [self.hidden.draws(state, some, "") for state, some in zip(after, draws, strict=True)]
            assert fell[0] == fell[1], "the same dice fall"
            asks = [
                bool(some) or any(map(self.hidden.reveals, events))
                for some, events in zip(draws, made, strict=True)
            ]
            assert asks[0] == asks[1], f"{option.action} is taken back freely in one battle only"
        self.done.append(Done(side, option.action, made, draws, before))
        self.met.append(option.action)
        self._count(was[0], side, option)
        return True

    def _turned_up(self, side: str, made: list[list[Any]]) -> bool:
        """Whether something that differs lies open now: of MechWar 4 what is under a counter, or what becomes of it,
        or which guns they are that were found."""
        if self.system.id != "mechwar-4":
            return side == self.hider and any(map(self.hidden.reveals, made[0]))
        if any(isinstance(one, GunsDetected) and one.found and one.side == self.hider for one in made[0]):
            return True
        lie_open = [
            (kind, event.unit, getattr(event, OPEN_MARKS[kind]))
            for events in made
            for event in events
            if (kind := type(event).__struct_config__.tag) in OPEN_MARKS
        ]
        seen = {"unit-seen", "mines-met", "unit-removed"}
        theirs = any(
            kind in seen and self.states[0].units[unit].side == self.hider for kind, unit, _ in lie_open
        )
        half = sum(type(event).__struct_config__.tag in OPEN_MARKS for event in made[0])
        return theirs or lie_open[:half] != lie_open[half:]

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

    def _count(self, state: Any, side: str, option: Option) -> None:
        self.told["actions"] += 1
        if self.system.id != "tanks-modern-age" or side != self.hider:
            return
        if state.quiet.get(side) and state.shot is not None:
            self.told[f"quiet for the {state.quiet[side]}"] += 1
        for model in state.models.values():
            if model.side != side:
                continue
            self.told.update(f"{card.type} face down" for card in model.cards if card.state == "down")
            if state.shot is not None and model.id in (state.shot.unit, state.shot.target):
                self.told["artillery"] += "Artillery" in model.stats.keywords
