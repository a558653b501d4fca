"""What a side makes of a battle, of what it may know alone: what shots are worth, and where danger is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.rules.hexes import Hex
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.completing import Assumed
from campaign.systems.mechwar_4.decide import fire
from campaign.systems.mechwar_4.frames import FireKind, Firer
from campaign.systems.mechwar_4.play import Play, is_unmarked
from campaign.systems.mechwar_4.prospects import panic_chance
from campaign.systems.mechwar_4.scenario import Exit
from campaign.systems.mechwar_4.state import GONE, Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import shot

LEAST = 0.4
"""What a unit is worth that brings no points."""
SHAKEN = 0.15
"""Of a unit's worth: what it is to suppress it or to make it panic."""
SPENT = 0.4
"""How much of the danger is left from an enemy who has fired or moved this turn."""
ROUNDS = 1.6
"""Firefights that an overrun takes, more or less."""


class Effect(NamedTuple):
    """loss: share of a full unit lost on average; kill: chance that it is gone; shaken: suppressed, or to panic."""

    loss: float
    kill: float
    shaken: float


@lru_cache(maxsize=1 << 15)
def effect(
    charts: Charts, personnel: bool, state: int, column: int, add: int, suppresses: bool, damage: int, fragile: bool
) -> Effect:  # fmt: skip
    """What one die does on a table. fragile: the first step is the last."""
    loss = kill = shaken = 0.0
    whole = charts.all_losses / 6
    for die in range(1, 7):
        result = charts.personnel(column, die + add) if personnel else charts.armour(state, column, die + add)
        if suppresses:
            shaken += bool(result) / 6
            continue
        shaken += bool(result.suppression or result.panic or (personnel and result.losses)) / 6
        ways = (
            ((result.losses, whole), (result.losses - 1, 1 - whole))
            if result.rolled
            else ((result.losses, 1.0),)
        )
        for steps, weight in ways:
            lost = GONE - damage if fragile and steps > 0 else min(max(steps, 0), GONE - damage)
            loss += weight * lost / GONE / 6
            kill += weight * (lost == GONE - damage) / 6
    return Effect(loss, kill, shaken)


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
        self._worth: dict[str, float] = {}
        self._threats: dict[tuple[Any, ...], float] = {}

    # -- shots --------------------------------------------------------------------------------------------------

    def worth(self, unit: Unit) -> float:
        """What it is to lose a unit: its points (20.51), and what it may still bring."""
        if unit.id not in self._worth:
            self._worth[unit.id] = self._worth_of(unit)
        return self._worth[unit.id]

    def _worth_of(self, unit: Unit) -> float:
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
        play = self.play
        firer = Firer(unit.id, arm, unit.damage if state < 0 else state, halved)
        read = shot(play, firer, target, kind)
        fragile = play.type_of(target).one_step or target.column
        found = effect(
            play.charts, read.table == "personnel", read.state, read.superiority, read.add, read.suppresses,
            target.damage, fragile,
        )  # fmt: skip
        shaken = 0.0 if target.suppression or target.panicked else found.shaken * SHAKEN
        worth = self.worth(target) * (0.4 * found.loss + 0.6 * found.kill + shaken)
        calm = 1.0 if kind == "overrun" else 1 - float(panic_chance(play, unit, firer.state))
        return calm * worth - self._spends(unit, arm)

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
            found += share * self._threat(foe, ghost) / many
        return found

    def _threat(self, foe: Unit, ghost: Unit) -> float:
        """The best that an enemy can do to a unit, the same to all that are alike."""
        one = ghost
        key = (
            foe.id, one.hex, one.type, one.damage, one.suppression, one.panicked, one.defilade, one.improved,
            one.column, one.fired, self.worth(one),
        )  # fmt: skip
        found = self._threats.get(key)
        if found is None:
            found = self._threats[key] = max(0.0, self.best_shot(foe, ghost, "direct"))
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
        """Also of who panics: he fires all the same (12.4)."""
        arms = fire.arms(self.play, unit, target, "overrun")
        return max((self.shot(unit, arm, target, "overrun") for arm in arms), default=0.0)
