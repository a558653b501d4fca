"""Whether a scenario can be played as its file has it: what is checked before a battle opens."""

from __future__ import annotations

from collections import Counter

from campaign.rules import charts as common
from campaign.rules.boards import Board
from campaign.rules.hexes import Hex
from campaign.rules.packs import PackError
from campaign.systems.mechwar_4 import roster as rosters
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.scenario import Scenario, UnitPlace
from campaign.systems.mechwar_4.settings import PRICES
from campaign.systems.mechwar_4.units import UnitType


def check(charts: Charts, scenario: str) -> None:
    """Nothing for an unknown scenario. Raises PackError."""
    one = charts.scenarios.get(scenario)
    if one is not None:
        _Check(charts, one, charts.files[scenario]).all()


class _Check:
    def __init__(self, charts: Charts, one: Scenario, file: str) -> None:
        self.charts, self.one, self.file = charts, one, file
        self.board: Board = charts.boards[one.board]
        self.mined = {hex: i for i, field in enumerate(one.mines) for hex in field.hexes}

    def all(self) -> None:
        one, file = self.one, self.file
        common.sides(one.side, file)
        self.parents()
        self.mines()
        self.bridges()
        self.places()
        for side in one.victory.bonus:
            common.known(side, [row.id for row in one.side], f"{file}, victory.bonus", "side")
        for i, entry in enumerate(one.entry):
            if entry.turn > one.turns:
                reason = f"The battle ends with turn {one.turns}."
                raise PackError(reason, "20.6", [f"1 to {one.turns}"], f"{file}, entry[{i}].turn")
        if one.rosters:
            self.forces()
        elif one.price:
            reason, allowed = "Only forces that are chosen have a limit.", ["no price", "rosters"]
            raise PackError(reason, "", allowed, f"{file}, price")
        airborne: Counter[Hex] = Counter()
        for i, row in enumerate(one.unit):
            self.unit(row, f"{file}, unit[{i}]", airborne)
            if row.aboard:
                self.aboard(i)

    def parents(self) -> None:
        """No battalion is above itself."""
        above = {row.id: row.parent for row in self.one.battalion}
        sides = {row.id: row.side for row in self.one.battalion}
        for i, row in enumerate(self.one.battalion):
            where = f"{self.file}, battalion[{i}].parent"
            if row.parent and sides[row.parent] != row.side:
                raise PackError(f"{row.parent} is of the other side.", where=where)
            seen, at = {row.id}, row.parent
            while at:
                if at in seen:
                    raise PackError(f"{row.id} would be above itself.", "", ['parent = ""'], where)
                seen.add(at)
                at = above[at]

    def mines(self) -> None:
        seen: set[Hex] = set()
        for i, field in enumerate(self.one.mines):
            for hex in field.hexes:
                where = f"{self.file}, mines[{i}].hexes"
                if hex in seen:
                    raise PackError(f"{hex} is mined already.", "16", where=where)
                if self.charts.terrain[self.board.terrain[hex]].foot == "no":
                    raise PackError(f"Nobody can enter {hex}: no mines lie there.", "16", where=where)
                seen.add(hex)

    def bridges(self) -> None:
        known = {row.id for row in self.charts.sides.values() if row.bridges}
        for i, (hex, edge) in enumerate(self.one.destroyed_bridges):
            other = self.board.layout.neighbour(hex, edge)
            if other is None or not known.intersection(self.board.side(hex, other)):
                where = f"{self.file}, destroyed_bridges[{i}]"
                raise PackError(f"No bridge leads over the side {edge} of {hex}.", "16", where=where)

    def places(self) -> None:
        """Objectives and exits can be entered by somebody."""
        victory = self.one.victory
        rows = [(f"victory.objective[{i}]", row.hexes) for i, row in enumerate(victory.objective)]
        rows += [(f"victory.exit[{i}]", row.hexes) for i, row in enumerate(victory.exit)]
        rows += [(f"entry[{i}]", row.hexes) for i, row in enumerate(self.one.entry)]
        for where, hexes in rows:
            for i, hex in enumerate(hexes):
                where_it_is = f"{self.file}, {where}.hexes"
                if self.charts.terrain[self.board.terrain[hex]].foot == "no":
                    raise PackError(f"Nobody can enter {hex}.", "10.1", where=where_it_is)
                if hex in hexes[:i]:
                    raise PackError(f"{hex} stands there twice.", where=where_it_is)

    def forces(self) -> None:
        """The usual forces can come, and nobody is set up beside them."""
        if self.one.unit:
            reason, allowed = "Forces are chosen here: no unit is set up.", ["no [[unit]]"]
            raise PackError(reason, "", allowed, f"{self.file}, unit[0]")
        if self.one.price not in PRICES:
            allowed = [f"{PRICES[0]} to {PRICES[-1]}"]
            raise PackError("Forces that are chosen have a limit.", "", allowed, f"{self.file}, price")
        for id in self.one.rosters:
            report = rosters.judge(self.charts, self.charts.rosters[id], self.one.price)
            if report.problems:
                first = report.problems[0]
                reason = f"{report.title}: {first.reason}"
                raise PackError(reason, first.rule, first.allowed, f"{self.file}, rosters")

    def unit(self, row: UnitPlace, place: str, airborne: Counter[Hex]) -> None:
        """Where it stands, or comes: aboard, it is where its carrier is."""
        type = self.charts.units[row.type]
        entries = {entry.id: entry for entry in self.one.entry}
        for hex in () if row.aboard else row.hexes:
            where = f"{place}.hexes"
            if not self.stands(type, hex):
                ground = self.charts.terrain[self.board.terrain[hex]].name
                raise PackError(f"{type.name} cannot stand in {hex}: {ground}.", "10.1", where=where)
            if hex in self.mined:
                mined = f"mines[{self.mined[hex]}]"
                raise PackError(f"{hex} is mined ({mined}): nobody is set up there.", "16", where=where)
            if type.moves == "helicopter":
                airborne[hex] += 1
                if airborne[hex] > 1:
                    raise PackError(f"Two helicopters are over {hex}.", "17.12", where=where)
        if row.entry and not row.aboard:
            hexes = entries[row.entry].hexes
            if not any(self.stands(type, hex) for hex in hexes):
                reason = f"{type.name} cannot enter through {', '.join(hexes)}."
                raise PackError(reason, "20.6", where=f"{place}.entry")

    def stands(self, type: UnitType, hex: Hex) -> bool:
        ground = self.charts.terrain[self.board.terrain[hex]]
        cost = {"foot": ground.foot, "truck": ground.truck, "helicopter": 1}.get(type.moves, ground.vehicle)
        return cost != "no"

    def aboard(self, i: int) -> None:
        """Who rides, on what: beyond that something carries him, which loading the file has shown (9.1)."""
        row, before = self.one.unit[i], self.one.unit[i - 1]
        load, carrier = self.charts.units[row.type], self.charts.units[before.type]
        where = f"{self.file}, unit[{i}].aboard"
        if before.aboard:
            raise PackError(f"{carrier.name} is aboard itself.", "9.1", where=where)
        if not (carrier.carries or (carrier.ridden and load.infantry)):
            raise PackError(f"{carrier.name} does not carry {load.name}.", "9.6", where=where)
