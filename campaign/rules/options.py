"""What may be chosen, and what it leads to: options, questions, settings of scenarios, odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from campaign.rules.places import Places
from campaign.rules.refused import Refused

NO_COST = -1


class Modifier(Struct, frozen=True, gc=False):
    """One term of a sum: where it comes from, what it adds, the rule that says so."""

    what: str
    value: int
    rule: str = ""


class Range(Struct, frozen=True, omit_defaults=True):
    """A parameter of an option that is chosen freely. name: the action's field.

    A number from lowest to highest (both allowed, in steps of step, in `unit`), one of `words`, or a hex of the board,
    one of `places`. round: after the highest comes the lowest again, as with headings. note: what else may end it, in a
    few words.
    """

    name: str
    lowest: int = 0
    highest: int = 0
    step: int = 1
    unit: str = ""
    round: bool = False
    words: tuple[str, ...] = ()
    note: str = ""
    places: Places | None = None

    def taken(self, value: int | str) -> int | str | bool:
        """A value as the action takes it: `true` and `false` are words for people only."""
        return value == "true" if self.words and {"true", "false"} >= set(self.words) else value


Weight = Literal["", "routine", "stage"]
"""Of a line of the log. stage: it only says how far the game is, as the screen does anyway; routine: it may be left
out where room is short, since nothing has changed that a player would look for."""


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a side may do now. action: exactly what decide takes.

    ranges: the fields of the action that may be chosen freely; the action itself carries values that are allowed.
    Values of several ranges may exclude each other: a refusal then says which limit was met and where.

    unit, target, where: ids and places that a front end may highlight. cost: what it costs in the system's own
    points, NO_COST where nothing is counted; in parts of a point, of which so many as `parts` says make one. dice: how
    many will be rolled. modifiers: how that number came about. says: what it does, in a sentence or two, where its
    line in a list is no more than a name.
    """

    action: Any
    unit: str = ""
    target: str = ""
    where: str = ""
    cost: int = NO_COST
    dice: int = 0
    modifiers: tuple[Modifier, ...] = ()
    ranges: tuple[Range, ...] = ()
    parts: int = 1
    says: str = ""


class Pending(Struct, frozen=True, omit_defaults=True):
    """Who is asked, and for what. kind: a stable word such as `move`. prompt: a sentence for the screen."""

    side: str
    kind: str
    prompt: str


class Side(Struct, frozen=True, omit_defaults=True):
    """A side of a battle. id: short and stable; colour: a hint for front ends. by_rules: the rules run it: nobody sits
    there, is asked for it, or looks as it."""

    id: str
    name: str
    colour: str = ""
    by_rules: bool = False


def played(sides: Iterable[Side]) -> list[Side]:
    """Those that somebody plays: a person, or a bot."""
    return [one for one in sides if not one.by_rules]


class Setting(Struct, frozen=True, omit_defaults=True):
    """Something to choose before a battle of a scenario opens: goes into the options under its id.

    kind: `choice`, one of choices (value, words); `switch`, true or false; `number`, lowest to highest; `roster`, a
    force of one's own: one of choices or the name of a saved one. default: taken if nothing is chosen. side: whose.

    rule, says: of a reading the rule that is unclear, and what the text says of it; "" of all else.
    """

    id: str
    label: str
    kind: Literal["choice", "switch", "number", "roster"]
    default: str | int | bool
    choices: tuple[tuple[str, str], ...] = ()
    lowest: int = 0
    highest: int = 0
    side: str = ""
    rule: str = ""
    says: str = ""


class InForce(Struct, frozen=True, omit_defaults=True):
    """A reading as a battle has it. value: as it is typed. usual: as the pack has it."""

    id: str
    rule: str
    question: str
    says: str
    value: str
    words: str
    usual: bool


class ScenarioInfo(Struct, frozen=True, omit_defaults=True):
    """A scenario as listed. notes: how it is won, where the summary does not say so, and what of it is reconstructed or
    of our own making. reconstructed: filled in by the library, from `Rules.reconstructed`."""

    id: str
    title: str
    sides: tuple[Side, ...]
    summary: str = ""
    variant_of: str = ""
    turns: int = 0
    notes: tuple[str, ...] = ()
    source: str = ""
    settings: tuple[Setting, ...] = ()
    reconstructed: tuple[str, ...] = ()


class Chance(Struct, frozen=True):
    """One possible result of an action and its exact chance, as a fraction and as a number."""

    result: str
    fraction: str
    chance: float


class Odds(Struct, frozen=True):
    """What an action can lead to. results: each with its chance; they add up to 1.

    also: chances of single facts, which may overlap (a target wrecked, a gun knocked out). note: what was assumed.
    reconstructed: what of the scenario is our reconstruction, one line each, filled in by whoever asks the rules.
    within: no chance is off by more than that; 0 where they are exact. Said in the note, too.
    """

    results: tuple[Chance, ...]
    also: tuple[Chance, ...] = ()
    note: str = ""
    reconstructed: tuple[str, ...] = ()
    within: float = 0.0


def points(cost: int, parts: int = 1) -> str:
    """A cost as it is written: 5 halves of a point as `2½`, other parts as `2 1/3`."""
    whole, rest = divmod(cost, parts)
    if not rest:
        return str(whole)
    part = "½" if 2 * rest == parts else f"{' ' if whole else ''}{rest}/{parts}"
    return f"{whole or ''}{part}"


def chance(result: str, value: Fraction) -> Chance:
    return Chance(result, str(value), float(value))


def in_order(found: Iterable[tuple[str, Fraction]]) -> tuple[Chance, ...]:
    """Results that can come, the likeliest first; several may be called the same."""
    ordered = sorted(found, key=lambda item: (-item[1], item[0]))
    return tuple(chance(result, value) for result, value in ordered if value)


def only_known(options: Mapping[str, Any], settings: Sequence[Setting]) -> None:
    """Raises Refused for an option that none of these settings is."""
    known = [one.id for one in settings]
    if unknown := sorted(options.keys() - set(known)):
        raise Refused(f"This scenario has no option {unknown[0]!r}.", "", known, "$.options")


def listed(found: Iterable[InForce]) -> list[str]:
    """All of them, a line each."""
    return [
        f"{one.id} ({one.rule}): {one.question} {one.words}{'' if one.usual else ', otherwise than usual'}"
        for one in found
    ]


def otherwise(found: Iterable[InForce]) -> list[str]:
    """Those that are read otherwise than the pack has them, a line each."""
    return [f"Reading {one.id} ({one.rule}): {one.value}: {one.words}." for one in found if not one.usual]
