"""What a rule system says of itself, before any battle: names, tables, bots, facets. Each promise is a function that
gets the rules, and raises `Broken`; `PROMISES` has them all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import inspect

from campaign.battles import table
from campaign.battles.state import BattleReducer
from campaign.contract.met import kinds_of
from campaign.contract.promises import alike, keep, refusal
from campaign.rules.options import Setting
from campaign.rules.system import Rules, assets_of, forces_of
from events.codec import tag_of

_ID = r"[a-z0-9]+(-[a-z0-9]+)*"


def it_says_what_it_is(rules: Rules) -> None:
    system = rules.system
    keep(
        bool(re.fullmatch(_ID, system.id)),
        f"an id is small letters, digits and hyphens, and not {system.id!r}",
    )
    keep(bool(system.title), "a system has a title")
    keep(bool(system.version), "a system has a version")
    scenarios = {info.id: info for info in rules.scenarios()}
    keep(bool(scenarios), "a system has scenarios")
    keep(len(scenarios) == len(list(rules.scenarios())), "scenarios have ids of their own")
    for info in scenarios.values():
        keep(bool(info.title), f"the scenario {info.id} has a title")
        sides = {side.id for side in info.sides}
        keep(
            len(sides) == len(info.sides) > 1,
            f"the scenario {info.id} has two or more sides, each with an id",
        )
    scenario, seats = system.sample
    if scenario:
        keep(scenario in scenarios, f"the scenario of `sample`, {scenario}, is there")
        strange = set(seats) - {side.id for side in scenarios[scenario].sides}
        keep(not strange, f"the sides of `sample` are those of its scenario, and not so {', '.join(strange)}")
        strange = set(seats.values()) - set(system.bot_names)
        keep(not strange, f"the bots of `sample` are there, and not so {', '.join(strange)}")
    said = refusal(lambda: rules.open("no-such-scenario", {}))
    keep(said is not None, "`open` refuses a scenario that there is not")


def settings_have_what_they_say(rules: Rules) -> None:
    for info in rules.scenarios():
        names = [one.id for one in info.settings]
        keep(len(set(names)) == len(names), f"settings of {info.id} have ids of their own")
        for setting in info.settings:
            _setting(rules, setting, f"the setting {setting.id} of {info.id}")


def _setting(rules: Rules, setting: Setting, which: str) -> None:
    default, values = setting.default, [value for value, _ in setting.choices]
    match setting.kind:
        case "choice":
            keep(default in values, f"{which} is usually one of its choices, and not {default!r}")
        case "switch":
            keep(isinstance(default, bool), f"{which} is usually True or False, and not {default!r}")
        case "number":
            whole = type(default) is int and setting.lowest <= default <= setting.highest
            keep(whole, f"{which} is usually a whole number in its bounds, and not {default!r}")
        case "roster":
            forces = forces_of(rules).rosters()
            strange = {one for one in (*values, default) if one} - set(forces)
            keep(
                not strange,
                f"{which} names rosters that are there, and not so {', '.join(map(str, strange))}",
            )


def bots_have_names(rules: Rules) -> None:
    """And others are refused."""
    names = rules.system.bot_names
    keep(len(set(names)) == len(names) > 0, f"bots have names of their own: {', '.join(names)}")
    said = refusal(lambda: rules.system.bot("no-such-bot"))
    keep(
        said is not None and said[2] == names, "a bot that there is not is refused, with those that there are"
    )


def tables_cover_the_events(rules: Rules) -> None:
    system = rules.system
    keep(len(set(system.events)) == len(system.events), "no event stands twice in `System.events`")
    strange = {one.__name__ for one in set(system.appliers) ^ set(system.events)}
    keep(not strange, f"each event has its applier, and each applier its event: {', '.join(sorted(strange))}")
    for what, says in (("dice", system.dice), ("shuffles", system.shuffles)):
        for event, spoken in says.items():
            keep(event in system.events, f"{event.__name__}, of `{what}`, stands in `System.events`")
            names = (spoken,) if isinstance(spoken, str) else spoken
            strange = set(names) - set(event.__struct_fields__)
            keep(
                not strange,
                f"{event.__name__} has the field that `{what}` names: {', '.join(sorted(strange))}",
            )


def tags_are_its_own(rules: Rules) -> None:
    """And old ones lead to new ones."""
    system = rules.system
    tags = [tag_of(event) for event in system.events]
    for tag in tags:
        shape = re.fullmatch(r"[a-z]+(-[a-z]+)*(\.\d+)?", tag)
        keep(bool(shape), f"the tag of an event is words with hyphens, and a number, and not {tag!r}")
    taken = set(tags) & {tag_of(event) for event in table.EVENTS}
    keep(not taken, f"no event has a tag of headquarters, as {', '.join(sorted(taken))}")
    actions = [tag_of(one) for one in kinds_of(system)]
    taken = set(actions) & {tag_of(one) for one in table.TableAction.__subclasses__()}
    keep(not taken, f"no action has a tag of headquarters, as {', '.join(sorted(taken))}")
    BattleReducer(system)  # refuses two of one tag, and an upcaster for a current one
    newest = {word: int(number or 1) for word, _, number in (tag.partition(".") for tag in tags)}
    for old in system.upcasters:
        word, _, number = old.partition(".")
        keep(newest.get(word, 0) > int(number or 1), f"there is a newer event that {old} leads to")


def the_empty_state_needs_no_pack(rules: Rules) -> None:
    system = rules.system
    state = system.initial()
    keep(type(state) is system.state_type, "`state_type` is made without arguments")
    for name in ("sides", "verdict"):
        keep(name in state.__struct_fields__, f"a state has `{name}`")
    copy = system.copy(state)
    alike(copy, state, "a copy of the empty state is like it")
    keep(copy is not state, "a copy is another object")


def the_state_has_no_fractions(rules: Rules) -> None:
    """Whose last digit may be another on another machine."""
    found = sorted(set(_floats(inspect.type_info(rules.system.state_type), "", set())))
    keep(not found, f"a state has no floating point, and not so {', '.join(found)}")


def _floats(kind: Any, place: str, seen: set[Any]) -> Iterator[str]:
    """The fields, with their classes, in which floating point may stand. kind: of `msgspec.inspect`."""
    if isinstance(kind, inspect.FloatType):
        yield place
    elif isinstance(kind, inspect.StructType):
        if kind.cls not in seen:
            seen.add(kind.cls)
            for one in kind.fields:
                yield from _floats(one.type, f"{kind.cls.__name__}.{one.name}", seen)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _floats(one, place, seen)
    elif kind is not None:
        for name in ("item_type", "key_type", "value_type"):
            yield from _floats(getattr(kind, name, None), place, seen)
        for one in getattr(kind, "item_types", ()):
            yield from _floats(one, place, seen)


def facets_that_are_not_there_are_refused_in_words(rules: Rules) -> None:
    facets: Mapping[Callable[[Rules], object], object] = {forces_of: rules.forces, assets_of: rules.assets}
    for of, facet in facets.items():
        if facet is None:
            said = refusal(lambda of=of: of(rules))
            keep(
                said is not None and said[0].endswith("."),
                "a facet that is not there is refused in a sentence",
            )
        else:
            keep(of(rules) is facet, "a facet that is there is given")


def what_hides_makes_positions(rules: Rules) -> None:
    promise = "a system that hides something has `positions`, which makes battles by chance and twins of them"
    keep(rules.hidden is None or rules.positions is not None, promise)


def ready_made_forces_are_sound(rules: Rules) -> None:
    forces = rules.forces
    if forces is None:
        return
    for name, content in forces.rosters().items():
        report = forces.judge(content)
        keep(report.sound, f"the roster {name} is sound: {[one.reason for one in report.problems]}")
        for fit in report.fits[:5]:
            more = forces.judge(forces.added(content, fit))
            keep(len(more.lines) == len(report.lines) + 1, f"{fit.id} added to {name} is one line more")
        if report.lines:
            last = len(report.lines) - 1
            fewer = forces.judge(forces.removed(content, last))
            keep(len(fewer.lines) == last, f"a line removed from {name} is one fewer")
        said = refusal(lambda content=content, report=report: forces.removed(content, len(report.lines)))
        keep(said is not None, f"a line that {name} has not cannot be removed")


def what_a_campaign_may_keep_has_words(rules: Rules) -> None:
    assets = rules.assets
    if assets is None:
        return
    for id, kind in assets.types().items():
        keep(kind.id == id, f"the type of asset {id} calls itself so, and not {kind.id}")
        keep(bool(kind.name), f"the type of asset {id} has a name")
        keep(len(set(kind.posts)) == len(kind.posts), f"the posts of {id} have names of their own")
    keep(all(one.name for one in assets.damages()), "damages have names")
    keep(all(text.endswith(".") for text in assets.skills().values()), "skills are said in sentences")


PROMISES: Mapping[str, Callable[[Rules], None]] = {
    "It says what it is.": it_says_what_it_is,
    "Settings have what they say.": settings_have_what_they_say,
    "Bots have names, and others are refused.": bots_have_names,
    "Tables cover the events.": tables_cover_the_events,
    "Tags are its own, and old ones lead to new ones.": tags_are_its_own,
    "The empty state needs no pack.": the_empty_state_needs_no_pack,
    "The state has no fractions.": the_state_has_no_fractions,
    "Facets that are not there are refused in words.": facets_that_are_not_there_are_refused_in_words,
    "What hides something makes positions by chance.": what_hides_makes_positions,
    "Ready-made forces are sound.": ready_made_forces_are_sound,
    "What a campaign may keep has words.": what_a_campaign_may_keep_has_words,
}
"""A sentence for people → what tries it."""
