"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.rules.readings import ByCharts
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS, ENDS, FULL, NEAR
from campaign.systems.portable_wargame_modern.charts import Charts, Class
from campaign.systems.portable_wargame_modern.readings import Readings
from campaign.systems.portable_wargame_modern.state import Game, Unit


class Play(ByCharts[Game, e.Event]):
    """A decision with the charts and the ground. Who is where is remembered until somebody goes elsewhere."""

    __slots__ = ("ground",)
    charts: Charts
    appliers = APPLIERS

    def __init__(
        self, charts: Charts, state: Game, dice: Dice = NO_DICE, readings: Readings | None = None
    ) -> None:
        super().__init__(charts, state, dice, readings)
        self.ground = self.charts.ground(state.board)

    def foes(self, side: str) -> list[Unit]:
        """The enemies of a side on the board."""
        return self.lasting(("foes", side), enemies, self.state, side)

    def near(self, side: str) -> set[Hex]:
        """The hexes next to enemies of a side."""
        return self.lasting((NEAR, side), self._near, side)

    def _near(self, side: str) -> set[Hex]:
        around = self.ground.neighbours
        return {hex for foe in self.foes(side) for hex in around[foe.hex]}

    def ends(self, side: str, crushes: bool) -> AbstractSet[Hex]:
        """The hexes that end a move of a side's unit, or where its way pauses. crushes: wire does not stop it."""
        return self.lasting((ENDS, side, crushes), self._ends, side, crushes)

    def _ends(self, side: str, crushes: bool) -> AbstractSet[Hex]:
        game = self.state
        return self.ground.stops.union(self.near(side), game.mines, () if crushes else game.wire)

    def full(self, side: str) -> dict[Hex, str]:
        """The hexes in which a unit of the side stands that shares them with no other, and which (Movement f)."""
        return self.lasting((FULL, side), self._full, side)

    def _full(self, side: str) -> dict[Hex, str]:
        class_of = self.charts.class_of
        return {
            one.hex: one.id
            for one in self.state.units.values()
            if one.side == side and one.strength and not one.aboard and not class_of[one.type].shares
        }

    def taken(self) -> set[Hex]:
        """The hexes in which anybody stands."""
        return self.once("taken", self._taken)

    def _taken(self) -> set[Hex]:
        return {one.hex for one in self.state.units.values() if one.strength and not one.aboard}

    def leaders(self, side: str) -> list[Unit]:
        """The commanders of a side, aboard or not."""
        return self.lasting(("leaders", side), self._leaders, side)

    def _leaders(self, side: str) -> list[Unit]:
        class_of = self.charts.class_of
        return [one for one in living(self.state) if one.side == side and class_of[one.type].commands]

    def spotters(self, side: str) -> list[Unit]:
        """The artillery spotters of a side, aboard or not."""
        return self.lasting(("spotters", side), self._spotters, side)

    def _spotters(self, side: str) -> list[Unit]:
        class_of = self.charts.class_of
        return [one for one in living(self.state) if one.side == side and class_of[one.type].spots]

    def class_of(self, unit: Unit) -> Class:
        return self.charts.class_of[unit.type]


def own_unit(game: Game, side: str, unit: str, where: str = "$.unit") -> Unit:
    """The side's own unit of that id, still in the battle. Raises Refused."""
    found = any_unit(game, unit, where)
    if found.side != side:
        mine = [u.id for u in living(game) if u.side == side]
        owner = side_name(game, found.side)
        raise Refused(f"{found.name} belongs to {owner}, not to {side_name(game, side)}.", "", mine, where)
    if not found.strength:
        raise Refused(f"{found.name} is destroyed.", "Strength Points c", where=where)
    return found


def any_unit(game: Game, unit: str, where: str) -> Unit:
    found = game.units.get(unit)
    if found is None:
        raise no_such("unit", unit, game.units, "", where, " in this battle")
    return found


def living(game: Game) -> Iterator[Unit]:
    return (unit for unit in game.units.values() if unit.strength)


def on_board(game: Game, side: str = "") -> list[Unit]:
    """Who stands in a hex of his own: alive and not aboard; of one side if asked."""
    return [u for u in game.units.values() if u.strength and not u.aboard and side in ("", u.side)]


def enemies(game: Game, side: str) -> list[Unit]:
    return [u for u in game.units.values() if u.side != side and u.strength and not u.aboard]


def in_hex(game: Game, hex: str) -> list[Unit]:
    """Who stands there, alive and not aboard."""
    return [u for u in game.units.values() if u.hex == hex and u.strength and not u.aboard]


def with_cargo(game: Game, units: list[Unit]) -> tuple[str, ...]:
    """Their ids, and after each that of what it carries: a hit on a carrier is one on its cargo too (Transport)
    (Transport, hits).
    """
    return tuple(id for unit in units for id in (unit.id, unit.cargo) if id)


def crossing(play: Play, unit: Unit) -> bool:
    """Whether the unit is in a trench that it is crossing, rather than holding it (Trenches)."""
    if unit.hex not in play.ground.trench:
        return False
    return unit.crossing or play.charts.readings.trench == "always"
