"""Positions by chance, and twins of them, for whoever tries whether a side can tell what it may not know.

Play by chance does not put engineers beside infantry, or a helicopter face down before an aeroplane; these do. What
lies open is sound: nobody stands where he cannot, nor more than three of a side in a hex.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, get_args

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
    Mission,
    Phase,
    Standing,
    Unit,
)
from campaign.systems.mechwar_4.units import UnitType

T = TypeVar("T")
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
    """See `campaign.rules.system.Positions`."""

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
            return _one(self._kinds[some[pick(len(some))]], pick)
        return _one(self._all, pick)

    def twin(self, state: Game, side: str, pick: Pick) -> Game:
        """What the side may not know is something else: what is under counters, orders, morale, plans, mines."""
        found: Game = replace(state)
        return Twin(self.charts, found, side, pick, self._type).made()


def _one(some: Sequence[T], pick: Pick) -> T:
    return some[pick(len(some))]


class Draft:
    """One position."""

    def __init__(self, charts: Charts, pick: Pick, type: Callable[[Pick], UnitType]) -> None:
        self.charts, self.pick, self._type = charts, pick, type
        self.board = _one(sorted(charts.boards), pick)
        self.ground = charts.ground(self.board)
        self.hexes: list[Hex] = []
        while len(self.hexes) < ROOM:
            middle = _one(self.ground.numbered, pick)
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
        active = _one(SIDES, pick).id
        placed = e.ForcesPlaced(
            "own-companies", self.board, SIDES, 12, active, switches, self._victory(), tuple(numbered(self.units)),
            tuple(Force(one.id, pick(4), watch=_one((0, 3, 99), pick), multiples=pick(3), score=0) for one in SIDES),
            tuple(self.companies), self._battalions(), tuple(self._batteries()), tuple(self._aircraft()),
            tuple(self._mines()), (Entry("red-late", "red", 1, tuple(self.hexes[:1])),),
            jammers=tuple(one.id for one in self.units if self.charts.units[one.type].kind == "jammer"),
        )  # fmt: skip
        first: list[e.Event] = [e.TurnBegan(2), placed, *(e.CountersDealt(one.id) for one in SIDES)]
        scene = _one(
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
        phase = _one(others, self.pick)
        found: list[e.Event] = [e.PhaseBegan(phase)]
        if phase == "indirect":
            guns = [
                one
                for one in placed.units
                if one.hex and self.charts.units[one.type].howitzers and self.often()
            ]
            found += [e.guns.StageBegan(_one(("plot", "counter"), self.pick))]
            found += [e.guns.GunsDetected(one.id, one.side, 1, 1, True, one.hex) for one in guns]
        return found

    def _shelled(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        """Indirect fire lands."""
        hex, loose, strike = _one(self.hexes, self.pick), self.often(), self.often(3)
        zone = (hex, *(one for _, one in self.ground.around[hex])) if loose else (hex,)
        fall = e.guns.BombardmentBegan(active, hex, zone, 4 + self.pick(6), loose, strike, self.pick(3))
        return [e.PhaseBegan("indirect"), e.guns.StageBegan("fire"), fall]

    def _flown(self, active: str, placed: e.ForcesPlaced) -> list[e.Event]:
        """An aeroplane over the map, which has acquired some of the enemy."""
        if not placed.aircraft or not placed.switches.advanced_air:
            return self._acting(active, placed)
        plane = _one(placed.aircraft, self.pick)
        facing, hex = _one(EDGES, self.pick), _one(self.hexes, self.pick)
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
        firer, target = _one(guns, self.pick), _one(aims, self.pick)
        declared = e.AttackDeclared(active, "direct", firer.id, target.id, target.hex, "main", firer.damage)
        return [*self._acting(active, placed), declared, e.ResolvingBegan(target.id)]

    # -- what there is --------------------------------------------------------------------------------------------

    def _victory(self) -> Victory:
        return Victory(
            "By points.", objective=(Objective("The place", (_one(self.hexes, self.pick),), 6, "red"),)
        )

    def _company(self, id: str, side: str, lurks: bool) -> Company:
        pick = self.pick
        commands: tuple[Command, ...] = ("", "BC", "OC", "BOC", "WC", "RC", "RGC")
        return Company(
            id, f"Company {id}", side, pick(5), side, morale=pick(3), losses=pick(2), broken_formation=self.often(4),
            command=_one(commands, pick), ambush=_one(self.hexes, pick) if lurks and self.often(4) else "",
            ambushes=lurks,
        )  # fmt: skip

    def _unit(self, id: str, side: str) -> None:
        pick, row = self.pick, self._type(self.pick)
        company = _one([one.id for one in self.companies if one.side == side] + [""], pick)
        unit = Unit(id, row.id, row.name, side, company=company, level=pick(4) if self.often(6) else -1)
        if self.often(12):
            unit.entry = "red-late" if side == "red" else ""
            if unit.entry:
                self.units.append(unit)
                return
        carriers = [
            one for one in self.units
            if one.side == side and one.hex and not one.aboard and self.charts.units[one.type].carries
            and not any(other.aboard == one.id for other in self.units)
        ]  # fmt: skip
        if row.personnel and carriers and self.often():
            carrier = _one(carriers, pick)
            unit.hex, unit.aboard, unit.damage = carrier.hex, carrier.id, carrier.damage
            unit.came = carrier.came
            self.units.append(unit)
            return
        hex = self._place(unit, row)
        if not hex:
            return
        unit.hex = hex
        unit.came = hex if pick(3) else _one(self.hexes, pick)
        self._marks(unit, row)
        self.units.append(unit)

    def _place(self, unit: Unit, row: UnitType) -> Hex:
        """A hex with room; often one in which others of its side stand."""
        beside = [
            hex for (side, hex), count in self.stacks.items() if side == unit.side and count < FULL_STACK
        ]
        terrain = self.ground.terrain
        for _ in range(20):
            hex = _one(beside, self.pick) if beside and self.often() else _one(self.hexes, self.pick)
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
        unit.damage = 0 if row.one_step else _one((0, 0, 0, 1, 2), pick)
        unit.suppression = _one((0, 0, 0, 1, 2), pick)
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
            unit.defilade = _one(EDGES, pick)
        unit.improved = row.personnel and self.often(6)
        unit.camouflaged = not unit.seen and self.often(5)
        unit.ammo = {arm: pick(3) for arm in row.arms if self.often(8)}
        unit.designates = self.often(8)
        secrets(self.charts, unit, pick)

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
                f"{side.id}-plane-{i + 1}", type := _one(types, self.pick), f"{type} {i + 1}", side.id,
                _one(("bombs", "smart-bombs", "missiles"), self.pick), due=2, aim=_one(self.hexes, self.pick),
            )
            for side in SIDES
            for i in range(self.pick(2))
        ]  # fmt: skip

    def _mines(self) -> list[Minefield]:
        some = {_one(self.hexes, self.pick) for _ in range(self.pick(4))}
        return [
            Minefield(hex, _one(("hasty", "preventive", "defensive"), self.pick), _one(SIDES, self.pick).id)
            for hex in sorted(some)
        ]


def secrets(charts: Charts, unit: Unit, pick: Pick) -> None:
    """What a unit has that nobody else may know, whether or not it is observed."""
    row = charts.units[unit.type]
    most = charts.longest[unit.type]
    unit.standing = (
        Standing(1 + pick(most), _one(("any", "hard", "soft"), pick)) if most and not pick(3) else None
    )
    unit.holds_air = not pick(4)
    unit.plough = int(row.kind == "tank" and not pick(6))
    unit.deaf = row.kind in ("rdf", "jammer") and not pick(4)
    unit.camouflaged = unit.camouflaged and not unit.seen


def numbered(units: Sequence[Unit]) -> list[Unit]:
    """Named as scenarios name them: by their types, numbered through a force."""
    names: dict[tuple[str, str], int] = {}
    found: list[Unit] = []
    for one in units:
        key = one.side, one.type
        names[key] = names.get(key, 0) + 1
        found.append(replace(one, name=f"{one.name.rstrip('0123456789 ')} {names[key]}"))
    return found


OPEN = (
    "id", "side", "hex", "damage", "suppression", "panicked", "fired", "moved", "seen", "column", "defilade", "came",
    "spotted", "aboard", "out", "entry", "place", "through", "mates", "parts", "hatches", "halved", "exposed", "joined",
    "ordered",
)  # fmt: skip
"""What a twin leaves alone: what lies open on a counter, and where it is."""


class Twin:
    """A state that its side cannot tell from another."""

    def __init__(
        self, charts: Charts, game: Game, side: str, pick: Pick, type: Callable[[Pick], UnitType]
    ) -> None:
        self.charts, self.game, self.side, self.pick, self._type = charts, game, side, pick, type

    def made(self) -> Game:
        game, pick = self.game, self.pick
        game.units = {id: replace(one) for id, one in game.units.items()}
        if not hides(game):
            return game
        play = Play(self.charts, game)
        for unit in game.units.values():
            if unit.side != self.side:
                if not unit.seen and unit.id not in self._busy():
                    self._redrawn(play, unit)
                if not unit.out:
                    secrets(self.charts, unit, pick)
        renamed = numbered(list(game.units.values()))
        game.units = {one.id: one if one.side != self.side else game.units[one.id] for one in renamed}
        game.companies = {
            id: one if one.side == self.side else replace(
                one, morale=pick(3), losses=pick(3), broken_formation=not pick(4), ambush="", unrallied=not pick(4),
                command=_one(get_args(Command), pick), grace=pick(3),
            )
            for id, one in game.companies.items()
        }  # fmt: skip
        game.battalions = {
            id: one if one.side == self.side else replace(one, value=4 + pick(5), broken=not pick(3))
            for id, one in game.battalions.items()
        }
        game.forces = {
            id: one if id == self.side else replace(one, radio_silence=not pick(2))
            for id, one in game.forces.items()
        }
        game.batteries = {id: self._battery(one) for id, one in game.batteries.items()}
        game.aircraft = {id: self._plane(one) for id, one in game.aircraft.items()}
        game.mines = [self._mine(one) for one in game.mines]
        game.missions = [one for one in game.missions if one.side == self.side] + self._plans()
        game.jammers = {
            id: one for id, one in game.jammers.items() if one.works or game.units[id].side == self.side
        }
        return game

    def _busy(self) -> set[str]:
        """Who stands in what is going on, carries somebody, jams, works or fires on: what he is may show."""
        game = self.game
        busy = {getattr(frame, name, "") for frame in game.stack for name in ("unit", "target")}
        for frame in game.stack:
            busy |= {one.unit for one in getattr(frame, "firers", ())}
            for name in ("handled", "to_fire", "fired", "ambushers"):
                busy |= set(getattr(frame, name, ()))
        busy |= {one.aboard for one in game.units.values()} | {one.by for one in game.impacts}
        busy |= {id for id, one in game.jammers.items() if one.works} | set(game.shelling)
        told = (id for plane in game.aircraft.values() for id in (*plane.acquired, *plane.recognised))
        return busy | set(told) | {one.id for one in game.units.values() if one.work or one.aboard or one.out}

    def _redrawn(self, play: Play, unit: Unit) -> None:
        """Another unit under a counter that lies face down: any that can stand there with these markers."""
        for _ in range(6):
            row = self._type(self.pick)
            if self._fits(play, unit, row):
                unit.type, unit.name = row.id, row.name
                unit.company = _one([one.id for one in self.game.companies.values() if one.side == unit.side] + [""],
                                    self.pick)  # fmt: skip
                unit.level = self.pick(4) if not self.pick(4) else -1
                unit.improved = row.personnel and not unit.column and not self.pick(4)
                unit.fatigue = self.pick(3) if row.infantry else 0
                unit.ammo = {arm: self.pick(3) for arm in row.arms if not self.pick(8)}
                unit.designates, unit.camouflaged = not self.pick(6), not self.pick(4)
                unit.kills = []
                return

    def _fits(self, play: Play, unit: Unit, row: UnitType) -> bool:
        if row.one_step and unit.damage:
            return False
        if row.moves == "helicopter" and (unit.column or unit.defilade):
            return False
        if not unit.hex:
            return True
        terrain = play.ground.terrain[unit.hex]
        cost = {"foot": terrain.foot, "truck": terrain.truck, "helicopter": 1}.get(row.moves, terrain.vehicle)
        birds = any(
            one.side == unit.side and one.id != unit.id and play.flies(one) for one in play.in_hex(unit.hex)
        )
        return cost != "no" and not (row.moves == "helicopter" and birds)

    def _battery(self, one: Battery) -> Battery:
        if one.side == self.side:
            return one
        if one.spotted:
            return replace(one, h=4 + self.pick(6), protected=not self.pick(2), damage=self.pick(3))
        return replace(
            one, h=4 + self.pick(6), protected=not self.pick(2), busy=self.pick(5), fascam=self.pick(3)
        )

    def _plane(self, one: Aircraft) -> Aircraft:
        if one.side == self.side or one.path or one.gone:
            return one
        return replace(one, load=_one(("bombs", "smart-bombs", "missiles"), self.pick))

    def _mine(self, one: Minefield) -> Minefield:
        if one.side in ("", self.side) or one.known:  # who has met them has let everybody know
            return one
        hex = _one(self.charts.ground(self.game.board).numbered, self.pick)
        return replace(one, hex=hex, kind=_one(("hasty", "preventive", "defensive"), self.pick))

    def _plans(self) -> list[Mission]:
        """Others that the enemy may have: not those that are due, which fall by themselves."""
        return [one for one in self.game.missions if one.side != self.side]
