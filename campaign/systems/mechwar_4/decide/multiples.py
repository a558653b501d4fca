"""More off-board guns than a scenario grants: a multiple of them, by a die that their side alone sees (14.3, 19.23)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.events import guns as e
from campaign.systems.mechwar_4.play import Play, accepts
from campaign.systems.mechwar_4.state import Battery

TOWED = 4
"""Of a side's protected batteries every fourth is of towed or open guns: a soft target (19.21)."""


def base(play: Play, side: str) -> list[Battery]:
    """The concentrations that a side has in any case (14.32)."""
    batteries = play.state.batteries.values()
    return [one for one in batteries if one.side == side and one.kind == "guns" and not one.until]


def verify(play: Play, side: str, action: a.Multiply) -> None:
    """Whether a side may try to multiply its fires now. Raises Refused."""
    game = play.state
    force = game.forces[side]
    if not game.switches.multiples or not base(play, side):
        raise Refused("There are no fires to multiply in this battle.", "14.3")
    if force.multiple:
        raise Refused("The fires of next turn have been rolled for.", "14.34")
    if not force.multiples:
        raise Refused("There are no more turns on which fires may be multiplied.", "14.34")


def may(play: Play, side: str) -> bool:
    return accepts(partial(verify, play, side, a.Multiply()))


def multiply(play: Play, side: str, action: a.Multiply) -> None:
    """14.33: a die that the enemy does not see; 14.34: a 1 adds nothing and is spent (14.34)."""
    (die,) = play.dice.roll(f"multiple of {side} in turn {play.state.turn}", 1)
    play.emit(e.MultipleRolled(side, die, tuple(extras(play, side, die))))


def extras(play: Play, side: str, die: int) -> list[Battery]:
    """The batteries beyond those that are there anyway, for the next turn."""
    mine, turn = base(play, side), play.state.turn + 1
    found: list[Battery] = []
    for i in range((die - 1) * len(mine)):
        again, place = divmod(i, len(mine))
        like = mine[place]
        number = len(mine) + i + 1
        closed = any(one.protected and one.h == like.h for one in mine) and number % TOWED != 0
        found.append(
            replace(
                like, id=f"{like.id}-turn-{turn}-{again + 1}", name=f"{like.name} (turn {turn}, {number})", until=turn,
                protected=closed, damage=0, suppression=0, spotted=False, busy=0,
                last="", shots=0, fascam=0, out=False,
            )
        )  # fmt: skip
    return found


def show(play: Play) -> None:
    """14.33: the die is shown when the next indirect fire phase begins."""
    for side, force in play.state.forces.items():
        if force.multiple:
            play.emit(e.MultipleShown(side, force.multiple))


def revert(play: Play) -> None:
    """19.23: multiplied fires are over; of all the batteries that there were, the worst off stay."""
    game = play.state
    for side in game.forces:
        over = [one for one in game.batteries.values() if one.side == side and one.until == game.turn]
        if not over:
            continue
        mine = base(play, side)
        worst = sorted([*mine, *over], key=lambda one: (-one.damage, -one.suppression, not one.spotted))
        worn = tuple(
            e.Worn(one.id, bad.damage, bad.suppression, bad.spotted, bad.out)
            for one, bad in zip(mine, worst, strict=False)
        )
        hurt = any(one.damage or one.suppression or one.spotted for one in over)
        play.emit(e.BatteriesReverted(side, tuple(one.id for one in over), worn if hurt else ()))
