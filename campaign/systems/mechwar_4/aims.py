"""Where a side wants its units to be: at what brings points, before what it holds, or behind those who fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.constants import Constants
from campaign.systems.mechwar_4.ground import Ground
from campaign.systems.mechwar_4.perils import Perils
from campaign.systems.mechwar_4.play import Play, is_unmarked
from campaign.systems.mechwar_4.scenario import Victory
from campaign.systems.mechwar_4.spread import NONE, edges_of
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Moves
from campaign.systems.mechwar_4.values import reach_of

DETOUR = 16
"""Halves of points that it is worth to go round a hex of mines."""
MARGIN = 3
"""Turns that who only passes keeps in hand."""
BEHIND = 24
"""Halves of points by which who only passes stays behind those who clear its way."""
STAND = 10
"""Hexes from the enemy at which who fires from afar takes its stand."""
THREAT = 10
"""Hexes from the enemy at which a place that one holds is threatened."""
POST = 3
"""Hexes from a place that one holds at which one guards it."""
NEAREST = 4
"""Hexes from those who fight that who only helps them stays behind."""
HUNT = 2
"""How many times stronger a side is that leaves its positions to hunt those who want to leave the map."""
MASS = 4
"""Units that go together at the most, where they share the danger of the way."""
FAR = 10_000
"""A distance for who cannot get there, in halves of points."""
HELPERS = frozenset({"hq", "mortar", "rdf", "jammer", "truck", "flak"})
"""Kinds that have nothing to look for before those who fight."""


class Aims(Perils):
    """The same, with where each unit should go."""

    def __init__(self, play: Play, known: Play, side: str, weights: Constants) -> None:
        super().__init__(play, known, side, weights)
        self._aims: dict[str, frozenset[Hex]] = {}
        self._posted: dict[str, Hex] | None = None

    # -- enemies, seen and unseen -------------------------------------------------------------------------------

    def nearest_enemy(self, hex: Hex) -> Hex:
        """The nearest hex with an enemy, known or a face-down counter; "" if there is none on the map."""
        there = {one.hex for one in self.foes} | self.strangers
        return min(there, key=lambda one: (self.play.distance(one, hex), one), default="")

    def room(self, hex: Hex) -> int:
        """Hexes from one to the nearest enemy, known or a face-down counter."""
        near = self.nearest_enemy(hex)
        return self.play.distance(near, hex) if near else FAR

    def exposed(self, unit: Unit, hex: Hex) -> float:
        """What it is that who only helps, or fights from afar, comes near the enemy."""
        near = self.weights.apart - self.room(hex)
        return self.worth(unit) * near / self.weights.apart if near > 0 and self.keeps_off(unit) else 0.0

    def keeps_off(self, unit: Unit) -> bool:
        """Whether a unit on the ground has nothing to look for near the enemy."""
        return self.helps(unit) or (self.stands_off(unit) and self.play.type_of(unit).moves != "helicopter")

    def stands_off(self, unit: Unit) -> bool:
        """Whether a unit fights from afar alone: all that it fires are missiles (6.86)."""
        row = self.play.type_of(unit)
        return row.moves == "helicopter" or (bool(row.arms) and set(row.arms) <= {"missile"})

    def helps(self, unit: Unit) -> bool:
        """Whether a unit only helps others to fight, and brings no points by leaving the map."""
        return (self.play.type_of(unit).kind in HELPERS or self._empty(unit)) and not self.exits(unit)

    def _empty(self, unit: Unit) -> bool:
        """Whether it is a carrier with machine guns that carries nobody; where points are for leaving the map, it is
        needed to clear or to bar the way."""
        row, victory = self.play.type_of(unit), self.game.victory
        if row.kind != "apc" or (victory is not None and victory.exit):
            return False
        return all(weapon.class_ == "R" for weapon in row.arms.values()) and not self.play.carried(unit)

    def fighters(self) -> list[Unit]:
        """One's own who fight at close quarters, on the map and not aboard."""
        rows = ((one, self.play.type_of(one)) for one in self.mine if one.hex and not one.aboard)
        return [
            one
            for one, row in rows
            if row.arms and row.kind not in HELPERS and not self.stands_off(one) and not self._empty(one)
        ]

    # -- aims ---------------------------------------------------------------------------------------------------

    def aims(self, unit: Unit) -> frozenset[Hex]:
        """Where a unit should go: exits for whom it counts, hexes that the enemy holds, or that one holds and is to
        lose; who helps, after those who fight; else the enemy, if there is nothing on the map to hold."""
        if unit.id not in self._aims:
            self._aims[unit.id] = self._aims_of(unit)
        return self._aims[unit.id]

    def _aims_of(self, unit: Unit) -> frozenset[Hex]:
        victory, row = self.game.victory, self.play.type_of(unit)
        if victory is None:
            return frozenset()
        if exits := [hex for one in self._ways_out(unit) for hex in one.hexes]:
            return frozenset(exits)
        if self.helps(unit):
            return self._followed(unit)
        led = [hex for one in victory.exit if one.side == self.side for hex in one.hexes]
        if led and row.combat:
            return frozenset([*led, *(one.hex for one in self.foes)])
        lost = frozenset(hex for hex, side in self.game.held.items() if side != self.side)
        if self.stands_off(unit):
            return self._stands(unit, bool(lost))
        if victory.objective:
            return (self._at_hand(unit, lost) if self._guards(unit) else lost) or self._post(unit)
        if victory.exit and not self._stronger():
            return self._passed(unit, [hex for one in victory.exit for hex in one.hexes])
        return frozenset(one.hex for one in self.foes)

    def _guards(self, unit: Unit) -> bool:
        """Whether nobody else would be left in a threatened place that its side holds, if it went; who only comes past
        does not stay for that."""
        return unit.came in ("", unit.hex) and self.stake(unit, unit.hex) > 0

    def _at_hand(self, unit: Unit, lost: frozenset[Hex]) -> frozenset[Hex]:
        """Of some places those that a unit gets to in one move."""
        pace = self.play.type_of(unit).move
        return frozenset(one for one in lost if self._from(unit, frozenset({one})).get(unit.hex, FAR) <= pace)

    def _followed(self, unit: Unit) -> frozenset[Hex]:
        """For who helps: those of its company who fight, or anybody who does; whom it carries it brings to them."""
        some = self.fighters()
        mine = [one for one in some if one.company == unit.company] or some
        return frozenset(one.hex for one in mine)

    def _stands(self, unit: Unit, attacks: bool) -> frozenset[Hex]:
        """For who fires from afar: none while it sees somebody whom it reaches, or its side holds all places that
        count, to which the enemy has to come; else the hexes from which it would; in an attack, as long as nobody is
        known, after those who fight."""
        victory = self.game.victory
        if victory is not None and victory.objective and not attacks:
            return frozenset()
        goals = {one.hex for one in self.foes}
        if attacks and not goals and self.play.type_of(unit).moves != "helicopter":
            return self._followed(unit)
        if not self.play.type_of(unit).arms or self.reaches_any(unit):
            return frozenset()
        return frozenset[Hex]().union(*(self.play.spotting.field(hex, STAND) for hex in goals))

    def reaches_any(self, unit: Unit) -> bool:
        """Whether a unit sees a known enemy within the range of what it has."""
        arms = self.play.type_of(unit).arms
        reach = max((reach_of(self.play, unit, arm) for arm in arms), default=0)
        distance, clear = self.play.distance, self.play.clear
        return any(distance(unit.hex, one.hex) <= reach and clear(unit.hex, one.hex) for one in self.foes)

    def _stronger(self) -> bool:
        """Whether it is so much stronger than those whom it is to keep from leaving that it hunts them, instead of
        waiting for them."""
        points = self.play.charts.units
        mine = sum(points[one.type].points for one in self.mine if one.hex)
        return mine > HUNT * sum(points[one.type].points for one in self.foes)

    def _passed(self, unit: Unit, exits: Sequence[Hex]) -> frozenset[Hex]:
        """For who waits for those who want to leave: whoever has come past it, and is out of its sight."""
        if not unit.hex or self.reaches_any(unit):
            return frozenset()
        distance = self.play.distance

        def left(hex: Hex) -> int:
            return min(distance(hex, one) for one in exits)

        mine = left(unit.hex)
        return frozenset(one.hex for one in self.foes if left(one.hex) < mine)

    # -- holding ------------------------------------------------------------------------------------------------

    def _post(self, unit: Unit) -> frozenset[Hex]:
        """For who holds all that there is to hold: the place that it is to fill, or the nearest that is threatened, as
        far as it does not see the enemy from where it is."""
        if not unit.hex:
            return frozenset(self.game.held)
        if self._posted is None:
            self._posted = self._filled()
        if unit.id in self._posted:
            return frozenset({self._posted[unit.id]})
        threatened = [hex for hex in self.game.held if self.room(hex) <= THREAT]
        if not threatened or self.reaches_any(unit):
            return frozenset()
        distance, within = self.play.distance, self.play.ground.within
        hex = min(threatened, key=lambda one: (distance(one, unit.hex), one))
        return frozenset(within(hex, POST)) if distance(hex, unit.hex) > POST else frozenset()

    def _filled(self) -> dict[str, Hex]:
        """Who goes to a place that is threatened and in which nobody stands: for each the nearest who can get there."""
        found: dict[str, Hex] = {}
        fighters = self.fighters()
        standing = {one.hex for one in fighters}
        free = [one for one in fighters if one.hex not in self.game.held and not one.panicked]
        for hex in sorted(self.game.held, key=lambda one: (self.room(one), one)):
            if hex in standing or self.room(hex) > THREAT:
                continue
            near = [(self._left(one, frozenset({hex})), one.id) for one in free if one.id not in found]
            far, id = min(near, default=(FAR, ""))
            if far < FAR:
                found[id] = hex
        return found

    def _left(self, unit: Unit, aims: frozenset[Hex]) -> int:
        """Turns that a unit needs to get to one of some hexes."""
        far = self._from(unit, aims).get(unit.hex, FAR)
        return far if far == FAR else -(-far // max(1, self.play.type_of(unit).move))

    # -- ways ---------------------------------------------------------------------------------------------------

    def distances(self, unit: Unit) -> dict[Hex, int]:
        """From each hex to the nearest aim of a unit, in halves of points; empty if it has none."""
        aims = self.aims(unit)
        return self._from(unit, aims) if aims else {}

    def _from(self, unit: Unit, aims: frozenset[Hex]) -> dict[Hex, int]:
        moves = self.play.type_of(unit).moves
        broken = frozenset(self.game.broken_bridges)
        built = frozenset(self.game.built_bridges)
        return distances(self.play.ground, moves, aims, broken, built, self.avoided(unit))

    def left(self, unit: Unit) -> int:
        """From a unit on the map to its aim, in halves of points; FAR if it has none or cannot get there."""
        return self.distances(unit).get(unit.hex, FAR) if unit.hex else FAR

    def avoided(self, unit: Unit) -> frozenset[Hex]:
        """Hexes with mines that the side knows of, for who would be attacked by them."""
        return frozenset[Hex]() if self.play.type_of(unit).moves == "helicopter" else self.mined

    def behind(self, unit: Unit) -> int:
        """How near a unit that does not fight goes to its aim, in halves of points: who only passes stays behind those
        who clear the way, who helps behind those whom it follows. 0 if there are none, or if it fights itself."""
        if self.helps(unit):
            return 0 if self.play.carried(unit) else 2 * NEAREST
        if not self.exits(unit) or self.play.type_of(unit).combat:
            return 0
        lead = [
            one
            for one in self.mine
            if one.hex and not one.aboard and not one.panicked and not self.exits(one)
        ]
        far = self.distances(unit)
        first = min((far.get(one.hex, FAR) for one in lead if self.play.type_of(one).combat), default=-BEHIND)
        return first + BEHIND

    def leads(self, unit: Unit, hex: Hex) -> bool:
        """Whether who follows others would stand nearer to the enemy there than all of them."""
        return (self.helps(unit) or (self.keeps_off(unit) and not self.foes)) and self.room(hex) < min(
            (self.room(one) for one in self.aims(unit)), default=0
        )

    def prize(self, unit: Unit, hex: Hex) -> float:
        """What it is to a unit to enter a hex that the enemy holds."""
        victory = self.game.victory
        if victory is None or self.game.held.get(hex, self.side) == self.side:
            return 0.0
        if self.play.flies(unit) and self.play.charts.readings.helicopters_hold == "never":
            return 0.0
        return self._place(victory, hex)

    def _place(self, victory: Victory, hex: Hex) -> float:
        """What a hex is worth as a place to hold."""
        points = sum(one.points / len(one.hexes) for one in victory.objective if hex in one.hexes)
        return self.weights.prize * points

    def stake(self, unit: Unit, hex: Hex) -> float:
        """What it is that a unit alone stands in a hex that its side holds and the enemy threatens."""
        victory = self.game.victory
        if (
            victory is None
            or self.game.held.get(hex) != self.side
            or self.helps(unit)
            or self.stands_off(unit)
            or self.room(hex) > THREAT
        ):
            return 0.0
        if any(one.hex == hex and one.id != unit.id for one in self.fighters()):
            return 0.0
        return self._place(victory, hex)

    def together(self, unit: Unit) -> int:
        """How many go for their aims this turn together with a unit, itself among them: each enemy on the way fires at
        one of them."""
        left, pace = self.left(unit), self.play.type_of(unit).move
        if not 0 < left < FAR:
            return 1
        some = (
            self.fighters()
            if not self.exits(unit)
            else [one for one in self.mine if one.hex and not one.aboard]
        )
        others = (one for one in some if is_unmarked(one) and one.id != unit.id)
        return min(MASS, 1 + sum(0 < self.left(one) <= left + pace for one in others))

    def urgency(self, unit: Unit, left: int) -> float:
        """Up to 2: how little time there is to go so far, in halves of points, and for all that comes after."""
        turns = max(1, self.game.turns - self.game.turn)
        pace = max(1, self.play.type_of(unit).move)
        gone = self.game.turn / self.game.turns
        return min(2.0, max(self.weights.early + self.weights.late * gone, 1.6 * left / pace / turns))

    def pressed(self, unit: Unit, left: int) -> bool:
        """Whether it must go now, whoever is in the way, to get so far, in halves of points."""
        return self.game.turns - self.game.turn <= MARGIN + left / max(1, self.play.type_of(unit).move)

    def enemy_done(self) -> bool:
        """Whether the enemy does nothing more of his own this turn."""
        return self.game.forces[self.other].passed


@lru_cache(maxsize=256)
def distances(
    ground: Ground, moves: Moves, aims: frozenset[Hex], broken: frozenset[str], built: frozenset[str],
    mined: frozenset[Hex],
) -> dict[Hex, int]:  # fmt: skip
    """From every hex to the nearest of some, by the cheapest way that leaves out mines if it can."""
    costs = ways_in(ground, moves, broken, built)
    found = dict.fromkeys(aims, 0)
    queue = [(0, hex) for hex in sorted(aims)]
    while queue:
        total, hex = heappop(queue)
        if found[hex] < total:
            continue
        more = total + DETOUR if hex in mined else total
        for frm, cost in costs[hex]:
            if more + cost < found.get(frm, FAR):
                found[frm] = more + cost
                heappush(queue, (more + cost, frm))
    return found


@lru_cache(maxsize=16)
def ways_in(
    ground: Ground, moves: Moves, broken: frozenset[str], built: frozenset[str]
) -> dict[Hex, list[tuple[Hex, int]]]:
    """Into each hex: its neighbours from which one goes there, and what that costs in halves of points."""
    edges = edges_of(ground, moves, False, broken, built, NONE, NONE, NONE, 0)
    found: dict[Hex, list[tuple[Hex, int]]] = {hex: [] for hex in ground.board.hexes}
    for frm in found:
        for to, cost in edges[frm]:
            found[to].append((frm, cost))
    return found
