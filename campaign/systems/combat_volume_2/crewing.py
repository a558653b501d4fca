"""What the sensible bot has those do who sit in vehicles: drive where it is wanted, watch, load, fire, get out."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.commands import Commands
from campaign.systems.combat_volume_2.judgement import FAR, Field
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.state import POINTS, Man, Vehicle
from campaign.systems.combat_volume_2.turn.permitted import SAME, GiveOrder
from campaign.systems.combat_volume_2.vehicles import driving, guns, viewing
from campaign.systems.combat_volume_2.vehicles.arcs import afv

SPEEDS = ("fast", "forward", "ahead-slow", "crawl")
ROAD, MINED = 0.6, 6.0
"""What a hex costs a vehicle, of one in the open: on a road; with mines or wire, besides."""
ASKEW = 0.4
"""Hexes that each hexside costs which it would still have to turn."""
DISMOUNT = 2
"""Riders get out so many hexes from a goal that they are to hold."""


class Drive(NamedTuple):
    """Where an order leads a vehicle by the end of the turn."""

    hex: Hex
    facing: int
    leaves: bool = False


class Crewing(Commands):
    """Orders of men in vehicles."""

    def seated(self, man: Man, words: Sequence[str]) -> GiveOrder:
        """The order of somebody in a vehicle."""
        may, vehicle = set(words), self.play.vehicle(man.vehicle)
        if "bail-out" in may and self._gets_out(man, vehicle):
            return GiveOrder(man.id, "bail-out")
        if man.seat == "D":
            if (found := self.drives(man, vehicle, may)) is not None:
                return found
            return self._first(man, may, "spot", "hide")
        if "rally" in may and man.morale < -1:
            return GiveOrder(man.id, "rally")
        armed = max(("aimed", "rapid", "suppressive"), key=lambda word: self._fire(man, word, may))
        fires = self._fire(man, armed, may)
        seen = bool(viewing.foes_known(self.play, man)) or bool(viewing.vehicles_seen(self.play, man))
        match man.seat:
            case "CM":
                return self._first(
                    man, may, *(("direct-firing",) if self._anything(vehicle) else ()), "spot", "hide"
                )
            case "G":
                if self._anything(vehicle) and self._gun(vehicle):
                    return self._first(man, may, "main-gun", "suppressive", "spot")
                return self._first(man, may, *((armed,) if fires or seen else ()), "spot", "hide")
            case "L":
                shell = "load-ap" if self._tanks(vehicle) else "load-he"
                return self._first(
                    man, may, *((shell, "load-he", "load-ap") if not vehicle.loaded else ()), "spot", "hide"
                )
            case _:
                if man.seat == "CD" and seen and afv(self.play, vehicle):
                    return self._first(man, may, "suppressive", "spot")
                return self._first(man, may, *((armed,) if fires else ()), "spot", "hide")

    def _first(self, man: Man, may: set[str], *words: str) -> GiveOrder:
        return GiveOrder(man.id, next((word for word in words if word in may), min(may)))

    def _fire(self, man: Man, word: str, may: set[str]) -> float:
        return self.shot(man, word).worth if word in may else 0.0

    def _gun(self, vehicle: Vehicle) -> bool:
        return guns.gun_of(self.play, vehicle) is not None and (
            bool(vehicle.loaded) or any(vehicle.shells.values())
        )

    def _anything(self, vehicle: Vehicle) -> bool:
        """Whether anybody of the crew sees an enemy."""
        return any(
            viewing.foes_known(self.play, man) or viewing.vehicles_seen(self.play, man)
            for man in self.game.crew(vehicle.id)
            if man.able
        )

    def _tanks(self, vehicle: Vehicle) -> bool:
        return any(afv(self.play, one) for one in self.enemy_vehicles)

    # -- out of it ---------------------------------------------------------------------------------------------

    def _gets_out(self, man: Man, vehicle: Vehicle) -> bool:
        """Whoever cannot fight from it any more; riders also where they are wanted on foot."""
        if vehicle.wrecked or vehicle.fire:
            return True
        if not self._rides(man, vehicle):
            return False
        if vehicle.still:
            return True
        return self._wanted_near(vehicle)

    def _rides(self, man: Man, vehicle: Vehicle) -> bool:
        return self.charts.vehicles.seat(vehicle.kind, man.seat).rider

    def _wanted_near(self, vehicle: Vehicle) -> bool:
        for goal in self.game.mission.goals:
            if goal.what == "hold" and goal.points > 0:
                there = sum(one.hex in goal.hexes and not one.vehicle for one in self.own)
                near = min(self.play.away(vehicle.hex, hex) for hex in goal.hexes) <= DISMOUNT
                if near and there < self.constants.crowd:
                    return True
        return False

    # -- driving -----------------------------------------------------------------------------------------------

    def drives(self, man: Man, vehicle: Vehicle, may: set[str]) -> GiveOrder | None:
        """The order that brings it nearest to where it is wanted; None where it stays."""
        field = self._destination(vehicle)
        leaving = any(one.order.word == "bail-out" for one in self.game.crew(vehicle.id))
        if field is None or vehicle.still or leaving or field.get(vehicle.hex, FAR) <= 0:
            return None
        best, chosen = self._left_to_go(vehicle.hex, vehicle.facing, field) - 0.3, None
        for word in SPEEDS:
            if word not in may:
                continue
            for a in range(1, 7):
                for b in range(1, 7):
                    there = self._driven(vehicle, word, a, b)
                    far = -1.0 if there.leaves else self._left_to_go(there.hex, there.facing, field)
                    if there.hex == vehicle.hex or self._shy(vehicle, there.hex):
                        continue
                    if far < best:
                        best, chosen = (
                            far,
                            GiveOrder(man.id, word, POINTS[a - 1], then=SAME if a == b else POINTS[b - 1]),
                        )
        return chosen

    def _shy(self, vehicle: Vehicle, hex: Hex) -> bool:
        """Whether a tank would come too near to where a Panzerfaust may be."""
        if not self.game.fausts or not afv(self.play, vehicle):
            return False
        risk = sum(
            likely
            for one, likely in self.unknown
            if self.play.away(one.hex, hex) < self.constants.wary and likely
        ) + sum(self.play.away(one.hex, hex) < self.constants.wary for one in self.foes if not one.bad)
        now = sum(
            likely
            for one, likely in self.unknown
            if self.play.away(one.hex, vehicle.hex) < self.constants.wary
        )
        return risk > max(0.5, now)

    def _destination(self, vehicle: Vehicle) -> Field | None:
        """Where it is wanted: at a goal of its own, else where its guns help to take one."""
        for goal in self.game.mission.goals:
            if goal.what == "reach" and goal.of == vehicle.id:
                return self._road(vehicle, goal.hexes)
        for goal in self.game.mission.goals:
            if goal.what == "leave":
                rim = [hex for hex in self.play.board.hexes if self.borders(hex, goal.edge)]
                return self._road(vehicle, rim)
        for goal in self.game.mission.goals:
            if goal.what == "hold" and goal.points > 0:
                return self._road(vehicle, goal.hexes)
        return None

    def _road(self, vehicle: Vehicle, hexes: Sequence[Hex]) -> Field:
        key = "road", vehicle.kind, tuple(hexes)
        return self.remembered(key, lambda: self._distances(vehicle, hexes))

    def _distances(self, vehicle: Vehicle, hexes: Sequence[Hex]) -> Field:
        """How far each hex is for it, over ground that it may enter, roads before all."""
        board, found = self.play.board, dict[Hex, float]()
        wheels = driving.wheeled(self.play, vehicle)
        queue: list[tuple[float, Hex]] = [(0.0, hex) for hex in hexes]
        while queue:
            far, hex = heappop(queue)
            if hex in found:
                continue
            found[hex] = far
            for there in board.neighbours[hex]:
                if there is None or there in found or not ground.passable(self.play, there, wheels):
                    continue
                cost = ROAD if board.road(there, hex) else 1.0
                cost += MINED if self.game.lies(hex, "mines", "wire") else 0.0
                heappush(queue, (far + cost, there))
        return found

    def _left_to_go(self, hex: Hex, facing: int, field: Field) -> float:
        """How far it is from there, with what it would still have to turn."""
        here = field.get(hex, FAR)
        around = self.play.board.neighbours[hex]
        ahead = [(field.get(there, FAR), way) for way, there in enumerate(around, 1) if there is not None]
        best = min(ahead)[0]
        off = min(min((way - facing) % 6, (facing - way) % 6) for far, way in ahead if far == best)
        return here + ASKEW * off if here > 0 else here

    def _driven(self, vehicle: Vehicle, word: str, a: int, b: int) -> Drive:
        """Where an order leads it, if nothing happens on the way; it stands where it cannot go on."""
        hex, facing = vehicle.hex, vehicle.facing
        for steps in self.charts.orders[word].moves:
            turned = False
            for step in steps:
                to = b if step == "b" else a
                there = self.play.next_to(hex, to)
                if there is None or not driving.enterable(self.play, vehicle, there):
                    return Drive(hex, facing, there is None and self.leaves_there(hex, to))
                if facing != to and not turned:
                    facing, turned = _towards(facing, to), True
                if facing != to:
                    facing = _towards(facing, to)
                    continue
                hex = there
                if ground.terrain(self.play, hex).bars == "wheels":
                    return Drive(hex, facing)
        return Drive(hex, facing)


def _towards(facing: int, to: int) -> int:
    off = (to - facing) % 6
    return (facing - 1 + (1 if off <= 3 else -1)) % 6 + 1
