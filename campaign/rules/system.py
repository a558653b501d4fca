"""What a rule system is: the one shape that headquarters, bots and front ends know.

A system is a folder in `campaign/systems/` whose package has a name `SYSTEM: System`. `System.load` checks a pack
(the data files, with the user's own copies laid over them) and answers with `Rules` bound to it.

    decide(state, side, action, dice) → events       pure; raises Refused
    apply(state, event)               → None         total; no dice, no clock, no I/O
    legal(state, side)                → options      exactly what decide accepts
    view(state, viewer)               → what that viewer may see
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from campaign.rules.dice import Dice
from campaign.rules.packs import Pack
from events.codec import Upcaster

UMPIRE = "umpire"
"""The viewer who sees everything; players see as their side, observers as ""."""

NO_COST = -1


class Modifier(Struct, frozen=True, gc=False):
    """One term of a sum: where it comes from, what it adds, the rule that says so."""

    what: str
    value: int
    rule: str = ""


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a side may do now. action: exactly what decide takes.

    unit, target, where: ids and places that a front end may highlight. cost: what it costs in the system's own
    points, NO_COST where nothing is counted. dice: how many will be rolled. modifiers: how that number came about.
    """

    action: Any
    unit: str = ""
    target: str = ""
    where: str = ""
    cost: int = NO_COST
    dice: int = 0
    modifiers: tuple[Modifier, ...] = ()


class Pending(Struct, frozen=True, omit_defaults=True):
    """Who is asked, and for what. kind: a stable word such as `move`. prompt: a sentence for the screen."""

    side: str
    kind: str
    prompt: str


class Side(Struct, frozen=True, omit_defaults=True):
    """A side of a battle. id: short and stable; colour: a hint for front ends."""

    id: str
    name: str
    colour: str = ""


class ScenarioInfo(Struct, frozen=True, omit_defaults=True):
    """A scenario as listed. notes: what of it is reconstructed or of our own making."""

    id: str
    title: str
    sides: tuple[Side, ...]
    summary: str = ""
    variant_of: str = ""
    turns: int = 0
    notes: tuple[str, ...] = ()
    source: str = ""


class Fate(Struct, frozen=True, omit_defaults=True):
    """What became of one piece: `fit`, `damaged`, `wrecked`, `wounded` or `killed`; damage in the system's terms."""

    id: str
    side: str
    type: str
    fate: str
    damage: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()


class Verdict(Struct, frozen=True, omit_defaults=True):
    """How a battle ended. winner: a side's id, or "" for a draw. turn: the turn in which it ended."""

    winner: str
    reason: str
    turn: int = 0
    rule: str = ""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What a battle hands back when it is over."""

    verdict: Verdict
    fates: tuple[Fate, ...]


class Chance(Struct, frozen=True):
    """One possible result of an action and its exact chance, as a fraction and as a number."""

    result: str
    fraction: str
    chance: float


class Odds(Struct, frozen=True):
    """What an action can lead to. results: each with its chance; they add up to 1.

    also: chances of single facts, which may overlap (a target wrecked, a gun knocked out). note: what was assumed.
    """

    results: tuple[Chance, ...]
    also: tuple[Chance, ...] = ()
    note: str = ""


def chance(result: str, value: Fraction) -> Chance:
    return Chance(result, str(value), float(value))


# -- views -----------------------------------------------------------------------------------------------------


class Cell(Struct, frozen=True, omit_defaults=True):
    """One hex of a board as drawn. row and column: where it stands on the sheet, from the north-west, 0-based.

    glyph: one character. mark: a change that the battle has made (a burnt-out wreck blocks the way). name: a place.
    """

    id: str
    column: int
    row: int
    terrain: str
    glyph: str
    mark: str = ""
    name: str = ""


class HexBoard(Struct, frozen=True, tag="hexes"):
    """A board of flat-top hexes. half_up: whether the even or the odd columns (of the sheet) sit half a hex higher."""

    id: str
    title: str
    columns: int
    rows: int
    half_up: Literal["odd", "even"]
    cells: tuple[Cell, ...]
    source: str = ""


class PieceView(Struct, frozen=True, omit_defaults=True):
    """A piece as a viewer may see it. glyph: one or two characters. status: short words, the gravest first."""

    id: str
    name: str
    side: str
    glyph: str
    where: str
    facing: str = ""
    stance: str = ""
    status: tuple[str, ...] = ()
    out: bool = False
    aboard: str = ""
    details: tuple[tuple[str, str], ...] = ()


class GameView(Struct, frozen=True, omit_defaults=True):
    """Everything of a battle's state that one viewer may see, in a form any front end can draw."""

    turn: int
    turns: int
    phase: str
    active: str
    board: HexBoard | None
    pieces: tuple[PieceView, ...]
    notes: tuple[str, ...] = ()


# -- protocols -------------------------------------------------------------------------------------------------

State = Any
Action = Any
Event = Any


class Rules(Protocol):
    """A rule system with its pack loaded: every question about a battle goes here."""

    pack: Pack
    state_type: type[Any]
    action_type: Any
    """The union of action Structs, for decoding."""
    reactions: Mapping[type[Any], Callable[[Any, Any], None]]
    """Event class → the function that applies it: apply(state, event)."""

    def scenarios(self) -> Sequence[ScenarioInfo]: ...
    def initial(self) -> State:
        """The empty state, before the set-up events."""
        ...

    def open(self, scenario: str, options: Mapping[str, Any]) -> Sequence[Event]:
        """The set-up as facts. Raises Refused for an unknown scenario or option."""
        ...

    def advance(self, state: State, side: str, action: Action, dice: Dice) -> list[Event]:
        """Decide and apply at once: the events, with state moved on by them.

        Raises Refused; when it raises anything, state is spoilt and must be thrown away.
        """
        ...

    def copy(self, state: State) -> State: ...
    def pending(self, state: State) -> tuple[Pending, ...]: ...
    def legal(self, state: State, side: str) -> Sequence[Option]: ...
    def label(self, state: State, option: Option) -> str:
        """One line that says what an option does."""
        ...

    def odds(self, state: State, side: str, action: Action) -> Odds | None:
        """Exact chances of an action's results; None where no dice are rolled. Raises Refused."""
        ...

    def view(self, state: State, viewer: str) -> GameView: ...
    def tell(self, state: State, event: Event) -> tuple[str, str]:
        """One line for the log, and the rule's number. state: after the event."""
        ...

    def rolled(self, event: Event) -> tuple[int, ...]:
        """The dice that an event says were rolled in its own entry, so that a record without them is noticed."""
        ...

    def reveals(self, event: Event) -> bool:
        """Whether the event shows something hidden, so that taking it back needs consent."""
        ...

    def verdict(self, state: State) -> Verdict | None: ...
    def outcome(self, state: State) -> Outcome: ...
    def bot(self, name: str) -> Bot:
        """Raises Refused, naming the bots there are."""
        ...


class Bot(Protocol):
    """A player made of code. Chooses among the legal options; pick(n) gives a number from 0 to n-1."""

    name: str

    def choose(
        self, rules: Any, state: State, side: str, options: Sequence[Option], pick: Callable[[int], int]
    ) -> Option: ...


class System(Protocol):
    """What a system's package calls `SYSTEM`."""

    id: str
    title: str
    version: str
    """Changes when decisions change; written into every entry."""
    bots: tuple[str, ...]
    events: tuple[type[Any], ...]
    upcasters: Mapping[str, Upcaster]

    def load(self, pack: Pack) -> Rules:
        """Check the pack and bind the rules to it. Raises packs.PackError: file, table, row, and what is wrong."""
        ...


def decide(rules: Rules, state: State, side: str, action: Action, dice: Dice) -> list[Event]:
    """The events that an action leads to; state stays as it was. Raises Refused."""
    return rules.advance(rules.copy(state), side, action, dice)


class CopyByCode:
    """Copies a state by writing and reading it: nothing shared, nothing forgotten."""

    def __init__(self, state_type: type[Any]) -> None:
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(state_type).decode

    def __call__(self, state: State) -> State:
        return self._decode(self._encode(state))
