"""What attacks do to a target, walked once for all that it depends on: the dice of one by how many there are, the dice
for damage by how many hits, what becomes of a vehicle by the markers that it has.

Several attacks on one vehicle are independent but for what they find: its markers and its stance. So each is walked
by itself, and only the vehicles that are left are told apart, not how they came to be so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from msgspec.structs import replace

from campaign.rules.dice import Dice, chances
from campaign.systems.combat_veteran.apply import halt, mark
from campaign.systems.combat_veteran.attack import dice_for
from campaign.systems.combat_veteran.charts import Result
from campaign.systems.combat_veteran.decide.fire import results_for
from campaign.systems.combat_veteran.decide.losses import damage_dice, lost_by, new_markers
from campaign.systems.combat_veteran.decide.results import (
    Effect,
    effect,
    misadventure,
    throw,
    worst_cancelled,
)
from campaign.systems.combat_veteran.play import Play
from campaign.systems.combat_veteran.state import MARKERS, Marker, Piece, Rating, Stance

Chart = tuple[tuple[int, Result], ...]
Faces = tuple[int, ...]
"""What the dice for damage show, each face once."""
Ways = Mapping[tuple[Faces, bool] | None, int]
"""In how many ways of all an attack comes to dice for damage and to a stop; None: to a critical hit."""


def attack_chances(play: Play, target: Piece, count: int, defensive: bool) -> Mapping[Effect, Fraction]:
    """What an attack of so many dice does, after deflections, with its chance."""
    last = count < 1 and play.state.read.misadventure
    chart = tuple(results_for(play, target).items())
    return _attack(chart, target.kind == "vehicle", max(count, 0), defensive, last)


@lru_cache(maxsize=256)
def _attack(
    chart: Chart, vehicle: bool, count: int, defensive: bool, last: bool
) -> Mapping[Effect, Fraction]:
    results = dict(chart)

    def roll(dice: Dice) -> Effect:
        if last:
            return one_hit(misadventure(dice, "misadventure")[1])
        rolled = throw(dice, "attack", count, results, defensive)
        return one_hit(effect(rolled.left(worst_cancelled(rolled, results)), results, vehicle, defensive))

    return chances(roll)


def one_hit(hurt: Effect) -> Effect:
    """Several critical hits do no more to the target itself than one."""
    return hurt._replace(criticals=min(hurt.criticals, 1))


@lru_cache(maxsize=64)
def _damage(hits: int) -> Mapping[Faces, Fraction]:
    return chances(lambda dice: tuple(sorted(set(damage_dice(dice, "damage", hits)))))


def damage_chances(play: Play, target: Piece, hits: int) -> dict[tuple[Marker, ...], Fraction]:
    """Which new markers so many dice for damage bring."""
    found: defaultdict[tuple[Marker, ...], Fraction] = defaultdict(Fraction)
    for faces, part in _damage(hits).items():
        found[new_markers(play, target, faces)] += part
    return found


@lru_cache(maxsize=256)
def _blow(chart: Chart, count: int, last: bool) -> tuple[Ways, int]:
    """What a defensive attack on a vehicle comes to, before the vehicle is looked at; and how many ways there are."""
    found: defaultdict[tuple[Faces, bool] | None, Fraction] = defaultdict(Fraction)
    for hurt, weight in _attack(chart, True, count, True, last).items():
        if hurt.criticals:
            found[None] += weight
            continue
        for faces, part in _damage(hurt.hits).items():
            found[faces, hurt.stopped] += weight * part
    whole = lcm(*(part.denominator for part in found.values()))
    return {what: int(part * whole) for what, part in found.items()}, whole


class Found(NamedTuple):
    """What an attack finds of a vehicle that those before may have changed. markers: in the order of the chart."""

    markers: tuple[Marker, ...]
    stance: Stance


class State(NamedTuple):
    """A vehicle after attacks on it."""

    found: Found
    stopped: bool = False
    hit: bool = False


class Barrage:
    """Attacks that were declared at one vehicle, one after the other, as far as they were added.

    target: as it will face. A number of ways, of all that there are, stands for a chance.
    """

    def __init__(self, play: Play, target: Piece) -> None:
        self._play, self._target = play, target
        self._chart = tuple(results_for(play, target).items())
        self._open: Mapping[State | None, int] = {State(_found(target)): 1}
        self._whole = 1
        self._brought: dict[Found, dict[Faces, tuple[Marker, ...]]] = {}

    def chances(self) -> dict[State | None, Fraction]:
        """What becomes of the vehicle; None for a wreck."""
        return {state: Fraction(ways, self._whole) for state, ways in self._open.items()}

    def add(self, piece: Piece, rating: Rating) -> None:
        """One more attack. Of what those before have changed, only the stance tells on its dice."""
        every = {state.found for state in self._open if state is not None}
        stances = {one.stance: one for one in every}
        blows = {stance: self._blow(piece, rating, one) for stance, one in stances.items()}
        whole = lcm(*(of for _, of in blows.values()))
        leaves = {one: self._leaves(one, *blows[one.stance], whole) for one in every}
        after: defaultdict[State | None, int] = defaultdict(int)
        for state, ways in self._open.items():
            if state is None:
                after[None] += ways * whole
                continue
            for left, many in leaves[state.found].items():
                if left is not None and (state.stopped or state.hit):
                    left = State(left.found, state.stopped or left.stopped, state.hit or left.hit)
                after[left] += ways * many
        self._open, self._whole = after, self._whole * whole

    def _blow(self, piece: Piece, rating: Rating, one: Found) -> tuple[Ways, int]:
        play = self._play
        count, _ = dice_for(play.charts, play.state, play.ground, piece, rating, self._as(one))
        return _blow(self._chart, max(count, 0), count < 1 and play.state.read.misadventure)

    def _leaves(self, one: Found, blow: Ways, of: int, whole: int) -> Mapping[State | None, int]:
        """What an attack makes of a vehicle that it finds so, and in how many ways of the whole."""
        many, now = whole // of, self._as(one)
        brought = self._brought.setdefault(one, {})
        hurt: defaultdict[tuple[tuple[Marker, ...], bool, bool], int] = defaultdict(int)
        after: defaultdict[State | None, int] = defaultdict(int)
        for what, ways in blow.items():
            if what is None:
                after[None] += ways * many
                continue
            faces, stopped = what
            new = brought.get(faces)
            if new is None:
                new = brought[faces] = new_markers(self._play, now, faces)
            hurt[new, stopped, bool(faces)] += ways * many
        for (new, stopped, hit), ways in hurt.items():
            left = self._after(one, new, stopped)
            after[None if left is None else State(left, stopped, hit)] += ways
        return after

    def _after(self, one: Found, new: tuple[Marker, ...], stopped: bool) -> Found | None:
        """As the events of it do; None for a wreck."""
        now = self._as(one)
        if lost_by(self._play, now, new)[0]:
            return None
        if stopped:
            halt(now)
        mark(now, new)
        return _found(now)

    def _as(self, one: Found) -> Piece:
        return replace(self._target, markers=[*one.markers], stance=one.stance)


def _found(piece: Piece) -> Found:
    return Found(tuple(marker for marker in MARKERS if marker in piece.markers), piece.stance)
