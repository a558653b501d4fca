"""Settings of a scenario: what is chosen before a battle opens, checked and filled in, whatever the rule system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec

from campaign.rules.options import ScenarioInfo, Setting, only_known
from campaign.rules.refused import Refused
from campaign.shared.plain import texts
from events.bounds import odd_character

LARGEST = 64 * 1024
"""Bytes of a roster file. A force fits many times over."""

FindRoster = Callable[[str], Mapping[str, Any]]
"""A roster by its name. Raises Refused, naming those there are."""


def settle(info: ScenarioInfo, options: Mapping[str, Any], find: FindRoster) -> dict[str, Any]:
    """The options of a battle: those given, checked, and the defaults of the others. Rosters stand there whole.

    Raises Refused for an unknown setting or a value that it cannot have: with what it can.
    """
    only_known(options, info.settings)
    found: dict[str, Any] = {}
    for setting in info.settings:
        if setting.id in options:
            found[setting.id] = _settled(setting, options[setting.id], find)
        elif setting.kind != "roster" or setting.default:  # a force that must be chosen has no default
            found[setting.id] = _settled(setting, setting.default, find)
    return found


def _settled(setting: Setting, value: Any, find: FindRoster) -> Any:
    where, rule = f"$.options.{setting.id}", setting.rule
    match setting.kind:
        case "switch":
            if not isinstance(value, bool):
                raise Refused(_of(setting, "this is on or off."), rule, ["true", "false"], where)
        case "number":
            if type(value) is not int or not setting.lowest <= value <= setting.highest:
                allowed = [f"{setting.lowest} to {setting.highest}"]
                raise Refused(_of(setting, "this is a whole number in its bounds."), rule, allowed, where)
        case "choice":
            values = [one for one, _ in setting.choices]
            if value not in values:
                raise Refused(_of(setting, "there is no such choice."), rule, values, where)
        case "roster":
            return _roster(setting, value, find, where)
    return value


def _of(setting: Setting, reason: str) -> str:
    """A reason after the label of a setting, which may be a question."""
    label = setting.label
    return f"{label} {reason.capitalize()}" if label.endswith("?") else f"{label}: {reason}"


def _roster(setting: Setting, value: Any, find: FindRoster, where: str) -> Any:
    if not isinstance(value, str | Mapping):
        allowed = ["the name of a roster", "a roster itself"]
        raise Refused(f"{setting.label}: this is no roster.", "", allowed, where)
    try:
        return as_data(find(value) if isinstance(value, str) else cast("Mapping[str, Any]", value))
    except Refused as refused:
        file = "" if refused.where.startswith("$") else f"{refused.where}: "
        raise Refused(f"{file}{refused.reason}", refused.rule, refused.allowed, where) from None


def as_data(roster: Mapping[str, Any]) -> dict[str, Any]:
    """A roster as it will stand in a diary. Raises Refused if it is too big or holds what it may not."""
    try:
        if odd := odd_character("".join(texts(roster))):
            raise Refused(f"A roster is plain text; this one holds the character {odd}.", where="$.roster")
        data = cast("dict[str, Any]", msgspec.to_builtins(roster))
        size = len(msgspec.json.encode(data))
    except (TypeError, ValueError, RecursionError):
        raise Refused("This is no roster: it holds what a TOML file cannot.", where="$.roster") from None
    if size > LARGEST:
        raise Refused(f"This is too big for a roster: more than {LARGEST} bytes.", where="$.roster")
    return data
