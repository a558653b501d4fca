"""How a battle is set up: scenarios and forces of one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from campaign.rules.options import Setting
from campaign.rules.refused import Refused, no_such
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern import roster as rosters
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.charts import Charts, Goal, Row, Scenario
from campaign.systems.portable_wargame_modern.decide.turn import exhaustion_point, open_turn
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.state import Game, Objective, Victory

BOTH = "both"
"""Nobody defends: a meeting."""


def settings(charts: Charts, scenario: Scenario) -> tuple[Setting, ...]:
    """What may be chosen before a battle of this scenario opens."""
    found = [
        Setting("turns", "Turns", "number", scenario.turns, lowest=4, highest=60),
        Setting("riders", "Tanks carry infantry (Tank Riders)", "switch", True),
        Setting("gas", "Gas shells of each battery (Gas)", "number", scenario.gas, lowest=0, highest=1),
    ]
    if scenario.rosters:
        boards = tuple((id, board.title) for id, board in charts.boards.items())
        attackers = tuple((side.id, side.name) for side in scenario.side)
        forces = tuple((id, str(one["title"])) for id, one in charts.rosters.items())
        found += [
            Setting("board", "Board", "choice", scenario.board, boards),
            Setting("attacker", "Attacker", "choice", BOTH, (*attackers, (BOTH, "both"))),
            Setting("points", "Points of each force", "number", scenario.points, lowest=10, highest=99),
            *(
                Setting(side.id, f"Force of {side.name}", "roster", usual, forces, side=side.id)
                for side, usual in zip(scenario.side, scenario.rosters, strict=True)
            ),
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
    if scenario.rosters:
        scenario = of_choice(charts, scenario, values)
    units = set_up(charts, scenario, values["gas"])
    return forces_placed(charts, scenario, units, values)


def of_choice(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> Scenario:
    """A free set-up as a scenario: board, goals, and the units of both forces at their edges. Raises Refused."""
    if values["board"] not in charts.boards:
        raise Refused("There is no such board.", "", sorted(charts.boards), "$.options.board")
    board = charts.boards[values["board"]]
    sides = [side.id for side in scenario.side]
    attacker = values["attacker"]
    if attacker not in (BOTH, *sides):
        raise Refused("There is no such choice.", "", [BOTH, *sides], "$.options.attacker")
    defender = next((side for side in sides if attacker not in (side, BOTH)), "")
    goals = tuple(Goal(hex, 2, defender) for hex in board.places)
    rows: list[Row] = []
    for side, north in zip(sides, (True, False), strict=True):
        roster = rosters.sound(charts, _content(charts, values[side]), values["points"], f"$.options.{side}")
        rows += edge(charts, values["board"], side, roster, north)
    text = f"{scenario.victory.text} {'Blue' if defender == sides[1] else 'Red'} wins if they are equal."
    ending = replace(
        scenario.victory, goal=goals, tie=defender, text=text if defender else scenario.victory.text
    )
    return replace(scenario, board=values["board"], victory=ending, unit=tuple(rows))


def _content(charts: Charts, chosen: Any) -> Mapping[str, Any]:
    """A force that was chosen: whole, or by the name of a ready-made one."""
    if isinstance(chosen, str) and chosen in charts.rosters:
        return charts.rosters[chosen]
    return cast("Mapping[str, Any]", chosen)


def edge(charts: Charts, board: str, side: str, roster: rosters.Roster, north: bool) -> list[Row]:
    """The units of a force in the three rows at its edge, from the middle outwards, fighters in the first row."""
    ground = charts.ground(board)
    layout = ground.board.layout
    depth = [2, 1, 0] if north else [layout.rows - 3, layout.rows - 2, layout.rows - 1]
    middle = layout.columns // 2
    columns = sorted(range(layout.columns), key=lambda x: abs(x - middle))
    places = [hex for y in depth for x in columns if (hex := layout.hex_in(x, y)) in ground.open]
    ranks = charts.rank
    order = sorted(
        roster.unit,
        key=lambda one: (ranks[one.type].artillery, not (charts.range(one.type) or ranks[one.type].advances)),
    )
    return [
        Row(side, one.type, (hex,), "S" if north else "N", one.quality, one.name)
        for one, hex in zip(order, places, strict=False)
    ]


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
