"""Rolling dice again (p7, p16, p20): how many, which, and what cards give for it; what a defence die cancels (p18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.rules.options import Option
from campaign.systems.tanks_modern_age import actions as a
from campaign.systems.tanks_modern_age.cards import usable, uses
from campaign.systems.tanks_modern_age.decide.stages import FACES, worth
from campaign.systems.tanks_modern_age.in_force import (
    effects_on,
    holds,
    own_effects,
)
from campaign.systems.tanks_modern_age.play import Play
from campaign.systems.tanks_modern_age.values import (
    defence_terms,
    keywords,
    pool,
    rerolls_barred,
)
from campaign.systems.tanks_modern_age.volley import SIDES, Pool, of_groups, rerolls


def attack_allowance(play: Play) -> int:
    """How many attack dice effects still allow to be rolled again (p20 Stabilisers, p20 Predator)."""
    shot, shooter = play.shot, play.shooter
    if shot.plain or rerolls_barred(play, shooter):
        return 0
    found = keywords(play, shooter)
    count = play.target.marked
    if "Advanced Stabiliser" in found:
        count += 2
    elif "Stabiliser" in found:
        count += 1
    if "Predator" in found:
        count += 2
    for source in effects_on(play, shooter, "reroll-attack"):
        effect = source.effect
        if not effect.faces and holds(play, effect, shooter):
            count += effect.value
    return max(0, count - shot.rerolled)


class Freely(NamedTuple):
    """Which attack dice may be rolled again without an allowance: failures of who stands still (p16), and faces."""

    failures: bool
    faces: frozenset[int]

    def holds(self, face: int, failed: bool) -> bool:
        return (failed and self.failures) or face in self.faces


def freely(play: Play) -> Freely:
    shooter = play.shooter
    if play.shot.plain or rerolls_barred(play, shooter):
        return Freely(False, frozenset())
    faces = frozenset(
        face
        for s in effects_on(play, shooter, "reroll-attack")
        if s.effect.faces and holds(play, s.effect, shooter)
        for face in s.effect.faces
    )
    return Freely(not shooter.speed, faces)


def attack_pool(play: Play, dice: int) -> Pool:
    worths, free = worth(play), freely(play)
    faces = tuple(free.holds(face, not value) for face, value in zip(FACES, worths, strict=True))
    return Pool(dice, worths, faces, attack_allowance(play))


def guard(play: Play) -> Pool:
    """The defence dice (p17), and what may be done with them."""
    dice = pool(play, defence_terms(play))
    worths = tuple(cancels(play, face) for face in FACES)
    return Pool(dice, worths, (False,) * SIDES, defence_allowance(play))


def attack_rerolls(play: Play) -> list[Option]:
    """Every different choice of dice to roll again; the one with most failures first."""
    return play.once("attack re-rolls", _attack_rerolls, play)


def _attack_rerolls(play: Play) -> list[Option]:
    dice, free = play.shot.attack, freely(play)
    groups: dict[tuple[str, bool], list[int]] = {}
    for i, die in enumerate(dice):
        if not die.rerolled and not die.modified:
            groups.setdefault((die.result, free.holds(die.face, not die.result)), []).append(i)
    keys = sorted(groups)  # failures first
    found = _choices([(groups[key], key[1]) for key in keys], attack_allowance(play))
    found.sort(
        key=lambda places: (sum(1 if not dice[i].result else -3 for i in places), len(places)), reverse=True
    )
    return [Option(a.Reroll(places), dice=len(places)) for places in found]


def _choices(groups: Sequence[tuple[Sequence[int], bool]], allowance: int) -> list[tuple[int, ...]]:
    """The dice of every choice that may be rolled again. groups: places, and whether freely."""
    places = [places for places, _ in groups]
    counts = rerolls(tuple((len(places), free) for places, free in groups), allowance)
    return [tuple(sorted(of_groups(places, one))) for one in counts]


def defence_rerolls(play: Play) -> list[Option]:
    return play.once("defence re-rolls", _defence_rerolls, play)


def _defence_rerolls(play: Play) -> list[Option]:
    dice, allowance = play.shot.defence, defence_allowance(play)
    if not allowance:
        return []
    groups: dict[int, list[int]] = {}
    for i, die in enumerate(dice):
        if not die.rerolled:
            groups.setdefault(cancels(play, die.face), []).append(i)
    found = _choices([(groups[key], False) for key in sorted(groups)], allowance)
    found.sort(key=lambda p: (sum(1 - 3 * cancels(play, dice[i].face) for i in p), len(p)), reverse=True)
    return [Option(a.Reroll(places), dice=len(places)) for places in found]


def defence_allowance(play: Play) -> int:
    target = play.target
    if rerolls_barred(play, target):
        return 0
    count = sum(
        s.effect.value for s in effects_on(play, target, "reroll-defence") if holds(play, s.effect, target)
    )
    return max(0, count - play.shot.rerolled)


def defence_cards(play: Play) -> list[Option]:
    """Cards that give something up for re-rolls, or for more that cancels."""
    barred = all(die.rerolled for die in play.shot.defence) or rerolls_barred(play, play.target)
    verbs = ("cancels-from",) if barred else ("cancels-from", "reroll-defence")
    return uses(u for u in usable(play, play.target, *verbs) if u.effect.use in ("discard", "discard-other"))


def attack_cards(play: Play) -> list[Option]:
    if play.shot.plain or all(die.rerolled for die in play.shot.attack) or rerolls_barred(play, play.shooter):
        return []
    return uses(
        u for u in usable(play, play.shooter, "reroll-attack") if u.effect.use in ("discard", "discard-other")
    )


def cancels(play: Play, face: int) -> int:
    """0: nothing; 1: cancels what the shooter chooses; 2: what the target chooses (p18 cancelling)."""
    if face == 6:
        return 2
    return 1 if face >= cancelling_from(play) else 0


def cancelling_from(play: Play) -> int:
    """The lowest face of a defence die that cancels anything."""
    found = (
        s.effect.value
        for s in own_effects(play, play.target, "cancels-from")
        if holds(play, s.effect, play.target)
    )
    return min(play.charts.table.cancel_from, *found, 6)
