"""Whether a scenario can be played as its file has it: what is checked before a battle opens."""

from __future__ import annotations

from campaign.rules import charts as common
from campaign.rules.hexes import Hex
from campaign.rules.packs import PackError
from campaign.systems.portable_wargame_modern import roster as rosters
from campaign.systems.portable_wargame_modern.charts import Charts, Row, Scenario
from campaign.systems.portable_wargame_modern.ground import Ground
from campaign.systems.portable_wargame_modern.whole_turn import TAKES, takes


def check(charts: Charts, scenario: str) -> None:
    """Nothing for an unknown scenario. Raises PackError."""
    one = charts.scenarios.get(scenario)
    if one is not None:
        _Check(charts, one, charts.files[scenario]).all()


class _Check:
    def __init__(self, charts: Charts, one: Scenario, file: str) -> None:
        self.charts, self.one, self.file = charts, one, file
        self.ground: Ground = charts.ground(one.board)
        self.carriers: dict[Hex, tuple[str, str]] = {}
        """Hex → type and side of what was set up there last that carries others."""
        self.loaded: set[Hex] = set()
        self.full: dict[Hex, str] = {}
        """Hex → the name of who shares it with no other."""

    def all(self) -> None:
        one, file = self.one, self.file
        common.sides(one.side, file)
        self.field("mines", one.mines)
        self.field("wire", one.wire)
        self.objectives()
        if one.rosters:
            self.forces()
            return
        if one.points:
            reason, allowed = "Only forces that are chosen have a limit.", ["no points", "rosters"]
            raise PackError(reason, "", allowed, f"{file}, points")
        for i, row in enumerate(one.unit):
            type = self.charts.types[row.type]
            if one.period not in type.periods:
                reason = f"{type.name} serve in other periods than {one.period}."
                raise PackError(reason, "", type.periods, f"{file}, unit[{i}].type")
            if not row.hexes:
                raise PackError("Say where these units stand.", where=f"{file}, unit[{i}].hexes")
            for hex in row.hexes:
                self.unit(row, hex, f"{file}, unit[{i}]")

    def field(self, name: str, hexes: tuple[Hex, ...]) -> None:
        """Mines or wire."""
        where = f"{self.file}, {name}"
        for i, hex in enumerate(hexes):
            if hex not in self.ground.open or hex in self.ground.river:
                raise PackError(f"{hex} is water, or closed to everybody: no {name} lie there.", where=where)
            if hex in hexes[:i]:
                raise PackError(f"{hex} stands there twice.", where=where)

    def objectives(self) -> None:
        seen: set[Hex] = set()
        for i, objective in enumerate(self.one.victory.objective):
            where = f"{self.file}, victory.objective[{i}].hex"
            if objective.hex not in self.ground.open:
                raise PackError(f"Nobody can enter {objective.hex}.", "Movement", where=where)
            if objective.hex in seen:
                raise PackError(f"{objective.hex} is an objective already.", where=where)
            seen.add(objective.hex)

    def forces(self) -> None:
        """The usual forces can come, and nobody is set up beside them."""
        one, file = self.one, self.file
        if one.unit:
            raise PackError(
                "Forces are chosen here: no unit is set up.", "", ["no [[unit]]"], f"{file}, unit[0]"
            )
        for id in one.rosters:
            report = rosters.judge(self.charts, self.charts.rosters[id], one.points)
            if report.problems:
                first = report.problems[0]
                reason = f"{report.title}: {first.reason}"
                raise PackError(reason, first.rule, first.allowed, f"{file}, rosters")

    def unit(self, row: Row, hex: Hex, place: str) -> None:
        charts, where = self.charts, f"{place}.hexes"
        class_ = charts.class_of[row.type]
        name = charts.types[row.type].name
        if hex not in self.ground.open:
            allowed = ["a hex that can be entered", "a ford or a bridge there"]
            raise PackError(f"{name} cannot stand in {hex}.", "Rivers", allowed, where)
        if hex in self.one.mines:
            raise PackError(f"{hex} is mined: {name} cannot stand there.", "Engineers", where=where)
        if row.aboard:
            self.aboard(row, hex, f"{place}.aboard")
            return
        if not class_.shares:
            if hex in self.full:
                reason = f"{self.full[hex]} stands in {hex} already, and {name} shares its hex with nobody."
                raise PackError(reason, "Movement f", ["another hex", "aboard = true"], where)
            self.full[hex] = name
        if class_.transport:
            self.carriers[hex] = row.type, row.side
            self.loaded.discard(hex)

    def aboard(self, row: Row, hex: Hex, where: str) -> None:
        charts = self.charts
        name, load = charts.types[row.type].name, charts.class_of[row.type]
        suits = [row.name for row in charts.types.values() if takes(charts.class_of[row.id], load)]
        if hex not in self.carriers or self.carriers[hex][1] != row.side:
            allowed = [f"{one}, in a row before this one" for one in suits] or ["aboard = false"]
            raise PackError(
                f"Nothing in {hex} carries {name}.", "Transport", list(dict.fromkeys(allowed)), where
            )
        carrier = self.carriers[hex][0]
        if not takes(charts.class_of[carrier], load):
            kinds = ", ".join(TAKES[charts.class_of[carrier].transport])
            reason = f"{charts.types[carrier].name} does not carry {name}: it takes what is {kinds}."
            raise PackError(reason, "Transport", suits, where)
        if hex in self.loaded:
            reason = f"{charts.types[carrier].name} in {hex} has its load."
            raise PackError(reason, "Transport", ["one load on each carrier"], where)
        self.loaded.add(hex)
