"""What decisions are made with, and what they look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from campaign.rules.boards import Board
from campaign.rules.decision import NO_DICE
from campaign.rules.dice import Dice
from campaign.rules.hexes import Hex
from campaign.rules.readings import ByCharts
from campaign.rules.refused import Refused, no_such
from campaign.rules.sides import other_side, side_name
from campaign.rules.system import known_to
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS, AROUND, EYES, OWN
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.copies import aside
from campaign.systems.mechwar_4.counters import Counter, OpenCompany
from campaign.systems.mechwar_4.frames import FireKind, Move
from campaign.systems.mechwar_4.ground import Ground
from campaign.systems.mechwar_4.known import around, hides, known
from campaign.systems.mechwar_4.places import FULL_STACK
from campaign.systems.mechwar_4.readings import Readings
from campaign.systems.mechwar_4.spotting import Spotting
from campaign.systems.mechwar_4.state import Company, Game, Unit
from campaign.systems.mechwar_4.units import UnitType

F = TypeVar("F")


class Play(ByCharts[Game, e.Event]):
    """A decision with the charts, the ground, and who sees what; of the true state, or of one that a side knows
    (8.5).
    """

    __slots__ = ("ground", "spotting")
    charts: Charts
    ground: Ground
    spotting: Spotting
    appliers = APPLIERS

    def __init__(
        self, charts: Charts, state: Game, dice: Dice = NO_DICE, readings: Readings | None = None
    ) -> None:
        super().__init__(charts, state, dice, readings)
        self.ground, self.spotting = self.charts.field(state.board)

    def known(self, side: str) -> Play:
        """The same, as a side knows it; "" for what lies open to everybody. Of use until the next event."""
        if not hides(self.state):
            return self
        return Play(self.charts, known_to(partial(known, self.charts), self.state, side))

    def copies(self) -> Callable[[Dice], Play]:
        return lambda dice: Play(self.charts, aside(self.state), dice)

    def again(self) -> Play:
        """The same, with its dice, on a copy of the state."""
        return self.copies()(self.dice)

    def emit(self, event: e.Event) -> None:
        if isinstance(event, e.UnitMoved):
            self._steps(event)
        else:
            super().emit(event)

    def _steps(self, event: e.UnitMoved) -> None:
        """A unit goes on by a hex: what is remembered of the places of all others still holds."""
        unit, lasting = self.state.units[event.unit], self.state.memory(self.charts).lasting
        around: dict[Hex, list[Unit]] | None = lasting.get(AROUND)
        eyes: dict[str, int] | None = lasting.get(EYES)
        frm = unit.hex
        super().emit(event)
        if around is None or unit.aboard or unit.hex in around:
            return
        left = [one for one in around.pop(frm) if one is not unit]
        if left:
            around[frm] = left
        around[unit.hex] = [unit]
        lasting[AROUND] = around
        if eyes is not None:
            bit = self.ground.bit
            gone = 0 if any(one.side == unit.side for one in left) else bit[frm]
            eyes[unit.side] = eyes[unit.side] & ~gone | bit[unit.hex]
            lasting[EYES] = eyes

    # -- units --------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def smoke(self) -> tuple[Hex, ...]:
        """Hexes with smoke in them (18.0)."""
        return self.once("smoke", self._smoke) if self.state.smoke else ()

    def _smoke(self) -> tuple[Hex, ...]:
        return tuple(one.hex for one in self.state.smoke)

    def clear(self, a: Hex, b: Hex) -> bool:
        """Whether who is in a hex sees another (5.0), past the smoke that there is, and at night (19.71)."""
        if not self.spotting.seers(b, self.ground.bit[a], self.smoke):
            return False
        return not self.state.switches.night or self.distance(a, b) <= self.charts.special.night_sight

    def seers(self, hex: Hex, side: str) -> int:
        """The hexes from which a side's units that stand there see another, the same way; as `Ground.bits`."""
        return self.seeing(hex, self.eyes(side))

    def seeing(self, hex: Hex, eyes: int) -> int:
        """Those of some hexes, as `Ground.bits`, from which whoever stands there sees another."""
        found = self.spotting.seers(hex, eyes, self.smoke)
        if found and self.state.switches.night:
            found &= self.ground.near(hex, self.charts.special.night_sight)
        return found

    def eyes(self, side: str) -> int:
        """Where units of a side stand, not aboard; as `Ground.bits`."""
        return self.lasting(EYES, self._eyes)[side]

    def _eyes(self) -> dict[str, int]:
        found = dict.fromkeys((one.id for one in self.state.sides), 0)
        for hex, some in self.by_hex().items():
            bit = self.ground.bit[hex]
            for one in some:
                found[one.side] |= bit
        return found

    def may_see(self, unit: Unit, target: Unit, kind: FireKind = "direct") -> bool:
        """Whether a unit has a line of fire to another; helicopters look over what is low, and hide there themselves
        (17.22, 17.23, 17.32): by a reading not where they answer, or are answered."""
        a, b = unit.hex, target.hex
        if self.clear(a, b):
            return True
        if (
            kind in ("opportunity", "overwatch", "ambush")
            and self.charts.readings.helicopters_answer == "level"
        ):
            return False
        if self.state.switches.night and self.distance(a, b) > self.charts.special.night_sight:
            return False
        if self.flies(target):
            return has_fired(target) or self.distance(a, b) <= 1
        return self.flies(unit) and self.spotting.from_air(a, b) is None

    def looks_over(self, unit: Unit, target: Unit) -> bool:
        """Whether a helicopter has a line of fire over what is low, or lies open to fire there (17.22, 17.32)."""
        return (self.flies(unit) or self.flies(target)) and self.may_see(unit, target, "opportunity")

    def called(self, unit: Unit) -> str:
        """What to call a unit in a refusal to its enemy: its counter while it is face down."""
        return unit.name if unit.seen else f"Counter {unit.id}"

    def known_type(self, unit: Unit) -> UnitType | None:
        """None for a counter that lies face down, of a side that may not look."""
        return None if isinstance(unit, Counter) else self.charts.units[unit.type]

    def flies(self, unit: Unit) -> bool:
        """Whether a unit is a helicopter, as far as is known."""
        return not isinstance(unit, Counter) and self.charts.units[unit.type].moves == "helicopter"

    def type_of(self, unit: Unit) -> UnitType:
        return self.charts.units[unit.type]

    def distance(self, a: Hex, b: Hex) -> int:
        return self.ground.distance(a, b)

    def in_hex(self, hex: Hex) -> list[Unit]:
        """Who stands there, not aboard."""
        return self.by_hex().get(hex, [])

    def open_in(self, hex: Hex) -> list[Unit]:
        """Whom fire at a hex finds by himself: who stands there, or fires out of hatches this turn (9.52, 9.54)."""
        hatches = (one for one in self.state.units.values() if one.hatches and one.aboard and one.hex == hex)
        return [*self.in_hex(hex), *hatches]

    def by_hex(self) -> dict[Hex, list[Unit]]:
        """Who stands in each hex in which anybody does, not aboard."""
        return self.lasting(AROUND, around, self.state)

    def enemies_in(self, hex: Hex, side: str) -> list[Unit]:
        """Enemies there that are in the way: helicopters are not (17.12), once they are known."""
        return [one for one in self.in_hex(hex) if one.side != side and not self.known_in_the_air(one)]

    def known_in_the_air(self, unit: Unit) -> bool:
        """Whether its enemies know a unit as a helicopter; in the fog none is known that lies face down."""
        return (unit.seen or not self.state.switches.fog) and self.flies(unit)

    def company(self, unit: Unit) -> Company | None:
        return self.state.companies.get(unit.company)

    def own(self, side: str) -> list[Unit]:
        """All units of a side, those that are out among them."""
        return self.lasting((OWN, side), self._own, side)

    def _own(self, side: str) -> list[Unit]:
        return [one for one in self.state.units.values() if one.side == side]

    def members(self, company: str) -> list[Unit]:
        """All units of a company, those that are out among them."""
        of = self.state.companies.get(company)
        return (
            []
            if of is None
            else self.lasting(("members", of.side), self._by_company, of.side).get(company, [])
        )

    def _by_company(self, side: str) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for one in self.own(side):
            if not isinstance(one, Counter):
                found.setdefault(one.company, []).append(one)
        return found

    def carried(self, unit: Unit) -> list[Unit]:
        """Who is aboard it, or rides on it."""
        return self.lasting(("carried", unit.side), self._by_carrier, unit.side).get(unit.id, [])

    def _by_carrier(self, side: str) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for one in self.own(side):
            if one.aboard:
                found.setdefault(one.aboard, []).append(one)
        return found

    def holding(self, carrier: Unit) -> Unit | None:
        """Who has fired out of a carrier at full strength, so that it moves no more this turn (9.5, 9.55)."""
        return next((one for one in self.carried(carrier) if has_fired(one) and not one.halved), None)

    def bearer(self, unit: Unit) -> Unit:
        """The tank that a unit rides on, in whose column and behind whose marker it is (9.2); else itself."""
        carrier = self.state.units.get(unit.aboard)
        return carrier if carrier is not None and self.type_of(carrier).ridden else unit

    def inside(self, unit: Unit) -> list[Unit]:
        """Who is in it and suffers with it (9.13): not who rides on it, nor who fires out of hatches (9.52, 9.54)."""
        return [] if self.type_of(unit).ridden else [one for one in self.carried(unit) if not one.hatches]

    def standing(self, unit: Unit) -> list[Unit]:
        """Who fires out of its hatches this turn, so that fire finds him by himself (9.52, 9.54)."""
        return [one for one in self.carried(unit) if one.hatches]

    def level(self, unit: Unit) -> int:
        """The panic level of a unit's company, in tens of a hundred (13.0, 4.1, 19.812); crews of a campaign begin with
        one of their own."""
        company = self.company(unit)
        if company is None:
            return unit.level if unit.level >= 0 else self.state.forces[unit.side].panic
        level = unit.level if unit.level >= 0 else company.panic
        if isinstance(company, OpenCompany):
            return level  # morale and formation are their side's secret
        return level + company.morale + company.broken_formation

    # -- room ---------------------------------------------------------------------------------------------------

    def counts(self, unit: Unit) -> bool:
        """Whether a unit takes room in a hex (8.5, 17.12, 19.613, 19.623)."""
        row = self.type_of(unit)
        return row.moves not in ("helicopter", "motorcycle") and row.kind != "engineers"

    def crowded(self, unit: Unit, hex: Hex) -> bool:
        """Whether there is no room for a unit in a hex (8.5)."""
        if self.flies(unit):
            others = [one for one in self.in_hex(hex) if one.id != unit.id]
            mine = (one for one in others if one.side == unit.side and self.flies(one))
            return any(mine) or any(self.known_in_the_air(one) for one in others)
        if not self.counts(unit):
            return False
        there = [one for one in self.in_hex(hex) if one.side == unit.side and one.id != unit.id]
        return sum(self.counts(one) for one in there) >= FULL_STACK

    def standable(self, unit: Unit, hex: Hex) -> bool:
        """Whether a unit can be in a hex at all, and no enemy is."""
        row, terrain = self.type_of(unit), self.ground.terrain[hex]
        if self.enemies_in(hex, unit.side) and row.moves != "helicopter":
            return False
        cost = {"foot": terrain.foot, "truck": terrain.truck, "helicopter": 1}.get(row.moves, terrain.vehicle)
        return cost != "no"

    # -- what lies open -----------------------------------------------------------------------------------------

    def unmarked_seeing(self, side: str, hexes: Iterable[Hex]) -> bool:
        """Whether an unmarked counter of a side has a line of sight to one of these: whatever is under it."""
        seers, bit = 0, self.ground.bit
        for hex in hexes:
            seers |= self.seers(hex, side)
        return bool(seers) and any(
            is_unmarked(one) and one.hex and seers & bit[one.hex] for one in self.own(side)
        )

    def next_side(self) -> None:
        """The activation is over: it is the other side's turn, unless it has done (8.23).

        Who has passed, but not for good (by a reading of 8.0), goes on once the other side has acted or passed.
        """
        game = self.state
        other = other_side(game, game.active)
        for side in (other, game.active):
            force = game.forces[side]
            goes_on = not force.passed or (side == other and not force.finished)
            if goes_on and may_act(self, side):
                self.emit(e.ActivationBegan(side, force.passed))
                return
        self.emit(e.PhaseBegan("removal"))


def accepts(verify: Callable[[], object]) -> bool:
    """Whether something is not refused."""
    try:
        verify()
    except Refused:
        return False
    return True


def frame(play: Play, kind: type[F]) -> F:
    """The newest thing of a kind on the stack."""
    return next(one for one in reversed(play.state.stack) if isinstance(one, kind))


def moving(game: Game) -> Move | None:
    for one in reversed(game.stack):
        if isinstance(one, Move):
            return one
    return None


def is_unmarked(unit: Unit) -> bool:
    """Whether it bears no FIRE or MOVE marker and no panic: still to act this turn (4.1)."""
    return not (unit.fired or unit.moved or unit.panicked) and unit.out == ""


def has_fired(unit: Unit) -> bool:
    """Whether it has fired this turn. Who panicked as it was to fire has not (13.1), though it bears the marker."""
    return unit.fired and not unit.panicked


def due(game: Game, unit: Unit) -> bool:
    """Whether a unit off the map may enter this turn (20.64)."""
    return any(one.id == unit.entry and one.turn <= game.turn for one in game.entries)


def unmarked(play: Play, side: str) -> list[Unit]:
    """The units of a side that may still act this turn, on the map or about to enter."""
    game = play.state
    return [
        one for one in play.own(side) if is_unmarked(one) and (one.hex or (not one.aboard and due(game, one)))
    ]


def may_act(play: Play, side: str) -> bool:
    """Whether to ask a side that has not passed what it does (8.23). In the fog always, as who waits off the map is
    hidden.
    """
    return hides(play.state) or bool(unmarked(play, side))


def any_unit(play: Play, side: str, unit: str, where: str = "$.target") -> Unit:
    """An enemy by its counter. Raises Refused."""
    game = play.state
    found = game.units.get(unit)
    foes = [one.id for one in game.units.values() if one.side != side and one.hex and one.seen]
    if found is None or found.side == side:
        raise no_such("enemy", unit, foes, "6.0", where, " in this battle")
    return found


def own_unit(play: Play, side: str, unit: str, where: str = "$.unit") -> Unit:
    """The side's own unit of that id, still in the battle. Raises Refused."""
    game = play.state
    found = game.units.get(unit)
    mine = [one.id for one in game.units.values() if one.side == side and not one.out]
    if found is None or (found.side != side and hides(game)):
        raise no_such("unit", unit, mine, "", where, " of yours in this battle")
    if found.side != side:
        name, owner = side_name(game, side), side_name(game, found.side)
        raise Refused(f"{found.id} belongs to {owner}, not to {name}.", "", mine, where)
    if found.out:
        raise Refused(f"{found.name} is not in the battle any more.", "", mine, where)
    return found
