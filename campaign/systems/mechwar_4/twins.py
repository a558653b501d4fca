"""Twins: a battle in which what a side may not know is something else, for whoever tries whether it can tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, get_args

from msgspec.structs import replace

from campaign.rules.bots import Pick
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import (
    Aircraft,
    Battery,
    Command,
    Game,
    Minefield,
    Mission,
    Standing,
    Unit,
)
from campaign.systems.mechwar_4.units import UnitType

T = TypeVar("T")


def one_of(some: Sequence[T], pick: Pick) -> T:
    return some[pick(len(some))]


def secrets(charts: Charts, unit: Unit, pick: Pick) -> None:
    """What a unit has that nobody else may know, whether or not it is observed."""
    row = charts.units[unit.type]
    most = charts.longest[unit.type]
    unit.standing = (
        Standing(1 + pick(most), one_of(("any", "hard", "soft"), pick)) if most and not pick(3) else None
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
                command=one_of(get_args(Command), pick), grace=pick(3),
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
        game.impacts = [
            one
            if one.side == self.side
            else replace(one, h=1 + pick(12), damage=pick(2), suppressed=3 * pick(3))
            for one in game.impacts
        ]
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
                unit.company = one_of([one.id for one in self.game.companies.values() if one.side == unit.side] + [""],
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
        return replace(one, load=one_of(("bombs", "smart-bombs", "missiles"), self.pick))

    def _mine(self, one: Minefield) -> Minefield:
        if one.side in ("", self.side) or one.known:  # who has met them has let everybody know
            return one
        hex = one_of(self.charts.ground(self.game.board).numbered, self.pick)
        return replace(one, hex=hex, kind=one_of(("hasty", "preventive", "defensive"), self.pick))

    def _plans(self) -> list[Mission]:
        """What the enemy has planned, at other hexes."""
        hexes, pick = self.charts.ground(self.game.board).numbered, self.pick
        return [
            replace(one, hex=one_of(hexes, pick), loose=not pick(2))
            for one in self.game.missions
            if one.side != self.side
        ]
