"""How a battle is set up: scenarios, forces of one's own, a campaign's assets; and what it hands back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from campaign.rules import readings
from campaign.rules.hexes import Edge, Hex
from campaign.rules.muster import AssetType, Damage, Fate, Muster, Mustered, Outcome, Verdict
from campaign.rules.options import Setting, only_known
from campaign.rules.refused import Refused, no_such
from campaign.rules.wording import count as counted
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern import roster as rosters
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.charts import Charts, Row, Scenario
from campaign.systems.portable_wargame_modern.decide.turn import open_turn
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.points import exhaustion_point
from campaign.systems.portable_wargame_modern.state import Game, Objective, Quality, Unit
from campaign.systems.portable_wargame_modern.whole_turn import takes

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
        ready = {id: rosters.judge(charts, one) for id, one in charts.rosters.items()}
        forces = tuple((id, f"{one.title} ({one.cost} points)") for id, one in ready.items())
        found += [
            Setting("board", "Board", "choice", scenario.board, boards),
            Setting("attacker", "Attacker", "choice", BOTH, (*attackers, (BOTH, "both"))),
            Setting("points", "Points of each force", "number", scenario.points, lowest=10, highest=99),
            *(
                Setting(side.id, f"Force of {side.name}", "roster", usual, forces, side=side.id)
                for side, usual in zip(scenario.side, scenario.rosters, strict=True)
            ),
        ]
    return (*found, *readings.settings(readings.changed(charts.readings, scenario.readings)))


def chosen(charts: Charts, scenario: str, options: Mapping[str, Any]) -> tuple[Scenario, dict[str, Any]]:
    """A scenario and all its settings. Raises Refused."""
    found = charts.scenarios.get(scenario)
    if found is None:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    known = settings(charts, found)
    only_known(options, known)
    read = {**found.readings, **readings.picked(charts.readings, options)}
    return replace(found, readings=read), {one.id: options.get(one.id, one.default) for one in known}


def open_battle(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Sequence[e.Event]:
    """The set-up as facts. Raises Refused."""
    return begin(charts, placed(charts, *chosen(charts, scenario, options)))


def begin(charts: Charts, forces: e.ForcesPlaced) -> list[e.Event]:
    """The set-up, and the first turn until somebody is asked."""
    game = Game(readings=forces.read)
    APPLIERS[type(forces)](game, forces)
    play = Play(charts, game)
    open_turn(play)
    return [forces, *play.events]


def placed(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> e.ForcesPlaced:
    """The set-up of a scenario. Units are numbered by type within their side: `red-infantry-1`."""
    if scenario.rosters:
        scenario = of_choice(charts, scenario, values)
    units = set_up(charts, scenario, values)
    return forces_placed(charts, scenario, units, values)


def of_choice(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> Scenario:
    """A free set-up as a scenario: board, objectives, and the units of both forces at their edges. Raises Refused."""
    if values["board"] not in charts.boards:
        raise Refused("There is no such board.", "", sorted(charts.boards), "$.options.board")
    board = charts.boards[values["board"]]
    sides = [side.id for side in scenario.side]
    attacker = values["attacker"]
    if attacker not in (BOTH, *sides):
        raise Refused("There is no such choice.", "", [BOTH, *sides], "$.options.attacker")
    defender = next((side for side in sides if attacker not in (side, BOTH)), "")
    objectives = tuple(Objective(hex, 2, defender) for hex in board.places)
    rows: list[Row] = []
    for side, north in zip(sides, (True, False), strict=True):
        roster = rosters.sound(charts, _content(charts, values[side]), values["points"], f"$.options.{side}")
        rows += at_edge(charts, values["board"], side, roster, north)
    text = scenario.victory.text
    if defender:
        name = next(side.name for side in scenario.side if side.id == defender)
        text = f"{text} {name} wins if they are equal."
    victory = replace(scenario.victory, text=text, objective=objectives, tie=defender)
    return replace(scenario, board=values["board"], victory=victory, unit=tuple(rows))


def _content(charts: Charts, chosen: Any) -> Mapping[str, Any]:
    """A force that was chosen: whole, or by the name of a ready-made one."""
    if isinstance(chosen, str) and chosen in charts.rosters:
        return charts.rosters[chosen]
    return cast("Mapping[str, Any]", chosen)


def edge(charts: Charts, board: str, north: bool) -> list[Hex]:
    """The hexes in which a force is set up, three rows deep at most: the row farthest from its edge first, each from
    the middle outwards."""
    ground = charts.ground(board)
    layout = ground.board.layout
    deep = min(3, layout.rows // 2)
    rows = range(deep - 1, -1, -1) if north else range(layout.rows - deep, layout.rows)
    middle = layout.columns // 2
    columns = sorted(range(layout.columns), key=lambda x: abs(x - middle))
    return [hex for y in rows for x in columns if (hex := layout.hex_in(x, y)) in ground.open]


def at_edge(charts: Charts, board: str, side: str, roster: rosters.Roster, north: bool) -> list[Row]:
    """The units of a force at its edge, fighters in front. Raises Refused where the board has no room for them all."""
    places, count = edge(charts, board, north), len(roster.unit)
    if len(places) < count:
        title = charts.boards[board].title
        reason = f"{title} has room for {counted(len(places), 'unit')} at that edge, and {roster.title} has {count}."
        roomy = [id for id in charts.boards if len(edge(charts, id, north)) >= count]
        raise Refused(reason, "Movement f", roomy, "$.options.board")
    class_of = charts.class_of
    order = sorted(
        roster.unit,
        key=lambda one: (
            class_of[one.type].artillery,
            not (charts.range(one.type) or class_of[one.type].advances),
        ),
    )
    return [
        Row(side, one.type, (hex,), "S" if north else "N", one.quality, one.name, strength=one.strength)
        for one, hex in zip(order, places[:count], strict=True)
    ]


def forces_placed(
    charts: Charts, scenario: Scenario, units: Sequence[e.Placed], values: Mapping[str, Any]
) -> e.ForcesPlaced:
    limits = [
        exhaustion_point(sum(one.strength for one in units if one.side == side.id)) for side in scenario.side
    ]
    return e.ForcesPlaced(
        scenario.id, scenario.board, scenario.side, values["turns"],
        scenario.victory, tuple(units), tuple(limits), scenario.mines, scenario.wire, values["riders"],
        readings.changed(charts.readings, scenario.readings),
    )  # fmt: skip


def set_up(charts: Charts, scenario: Scenario, values: Mapping[str, Any]) -> list[e.Placed]:
    """The units that a scenario prints; where tanks carry nobody, their riders stand near them. Raises Refused."""
    totals: dict[tuple[str, str], int] = {}
    for row in scenario.unit:
        key = (row.side, row.type)
        totals[key] = totals.get(key, 0) + len(row.hexes)
    numbers = dict.fromkeys(totals, 0)
    carriers: dict[Hex, str] = {}
    carrying: dict[str, str] = {}
    found: list[e.Placed] = []
    for row in scenario.unit:
        key = (row.side, row.type)
        for hex in row.hexes:
            numbers[key] += 1
            id = f"{row.side}-{row.type}-{numbers[key]}"
            name = row.name or charts.types[row.type].name
            name = f"{name} {numbers[key]}" if totals[key] > 1 and not row.name else name
            aboard = carriers[hex] if row.aboard else ""
            if charts.class_of[row.type].transport:
                carriers[hex] = id
                carrying[id] = charts.class_of[row.type].transport
            found.append(
                e.Placed(
                    id,
                    row.type,
                    name,
                    row.side,
                    hex,
                    row.facing,
                    row.strength or charts.strength(row.type),
                    row.quality,
                    aboard,
                    values["gas"] if charts.class_of[row.type].artillery else 0,
                )
            )
    if not values["riders"]:
        full = {one.hex for one in found}
        for i, one in enumerate(found):
            if one.aboard and charts.class_of[one.type].load == "rides" and carrying[one.aboard] == "riders":
                hex = room(charts, scenario, full, (one.hex,))
                if not hex:
                    reason = f"There is no room on this board for {one.name} on foot."
                    raise Refused(reason, "Tank Riders", ["true"], "$.options.riders")
                full.add(hex)
                found[i] = replace(one, hex=hex, aboard="")
    return found


def room(charts: Charts, scenario: Scenario, full: Collection[Hex], near: Sequence[Hex]) -> Hex:
    """The free hex nearest to some others in which a unit can stand; "" if there is none."""
    ground = charts.ground(scenario.board)
    free = ground.open - ground.river - set(full) - set(scenario.mines)
    return min(free, key=lambda hex: (min(ground.distance(hex, one) for one in near), hex), default="")


# -- campaigns -------------------------------------------------------------------------------------------------

LEADER = "commander"
GAS = "gas"
LOST = "strength-"
"""How the ids of lasting damage begin: strength-1 for the first point that is lost, strength-2 for the second …"""
NUMBERS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")
DAMAGES = tuple(Damage(f"{LOST}{i}", f"{number} strength point lost") for i, number in enumerate(NUMBERS, 1))


class PortableAssets:
    """See `campaign.rules.system.Assets`. A unit is an asset with one post; strength points that it has lost come back
    as drafts, its quality follows its experience, and gas shells are counted."""

    def __init__(self, charts: Charts) -> None:
        self._charts = charts

    def types(self) -> Mapping[str, AssetType]:
        found: dict[str, AssetType] = {}
        for id, row in self._charts.types.items():
            damage = tuple(one.id for one in DAMAGES[: self._charts.strength(id) - 1])
            load = {GAS: 1} if self._charts.class_of[id].artillery else {}
            words = {one.id: one.name for one in DAMAGES if one.id in damage}
            source = "reconstruction: the rulebook has no campaigns"
            found[id] = AssetType(id, row.name, (LEADER,), load, 0, source, damage, words, damage)
        return found

    def damages(self) -> Sequence[Damage]:
        return DAMAGES

    def skills(self) -> Mapping[str, str]:
        return {}

    def muster(self, scenario: str, options: Mapping[str, Any], muster: Muster) -> Sequence[e.Event]:
        charts = self._charts
        found, values = chosen(charts, scenario, options)
        if found.rosters:
            found = of_choice(charts, found, values)
        for i, side in enumerate(muster.sides):
            sides = [one.id for one in found.side]
            if side not in sides:
                raise Refused(f"This battle has no side {side!r}.", "", sides, f"$.muster.sides[{i}]")
        printed = set_up(charts, found, values)
        units = [one for one in printed if one.side not in muster.sides]
        ids = {one.id for one in units}
        for i, asset in enumerate(muster.assets):
            check(charts, asset, muster.sides, ids, f"$.muster.assets[{i}]")
            ids.add(asset.id)
        stations = stationed(charts, found, muster.assets, printed, {one.hex for one in units})
        units += [placed_asset(charts, one, stations[one.id], values["gas"]) for one in muster.assets]
        for i, side in enumerate(muster.sides):
            if not any(one.side == side for one in units):
                name = next(one.name for one in found.side if one.id == side)
                where = f"$.muster.sides[{i}]"
                raise Refused(f"{name} would have nobody in this battle.", "house rule", where=where)
        return begin(charts, forces_placed(charts, found, units, values))

    def outcome(self, state: Game, verdict: Verdict) -> Outcome:
        return Outcome(verdict, tuple(map(fate, state.units.values())), verdict.winner)


def check(charts: Charts, asset: Mustered, sides: Sequence[str], taken: set[str], where: str) -> None:
    """Raises Refused if this asset cannot come to the battle, wherever it would stand."""
    if asset.id in taken or not asset.id:
        raise Refused(f"There is another unit {asset.id!r} in this battle.", "house rule", where=where)
    if asset.side not in sides:
        raise Refused(
            f"{asset.name} is of no side that is mustered: {asset.side!r}.", "house rule", sides, where
        )
    if asset.type not in charts.types:
        raise Refused(f"{asset.name} is of no type of unit: {asset.type!r}.", "", sorted(charts.types), where)
    known = [one.id for one in DAMAGES]
    for word in asset.damage:
        if word not in known:
            raise Refused(
                f"{asset.name} has a damage that there is not: {word!r}.", "house rule", known, where
            )
    if len(set(asset.damage)) >= charts.strength(asset.type):
        raise Refused(f"{asset.name} has no strength point left.", "Strength Points c", where=where)
    kinds = [GAS] if charts.class_of[asset.type].artillery else []
    for kind, count in asset.ammunition.items():
        if kind not in kinds or count < 0:
            raise Refused(f"{asset.name} has no use for {count} of {kind!r}.", "Gas", kinds, where)
    if asset.cards:
        raise Refused(f"{asset.name} carries cards: this rule system has none.", "house rule", where=where)


class Station(NamedTuple):
    """Where an asset stands at first. aboard: the asset that carries it."""

    hex: Hex
    facing: Edge
    aboard: str = ""


def stationed(
    charts: Charts,
    scenario: Scenario,
    assets: Sequence[Mustered],
    printed: Sequence[e.Placed],
    full: set[Hex],
) -> dict[str, Station]:
    """Every asset in the place of a printed unit: of its own type if it can be, aboard if that one was and an asset
    takes it in the carrier's place; the others in free hexes near them. full: hexes of others. Raises Refused."""
    left = list(printed)
    carriers: dict[str, Mustered] = {}
    found: dict[str, Station] = {}

    def suits(asset: Mustered, place: e.Placed, own: bool, riding: bool) -> bool:
        if place.side != asset.side or bool(place.aboard) is not riding or (own and place.type != asset.type):
            return False
        if not riding:
            return own or place.hex not in full
        carrier = carriers.get(place.aboard)
        return carrier is not None and takes(charts.class_of[carrier.type], charts.class_of[asset.type])

    for own, riding in ((True, False), (True, True), (False, False), (False, True)):
        for asset in assets:
            if asset.id in found:
                continue
            place = next((one for one in left if suits(asset, one, own, riding)), None)
            if place is None:
                continue
            left.remove(place)
            full.add(place.hex)
            carriers[place.id] = asset
            aboard = carriers[place.aboard].id if riding else ""
            found[asset.id] = Station(place.hex, place.facing, aboard)
    for i, asset in enumerate(assets):
        if asset.id not in found:
            near = [one for one in printed if one.side == asset.side]
            hex = room(charts, scenario, full, [one.hex for one in near])
            if not hex:
                where = f"$.muster.assets[{i}]"
                raise Refused(f"There is no room for {asset.name} on this board.", "house rule", where=where)
            full.add(hex)
            found[asset.id] = Station(hex, near[0].facing)
    return found


def placed_asset(charts: Charts, asset: Mustered, station: Station, gas: int) -> e.Placed:
    """An asset as a unit. gas: shells of a battery whose shells nobody counts."""
    full = charts.strength(asset.type)
    quality: Quality = "elite" if asset.quality >= 2 else "poor" if asset.quality < 0 else "average"
    if LEADER in asset.empty:
        quality = "poor"
    shells = min(1, asset.ammunition.get(GAS, gas)) if charts.class_of[asset.type].artillery else 0
    left = full - len(set(asset.damage))
    return e.Placed(
        asset.id, asset.type, asset.name, asset.side, station.hex, station.facing, left, quality, station.aboard,
        shells, full,
    )  # fmt: skip


def fate(unit: Unit) -> Fate:
    """What became of a unit: every strength point that it lacks is a lasting damage."""
    lost = tuple(f"{LOST}{i}" for i in range(1, unit.full - unit.strength + 1)) if unit.strength else ()
    word = "wrecked" if not unit.strength else "damaged" if lost else "fit"
    spent = {GAS: unit.spent} if unit.spent else {}
    return Fate(unit.id, unit.side, unit.came or unit.type, word, lost, tuple(unit.kills), spent)
