"""What of a rule system was met while it was tried, and what never was."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any, cast

from msgspec import Struct

from campaign.rules.chapters import ChapterRules
from campaign.rules.options import Option, Pending, ScenarioInfo, Setting
from campaign.rules.system import Rules, System
from events.codec import tag_of

LOOKED_AT = 20
"""Options of a list whose modifiers are read."""


class Unmet(Struct, frozen=True):
    """What never was met. events, actions, questions: their stable words. rules: numbers that the code names, each with
    the place where it does. options: settings of scenarios, as `name=value`."""

    events: tuple[str, ...]
    actions: tuple[str, ...]
    questions: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    options: tuple[str, ...]


class Met:
    """Everything that happened, was done, asked, named as a rule, and chosen."""

    def __init__(self) -> None:
        self.events: set[type[Any]] = set()
        self.actions: set[type[Any]] = set()
        self.questions: set[str] = set()
        self.rules: set[str] = set()
        self.options: set[str] = set()
        self.told: set[str] = set()
        """Actions of which only the record tells which of their kind was done."""

    def happened(self, rules: Rules, state: Any, events: Iterable[Any]) -> None:
        """state: after these events."""
        for event in events:
            self.events.add(cast("type[Any]", type(event)))
            self.rules.add(rules.describe(state, event)[1])
        if (verdict := rules.verdict(state)) is not None:
            self.rules.add(verdict.rule)

    def asked(self, asked: Iterable[Pending], options: Sequence[Option]) -> None:
        self.questions |= {one.kind for one in asked}
        for option in islice(options, LOOKED_AT):
            self.rules |= {one.rule for one in option.modifiers}

    def did(self, action: Any) -> None:
        self.actions.add(cast("type[Any]", type(action)))

    def chose(self, info: ScenarioInfo, chosen: Mapping[str, Any]) -> None:
        """What a battle was opened with. chosen: as it is typed."""
        for setting in info.settings:
            self.options |= words_of(setting, chosen.get(setting.id, setting.default))

    def unmet(self, rules: Rules, package: str) -> Unmet:
        """package: whose code is read for the numbers of rules."""
        system = rules.system
        named = rules_named(files(package))
        every = {word for info in rules.infos.values() for one in info.settings for word in all_words(one)}
        return Unmet(
            tuple(sorted(tag_of(one) for one in system.events if one not in self.events)),
            tuple(sorted(tag_of(one) for one in kinds_of(system) if one not in self.actions)),
            tuple(sorted(_questions(rules) - self.questions)),
            tuple((number, place) for number, place in named.items() if number not in self.rules),
            tuple(sorted(every - self.options)),
        )


def kinds_of(system: System) -> tuple[type[Any], ...]:
    """All classes of actions."""
    return getattr(system.action_type, "__args__", (system.action_type,))


def _questions(rules: Rules) -> set[str]:
    return {one.kind for one in rules.table.questions} if isinstance(rules, ChapterRules) else set()


def words_of(setting: Setting, value: Any) -> set[str]:
    """A choice as it is told; of a number whether it is the lowest, the highest or one between them."""
    if setting.kind == "number":
        if value in (setting.lowest, setting.highest):
            return {f"{setting.id}={value}"}
        return {f"{setting.id}={setting.lowest}…{setting.highest}"}
    if setting.kind == "switch":
        return {f"{setting.id}={'true' if value else 'false'}"}
    return {f"{setting.id}={value}"} if isinstance(value, str) else set()


def all_words(setting: Setting) -> Iterator[str]:
    for value in values_of(setting):
        yield from words_of(setting, value)


def values_of(setting: Setting) -> list[Any]:
    """What a setting can be; of a number the ends, and what it is usually."""
    match setting.kind:
        case "switch":
            return [False, True]
        case "number":
            return list(dict.fromkeys((setting.default, setting.lowest, setting.highest)))
        case _:
            return [value for value, _ in setting.choices] or [setting.default]


# -- rule numbers in the code ----------------------------------------------------------------------------------


BY_PLACE = {"Refused": 1, "Verdict": 3, "Modifier": 2}
"""Calls that name a rule → which of their arguments it is."""


def rules_named(folder: Traversable) -> dict[str, str]:
    """The numbers of rules that the code of a package names, each with the first place: file and line."""
    found: dict[str, str] = {}
    for name, file in sorted(_modules(folder)):
        for number, line in _named(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(number, f"{name}:{line}")
    return found


def _modules(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "data":
            yield from _modules(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield prefix + entry.name, entry


def _named(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        given = [one.value for one in call.keywords if one.arg == "rule"]
        if name in BY_PLACE:
            given += call.args[BY_PLACE[name] : BY_PLACE[name] + 1]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield value.value, value.lineno
