"""What dice of Suppressive Fire mean to each man in a hex, and for odds each of them by himself (13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.dice import kept_by_all
from campaign.systems.combat_volume_2.people import aiming, hands, wounds
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man
from events.faces import numbers as numbers_on


class Hits(NamedTuple):
    """How many dice hit at that or less; a 9 never does."""

    needed: int

    def __call__(self, faces: Sequence[int]) -> int:
        return sum(face <= self.needed and face != 9 for face in faces)


class Struck(NamedTuple):
    """The same, and how many of the dice are natural 0s."""

    needed: int

    def __call__(self, faces: Sequence[int]) -> tuple[int, int]:
        return Hits(self.needed)(faces), faces.count(0)


class WhoIsHit(NamedTuple):
    """Who of several is hit at all."""

    needed: tuple[int, ...]

    def __call__(self, faces: Sequence[int]) -> tuple[bool, ...]:
        return tuple(Hits(needed)(faces) > 0 for needed in self.needed)


def cards_of(zeros: int, hits: int, needed: int) -> int:
    """How many of the hits of Suppressive Fire are wound cards."""
    return min(zeros, hits) if needed >= 0 else 0


def each(play: Play, man: Man, aim: aiming.Aim, numbers: Sequence[int], shots: int) -> None:
    """Each man by himself over all that the dice do to him. Who a counter is nobody can reckon with."""
    there = numbers_on("0-9", 10)
    for foe, needed in zip(aim.men, numbers, strict=True):
        owed: list[hands.Owed] = []
        for faces, many in kept_by_all(shots, there, Struck(needed)):
            hits, zeros = Struck(needed)(faces)
            if hits and not foe.hidden:
                worst = [
                    (one, cards_of(zeros, zeros, number))
                    for one, number in zip(aim.men, numbers, strict=True)
                ]
                cards = cards_of(zeros, hits, needed)
                gathered = wounds.scarce(play, worst, man.id)
                owed.append(hands.Owed(cards, hits - cards, many, gathered))
        hands.apart(play, foe, wounds.Attack(foe.id, 0, 0, man.id, "shot", True), owed, 10**shots)
