"""Movement: hex by hex, with a pause wherever an enemy may fire (8, 10.5, 20.5, 20.6)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.options import Pending
from campaign.rules.refused import Refused
from campaign.rules.wording import count
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import decided_by, orders, watching
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import (
    activation,
    fire,
    landing,
    mines,
    mounted,
    opportunity,
    overrun,
    transport,
)
from campaign.systems.mechwar_4.frames import Move, Overrun, Pace
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.naming import name, points
from campaign.systems.mechwar_4.panic import panics
from campaign.systems.mechwar_4.play import Play, due, moving, own_unit
from campaign.systems.mechwar_4.reach import (
    entry_cost,
    goals,
    hostile,
    may_step,
    may_stop,
    mobile,
    next_in_column,
    spent,
    step_cost,
    stops,
    ways,
)
from campaign.systems.mechwar_4.spread import Reach
from campaign.systems.mechwar_4.state import Unit

PACES: dict[Pace, int] = {"walk": 1, "double": 2, "charge": 3}


# -- beginning -------------------------------------------------------------------------------------------------


def verify_start(play: Play, side: str, action: a.StartMove) -> None:
    """Whether a unit may begin to move now, at that pace. Raises Refused."""
    unit = own_unit(play, side, action.unit)
    activation.verify_may_act(play, unit, "8.22" if unit.fired else "8.21")
    verify_can_move(play, unit)
    verify_pace(play, unit, action.pace)


def verify_can_move(play: Play, unit: Unit) -> None:
    """Whether a unit that may act now can begin to move, at a walk at least. Raises Refused."""
    game = play.state
    if unit.fired:
        raise Refused(f"{unit.name} has fired this turn.", "8.22", where="$.unit")
    row = play.type_of(unit)
    if unit.aboard:
        raise Refused(f"{unit.name} is aboard: its carrier moves.", "9.1", where="$.unit")
    if not unit.hex:
        if not due(game, unit):
            raise Refused(f"{unit.name} is not to enter yet.", "20.64", where="$.unit")
        if not next_in_column(play, unit):
            raise Refused(f"Others of the column come before {unit.name}.", "20.63", where="$.unit")
    if not mobile(play, unit):
        raise Refused(f"{unit.name} is suppressed: it may not move.", "7.6", where="$.unit")
    if unit.fatigue > orders.MOST_TIRED:
        raise Refused(f"{unit.name} is at fatigue {unit.fatigue}: it must rest.", "8.162", where="$.unit")
    if row.moves != "helicopter" and not row.move:
        raise Refused(f"{unit.name} does not move by itself.", "8.24", where="$.unit")
    mounted.verify_carrier_moves(play, unit)
    if (refused := orders.may_move(play, unit)) is not None:
        raise refused


def verify_pace(play: Play, unit: Unit, pace: Pace) -> None:
    """8.16, 8.161. Raises Refused."""
    if pace != "walk" and not play.type_of(unit).infantry:
        raise Refused("Infantry alone moves at the double.", "8.16", ("walk",), "$.pace")
    if pace == "charge" and unit.fatigue:
        raise Refused(f"{unit.name} is tired: it may not charge.", "8.161", ("walk", "double"), "$.pace")


def start(play: Play, side: str, action: a.StartMove) -> None:
    """8.0: a unit is chosen to move; where it has losses it may panic. Full strength units do not check."""
    unit = play.state.units[action.unit]
    most = play.type_of(unit).move * PACES[action.pace]
    play.emit(e.MoveBegan(unit.id, most, action.pace))
    if panics(play, unit, "move"):
        finish(play)


# -- going -----------------------------------------------------------------------------------------------------


def verify_moves(play: Play, side: str, unit_id: str) -> tuple[Move, Unit]:
    """The move that is under way, and who moves. Raises Refused."""
    unit = own_unit(play, side, unit_id)
    move, mover = the_move(play)
    if unit.id != move.unit:
        raise Refused(f"{mover.name} is moving.", "8.0", (move.unit,), "$.unit")
    return move, unit


def the_move(play: Play) -> tuple[Move, Unit]:
    """The move that is under way, and who moves."""
    move = play.state.stack[-1]
    assert isinstance(move, Move)
    return move, play.state.units[move.unit]


def verify_move(play: Play, side: str, action: a.Move) -> None:
    """Raises Refused."""
    frame, unit = verify_moves(play, side, action.unit)
    verify_goal(play, unit, frame, action.to)


def move(play: Play, side: str, action: a.Move) -> None:
    """8.0, 6.52: hex by hex, by the way that its side knows, until something stops it."""
    frame, unit = the_move(play)
    reach = ways(play.known(side), unit, frame)
    depth = len(play.state.stack)
    for hex in reach.path(action.to):
        enter(play, unit, hex)
        if len(play.state.stack) != depth or frame_over(play) or unit.hex != hex:
            return


def verify_goal(play: Play, unit: Unit, frame: Move, to: Hex) -> Reach:
    """Whether a unit can go to a hex with the rest of its move: all that it reaches (8.24). Raises Refused."""
    reach = ways(play, unit, frame)
    if to not in goals(play, unit, reach):
        raise _cannot_go(play, unit, frame, to, reach)
    return reach


def _cannot_go(play: Play, unit: Unit, frame: Move, to: Hex, reach: Reach) -> Refused:
    if to not in play.ground.terrain:
        return Refused(f"There is no hex {to!r}.", "8.0", where="$.to")
    if frame.stopped:
        return Refused(f"{unit.name} goes no further this turn.", "16.13", where="$.to")
    if to in reach and spent(play, unit, to) and hostile(play, unit, to):
        most = count(play.charts.readings.firefights, "firefight")
        return Refused(
            f"After {most} there {unit.name} overruns {to} no more this turn.", "house rule", where="$.to"
        )
    if to in reach:
        return Refused(f"There is no room for {unit.name} in {to}.", "8.5", where="$.to")
    allowed = sorted(hex for hex, _ in reach)[:40]
    left = points(frame.left)
    return Refused(f"{unit.name} cannot reach {to} with {left} movement points.", "8.24", allowed, "$.to")


def frame_over(play: Play) -> bool:
    """Whether the move cannot go on: stopped, or nobody left to move."""
    game = play.state
    frame = next((one for one in game.stack if isinstance(one, Move)), None)
    if frame is None:
        return True
    unit = game.units[frame.unit]
    return frame.stopped or unit.out != "" or not mobile(play, unit)


def enter(play: Play, unit: Unit, hex: Hex) -> None:
    """One hex further: mines as it leaves and enters, who sees it, who may fire, an overrun."""
    frm = unit.hex
    frame = next(one for one in play.state.stack if isinstance(one, Move))
    if not frame.path:
        watching.sets_out(play, unit)
    step(play, unit, frame, hex)
    arrived(play, unit, frm)


def step(play: Play, unit: Unit, frame: Move, hex: Hex) -> None:
    """Into the next hex, and what mines do in that which it leaves and in that which it enters."""
    frm, jolt = unit.hex, mines.NO_JOLT
    if frm:
        jolt = mines.leaves(play, unit)
        if unit.out:
            return
        cost = step_cost(play, unit, frm, hex)
        assert cost is not None
        by = decided_by.stepped(play, unit, frm, hex)
        play.emit(e.UnitMoved(unit.id, hex, cost, "abatis" if stops(play, unit, hex) else "", readings=by))
    else:
        cost = ways(play, unit, frame).cost(hex)
        assert cost is not None
        play.emit(e.UnitEntered(unit.id, hex, cost))
    mines.comes(play, unit, jolt)


def arrived(play: Play, unit: Unit, frm: Hex) -> None:
    """What follows once a unit is in a new hex, if it is: mines may have destroyed it (12.3)."""
    if unit.out:
        return
    watching.look(play, unit)
    overrun.take(play, unit)
    if hostile(play, unit, unit.hex):
        play.emit(e.OverrunBegan(unit.id, unit.hex, frm))
    opportunity.offer(play, unit)
    landing.sustained(play, unit, frm)


def verify_leave(play: Play, side: str, action: a.Leave) -> None:
    """Raises Refused."""
    frame = play.state.stack[-1]
    assert isinstance(frame, Overrun)
    allowed = overrun.exits(play, frame)
    if action.to not in allowed:
        name = play.state.units[frame.unit].name
        raise Refused(f"{name} cannot leave to {action.to}.", "12", allowed, "$.to")


def leave(play: Play, side: str, action: a.Leave) -> None:
    """12: out of the overrun hex, for nothing."""
    frame = play.state.stack[-1]
    assert isinstance(frame, Overrun)
    unit, hex = play.state.units[frame.unit], frame.hex
    step_out(play, unit, frame, action.to)
    if play.state.stack[-1] is frame:
        overrun.over(play, unit)
    else:
        arrived(play, unit, hex)


def step_out(play: Play, unit: Unit, frame: Overrun, hex: Hex) -> None:
    """Into the next hex, unless mines destroy the overrunner as it leaves, and what mines do there (16.15)."""
    jolt = mines.leaves(play, unit)
    if unit.out:
        return
    overrun.break_columns(play, frame)
    play.emit(e.OverrunEnded(unit.id, hex, readings=overrun.decided(play, frame)))
    mines.comes(play, unit, jolt)


# -- off the map ------------------------------------------------------------------------------------------------


def verify_exit(play: Play, side: str, action: a.Exit) -> None:
    """Raises Refused."""
    exit_cost(play, *verify_moves(play, side, action.unit))


def exit_cost(play: Play, frame: Move, unit: Unit) -> int:
    """20.5: of the hypothetical hex beyond, like the one that it leaves by, in halves. Raises Refused."""
    victory = play.state.victory
    assert victory is not None
    exits = [one for one in victory.exit if one.side == unit.side]
    hexes = [hex for one in exits for hex in one.hexes]
    if unit.hex not in hexes:
        raise Refused(
            f"There is no exit for {unit.name} in {unit.hex or 'its place'}.", "8.27", hexes[:40], "$.unit"
        )
    cost = entry_cost(play, unit, unit.hex)
    if cost is None or frame.stopped or not mobile(play, unit) or cost > frame.left:
        raise Refused(f"{unit.name} has not the movement points left.", "20.5", where="$.unit")
    return cost


def exit_map(play: Play, side: str, action: a.Exit) -> None:
    """8.27."""
    frame, unit = the_move(play)
    cost = exit_cost(play, frame, unit)
    victory = play.state.victory
    assert victory is not None
    leaving = [unit, *play.carried(unit)]
    hex = unit.hex
    mines.leaves(play, unit)
    if unit.out:
        return
    play.emit(e.PointsSpent(unit.id, cost))
    play.emit(e.UnitExited(unit.id))
    way = next(one for one in victory.exit if one.side == side and hex in one.hexes)
    for one in leaving:
        row = play.type_of(one)
        counted = way.counts == "all" or (row.kind == "truck" if way.counts == "trucks" else row.combat)
        if counted and one.out == "exited":
            play.emit(e.Scored(side, way.points, one.id))
    finish(play)


# -- ending ----------------------------------------------------------------------------------------------------


def question(play: Play) -> tuple[Pending, ...]:
    """Whether to ask the side that moves how it goes on.

    While nobody sees the unit, it is asked to the end: when it has no points left tells what it is. play: of what lies
    open.
    """
    frame = play.state.stack[-1]
    assert isinstance(frame, Move)
    unit = play.state.units.get(frame.unit)
    if unit is not None and not goes_on(play, frame, unit):
        return ()
    side = play.state.active if unit is None else unit.side
    return (Pending(side, "move", f"{name(play.state, frame.unit)}: move on, or end its move."),)


def goes_on(play: Play, frame: Move, unit: Unit) -> bool:
    """Whether a move that can be seen goes on, as far as can be seen."""
    if unit.out or unit.panicked:
        return False
    if play.known_type(unit) is None:
        return True
    if not mobile(play, unit):
        return False
    if hides(play.state):  # who gets on or off, and at whom it may fire, is hidden
        return (frame.still and bool(unit.hex)) or (frame.left > 0 and not frame.stopped)
    return may_go_on(play, frame, unit)


def undone(play: Play) -> bool:
    """9.32: whether mounting or dismounting under fire has failed, so that the move ends by itself."""
    frame = play.state.stack[-1] if play.state.stack else None
    return isinstance(frame, Move) and frame.struck and bool(frame.handled)


def may_go_on(play: Play, frame: Move, unit: Unit) -> bool:
    """Whether anything is left to choose in a move."""
    if frame.still and unit.hex:
        return True
    if frame.left <= 0 or frame.stopped:
        return False
    if may_step(play, unit, frame):
        return True
    return transport.possible(play, frame, unit) or fire.halts(play, unit)


def end_move(play: Play, side: str, action: a.EndMove) -> None:
    finish(play)


def verify_end_move(play: Play, side: str, action: a.EndMove) -> None:
    """Raises Refused."""
    verify_end(play, verify_moves(play, side, action.unit)[1])


def verify_end(play: Play, unit: Unit) -> None:
    """Raises Refused where a bound is owed (19.14), and where there is no room and somewhere to go on to (8.5)."""
    move = moving(play.state)
    idle = move is not None and move.still and not move.changed and not move.handled
    if idle and unit.hex and orders.must_bound(play, unit) and play.type_of(unit).moves != "helicopter":
        raise Refused(
            f"{unit.name} is to bound: it leaves its hex or changes its status.",
            "19.14",
            ("move", "form-column", "leave-column", "take-defilade"),
            "$.unit",
        )
    if not unit.hex or may_stop(play, unit, unit.hex):
        return
    if move is not None and goals(play, unit, ways(play, unit, move)):
        raise Refused(f"There is no room for {unit.name} in {unit.hex}.", "8.5", where="$.unit")


def go_on(play: Play) -> None:
    """The move is over by itself; mounting or dismounting under fire has failed (9.32)."""
    if undone(play):
        frame, _ = the_move(play)
        transport.undo(play, frame)
    finish(play)


def finish(play: Play) -> None:
    """8.165: what happens at the end of a move."""
    game = play.state
    frame = next(one for one in game.stack if isinstance(one, Move))
    unit = game.units[frame.unit]
    if not unit.out and unit.hex:
        among = bool(play.enemies_in(unit.hex, unit.side)) and play.type_of(unit).moves != "helicopter"
        if (
            among and mobile(play, unit) and not spent(play, unit, unit.hex)
        ):  # 19.624: motorcycles, which it could have passed
            frm = frame.path[-2] if len(frame.path) > 1 else unit.came
            play.emit(e.OverrunBegan(unit.id, unit.hex, frm))
            return
        if (among or not may_stop(play, unit, unit.hex)) and not unit.aboard:
            back(play, frame, unit)
        tired(play, frame, unit)
    play.emit(e.MoveEnded(unit.id))
    watching.forget(play)


def back(play: Play, frame: Move, unit: Unit) -> None:
    """A house rule: who cannot go on where there is no room for it (8.5) goes back to the last hex with room."""
    for hex in (*frame.path[-2::-1], unit.came):
        if hex and may_stop(play, unit, hex) and not play.enemies_in(hex, unit.side):
            play.emit(e.MoveUndone(unit.id, hex))
            return


def tired(play: Play, frame: Move, unit: Unit) -> None:
    """8.161 to 8.163: what double time and charges cost."""
    if frame.pace != "walk" and not frame.still:
        play.emit(e.FatigueChanged(unit.id, orders.fatigue_after(unit, frame.pace)))
