"""What may be wrong with a scenario's file: every fault is told with file, row and what would be allowed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol

from campaign.rules import readings
from campaign.rules.boards import Board
from campaign.rules.charts import known, numbered
from campaign.rules.hexes import Hex
from campaign.rules.packs import PackError
from campaign.systems.combat_volume_2.readings import Readings
from campaign.systems.combat_volume_2.scenario import (
    CALLED,
    INCIDENTS,
    MARKS,
    Enemies,
    Friend,
    Scenario,
    VehicleRow,
)
from campaign.systems.combat_volume_2.vehicles.tables import VehicleCharts

CAMPS = ("us", "us-command", "us-driver", "us-medic", "us-crew")
"""Sets of characters that fight for the player."""
DIRECTIONS = range(1, 7)
LEAST = {"able": 3, "baker": 3, "charlie": 6}
"""How many men a squad of the table has in each team (25.0)."""


class Person(Protocol):
    """What counts of a character here."""

    @property
    def set(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def post(self) -> str: ...


class Bars(Protocol):
    """What counts of terrain here."""

    @property
    def bars(self) -> str: ...


class Tables(Protocol):
    """The charts that files are checked against, before they are whole."""

    @property
    def boards(self) -> Mapping[str, Board]: ...
    @property
    def characters(self) -> Mapping[str, Person]: ...
    @property
    def terrain(self) -> Mapping[str, Bars]: ...
    @property
    def weapons(self) -> Mapping[str, Any]: ...
    @property
    def vehicles(self) -> VehicleCharts: ...
    @property
    def dummies(self) -> int: ...
    @property
    def readings(self) -> Readings: ...


def of_squad(charts: Tables, row: Friend) -> bool:
    """Whether somebody of a chosen squad takes his place (25.0): of medics and drivers nobody does."""
    return not row.fixed and charts.characters[row.who].set == "us"


def check(charts: Tables, one: Scenario, file: str) -> None:
    """Raises PackError."""
    _Check(charts, one, file).all()


class _Check:
    def __init__(self, charts: Tables, one: Scenario, file: str) -> None:
        self.charts, self.one, self.file = charts, one, file
        known(one.board, charts.boards, f"{file}, board", "board")
        self.board = charts.boards[one.board]
        self.seats = set[tuple[str, str]]()
        self.people = set[str]()
        self.vehicles: dict[str, VehicleRow] = {}

    def all(self) -> None:
        one, file = self.one, self.file
        if not file.endswith(f"/{one.id}.toml"):
            self.fault("id", f"A scenario's file is called by its id: {one.id}.toml.")
        for i, row in enumerate(one.vehicle):
            self.vehicle(f"vehicle[{i}] ({row.id})", row)
        for i, row in enumerate(one.friend):
            self.friend(f"friend[{i}] ({row.who})", row)
        self.squads()
        self.cups()
        for i, row in enumerate(one.enemy):
            self.enemies(f"enemy[{i}] ({row.team})", row)
        self.both_sides()
        for i, row in enumerate(one.lying):
            known(row.what, MARKS, f"{file}, lying[{i}]", "marker")
            self.hexes(row.hexes, f"lying[{i}]")
            self.once(row.hexes, f"lying[{i}]", "hex")
        self.rest()

    # -- men and vehicles ------------------------------------------------------------------------------

    def vehicle(self, where: str, row: VehicleRow) -> None:
        charts = self.charts.vehicles
        if row.id in self.vehicles:
            self.fault(where, f"There is a vehicle {row.id!r} already.")
        self.vehicles[row.id] = row
        known(row.kind, charts.kinds, f"{self.file}, {where}", "kind of vehicle")
        kind = charts.kinds[row.kind]
        name = f"{kind.article.capitalize()} {kind.name}"
        if kind.side != row.side:
            self.fault(where, f"{name} fights for {kind.side}, not for {row.side}.")
        self.hex(row.hex, where)
        self.direction(row.facing, where)
        if row.turret:
            self.direction(row.turret, where)
        bars = self.charts.terrain[self.board.terrain[row.hex]].bars
        if bars == "all" or (bars == "wheels" and kind.class_ in ("jeep", "truck")):
            self.fault(where, f"{name} cannot stand in {self.board.terrain[row.hex]}.")
        others = [other for other in self.vehicles.values() if other is not row and other.hex == row.hex]
        if others and not (row.comes or row.waits):
            self.fault(where, f"Two vehicles stand in {row.hex}.")
        for seat, who in row.crew.items():
            self.seat(row.id, seat, where)
            if who:
                self.person(who, where, row.side)
            elif not self.trained(row, seat):
                self.fault(where, f"Nobody can be drawn for the seat {seat}: name somebody.")
        for seat in row.hatches:
            found = charts.seats[kind.class_].get(seat)
            if found is None or not found.hatch:
                hatches = [one.id for one in charts.seats[kind.class_].values() if one.hatch]
                self.fault(where, f"The seat {seat!r} of {kind.article} {kind.name} has no hatch.", hatches)
        for shell in (*row.shells, *([row.loaded] if row.loaded else ())):
            known(shell, kind.shells, f"{self.file}, {where}", "shell")

    def trained(self, row: VehicleRow, seat: str) -> bool:
        """Whether there is somebody to draw for a seat."""
        if self.charts.vehicles.kinds[row.kind].class_ == "afv":
            return any(
                one.post == seat and one.set == f"{row.side}-crew" for one in self.charts.characters.values()
            )
        return seat == "D" and (row.side == "us" or bool(self.one.cup))

    def friend(self, where: str, row: Friend) -> None:
        self.person(row.who, where, "us")
        self.placed(where, row.hex, row.vehicle, row.seat, row.comes, row.waits)
        if row.armed:
            known(row.armed, self.charts.weapons, f"{self.file}, {where}", "weapon")
        if row.heavy and (row.heavy not in self.charts.vehicles.guns or row.heavy != "bazooka"):
            self.fault(where, f"{row.heavy!r} is nothing that he may carry.", ["bazooka"])
        if row.loaded and not row.heavy:
            self.fault(where, "Nothing that he carries can be loaded: give him a bazooka (32.1).")
        if row.mate and row.mate not in {one.who for one in self.one.friend}:
            self.fault(where, f"{row.mate!r}, who is to feed his gun, does not take part.")

    def squads(self) -> None:
        """Where a squad of the table may be chosen, no team has more places than it has men."""
        if not self.one.squads:
            return
        for team, most in LEAST.items():
            there = [row for row in self.one.friend if row.team == team and of_squad(self.charts, row)]
            if len(there) > most:
                self.fault(
                    "squads",
                    f"{team.capitalize()} has {len(there)} places, a squad {most} men for it (25.0).",
                )

    def cups(self) -> None:
        one, cups = self.one, dict[str, int]()
        for i, cup in enumerate(one.cup):
            where = f"cup[{i}] ({cup.id})"
            numbers = {
                character.number
                for character in self.charts.characters.values()
                if character.set == cup.set and character.number
            }
            for number in cup.numbers:
                if number not in numbers:
                    self.fault(where, f"{cup.set} has no counter {number}.", sorted(map(str, numbers)))
            self.once([str(number) for number in cup.numbers], where, "number")
            dummies = self.charts.dummies if cup.dummies < 0 else cup.dummies
            cups[cup.id] = len(cup.numbers or numbers) + dummies
        self.once([cup.id for cup in one.cup], "cup", "id")
        self.once([team.id for team in one.team], "team", "id")
        for i, team in enumerate(one.team):
            if team.cup:
                known(team.cup, cups, f"{self.file}, team[{i}] ({team.id})", "cup")
            if team.id in LEAST or team.id == "command" or team.id in self.vehicles:
                self.fault(f"team[{i}] ({team.id})", "Somebody else is called so already.")
        for id, most in cups.items():
            drawn = sum(self.counters(row) for row in one.enemy if self.cup_of(row.team) == id)
            if drawn > most:
                self.fault(f"cup ({id})", f"It has {most} counters, and {drawn} are to be drawn from it.")

    def cup_of(self, team: str) -> str:
        return next((one.cup for one in self.one.team if one.id == team), "")

    def counters(self, row: Enemies) -> int:
        return 0 if row.who else row.count or len(row.hexes)

    def enemies(self, where: str, row: Enemies) -> None:
        teams = {team.id: team for team in self.one.team}
        known(row.team, {**teams, **{one.id: one for one in self.one.vehicle if one.side == "de"}},
              f"{self.file}, {where}", "enemy team")  # fmt: skip
        self.hexes((*row.hexes, *row.area), where)
        if row.who:
            self.person(row.who, where, "de")
            hex = row.hexes[0] if len(row.hexes) == 1 else ""
            self.placed(where, hex, row.vehicle, row.seat, row.comes, row.waits)
            return
        if row.team not in teams or not teams[row.team].cup:
            self.fault(
                where, "Hidden counters are drawn from a cup: give their team one, or say who they are."
            )
        if row.vehicle:
            self.fault(where, "Whoever sits in a vehicle is known: say who he is (31.3).")
        if bool(row.area) == bool(row.hexes):
            self.fault(where, "Give either `hexes`, one counter in each, or an `area` with a `count`.")
        if row.area and not 1 <= row.count <= len(row.area):
            self.fault(where, f"An area of {len(row.area)} hexes holds from 1 to {len(row.area)} counters.")
        if row.hexes and row.count and (len(row.hexes) != 1 or not (row.comes or row.waits)):
            self.fault(where, "A `count` in one hex is for those who come later.")
        if row.alert and (row.comes or row.waits):
            self.fault(where, "Whoever comes later is turned up as he comes.")

    def placed(self, where: str, hex: Hex, vehicle: str, seat: str, comes: int, waits: bool) -> None:
        if bool(hex) == bool(vehicle):
            self.fault(where, "Give either a hex or a vehicle with a seat.")
        if hex:
            self.hex(hex, where)
        if vehicle:
            known(vehicle, self.vehicles, f"{self.file}, {where}", "vehicle")
            self.seat(vehicle, seat, where)
            if comes or waits:
                self.fault(where, "Whoever rides comes with his vehicle.")
        if comes and waits:
            self.fault(where, "He comes at a set time or waits for an event, not both.")
        if comes > self.one.turns:
            self.fault(where, f"The mission ends with turn {self.one.turns}.")

    def person(self, who: str, where: str, side: str) -> None:
        known(who, self.charts.characters, f"{self.file}, {where}", "character")
        if (self.charts.characters[who].set in CAMPS) != (side == "us"):
            self.fault(where, f"{self.charts.characters[who].name} is of the other side.")
        if who in self.people:
            self.fault(where, f"{self.charts.characters[who].name} takes part already.")
        self.people.add(who)

    def seat(self, vehicle: str, seat: str, where: str) -> None:
        kind = self.charts.vehicles.kinds[self.vehicles[vehicle].kind]
        known(seat, self.charts.vehicles.seats[kind.class_], f"{self.file}, {where}", "seat")
        if (vehicle, seat) in self.seats:
            self.fault(where, f"Somebody sits in {seat} of {vehicle} already.")
        self.seats.add((vehicle, seat))

    def both_sides(self) -> None:
        ours = {row.hex for row in self.one.friend if row.hex and not row.comes and not row.waits}
        for i, row in enumerate(self.one.enemy):
            for hex in (*row.hexes, *row.area):
                if hex in ours and not (row.comes or row.waits):
                    self.fault(f"enemy[{i}] ({row.team})", f"One of the player's men stands in {hex}.")

    # -- the rest ----------------------------------------------------------------------------------------

    def rest(self) -> None:
        one = self.one
        for i, compass in enumerate(one.compass):
            self.hex(compass.hex, f"compass[{i}]")
            self.direction(compass.one, f"compass[{i}]")
        self.direction(one.wind, "wind")
        for edge in one.friendly:
            if edge in one.neutral:
                self.fault("friendly", f"{edge} is friendly and neutral.", ["each edge in one list"])
        ids = {*self.people, *self.vehicles}
        for i, goal in enumerate(one.goal):
            where = f"goal[{i}] ({goal.what})"
            self.hexes(goal.hexes, where)
            if goal.what in ("hold", "reach") and not goal.hexes:
                self.fault(where, "Say in which hexes.")
            if goal.what == "leave" and goal.edge not in ("N", "E", "S", "W"):
                self.fault(where, f"There is no edge {goal.edge!r}.", ["N", "E", "S", "W"])
            if goal.of and goal.of not in ids:
                self.fault(where, f"There is no {goal.of!r}.", sorted(ids))
            if goal.what == "keep" and goal.of not in self.vehicles:
                self.fault(where, "Say which vehicle.", sorted(self.vehicles))
            if goal.what == "reach" and not goal.of:
                self.fault(where, "Say which vehicle, or who.", sorted(ids))
        if one.patrol and len(one.cup) != 1:
            self.fault("cup", "A patrol draws all its enemies from one cup.")
        if one.patrol and not any(team.cup for team in one.team):
            self.fault("team", "A patrol needs a team of enemies that draws from its cup.")
        if not one.goal and not one.patrol:
            self.fault("goal", "Nothing brings points.")
        for kind in one.called:
            known(kind, CALLED, f"{self.file}, called", "kind of fire")
        lasts = [line.last for line in one.incident]
        if lasts != sorted(set(lasts)) or (lasts and not 0 <= lasts[0] <= lasts[-1] <= 9):
            self.fault("incident", "`last` must rise, from 0 to at most 9.")
        for i, line in enumerate(one.incident):
            known(line.what, INCIDENTS, f"{self.file}, incident[{i}]", "event")
            self.hexes(line.hexes, f"incident[{i}]")
        readings.of_file(self.charts.readings, one.readings, self.file)

    def direction(self, way: int, where: str) -> None:
        if way not in DIRECTIONS:
            self.fault(where, f"{way} is no direction: 1 is straight up, then clockwise to 6.")

    def hex(self, hex: Hex, where: str) -> None:
        numbered(self.board, hex, f"{self.file}, {where}")

    def hexes(self, some: Collection[Hex], where: str) -> None:
        for hex in some:
            self.hex(hex, where)

    def once(self, some: Collection[str], where: str, what: str) -> None:
        for twice in _twice(some):
            self.fault(where, f"The {what} {twice} stands there twice.")

    def fault(self, where: str, what: str, allowed: Collection[str] = ()) -> None:
        raise PackError(what, "", list(allowed), where=f"{self.file}, {where}")


def _twice(some: Collection[str]) -> Iterator[str]:
    seen = set[str]()
    for one in some:
        if one in seen:
            yield one
        seen.add(one)
