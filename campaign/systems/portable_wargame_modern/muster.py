"""How a battle is set up: scenarios and forces of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.rules.options import Setting
from campaign.rules.refused import Refused, no_such
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.charts import Charts, Scenario
from campaign.systems.portable_wargame_modern.decide.turn import exhaustion_point, open_turn
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Game, Objective, Victory


def settings(charts: Charts, scenario: Scenario) -> tuple[Setting, ...]:
    """What may be chosen before a battle of this scenario opens."""
    found = [
        Setting("turns", "Turns", "number", scenario.turns, lowest=4, highest=60),
        Setting("riders", "Tanks carry infantry (Tank Riders)", "switch", True),
        Setting("gas", "Gas shells of each battery (Gas)", "number", scenario.gas, lowest=0, highest=1),
    ]
    return tuple(found)


def open_battle(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
    """The set-up as facts. Raises Refused."""
    found = charts.scenarios.get(scenario)
    if found is None:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    known = {one.id: one for one in settings(charts, found)}
    if unknown := sorted(options.keys() - known.keys()):
        raise Refused(f"This scenario has no option {unknown[0]!r}.", "", list(known), "$.options")
    values = {id: options.get(id, one.default) for id, one in known.items()}
    return begin(charts, placed(charts, found, values))


def begin(charts: Charts, forces: e.ForcesPlaced) -> list[e.Event]:
    """The set-up, and the first turn until somebody is asked."""
    game = Game()
    APPLIERS[type(forces)](game, forces)
    play = Play(charts, game)
    open_turn(play)
    return [forces, *play.events]


def placed(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> e.ForcesPlaced:
    """The set-up of a scenario. Units are numbered by type within their side: `red-infantry-1`."""
    units = set_up(charts, scenario, values["gas"])
    return forces_placed(charts, scenario, units, values)


def forces_placed(
    charts: Charts, scenario: Scenario, units: Sequence[e.Placed], values: Mapping[str, Any]
) -> e.ForcesPlaced:
    ending = scenario.victory
    goals = tuple(Objective(one.hex, one.points, one.owner) for one in ending.goal)
    limits = [
        exhaustion_point(sum(one.strength for one in units if one.side == side.id)) for side in scenario.side
    ]
    return e.ForcesPlaced(
        scenario.id, scenario.board, scenario.side, values["turns"],
        Victory(ending.text, goals, ending.exhaustion, ending.tie), tuple(units), tuple(limits),
        scenario.mines, scenario.wire, values["riders"],
    )  # fmt: skip


def set_up(charts: Charts, scenario: Scenario, gas: int) -> list[e.Placed]:
    """The units that a scenario prints."""
    totals: dict[tuple[str, str], int] = {}
    for row in scenario.unit:
        key = (row.side, row.type)
        totals[key] = totals.get(key, 0) + len(row.hexes)
    numbers = dict.fromkeys(totals, 0)
    carriers: dict[str, str] = {}
    found: list[e.Placed] = []
    for row in scenario.unit:
        key = (row.side, row.type)
        for hex in row.hexes:
            numbers[key] += 1
            id = f"{row.side}-{row.type}-{numbers[key]}"
            name = row.name or charts.types[row.type].name
            name = f"{name} {numbers[key]}" if totals[key] > 1 and not row.name else name
            aboard = carriers[hex] if row.aboard else ""
            if charts.rank[row.type].transport:
                carriers[hex] = id
            found.append(
                e.Placed(
                    id,
                    row.type,
                    name,
                    row.side,
                    hex,
                    row.facing,
                    charts.strength(row.type),
                    row.quality,
                    aboard,
                    gas if charts.rank[row.type].artillery else 0,
                )
            )
    return found
