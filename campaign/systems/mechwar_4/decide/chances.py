"""Who has a special chance to fire: from an ambush, from a short halt (6.913, 19.3)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.ground import halves
from campaign.systems.mechwar_4.play import Play, accepts, moving
from campaign.systems.mechwar_4.state import Unit


def ambushes(play: Play, unit: Unit) -> bool:
    """Whether a unit fires from an ambush at what moves now: in its hex, or next to it (6.9131)."""
    game = play.state
    company, move = play.company(unit), moving(game)
    if company is None or not company.ambush or not company.ambushes or move is None:
        return False
    where = game.units[move.unit].hex
    return bool(where) and play.distance(where, company.ambush) <= 1


def halt_cost(play: Play) -> int:
    """Of a short halt, in halves (19.31)."""
    return halves(play.charts.efforts.halt)


def may_halt(play: Play, unit: Unit) -> bool:
    return accepts(partial(verify_short_halt, play, unit))


def verify_short_halt(play: Play, unit: Unit) -> None:
    """19.3: a moving tank with stabilised guns that has not fired. Raises Refused."""
    move = moving(play.state)
    if not play.state.switches.short_halt:
        raise Refused("A unit that moves does not fire in this battle.", "4.1", where="$.unit")
    if move is None or move.unit != unit.id:
        raise Refused(f"{unit.name} is not moving.", "19.31", where="$.unit")
    if not play.type_of(unit).stabilised:
        raise Refused(f"{unit.name} has no stabilised guns.", "19.3", where="$.unit")
    if unit.fired or unit.panicked or unit.out:
        raise Refused(f"{unit.name} has fired this turn, or panics.", "19.31", where="$.unit")
    if move.left < halt_cost(play):
        raise Refused(f"A short halt costs {halt_cost(play) // 2} movement points.", "19.31", where="$.unit")


def verify_halt_target(play: Play, target: Unit) -> None:
    """19.31: at what has come into sight during the move; at who has just fired in a window of its own. Raises
    Refused."""
    move = play.state.stack[-1]
    if isinstance(move, Move) and not came_into_sight(play, move, target):
        mover = play.state.units[move.unit]
        allowed = [
            one.id
            for one in play.state.units.values()
            if one.side != mover.side and one.seen and one.hex and came_into_sight(play, move, one)
        ]
        raise Refused(
            f"{play.called(target)} has not come into sight in this move.", "19.31", allowed, "$.target"
        )


def came_into_sight(play: Play, move: Move, target: Unit) -> bool:
    """19.31: whether a unit that moves sees an enemy whom it has not seen all along: from some hex of its move it had
    no line of sight to him, or he has been turned face up since."""
    if target.id in move.came_in_sight:
        return True
    mover = play.state.units[move.unit]
    before = [mover.came, *move.path[:-1]] if move.path else []
    return any(
        not hex or not play.may_see(replace(mover, hex=hex), target) for hex in before
    ) and play.may_see(mover, target)
