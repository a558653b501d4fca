"""What a side makes of a battle, of what it may know alone: what shots are worth, and where danger is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.blows import FACES, Blow, doubles, left, spread
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.completing import Assumed
from campaign.systems.mechwar_4.constants import Constants
from campaign.systems.mechwar_4.decide import fire, shooting
from campaign.systems.mechwar_4.duels import DEEP, Foe, duel, first_chance
from campaign.systems.mechwar_4.frames import Attack, FireKind, Firer
from campaign.systems.mechwar_4.panic import panic_chance
from campaign.systems.mechwar_4.play import Play, moving
from campaign.systems.mechwar_4.scenario import Exit
from campaign.systems.mechwar_4.state import GONE, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import howitzer, shot

SMALL = 0.3
"""How much of it counts where it is little: vehicles that are moving on do not stop, and rifles only suppress them."""


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


def gone_to(unit: Unit, hex: Hex) -> Unit:
    """A unit as it would come to another hex: what covered it stays behind."""
    return replace(unit, hex=hex, defilade="", column=False, improved=False)


class Judgement:
    """One state as one side sees it. play: made whole by what the side assumes; known: as it knows the battle. weights:
    what it weighs with."""

    def __init__(self, play: Play, known: Play, side: str, weights: Constants) -> None:
        self.play, self.side, self.game = play, side, play.state
        self.known, self.weights = known, weights
        units = self.game.units.values()
        self.mine = [one for one in units if one.side == side and not one.out]
        self.foes = [one for one in units if one.side != side and one.hex and not one.aboard]
        self.strangers = frozenset(self.game.strangers if isinstance(self.game, Assumed) else ())
        """Hexes with face-down counters of the enemy."""
        self.mined = frozenset(
            one.hex for one in self.game.mines if not one.breached and (one.side == side or side in one.known)
        )
        self._worth: dict[str, float] = {}

    # -- shots --------------------------------------------------------------------------------------------------

    def worth(self, unit: Unit) -> float:
        """What it is to lose a unit: its points (20.51), and what it may still bring."""
        if unit.id not in self._worth:
            self._worth[unit.id] = self._worth_of(unit)
        return self._worth[unit.id]

    def _worth_of(self, unit: Unit) -> float:
        found = self.weights.least + self.play.type_of(unit).points / 3
        found += self.exits(unit) / 2
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

    def exits(self, unit: Unit) -> int:
        """The points that a unit brings by leaving the map."""
        return max((one.points for one in self._ways_out(unit)), default=0)

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
        blow = shot(self.play, firer, target, kind).blow
        found = self.struck(blow, target)
        shaken = found.shaken * self._nerve(target) * (SMALL if blow.suppresses else 1)
        worth = self.worth(target) * (self.cost(found.loss, found.kill) + shaken)
        return self.calm(unit, kind, firer.state) * worth - self._spends(unit, arm)

    def cost(self, loss: float, kill: float) -> float:
        """What a loss is, as a share of a unit's worth. loss: of its steps; kill: the chance that it is gone."""
        return (1 - self.weights.kill) * loss + self.weights.kill * kill

    def _nerve(self, target: Unit) -> float:
        """Of a unit's worth, what it is to suppress it or to make it panic: nothing where it does nothing more before
        it gets over it (7.4), and next to nothing where it does not stop it."""
        if target.suppression or target.panicked:
            return 0.0
        moves = moving(self.game)
        if moves is not None and moves.unit == target.id:
            return self.weights.shaken * (1.0 if self.play.type_of(target).target == "soft" else SMALL)
        return 0.0 if target.fired or target.moved else self.weights.shaken

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
        return self.weights.missile * self.play.type_of(unit).arms[arm].depletion

    def best_shot(self, unit: Unit, target: Unit, kind: FireKind) -> float:
        """The best that a unit can do to another, 0 if nothing."""
        if not self.play.may_see(unit, target):
            return 0.0
        arms = fire.arms(self.play, unit, target, kind)
        return max((self.shot(unit, arm, target, kind) for arm in arms), default=0.0)

    def held_by_foes(self, hex: Hex) -> bool:
        """Whether a known enemy on the ground is in the way there."""
        return any(one.hex == hex and self.play.type_of(one).moves != "helicopter" for one in self.foes)

    def hostile(self, hex: Hex) -> bool:
        """The same, or a counter that lies face down."""
        return hex in self.strangers or self.held_by_foes(hex)

    def fight(self, unit: Unit, hex: Hex) -> tuple[float, float]:
        """What an overrun of all known enemies in a hex brings, in points, less what it costs; and the chance that the
        hex is free of them afterwards."""
        ghost = gone_to(unit, hex)
        there = [one for one in self.foes if one.hex == hex and not self.play.flies(one)]
        if not there:
            return 0.0, 1.0
        there.sort(key=lambda one: -self._at_arms_length(unit, one) / self.worth(one))
        foes = tuple(self._met(unit, ghost, one) for one in there)
        first = first_chance(self.play.level(unit), self.play.level(there[0]))
        end = duel(self.play.charts, unit.damage, self.fragile(unit), foes, first)
        brings = sum(
            self.worth(one) * self.cost(loss, kill)
            for one, loss, kill in zip(there, end.losses, end.kills, strict=True)
        )
        return round(brings - self.worth(unit) * self.cost(end.loss, end.gone), 9), round(end.clear, 9)

    def _met(self, unit: Unit, ghost: Unit, foe: Unit) -> Foe:
        """An enemy as a unit meets him in an overrun."""
        at_him = tuple(self._blow(unit, foe, damage) for damage in range(GONE))
        by_him = tuple(self._by(foe, ghost, damage) for damage in range(GONE))
        return Foe(foe.damage, foe.suppression, self.fragile(foe), at_him, by_him)

    def _by(self, foe: Unit, ghost: Unit, damage: int) -> tuple[Blow | None, ...]:
        """What an enemy fires in an overrun, by how he is suppressed (7.5)."""
        blow, off = self._blow(foe, ghost, damage), self.play.type_of(foe).suppressed
        levels = [level - foe.suppression for level in range(DEEP + 1)]
        return tuple(blow and blow._replace(column=blow.column - off * more) for more in levels)

    def _blow(self, unit: Unit, target: Unit, damage: int) -> Blow | None:
        """The best that a unit with so many steps lost fires at another in an overrun (12); None if nothing."""
        arms = fire.arms(self.play, unit, target, "overrun")
        blows = [shot(self.play, Firer(unit.id, arm, damage), target, "overrun").blow for arm in arms]
        return max(blows, key=lambda one: self.struck(one, target)[:3], default=None)

    def _at_arms_length(self, unit: Unit, target: Unit) -> float:
        """Also of who panics: he fires all the same (12.4)."""
        arms = fire.arms(self.play, unit, target, "overrun")
        return max((self.shot(unit, arm, target, "overrun") for arm in arms), default=0.0)
