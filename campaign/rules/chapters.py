"""A rule system in chapters: one file for one subject of its rulebook, that says of its actions and events all there is
to say. A system is the sum of its chapters: what headquarters asks follows from their records.

    Told       an event: what it changes, what the log says of it, who may know it, what of it counts in odds
    Answer     an action: who may do it, and why not; what comes of it; its line in a list, its odds
    Question   who is asked for what, and the answers that there are
    Chapter    what a file says
    Table      what all chapters say

What a side may do are the candidates for which `why_not` says nothing, and whoever asks for something else is given the
first refusal that it says: they cannot part. `asked` gets the battle as everybody knows it; `candidates`, `why_not`,
`label` and `ahead` as the side does; `do` alone the true one, and `odds` what the side knows made whole.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, Generic, Self, TypeVar, Union, cast

from campaign.rules.asking import answered, goes_on
from campaign.rules.decision import NO_DICE, Event, Kept, Recalling
from campaign.rules.dice import Dice
from campaign.rules.facets import Hidden
from campaign.rules.muster import Verdict
from campaign.rules.options import Odds, Option, Pending, Weight, in_order
from campaign.rules.refused import Refused
from campaign.rules.remembering import Apply, remembered
from campaign.rules.system import Rules, Says
from campaign.rules.views import Preview
from campaign.rules.walking import walked

P = TypeVar("P", bound="ByChapters[Any, Any]")
A = TypeVar("A")
E = TypeVar("E")


def as_it_is(state: Any, event: E, viewer: str) -> E:
    """An event that everybody may know."""
    return event


def for_all(state: Any, side: str, action: A, viewer: str) -> A:
    """An action that everybody may know."""
    return action


def full(event: object) -> Weight:
    """A line that is always told."""
    return ""


def routine(event: object) -> Weight:
    return "routine"


def stage(event: object) -> Weight:
    return "stage"


@dataclass(frozen=True, eq=False, kw_only=True)
class Told(Generic[P, E]):
    """An event. apply: (state, event): total; no dice, no refusals. words: (play, event) → a line of the log, on the
    state after it, of the event as its viewer may see it; "" if nobody needs to read of it. rule: the number behind it.

    fact: (play, event) → what of it counts in odds, as a single result; "" for nothing. dice, shuffle: as in `System`.
    sees: (state, event, viewer) → the event, one with blanks, or None. reveals: it shows something hidden. keeps: what
    lasts in the memory of the state (`Recalling.lasting`) is as true after it as before. weight: of its line.
    """

    event: type[E]
    apply: Callable[[Any, E], None]
    words: Callable[[P, E], str]
    rule: str = ""
    fact: Callable[[P, E], str] | None = None
    dice: Says = ""
    shuffle: Says = ""
    sees: Callable[[Any, E, str], E | None] = as_it_is
    reveals: bool = False
    keeps: bool = False
    weight: Callable[[Any], Weight] = full


@dataclass(frozen=True, eq=False, kw_only=True)
class Answer(Generic[P, A]):
    """An action. candidates: (play, side) → all that may be worth listing. why_not: (play, side, action) → refusals, in
    the order in which they teach. do: (play, side, action): what comes of it. label: (play, action) → its line.

    ahead: where it would lead, for `Rules.ghost`. odds: its chances; mostly `by_deed`. untold: what it means, where no
    event tells of it. sees: (state, side, action, viewer) → the action as a viewer may see it, or None.
    """

    action: type[A]
    candidates: Callable[[P, str], Iterable[Option]]
    why_not: Callable[[P, str, A], Iterator[Refused]]
    do: Callable[[P, str, A], None]
    label: Callable[[P, A], str]
    ahead: Callable[[P, str, A], Preview | None] | None = None
    odds: Callable[[P, str, A], Odds | None] | None = None
    untold: str = ""
    sees: Callable[[Any, str, A, str], A | None] = for_all


@dataclass(frozen=True, eq=False, kw_only=True)
class Question(Generic[P]):
    """kind: a stable word. asked: (play) → (side, sentence) of each that is asked now, by what everybody knows. A side
    is asked one question at a time."""

    kind: str
    asked: Callable[[P], Iterable[tuple[str, str]]]
    answers: tuple[Answer[P, Any], ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Chapter(Generic[P]):
    """always: actions that a side may take whether it is asked or not."""

    events: tuple[Told[P, Any], ...] = ()
    questions: tuple[Question[P], ...] = ()
    always: tuple[Answer[P, Any], ...] = ()


def nothing(play: Any, side: str, action: Any) -> Iterator[Refused]:
    """`why_not` of what is never refused."""
    return iter(())


@dataclass(frozen=True, eq=False)
class Table(Generic[P]):
    """What all chapters say, by class. sequence: the rule about who acts when; over: about the end."""

    chapters: Sequence[Chapter[P]]
    sequence: str
    over: str = ""
    questions: tuple[Question[P], ...] = field(init=False)
    always: tuple[Answer[P, Any], ...] = field(init=False)
    told: Mapping[type[Any], Told[P, Any]] = field(init=False)
    answers: Mapping[type[Any], Answer[P, Any]] = field(init=False)
    appliers: Mapping[type[Any], Apply] = field(init=False)

    def __post_init__(self) -> None:
        """Raises TypeError where two chapters speak of one event, or one action."""
        told = [one for chapter in self.chapters for one in chapter.events]
        questions = tuple(one for chapter in self.chapters for one in chapter.questions)
        always = tuple(one for chapter in self.chapters for one in chapter.always)
        answers = [*always, *(answer for one in questions for answer in one.answers)]
        object.__setattr__(self, "questions", questions)
        object.__setattr__(self, "always", always)
        object.__setattr__(self, "told", _once((one.event, one) for one in told))
        object.__setattr__(self, "answers", _once((one.action, one) for one in answers))
        keeping = {one.event: None for one in told if one.keeps}
        object.__setattr__(self, "appliers", remembered({one.event: one.apply for one in told}, keeping))

    # -- for `System` -------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[type[Any], ...]:
        return tuple(self.told)

    @property
    def action_type(self) -> Any:
        return Union[tuple(self.answers)]  # noqa: UP007  (of classes that are only known here)

    @property
    def dice(self) -> dict[type[Any], Says]:
        return {event: one.dice for event, one in self.told.items() if one.dice}

    @property
    def shuffles(self) -> dict[type[Any], Says]:
        return {event: one.shuffle for event, one in self.told.items() if one.shuffle}

    @property
    def untold(self) -> dict[type[Any], str]:
        return {action: one.untold for action, one in self.answers.items() if one.untold}

    # -- what a side may do -------------------------------------------------------------------------

    def asked(self, play: P) -> tuple[Pending, ...]:
        """Who is asked, and for what; nobody once there is a verdict."""
        if play.state.verdict is not None:
            return ()
        return tuple(
            Pending(side, one.kind, says) for one in self.questions for side, says in one.asked(play)
        )

    def options(self, play: P, side: str) -> list[Option]:
        """What is not refused, in the order of the chapters; what may be done at any time comes last."""
        if play.state.verdict is not None:
            return []
        mine = {one.kind for one in self.asked(play) if one.side == side}
        may = [
            *(answer for one in self.questions if one.kind in mine for answer in one.answers),
            *self.always,
        ]
        return [
            option
            for answer in may
            for option in answer.candidates(play, side)
            if next(answer.why_not(play, side, option.action), None) is None
        ]

    def verify(self, play: P, side: str, action: Any) -> None:
        """Raises Refused: the battle is over, nobody or another side is asked, something else is, or why not."""
        goes_on(play.state, self.over or self.sequence)
        always = tuple(answer.action for answer in self.always)
        if not isinstance(action, always):
            kinds = {
                one.kind: (*(answer.action for answer in one.answers), *always) for one in self.questions
            }
            answered(play.state, self.asked(play), side, action, kinds, self.sequence, self.over)
        for refused in self.answers[type(action)].why_not(play, side, action):
            raise refused

    def settle(self, play: P, side: str, action: Any) -> None:
        self.answers[type(action)].do(play, side, action)

    # -- what is told -------------------------------------------------------------------------------

    def facts(self, play: P) -> list[str]:
        """What counts of the events of a decision so far."""
        told = ((self.told[type(event)].fact, event) for event in play.events)
        return [said for fact, event in told if fact is not None and (said := fact(play, event))]


def _once(found: Iterable[tuple[type[Any], Any]]) -> dict[type[Any], Any]:
    by_class: dict[type[Any], Any] = {}
    for of, one in found:
        if of in by_class:
            raise TypeError(f"two chapters speak of {of.__name__}")
        by_class[of] = one
    return by_class


class ByChapters(Recalling[Kept, Event]):
    """A decision of a system in chapters. Its state remembers (`Remembering`), and has `verdict` and `sides`. of: as of
    `Recalling`."""

    __slots__ = ("table",)
    table: Table[Any]

    def __init__(self, table: Table[Any], of: Any, state: Kept, dice: Dice = NO_DICE) -> None:
        super().__init__(of, state, dice)
        self.table = table

    def emit(self, event: Event) -> None:
        self.table.appliers[type(event)](self.state, event)
        self.events.append(event)

    def copies(self) -> Callable[[Dice], Self]:
        """There already, of any state; whose odds walk many ways writes one that copies less."""

        def again(dice: Dice) -> Self:
            made = copy(self)
            made.begin(self.of, deepcopy(self.state), dice)
            return made

        return again


NOTHING = "nothing"
"""What is said of a deed of which nothing comes; where nothing else can come of it there are no odds."""


MOST = 140
"""Runs of a deed for its odds: 20 milliseconds are not to be exceeded. The likeliest ways are walked first."""
ROUGH = 0.25
"""Odds that may be off by more than that say nothing: there are none."""
APPROXIMATE = "Approximate: no chance is off by more than {:.1%}."


@dataclass(frozen=True, eq=False)
class ByDeed(Generic[P, A]):
    """Odds of what comes of an action: it is done in all the ways of its dice. do: as of `Answer`, or the part of it
    whose end a side may know. note: what is assumed. ends: (play before, side, action) → how a play of it has ended, in
    words. rolls: whether any dice are thrown at all.

    Where there are many ways (`MOST`), the unlikeliest are left out, and the odds say how far they are off at most.

    What is decided `last` is a result by itself: its key must hold whatever facts before it are to be told with it.
    Single facts are told too, where there are several.
    """

    do: Callable[[P, str, A], None]
    note: str = ""
    ends: Callable[[P, str, A], Callable[[P], str]] = lambda play, side, action: end
    rolls: Callable[[P, str, A], bool] = lambda play, side, action: True

    def __call__(self, play: P, side: str, action: A) -> Odds | None:
        if not self.rolls(play, side, action):
            return None
        ended = self.ends(play, side, action)
        found = walked(play, lambda play: self.do(play, side, action), play.table.facts, ended, MOST)
        whole = {str(words): part / (1 - found.cut) for words, part in found.whole.items()}
        single: dict[str, Fraction] = {}
        for fact, part in found.single.items():
            words = of_whom(fact)
            if words not in whole:
                single[words] = single.get(words, Fraction(0)) + part
        if not single and whole.keys() == {NOTHING}:
            return None
        if found.lost > ROUGH:
            return None
        within, note = found.lost, self.note
        if within:
            within = ceil(within * 1000) / 1000
            note = f"{note} {APPROXIMATE.format(within)}".lstrip()
        return Odds(in_order(whole.items()), in_order(single.items()), note, within=within)


def by_deed(
    do: Callable[[P, str, A], None],
    note: str = "",
    ends: Callable[[P, str, A], Callable[[P], str]] = lambda play, side, action: end,
    rolls: Callable[[P, str, A], bool] = lambda play, side, action: True,
) -> ByDeed[P, A]:
    """See `ByDeed`."""
    return ByDeed(do, note, ends, rolls)


def end(play: ByChapters[Any, Any]) -> str:
    """What has come of a deed, in words."""
    return ", ".join(dict.fromkeys(play.table.facts(play))) or NOTHING


def of_whom(fact: Hashable) -> str:
    """A single fact in words, with whose it is; of what was put apart within something apart, who is nearest to it."""
    if isinstance(fact, str):
        return fact
    of, inner = cast("tuple[str, Hashable]", fact)
    return f"{of}: {inner}" if isinstance(inner, str) else of_whom(inner)


class ChapterRules(Rules, Generic[P]):
    """The rules of a system in chapters, with one pack. It writes `scenarios`, `open`, `play` and `seen`, and whatever
    else of `Rules` it has to say."""

    table: ClassVar[Table[Any]]

    @abstractmethod
    def play(self, state: Any, dice: Dice = NO_DICE) -> P:
        """A decision on a state."""

    def asked(self, open: Any) -> tuple[Pending, ...]:
        return self.table.asked(self.play(open))

    def options(self, known: Any, side: str) -> Sequence[Option]:
        return self.table.options(self.play(known), side)

    def verify(self, known: Any, side: str, action: Any) -> None:
        self.table.verify(self.play(known), side, action)

    def settle(self, state: Any, side: str, action: Any, dice: Dice) -> list[Any]:
        play = self.play(state, dice)
        if self.hidden is None:
            self.table.verify(play, side, action)
        self.table.settle(play, side, action)
        return play.events

    def chances(self, state: Any, side: str, action: Any) -> Odds | None:
        odds = self.table.answers[type(action)].odds
        return odds(self.play(state), side, action) if odds is not None else None

    def ghost(self, known: Any, side: str, action: Any) -> Preview | None:
        ahead = self.table.answers[type(action)].ahead
        return ahead(self.play(known), side, action) if ahead is not None else None

    def label(self, known: Any, option: Option) -> str:
        return self.table.answers[type(option.action)].label(self.play(known), option.action)

    def describe(self, state: Any, event: Any) -> tuple[str, str]:
        told = self.table.told[type(event)]
        return told.words(self.play(state), event), told.rule

    def weight(self, event: Any) -> Weight:
        return self.table.told[type(event)].weight(event)

    def verdict(self, state: Any) -> Verdict | None:
        return state.verdict


class ChapterHidden(Hidden):
    """What is hidden in a system in chapters, which say it of their events and actions."""

    table: ClassVar[Table[Any]]

    def event(self, state: Any, event: Any, viewer: str) -> Any:
        return self.table.told[type(event)].sees(state, event, viewer)

    def action(self, state: Any, side: str, action: Any, viewer: str) -> Any:
        return self.table.answers[type(action)].sees(state, side, action, viewer)

    def reveals(self, event: Any) -> bool:
        of = cast("type[Any]", type(event))  # an entry may hold events of the table around the game, too
        told = self.table.told.get(of)
        return told is not None and told.reveals
