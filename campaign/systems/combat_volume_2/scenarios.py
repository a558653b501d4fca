"""Missions as they may be chosen, and the set-up that comes of it as facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules import readings
from campaign.rules.hexes import Hex
from campaign.rules.options import ScenarioInfo, Setting, Side, only_known
from campaign.rules.refused import no_such
from campaign.systems.combat_volume_2.charts import Character, Charts
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.scenario import Enemies, Friend, Scenario, VehicleRow
from campaign.systems.combat_volume_2.scenario_checks import of_squad
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    Area,
    Arrival,
    Man,
    Mark,
    Mission,
    Team,
    Vehicle,
)
from campaign.systems.combat_volume_2.turn.set_up import MissionBegan, decks

SIDES = (Side(FRIEND, "United States", "green"), Side(ENEMY, "Germany", "grey", by_rules=True))
TEAMS = {"able": "Able", "baker": "Baker", "charlie": "Charlie", "command": "Command"}
OWN = "own"
"""As the scenario has it."""
DIE = "die"
"""The squad is rolled for as the mission begins (25.0)."""
WEATHERS = (
    ("clear", "clear"), ("rain", "rain"), ("heavy-rain", "heavy rain"), ("mist", "mist"), ("fog", "fog")
)  # fmt: skip
GROUNDS = (("dry", "dry"), ("mud", "mud"), ("snow", "snow"), ("deep-snow", "deep snow"))


# -- what may be chosen --------------------------------------------------------------------------------------------


def infos(charts: Charts) -> list[ScenarioInfo]:
    return [
        ScenarioInfo(
            one.id, one.title, SIDES, one.summary, turns=one.turns, notes=one.notes, source=one.source,
            settings=settings(charts, one),
        )
        for one in charts.scenarios.values()
    ]  # fmt: skip


def settings(charts: Charts, one: Scenario) -> tuple[Setting, ...]:
    """What may be chosen before a mission begins: squad (25.0), elite (24), weather and ground (28), readings
    (24.0, 26).
    """
    found: list[Setting] = []
    if one.squads:
        choices = ((OWN, "the scenario's own"), (DIE, "by the die"), *_squads(charts))
        found.append(Setting("squad", "Squad (25)", "choice", OWN, choices))
    if any(row.armed == "smg" or charts.characters[row.who].weapon == "smg" for row in one.friend):
        found.append(Setting("thompson", "Thompsons in place of M3s (26)", "switch", False))
    if one.cup and not one.patrol:
        choices = ((OWN, "as the scenario has them"), ("heer", "Heer"), ("ss", "SS"))
        found.append(Setting("enemies", "Enemies (24)", "choice", OWN, choices))
    if not one.patrol:
        found.append(Setting("weather", "Weather (28.1)", "choice", one.weather, WEATHERS))
        found.append(Setting("ground", "Ground (28.2)", "choice", one.ground, GROUNDS))
    found += readings.settings(readings.changed(charts.readings, one.readings))
    return tuple(found)


def _squads(charts: Charts) -> Iterator[tuple[str, str]]:
    for die, squad in charts.squads.items():
        leaders = (charts.characters[some[0]].name for some in (squad.able, squad.charlie))
        yield str(die), f"{die}: {' and '.join(leaders)}"


class Chosen(NamedTuple):
    """A mission with what was chosen for it, and how it reads the rules."""

    scenario: Scenario
    read: Readings


def opened(charts: Charts, scenario: str, options: Mapping[str, Any]) -> MissionBegan:
    """The set-up of a mission (25.0 squads). Raises Refused for an unknown scenario or option."""
    found = chosen(charts, scenario, options)
    made = SetUp(charts, found.scenario).made(found.read)
    if options.get("squad") != DIE:
        return made
    chosen_too = ("thompson",) if options.get("thompson") else ()
    return replace(made, mission=replace(made.mission, by_die=("squad", *chosen_too)))


def rolled(charts: Charts, mission: Mission, die: int) -> MissionBegan:
    """The set-up with the squad of a die in the places of the player's men (25.0)."""
    one = charts.scenarios[mission.scenario]
    values = {"squad": str(die), "thompson": "thompson" in mission.by_die}
    return SetUp(charts, _as_chosen(charts, one, values)).made(charts.readings)


def chosen(charts: Charts, scenario: str, options: Mapping[str, Any]) -> Chosen:
    """Raises Refused for an unknown scenario or option."""
    found = charts.scenarios.get(scenario)
    if found is None:
        raise no_such("scenario", scenario, sorted(charts.scenarios))
    known = settings(charts, found)
    only_known(options, known)
    values = {one.id: options.get(one.id, one.default) for one in known}
    read = readings.changed(charts.readings, found.readings)
    read = readings.changed(read, readings.picked(read, options))
    return Chosen(_as_chosen(charts, found, values), read)


def _as_chosen(charts: Charts, one: Scenario, values: Mapping[str, Any]) -> Scenario:
    """The scenario with what was chosen written into it."""
    friends = _of_squad(charts, one, values.get("squad", OWN))
    now = {was.who: row.who for was, row in zip(one.friend, friends, strict=True)}
    if values.get("thompson"):
        friends = tuple(
            replace(row, armed="thompson") if _arm(charts, row) == "smg" else row for row in friends
        )
    cups = one.cup
    if (of := values.get("enemies", OWN)) != OWN:
        cups = tuple(replace(cup, set=of) for cup in cups)
    return replace(
        one,
        friend=friends,
        goal=tuple(replace(goal, of=now[goal.of]) if goal.of in now else goal for goal in one.goal),
        cup=cups,
        weather=_ours(values.get("weather", one.weather), WEATHERS),
        ground=_ours(values.get("ground", one.ground), GROUNDS),
    )


def _ours(value: Any, choices: Sequence[tuple[str, str]]) -> Any:
    """Our own word, not the one given: an encoder leaves a default out only if it is the very same object."""
    return next((word for word, _ in choices if word == value), value)


def _arm(charts: Charts, row: Friend) -> str:
    return row.armed or charts.characters[row.who].weapon


def _of_squad(charts: Charts, one: Scenario, die: str) -> tuple[Friend, ...]:
    """The player's men with those of a squad in the places of each team, in the order of both."""
    if die in (OWN, DIE):
        return one.friend
    squad = charts.squads[int(die)]
    men = {"able": iter(squad.able), "baker": iter(squad.baker), "charlie": iter(squad.charlie)}
    now = {row.who: next(men[row.team]) for row in one.friend if row.team in men and of_squad(charts, row)}
    return tuple(
        replace(row, who=now.get(row.who, row.who), mate=now.get(row.mate, row.mate)) for row in one.friend
    )


# -- the set-up ------------------------------------------------------------------------------------------------------


def man_of(one: Character, id: str, side: str, team: str, hex: Hex) -> Man:
    """A character as he takes part."""
    return Man(
        id, side, one.name, one.id, "", team, one.rank, one.quality, one.skill, one.leadership, one.skills,
        one.weapon, sidearm=one.sidearm, grenades=one.grenades, smokes=one.smokes, hex=hex,
    )  # fmt: skip


class SetUp:
    """One mission being set up."""

    def __init__(self, charts: Charts, one: Scenario) -> None:
        self.charts, self.one = charts, one
        self.men: list[Man] = []
        self.areas: list[Area] = []
        self.alert: list[str] = []
        self.arrivals: dict[tuple[int, Hex], list[str]] = {}
        self.counters = 0

    def made(self, read: Readings) -> MissionBegan:
        one = self.one
        for row in one.friend:
            self.friend(row)
        vehicles = tuple(map(self.vehicle, one.vehicle))
        for row in one.enemy:
            self.enemies(row)
        friendly, enemy, wounds = decks(self.charts)
        return MissionBegan(
            self.mission(),
            SIDES,
            read,
            tuple(self.teams()),
            tuple(self.men),
            friendly,
            enemy,
            wounds,
            vehicles,
            self.marks(),
            tuple((cup.id, self.numbers(cup.id)) for cup in one.cup),
            tuple(Arrival(turn, hex, tuple(units)) for (turn, hex), units in sorted(self.arrivals.items())),
            one.weather,
            one.ground,
            one.wind,
            one.fausts.level if one.fausts is not None else 0,
        )

    def mission(self) -> Mission:
        one = self.one
        return Mission(
            scenario=one.id,
            title=one.title,
            board=one.board,
            turns=one.turns,
            month=one.month,
            night=one.night,
            posture=one.posture,
            compass=one.compass,
            friendly=one.friendly,
            neutral=one.neutral,
            goals=one.goal,
            needed=one.needed,
            fausts=one.fausts.kind if one.fausts is not None else "",
            called=dict(one.called),
            camouflage=one.camouflage,
            roads=one.roads,
            incidents=one.incident,
            cups={cup.id: cup.set for cup in one.cup},
            areas=tuple(self.areas),
            alert=tuple(self.alert),
            crews=tuple((row.id, seat) for row in one.vehicle for seat, who in self.crew(row) if not who),
            patrol=one.patrol,
        )

    def teams(self) -> Iterator[Team]:
        there = {man.team for man in self.men}
        yield from (Team(id, FRIEND, name) for id, name in TEAMS.items() if id in there)
        yield from (Team(team.id, ENEMY, team.name, cup=team.cup) for team in self.one.team)
        yield from (Team(row.id, row.side, self.name(row)) for row in self.one.vehicle)

    def name(self, row: VehicleRow) -> str:
        return row.name or self.charts.vehicles.kinds[row.kind].name

    def crew(self, row: VehicleRow) -> Iterator[tuple[str, str]]:
        """Seat and man of a vehicle's crew, in the order of its seats: names in a table have none."""
        seats = self.charts.vehicles.seats[self.charts.vehicles.kinds[row.kind].class_]
        return ((seat, row.crew[seat]) for seat in seats if seat in row.crew)

    def numbers(self, cup: str) -> tuple[int, ...]:
        """The counters in a cup: its characters, without those who take part from the beginning, then dummies."""
        row = next(one for one in self.one.cup if one.id == cup)
        there = {man.who for man in self.men}
        found = [
            character.number
            for character in self.charts.characters.values()
            if character.set == row.set and character.number and character.id not in there
            and (not row.numbers or character.number in row.numbers)
        ]  # fmt: skip
        first = max(one.number for one in self.charts.characters.values()) + 1
        dummies = self.charts.dummies if row.dummies < 0 else row.dummies
        return (*sorted(found), *range(first, first + dummies))

    def marks(self) -> tuple[tuple[Hex, tuple[Mark, ...]], ...]:
        found: dict[Hex, tuple[Mark, ...]] = {}
        for row in self.one.lying:
            for hex in row.hexes:
                found[hex] = (*found.get(hex, ()), Mark(row.what, item=row.item, count=row.count))
        return tuple(sorted(found.items()))

    # -- men ---------------------------------------------------------------------------------------------

    def friend(self, row: Friend) -> None:
        man = man_of(self.charts.characters[row.who], row.who, FRIEND, row.team, row.hex)
        if row.armed:
            man.armed = row.armed
        if row.grenades >= 0:
            man.grenades = row.grenades
        if row.smokes >= 0:
            man.smokes = row.smokes
        man.heavy, man.rockets, man.loaded, man.mate = row.heavy, row.rockets, row.loaded, row.mate
        self.join(man, row.vehicle, row.seat, row.comes, row.waits)

    def enemies(self, row: Enemies) -> None:
        if row.who:
            man = man_of(self.charts.characters[row.who], row.who, ENEMY, row.team, "".join(row.hexes))
            man.spotted = man.alert = True
            self.join(man, row.vehicle, row.seat, row.comes, row.waits)
            return
        cup = next(team.cup for team in self.one.team if team.id == row.team)
        hexes = row.hexes * (row.count or 1) if row.hexes else ("",) * row.count
        units: list[str] = []
        for hex in hexes:
            self.counters += 1
            man = Man(f"e{self.counters}", ENEMY, cup=cup, team=row.team, hex=hex)
            self.join(man, "", "", row.comes, row.waits)
            units.append(man.id)
        if row.area:
            self.areas.append(Area(tuple(units), row.area))
        if row.alert:
            self.alert += units

    def join(self, man: Man, vehicle: str, seat: str, comes: int, waits: bool) -> None:
        if vehicle:
            row = next(one for one in self.one.vehicle if one.id == vehicle)
            man.vehicle, man.seat, man.hex = vehicle, seat, "" if row.comes or row.waits else row.hex
        elif comes or waits:
            if comes:
                self.arrivals.setdefault((comes, man.hex), []).append(man.id)
            man.hex = ""
        self.men.append(man)

    def vehicle(self, row: VehicleRow) -> Vehicle:
        kind = self.charts.vehicles.kinds[row.kind]
        later = bool(row.comes or row.waits)
        if row.comes:
            self.arrivals.setdefault((row.comes, row.hex), []).append(row.id)
        for seat, who in self.crew(row):
            if who:
                man = man_of(self.charts.characters[who], who, row.side, row.id, row.hex)
                man.spotted, man.alert = True, row.side == ENEMY
                man.vehicle, man.seat, man.hex = row.id, seat, "" if later else row.hex
                self.men.append(man)
        seats = self.charts.vehicles.seats[kind.class_].values()
        guns = {"bow": kind.bow, "coaxial": kind.coaxial, "mount": kind.mount}
        return Vehicle(
            row.id,
            row.side,
            row.kind,
            self.name(row),
            "" if later else row.hex,
            row.facing,
            row.turret or row.facing,
            {seat.id: row.hatches.get(seat.id, "closed") for seat in seats if seat.hatch},
            loaded=row.loaded,
            shells={**kind.shells, **row.shells},
            mg={place: "" for place, gun in guns.items() if gun},
            road=row.road,
        )
