"""What may be chosen before a battle opens, and the scenario that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import asdict, replace

from campaign.rules import readings
from campaign.rules.hexes import Hex
from campaign.rules.options import Setting, only_known
from campaign.rules.refused import Refused, no_such
from campaign.rules.wording import count
from campaign.systems.mechwar_4 import roster as rosters
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.scenario import (
    Battalion,
    Battery,
    Company,
    Objective,
    Scenario,
    SideRow,
    Strike,
    Switches,
    UnitPlace,
    Zone,
)

DEEP = 4
"""Columns at its edge in which a force of one's own is set up."""
WORTH = 3
"""Points of each place with a name in a battle of one's own."""
PROTECTED = {
    ("us", "medium-battery"),
    ("marines", "medium-battery"),
    ("germany", "medium-battery"),
    ("britain", "light-battery"),
}
"""M109 and Abbot (19.21)."""
AMERICAN = ("us", "marines")
MULTIPLES = 3
"""Turns on which an American force of one's own may multiply its fires, as in the example of 14.33."""
NATO = ("us", "marines", "germany", "britain")
FIRES = 2
"""Fires of scattered mines of each battery of 155 mm in such a force (19.4)."""
LABELS: dict[str, str] = {
    "fog": "Each side sees only what it has observed (5.2)",
    "formations": "Up to three platoons of a company act together (4.1)",
    "overwatch": "Overwatch fire (4.1, 6.91)",
    "ambush": "Ambushes (6.913)",
    "pull_back": "Pulling back out of sight (6.92)",
    "split_fire": "Platoons may split their fire (6.93)",
    "camouflage": "Camouflage (5.25)",
    "ammunition": "Ammunition of all that has a rating (6.87)",
    "ammunition_table": "Ammunition by two dice instead of levels (6.87)",
    "delayed_guns": "Guns off the map wait a turn (7.11)",
    "environment": "Shells devastate towns and fell trees (7.19)",
    "growing_detection": "Guns that stay are found more easily (7.88)",
    "improved_positions": "Improved positions (11)",
    "multiples": "American guns may be multiplied (14.3)",
    "advanced_air": "Aircraft fly over the map (15.3)",
    "command": "Companies have orders (19.1)",
    "offboard_counterbattery": "Guns off the map fire at each other (19.2)",
    "short_halt": "Stabilised tanks fire from a short halt (19.3)",
    "scattered_mines": "Shells scatter mines (19.4)",
    "wrecks": "Wrecks (19.5)",
    "special_units": "Engineers and motorcycles by their own rules (19.6)",
    "night": "Night (19.7)",
    "morale": "Morale of companies and battalions (19.8)",
    "electronic_warfare": "Radio direction finding and jamming (19.9)",
    "blizzard": "Blizzard: nobody directs aircraft from the ground (15.45)",
}
"""The optional rules, each with its number."""
PRICES = range(20, 201)
"""Of how many points a force that is chosen may be."""


def settings(charts: Charts, scenario: Scenario) -> tuple[Setting, ...]:
    """What may be chosen before a battle of this scenario opens."""
    found = [Setting("turns", "Turns", "number", scenario.turns, lowest=3, highest=40)]
    if scenario.rosters:
        boards = tuple((id, board.title) for id, board in charts.boards.items())
        forces = tuple((id, str(one["title"])) for id, one in charts.rosters.items())
        found += [
            Setting("board", "Board", "choice", scenario.board, boards),
            Setting(
                "points",
                "Points of each force",
                "number",
                scenario.price,
                lowest=PRICES[0],
                highest=PRICES[-1],
            ),
            *(
                Setting(side.id, f"Force of {side.name}", "roster", usual, forces, side=side.id)
                for side, usual in zip(scenario.side, scenario.rosters, strict=True)
            ),
        ]
    directs = any(one.designates for one in scenario.unit)
    found += [
        Setting(name, LABELS[name], "switch", value)
        for name, value in asdict(scenario.options).items()
        if name != "blizzard" or directs
    ]
    found += readings.settings(readings.changed(charts.readings, scenario.readings))
    return tuple(found)


def chosen(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Scenario:
    """A scenario as it will be played. Raises Refused."""
    found = charts.scenarios.get(scenario)
    if found is None:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    known = settings(charts, found)
    only_known(options, known)
    values = {one.id: options.get(one.id, one.default) for one in known}
    found = replace(
        found,
        turns=values["turns"],
        readings={**found.readings, **readings.picked(charts.readings, options)},
        options=Switches(**{name: values[name] for name in LABELS if name in values}),
    )
    return of_choice(charts, found, values) if found.rosters else found


def of_choice(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> Scenario:
    """A free set-up as a scenario: the first side at the western edge, the second at the eastern. Raises Refused."""
    if values["board"] not in charts.boards:
        raise Refused("There is no such board.", "", sorted(charts.boards), "$.options.board")
    scenario = replace(scenario, board=values["board"])
    board = charts.boards[scenario.board]
    layout = board.layout
    sides: list[SideRow] = []
    for side, west in zip(scenario.side, (True, False), strict=True):
        force = rosters.sound(
            charts, _content(charts, values[side.id]), values["points"], f"$.options.{side.id}"
        )
        doctrine = "soviet" if force.nation in rosters.SOVIET else "nato"
        sides.append(replace(side, nation=force.nation, doctrine=doctrine, quality=force.quality))
        first = 0 if west else layout.columns - DEEP
        corners = (layout.hex_in(first, 0), layout.hex_in(first + DEEP - 1, layout.rows - 1))
        scenario = replace(scenario, zone=(*scenario.zone, Zone(side.id, box=corners)))
        scenario = _with_force(charts, scenario, side.id, force, west)
    places = tuple(Objective(name, (hex,), WORTH) for hex, name in board.places.items())
    return replace(scenario, side=tuple(sides), victory=replace(scenario.victory, objective=places))


def _content(charts: Charts, chosen: Any) -> Mapping[str, Any]:
    """A force that was chosen: whole, or by the name of a ready-made one."""
    if isinstance(chosen, str) and chosen in charts.rosters:
        return charts.rosters[chosen]
    return cast("Mapping[str, Any]", chosen)


def _with_force(charts: Charts, scenario: Scenario, side: str, force: rosters.Roster, west: bool) -> Scenario:
    """A scenario with the formations, units and support of a force. Companies and battalion: `blue-A`, `blue-hq`."""
    has_hq = any(one.type == "battalion-hq" for one in force.unit)
    battalion = f"{side}-hq" if has_hq else ""
    companies = sorted({one.company for one in force.unit if one.company})
    rows = _stood(charts, scenario.board, side, force, west, battalion)
    guns = tuple(
        Battery(
            side,
            rosters.GUNS[one][0],
            _strength(charts, one),
            rockets=one == "rocket-battery",
            protected=(force.nation, one) in PROTECTED,
            multiples=MULTIPLES if force.nation in AMERICAN and one != "rocket-battery" else 0,
            mines=FIRES if force.nation in NATO and one == "medium-battery" else 0,
        )
        for one in force.support
        if one in rosters.GUNS
    )
    strikes = tuple(
        Strike(side, charts.aircraft[one].low, 1, one) for one in force.support if one in charts.aircraft
    )
    return replace(
        scenario,
        battalion=(*scenario.battalion, *((Battalion(battalion, side, "Battalion", "B"),) if has_hq else ())),
        company=(
            *scenario.company,
            *(Company(f"{side}-{name}", side, f"{name} company", battalion) for name in companies),
        ),
        unit=(*scenario.unit, *rows),
        battery=(*scenario.battery, *guns),
        strike=(*scenario.strike, *strikes),
    )


def _strength(charts: Charts, battery: str) -> int:
    indirect = charts.fire.indirect
    return {"light-battery": indirect.light, "medium-battery": indirect.medium}.get(battery, indirect.heavy)


def _stood(
    charts: Charts, board: str, side: str, force: rosters.Roster, west: bool, battalion: str
) -> list[UnitPlace]:
    """The units of a force where they stand at first: companies side by side about the middle of the edge, infantry
    aboard what carries it. Raises Refused where the board has no room."""
    teams = _aboard(charts, force)
    room = edge(charts, board, west)
    if len(room) < len(teams):
        reason = f"{charts.boards[board].title} has room for {count(len(room), 'unit')} at that edge, not {len(teams)}."
        roomy = [id for id in charts.boards if len(edge(charts, id, west)) >= len(teams)]
        raise Refused(reason, "8.5", roomy, "$.options.board")
    last: dict[str, int] = {}
    for hex in room:
        last.setdefault(hex[:2], len(last))
    places = sorted(room[: len(teams)], key=lambda hex: (last[hex[:2]], hex))
    rows: list[UnitPlace] = []
    for team, hex in zip(teams, places, strict=True):
        for i, one in enumerate(team):
            company = f"{side}-{one.company}" if one.company else ""
            hq = battalion if one.type == "battalion-hq" else ""
            rows.append(UnitPlace(side, one.type, company, (hex,), name=one.name, aboard=i > 0, battalion=hq))
    return rows


def _aboard(charts: Charts, force: rosters.Roster) -> list[list[rosters.Entry]]:
    """The units of a force by company, each alone or a carrier with the infantry of its company that rides in it."""
    units = charts.units
    ordered = sorted(force.unit, key=lambda one: (one.company, units[one.type].personnel))
    teams: list[list[rosters.Entry]] = []
    for one in ordered:
        carriers = (team for team in teams if len(team) == 1 and units[team[0].type].carries)
        carrier = next((team for team in carriers if team[0].company == one.company), None)
        if units[one.type].kind == "infantry" and carrier:
            carrier.append(one)
        else:
            teams.append([one])
    return teams


def edge(charts: Charts, board: str, west: bool) -> list[Hex]:
    """The hexes in which a force is set up: the column farthest from its edge first, each from the middle outwards.
    Only where vehicles go, but not in heavy woods."""
    ground, layout = charts.ground(board), charts.boards[board].layout
    columns = range(DEEP - 1, -1, -1) if west else range(layout.columns - DEEP, layout.columns)
    rows = sorted(range(layout.rows), key=lambda y: abs(y - layout.rows // 2))
    hexes = (layout.hex_in(x, y) for x in columns for y in rows)
    return [hex for hex in hexes if ground.terrain[hex].truck != "no"]
