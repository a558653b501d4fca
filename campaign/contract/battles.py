"""Whole battles, played in memory by bots: at every step it is looked whether the system keeps its promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, cast

import msgspec

from campaign.contract.met import Met
from campaign.contract.promises import Broken, Forger, Said, alike, keep, loaded, refusal, untouched
from campaign.library.settings import settle
from campaign.rules.bots import Pick, RandomBot
from campaign.rules.dice import SeededDice
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Option, Range, played
from campaign.rules.refused import Refused
from campaign.rules.system import Rules, System, decide, hides
from events.codec import tag_of
from events.decoding import convert, json_decoder, msgpack_decoder
from events.entry import Draw

TOO_MANY = 5_000
"""Entries after which a battle counts as endless."""

_write = msgspec.msgpack.Encoder().encode


def _as_read(event: Any) -> Any:
    """An event as it comes out of a diary."""
    return json_decoder(cast("type[Any]", type(event))).decode(msgspec.json.encode(event))


class Contract:
    """One battle of a system, played by its bots or by chance. entries: the events of each, the set-up first. done: who
    did what, for all but the set-up. doing: what was asked last, and by whom, where that was an action.

    chosen: settings that are not left as they are. met: what is told of all that happened, where somebody counts it.
    """

    def __init__(
        self,
        system: str,
        scenario: str,
        seed: int,
        forger: Forger | None = None,
        chosen: Mapping[str, Any] | None = None,
        met: Met | None = None,
    ) -> None:
        self.rules: Rules = loaded(system)
        self.system: System = self.rules.system
        self.pick: Pick = Random(seed).randrange
        self.forger, self.met = forger, met
        self.info = self.rules.infos[scenario]
        self.sides = [side.id for side in self.info.sides]
        forces = self.rules.forces
        rosters: Mapping[str, Mapping[str, Any]] = forces.rosters() if forces is not None else {}
        self.options = settle(self.info, chosen or {}, lambda name: rosters[name])
        self.state = self.system.initial()
        self.entries: list[list[Any]] = []
        self.states: list[bytes] = []
        self.done: list[tuple[str, Any]] = []
        self.doing: tuple[str, Any] | None = None
        self.offered: list[tuple[str, Any]] = []
        """Actions that were listed at some time, with their sides: most are wrong at any other."""
        self._write(list(self.rules.open(scenario, self.options)))

    def _write(self, events: list[Any]) -> None:
        self.own(events)
        self.fold(self.state, events)
        self.entries.append(events)
        self.states.append(_write(self.state))
        if self.met is not None:
            self.met.happened(self.rules, self.state, events)

    def own(self, events: Sequence[Any]) -> None:
        if strange := {type(event).__name__ for event in events if type(event) not in self.system.appliers}:
            raise Broken(f"every event stands in `System.events`, and not so {', '.join(sorted(strange))}")

    def fold(self, state: Any, events: Sequence[Any]) -> None:
        for event in events:
            self.system.appliers[type(event)](state, event)

    # -- playing -----------------------------------------------------------------------------------------------

    def play(self, bot: str, every: int, stray: int = 0) -> None:
        """To the end; a close look at about one state in `every`. stray: in about so many steps anything that is listed
        is done, whatever the bot would do; 0 for never."""
        begun, said, called = len(self.entries), list[list[str]](), self.names()
        while asked := self.rules.pending(self.state):
            self.doing = None
            keep(self.rules.verdict(self.state) is None, "nobody is asked once there is a verdict")
            strange = {one.side for one in asked} - set(self.sides)
            keep(not strange, f"who is asked is a side of the scenario: {', '.join(sorted(strange))} is none")
            keep(all(one.kind and one.prompt for one in asked), "a question has a kind and a prompt")
            side = asked[self.pick(len(asked))].side
            options = self.rules.legal(self.state, side)
            size = len(list(options))
            keep(size > 0, f"{side} is asked ({asked[0].kind}) and may do nothing")
            keep(len(options) == size, f"a list of {size} options says that it has {len(options)}")
            if self.met is not None:
                self.met.asked(asked, options)
            if self.pick(every) == 0:
                self.look(side, options)
            if self.forger is not None:
                self.asked_alike(self.forger)
            known = self.rules.known(self.state, side)
            player = RandomBot() if stray and self.pick(stray) == 0 else self.system.bot(bot)
            option = player.choose(self.rules, known, side, options, self.pick)
            self.offered.append((side, option.action))
            events = self.decided(side, option.action)
            self._write(events)
            said.append(self.in_words(events))
            self.done.append((side, option.action))
            if self.met is not None:
                self.met.did(option.action)
            if any(map(self.system.shuffled, events)):
                self.seen()
            if len(self.entries) >= TOO_MANY:
                raise Broken(f"the battle does not end: there are {TOO_MANY:,} entries, and no verdict")
        self.doing = None
        keep(self.rules.verdict(self.state) is not None, "somebody is asked until there is a verdict")
        self.seen()
        now, same = [self.in_words(events) for events in self.entries[begun:]], self.names()
        if same.items() <= called.items():
            alike(now, said, "an entry is told at the end of a battle as it was told when it was made")

    def in_words(self, events: Sequence[Any]) -> list[str]:
        """A log is read by the newest state: what was is told when it is long past, and as it was told then, but for
        who is called otherwise since."""
        return [self.rules.describe(self.state, event)[0] for event in events]

    def names(self) -> dict[str, str]:
        return {piece.id: piece.name for piece in self.rules.view(self.state, UMPIRE).pieces}

    def decided(self, side: str, action: Any) -> list[Any]:
        """What an action leads to. Pure; `advance` does the same and moves a state on exactly as its events do."""
        self.doing = side, action
        seed = self.pick(1 << 30)
        dice = SeededDice(Random(seed).randrange)
        try:
            events = decide(self.rules, self.state, side, action, dice)
        except Refused as refused:
            raise Broken(f"what a bot chooses of the options is allowed, and is refused: {refused}") from None
        keep(_write(self.state) == self.states[-1], "a decision leaves the state alone")
        keep(bool(events), "an action that is accepted leaves an event behind")
        self.own(events)
        advanced, folded = self.rules.copy(self.state), self.rules.copy(self.state)
        again = self.rules.advance(advanced, side, action, SeededDice(Random(seed).randrange))
        self.fold(folded, events)
        alike(again, events, "the same dice give the same events")
        alike(advanced, folded, "events say all that happened: deciding and applying them lead to one state")
        self.speaks(events, dice.draws)
        return events

    def speaks(self, events: Sequence[Any], draws: Sequence[Draw]) -> None:
        """Events speak of the dice and orders that were drawn, of all of them, and of no others."""
        told = Counter(value for event in events for value in self.system.rolled(event))
        dice = [one for one in draws if one.matters != "shuffle"]
        drawn = Counter(value for one in dice for value in one.written)
        loud = [
            one for one in dice if not self.system.silent or not one.purpose.startswith(self.system.silent)
        ]
        if not Counter(value for one in loud for value in one.written) <= told <= drawn:
            rolled = "; ".join(f"{one.purpose}: {', '.join(map(str, one.written))}" for one in dice)
            raise Broken(
                f"events tell of the dice that were rolled, and of no others (`dice` of `Told`): rolled was "
                f"{rolled or 'nothing'}; told was {', '.join(map(str, sorted(told.elements()))) or 'nothing'}"
            )
        orders = [one.values for one in draws if one.matters == "shuffle"]
        said = [order for event in events if (order := self.system.shuffled(event))]
        alike(
            said,
            orders,
            "events tell of the orders that were shuffled (`shuffle` of `Told`), told and shuffled",
        )

    # -- looking -----------------------------------------------------------------------------------------------

    def look(self, side: str, options: Sequence[Option]) -> None:
        rules = self.rules
        known = {viewer: rules.known(self.state, viewer) for viewer in ("", *self.sides)}
        with untouched(self.state, *known.values()):
            self.listed(side, options)
            self.unlisted()
            self.seen()
            self.told(known)
            alike(
                list(rules.legal(self.state, side)), list(options), "the same question has the same options"
            )
            for bot in self.system.bots:
                bot.choose(rules, known[side], side, options, self.pick)
            if self.forger is not None:
                for viewer in ("", *self.sides):
                    self.paired(viewer, self.forger)
        if self.met is not None:
            self.met.told |= self.told_apart(side, options)
        keep(_write(self.state) == self.states[-1], "who looks changes nothing")

    def told(self, known: Mapping[str, Any]) -> None:
        """Whoever hides something has states of its own for those who do not know it all; what everybody knows of what
        a side knows is what everybody knows."""
        rules, state = self.rules, self.state
        hidden = rules.hidden
        if hidden is None or not hidden.hides(state):
            keep(
                all(one is state for one in known.values()),
                "where nothing is hidden everybody knows the state",
            )
            return
        for side, one in known.items():
            who = side or "an observer"
            keep(one is not state, f"what {who} knows is not the true state")
            keep(isinstance(one, type(state)), f"what {who} knows is a {type(state).__name__}")
            again = "asked of a known state, `known` tells no more: of"
            alike(hidden.known(one, side), one, f"{again} {who} once more")
            alike(hidden.known(state, side), one, f"`known` tells {who} the same each time")
            alike(hidden.known(one, ""), known[""], f"what everybody knows {who} does")

    def listed(self, side: str, options: Sequence[Option]) -> None:
        """What is listed is accepted, has words, and chances that add up."""
        rules, state = self.rules, self.state
        actions = [option.action for option in options]
        twice = next((action for action in actions[:20] if actions.count(action) > 1), None)
        keep(twice is None, f"nothing is listed twice: {twice}")
        for _ in range(4):
            option = options[self.pick(len(options))]
            self.offered.append((side, option.action))
            keep(
                bool(rules.label(rules.known(state, side), option)), f"an option has a label: {option.action}"
            )
            if (said := self.refused(side, option.action)) is not None:
                raise Broken(f"what is listed is allowed, and is refused: {said[0]}")
            odds = rules.odds(state, side, option.action)
            whole = sum(one.chance for one in odds.results) if odds is not None else 1
            keep(abs(whole - 1) < 1e-9, f"chances add up to 1, and not to {whole}")
            for one in option.ranges:
                self._within(one, getattr(option.action, one.name))
                self._beyond(side, option, one)

    def _beyond(self, side: str, option: Option, one: Range) -> None:
        """What lies beyond a range of numbers is refused, or allowed as it is: nothing else comes of it."""
        if one.places is not None or one.words:
            return
        for value in (one.lowest - 1, one.highest + 1):
            try:
                action = convert(
                    msgspec.to_builtins(option.action) | {one.name: value}, self.system.action_type
                )
            except msgspec.ValidationError:
                continue  # no action: its type says so
            self.refused(side, action)

    def _within(self, one: Range, value: Any) -> None:
        if one.places is not None:
            grid = self.rules.grid(self.state)
            fits = grid is not None and one.places.holds(value, grid)
        elif one.words:
            fits = bool({str(value), str(value).lower()} & set(one.words))
        else:
            fits = one.lowest <= value <= one.highest
        keep(fits, f"an option has a value of its range in {one.name}, and not {value!r}")

    def unlisted(self) -> None:
        """What is not listed is refused with a reason: right at another time, for the other side, or nearly."""
        rules, state = self.rules, self.state
        for _ in range(8):
            side, action = self.offered[self.pick(len(self.offered))]
            action = self.crossed(action) if self.pick(2) else action
            legal = rules.legal(state, side)
            if any(
                one.action == action or (one.ranges and type(one.action) is type(action)) for one in legal
            ):
                continue  # listed, or one of the values that a range stands for
            said = self.refused(side, action)
            if said is None:
                raise Broken(f"{side} may do what is not listed: {action}")
            keep(said[0].endswith((".", "!", "?")), f"a refusal is a whole sentence: {said[0]!r}")

    def refused(self, side: str, action: Any) -> Said | None:
        """What is said to an action that is refused: by whoever decides it, in the same words as by its odds and its
        preview; None if it is allowed by all of them."""
        rules, state = self.rules, self.state
        self.doing = side, action
        asked: dict[str, Callable[[], object]] = {
            "decide": lambda: decide(rules, state, side, action, SeededDice(self.pick)),
            "odds": lambda: rules.odds(state, side, action),
            "preview": lambda: rules.preview(state, side, action),
        }
        said = {name: refusal(ask) for name, ask in asked.items()}
        first = said["decide"]
        if any(one != first for one in said.values()):
            raise Broken(
                f"{action} of {side} is refused by all questions in the same words, and not so: {said}"
            )
        if first is not None and self.met is not None:
            self.met.rules.add(first[1])
        self.doing = None
        return first

    def crossed(self, action: Any) -> Any:
        """An action with one field from another."""
        _, other = self.offered[self.pick(len(self.offered))]
        if type(other) is not type(action) or not action.__struct_fields__:
            return action
        name = action.__struct_fields__[self.pick(len(action.__struct_fields__))]
        return msgspec.structs.replace(action, **{name: getattr(other, name)})

    def seen(self) -> None:
        """Views, and the last entry in words: as every viewer may see it."""
        rules, state = self.rules, self.state
        for viewer in ("", UMPIRE, *self.sides):
            view = rules.view(state, viewer)
            keep(view.hides == hides(rules, state), "`hides` of the view and of `Hidden` say the same")
            ids = [piece.id for piece in view.pieces]
            keep(len(set(ids)) == len(ids), f"pieces of a view have ids of their own: {', '.join(ids)}")
            for event in self.entries[-1]:
                shown = event
                if rules.hidden is not None and viewer != UMPIRE:
                    shown = rules.hidden.event(state, event, viewer)
                if shown is not None and hides(rules, state) and not viewer:
                    keep(not self.system.shuffled(shown), "observers get no order of a deck")
                if shown is not None:
                    text, _ = rules.describe(state, shown)
                    keep(not text or text[-1] in ".:!?", f"the words of an event are a sentence: {text!r}")
        if rules.hidden is None:
            views = {_write(rules.view(state, viewer)) for viewer in ("", UMPIRE, *self.sides)}
            keep(len(views) == 1, "who hides nothing shows everybody the same")

    def paired(self, viewer: str, forger: Forger) -> None:
        """A battle that differs only in what is hidden from somebody is the same to him in all that he can get."""
        forged = forger(self.rules, self.rules.copy(self.state), viewer, self.pick)
        mine, other = self.known(self.state, viewer), self.known(forged, viewer)
        for what in mine:
            alike(mine[what], other[what], f"{viewer or 'an observer'} can tell by `{what}` what is hidden")

    def told_apart(self, side: str, options: Sequence[Option]) -> set[str]:
        """Kinds of actions of which only the record tells which was done: two of a kind, without dice, lead to battles
        that differ, but not as far as another side knows them, and are told to it otherwise. It may be meant so, where
        what is done is open and what comes of it is hidden."""
        rules, hidden = self.rules, self.rules.hidden
        first = options[self.pick(len(options))].action
        same = [one.action for one in options if type(one.action) is type(first) and one.action != first]
        if hidden is None or not same:
            return set()
        seed, told = self.pick(1 << 30), list[tuple[Any, list[Any]]]()
        for action in (first, same[self.pick(len(same))]):
            dice = SeededDice(Random(seed).randrange)
            state = rules.copy(self.state)
            events = rules.advance(state, side, action, dice)
            if dice.draws or any(map(hidden.reveals, events)) or not hidden.hides(state):
                return set()
            others = ["", *(one.id for one in played(self.info.sides) if one.id != side)]
            known = [(rules.known(state, one), rules.view(state, one)) for one in others]
            record = [
                (
                    hidden.action(state, side, action, one),
                    [hidden.event(state, event, one) for event in events],
                )
                for one in others
            ]
            told.append((known, [state, record]))
        (known, (state, record)), (other, (another, otherwise)) = told
        shown = known == other and state != another and record != otherwise
        return {tag_of(cast("type[Any]", type(first)))} if shown else set()

    def asked_alike(self, forger: Forger) -> None:
        """Who is asked does not depend on what is hidden from those who are not: looked at in every state."""
        for viewer in self.sides:
            forged = forger(self.rules, self.rules.copy(self.state), viewer, self.pick)
            told = f"who is asked tells {viewer} nothing that is hidden"
            alike(self.rules.pending(forged), self.rules.pending(self.state), told)

    def known(self, state: Any, viewer: str) -> dict[str, Any]:
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
            read = list(map(_as_read, events))
            alike(read, events, "events are read as they were written")
            self.fold(state, read)
            if _write(state) != was:
                read = msgpack_decoder(shape).decode
                old = read(was)
                alike(state, old, "a replay leads to the state that was played")
                if _write(read(_write(state))) != _write(
                    old
                ):  # read once, a text that is a default is left out
                    raise Broken(
                        "a state is written alike after a replay: the order in its dictionaries differs"
                    )
        seq = self.pick(len(self.states))
        back: Any = msgpack_decoder(shape).decode(self.states[seq])
        for events in self.entries[seq + 1 :]:
            self.fold(back, events)
        alike(back, state, "who goes on from a state that was kept comes to the same end")
        alike(state, self.state, "a replay leads to the end that was played")

    def copied(self) -> None:
        """Copies share nothing: what is played on with one leaves the other as it was."""
        first: Any = msgpack_decoder(self.system.state_type).decode(self.states[0])
        copy, before = self.rules.copy(first), _write(first)
        alike(copy, first, "a copy is like its state")
        for events in self.entries[1:]:
            self.fold(copy, events)
        alike(copy, self.state, "who plays on with a copy comes to the same end")
        keep(_write(first) == before, "a copy shares nothing with its state")
