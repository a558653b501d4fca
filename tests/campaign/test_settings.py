"""Settings of a scenario, whatever its rule system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from campaign.library.settings import settle
from campaign.rules.options import ScenarioInfo, Setting, Side
from campaign.rules.refused import Refused

INFO = ScenarioInfo("s", "S", (Side("a", "A"),), settings=(
    Setting("weather", "Weather", "choice", "dry", (("dry", "Dry"), ("rain", "Rain"))),
    Setting("fog", "Fog", "switch", False),
    Setting("turns", "Turns", "number", 6, lowest=1, highest=12),
    Setting("force", "Force of A", "roster", "guards", (("guards", "Guards"),), side="a"),
    Setting("allies", "Allies", "roster", ""),
))  # fmt: skip
GUARDS = {"title": "Guards", "tanks": ["t1"]}


def find(name: str) -> Mapping[str, Any]:
    if name != "guards":
        raise Refused(f"There is no roster {name!r}.", "", ["guards"], "$.roster")
    return GUARDS


def test_what_is_left_out_gets_its_default_so_that_the_diary_says_it():
    assert settle(INFO, {}, find) == {"weather": "dry", "fog": False, "turns": 6, "force": GUARDS}


def test_what_is_given_stays():
    given = {"weather": "rain", "fog": True, "turns": 12, "force": {"title": "Mine"}, "allies": "guards"}
    assert settle(INFO, given, find) == {**given, "allies": GUARDS}


@pytest.mark.parametrize("options, where, allowed", [
    ({"mud": True}, "$.options", ("weather", "fog", "turns", "force", "allies")),
    ({"weather": "snow"}, "$.options.weather", ("dry", "rain")),
    ({"weather": ["dry"]}, "$.options.weather", ("dry", "rain")),
    ({"fog": "yes"}, "$.options.fog", ("true", "false")),
    ({"fog": 1}, "$.options.fog", ("true", "false")),
    ({"turns": 0}, "$.options.turns", ("1 to 12",)),
    ({"turns": 13}, "$.options.turns", ("1 to 12",)),
    ({"turns": True}, "$.options.turns", ("1 to 12",)),
    ({"turns": 6.0}, "$.options.turns", ("1 to 12",)),
    ({"force": "nobody"}, "$.options.force", ("guards",)),
    ({"force": {"title": "a\x1b[2J"}}, "$.options.force", ()),
    ({"force": {"title": "a" * 70_000}}, "$.options.force", ()),
    ({"force": {"title": object()}}, "$.options.force", ()),
    ({"force": 7}, "$.options.force", ("the name of a roster", "a roster itself")),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_what_can(
    options: dict[str, Any], where: str, allowed: tuple[str, ...]
):
    with pytest.raises(Refused) as found:
        settle(INFO, options, find)
    assert (found.value.where, found.value.allowed) == (where, allowed)
