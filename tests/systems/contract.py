"""What every rule system promises, looked at while whole battles are played by chance in memory.

`Contract` plays and looks; `test_contract.py` runs it for every system there is. A system of one's own adds a line to
`FORGERS` there if it hides something. That odds are what comes of an action is held against plays in `test_sampled.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

import msgspec

from campaign import systems
from campaign.library.settings import settle
from campaign.rules.dice import SeededDice
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Option
from campaign.rules.packs import read_pack
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, System, decide, hides
from campaign.systems import find, load, package_of
from events.entry import Draw

Pick = Callable[[int], int]
Forger = Callable[[Rules, Any, str, Pick], None]
"""forger(rules, state, viewer, pick) changes in a state what is hidden from that viewer, and nothing else."""
SILENT = ("breakdown of ", "collateral damage to ")
"""How the purposes of dice begin that no event speaks of, or only if something comes of them."""
TOO_MANY = 5_000
"""Entries after which a battle counts as endless."""

_write = msgspec.msgpack.Encoder().encode


def _parts(value: Any) -> Iterator[msgspec.Struct]:
    """All Structs in a state."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _parts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _parts(one)


def refusal(ask: Callable[[], object]) -> tuple[str, str, tuple[str, ...], str] | None:
    """What is refused, by which rule, what would be allowed, and where; None if nothing is."""
    try:
        ask()
    except Refused as refused:
        return refused.reason, refused.rule, tuple(refused.allowed), refused.where
    return None


@contextmanager
def untouched(*states: Any) -> Iterator[None]:
    """No field of these states is written, not even to be put back: other threads look at them at the same time."""
    parts = {id(one): one for state in states for one in _parts(state) if not one.__struct_config__.frozen}
    shapes = {type(one) for one in parts.values()}

    def write(self: Any, name: str, value: Any) -> None:
        assert id(self) not in parts, f"{type(self).__name__}.{name} is written by somebody who only asks"
        msgspec.Struct.__setattr__(self, name, value)

    for shape in shapes:
        shape.__setattr__ = write  # type: ignore[method-assign]
    try:
        yield
    finally:
        for shape in shapes:
            del shape.__setattr__


def loaded(system: str) -> Rules:
    """A system with the pack that it ships. One of ours is there once for all tests of a process, with what it has
    found out about its boards."""
    return _ours(system) if system in systems._built_in() else _read(system)


def _read(system: str) -> Rules:
    return load(system, read_pack(system, package_of(system)))


_ours = cache(_read)


class Contract:
    """One battle of a system, played by its bots or by chance. entries: the events of each, the set-up first."""

    def __init__(self, system: str, scenario: str, seed: int, forger: Forger | None = None) -> None:
        self.system: System = find(system)
        self.rules = loaded(system)
        self.pick: Pick = Random(seed).randrange
        self.forger = forger
        self.info = next(one for one in self.rules.scenarios() if one.id == scenario)
        self.sides = [side.id for side in self.info.sides]
        forces = self.rules.forces
        rosters = forces.rosters() if forces is not None else {}
        self.options = settle(self.info, {}, lambda name: rosters[name])
        self.state = self.system.initial()
        self.entries: list[list[Any]] = []
        self.states: list[bytes] = []
        self.met: list[tuple[str, Any]] = []
        """Actions that were listed at some time, with their sides: most are wrong at any other."""
        self._write(list(self.rules.open(scenario, self.options)))

    def _write(self, events: list[Any]) -> None:
        self.fold(self.state, events)
        self.entries.append(events)
        self.states.append(_write(self.state))

    def fold(self, state: Any, events: Sequence[Any]) -> None:
        for event in events:
            self.system.appliers[type(event)](state, event)

    # -- playing -----------------------------------------------------------------------------------------------

    def play(self, bot: str, every: int) -> None:
        """To the end; a close look at about one state in `every`."""
        while asked := self.rules.pending(self.state):
            assert self.rules.verdict(self.state) is None, "who is asked has no verdict yet"
            assert {one.side for one in asked} <= set(self.sides)
            assert all(one.kind and one.prompt for one in asked)
            side = asked[self.pick(len(asked))].side
            options = self.rules.legal(self.state, side)
            assert len(options) == len(list(options)) > 0
            if self.pick(every) == 0:
                self.look(side, options)
            if self.forger is not None:
                self.asked_alike(self.forger)
            known = self.rules.known(self.state, side)
            option = self.system.bot(bot).choose(self.rules, known, side, options, self.pick)
            self.met.append((side, option.action))
            events = self.decided(side, option.action)
            self._write(events)
            if any(map(self.system.shuffled, events)):
                self.seen()
            assert len(self.entries) < TOO_MANY, "the battle does not end"
        assert self.rules.verdict(self.state) is not None, "somebody is asked until there is a verdict"
        self.seen()

    def decided(self, side: str, action: Any) -> list[Any]:
        """What an action leads to. Pure; `advance` does the same and moves a state on exactly as its events do."""
        seed = self.pick(1 << 30)
        dice = SeededDice(Random(seed).randrange)
        events = decide(self.rules, self.state, side, action, dice)
        assert _write(self.state) == self.states[-1], "a decision leaves the state alone"
        assert events, "an action that is accepted leaves something behind"
        assert {type(event) for event in events} <= set(self.system.events)
        advanced, folded = self.rules.copy(self.state), self.rules.copy(self.state)
        again = self.rules.advance(advanced, side, action, SeededDice(Random(seed).randrange))
        self.fold(folded, events)
        assert again == events, "the same dice give the same events"
        assert advanced == folded, "events say all that happened"
        self.speaks(events, dice.draws)
        return events

    def speaks(self, events: Sequence[Any], draws: Sequence[Draw]) -> None:
        """Events speak of the dice and orders that were drawn, of all of them, and of no others."""
        told = Counter(value for event in events for value in self.system.rolled(event))
        dice = [one for one in draws if one.matters != "shuffle"]
        drawn = Counter(value for one in dice for value in one.values)
        loud = Counter(value for one in dice if not one.purpose.startswith(SILENT) for value in one.values)
        assert loud <= told <= drawn, f"{events} of {draws}"
        orders = [one.values for one in draws if one.matters == "shuffle"]
        assert [order for event in events if (order := self.system.shuffled(event))] == orders

    # -- looking -----------------------------------------------------------------------------------------------

    def look(self, side: str, options: Sequence[Option]) -> None:
        rules = self.rules
        known = {viewer: rules.known(self.state, viewer) for viewer in ("", *self.sides)}
        with untouched(self.state, *known.values()):
            self.listed(side, options)
            self.unlisted()
            self.seen()
            self.told(known)
            assert list(rules.legal(self.state, side)) == list(options)
            for bot in self.system.bots:
                bot.choose(rules, known[side], side, options, self.pick)
            if self.forger is not None:
                for viewer in ("", *self.sides):
                    self.paired(viewer, self.forger)
        assert _write(self.state) == self.states[-1], "who looks changes nothing"

    def told(self, known: Mapping[str, Any]) -> None:
        """Whoever hides something has states of its own for those who do not know it all; what everybody knows of what
        a side knows is what everybody knows."""
        rules, state = self.rules, self.state
        hidden = rules.hidden
        if hidden is None or not hidden.hides(state):
            assert all(one is state for one in known.values())
            return
        for side, one in known.items():
            assert one is not state
            assert type(one) is type(state)
            assert hidden.known(one, side) == hidden.known(state, side) == one, (
                "who knows it all knows no more"
            )
            assert hidden.known(one, "") == known[""], "what everybody knows every side does"

    def listed(self, side: str, options: Sequence[Option]) -> None:
        """What is listed is accepted, has words, and chances that add up."""
        rules, state = self.rules, self.state
        actions = [option.action for option in options]
        assert all(actions.count(action) == 1 for action in actions[:20]), "nothing is listed twice"
        for _ in range(4):
            option = options[self.pick(len(options))]
            self.met.append((side, option.action))
            assert rules.label(rules.known(state, side), option)
            assert self.refused(side, option.action) is None
            odds = rules.odds(state, side, option.action)
            assert odds is None or abs(sum(one.chance for one in odds.results) - 1) < 1e-9
            for one in option.ranges:
                value = getattr(option.action, one.name)
                if one.places is not None:
                    assert one.places.holds(value, rules.grid(state))
                elif one.words:
                    assert str(value).lower() in one.words
                else:
                    assert one.lowest <= value <= one.highest

    def unlisted(self) -> None:
        """What is not listed is refused with a reason: right at another time, for the other side, or nearly."""
        rules, state = self.rules, self.state
        for _ in range(8):
            side, action = self.met[self.pick(len(self.met))]
            action = self.crossed(action) if self.pick(2) else action
            legal = rules.legal(state, side)
            if any(
                one.action == action or (one.ranges and type(one.action) is type(action)) for one in legal
            ):
                continue  # listed, or one of the values that a range stands for
            told = self.refused(side, action)
            assert told is not None, f"{side} may do what is not listed: {action}"
            assert told[0].endswith((".", "!", "?")), told[0]

    def refused(self, side: str, action: Any) -> tuple[str, str, tuple[str, ...], str] | None:
        """What is said to an action that is refused: by whoever decides it, in the same words as by its odds and its
        preview; None if it is allowed by all of them."""
        rules, state = self.rules, self.state
        asked: dict[str, Callable[[], object]] = {
            "decide": lambda: decide(rules, state, side, action, SeededDice(self.pick)),
            "odds": lambda: rules.odds(state, side, action),
            "preview": lambda: rules.preview(state, side, action),
        }
        said = {name: refusal(ask) for name, ask in asked.items()}
        first = said["decide"]
        assert all(one == first for one in said.values()), (
            f"{action} of {side} is refused differently: {said}"
        )
        return first

    def crossed(self, action: Any) -> Any:
        """An action with one field from another."""
        _, other = self.met[self.pick(len(self.met))]
        if type(other) is not type(action) or not action.__struct_fields__:
            return action
        name = action.__struct_fields__[self.pick(len(action.__struct_fields__))]
        return msgspec.structs.replace(action, **{name: getattr(other, name)})

    def seen(self) -> None:
        """Views, and the last entry in words: as every viewer may see it."""
        rules, state = self.rules, self.state
        for viewer in ("", UMPIRE, *self.sides):
            view = rules.view(state, viewer)
            assert view.hides == hides(rules, state), "`hides` says what the view says"
            ids = [piece.id for piece in view.pieces]
            assert len(set(ids)) == len(ids)
            for event in self.entries[-1]:
                shown = event
                if rules.hidden is not None and viewer != UMPIRE:
                    shown = rules.hidden.event(state, event, viewer)
                if shown is not None and hides(rules, state) and not viewer:
                    assert not self.system.shuffled(shown), "observers get no order of a deck"
                if shown is not None:
                    text, _ = rules.describe(state, shown)
                    assert not text or text[-1] in ".:!?", text
        if rules.hidden is None:
            views = {_write(rules.view(state, viewer)) for viewer in ("", UMPIRE, *self.sides)}
            assert len(views) == 1, "who hides nothing shows everybody the same"

    def paired(self, viewer: str, forger: Forger) -> None:
        """A battle that differs only in what is hidden from somebody is the same to him in all that he can get."""
        forged = self.rules.copy(self.state)
        forger(self.rules, forged, viewer, self.pick)
        assert self.known(self.state, viewer) == self.known(forged, viewer)

    def asked_alike(self, forger: Forger) -> None:
        """Who is asked does not depend on what is hidden from those who are not: looked at in every state."""
        for viewer in self.sides:
            forged = self.rules.copy(self.state)
            forger(self.rules, forged, viewer, self.pick)
            assert self.rules.pending(forged) == self.rules.pending(self.state)

    def known(self, state: Any, viewer: str) -> Any:
        """All that the rules tell somebody of a state."""
        rules, hidden = self.rules, self.rules.hidden
        assert hidden is not None
        legal = rules.legal(state, viewer)[:40] if viewer in self.sides else ()
        return {
            "view": rules.view(state, viewer),
            "hides": hidden.hides(state),
            "asked": hidden.questions(state, rules.pending(state), viewer),
            "legal": [(option, rules.label(rules.known(state, viewer), option)) for option in legal],
            "odds": [rules.odds(state, viewer, option.action) for option in legal[:4]],
            "options": hidden.options(state, self.options, viewer),
            "events": [hidden.event(state, event, viewer) for event in (*self.entries[0], *self.entries[-1])],
        }

    # -- afterwards --------------------------------------------------------------------------------------------

    def replayed(self) -> None:
        """From nothing but events as a diary has them, every state is what it was; rewinds lead back to it."""
        state, shape = self.system.initial(), self.system.state_type
        for events, was in zip(self.entries, self.states, strict=True):
            read = [msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in events]
            assert read == events
            self.fold(state, read)
            assert _write(state) == was
        seq = self.pick(len(self.states))
        back: Any = msgspec.msgpack.decode(self.states[seq], type=shape)
        for events in self.entries[seq + 1 :]:
            self.fold(back, events)
        assert back == state == self.state

    def copied(self) -> None:
        """Copies share nothing: what is played on with one leaves the other as it was."""
        first: Any = msgspec.msgpack.decode(self.states[0], type=self.system.state_type)
        copy = self.rules.copy(first)
        assert copy == first
        for events in self.entries[1:]:
            self.fold(copy, events)
        assert copy == self.state
        assert _write(first) == self.states[0]
