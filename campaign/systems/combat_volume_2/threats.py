"""What the sensible bot thinks of fire: whom it can hit, what can be done to its own men, and what that is worth.

All worth is in men out of action. Chances are those of the charts, as far as they are cheap: of the enemy nobody knows
what he will do, so he is taken to fire now and then at whom he sees, and a counter that nobody has turned up to be as
likely a man as its cup says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.charts import OrderRow, Weapon
from campaign.systems.combat_volume_2.constants import Constants
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import aiming, checks
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    ROUT,
    Game,
    Man,
    Order,
    Vehicle,
)
from campaign.systems.combat_volume_2.turn import upkeep
from campaign.systems.combat_volume_2.vehicles import mounts, soft

NOBODY = Weapon("nobody", "rifle", "rifle", 1, ((2, 1), (6, 0), (10, -1), (15, -2), (20, -3)))
NOMINAL = 5
"""Weapon and skill of a counter that nobody has turned up."""


class Shot(NamedTuple):
    """The best that an order to fire offers: what all its shots of a turn are worth, and at whom."""

    worth: float
    target: str = ""


class Barrel(NamedTuple):
    """Something that may be fired at a hex. needed: to hit a man in the open; often: shots in a turn, on average."""

    needed: int
    often: float


def chance(needed: int) -> float:
    """That a die of ten, of which a 9 fails, is no more than that."""
    return max(0, min(9, needed + 1)) / 10


class Threats:
    """What is thought at one moment. known: all that there is, since nothing is hidden."""

    def __init__(self, rules: Any, known: Game, constants: Constants | None = None) -> None:
        self.game = known
        self.play = rules.play(known)
        self.charts = self.play.charts
        self.constants: Constants = constants or rules.constants
        memory: dict[str, dict[Any, Any]] = self.play.lasting(("judgement", self.constants), dict)
        self.dangers: dict[Any, float] = memory.setdefault("dangers", {})
        self.shots: dict[Any, Shot] = memory.setdefault("shots", {})
        self.kept: dict[Any, Any] = memory.setdefault("kept", {})

    def remembered(self, key: Any, work: Any) -> Any:
        if key not in self.kept:
            self.kept[key] = work()
        return self.kept[key]

    # -- who is there ------------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> list[Man]:
        return [man for man in self.game.men.values() if man.side == FRIEND and man.able]

    @cached_property
    def foes(self) -> list[Man]:
        """Enemies who are known, and can do something."""
        return [
            man
            for man in self.game.men.values()
            if man.side == ENEMY and man.able and (man.spotted or man.vehicle)
        ]

    @cached_property
    def unknown(self) -> list[tuple[Man, float]]:
        """Counters and men whom nobody sees now, each with how likely it is a man."""
        return [
            (man, self.likely(man))
            for man in self.game.men.values()
            if man.side == ENEMY and man.here and not man.down and not man.spotted and not man.vehicle
        ]

    @cached_property
    def enemy_vehicles(self) -> list[Vehicle]:
        """Those in which somebody is left."""
        return [
            one
            for one in self.game.vehicles.values()
            if one.side == ENEMY and one.here and not one.wrecked and self.game.crew(one.id)
        ]

    def likely(self, man: Man) -> float:
        if man.who:
            return 1.0
        return self.remembered(("likely", man.cup), lambda: self._share(man.cup))

    def _share(self, cup: str) -> float:
        pile, of = self.game.cups.get(cup), self.game.mission.cups.get(cup, cup)
        if pile is None or not pile.left:
            return 0.0
        return sum(self.charts.counter(of, number) is not None for number in pile.left) / len(pile.left)

    # -- what a loss is worth ----------------------------------------------------------------------------------

    @cached_property
    def points(self) -> dict[str, int]:
        """Points of the mission for an event of that kind: kill, capture, lose …; none once the most is reached."""
        found: dict[str, int] = {}
        for goal in self.game.mission.goals:
            if goal.what in ("kill", "capture", "wreck", "lose", "save"):
                full = goal.most and upkeep.points_of(self.play, goal) >= goal.most
                found[goal.what] = found.get(goal.what, 0) + (0 if full else goal.points)
        return found

    @cached_property
    def prize(self) -> float:
        """What an enemy out of action is worth."""
        return 1 + self.point * (self.points.get("kill", 0) + self.points.get("capture", 0) / 3)

    @cached_property
    def point(self) -> float:
        """What a point is worth: the more, the fewer win the mission."""
        return self.constants.victory / max(1, self.game.mission.needed)

    @cached_property
    def price(self) -> float:
        """What a hit on one of our own costs."""
        lost = self.points.get("save", 0) - self.points.get("lose", 0)
        return self.constants.harm + self.constants.lives * self.point * lost

    @cached_property
    def left(self) -> int:
        """Turns that are left, with this one."""
        return max(1, self.game.mission.turns - self.game.turn + 1)

    # -- danger ------------------------------------------------------------------------------------------------

    def danger(self, hex: Hex, word: str) -> float:
        """Hits that a man who stands in a hex under an order takes in a turn, on average, if they know of him."""
        key = hex, word
        found = self.dangers.get(key)
        if found is None:
            row = self.charts.orders[word]
            cover = self._cover(hex, row)
            found = sum(chance(needed + cover) * often for needed, often in self._barrels(hex, row.low))
            self.dangers[key] = found
        return found

    def _cover(self, hex: Hex, row: OrderRow) -> int:
        """What order and ground add to hit somebody there."""
        line = ground.line_of(self.play, hex, "fire", row.low)
        value = ground.worth(line, "fire", row.low)
        if row.cap and value < row.cap:
            value = row.cap
        return value + row.hit

    def _barrels(self, hex: Hex, low: bool) -> list[Barrel]:
        """All that may be fired at a hex. low: at one who lies low there."""
        return self.remembered(("barrels", hex, low), lambda: [*self._aimed_at(hex, low)])

    def _aimed_at(self, hex: Hex, low: bool) -> Iterator[Barrel]:
        bursts = self.constants.bursts
        for foe in self.foes:
            if self.clear(foe.hex, hex, low) and (found := self._of_man(foe, hex)) is not None:
                yield found
        for one, likely in self.unknown:
            at = NOBODY.at(self.play.away(one.hex, hex))
            if likely and at is not None and self.clear(one.hex, hex, low):
                yield Barrel(NOMINAL + at, bursts * self.constants.unknown * likely)
        for vehicle in self.enemy_vehicles:
            if self.clear(vehicle.hex, hex, low):
                yield from self._of_vehicle(vehicle, self.play.away(vehicle.hex, hex))

    def _of_man(self, foe: Man, hex: Hex) -> Barrel | None:
        """What one enemy may do with his own weapon."""
        weapon = self.charts.weapons.get(foe.armed)
        if weapon is None or foe.ammunition == "out" or foe.morale <= ROUT or mounts.mounted(self.play, foe):
            return None
        away = self.play.away(foe.hex, hex)
        at = weapon.at(away)
        if at is None:
            return None
        needed = (foe.quality if weapon.by_quality else foe.skill) + at
        needed += checks.total(checks.terms_of_wounds(self.play, foe))
        needed += checks.total(sight.smoke_terms(self.play, foe.hex, hex))
        if weapon.alone and aiming.mate_of(self.play, foe) is None:
            needed += weapon.alone
        often = self.constants.bursts * (self.constants.riders if foe.vehicle else 1.0)
        return Barrel(needed, weapon.shots(away) * often)

    def _of_vehicle(self, vehicle: Vehicle, away: int) -> Iterator[Barrel]:
        """What is mounted on a vehicle: its machine guns, and HE of its main gun."""
        kind, bursts = self.charts.vehicles.kinds[vehicle.kind], self.constants.bursts
        for place, id in (("cupola", kind.mount), ("coaxial", kind.coaxial)):
            if id and place not in vehicle.damage:
                weapon = self.charts.weapons[id]
                if (at := weapon.at(away)) is not None:
                    yield Barrel(NOMINAL - 1 + at, weapon.shots(away) * bursts / 2)
        gun = self.charts.vehicles.guns.get(kind.gun)
        if gun is not None and "gun" not in vehicle.damage:
            yield Barrel(gun.frag, gun.blast * bursts / 2)

    def clear(self, a: Hex, b: Hex, low: bool = False) -> bool:
        """Whether two hexes see each other, in this weather."""
        bound = sight.reach(self.play)
        if bound and self.play.away(a, b) > bound:
            return False
        return sight.clear(self.play, a, b, low)

    def fear(self, man: Man, word: str) -> float:
        """What a hit on him costs, by whether they know of him, and how much of him they see under an order."""
        if man.spotted:
            return self.price
        row = self.charts.orders[word]
        if row.shoots:
            return self.price
        return self.price * self.constants.unseen * (1.0 + max(-0.8, 0.4 * row.seen))

    # -- fire --------------------------------------------------------------------------------------------------

    def shot(self, man: Man, word: str, hex: Hex = "") -> Shot:
        """The best that he can do with an order to fire, from his hex or another."""
        key = man.id, word, hex
        found = self.shots.get(key)
        if found is None:
            found = self.shots[key] = self._shot(man, word, hex)
        return found

    def _shot(self, man: Man, word: str, hex: Hex) -> Shot:
        play, row = self.play, self.charts.orders[word]
        there = replace(man, order=Order(word), hex=hex or man.hex)
        best = Shot(0.0)
        if aiming.barred(play, there) is not None:
            return best
        for weapon in aiming.weapons(play, there):
            if weapon.class_ == aiming.KNIFE or (word == aiming.RAPID and weapon.slow):
                continue
            if word == aiming.SUPPRESSIVE:
                best = max(best, self._sweep(there, weapon), key=lambda one: one.worth)
                continue
            for foe in self.foes:
                if aiming.may_hit(play, there, foe, weapon):
                    needed = checks.total(aiming.terms(play, there, foe, weapon))
                    shots = weapon.shots(play.away(there.hex, foe.hex)) * len(row.fires)
                    worth = chance(needed) * shots * self.worth_hitting(foe)
                    if worth > best.worth:
                        best = Shot(worth, foe.id)
            if word in soft.AT_VEHICLES:
                best = max(best, self._at_vehicles(there, weapon), key=lambda one: one.worth)
        return best

    def _at_vehicles(self, there: Man, weapon: Weapon) -> Shot:
        """Small arms at what has no armour to speak of."""
        best, impulses = Shot(0.0), len(self.charts.orders[there.order.word].fires)
        for vehicle in self.enemy_vehicles:
            if soft.may_hit(self.play, there, vehicle, weapon):
                needed = checks.total(soft.terms(self.play, there, vehicle, weapon))
                shots = weapon.shots(self.play.away(there.hex, vehicle.hex)) * impulses
                worth = chance(needed) * shots * self.constants.holed * self.worth_wrecking
                if worth > best.worth:
                    best = Shot(worth, vehicle.id)
        return best

    @cached_property
    def worth_wrecking(self) -> float:
        """What an enemy's vehicle is worth."""
        return self.constants.wrecked + self.point * self.points.get("wreck", 0)

    def _sweep(self, there: Man, weapon: Weapon) -> Shot:
        best, row = Shot(0.0), self.charts.orders[aiming.SUPPRESSIVE]
        hexes = dict.fromkeys([foe.hex for foe in self.foes if not foe.vehicle])
        hexes.update(dict.fromkeys(one.hex for one, likely in self.unknown if likely))
        likely_of = {one.id: likely for one, likely in self.unknown}
        for hex in hexes:
            worth = 0.0
            for foe in aiming.suppresses(self.play, there, hex, weapon):
                needed = checks.total(aiming.terms(self.play, there, foe, weapon))
                shots = weapon.shots(self.play.away(there.hex, hex)) * len(row.fires)
                pinned = min(1.2, chance(needed) * shots) * self.constants.pinned
                zeros = 0.1 * shots * self.constants.hit if needed >= 0 else 0.0
                worth += (
                    (pinned + zeros) * self.prize * (likely_of.get(foe.id, 1.0) if not foe.spotted else 1)
                )
            if worth > best.worth:
                best = Shot(worth, hex)
        return best

    def worth_hitting(self, foe: Man) -> float:
        """What a hit on him is worth: more if he has a machine gun or leads, less if he is done for."""
        found = self.constants.hit * self.prize
        weapon = self.charts.weapons.get(foe.armed)
        if weapon is not None and weapon.rof > 1:
            found *= 1.3
        if foe.faust or foe.leadership:
            found *= 1.2
        if foe.light or foe.bad:
            found *= 1.3
        return found * (0.7 if foe.morale <= ROUT else 1)
