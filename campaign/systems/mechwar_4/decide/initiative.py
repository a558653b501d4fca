"""Who goes first in a turn, and who fires first in an overrun (4.2, 12)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.play import Play


def roll(play: Play, overrun: bool = False) -> str:
    """A die each and the panic level; the lower sum, then the lower level; else once more (4.2). The side that is
    first.
    """
    game = play.state
    first, second = game.sides
    adds = (game.forces[first.id].panic, game.forces[second.id].panic)
    dice: tuple[int, ...] = ()
    while True:
        what = "fire in the overrun" if overrun else "initiative"
        one, other = play.dice.roll(what, 2, 6, "order")
        dice += (one, other)
        sums = (one + adds[0], other + adds[1])
        if sums[0] != sums[1]:
            side = first.id if sums[0] < sums[1] else second.id
            break
        if adds[0] != adds[1]:
            side = first.id if adds[0] < adds[1] else second.id
            break
        if play.charts.readings.initiative_tie == "first-side":
            side = first.id
            break
    tied = adds[0] == adds[1] and (dice[0] == dice[1])
    play.emit(e.InitiativeRolled(dice, side, adds, overrun, readings=("initiative_tie",) if tied else ()))
    return side
