"""What an overrun brings on average (12): the overrunner against those in the hex, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from campaign.systems.mechwar_4.blows import FACES, Blow, left, spread
from campaign.systems.mechwar_4.charts import Charts
from campaign.systems.mechwar_4.state import GONE

ROUNDS = 4
"""Firefights that are looked ahead."""
DEEP = 2
"""Levels of suppression beyond which one looks at no more."""


class Foe(NamedTuple):
    """Somebody in the hex as the overrunner meets him. at_him: what is fired at him, by the damage of the overrunner;
    by_him: what he fires, by his damage and then by his suppression. None where nothing can be fired."""

    damage: int
    suppression: int
    fragile: bool
    at_him: tuple[Blow | None, ...]
    by_him: tuple[tuple[Blow | None, ...], ...]


class Ending(NamedTuple):
    """On average. loss: the share of a full unit that the overrunner loses, gone: the chance that it is lost. losses,
    kills: the same of those it meets, in their order. clear: the chance that it alone is left."""

    loss: float
    gone: float
    losses: tuple[float, ...]
    kills: tuple[float, ...]
    clear: float


class Stand(NamedTuple):
    """mine: damage of the overrunner. at: whom it fights now, those before him being gone; damage, suppression: his."""

    mine: int
    at: int
    damage: int
    suppression: int


class Fight(NamedTuple):
    charts: Charts
    fragile: bool
    foes: Sequence[Foe]

    def against(self, mine: int, at: int) -> Stand:
        """How it stands as the overrunner turns to somebody."""
        if at == len(self.foes):
            return Stand(mine, at, 0, 0)
        return Stand(mine, at, self.foes[at].damage, min(DEEP, self.foes[at].suppression))


Ends = Iterable[tuple[Stand, float]]


def first_chance(mine: int, theirs: int) -> float:
    """How likely the overrunner fires first (4.2, 12.0). mine, theirs: panic levels, in tens of a hundred."""
    faces = [(one + mine, two + theirs) for one in FACES for two in FACES]
    lower = sum(one < two for one, two in faces)
    same = sum(one == two for one, two in faces)
    if mine == theirs:
        return lower / (len(faces) - same)
    return (lower + same * (mine < theirs)) / len(faces)


@lru_cache(maxsize=1 << 12)
def duel(charts: Charts, damage: int, fragile: bool, foes: tuple[Foe, ...], first: float) -> Ending:
    """damage, fragile: of the overrunner. first: the chance that it fires first in a firefight."""
    fight = Fight(charts, fragile, foes)
    stands = {fight.against(damage, 0): 1.0}
    for _ in range(ROUNDS):
        after: dict[Stand, float] = defaultdict(float)
        for stand, weight in stands.items():
            if stand.mine == GONE or stand.at == len(foes):
                after[stand] += weight
                continue
            for steps, part in (((_fires, _suffers), first), ((_suffers, _fires), 1 - first)):
                for end, chance in _round(fight, stand, (*steps, _others)):
                    after[end] += weight * part * chance
        stands = after
    return _told(fight, damage, stands)


def _round(fight: Fight, stand: Stand, steps: Sequence[Callable[[Fight, int, Stand], Ends]]) -> Ends:
    """A firefight, in which each fires once."""
    found: Ends = [(stand, 1.0)]
    for step in steps:
        found = [
            (end, weight * chance) for one, weight in found for end, chance in step(fight, stand.at, one)
        ]
    return found


def _fires(fight: Fight, at: int, stand: Stand) -> Ends:
    """The overrunner fires."""
    blow = None if stand.mine == GONE else fight.foes[at].at_him[stand.mine]
    if blow is None:
        return [(stand, 1.0)]
    found: list[tuple[Stand, float]] = []
    for damage, levels, chance in _falls(fight.charts, blow, stand.damage, fight.foes[at].fragile):
        if damage == GONE:
            found.append((fight.against(stand.mine, at + 1), chance))
        else:
            shaken = min(DEEP, stand.suppression + levels)
            found.append((Stand(stand.mine, at, damage, shaken), chance))
    return found


def _suffers(fight: Fight, at: int, stand: Stand) -> Ends:
    """Whom it fights fires, if he is still there."""
    if stand.at != at:
        return [(stand, 1.0)]
    return _struck(fight, fight.foes[at].by_him[stand.damage][stand.suppression], stand)


def _others(fight: Fight, at: int, stand: Stand) -> Ends:
    """The others there fire."""
    found: Ends = [(stand, 1.0)]
    for foe in fight.foes[at + 1 :]:
        blow = foe.by_him[foe.damage][min(DEEP, foe.suppression)]
        found = [(end, weight * chance) for one, weight in found for end, chance in _struck(fight, blow, one)]
    return found


def _struck(fight: Fight, blow: Blow | None, stand: Stand) -> Ends:
    if blow is None or stand.mine == GONE:
        return [(stand, 1.0)]
    falls = _falls(fight.charts, blow, stand.mine, fight.fragile)
    return [(stand._replace(mine=damage), chance) for damage, _, chance in falls]


@lru_cache(maxsize=1 << 12)
def _falls(charts: Charts, blow: Blow, damage: int, fragile: bool) -> tuple[tuple[int, int, float], ...]:
    """What a blow leaves: damage, more levels of suppression, and how likely."""
    found: dict[tuple[int, int], float] = defaultdict(float)
    for result, steps, part in spread(charts, blow):
        end = min(GONE, left(damage, steps, fragile))
        found[end, 0 if end == GONE else blow.levels(charts, result, steps)] += float(part)
    return tuple((*end, chance) for end, chance in found.items())


def _told(fight: Fight, damage: int, stands: dict[Stand, float]) -> Ending:
    losses, kills = [0.0] * len(fight.foes), [0.0] * len(fight.foes)
    loss = gone = clear = 0.0
    for stand, weight in stands.items():
        loss += weight * (stand.mine - damage) / GONE
        gone += weight * (stand.mine == GONE)
        clear += weight * (stand.mine < GONE and stand.at == len(fight.foes))
        for i, foe in enumerate(fight.foes):
            if i < stand.at:
                losses[i] += weight * (GONE - foe.damage) / GONE
                kills[i] += weight
            elif i == stand.at:
                losses[i] += weight * (stand.damage - foe.damage) / GONE
    return Ending(loss, gone, tuple(losses), tuple(kills), clear)
