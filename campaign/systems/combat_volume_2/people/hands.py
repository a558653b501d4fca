"""Wound cards of one man, for odds: card by card, over all that an attack may owe him (16, 23.3, 24.1).

However many cards it may be, the first is drawn alike: so it is walked once for all of them, and the next for whoever
goes on. What he then has to check is put apart at once for all that he may be owed, each as likely as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from campaign.rules.dice import Walking
from campaign.systems.combat_volume_2.people import checks, wounds
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.people.wounds import Attack
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man


class Owed(NamedTuple):
    """So many cards and checks of morale, in so many ways. gathered: whether the pile is, for all who are hit. more:
    what else it is settled by."""

    cards: int
    checks: int
    many: int
    gathered: bool = False
    more: tuple[object, ...] = ()


Settle = Callable[[Play, Attack, Sequence[Owed], int], None]
"""What comes after the cards, by all that is owed with as many cards, of so many ways in all."""
A = TypeVar("A")


def apart(
    play: Play, man: Man, attack: Attack, owed: Iterable[Owed], whole: int, settle: Settle | None = None
) -> None:
    """Puts apart what comes of an attack on one man. whole: of how many ways those are."""
    dice = play.dice
    assert isinstance(dice, Walking)
    found: dict[bool, list[Owed]] = {}
    for one in owed:
        found.setdefault(one.gathered, []).append(one)
    for some in found.values():
        now = tuple(sorted(some))
        dice.part = (sum(one.many for one in now), whole)
        job = partial(_begins, attack=attack, owed=now, settle=settle or settled)
        play.apart(("hand", settle, now, *wounds.of_attack(play, attack)), job, named(man))
    dice.part = (1, 1)


def _begins(play: Play, attack: Attack, owed: tuple[Owed, ...], settle: Settle) -> None:
    if owed[0].gathered:
        play.emit(checks.PileGathered("wounds"))
    _goes_on(play, attack, owed, settle)


def _goes_on(play: Play, attack: Attack, owed: tuple[Owed, ...], settle: Settle) -> None:
    """Who gets no more cards makes his checks; who falls neither draws nor checks any more."""
    dice = play.dice
    assert isinstance(dice, Walking)
    if attack.fell or not play.man(attack.unit).here:
        return
    whole = sum(one.many for one in owed)
    settle(play, attack, [one for one in owed if not one.cards], whole)
    more = tuple(Owed(one.cards - 1, *one[1:]) for one in owed if one.cards)
    if more:
        dice.part = (sum(one.many for one in more), whole)
        job = partial(_next, attack=attack, owed=more, settle=settle)
        play.apart(("next card", settle, more, *wounds.of_attack(play, attack)), job)
    dice.part = (1, 1)


def _next(play: Play, attack: Attack, owed: tuple[Owed, ...], settle: Settle) -> None:
    _goes_on(play, wounds.one_card(play, attack._replace(cards=1)), owed, settle)


def settled(play: Play, attack: Attack, owed: Sequence[Owed], whole: int) -> None:
    """The checks that he is owed beside the cards."""
    dice = play.dice
    assert isinstance(dice, Walking)
    for one in owed:
        dice.part = (one.many, whole)
        wounds.settle(play, attack._replace(checks=attack.checks + one.checks))
