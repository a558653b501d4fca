"""Positions by chance, and twins of them, for whoever tries whether a side can tell what it may not know.

Play by chance does not put engineers beside infantry, or a helicopter face down before an aeroplane; these do. What
lies open is sound: nobody stands where he cannot, nor more than three of a side in a hex.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.rules.dice import SeededDice
from campaign.rules.hexes import EDGES, Hex
from campaign.rules.options import Side
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.apply import APPLIERS
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.decide.flow import settle
from campaign.systems.mechwar_4.known import hides, sort_of_type
from campaign.systems.mechwar_4.places import FULL_STACK
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.scenario import Objective, Switches, Victory
from campaign.systems.mechwar_4.state import (
    Aircraft,
    Battalion,
    Battery,
    Command,
    Company,
    Entry,
    Force,
    Game,
    Minefield,
    Phase,
    Unit,
)
from campaign.systems.mechwar_4.twins import Twin, numbered, one_of, secrets
from campaign.systems.mechwar_4.units import UnitType

SIDES = (Side("blue", "Blue", "blue"), Side("red", "Red", "red"))
AWKWARD = (
    "engineers",
    "infantry",
    "helicopter",
    "mortar",
    "motorcycle",
    "rdf",
    "jammer",
    "hq",
    "apc",
    "flak",
    "gun",
)
"""Kinds of which half the units are: each has rules of its own."""
NEAR = 4
"""Hexes around the middle in which all of it happens."""
ROOM = 20
"""Hexes of them at least in which somebody can stand."""
MOST = 9
"""Units of a side at most."""


class Positions:
    """See `campaign.rules.facets.Positions`."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        kinds: dict[str, list[UnitType]] = {}
        for row in charts.units.values():
            kinds.setdefault(row.kind, []).append(row)
        self._kinds: Mapping[str, Sequence[UnitType]] = kinds
        self._all = list(charts.units.values())

    def position(self, pick: Pick) -> Sequence[e.Event]:
        while True:
            state, events = Game(), Draft(self.charts, pick, self._type).events()
            for event in events:
                APPLIERS[type(event)](state, event)
            play = Play(self.charts, state, SeededDice(pick))
            settle(play)
            if hides(state):  # not over already
                return [*events, *play.events]

    def _type(self, pick: Pick) -> UnitType:
        some = [kind for kind in AWKWARD if kind in self._kinds]
        if pick(2):
            return one_of(self._kinds[some[pick(len(some))]], pick)
        return one_of(self._all, pick)

    def twin(self, state: Game, side: str, pick: Pick) -> Game:
        """What the side may not know is something else: what is under counters, orders, morale, plans, mines."""
        found: Game = replace(state)
        return Twin(self.charts, found, side, pick, self._type).made()


class Draft:
    """One position."""

    def __init__(self, charts: Charts, pick: Pick, type: Callable[[Pick], UnitType]) -> None:
        self.charts, self.pick, self._type = charts, pick, type
        self.board = one_of(sorted(charts.boards), pick)
        self.ground = charts.ground(self.board)
        self.hexes: list[Hex] = []
        while len(self.hexes) < ROOM:
            middle = one_of(self.ground.numbered, pick)
            near = self.ground.within(middle, NEAR)
            self.hexes = [hex for hex in near if self.ground.terrain[hex].foot != "no"]
        self.units: list[Unit] = []
        self.stacks: dict[tuple[str, Hex], int] = {}
        self.companies: list[Company] = []

    def often(self, of: int = 2) -> bool:
        """One time in so many."""
        return self.pick(of) == 0

    def events(self) -> list[e.Event]:
        pick = self.pick
        switches = Switches(
            **{name: bool(pick(2)) for name in Switches.__struct_fields__ if name != "fog"}, fog=True
        )
        for side in SIDES:
            for i in range(2):
                self.companies.append(self._company(f"{side.id}-{i + 1}", side.id, switches.ambush))
        for side in SIDES:
            for i in range(3 + pick(MOST - 3)):
                self._unit(f"{side.id[0].upper()}{i + 1}", side.id)
        active = one_of(SIDES, pick).id
        placed = e.ForcesPlaced(
            "own-companies", self.board, SIDES, 12, active, switches, self._victory(), tuple(numbered(self.units)),
            tuple(Force(one.id, pick(4), watch=one_of((0, 3, 99), pick), multiples=pick(3), score=0) for one in SIDES),
            tuple(self.companies), self._battalions(), tuple(self._batteries()), tuple(self._aircraft()),
            tuple(self._mines()), self._entries(),
            jammers=tuple(one.id for one in self.units if self.charts.units[one.type].kind == "jammer"),
        )  # fmt: skip
        first: list[e.Event] = [e.TurnBegan(2), placed, *(e.CountersDealt(one.id) for one in SIDES)]
        scene = one_of(
            (self._acting, self._acting, self._shelled, self._flown, self._fired, self._between), pick
        )
        return [*first, *scene(active, placed)]

    # -- what is going on -----------------------------------------------------------------------------------------

    def _acting(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        return [e.PhaseBegan("action"), e.ActivationBegan(active)]

    def _between(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        others: list[Phase] = ["regroup", "indirect"]
        if placed.switches.command or placed.switches.electronic_warfare:
            others.append("orders")
        if placed.switches.electronic_warfare:
            others.append("listening")
        phase = one_of(others, self.pick)
        found: list[e.Event] = [e.PhaseBegan(phase)]
        if phase == "indirect":
            guns = [
                one
                for one in placed.units
                if one.hex and self.charts.units[one.type].howitzers and self.often()
            ]
            found += [e.guns.StageBegan(one_of(("plot", "counter"), self.pick))]
            found += [e.guns.GunsDetected(one.id, one.side, 1, 1, True, one.hex) for one in guns]
        return found

    def _shelled(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        """Indirect fire lands."""
        hex, loose, strike = one_of(self.hexes, self.pick), self.often(), self.often(3)
        zone = (hex, *(one for _, one in self.ground.around[hex])) if loose else (hex,)
        fall = e.guns.BombardmentBegan(active, hex, zone, 4 + self.pick(6), loose, strike, self.pick(3))
        return [e.PhaseBegan("indirect"), e.guns.StageBegan("fire"), fall]

    def _flown(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        """An aeroplane over the map, which has acquired some of the enemy."""
        if not placed.aircraft or not placed.switches.advanced_air:
            return self._acting(active, placed)
        plane = one_of(placed.aircraft, self.pick)
        facing, hex = one_of(EDGES, self.pick), one_of(self.hexes, self.pick)
        found: list[e.Event] = [
            e.PhaseBegan("indirect"), e.guns.StageBegan("air"), e.air.FlightBegan(plane.id, plane.side)
        ]  # fmt: skip
        high = self.often()
        for _ in range(1 + self.pick(6)):
            found.append(e.air.AircraftFlew(plane.id, hex, facing, high))
            ahead = dict(self.ground.around[hex])
            if facing not in ahead:
                break
            hex = ahead[facing]
        for one in placed.units:
            if one.side != plane.side and one.hex and not one.aboard and self.often():
                what = sort_of_type(self.charts.units[one.type])
                found.append(e.air.AcquisitionTried(plane.id, one.id, 6, 1, what != "helicopter", what))
        return found

    def _fired(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        """An attack of class H is resolved."""
        guns = [
            one for one in placed.units
            if one.side == active and one.hex and not one.aboard and "main" in self.charts.units[one.type].arms
            and self.charts.units[one.type].arms["main"].class_ == "H"
        ]  # fmt: skip
        aims = [one for one in placed.units if one.side != active and one.hex and one.seen and not one.aboard]
        if not guns or not aims:
            return self._acting(active, placed)
        firer, target = one_of(guns, self.pick), one_of(aims, self.pick)
        declared = e.AttackDeclared(active, "direct", firer.id, target.id, target.hex, "main", firer.damage)
        return [*self._acting(active, placed), declared, e.ResolvingBegan(target.id)]

    # -- what there is --------------------------------------------------------------------------------------------

    def _victory(self) -> Victory:
        return Victory(
            "By points.", objective=(Objective("The place", (one_of(self.hexes, self.pick),), 6, "red"),)
        )

    def _company(self, id: str, side: str, lurks: bool) -> Company:
        pick = self.pick
        commands: tuple[Command, ...] = ("", "BC", "OC", "BOC", "WC", "RC", "RGC")
        return Company(
            id, f"Company {id}", side, pick(5), side, morale=pick(3), losses=pick(2), broken_formation=self.often(4),
            command=one_of(commands, pick), ambush=one_of(self.hexes, pick) if lurks and self.often(4) else "",
            ambushes=lurks,
        )  # fmt: skip

    def _unit(self, id: str, side: str) -> None:
        pick, row = self.pick, self._type(self.pick)
        company = one_of([one.id for one in self.companies if one.side == side] + [""], pick)
        unit = Unit(id, row.id, row.name, side, company=company, level=pick(4) if self.often(6) else -1)
        if self.often(8):
            unit.entry = f"{side}-late"
            self.units.append(unit)
            return
        carriers = [
            one for one in self.units
            if one.side == side and not one.aboard and not any(other.aboard == one.id for other in self.units)
            and self._carries(one, row)
        ]  # fmt: skip
        if carriers and self.often():
            carrier = one_of(carriers, pick)
            unit.hex, unit.aboard, unit.damage = carrier.hex, carrier.id, carrier.damage
            unit.came, unit.entry = carrier.came, carrier.entry
            unit.seen = bool(unit.hex) and self.often(4)
            self.units.append(unit)
            return
        hex = self._place(unit, row)
        if not hex:
            return
        unit.hex = hex
        unit.came = hex if pick(3) else one_of(self.hexes, pick)
        self._marks(unit, row)
        self.units.append(unit)

    def _carries(self, carrier: Unit, row: UnitType) -> bool:
        """Inside, or riding on it (9.1, 9.2)."""
        on = self.charts.units[carrier.type]
        return row.personnel and bool(on.carries or (on.ridden and row.infantry))

    def _place(self, unit: Unit, row: UnitType) -> Hex:
        """A hex with room; often one in which others of its side stand."""
        beside = [
            hex for (side, hex), count in self.stacks.items() if side == unit.side and count < FULL_STACK
        ]
        terrain = self.ground.terrain
        for _ in range(20):
            hex = one_of(beside, self.pick) if beside and self.often() else one_of(self.hexes, self.pick)
            cost = {"foot": terrain[hex].foot, "truck": terrain[hex].truck, "helicopter": 1}.get(
                row.moves, terrain[hex].vehicle
            )
            foes = any(one.hex == hex and one.side != unit.side for one in self.units)
            birds = row.moves == "helicopter" and (unit.side, hex) in self.stacks
            if cost != "no" and not foes and not birds and self.stacks.get((unit.side, hex), 0) < FULL_STACK:
                self.stacks[unit.side, hex] = self.stacks.get((unit.side, hex), 0) + 1
                return hex
        return ""

    def _marks(self, unit: Unit, row: UnitType) -> None:
        pick = self.pick
        unit.seen = self.often()
        unit.damage = 0 if row.one_step else one_of((0, 0, 0, 1, 2), pick)
        unit.suppression = one_of((0, 0, 0, 1, 2), pick)
        unit.panicked = self.often(10)
        if self.often(8):
            unit.fired = True
        elif self.often(8):
            unit.moved = True
        unit.fatigue = pick(3) if row.infantry and self.often(4) else 0
        flies = row.moves == "helicopter"
        if not flies and self.often(8):
            unit.column = True
        elif not flies and self.often(5):
            unit.defilade = one_of(EDGES, pick)
        unit.improved = row.personnel and self.often(6)
        unit.camouflaged = not unit.seen and self.often(5)
        unit.ammo = {arm: pick(3) for arm in row.arms if self.often(8)}
        unit.designates = self.often(8)
        secrets(self.charts, unit, pick)

    def _entries(self) -> tuple[Entry, ...]:
        """Where those come who wait off the map, each side by a hex of its own: due now (20.6)."""
        hexes = self.hexes[:1], self.hexes[-1:]
        return tuple(
            Entry(f"{one.id}-late", one.id, 1, tuple(hex)) for one, hex in zip(SIDES, hexes, strict=True)
        )

    def _battalions(self) -> tuple[Battalion, ...]:
        return tuple(
            Battalion(one.id, f"Battalion {one.id}", one.id, "C", "", 4 + self.pick(5), self.often(4))
            for one in SIDES
        )

    def _batteries(self) -> list[Battery]:
        return [
            Battery(
                f"{side.id}-guns-{i + 1}", f"Guns {i + 1}", side.id, 4 + self.pick(6), protected=self.often(),
                section=self.often(3), damage=self.pick(2), spotted=self.often(3), shots=self.pick(3),
            )
            for side in SIDES
            for i in range(self.pick(3))
        ]  # fmt: skip

    def _aircraft(self) -> list[Aircraft]:
        types = sorted(self.charts.aircraft)
        return [
            Aircraft(
                f"{side.id}-plane-{i + 1}", type := one_of(types, self.pick), f"{type} {i + 1}", side.id,
                one_of(("bombs", "smart-bombs", "missiles"), self.pick), due=2, aim=one_of(self.hexes, self.pick),
            )
            for side in SIDES
            for i in range(self.pick(2))
        ]  # fmt: skip

    def _mines(self) -> list[Minefield]:
        some = {one_of(self.hexes, self.pick) for _ in range(self.pick(4))}
        return [
            Minefield(
                hex, one_of(("hasty", "preventive", "defensive"), self.pick), one_of(SIDES, self.pick).id
            )
            for hex in sorted(some)
        ]
