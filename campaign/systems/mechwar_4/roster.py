"""Forces of one's own: platoons, guns and aircraft by points. Points are ours; the rulebook has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.numbers import Whole
from campaign.rules.refused import Refused, no_such
from campaign.rules.roster import Fit, Problem, RosterReport, read_roster
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.tables import Quality
from campaign.systems.mechwar_4.units import Nation, UnitType
from campaign.systems.mechwar_4.view import KINDS

RULE = "20.3"
MOST = 30
"""Units of a force: more find no room at the edge of a board."""
LARGEST = 6
"""Platoons of a company, its headquarters among them."""
PERCENT: dict[Quality, int] = {
    "seasoned": 120,
    "first-line": 100,
    "second-line": 85,
    "reserve": 75,
    "green": 65,
}
NATIONS: tuple[Nation, ...] = get_args(Nation)
SOVIET: tuple[Nation, ...] = ("ussr", "egypt", "syria")
"""Nations whose formations keep closer together (4.1)."""
GUNS: dict[str, tuple[str, int]] = {
    "light-battery": ("Light howitzers (6H)", 7),
    "medium-battery": ("Medium howitzers (7H)", 9),
    "heavy-battery": ("Heavy howitzers (8H)", 11),
    "rocket-battery": ("Rocket launchers (8H)", 9),
}
"""Batteries off the map (7.0), with their points."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A platoon. company: the letter or number of its company, "" if it has none."""

    type: str
    company: str = ""
    name: str = ""


class Roster(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A force as it stands in a file. limit: in points, 0 for none. support: batteries off the map, and aircraft."""

    title: str
    nation: Nation
    quality: Quality = "first-line"
    limit: Whole = 0
    unit: tuple[Entry, ...] = ()
    support: tuple[str, ...] = ()


def decode(charts: Charts, content: Mapping[str, Any]) -> Roster:
    """Raises Refused with the place of what is wrong."""
    allowed = {"$.nation": NATIONS, "$.quality": tuple(PERCENT)}
    roster = read_roster(content, Roster, "force", RULE, allowed)
    for i, one in enumerate(roster.unit):
        if one.type not in charts.units:
            own = [type.id for type in _of_nation(charts, roster.nation)]
            raise no_such("type of unit", one.type, own, RULE, f"$.unit[{i}].type")
    for i, one in enumerate(roster.support):
        if one not in GUNS and one not in charts.aircraft:
            raise no_such("battery or aircraft", one, [*GUNS, *charts.aircraft], RULE, f"$.support[{i}]")
    return roster


def unit_cost(type: UnitType, quality: Quality) -> int:
    """Better troops are dearer."""
    return ceil(type.price * PERCENT[quality] / 100)


def support_cost(charts: Charts, support: str) -> int:
    return GUNS[support][1] if support in GUNS else charts.aircraft[support].price


def judge(charts: Charts, content: Mapping[str, Any], limit: int = 0) -> RosterReport:
    """Everything that is wrong with a force, and what could still be added. Raises Refused if it is none at all."""
    roster = decode(charts, content)
    limit = limit or roster.limit
    lines = (
        *((0, _line(charts, one), unit_cost(charts.units[one.type], roster.quality)) for one in roster.unit),
        *((0, _name(charts, one), support_cost(charts, one)) for one in roster.support),
    )
    cost = sum(points for _, _, points in lines)
    left = limit - cost if limit else 10_000
    fits = tuple(fit for fit in _fits(charts, roster) if fit.cost <= left)
    problems = tuple(_problems(charts, roster, cost, limit))
    return RosterReport(roster.title, cost, limit, lines, problems, fits)


def sound(charts: Charts, content: Mapping[str, Any], limit: int, where: str) -> Roster:
    """A force that nothing is wrong with. Raises Refused with the first thing that is."""
    report = judge(charts, content, limit)
    if report.problems:
        first = report.problems[0]
        raise Refused(f"{report.title}: {first.reason}", first.rule, first.allowed, where)
    return decode(charts, content)


def _of_nation(charts: Charts, nation: Nation) -> Iterator[UnitType]:
    return (type for type in charts.units.values() if nation in type.nation)


def _line(charts: Charts, one: Entry) -> str:
    name = one.name or charts.units[one.type].name
    return f"{name}, company {one.company}" if one.company else name


def _name(charts: Charts, support: str) -> str:
    return GUNS[support][0] if support in GUNS else charts.aircraft[support].name


def _battalion_hq(roster: Roster) -> bool:
    return any(one.type == "battalion-hq" for one in roster.unit)


def _fits(charts: Charts, roster: Roster) -> Iterator[Fit]:
    """What its nation has, into each of its companies that is not full, or into none."""
    sizes = Counter(one.company for one in roster.unit if one.company)
    companies = sorted(sizes) or ["A"]
    if len(roster.unit) < MOST:
        for type in _of_nation(charts, roster.nation):
            if type.id == "battalion-hq" and _battalion_hq(roster):
                continue
            cost = unit_cost(type, roster.quality)
            yield Fit(type.id, type.name, cost, "", KINDS[type.kind])
            for company in companies:
                if sizes[company] < LARGEST and type.id != "battalion-hq":
                    yield Fit(type.id, type.name, cost, company, KINDS[type.kind])
    for id, (name, points) in GUNS.items():
        yield Fit(id, name, points, "", "guns")
    for id, aircraft in charts.aircraft.items():
        if roster.nation in aircraft.nation:
            yield Fit(id, aircraft.name, aircraft.price, "", "aircraft")


def _problems(charts: Charts, roster: Roster, cost: int, limit: int) -> Iterator[Problem]:
    if not any(charts.units[one.type].combat for one in roster.unit):
        yield Problem("A force has at least one unit that fights.", "$.unit", RULE)
    if limit and cost > limit:
        yield Problem(f"This force is {cost} points; {limit} are allowed.", "$.unit", RULE)
    if len(roster.unit) > MOST:
        yield Problem(f"A force has {MOST} units at most, not {len(roster.unit)}.", "$.unit", RULE)
    if sum(one.type == "battalion-hq" for one in roster.unit) > 1:
        yield Problem("A force has one battalion headquarters.", "$.unit", "19.82")
    for company, size in Counter(one.company for one in roster.unit if one.company).items():
        if size > LARGEST:
            yield Problem(f"Company {company} has {size} platoons; {LARGEST} are the most.", "$.unit", "4.1")
    for i, one in enumerate(roster.unit):
        if roster.nation not in charts.units[one.type].nation:
            why = f"{charts.units[one.type].name} is not of this nation."
            yield Problem(why, f"$.unit[{i}].type", RULE, charts.units[one.type].nation)
    for i, one in enumerate(roster.support):
        if one in charts.aircraft and roster.nation not in charts.aircraft[one].nation:
            why = f"{charts.aircraft[one].name} is not of this nation."
            yield Problem(why, f"$.support[{i}]", RULE, charts.aircraft[one].nation)


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
        supports = (*GUNS, *self._charts.aircraft)
        if fit.id not in self._charts.units and fit.id not in supports:
            raise no_such("type of unit", fit.id, (*self._charts.units, *supports), RULE, "$.id")
        if fit.id in supports:
            if fit.where:
                raise Refused("Guns off the map and aircraft belong to no company.", RULE, [""], "$.where")
            return _plain(replace(found, support=(*found.support, fit.id)))
        return _plain(replace(found, unit=(*found.unit, Entry(fit.id, fit.where))))

    def removed(self, roster: Mapping[str, Any], line: int) -> Mapping[str, Any]:
        found = decode(self._charts, roster)
        units, all = len(found.unit), len(found.unit) + len(found.support)
        if not 0 <= line < all:
            raise Refused(f"There is no line {line}.", RULE, [f"0 to {all - 1}"] if all else [], "$.line")
        if line < units:
            return _plain(replace(found, unit=found.unit[:line] + found.unit[line + 1 :]))
        at = line - units
        return _plain(replace(found, support=found.support[:at] + found.support[at + 1 :]))


def _plain(roster: Roster) -> dict[str, Any]:
    """As it stands in a file."""
    return msgspec.to_builtins(roster)
