"""What bursts among men: fragments for each in the hex, a check of morale for all in and next to it (15, 20, 31.9.4).

The order in which men are hit is random, and each after the first has a die less. Where all ways are walked each takes
any place by himself, as likely: what is told of him is exact, and nothing is told of two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from campaign.rules.chapters import Chapter, Told
from campaign.rules.dice import kept_by_all
from campaign.rules.hexes import Hex
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import alert, checks, hands, morale, spotting, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.wounds import How
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import Man
from events.faces import numbers

TEN = numbers("0-9", 10)
TERRAIN = "27"
"""Rule of the modifiers that come of the ground, not of a man's order."""


class FragmentsRolled(Event, frozen=True, tag="fragments-rolled"):
    """hits: how many of the dice hit him, each a wound card."""

    unit: str
    needed: int
    hits: int
    dice: tuple[int, ...]


def burst(
    play: Play,
    hex: Hex,
    dice: int,
    frag: int,
    by: str = "",
    how: How = "blast",
    around: int = 0,
    orders: bool = True,
) -> None:
    """Something bursts in a hex. dice, frag: so many, none where nobody is hit, each of which hits at that or less;
    around: dice for those next
    to it. by: who did it. orders: whether what a man does counts beside the ground."""
    wake(play, hex, "it bursts near him")
    inside = [one for one in play.state.in_hex(hex) if one.who] if dice else []
    beside = [
        one
        for one in play.state.men.values()
        if one.able and one not in inside and not checks.buttoned(play, one) and play.away(one.hex, hex) <= 1
    ]
    frail = sorted(inside, key=lambda one: "tough" not in one.skills)  # as many cards as there can be
    most = [(one, max(dice - place, 0)) for place, one in enumerate(frail)]
    wounds.suffice(play, [*most, *((one, around) for one in beside if not one.vehicle)], by, how)
    for id, places in _order(play, [one.id for one in inside]):
        _at(play, play.man(id), dice, frag, places, by, how, orders)
    rest: list[Man] = []
    for one in beside:
        if around and not one.vehicle:
            _at(play, one, around, frag, (0,), by, how, orders)
        else:
            rest.append(one)
    morale.morale_checks(play, rest, penetrated=False)


def wake(play: Play, hex: Hex, why: str) -> None:
    """Enemies who wait in a hex or next to it are up. Where chances are reckoned nobody knows who they are."""
    if play.walks:
        return
    for one in alert.near(play, hex, 1):
        if alert.alert(play, one, False, why):
            spotting.noticed(play, one, why)


def _order(play: Play, there: Sequence[str]) -> Iterable[tuple[str, tuple[int, ...]]]:
    """Who is hit, with the places in the order that he may have."""
    if play.walks:
        return [(id, tuple(range(len(there)))) for id in there]
    left, found = list(there), list[tuple[str, tuple[int, ...]]]()
    while left:
        at = 1
        if len(left) > 1:
            (at,) = play.dice.roll("who is hit next", 1, len(left), "order")
            play.emit(NextHit(left[at - 1], (at,)))
        found.append((left.pop(at - 1), (len(found),)))
    return found


class NextHit(Event, frozen=True, tag="next-hit"):
    """Of several in the hex of a burst the die has chosen who is hit next."""

    unit: str
    dice: tuple[int, ...]


def _at(
    play: Play, man: Man, dice: int, frag: int, places: tuple[int, ...], by: str, how: How, orders: bool
) -> None:
    terms = sight.exposure_terms(play, man)
    needed = frag + checks.total(one for one in terms if orders or one.rule == TERRAIN)
    attack = wounds.Attack(man.id, 0, 0, by, how, True)
    if play.walks:
        hands.apart(play, man, attack, _owed(man, dice, needed, places), len(places) * 10**dice)
        return
    job = partial(_fragments, attack=attack, dice=dice, needed=needed, place=places[0])
    play.apart(("burst", man.id), job, of=named(man))


class Hits(NamedTuple):
    """How many dice hit at that or less; a 9 never does."""

    needed: int

    def __call__(self, faces: Sequence[int]) -> int:
        return sum(face <= self.needed and face != 9 for face in faces)


def _owed(man: Man, dice: int, needed: int, places: tuple[int, ...]) -> Iterator[hands.Owed]:
    """How many dice hit, wherever he comes in the order."""
    found: dict[int, int] = {}
    for place in places:
        count = _left(dice, place)
        for faces, many in kept_by_all(count, TEN, Hits(needed)):
            hits = Hits(needed)(faces)
            found[hits] = found.get(hits, 0) + many * 10 ** (dice - count)
    for hits, many in found.items():
        yield hands.Owed(hits, int(man.able), many)


def _left(dice: int, place: int) -> int:
    """Dice for who is hit at that place of the order."""
    return max(dice - place, 0)


def _fragments(play: Play, attack: wounds.Attack, dice: int, needed: int, place: int) -> None:
    man = play.man(attack.unit)
    hits, faces = play.read_all(
        f"fragments at {named(man)}: {needed} or less each", _left(dice, place), 10, Hits(needed), "0-9"
    )
    play.emit(FragmentsRolled(man.id, needed, hits, faces))
    wounds.suffer(play, attack._replace(cards=hits, checks=int(man.able)))


def told_of_fragments(play: Play, event: FragmentsRolled) -> str:
    if not event.dice:
        return ""
    hits = "no hit" if not event.hits else "a hit" if event.hits == 1 else f"{event.hits} hits"
    rolls = checks.faces(event.dice, event.needed)
    return f"Fragments fly at {named(play.man(event.unit))}: {rolls}, {hits}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=FragmentsRolled, apply=checks.told_nothing, words=told_of_fragments, rule="31.9.4", dice="dice",
        ),
        Told(
            event=NextHit, apply=checks.told_nothing, rule="31.9.4", dice="dice", words=lambda play, event: "",
        ),
    ),
)  # fmt: skip
