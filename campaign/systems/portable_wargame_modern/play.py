"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.charts import Charts, Class
from campaign.systems.portable_wargame_modern.state import Game, Unit


class Play(Decision[Game, e.Event]):
    """A decision with the charts and the ground."""

    __slots__ = ("_foes", "_full", "_leaders", "_near", "_spotters", "charts", "ground")
    appliers = APPLIERS

    def __init__(self, charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        self.charts, self.ground = charts, charts.ground(state.board)
        self._forget()

    def _forget(self) -> None:
        """What was looked up holds until something happens."""
        self._foes: dict[str, list[Unit]] = {}
        self._near: dict[str, set[Hex]] = {}
        self._full: dict[str, dict[Hex, str]] = {}
        self._leaders: dict[str, list[Unit]] = {}
        self._spotters: dict[str, list[Unit]] = {}

    def emit(self, event: e.Event) -> None:
        super().emit(event)
        self._forget()

    def foes(self, side: str) -> list[Unit]:
        """The enemies of a side on the board."""
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = enemies(self.state, side)
        return found

    def near(self, side: str) -> set[Hex]:
        """The hexes next to enemies of a side."""
        found = self._near.get(side)
        if found is None:
            around = self.ground.neighbours
            found = self._near[side] = {hex for foe in self.foes(side) for hex in around[foe.hex]}
        return found

    def full(self, side: str) -> dict[Hex, str]:
        """The hexes in which a unit of the side stands that shares them with no other, and which (Movement f)."""
        found = self._full.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = self._full[side] = {
                one.hex: one.id
                for one in self.state.units.values()
                if one.side == side and one.strength and not one.aboard and not class_of[one.type].shares
            }
        return found

    def leaders(self, side: str) -> list[Unit]:
        """The commanders of a side, aboard or not."""
        found = self._leaders.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = [one for one in living(self.state) if one.side == side and class_of[one.type].commands]
            self._leaders[side] = found
        return found

    def spotters(self, side: str) -> list[Unit]:
        """The artillery spotters of a side, aboard or not."""
        found = self._spotters.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = [one for one in living(self.state) if one.side == side and class_of[one.type].spots]
            self._spotters[side] = found
        return found

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
    """Their ids, and after each that of what it carries: a hit on a carrier is one on its cargo too (Transport)."""
    return tuple(id for unit in units for id in (unit.id, unit.cargo) if id)


def crossing(play: Play, unit: Unit) -> bool:
    """Whether the unit is in a trench that it is crossing, rather than holding it (Trenches)."""
    if unit.hex not in play.ground.trench:
        return False
    return unit.crossing or play.charts.readings.trench == "always"
