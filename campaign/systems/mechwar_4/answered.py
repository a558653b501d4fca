"""The second stage of the odds of a shot: what the best known overwatch of the enemy does to who has fired (4.1, 6.91).

Whether he answers is his choice, so that it is told for the case that he does. It is reckoned with what lies open:
counters that are observed and bear no marker, as if they had no orders; what lies face down, and who is meant to hold
his fire, changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from typing import NamedTuple, cast

import msgspec
from msgspec.structs import replace

from campaign.rules.options import in_order
from campaign.rules.sides import other_side
from campaign.rules.walking import walked
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import fire, opportunity, shooting
from campaign.systems.mechwar_4.fates import Chances, Fates
from campaign.systems.mechwar_4.frames import Attack, Firer
from campaign.systems.mechwar_4.naming import own
from campaign.systems.mechwar_4.play import Play, frame, is_unmarked
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.units import Arm
from campaign.systems.mechwar_4.values import shot

ENCODE = msgspec.msgpack.Encoder().encode


class Answer(NamedTuple):
    """Who answers whom with what. Ids."""

    unit: str
    target: str
    arm: Arm


def told(declared: Play) -> list[str]:
    """What the best answer does, as a sentence; nothing where nobody known can answer. declared: with the attack as it
    would be."""
    answer = best(declared)
    if answer is None:
        return []
    chances = ", ".join(
        f"{one.result} {one.chance:.1%}" for one in in_order(spread(declared, answer).items())
    )
    game = declared.state
    return [f"If {own(game, answer.unit)} then answers by overwatch, {own(game, answer.target)}: {chances}."]


def best(declared: Play) -> Answer | None:
    """The answer that is worth most of those that the side may expect, as things stand before the dice."""
    attack = frame(declared, Attack)
    side = other_side(declared.state, attack.side)
    if not opportunity.is_answered(declared, attack) or declared.state.forces[side].quiet:
        return None
    play = declared.again()
    found: list[tuple[bool, int, Answer]] = []
    for firer in attack.firers:
        target = play.state.units[firer.unit]
        target.seen = True  # once it has fired (5.21)
        for foe in play.own(side):
            if is_unmarked(foe) and foe.hex and fire.can_fire(play, foe, target, "overwatch"):
                found += [
                    _weighed(play, foe, target, arm) for arm in fire.arms(play, foe, target, "overwatch")
                ]
    return max(found, key=lambda one: one[:2], default=(False, 0, None))[2]


def _weighed(play: Play, foe: Unit, target: Unit, arm: Arm) -> tuple[bool, int, Answer]:
    """Class R at armour only suppresses, and comes last."""
    read = shot(play, Firer(foe.id, arm, foe.damage), target, "overwatch")
    return not read.suppresses, read.superiority + read.add, Answer(foe.id, target.id, arm)


def spread(declared: Play, answer: Answer) -> Chances:
    """What becomes of who is answered: after the attack, which may leave nobody who answers, or panic before it."""
    fates = Fates([declared.state.units[answer.target]])

    def go_on(play: Play, i: int = 0) -> None:
        attack = frame(play, Attack)
        if i == len(attack.firers):
            play.emit(e.AttackEnded(True))
            _answers(play, answer)
            return
        shooting.fires(play, attack, attack.firers[i])
        play.last((i, _left(play, attack, answer)), partial(go_on, i=i + 1))

    found: Chances = defaultdict(Fraction)
    for whole, part in walked(declared, go_on, lambda play: (), fates.all).whole.items():
        found[" and ".join(cast("tuple[tuple[str, ...], ...]", whole)[0])] += part
    return found


def _answers(play: Play, answer: Answer) -> None:
    """The shot, if who is answered has fired, and who answers still can."""
    unit, target = play.state.units[answer.unit], play.state.units[answer.target]
    gone = unit.out or target.out or target.panicked
    if gone or not fire.can_fire(play, unit, target, "overwatch"):
        return
    if answer.arm not in fire.arms(play, unit, target, "overwatch"):
        return
    fire.declare(play, unit, target, "overwatch", answer.arm)
    attack = frame(play, Attack)
    shooting.fires(play, attack, attack.firers[0])


def _left(play: Play, attack: Attack, answer: Answer) -> bytes:
    """All that the rest depends on, by value: who is where something happens, what covers him, whose company is how far
    shaken."""
    game = play.state
    some = {attack.hex, game.units[answer.unit].hex, game.units[answer.target].hex}
    ids = {answer.unit, answer.target}
    there = [
        replace(one, disturbed=False, seen=True)
        for one in game.units.values()
        if one.hex in some or one.id in ids
    ]
    return ENCODE((there, game.companies, game.battalions, game.wrecks, attack.target))
