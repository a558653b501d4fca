"""Forces of one's own: units by points. Points are ours; the rulebook lets players agree on what they bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.numbers import Whole
from campaign.rules.refused import Refused, no_such
from campaign.rules.roster import Fit, Problem, RosterReport, read_roster
from campaign.rules.wording import count
from campaign.systems.portable_wargame_modern.charts import PERIODS, Charts, Period, Strength
from campaign.systems.portable_wargame_modern.state import Quality

MOST = 24
"""Units of a force: more find no room at the edge of a board."""
DEARER: dict[Quality, int] = {"elite": 1, "average": 0, "poor": -1}


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit of a force. strength: points, 0 for as many as its type usually has (Strength Points a)."""

    type: str
    quality: Quality = "average"
    name: str = ""
    strength: Strength = 0


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force as it stands in a file. limit: in points, 0 for none."""

    title: str
    period: Period
    limit: Whole = 0
    unit: tuple[Entry, ...] = ()


def decode(charts: Charts, content: Mapping[str, Any]) -> Roster:
    """Raises Refused with the place of what is wrong."""
    roster = read_roster(content, Roster, "force", "Strength Points a", {"$.period": PERIODS})
    for i, one in enumerate(roster.unit):
        if one.type not in charts.types:
            own = [row.id for row in charts.types.values() if roster.period in row.periods]
            raise no_such("type of unit", one.type, own, "Strength Points a", f"$.unit[{i}].type")
    return roster


def unit_cost(charts: Charts, one: Entry) -> int:
    """As much of what its type costs as it has of that type's strength, rounded up; more if it is elite."""
    usual = charts.strength(one.type)
    whole = charts.types[one.type].points * (one.strength or usual)
    return max(1, -(-whole // usual) + DEARER[one.quality])


def judge(charts: Charts, content: Mapping[str, Any], limit: int = 0) -> RosterReport:
    """Everything that is wrong with a force, and what could still be added. Raises Refused if it is none at all."""
    roster = decode(charts, content)
    limit = limit or roster.limit
    lines = tuple((0, _line(charts, one), unit_cost(charts, one)) for one in roster.unit)
    cost = sum(points for _, _, points in lines)
    left = limit - cost if limit else 10_000
    room = MOST - len(roster.unit)
    fits = tuple(
        Fit(row.id, row.name, row.points, "", _class(charts, row.id))
        for row in charts.types.values()
        if room > 0
        and roster.period in row.periods
        and row.points <= left
        and not _second(charts, roster, row.id)
    )
    return RosterReport(roster.title, cost, limit, lines, tuple(_problems(charts, roster, cost, limit)), fits)


def _class(charts: Charts, type: str) -> str:
    """The class of a type of units, "" where it is called the same."""
    name = charts.class_of[type].name
    return "" if name == charts.types[type].name else name


def _line(charts: Charts, one: Entry) -> str:
    name = one.name or charts.types[one.type].name
    own = one.strength and one.strength != charts.strength(one.type)
    words = [one.quality] * (one.quality != "average") + [count(one.strength, "strength point")] * bool(own)
    return f"{name} ({', '.join(words)})" if words else name


def _second(charts: Charts, roster: Roster, type: str) -> bool:
    """Whether this would be a second commander: each side has one (Dicing d)."""
    class_of = charts.class_of
    return class_of[type].commands and any(class_of[one.type].commands for one in roster.unit)


def _problems(charts: Charts, roster: Roster, cost: int, limit: int) -> list[Problem]:
    found: list[Problem] = []
    if not roster.unit:
        found.append(Problem("A force has at least one unit.", "$.unit", "Strength Points a"))
    if limit and cost > limit:
        found.append(
            Problem(f"This force is {cost} points; {limit} are allowed.", "$.unit", "Strength Points a")
        )
    if len(roster.unit) > MOST:
        found.append(
            Problem(
                f"A force has {MOST} units at most, not {len(roster.unit)}.", "$.unit", "Strength Points a"
            )
        )
    if sum(charts.class_of[one.type].commands for one in roster.unit) > 1:
        found.append(Problem("A side has one commander.", "$.unit", "Dicing d"))
    for i, one in enumerate(roster.unit):
        row = charts.types[one.type]
        if roster.period not in row.periods:
            why = f"{row.name} is of another time than {roster.period}."
            found.append(Problem(why, f"$.unit[{i}].type", "Strength Points a", row.periods))
    return found


def sound(charts: Charts, content: Mapping[str, Any], limit: int, where: str) -> Roster:
    """A force that nothing is wrong with. Raises Refused with the first thing that is."""
    report = judge(charts, content, limit)
    if report.problems:
        first = report.problems[0]
        raise Refused(f"{report.title}: {first.reason}", first.rule, first.allowed, where)
    return decode(charts, content)


class Armies:
    """See `campaign.rules.system.Forces`."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def rosters(self) -> Mapping[str, Mapping[str, Any]]:
        return self._charts.rosters

    def judge(self, roster: Mapping[str, Any], limit: int = 0) -> RosterReport:
        return judge(self._charts, roster, limit)

    def added(self, roster: Mapping[str, Any], fit: Fit) -> Mapping[str, Any]:
        found = decode(self._charts, roster)
        if fit.id not in self._charts.types:
            raise no_such("type of unit", fit.id, self._charts.types, "Strength Points a", "$.id")
        if fit.where:
            raise Refused(
                "A unit is added to the force, not to another unit.", "Strength Points a", [""], "$.where"
            )
        return _plain(replace(found, unit=(*found.unit, Entry(fit.id))))

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        found = decode(self._charts, roster)
        if not 0 <= line < len(found.unit):
            allowed = [f"0 to {len(found.unit) - 1}"] if found.unit else []
            raise Refused(f"There is no line {line}.", "Strength Points a", allowed, "$.line")
        return _plain(replace(found, unit=found.unit[:line] + found.unit[line + 1 :]))


def _plain(roster: Roster) -> dict[str, Any]:
    """As it stands in a file."""
    return msgspec.to_builtins(roster)
