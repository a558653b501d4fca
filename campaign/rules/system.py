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
from campaign.rules.muster import AssetType, Damage, Muster, Outcome, Verdict
from campaign.rules.packs import Pack
from campaign.rules.refused import Refused
from events.codec import Upcaster

UMPIRE = "umpire"
"""The viewer who sees everything; players see as their side, observers as ""."""

NO_COST = -1


class Modifier(Struct, frozen=True, gc=False):
    """One term of a sum: where it comes from, what it adds, the rule that says so."""

    what: str
    value: int
    rule: str = ""


class Range(Struct, frozen=True, omit_defaults=True):
    """A parameter of an option that is chosen freely. name: the action's field.

    A number from lowest to highest (both allowed, in steps of step, in `unit`), or one of `words`. round: after the
    highest comes the lowest again, as with headings. note: what else may end it, in a few words.
    """

    name: str
    lowest: int = 0
    highest: int = 0
    step: int = 1
    unit: str = ""
    round: bool = False
    words: tuple[str, ...] = ()
    note: str = ""


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a side may do now. action: exactly what decide takes.

    ranges: the fields of the action that may be chosen freely; the action itself carries values that are allowed.
    Values of several ranges may exclude each other: a refusal then says which limit was met and where.

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
    ranges: tuple[Range, ...] = ()


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


class Setting(Struct, frozen=True, omit_defaults=True):
    """Something to choose before a battle of a scenario opens: goes into the options under its id.

    kind: `choice`, one of choices (value, words); `switch`, true or false; `number`, lowest to highest; `roster`, a
    force of one's own: one of choices or the name of a saved one. default: taken if nothing is chosen. side: whose.
    """

    id: str
    label: str
    kind: Literal["choice", "switch", "number", "roster"]
    default: str | int | bool
    choices: tuple[tuple[str, str], ...] = ()
    lowest: int = 0
    highest: int = 0
    side: str = ""


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
    settings: tuple[Setting, ...] = ()


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


Point = tuple[int, int]
"""Millimetres from the north-west corner of a table: east, south."""


class Area(Struct, frozen=True, omit_defaults=True):
    """A piece of terrain on a plane. outline: its corners. glyph: one character that fills it."""

    id: str
    terrain: str
    outline: tuple[Point, ...]
    glyph: str
    name: str = ""


class Mark(Struct, frozen=True, omit_defaults=True):
    """A point of interest on a plane, such as an objective. reach: radius around it that counts, in mm."""

    id: str
    at: Point
    name: str
    side: str = ""
    reach: int = 0


class PlaneBoard(Struct, frozen=True, tag="plane"):
    """A table without cells, in millimetres: 0 to width from west to east, 0 to height from north to south."""

    id: str
    title: str
    width: int
    height: int
    areas: tuple[Area, ...]
    marks: tuple[Mark, ...] = ()
    source: str = ""


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card of a piece. Face down its name and text are empty to whoever may not see them; kind is always known."""

    slot: int
    kind: str
    name: str = ""
    text: str = ""
    state: Literal["down", "up", "gone"] = "down"


class PieceView(Struct, frozen=True, omit_defaults=True):
    """A piece as a viewer may see it. glyph: one or two characters. status: short words, the gravest first.

    On a plane: at is its middle, heading degrees clockwise from north (-1: none), outline its corners as it lies;
    where is then "" unless the piece is off the table.
    """

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
    at: Point | None = None
    heading: int = -1
    outline: tuple[Point, ...] = ()
    cards: tuple[CardView, ...] = ()


class Ray(Struct, frozen=True, omit_defaults=True):
    """A line of sight in a preview. source, target: ids of pieces. notes: what it means, such as `cover`."""

    source: str
    target: str
    start: Point
    end: Point
    notes: tuple[str, ...] = ()


class Preview(Struct, frozen=True, omit_defaults=True):
    """Where an action without dice would lead. piece: as it would stand; way: the line it takes.

    sees, seen: lines of sight from there, and to there. notes: whatever else is worth knowing, one sentence each.
    """

    piece: PieceView
    way: tuple[Point, ...] = ()
    sees: tuple[Ray, ...] = ()
    seen: tuple[Ray, ...] = ()
    notes: tuple[str, ...] = ()


class GameView(Struct, frozen=True, omit_defaults=True):
    """Everything of a battle's state that one viewer may see, in a form any front end can draw."""

    turn: int
    turns: int
    phase: str
    active: str
    board: HexBoard | PlaneBoard | None
    pieces: tuple[PieceView, ...]
    notes: tuple[str, ...] = ()
    hides: bool = False
    """Whether sides see different things, so that a screen that both use must be handed over."""


# -- rosters ---------------------------------------------------------------------------------------------------


class Problem(Struct, frozen=True, omit_defaults=True):
    """What is wrong with a roster, where in it, the rule's number, and what would be allowed."""

    reason: str
    where: str = ""
    rule: str = ""
    allowed: tuple[str, ...] = ()


class Fit(Struct, frozen=True, omit_defaults=True):
    """What could still be added. where: to which unit of the roster ("" for the roster itself)."""

    id: str
    name: str
    cost: int
    where: str = ""
    kind: str = ""


class RosterReport(Struct, frozen=True, omit_defaults=True):
    """A force as its rule system judges it. lines: (indent, text, points) for a printed list."""

    title: str
    cost: int
    limit: int
    lines: tuple[tuple[int, str, int], ...]
    problems: tuple[Problem, ...] = ()
    fits: tuple[Fit, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.problems


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
    def preview(self, state: State, side: str, action: Action) -> Preview | None:
        """Where an action would lead, as this side may know; None if that cannot be said. Raises Refused."""
        ...

    def label(self, state: State, option: Option) -> str:
        """One line that says what an option does."""
        ...

    def odds(self, state: State, side: str, action: Action) -> Odds | None:
        """Exact chances of an action's results; None where no dice are rolled. Raises Refused."""
        ...

    def view(self, state: State, viewer: str) -> GameView: ...
    def tell(self, state: State, event: Event) -> tuple[str, str]:
        """One line for the log, and the rule's number; "" for an event that nobody needs to read of.

        state: after the event.
        """
        ...

    def rolled(self, event: Event) -> tuple[int, ...]:
        """The dice that an event says were rolled in its own entry, so that a record without them is noticed."""
        ...

    def shuffled(self, event: Event) -> tuple[int, ...]:
        """The order of cards that an event says came out of a shuffle of its own entry; () if it speaks of none."""
        ...

    def reveals(self, event: Event) -> bool:
        """Whether the event shows something hidden, so that taking it back needs consent."""
        ...

    def shown(self, state: State, event: Event, viewer: str) -> Event | None:
        """The event as a viewer may see it: itself, one with blanks, or None if he may not know of it.

        state: the newest one, so that what has been turned up since is shown. UMPIRE sees everything.
        """
        ...

    def shown_action(self, state: State, side: str, action: Action, viewer: str) -> Action | None:
        """What a side asked for as a viewer may see it."""
        ...

    def shown_options(self, state: State, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        """The options that a battle was opened with, as a viewer may see them."""
        ...

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        """Ready-made forces of the pack: id → content as in a roster file. Empty where forces are fixed."""
        ...

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        """Check a force. limit: in points, 0 for the roster's own. Raises Refused if it is no roster at all."""
        ...

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        """The roster with something more. Raises Refused for what there is not."""
        ...

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        """The roster without what stands in that line of its report, from 0. Raises Refused."""
        ...

    def verdict(self, state: State) -> Verdict | None: ...
    def asset_types(self) -> Mapping[str, AssetType]:
        """What of this system a campaign may keep between battles: id → crew, basic load. Empty: nothing."""
        ...

    def damages(self) -> Sequence[Damage]:
        """Every kind of lasting damage that a fate of this system may name."""
        ...

    def skills(self) -> Mapping[str, str]:
        """What the skills of crews do in this system: id → one sentence."""
        ...

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[Event]:
        """The set-up of a battle of a campaign as facts, with its assets in the places of the scenario's own pieces.

        A piece has the id of its asset. Raises Refused, saying which asset cannot come and why.
        """
        ...

    def outcome(self, state: State, verdict: Verdict) -> Outcome:
        """What the battle hands back, ended as the verdict says (a side may have given up)."""
        ...

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
    """From worst to best."""
    events: tuple[type[Any], ...]
    upcasters: Mapping[str, Upcaster]
    sample: tuple[str, Mapping[str, str]]
    """A battle to look around in: a scenario and which sides have which bot. ("", {}) if there is none."""

    def load(self, pack: Pack) -> Rules:
        """Check the pack and bind the rules to it. Raises packs.PackError: file, table, row, and what is wrong."""
        ...


NO_MUSTER = "This rule system takes no musters: fight the battle elsewhere and file its return."
NO_ROSTERS = "The forces of this rule system's scenarios are fixed: it takes no rosters."


class OpenTable:
    """For rules that hide nothing, shuffle nothing, have fixed forces and no campaigns: what they then answer."""

    def preview(self, state: State, side: str, action: Action) -> Preview | None:
        return None

    def shown(self, state: State, event: Event, viewer: str) -> Event | None:
        return event

    def shown_action(self, state: State, side: str, action: Action, viewer: str) -> Action | None:
        return action

    def shown_options(self, state: State, options: Mapping[str, Any], viewer: str) -> Mapping[str, Any]:
        return options

    def reveals(self, event: Event) -> bool:
        return False

    def shuffled(self, event: Event) -> tuple[int, ...]:
        return ()

    def asset_types(self) -> Mapping[str, AssetType]:
        return {}

    def damages(self) -> Sequence[Damage]:
        return ()

    def skills(self) -> Mapping[str, str]:
        return {}

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[Event]:
        raise Refused(NO_MUSTER)

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return {}

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        raise Refused(NO_ROSTERS)

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        raise Refused(NO_ROSTERS)

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        raise Refused(NO_ROSTERS)


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
