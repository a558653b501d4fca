"""What a side makes of a battle, of what it may know alone: what shots are worth, where danger is, where to go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.systems.mechwar_4.blows import FACES, Blow, doubles, left, spread
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.completing import Assumed
from campaign.systems.mechwar_4.decide import fire, shooting
from campaign.systems.mechwar_4.frames import Attack, FireKind, Firer
from campaign.systems.mechwar_4.ground import Ground, joint
from campaign.systems.mechwar_4.panic import panic_chance
from campaign.systems.mechwar_4.play import Play, is_unmarked
from campaign.systems.mechwar_4.scenario import Exit
from campaign.systems.mechwar_4.state import GONE, Unit
from campaign.systems.mechwar_4.units import Arm, Moves
from campaign.systems.mechwar_4.values import howitzer, reach_of, shot

LEAST = 0.4
"""What a unit is worth that brings no points."""
SHAKEN = 0.15
"""Of a unit's worth: what it is to suppress it or to make it panic."""
SPENT = 0.4
"""How much of the danger is left from an enemy who has fired or moved this turn."""
PRIZE = 0.35
"""What a point for a place is worth to one who decides where to go: less than one, since it can be lost again."""
DETOUR = 16
"""Halves of points that it is worth to go round a hex of mines."""
MARGIN = 3
"""Turns that who only passes keeps in hand."""
BEHIND = 24
"""Halves of points by which who only passes stays behind those who clear its way."""
STAND = 10
"""Hexes from the enemy at which who fires from afar takes its stand."""
ROUNDS = 1.6
"""Firefights that an overrun takes, more or less."""
FAR = 10_000
"""A distance for who cannot get there, in halves of points."""


class Effect(NamedTuple):
    """loss: share of a full unit lost on average; kill: chance that it is gone; shaken: suppressed, or to panic;
    levels: of suppression, on average."""

    loss: float
    kill: float
    shaken: float
    levels: float


@lru_cache(maxsize=1 << 15)
def effect(charts: Charts, blow: Blow, damage: int, fragile: bool) -> Effect:
    """What a blow does to a unit on average. fragile: the first step is the last."""
    found = [
        (result, blow.levels(charts, result, steps), min(GONE, left(damage, steps, fragile)), part)
        for result, steps, part in spread(charts, blow)
    ]
    return Effect(
        float(sum((now - damage) * part for _, _, now, part in found) / GONE),
        float(sum(part for _, _, now, part in found if now == GONE)),
        float(sum(part for result, level, _, part in found if level or result.panic)),
        float(sum(level * part for _, level, _, part in found)),
    )


@lru_cache(maxsize=1 << 12)
def doubled(column: int) -> float:
    """Levels of suppression of who is buttoned up under shells of a tight pattern, on average (7.31)."""
    double = doubles(column)
    return sum(map(double, FACES)) / len(FACES)


def gone(charts: Charts, blows: Iterable[tuple[float, Blow]], damage: int, fragile: bool) -> float:
    """How likely a unit is gone after blows that come one after the other, each with how likely it falls."""
    found = {damage: 1.0}
    for falls, blow in blows:
        after: dict[int, float] = defaultdict(float)
        for before, weight in found.items():
            if before == GONE:
                after[GONE] += weight
                continue
            after[before] += weight * (1 - falls)
            for _, steps, part in spread(charts, blow):
                after[min(GONE, left(before, steps, fragile))] += weight * falls * float(part)
        found = after
    return found.get(GONE, 0.0)


class Judgement:
    """One state as one side sees it. play: made whole by what the side assumes; known: as it knows the battle."""

    def __init__(self, play: Play, known: Play, side: str) -> None:
        self.play, self.side, self.game = play, side, play.state
        self.known = known
        units = self.game.units.values()
        self.mine = [one for one in units if one.side == side and not one.out]
        self.foes = [one for one in units if one.side != side and one.hex and not one.aboard]
        self.strangers = frozenset(self.game.strangers if isinstance(self.game, Assumed) else ())
        """Hexes with face-down counters of the enemy."""
        self.mined = frozenset(
            one.hex for one in self.game.mines if not one.breached and (one.side == side or side in one.known)
        )
        self._watched: dict[str, frozenset[str]] = {}

    # -- shots --------------------------------------------------------------------------------------------------

    def worth(self, unit: Unit) -> float:
        """What it is to lose a unit: its points (20.51), and what it may still bring."""
        found = LEAST + self.play.type_of(unit).points / 3
        found += max((one.points / 2 for one in self._ways_out(unit)), default=0.0)
        return found + sum(self.worth(one) for one in self._aboard(unit))

    def _aboard(self, unit: Unit) -> list[Unit]:
        """Who is with it, as far as the side knows."""
        return self.play.carried(unit)

    def _ways_out(self, unit: Unit) -> list[Exit]:
        """Exits through which a unit, or who is with it, brings points."""
        victory = self.game.victory
        if victory is None:
            return []
        rows = [self.play.type_of(one) for one in (unit, *self._aboard(unit))]
        kinds = {
            "all",
            *("trucks" for row in rows if row.kind == "truck"),
            *("combat" for row in rows if row.combat),
        }
        return [one for one in victory.exit if one.side == unit.side and one.counts in kinds]

    def exits(self, unit: Unit) -> bool:
        """Whether a unit brings points by leaving the map."""
        return bool(self._ways_out(unit))

    def jams(self, unit: Unit, hex: Hex) -> bool:
        """Whether it would stand there in the way of those of its side who bring points by leaving."""
        victory = self.game.victory
        if victory is None or self.exits(unit):
            return False
        return any(hex in one.hexes for one in victory.exit if one.side == self.side)

    def shot(
        self, unit: Unit, arm: Arm, target: Unit, kind: FireKind, state: int = -1, halved: bool = False
    ) -> float:
        """What a shot is worth on average, in points; the target may be thought to stand elsewhere."""
        firer = Firer(unit.id, arm, unit.damage if state < 0 else state, halved)
        found = self.struck(shot(self.play, firer, target, kind).blow, target)
        shaken = 0.0 if target.suppression or target.panicked else found.shaken * SHAKEN
        worth = self.worth(target) * (0.4 * found.loss + 0.6 * found.kill + shaken)
        return self.calm(unit, kind, firer.state) * worth - self._spends(unit, arm)

    def struck(self, blow: Blow, unit: Unit) -> Effect:
        """What a blow does to a unit on average."""
        return effect(self.play.charts, blow, unit.damage, self.fragile(unit))

    def fragile(self, unit: Unit) -> bool:
        """Whether the first step that it loses is its last (8.14)."""
        return self.play.type_of(unit).one_step or unit.column

    def calm(self, unit: Unit, kind: FireKind, state: int) -> float:
        """How likely a unit does fire (13.0)."""
        return 1.0 if kind == "overrun" else 1 - float(panic_chance(self.play, unit, state=state))

    def as_good_as_gone(self, attack: Attack) -> float:
        """How likely an attack as it has been declared is the end of its target."""
        play, target = self.play, self.game.units[attack.target]
        blows = [
            (
                self.calm(self.game.units[one.unit], attack.kind, one.state),
                shot(play, one, target, attack.kind).blow,
            )
            for one in attack.firers
            if not self._shuts(attack, one, target)
        ]
        return gone(play.charts, blows, target.damage, self.fragile(target))

    def _shuts(self, attack: Attack, firer: Firer, target: Unit) -> bool:
        """Whether a shot finds its target buttoned up, and cannot take anything from it (6.43)."""
        weapon = self.play.type_of(self.game.units[firer.unit]).arms[firer.arm]
        return howitzer(weapon, firer.arm) and shooting.is_shut(self.play, attack, firer, target)

    def _spends(self, unit: Unit, arm: Arm) -> float:
        """What it costs to have perhaps fired the last missile."""
        return 0.02 * self.play.type_of(unit).arms[arm].depletion

    def best_shot(self, unit: Unit, target: Unit, kind: FireKind) -> float:
        """The best that a unit can do to another, 0 if nothing."""
        if not self.play.may_see(unit, target):
            return 0.0
        arms = fire.arms(self.play, unit, target, kind)
        return max((self.shot(unit, arm, target, kind) for arm in arms), default=0.0)

    def danger(self, unit: Unit, hex: Hex) -> float:
        """What known enemies can do to a unit in a hex."""
        ghost = unit if unit.hex == hex else replace(unit, hex=hex, defilade="", column=False)
        found = 0.0
        for foe in self.foes:
            if foe.panicked or not self.play.clear(foe.hex, hex):
                continue
            share = 1.0 if is_unmarked(foe) else SPENT
            many = len(self._watched_by(foe) | {unit.id})
            found += share * max(0.0, self.best_shot(foe, ghost, "direct")) / many
        return found

    def _watched_by(self, foe: Unit) -> frozenset[str]:
        """Who of one's own stands in sight of an enemy: he fires at one of them, so that danger is shared."""
        if foe.id not in self._watched:
            some = (one for one in self.mine if one.hex and not one.aboard)
            self._watched[foe.id] = frozenset(one.id for one in some if self.play.clear(foe.hex, one.hex))
        return self._watched[foe.id]

    def held_by_foes(self, hex: Hex) -> bool:
        """Whether a known enemy on the ground is in the way there."""
        return any(one.hex == hex and self.play.type_of(one).moves != "helicopter" for one in self.foes)

    def fight(self, unit: Unit, hex: Hex) -> tuple[float, float]:
        """What an overrun of all known enemies in a hex brings, in points, less what it costs; and the chance, more or
        less, that the hex is free of them afterwards."""
        ghost = replace(unit, hex=hex, defilade="", column=False)
        there = [one for one in self.foes if one.hex == hex]
        gain = max((self._at_arms_length(unit, one) / self.worth(one) for one in there), default=0.0)
        risk = sum(self._at_arms_length(one, ghost) for one in there) / self.worth(unit)
        chance = (gain / (gain + risk)) ** len(there) if gain > 0 else 0.0
        best = max((self._at_arms_length(unit, one) for one in there), default=0.0)
        return ROUNDS * (best - risk * self.worth(unit)), chance

    def _at_arms_length(self, unit: Unit, target: Unit) -> float:
        if unit.panicked:
            return 0.0
        arms = fire.arms(self.play, unit, target, "overrun")
        return max((self.shot(unit, arm, target, "overrun") for arm in arms), default=0.0)

    # -- aims ---------------------------------------------------------------------------------------------------

    def aims(self, unit: Unit) -> frozenset[Hex]:
        """Where a unit should go: exits for whom it counts, hexes that the enemy holds; else the enemy, if there is
        nothing on the map to hold."""
        victory, row = self.game.victory, self.play.type_of(unit)
        if victory is None:
            return frozenset()
        exits = [hex for one in self._ways_out(unit) for hex in one.hexes]
        if exits:
            return frozenset(exits)
        led = [hex for one in victory.exit if one.side == self.side for hex in one.hexes]
        if led and row.combat:
            return frozenset([*led, *(one.hex for one in self.foes)])
        if row.kind in ("hq", "mortar", "rdf", "jammer", "truck"):
            return frozenset()
        if row.moves == "helicopter":
            return self._stands(unit)
        if victory.objective:
            return frozenset(hex for hex, side in self.game.held.items() if side != self.side)
        if victory.exit and not self._stronger():
            return frozenset()
        return frozenset(one.hex for one in self.foes)

    def _stands(self, unit: Unit) -> frozenset[Hex]:
        """For who fires from afar: none while it sees somebody whom it reaches, else the hexes from which it would."""
        if not (arms := self.play.type_of(unit).arms):
            return frozenset()
        reach = max(reach_of(self.play, unit, arm) for arm in arms)
        goals = {one.hex for one in self.foes}
        if any(
            self.play.distance(unit.hex, hex) <= reach and self.play.clear(unit.hex, hex) for hex in goals
        ):
            return frozenset()
        around = self.play.ground.within
        return frozenset(one for hex in goals for one in around(hex, STAND) if self.play.clear(one, hex))

    def _stronger(self) -> bool:
        """Whether it can hunt those whom it is to keep from leaving, instead of waiting for them."""
        points = self.play.charts.units
        mine = sum(points[one.type].points for one in self.mine if one.hex)
        return mine > sum(points[one.type].points for one in self.foes)

    def distances(self, unit: Unit) -> dict[Hex, int]:
        """From each hex to the nearest aim of a unit, in halves of points; empty if it has none."""
        aims = self.aims(unit)
        if not aims:
            return {}
        moves = self.play.type_of(unit).moves
        broken = frozenset(self.game.broken_bridges) - frozenset(self.game.built_bridges)
        return distances(self.play.ground, moves, aims, broken, self.avoided(unit))

    def avoided(self, unit: Unit) -> frozenset[Hex]:
        """Hexes with mines that the side knows of, for who would be attacked by them."""
        return frozenset[Hex]() if self.play.type_of(unit).moves == "helicopter" else self.mined

    def behind(self, unit: Unit) -> int:
        """How near a unit that only passes goes to its aim, in halves of points: it stays behind those who clear the
        way. 0 if there are none, or if it fights itself."""
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

    def prize(self, hex: Hex) -> float:
        """What it is to enter a hex that the enemy holds."""
        victory = self.game.victory
        if victory is None or self.game.held.get(hex, self.side) == self.side:
            return 0.0
        return sum(PRIZE * one.points / len(one.hexes) for one in victory.objective if hex in one.hexes)

    def urgency(self, unit: Unit, left: int) -> float:
        """From 0.6 to 2: how little time there is to go so far, in halves of points, and for all that comes after."""
        turns = max(1, self.game.turns - self.game.turn)
        pace = max(1, self.play.type_of(unit).move)
        gone = self.game.turn / self.game.turns
        return min(2.0, max(0.6 + 0.9 * gone, 1.6 * left / pace / turns))

    def pressed(self, unit: Unit, left: int) -> bool:
        """Whether it must go now, whoever is in the way, to get so far, in halves of points."""
        return self.game.turns - self.game.turn <= MARGIN + left / max(1, self.play.type_of(unit).move)


class Reading(Judgement):
    """A question to a side, with what it may answer."""

    def __init__(self, play: Play, known: Play, side: str, options: Sequence[Option]) -> None:
        super().__init__(play, known, side)
        self.options = options

    def of(self, *kinds: type[Any]) -> list[Option]:
        return [one for one in self.options if isinstance(one.action, kinds)]

    def one(self, kind: type[Any]) -> Option | None:
        return next(iter(self.of(kind)), None)


@lru_cache(maxsize=128)
def distances(
    ground: Ground, moves: Moves, aims: frozenset[Hex], broken: frozenset[str], mined: frozenset[Hex]
) -> dict[Hex, int]:
    """From every hex to the nearest of some, by the cheapest way that leaves out mines if it can."""
    found = dict.fromkeys(aims, 0)
    queue = [(0, hex) for hex in sorted(aims)]
    while queue:
        total, hex = heappop(queue)
        if found[hex] < total:
            continue
        for _, frm in ground.around[hex]:
            cost = ground.by_way(moves, frm, hex, broken=joint(frm, hex) in broken)
            if cost is not None and hex in mined:
                cost += DETOUR
            if cost is not None and total + cost < found.get(frm, FAR):
                found[frm] = total + cost
                heappush(queue, (total + cost, frm))
    return found
