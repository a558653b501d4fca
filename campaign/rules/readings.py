"""Readings: how an unclear rule is read. Each is a switch of the pack, of a scenario's file and of a battle.

A system declares them in one place, a Struct with a field for each:

    class Readings(AnyReadings, frozen=True):
        passing: Annotated[Literal["final", "hands-over"], asks("8.23", "Is a pass final?", "…", "yes", "no")] = "final"

Its type says what may be chosen; its default holds where a pack says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from typing import Annotated, Any, Generic, Literal, Self, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import fields, replace

from campaign.rules.decision import NO_DICE, Event, Kept, Recalling
from campaign.rules.dice import Dice
from campaign.rules.numbers import Whole
from campaign.rules.options import InForce, Setting
from campaign.rules.packs import PackError
from campaign.rules.refused import Refused, no_such

Value = str | Whole | bool
_ASKS = "reading"
READ = 64
"""So many ways of reading the same charts are kept."""


class AnyReadings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of the readings of a system."""


R = TypeVar("R", bound=AnyReadings)


class ByReading(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of events. readings: by which of them it came out as it did, and would not have by another choice."""

    readings: tuple[str, ...] = ()


class ReadCharts(Generic[R]):
    """Base of charts that may be read in several ways. readings: as their pack has them."""

    readings: R

    def as_read(self, readings: R | None) -> Self:
        """The same charts, with the readings of a battle; themselves for None, of a battle that names none."""
        if readings is None or readings == self.readings:
            return self
        kept: dict[R, Self] = vars(self).setdefault("_read", {})
        found = kept.get(readings)
        if found is None:
            if len(kept) >= READ:
                kept.clear()
            made = copy(self)  # which looks into the same `_read`
            made.readings = readings
            made.read_anew()
            found = kept.setdefault(readings, made)
        return found

    def read_anew(self) -> None:
        """Sees to what follows from `readings`, which are others now."""


class ByCharts(Recalling[Kept, Event]):
    """A decision with charts that are read as its battle reads them. readings: by others than the battle's."""

    __slots__ = ("charts",)
    charts: Any

    def __init__(self, charts: Any, state: Kept, dice: Dice = NO_DICE, readings: Any = None) -> None:
        read = charts.as_read(readings or cast("Any", state).readings)
        super().__init__(read, state, dice)
        self.charts = read

    def decided(self, names: Iterable[str], ask: Callable[[Self], object]) -> tuple[str, ...]:
        """Those of some readings by whose other choice the answer would be another."""
        return decided(
            self.charts.readings, names, lambda one: ask(type(self)(self.charts, self.state, readings=one))
        )


class Reading(Struct, frozen=True, omit_defaults=True):
    """How a rule may be read. says: what the text says of it. choices: value and words; of a number none, but lowest
    and highest. default: where a pack says nothing."""

    id: str
    rule: str
    question: str
    says: str
    default: Value
    choices: tuple[tuple[Value, str], ...] = ()
    lowest: int = 0
    highest: int = 0

    @property
    def values(self) -> list[Value]:
        """All that may be chosen."""
        return [value for value, _ in self.choices] or [*range(self.lowest, self.highest + 1)]

    def words(self, value: Value) -> str:
        return next((words for one, words in self.choices if one == value), written(value))


def asks(rule: str, question: str, says: str, *words: str) -> Meta:
    """Declares a reading. rule: its number. says: what the text says, in our words. words: of each choice, in their
    order; of a switch for yes and no; of a number none."""
    return Meta(extra={_ASKS: (rule, question, says, words)})


@cache
def declared(of: type[AnyReadings]) -> tuple[Reading, ...]:
    """The readings of a system, in their order."""
    hints = get_type_hints(of, include_extras=True)
    return tuple(_declared(one.name, hints[one.name], one.default) for one in fields(of))


def _declared(id: str, hint: Any, default: Any) -> Reading:
    """Raises TypeError for a field that is no reading."""
    kind, *metas = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    said: dict[str, Any] = {}
    lowest = highest = 0
    for meta in metas:
        said |= meta.extra or {}
        lowest, highest = meta.ge or lowest, meta.le or highest
    if _ASKS not in said or default is NODEFAULT:
        raise TypeError(f"{id} is no reading: declare it with `asks`, and a default")
    asked: tuple[str, str, str, tuple[str, ...]] = said[_ASKS]
    rule, question, says, words = asked
    values: tuple[Value, ...] = ()
    if kind is bool:
        values, words = (True, False), words or ("yes", "no")
    elif get_origin(kind) is Literal:
        values = get_args(kind)
    if kind is not int and len(words) != len(values):
        raise TypeError(f"{id} has {len(values)} choices and words for {len(words)}")
    choices = tuple(zip(values, words, strict=True))
    return Reading(id, rule, question, says, default, choices, lowest, highest)


def written(value: Value) -> str:
    """A value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def settings(usual: AnyReadings) -> tuple[Setting, ...]:
    """The readings as settings of a battle. usual: what holds where nobody chooses."""
    return tuple(_setting(one, getattr(usual, one.id)) for one in declared(type(usual)))


def _setting(one: Reading, usual: Value) -> Setting:
    kind: Literal["choice", "switch", "number"] = "choice"
    if isinstance(one.default, bool):
        kind = "switch"
    elif not one.choices:
        kind = "number"
    choices = tuple((str(value), words) for value, words in one.choices) if kind == "choice" else ()
    return Setting(
        one.id, one.question, kind, usual, choices, one.lowest, one.highest, rule=one.rule, says=one.says
    )


def picked(usual: AnyReadings, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those options of a battle that are readings."""
    ids = {one.id for one in declared(type(usual))}
    return {id: value for id, value in options.items() if id in ids}


def changed(usual: R, values: Mapping[str, Any], where: str = "$.options") -> R:
    """The readings, some of them otherwise. Raises Refused for what is no reading, or cannot be chosen."""
    known = {one.id: one for one in declared(type(usual))}
    found: dict[str, Value] = {}
    for id, value in values.items():
        if id not in known:
            raise no_such("reading", id, known, "", where)
        found[id] = _checked(known[id], value, f"{where}.{id}")
    return replace(usual, **found) if found else usual


def _checked(one: Reading, value: Any, where: str) -> Value:
    """The value itself as it is declared: an encoder leaves a default out only if it is the very same object."""
    for allowed in one.values:
        if type(allowed) is type(value) and allowed == value:
            return one.default if allowed == one.default else allowed
    told = [written(allowed) for allowed, _ in one.choices] or [f"{one.lowest} to {one.highest}"]
    raise Refused(f"{one.question} There is no such choice.", one.rule, told, where)


def others(readings: R, name: str) -> list[R]:
    """The readings with each other choice of one."""
    one = next(one for one in declared(type(readings)) if one.id == name)
    return [replace(readings, **{name: value}) for value in one.values if value != getattr(readings, name)]


def decided(readings: R, names: Iterable[str], ask: Callable[[R], object]) -> tuple[str, ...]:
    """Those of some readings by whose other choice `ask` would have another answer."""
    now = ask(readings)
    return tuple(name for name in names if any(ask(one) != now for one in others(readings, name)))


def of_file(usual: R, values: Mapping[str, Any], file: str) -> R:
    """The readings as a scenario's file has them. Raises PackError."""
    try:
        return changed(usual, values, "readings")
    except Refused as refused:
        raise PackError(refused.reason, refused.rule, refused.allowed, f"{file}, {refused.where}") from None


def in_force(readings: AnyReadings, usual: AnyReadings) -> tuple[InForce, ...]:
    """How all of them are read. usual: as the pack has them."""
    found: list[InForce] = []
    for one in declared(type(readings)):
        value = getattr(readings, one.id)
        found.append(
            InForce(
                one.id, one.rule, one.question, one.says, written(value), one.words(value),
                value == getattr(usual, one.id),
            )
        )  # fmt: skip
    return tuple(found)


def named(rule: str, event: Any) -> str:
    """The rule behind a line of the log, with the readings that decided it, so that these are told from the text."""
    by: tuple[str, ...] = getattr(event, "readings", ())
    if not by:
        return rule
    told = f"reading{'s' if len(by) > 1 else ''} {', '.join(by)}"
    return f"{rule}; {told}" if rule else told
