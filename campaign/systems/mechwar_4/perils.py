"""Where danger is: at the end of a move, on the way there, under shells, and from counters that lie face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from campaign.rules.hexes import Hex
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4.constants import Constants
from campaign.systems.mechwar_4.counters import Counter
from campaign.systems.mechwar_4.judgement import Judgement, gone_to
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.play import Play, is_unmarked
from campaign.systems.mechwar_4.state import Unit

NEAR = 12
"""Hexes within which a counter that lies face down is feared."""
FARTHEST = 99
NEARBY = 3
"""Hexes within which it makes little difference who of several is the nearest."""
UNSEEN = 0.3
"""How much of the danger is left of who stays where he lies face down: he is fired at once he has been found (5.2)."""


class Perils(Judgement):
    """The same, with what the enemy may do to a unit wherever it goes."""

    def __init__(self, play: Play, known: Play, side: str, weights: Constants) -> None:
        super().__init__(play, known, side, weights)
        self.other = other_side(self.game, side)
        self._threats: dict[tuple[Any, ...], float] = {}
        self.counters: list[Counter] = [
            one
            for one in known.state.units.values()
            if isinstance(one, Counter) and one.side != side and one.hex
        ]
        """The enemy's that lie face down."""
        self.beaten = self._beaten()
        self._ready: list[Unit | Counter] = [
            *(one for one in self.foes if is_unmarked(one)),
            *(one for one in self.counters if not (one.fired or one.moved or one.panicked)),
        ]
        """Enemies who have not acted yet this turn."""
        self.eyes = play.ground.bits(one.hex for one in (*self.foes, *self.counters))
        """Where enemies are, face up or down."""
        self._eyes = play.ground.bits(one.hex for one in self._ready)

    def danger(self, unit: Unit, hex: Hex) -> float:
        """What known enemies can do to a unit in a hex; who has acted or panics may do it next turn."""
        eyes, bit, found = self.play.seers(hex, self.other), self.play.ground.bit, 0.0
        if not eyes:
            return found
        lies = unit.hex == hex and not unit.seen and hides(self.game)
        ghost = unit if unit.hex == hex else gone_to(unit, hex)
        for foe in self.foes:
            if not eyes & bit[foe.hex]:
                continue
            share = (1.0 if is_unmarked(foe) else self.weights.spent) * (UNSEEN if lies else 1.0)
            mine = self._near(foe.hex, hex)
            watched = self._watched.get(foe.id, {})
            others = sum(watched.values()) - watched.get(unit.id, 0.0)
            found += share * self._threat(foe, ghost) * mine / (mine + others)
        return found

    def _near(self, a: Hex, b: Hex) -> float:
        """How much rather an enemy fires at somebody because he is near."""
        return 1 / (NEARBY + self.play.distance(a, b))

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

    @cached_property
    def _watched(self) -> dict[str, dict[str, float]]:
        """By enemy who of one's own stands in his sight, and how near: he fires at one of them, so that danger is
        shared."""
        found: dict[str, dict[str, float]] = {}
        bit = self.play.ground.bit
        for one in self.mine:
            eyes = self.play.seers(one.hex, self.other) if one.hex and not one.aboard else 0
            for foe in self.foes if eyes else ():
                if eyes & bit[foe.hex]:
                    found.setdefault(foe.id, {})[one.id] = self._near(foe.hex, one.hex)
        return found

    def gauntlet(self, unit: Unit, path: Sequence[Hex]) -> float:
        """What enemies who have not acted yet take from a unit on its way more than they could where it is: each fires
        once, from where he sees it nearest (6.5)."""
        spared, worth = 1.0, self.worth(unit)
        for foe, hex in self._nearest(path):
            sees = bool(unit.hex) and self.play.clear(foe.hex, unit.hex)
            if isinstance(foe, Counter):
                near = not sees and self.play.distance(foe.hex, hex) <= NEAR
                spared *= 1 - self.weights.dread * near
            else:
                there = self._threat(foe, gone_to(unit, hex))
                here = self._threat(foe, unit) if sees else 0.0
                spared *= 1 - min(1.0, max(0.0, there - here) / worth)
        return worth * (1 - spared)

    def braves(self, unit: Unit, path: Sequence[Hex]) -> float:
        """How much of a unit is left, of 1, that drives at enemies who have not acted yet: all of them may fire at it
        before it fights (12.3), wherever it was before."""
        left, worth = 1.0, self.worth(unit)
        for foe, hex in self._nearest(path):
            if not isinstance(foe, Counter):
                there = self._threat(foe, gone_to(unit, hex))
                left *= 1 - min(1.0, there / worth)
        return left

    def _nearest(self, path: Sequence[Hex]) -> Iterator[tuple[Unit | Counter, Hex]]:
        """Enemies who are ready and see a way, each with the nearest hex of it that he sees."""
        bit, distance = self.play.ground.bit, self.play.distance
        seen = [(hex, self.play.seeing(hex, self._eyes)) for hex in path]
        for foe in self._ready:
            hexes = [(distance(foe.hex, hex), hex) for hex, eyes in seen if eyes & bit[foe.hex]]
            far, hex = min(hexes, default=(FARTHEST, ""))
            if far < FARTHEST:
                yield foe, hex

    def shelling(self, unit: Unit, hex: Hex) -> float:
        """What it is to stay where the enemy's shells fall."""
        return self.weights.shelled * self.worth(unit) * (hex in self.beaten)

    def awaited(self) -> bool:
        """Whether an enemy is left who may still come nearer this turn."""
        rows = (None if isinstance(one, Counter) else self.play.type_of(one) for one in self._ready)
        return any(row is None or (row.move and not row.personnel) for row in rows)

    def _beaten(self) -> frozenset[Hex]:
        """Where the enemy's shells fall, as far as one has felt it, and the hexes around: they do not follow who drives
        away."""
        felt = {one.came or one.hex for one in self.mine if one.suppression and one.hex and not one.fired}
        felt |= {one.hex for one in self.game.impacts}
        return frozenset(hex for one in felt for hex in self.play.ground.within(one, 1))
