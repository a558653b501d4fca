"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar

from campaign.rules.decision import NO_DICE, Decision
from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import side_name
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.apply import APPLIERS
from campaign.systems.portable_wargame_modern.charts import Charts, Class
from campaign.systems.portable_wargame_modern.state import Game, Unit

F = TypeVar("F")


STIRRING: frozenset[type[Any]] = frozenset(
    {
        e.ForcesPlaced, e.StrengthLost, e.FellBack, e.Advanced, e.Loaded, e.Unloaded, e.WorkWent, e.Remounted,
    }
)  # fmt: skip
"""The events that change who is where, and what lies there, beside a step."""


class Known:
    """What has been worked out of a battle as it stands. once: of its last event; all else, by side, of who is where:
    see the methods of `Play` of these names."""

    __slots__ = ("ends", "foes", "full", "leaders", "near", "once", "spotters")

    def __init__(self) -> None:
        self.foes: dict[str, list[Unit]] = {}
        self.near: dict[str, set[Hex]] = {}
        self.ends: dict[tuple[str, bool], AbstractSet[Hex]] = {}
        self.full: dict[str, dict[Hex, str]] = {}
        self.leaders: dict[str, list[Unit]] = {}
        self.spotters: dict[str, list[Unit]] = {}
        self.once: dict[tuple[str, str], Any] = {}

    def stepped(self, side: str) -> None:
        """A unit of a side stands in another hex: what is known of its enemies' places still holds."""
        self.full.pop(side, None)
        for foe in [one for one in self.near if one != side]:
            del self.near[foe]
        for key in [one for one in self.ends if one[0] != side]:
            del self.ends[key]


class Play(Decision[Game, e.Event]):
    """A decision with the charts and the ground. What it looks up is remembered with the state until something happens,
    from one question to the next."""

    __slots__ = ("charts", "ground", "known")
    appliers = APPLIERS

    def __init__(self, charts: Charts, state: Game, dice: Dice = NO_DICE) -> None:
        super().__init__(state, dice)
        self.charts, self.ground = charts, charts.ground(state.board)
        known: Known | None = state.memory.get(charts)
        if known is None:
            known = state.memory[charts] = Known()
        self.known = known

    def emit(self, event: e.Event) -> None:
        super().emit(event)
        known = self.known = Known() if type(event) in STIRRING else self.known
        known.once.clear()
        if isinstance(event, e.Moved):
            known.stepped(self.state.units[event.unit].side)
        self.state.memory[self.charts] = known  # which the applier forgot

    def foes(self, side: str) -> list[Unit]:
        """The enemies of a side on the board."""
        found = self.known.foes.get(side)
        if found is None:
            found = self.known.foes[side] = enemies(self.state, side)
        return found

    def near(self, side: str) -> set[Hex]:
        """The hexes next to enemies of a side."""
        found = self.known.near.get(side)
        if found is None:
            around = self.ground.neighbours
            found = self.known.near[side] = {hex for foe in self.foes(side) for hex in around[foe.hex]}
        return found

    def ends(self, side: str, crushes: bool) -> AbstractSet[Hex]:
        """The hexes that end a move of a side's unit, or where its way pauses. crushes: wire does not stop it."""
        found = self.known.ends.get((side, crushes))
        if found is None:
            game = self.state
            found = self.ground.stops.union(self.near(side), game.mines, () if crushes else game.wire)
            self.known.ends[side, crushes] = found
        return found

    def full(self, side: str) -> dict[Hex, str]:
        """The hexes in which a unit of the side stands that shares them with no other, and which (Movement f)."""
        found = self.known.full.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = self.known.full[side] = {
                one.hex: one.id
                for one in self.state.units.values()
                if one.side == side and one.strength and not one.aboard and not class_of[one.type].shares
            }
        return found

    def leaders(self, side: str) -> list[Unit]:
        """The commanders of a side, aboard or not."""
        found = self.known.leaders.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = [one for one in living(self.state) if one.side == side and class_of[one.type].commands]
            self.known.leaders[side] = found
        return found

    def spotters(self, side: str) -> list[Unit]:
        """The artillery spotters of a side, aboard or not."""
        found = self.known.spotters.get(side)
        if found is None:
            class_of = self.charts.class_of
            found = [one for one in living(self.state) if one.side == side and class_of[one.type].spots]
            self.known.spotters[side] = found
        return found

    def once(self, what: str, of: str, work: Callable[[], F]) -> F:
        """What is worked out once as long as nothing happens."""
        found = self.known.once
        if (what, of) not in found:
            found[what, of] = work()
        return found[what, of]

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
