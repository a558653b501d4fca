"""One attack that hurts several men at once: first all wound cards, then all checks (31.10.11, 32.2).

Whoever falls shakes those around him, who may be hurt themselves. Where all ways are walked each man is walked by
himself: how many others fall around him is worked out beside it, so that what is told of him is exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import lcm
from typing import NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.rules.dice import Walking, share
from campaign.systems.combat_volume_2.charts import WOUNDS
from campaign.systems.combat_volume_2.people import checks, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.wounds import Attack, How
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Man


class Fragments(Event, frozen=True, tag="fragments"):
    """Dice against what hits on each. hits: how many did."""

    unit: str
    needed: int
    hits: int
    dice: tuple[int, ...]


class Burst(NamedTuple):
    """by: who did it. needed: a die for each man hits at that or less; None: everybody is hit. once: nobody is shaken
    more than once, and who is wounded not at all."""

    by: str
    how: How
    needed: int | None = None
    once: bool = False


class Other(NamedTuple):
    """Of somebody else who may be hit: how likely he is, how many cards he draws of which the mildest counts, and how
    likely he falls by a card of each kind."""

    hit: Fraction
    cards: int
    falls: tuple[Fraction, ...]


def strike(play: Play, men: Sequence[str], burst: Burst, dead: Sequence[str] = ()) -> None:
    """A wound card for each man who is hit, then the checks. dead: whom the same attack has killed outright."""
    shakes = {id: [one.id for one in wounds.around(play, play.man(id))] for id in (*men, *dead)}
    concerned = dict.fromkeys((*men, *(one for some in shakes.values() for one in some)))
    if not play.walks:
        found: dict[str, Attack] = {}
        for id in men:
            play.apart(("card", id), partial(_card, id=id, burst=burst, found=found), of=named(play.man(id)))
        fell = [id for id in (*dead, *men) if _shaking(play.man(id), found.get(id))]
        for id in concerned:
            shaken = sum(id in shakes[one] for one in fell if one != id)
            job = partial(_settle, id=id, burst=burst, attack=found.get(id), shaken=shaken)
            play.apart(("settle", id), job, of=named(play.man(id)))
        return
    for id in concerned:
        man = play.man(id)
        surely = sum(id in shakes[one] for one in dead)
        enough = burst.once and surely > 0
        around = [] if enough else [play.man(one) for one in men if id in shakes[one]]
        others = tuple(sorted(_other(play, one, burst) for one in around))
        key = ("at once", burst, id in men, surely, others, wounds.alike(play, man, True))
        job = partial(_alone, id=id, burst=burst, hit=id in men, surely=surely, others=others)
        play.apart(key, job, of=named(man))


def _card(play: Play, id: str, burst: Burst, found: dict[str, Attack]) -> None:
    """Whether he is hit, and what his card is."""
    man, cards, zeros = play.man(id), 1, 0
    if burst.needed is not None:
        purpose = f"Fragments at {named(man)}: {burst.needed} or less"
        hit, face = checks.d10(play, purpose, checks.within(burst.needed))
        play.emit(Fragments(id, burst.needed, int(hit), (face,)))
        cards, zeros = int(hit), int(face == 0 and not play.walks)
    found[id] = wounds.drawn(play, Attack(id, cards, zeros, burst.by, burst.how, True))


def _shaking(man: Man, attack: Attack | None) -> bool:
    """Whether others are shaken by what came of an attack; without one he was killed outright."""
    return attack is None or (attack.fell and (man.dead or not man.vehicle))


def _settle(play: Play, id: str, burst: Burst, attack: Attack | None, shaken: int) -> None:
    attack = attack or Attack(id, 0, 0, burst.by, burst.how, True)
    more = min(shaken, 0 if attack.wounds else 1) if burst.once else shaken
    wounds.settle(play, attack._replace(checks=attack.checks + more))


# -- where all ways are walked -----------------------------------------------------------------------------------------


def _other(play: Play, man: Man, burst: Burst) -> Other:
    needed = burst.needed
    hit = Fraction(1) if needed is None else share(lambda face: checks.within(needed)(face - 1), 10)
    falls = tuple(wounds.falls_by(play, man, kind, burst.how) for kind in WOUNDS)
    return Other(hit, 2 if "tough" in man.skills else 1, falls)


def _alone(play: Play, id: str, burst: Burst, hit: bool, surely: int, others: tuple[Other, ...]) -> None:
    """What becomes of one man, and how many others fall around him."""
    found: dict[str, Attack] = {}
    if hit:
        _card(play, id, burst, found)
    attack = found.get(id)
    if attack is not None and (attack.fell or (burst.once and attack.wounds)):
        _settle(play, id, burst, attack, 0)
        return
    shaken = surely
    if others and isinstance(play.dice, Walking):
        kinds = [play.charts.wound(card) for card in play.state.wounds.left]
        out = [play.charts.wound(card) for card in play.state.wounds.out]
        left = tuple(map(kinds.count, WOUNDS))
        whole = tuple(some + out.count(kind) for some, kind in zip(left, WOUNDS, strict=True))
        shaken += play.dice.among(fallen(others, left, whole, burst.once))
    _settle(play, id, burst, attack, shaken)


@lru_cache(maxsize=512)
def fallen(
    others: tuple[Other, ...], left: tuple[int, ...], whole: tuple[int, ...], once: bool
) -> tuple[int, ...]:
    """How likely how many of them fall, as whole numbers from none on. left, whole: cards of each kind that can be
    drawn, and of all. once: only whether any does."""
    alike: dict[tuple[Fraction, ...], list[int]] = {}
    for kind in range(len(WOUNDS)):
        alike.setdefault(tuple(one.falls[kind] for one in others), []).append(kind)
    order = sorted(alike.values(), key=min)
    merged = tuple(sum(left[kind] for kind in some) for some in order)
    full = tuple(sum(whole[kind] for kind in some) for some in order)
    ways = {(merged, 0): Fraction(1)}
    for one in others:
        falls = [one.falls[some[0]] for some in order]
        after = defaultdict[tuple[tuple[int, ...], int], Fraction](Fraction)
        for (cards, count), chance in ways.items():
            if once and count:
                after[cards, count] += chance
                continue
            after[cards, count] += chance * (1 - one.hit)
            there = cards if sum(cards) >= one.cards else full
            for drawn in product(range(len(order)), repeat=one.cards):
                part, rest = chance * one.hit, list(there)
                for card in drawn:
                    part *= Fraction(rest[card], sum(rest))
                    rest[card] -= 1
                if part:
                    fall, now = min(falls[card] for card in drawn), tuple(rest)
                    after[now, count + 1] += part * fall
                    after[now, count] += part * (1 - fall)
        ways = after
    found = [Fraction(0)] * (len(others) + 1)
    for (_, count), chance in ways.items():
        found[count] += chance
    parts = lcm(*(one.denominator for one in found))
    return tuple(int(one * parts) for one in found)


def told_of_fragments(play: Play, event: Fragments) -> str:
    hits = "no hit" if not event.hits else f"{event.hits} hit{'s' if event.hits > 1 else ''}"
    dice = ", ".join(map(str, event.dice))
    return f"Fragments at {named(play.man(event.unit))}, {dice} against {event.needed}: {hits}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Fragments, apply=checks.told_nothing, words=told_of_fragments, rule="31.9.4", dice="dice",
        ),
    ),
)  # fmt: skip
