"""One attack that hurts several men at once: first all wound cards, then all checks (31.10.11, 32.2).

Whoever falls shakes those around him, who may be hurt themselves. Where all ways are walked each man is walked by
himself: how many others fall around him is worked out beside it (`falling`), so that what is told of him is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.rules.dice import Walking
from campaign.systems.combat_volume_2.charts import WOUNDS
from campaign.systems.combat_volume_2.people import checks, falling, morale, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.falling import Other
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
    more than once by those who fall, and who is wounded not at all."""

    by: str
    how: How
    needed: int | None = None
    once: bool = False


class Share(NamedTuple):
    """What a man gets of an attack: wound cards, checks of morale and for a fire aboard, whoever falls."""

    cards: int = 1
    checks: int = 0
    fires: int = 0


def strike(play: Play, men: Mapping[str, Share], burst: Burst, dead: Sequence[str] = ()) -> None:
    """Wound cards for each man who is hit, then the checks. dead: whom the same attack has killed outright."""
    fragile = [id for id, share in men.items() if share.cards]
    wounds.suffice(play, [(play.man(id), men[id].cards) for id in fragile], burst.by, burst.how)
    shakes = {id: [one.id for one in wounds.around(play, play.man(id))] for id in (*fragile, *dead)}
    concerned = dict.fromkeys((*men, *(one for some in shakes.values() for one in some)))
    if not play.walks:
        found: dict[str, Attack] = {}
        for id in fragile:
            job = partial(_cards, id=id, burst=burst, count=men[id].cards, found=found)
            play.apart(("cards", id), job, of=named(play.man(id)))
        fell = [id for id in (*dead, *fragile) if _shaking(play.man(id), found.get(id))]
        for id in concerned:
            shaken = sum(id in shakes[one] for one in fell)
            share = men.get(id, Share(0))
            job = partial(settle, id=id, burst=burst, share=share, attack=found.get(id), shaken=shaken)
            play.apart(("settle", id), job, of=named(play.man(id)))
        return
    fates = {
        id: falling.other(play, play.man(id), men[id].cards, burst.by, burst.how, burst.needed)
        for id in fragile
    }
    for id in concerned:
        share = men.get(id, Share(0))
        surely = sum(id in shakes[one] for one in dead)
        around = [] if burst.once and surely else [fates[one] for one in fragile if id in shakes[one]]
        others = tuple(sorted(around))
        key = ("at once", burst, share, surely, others, wounds.alike(play, play.man(id), True))
        job = partial(_alone, id=id, burst=burst, share=share, surely=surely, others=others)
        play.apart(key, job, of=named(play.man(id)))


def _cards(play: Play, id: str, burst: Burst, count: int, found: dict[str, Attack]) -> None:
    """Whether he is hit, and what his cards are."""
    man, zeros = play.man(id), 0
    if burst.needed is not None:
        purpose = f"Fragments at {named(man)}: {burst.needed} or less"
        hit, face = checks.d10(play, purpose, checks.within(burst.needed))
        play.emit(Fragments(id, burst.needed, int(hit), (face,)))
        count, zeros = int(hit), int(face == 0 and not play.walks)
    found[id] = wounds.drawn(play, Attack(id, count, zeros, burst.by, burst.how, True))


def _shaking(man: Man, attack: Attack | None) -> bool:
    """Whether others are shaken by what came of an attack; without one he was killed outright."""
    return attack is None or (attack.fell and (man.dead or not man.vehicle))


def settle(play: Play, id: str, burst: Burst, share: Share, attack: Attack | None, shaken: int) -> None:
    """A man's checks after the cards. shaken: how many have fallen around him."""
    attack = attack or Attack(id, 0, 0, burst.by, burst.how, True)
    more = share.checks + (min(shaken, 0 if attack.wounds else 1) if burst.once else shaken)
    if share.fires and not attack.wounds:
        if (man := play.man(id)).able:
            morale.fire_check(play, man, attack.checks + more, share.fires, "")
        return
    wounded = attack.wounds + share.fires if attack.wounds else 0
    wounds.settle(play, attack._replace(wounds=wounded, checks=attack.checks + more))


def _alone(play: Play, id: str, burst: Burst, share: Share, surely: int, others: tuple[Other, ...]) -> None:
    """Where all ways are walked: what becomes of one man, and how many others fall around him."""
    found: dict[str, Attack] = {}
    if share.cards:
        _cards(play, id, burst, share.cards, found)
    attack, dice = found.get(id), play.dice
    assert isinstance(dice, Walking)
    minds = attack is None or not (attack.fell or (burst.once and attack.wounds))
    fall = (1,)
    if minds and others:
        kinds = [play.charts.wound(card) for card in play.state.wounds.left]
        out = [play.charts.wound(card) for card in play.state.wounds.out]
        left = tuple(map(kinds.count, WOUNDS))
        whole = tuple(some + out.count(kind) for some, kind in zip(left, WOUNDS, strict=True))
        fall = falling.how_many(others, left, whole, burst.once)
    every = sum(fall)
    for shaken, many in enumerate(fall, surely):
        if many:
            dice.part = (many, every)
            settle(play, id, burst, share, attack, shaken)
    dice.part = (1, 1)


def told_of_fragments(play: Play, event: Fragments) -> str:
    hits = "no hit" if not event.hits else f"{event.hits} hit{'s' if event.hits > 1 else ''}"
    return f"Fragments at {named(play.man(event.unit))}, {checks.faces(event.dice, event.needed)}: {hits}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Fragments, apply=checks.told_nothing, words=told_of_fragments, rule="31.9.4", dice="dice",
        ),
    ),
)  # fmt: skip
