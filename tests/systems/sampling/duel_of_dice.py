"""Duel of Dice: a card is laid until blows fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from campaign.rules.system import Rules
from tests.systems.sampling import Came, Position, Reading, Table
from tests.systems.sampling.finding import BATTLES, State, by_play


def lay(rules: Any, at: Position, random: Random) -> Came:
    """The other draws its hand, and lays any card of it."""
    from duel_of_dice.blows import BlowsFell
    from duel_of_dice.facing import Face

    table = Table(rules, at, random)
    while not (fell := table.all(BlowsFell)):
        side = table.asked()[0]
        answers = [one for one in table.legal(side) if not isinstance(one, Face)]
        table.do(side, answers[random.randrange(len(answers))])
    mine = [one.id for one in at.state.sides].index(at.side)
    bonus = rules.charts.cards[at.action.card].bonus
    return Came(f"a blow of {fell[0].dice[mine] + bonus}")


def states(rules: Rules) -> Iterator[State]:
    """Of a blow nobody but its owner knows anything: it is reckoned as if nothing were hidden."""
    for seed in range(BATTLES):
        for info in rules.scenarios():
            yield from by_play(rules, info.id, seed)


def readings() -> Mapping[type[Any], Reading]:
    from duel_of_dice.blows import Lay

    return {Lay: Reading(lay)}
