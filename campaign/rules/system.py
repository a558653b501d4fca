"""What a rule system is: the one shape that headquarters, bots and front ends know.

A system is a value called `SYSTEM`: what its diaries need to be folded, without any pack. With a pack (the data
files, with the user's own copies laid over them) it makes `Rules`, which answer every question about a battle. What
not every game has stands in facets: what is hidden, forces of one's own, assets of a campaign.

    decide(rules, state, side, action, dice) → events       pure; raises Refused: `verify`, then `settle`
    appliers[type(event)](state, event)      → None         total; no dice, no clock, no I/O
    legal(state, side)                       → options      exactly what decide accepts
    view(state, viewer)                      → what that viewer may see

A side cannot be told what it does not know, whatever a system forgets: all that it asks, and all that can be refused,
is answered on the *known state*, in which what is hidden from it is not there. The truth is read by `settle`, which
carries out what was allowed and refuses nothing, and by what tells the record: `Hidden.event` and its like, `describe`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, cast, final

import msgspec

from campaign.rules.bots import Bot, RandomBot
from campaign.rules.constants import read_constants
from campaign.rules.data_files import DataFile
from campaign.rules.dice import BadDice, Dice, NoDice, Rolled
from campaign.rules.doings import Doings
from campaign.rules.facets import UMPIRE, Action, Assets, Event, Forces, Hidden, Positions, State
from campaign.rules.muster import Verdict
from campaign.rules.options import InForce, Odds, Option, Pending, ScenarioInfo, Weight
from campaign.rules.packs import Pack
from campaign.rules.places import Grid, Sheet
from campaign.rules.readings import AnyReadings, in_force, named
from campaign.rules.refused import Refused, Unforeseen, no_such
from campaign.rules.remembering import Remembering
from campaign.rules.views import GameView, HexBoard, Preview
from events.codec import Upcaster
from events.decoding import msgpack_decoder

Says = str | tuple[str, str]
"""The field of an event that says what was rolled or shuffled; with a second field, only where that one is true."""


_ASKED = ("known", "completed", "pending", "legal", "advance", "odds", "preview", "view")
"""What everybody else asks of rules: the same for all systems."""


class Rules(ABC):
    """A rule system with its pack loaded: every question about a battle goes here. system, constants: set by
    `System.load`, the latter with what its bots weigh with, where it has declared any.

    Many threads ask at once, about the same state: whoever only asks does not write to it, not even for a moment.
    """

    system: System
    pack: Pack
    hidden: Hidden | None = None
    forces: Forces | None = None
    assets: Assets | None = None
    positions: Positions | None = None
    readings: AnyReadings | None = None
    """How its pack reads what the text leaves open; None where there is nothing of the kind."""
    doings: Doings | None = None
    constants: Any = None

    def __init_subclass__(cls, **more: Any) -> None:
        """Raises TypeError for one that answers by itself, of the truth, what is to be answered of what is known."""
        super().__init_subclass__(**more)
        if own := [name for name in _ASKED if getattr(cls, name) is not getattr(Rules, name)]:
            raise TypeError(f"{cls.__name__} writes {', '.join(own)}, which no rule system may: see `Rules`")

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @abstractmethod
    def scenarios(self) -> Sequence[ScenarioInfo]:
        """All of its pack, which stays as it is: whoever wants one takes it out of `infos`."""

    @cached_property
    def infos(self) -> Mapping[str, ScenarioInfo]:
        """Scenarios by id, in their order."""
        return {info.id: info for info in self.scenarios()}

    def reconstructed(self, scenario: str) -> tuple[str, ...]:
        """What of a scenario is our reconstruction, one line each, with the file for one's own numbers.

        Raises Refused for an unknown scenario where there is anything to say.
        """
        return ()

    def check(self, scenario: str) -> None:  # noqa: B027  not every system has more to ask
        """Whether a scenario of the pack can be played as its file has it, beyond what loading it has shown: `open`
        asks this first, and so does whoever checks a pack. Raises packs.PackError."""

    @final
    def sound(self, scenario: str) -> None:
        """`check`, once for each scenario. Raises packs.PackError."""
        known: set[str] = vars(self).setdefault("known to be sound", set[str]())
        if scenario not in known:
            self.check(scenario)
            known.add(scenario)

    @abstractmethod
    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Event]:
        """The set-up as facts. Raises Refused for an unknown scenario or option, and for one that is not `sound`."""

    # What a system writes. `open` and `known` are states in which nothing else is to be found than may be told.

    @abstractmethod
    def asked(self, open: State) -> tuple[Pending, ...]:
        """Who is asked, and for what; nobody once there is a verdict. open: the state as everybody knows it, so that
        being asked, or not, tells nothing."""

    @abstractmethod
    def options(self, known: State, side: str) -> Sequence[Option]:
        """What a side may do: exactly what is not refused."""

    def verify(self, known: State, side: str, action: Action) -> None:
        """Raises Refused if a side may not do that. There already for a system that hides nothing: it is tried on a
        copy until the first die. Whoever hides something writes it, and refuses nothing anywhere else."""
        if self.hidden is not None:
            raise NotImplementedError("a system that hides something says by itself what it refuses")
        with suppress(Rolled):
            self.settle(self.copy(known), side, action, NoDice())

    @abstractmethod
    def settle(self, state: State, side: str, action: Action, dice: Dice) -> list[Event]:
        """Carry an action out: the events, with state, the true one, moved on by them.

        In a system that hides something `verify` has allowed it, and what the side could not know makes it end
        otherwise, not be refused. Raises Refused in others; when it raises anything, state is spoilt and must be thrown
        away.
        """

    @abstractmethod
    def seen(self, known: State, viewer: str) -> GameView:
        """What a viewer sees of what he knows."""

    def chances(self, state: State, side: str, action: Action) -> Odds | None:
        """Exact chances of the results of an action that is not refused; None where no dice are rolled. state:
        `Hidden.completed`."""
        return None

    def ghost(self, known: State, side: str, action: Action) -> Preview | None:
        """Where an action that is not refused would lead; None if that cannot be said."""
        return None

    # What everybody else asks, of the true state.

    @final
    def known(self, state: State, side: str) -> State:
        """The state as a side knows it; itself where nothing is hidden, and for the umpire. It is of use until the next
        event."""
        hidden = self.hidden
        if hidden is None or side == UMPIRE or not hidden.hides(state):
            return state
        return known_to(hidden.known, state, side)

    @final
    def completed(self, known: State, side: str) -> State:
        """A known state made whole by assumptions (`Hidden.completed`); itself where nothing is hidden."""
        hidden = self.hidden
        return known if hidden is None or not hidden.hides(known) else hidden.completed(known, side)

    @final
    def pending(self, state: State) -> tuple[Pending, ...]:
        """Who is asked, and for what; nobody once there is a verdict."""
        return self.asked(self.known(state, ""))

    @final
    def legal(self, state: State, side: str) -> Sequence[Option]:
        """What a side may do."""
        return self.options(self.known(state, side), side)

    @final
    def advance(self, state: State, side: str, action: Action, dice: Dice) -> list[Event]:
        """Decide and apply at once: the events, with state moved on by them.

        Raises Refused; when it raises anything, state is spoilt and must be thrown away.
        """
        if self.hidden is None:
            return self.settle(state, side, action, dice)
        self.verify(self.known(state, side), side, action)
        try:
            return self.settle(state, side, action, dice)
        except BadDice:
            raise
        except Refused as refused:
            raise Unforeseen(action) from refused

    @final
    def odds(self, state: State, side: str, action: Action) -> Odds | None:
        """Exact chances of an action's results, as far as the side can know them; None where no dice are rolled. Raises
        Refused as the action would."""
        known = self.known(state, side)
        self.verify(known, side, action)
        return self.chances(self.completed(known, side), side, action)

    @final
    def preview(self, state: State, side: str, action: Action) -> Preview | None:
        """Where an action would lead, as its side may know; None if that cannot be said. Raises Refused as the action
        would."""
        known = self.known(state, side)
        self.verify(known, side, action)
        return self.ghost(known, side, action)

    @final
    def view(self, state: State, viewer: str) -> GameView:
        """What a viewer may see."""
        return self.seen(self.known(state, viewer), viewer)

    def grid(self, state: State) -> Grid | None:
        """The hexes of the board, which ranges of places are about; None where there is no board of hexes.

        A `Board` of the rules will do, and is found faster.
        """
        board = self.seen(state, "").board
        return Sheet(board) if isinstance(board, HexBoard) else None

    @abstractmethod
    def label(self, known: State, option: Option) -> str:
        """One line that says what an option does to the side that may take it."""

    @abstractmethod
    def describe(self, state: State, event: Event) -> tuple[str, str]:
        """One line for the log, and the rule's number; "" for an event that nobody needs to read of.

        state: after the event.
        """

    def weight(self, event: Event) -> Weight:
        """What an event's line weighs where not all can be told: see `Weight`."""
        return ""

    @abstractmethod
    def verdict(self, state: State) -> Verdict | None: ...

    def read(self, state: State) -> AnyReadings | None:
        """The readings that a battle was opened with, in the field `readings` of its state; else those of its pack."""
        found: AnyReadings | None = getattr(state, "readings", None)
        return self.readings if found is None else found

    @final
    def in_force(self, state: State) -> tuple[InForce, ...]:
        """How everything is read in a battle."""
        found = self.read(state)
        return () if found is None or self.readings is None else in_force(found, self.readings)

    @final
    def told(self, state: State, event: Event) -> tuple[str, str]:
        """`describe`, and with the rule the readings that decided it."""
        text, rule = self.describe(state, event)
        return text, named(rule, event)

    def copy(self, state: State) -> State:
        """A state that shares nothing with this one."""
        return self.system.copy(state)


def known_to(known: Callable[[State, str], State], state: State, side: str) -> State:
    """The state, in which something is hidden, as a side knows it, kept with it until the next event. known: makes it.

    What a side knows leads by no field to more than what everybody knows.
    """
    if not isinstance(state, Remembering):
        return known(state, side)
    if vars(state).get(KNOWN_TO) == side:
        return state
    kept = state.known
    if side not in kept:
        found = kept[side] = known(state, side)
        if isinstance(found, Remembering):
            vars(found)[KNOWN_TO] = side
            if "" in kept and side:
                found.known[""] = kept[""]
    return kept[side]


KNOWN_TO = "known to"
"""In a known state's memory: which side's it is."""


class CopyByCode:
    """Copies a state by writing and reading it: nothing shared, nothing forgotten."""

    def __init__(self, state_type: type[Any]) -> None:
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgpack_decoder(state_type).decode

    def __call__(self, state: State) -> State:
        return self._decode(self._encode(state))


@dataclass(frozen=True, eq=False)
class System:
    """A rule system as it stands without a pack.

    version: changes when decisions change; written into every entry. state_type: empty, it is the state before the set-
    up. action_type: the union of action Structs. appliers: event class → function (state, event). dice, shuffles: event
    class → what of it says which dice were rolled, or which order a shuffle gave, in its own entry. silent: how the
    purposes of dice begin of which no event tells, or only if something comes of them. bots: from worst to best.
    constants: what they weigh with (`campaign/rules/constants.py`). sample: a battle to look around in: a scenario, and
    which sides have which bot. examples: actions as the description of the HTTP API shows them. untold: action class →
    what it means, for the log where no event tells of it. force: a roster for the same use, empty where it takes none.
    data: its data files, for who writes some of his own.
    """

    _: KW_ONLY
    id: str
    title: str
    version: str
    state_type: type[Any]
    action_type: Any
    appliers: Mapping[type[Any], Callable[[Any, Any], None]]
    events: tuple[type[Any], ...]
    rules: Callable[[Pack], Rules]
    """Checks a pack. Raises packs.PackError: file, table, row, and what is wrong."""
    upcasters: Mapping[str, Upcaster] = field(default_factory=dict[str, Upcaster])
    dice: Mapping[type[Any], Says] = field(default_factory=dict[type[Any], Says])
    shuffles: Mapping[type[Any], Says] = field(default_factory=dict[type[Any], Says])
    silent: tuple[str, ...] = ()
    bots: tuple[Bot, ...] = (RandomBot(),)
    constants: type[msgspec.Struct] | None = None
    untold: Mapping[type[Any], str] = field(default_factory=dict[type[Any], str])
    sample: tuple[str, Mapping[str, str]] = ("", {})
    examples: tuple[Action, ...] = ()
    force: Mapping[str, Any] = field(default_factory=dict[str, Any])
    data: tuple[DataFile, ...] = ()
    copy: Callable[[State], State] = field(init=False, repr=False)
    """A state that shares nothing with the one given."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "copy", CopyByCode(self.state_type))

    def load(self, pack: Pack) -> Rules:
        """The rules with a pack. Raises packs.PackError."""
        rules = self.rules(pack)
        rules.system = self
        if self.constants is not None:
            rules.constants = read_constants(pack, self.constants)
        return rules

    def initial(self) -> State:
        """The empty state, before the set-up events."""
        return self.state_type()

    def begun(self, events: Iterable[Event]) -> State:
        """The state after the set-up events."""
        state = self.initial()
        for event in events:
            self.appliers[type(event)](state, event)
        return state

    def rolled(self, event: Event) -> tuple[int, ...]:
        """The dice that an event says were rolled in its own entry, so that a record without them is noticed."""
        return _said(self.dice, event)

    def shuffled(self, event: Event) -> tuple[int, ...]:
        """The places that a shuffle of its own entry gave to the cards of the sorted pile; () if it speaks of none."""
        order = _said(self.shuffles, event)
        places = {card: place for place, card in enumerate(sorted(order), 1)}
        return tuple(places[card] for card in order)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """From worst to best."""
        return tuple(bot.name for bot in self.bots)

    def bot(self, name: str) -> Bot:
        """Raises Refused, naming the bots there are."""
        for bot in self.bots:
            if bot.name == name:
                return bot
        raise no_such("bot", name, self.bot_names)


def _said(table: Mapping[type[Any], Says], event: Event) -> tuple[int, ...]:
    """The numbers that an event speaks of: of a field that is one number (0 or None: none), several, or a mapping."""
    says = table.get(cast("type[Any]", type(event)))
    if says is None:
        return ()
    name, only = (says, "") if isinstance(says, str) else says
    if only and not getattr(event, only):
        return ()
    value = getattr(event, name)
    if isinstance(value, Mapping):
        return tuple(value.values())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, int) or value is None:
        return (value,) if value else ()
    return tuple(value)


# -- what is asked of any system -------------------------------------------------------------------------------

NO_MUSTER = "This rule system takes no musters: fight the battle elsewhere and file its return."
NO_ROSTERS = "The forces of this rule system's scenarios are fixed: it takes no rosters."


def decide(rules: Rules, state: State, side: str, action: Action, dice: Dice) -> list[Event]:
    """The events that an action leads to; state stays as it was. Raises Refused."""
    return rules.advance(rules.copy(state), side, action, dice)


def forces_of(rules: Rules) -> Forces:
    """Raises Refused where forces are fixed."""
    if rules.forces is None:
        raise Refused(NO_ROSTERS)
    return rules.forces


def assets_of(rules: Rules) -> Assets:
    """Raises Refused where nothing is kept between battles."""
    if rules.assets is None:
        raise Refused(NO_MUSTER)
    return rules.assets


def hides(rules: Rules, state: State) -> bool:
    """Whether sides see different things."""
    return rules.hidden is not None and rules.hidden.hides(state)
