"""Where a campaign's platoons begin: in the places of the scenario's own units."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.opening import entrenches
from campaign.systems.mechwar_4.places import zone
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.scenario import Scenario
from campaign.systems.mechwar_4.state import Game, Unit


class Stations:
    """The places of the printed units, and who has taken which. stood: all that have a place."""

    def __init__(
        self, charts: Charts, scenario: Scenario, printed: Sequence[Unit], others: Sequence[Unit]
    ) -> None:
        self._charts, self._scenario, self._printed = charts, scenario, printed
        self._left = list(printed)
        self.stood = {one.id: one for one in others}
        self._carriers: dict[str, Unit] = {}
        """By printed unit, who has its place."""
        self._near: dict[str, list[Hex]] = {}

    def free(self, unit: Unit, hex: Hex) -> bool:
        """Whether a unit can stand in a hex as it is now (8.5)."""
        play = Play(self._charts, Game(board=self._scenario.board, units=self.stood))
        return play.standable(unit, hex) and not play.crowded(unit, hex)

    def suits(self, unit: Unit, place: Unit, own: bool) -> bool:
        """Whether a unit may take a place. own: only of its own type."""
        if place.side != unit.side or (own and place.type != unit.type):
            return False
        if place.aboard:
            return self._rides(unit, self._carriers.get(place.aboard))
        return not place.hex or self.free(unit, place.hex)

    def _rides(self, unit: Unit, carrier: Unit | None) -> bool:
        """Whether a unit can be aboard another (9.1, 9.14, 9.6)."""
        if carrier is None or carrier.damage > unit.damage:
            return False
        row, on = self._charts.units[unit.type], self._charts.units[carrier.type]
        return row.personnel and (on.carries or (on.ridden and row.infantry))

    def take(self, unit: Unit, own: bool, riding: bool) -> bool:
        """Whether a place was found and taken. riding: aboard something."""
        for place in self._left:
            if bool(place.aboard) is riding and self.suits(unit, place, own):
                self._left.remove(place)
                self._carriers[place.id] = unit
                self._stand(unit, place)
                return True
        return False

    def _stand(self, unit: Unit, place: Unit) -> None:
        row, own = self._charts.units[unit.type], place.type == unit.type
        unit.company, unit.entry, unit.place = place.company, place.entry, place.place
        unit.through = place.through
        unit.camouflaged, unit.designates = place.camouflaged, place.designates
        unit.column = place.column and (own or not row.personnel)
        unit.defilade = place.defilade if own else ""
        unit.improved = place.improved and entrenches(row)
        unit.plough = place.plough if row.kind == "tank" else 0
        unit.hex = place.hex
        if place.aboard:
            carrier = self._carriers[place.aboard]
            unit.aboard, unit.hex = carrier.id, carrier.hex
        self.stood[unit.id] = unit

    def take_any(self, unit: Unit, where: str) -> None:
        """A free hex near the others of its side; if they all come later, behind the last of them. Raises Refused."""
        mine = [one for one in self._printed if one.side == unit.side]
        on_map = [one for one in mine if one.hex]
        if not on_map:
            unit.company, unit.entry, unit.place = mine[-1].company, mine[-1].entry, len(self._printed)
            unit.through = mine[-1].through
            self.stood[unit.id] = unit
            return
        unit.company = on_map[0].company
        if unit.side not in self._near:
            self._near[unit.side] = self._hexes(on_map)
        hex = next((hex for hex in self._near[unit.side] if self.free(unit, hex)), "")
        if not hex:
            raise Refused(f"There is no room for {unit.name} on this board.", "8.5", where=where)
        unit.hex = hex
        self.stood[unit.id] = unit

    def _hexes(self, near: Sequence[Unit]) -> list[Hex]:
        """Where a side may set up, the nearest to some of its units first."""
        board = self._charts.boards[self._scenario.board]
        mined = {hex for one in self._scenario.mines for hex in one.hexes}
        found = zone(self._scenario, board, near[0].side, near[0].company) or frozenset(board.hexes)
        places = {one.hex for one in near}
        return sorted(found - mined, key=lambda hex: (min(board.distance(hex, one) for one in places), hex))


def stationed(
    charts: Charts, scenario: Scenario, units: Sequence[Unit], printed: Sequence[Unit], others: Sequence[Unit]
) -> list[Unit]:
    """Every unit in the place of a printed one: of its own type if it can be, aboard if that one was and what carries
    it has come; the others in free hexes near them. Companies are those of the places. others: who stands there
    already. Raises Refused."""
    stations = Stations(charts, scenario, printed, others)
    left = list(units)
    for own, riding in ((True, False), (True, True), (False, False), (False, True)):
        left = [one for one in left if not stations.take(one, own, riding)]
    numbers = {one.id: i for i, one in enumerate(units)}
    for one in left:
        stations.take_any(one, f"$.muster.assets[{numbers[one.id]}]")
    close_up(units)
    return list(units)


def close_up(units: Sequence[Unit]) -> None:
    """No gaps in the columns in which units enter (20.61)."""
    for entry in {one.entry for one in units if one.entry}:
        column = sorted((one for one in units if one.entry == entry), key=lambda one: one.place)
        for i, one in enumerate(column):
            one.place = i
