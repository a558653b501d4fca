"""What the dice of an attack come to (9.7): rolled by `fire`, walked by `odds`, weighed by the bots.

Nothing here writes to a battle: whoever decides tells the events, whoever reckons chances counts the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from campaign.rules.dice import Dice
from campaign.systems.combat_veteran.charts import Result

Chart = Mapping[int, Result]
HARMFUL: tuple[Result, ...] = ("critical", "multiple", "hit", "stopped")
"""Results that do something, the worst first; the last one in defensive fire only."""


class Effect(NamedTuple):
    """What an attack does to its target: the critical hits, the hits besides, and whether a mover has to stop."""

    criticals: int = 0
    hits: int = 0
    stopped: bool = False


class Thrown(NamedTuple):
    """The dice of an attack before anything is cancelled. faces: sorted. harmful: those that can be cancelled."""

    faces: tuple[int, ...]
    harmful: tuple[int, ...]
    deflections: int

    @property
    def asks(self) -> bool:
        """Whether the target's side has a choice of what its deflections cancel."""
        return 0 < self.deflections < len(self.harmful) and len(set(self.harmful)) > 1

    @property
    def cancelled(self) -> tuple[int, ...]:
        """The dice that are cancelled where there is no choice."""
        return self.harmful[: self.deflections]

    def choices(self) -> list[tuple[int, ...]]:
        """The different sets of dice that can be cancelled, each sorted."""
        found: list[tuple[int, ...]] = [()]
        for face, there in sorted(Counter(self.harmful).items()):
            found = [
                (*chosen, *[face] * n)
                for chosen in found
                for n in range(min(there, self.deflections - len(chosen)) + 1)
            ]
        most = min(self.deflections, len(self.harmful))
        return sorted({chosen for chosen in found if len(chosen) == most}, reverse=True)

    def left(self, cancel: Sequence[int]) -> tuple[int, ...]:
        """What of the dice is left when these are cancelled."""
        return tuple((Counter(self.harmful) - Counter(cancel)).elements())


def throw(dice: Dice, purpose: str, count: int, chart: Chart, defensive: bool) -> Thrown:
    """Roll the dice of an attack."""
    return thrown(dice.roll(purpose, count), chart, defensive)


def thrown(faces: Sequence[int], chart: Chart, defensive: bool) -> Thrown:
    """The dice of an attack that came up."""
    ordered = tuple(sorted(faces))
    harms = HARMFUL if defensive else HARMFUL[:-1]
    harmful = tuple(face for face in ordered if chart[face] in harms)
    return Thrown(ordered, harmful, sum(chart[face] == "deflection" for face in ordered))


def misadventure(dice: Dice, purpose: str) -> tuple[tuple[int, ...], Effect]:
    """An attack that has no dice left has one all the same: only a 6 counts, as one hit (9.5 g, reconstruction)."""
    faces = dice.roll(purpose, 1)
    return faces, Effect(hits=int(faces[0] == 6))


def effect(left: Sequence[int], chart: Chart, vehicle: bool, defensive: bool) -> Effect:
    """What dice that were not cancelled do (9.7 result 3). After a critical hit nothing else matters."""
    results = Counter(chart[face] for face in left)
    if results["critical"]:
        return Effect(results["critical"])
    stopped = results["stopped"] + (results["multiple"] if defensive and not vehicle else 0)
    return Effect(0, results["hit"] + 2 * results["multiple"], stopped > 0)


def worst_cancelled(throw: Thrown, chart: Chart) -> tuple[int, ...]:
    """The choice of a defender who cancels the worst dice first."""
    return tuple(sorted(throw.harmful, key=lambda face: HARMFUL.index(chart[face]))[: throw.deflections])
