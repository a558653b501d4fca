"""What the stages of an attack share: the choice that is open, and which dice count (p16 to 18)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.in_force import (
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.values import (
    keywords,
)
from campaign.systems.tanks_modern_age.volley import RESULTS, SIDES, Result


class Choice(NamedTuple):
    """Who is asked at this stage, for what, and what he may do; nobody if options is empty."""

    side: str
    kind: str
    prompt: str
    options: list[Option]


PASS = Option(a.Pass())
FACES = range(1, SIDES + 1)


# -- faces and results -----------------------------------------------------------------------------------------


def thresholds(play: Play) -> tuple[int, int]:
    """From which face an attack die hits, and from which it hits critically (7: never) (p16 attack dice, p20 on the
    move).
    """
    numbers, shot, shooter = play.charts.table, play.shot, play.shooter
    hit, critical = numbers.hit_from, numbers.critical_from
    if shot.plain:
        return hit, critical
    if shot.weapon == "missiles" and "Predator" not in keywords(play, shooter) and shooter.speed:
        return (5, 6) if shooter.speed == 1 else (6, 7)
    for source in own_effects(play, shooter, "hits-from", "criticals-from"):
        if holds(play, source.effect, shooter):
            if source.effect.do == "hits-from":
                hit = min(hit, source.effect.value)
            else:
                critical = min(critical, source.effect.value)
    return hit, critical


def worth(play: Play) -> tuple[int, ...]:
    """What each face of an attack die is worth: 0 fails, 1 hits, 2 hits critically."""
    hit, critical = thresholds(play)
    return tuple(2 if face >= critical else 1 if face >= hit else 0 for face in FACES)


def results(play: Play, faces: Iterable[int]) -> tuple[Result, ...]:
    worths = worth(play)
    return tuple(RESULTS[worths[face - 1]] for face in faces)


def live(play: Play) -> list[int]:
    """Places of the attack dice that count: hits of both sorts that nothing has cancelled."""
    return [i for i, die in enumerate(play.shot.attack) if die.result and not die.cancelled]
