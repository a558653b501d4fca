"""How a battle is set up from a scenario and what was chosen for it (20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from campaign.rules import readings
from campaign.rules.options import Side
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import scenario as s
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.decide.multiples import TOWED
from campaign.systems.mechwar_4.ground import joint
from campaign.systems.mechwar_4.places import zone
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.settings import chosen
from campaign.systems.mechwar_4.state import (
    Aircraft,
    AirDefenceOff,
    Area,
    Battalion,
    Battery,
    Company,
    Entry,
    Force,
    Game,
    Minefield,
    Unit,
)
from campaign.systems.mechwar_4.units import UnitType

LETTERS = "AB"
"""Of the counters of the two sides."""


def open_battle(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
    """The set-up as facts, and what follows from it until somebody is asked. Raises Refused."""
    return begin(charts, forces_placed(charts, chosen(charts, scenario, options)))


def begin(charts: Charts, forces: e.ForcesPlaced) -> list[e.Event]:
    """The set-up, and what follows from it until somebody is asked."""
    play = Play(charts, Game(board=forces.board, readings=forces.read))
    play.emit(forces)
    settle(play)
    return play.events


def forces_placed(charts: Charts, scenario: s.Scenario) -> e.ForcesPlaced:
    units = placed(charts, scenario)
    return e.ForcesPlaced(
        scenario.id,
        scenario.board,
        tuple(Side(one.id, one.name, one.colour) for one in scenario.side),
        scenario.turns,
        scenario.first,
        scenario.options,
        scenario.victory,
        tuple(units),
        tuple(force(charts, scenario, side) for side in scenario.side),
        tuple(company(charts, scenario, one) for one in scenario.company),
        tuple(battalion(scenario, one, units) for one in scenario.battalion),
        tuple(batteries(scenario, scenario.options)),
        tuple(aircraft(charts, scenario)) if scenario.options.advanced_air else (),
        tuple(Minefield(hex, one.kind, one.side) for one in scenario.mines for hex in one.hexes),
        tuple(Entry(one.id, one.side, one.turn, one.hexes, one.column) for one in scenario.entry),
        tuple(areas(charts, scenario, units)),
        tuple(one.id for one in units if charts.units[one.type].kind == "jammer"),
        tuple(bridges(charts, scenario)),
        tuple(AirDefenceOff(one.side, one.edge, one.strength) for one in scenario.defence),
        readings.changed(charts.readings, scenario.readings),
    )


def force(charts: Charts, scenario: s.Scenario, side: s.SideRow) -> Force:
    multiples = max((one.multiples for one in scenario.battery if one.side == side.id), default=0)
    return Force(
        side.id, charts.level(side.quality), side.doctrine, side.nation, side.edge, multiples=multiples
    )


def company(charts: Charts, scenario: s.Scenario, one: s.Company) -> Company:
    side = next(row for row in scenario.side if row.id == one.side)
    level = charts.level(one.quality or side.quality)
    return Company(
        one.id, one.name, one.side, level, one.battalion, side.doctrine, independent=one.independent,
        ambushes=scenario.options.ambush,
    )  # fmt: skip


def battalion(scenario: s.Scenario, one: s.Battalion, units: Sequence[Unit]) -> Battalion:
    order = [
        unit.battalion
        for unit in scenario.unit
        for _ in range(len(unit.hexes) or unit.count)
        if unit.side == one.side
    ]
    mine = [unit for unit in units if unit.side == one.side]
    hq = next((unit.id for unit, whose in zip(mine, order, strict=True) if whose == one.id), "")
    brigade = any(other.parent == one.id for other in scenario.battalion)
    return Battalion(one.id, one.name, one.side, one.rating, hq, brigade=one.parent, is_brigade=brigade)


def batteries(scenario: s.Scenario, switches: s.Switches) -> list[Battery]:
    """Off-board guns by concentrations (7.0, 14.0, 19.21), and strikes of close air support (15.23)."""
    found: list[Battery] = []
    alike: Counter[str] = Counter()
    for row in scenario.battery:
        for i in range(row.count):
            id = f"{row.side}-guns-{1 + sum(one.side == row.side and one.kind != 'air' for one in found)}"
            name = f"{row.name} {i + 1}" if row.count > 1 else row.name
            kind = "rockets" if row.rockets else "guns"
            alike[row.side] += row.protected
            protected = row.protected and alike[row.side] % TOWED != 0
            found.append(
                Battery(
                    id, name, row.side, row.strength, kind, row.sections, protected, row.smoke, row.mines,
                    reach=row.reach,
                )
            )  # fmt: skip
    for row in () if switches.advanced_air else scenario.strike:
        for i in range(row.count):
            id = f"{row.side}-air-{1 + sum(one.side == row.side and one.kind == 'air' for one in found)}"
            found.append(Battery(id, f"Air strike {i + 1}", row.side, row.strength, "air", smoke=False))
    return found


def aircraft(charts: Charts, scenario: s.Scenario) -> list[Aircraft]:
    """What flies by the advanced rules (15.3)."""
    found: list[Aircraft] = []
    for row in scenario.strike:
        for i in range(row.count):
            id = f"{row.side}-plane-{1 + sum(one.side == row.side for one in found)}"
            found.append(
                Aircraft(
                    id,
                    row.aircraft,
                    f"{charts.aircraft[row.aircraft].name} {i + 1}",
                    row.side,
                    row.load or "bombs",
                    choice=not row.load,
                )
            )
    return found


def bridges(charts: Charts, scenario: s.Scenario) -> list[str]:
    """The bridges that are destroyed at first, each as a pair of hexes."""
    board = charts.boards[scenario.board]
    found: list[str] = []
    for hex, edge in scenario.destroyed_bridges:
        other = board.layout.neighbour(hex, edge)
        if other is not None:
            found.append(joint(hex, other))
    return found


def areas(charts: Charts, scenario: s.Scenario, units: Sequence[Unit]) -> list[Area]:
    """Where each company may be deployed (20.41)."""
    found: list[Area] = []
    board = charts.boards[scenario.board]
    for side in scenario.side:
        for company in dict.fromkeys(one.company for one in units if one.side == side.id):
            hexes = zone(scenario, board, side.id, company)
            some = tuple(
                one.id for one in units if one.side == side.id and one.company == company and one.hex
            )
            if hexes and some:
                found.append(Area(side.id, tuple(sorted(hexes)), some))
    return found


def entrenches(row: UnitType) -> bool:
    """11.1: dismounted personnel and guns use improved positions."""
    return row.personnel or row.kind == "gun"


def placed(charts: Charts, scenario: s.Scenario) -> list[Unit]:
    """The units in the order of the scenario, each under a counter that says no more than whose it is (3.2). Those
    that enter in free formation in the first turn stand before one hex of entry after the other (20.42).
    """
    switches = scenario.options
    found: list[Unit] = []
    counts = {side.id: 0 for side in scenario.side}
    places: dict[str, int] = {}
    names: dict[tuple[str, str], int] = {}
    rows: list[list[Unit]] = []
    hidden = {one.id for one in scenario.company if one.camouflaged}
    free = [one for one in scenario.entry if one.turn == 1 and not one.column]
    lanes = {one.id: cycle(one.hexes) for one in free}
    for row in scenario.unit:
        own: list[Unit] = []
        for i in range(len(row.hexes) or row.count):
            counts[row.side] += 1
            key = row.side, row.type
            names[key] = names.get(key, 0) + 1
            letter = LETTERS[[side.id for side in scenario.side].index(row.side)]
            unit = Unit(
                f"{letter}{counts[row.side]}",
                row.type,
                f"{row.name or charts.units[row.type].name} {names[key]}",
                row.side,
                row.hexes[i] if row.hexes else "",
                row.company,
                camouflaged=switches.camouflage and row.company in hidden,
                column=row.column,
                defilade=row.defilade,
                improved=row.improved and switches.improved_positions and entrenches(charts.units[row.type]),
                entry=row.entry,
                plough=row.ploughs,
                designates=row.designates,
            )
            if row.entry:
                unit.place = places.get(row.entry, 0)
                places[row.entry] = unit.place + 1
                unit.through = next(lanes[row.entry]) if row.entry in lanes and not row.aboard else ""
            own.append(unit)
        if row.aboard:
            for unit, carrier in zip(own, rows[-1], strict=False):
                unit.aboard, unit.hex, unit.through = carrier.id, carrier.hex, carrier.through
        found += own
        rows.append(own)
    return [replace(one) for one in found]
