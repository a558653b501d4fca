"""What a unit in motion takes up in its hex: column and defilade (8.1, 10.5)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import (
    opportunity,
)
from campaign.systems.mechwar_4.decide.movement import the_move, verify_moves
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.ground import halves
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.reach import mobile
from campaign.systems.mechwar_4.state import Unit


def form_column(play: Play, side: str, action: a.FormColumn) -> None:
    """8.11: vehicles by staying where they are; infantry at no cost."""
    frame, unit = the_move(play)
    play.emit(e.ColumnChanged(unit.id, True))
    if not play.type_of(unit).personnel:
        play.emit(e.PointsSpent(unit.id, frame.left))


def verify_form_column(play: Play, side: str, action: a.FormColumn) -> None:
    """Raises Refused."""
    verify_column(play, *verify_moves(play, side, action.unit))


def verify_column(play: Play, frame: Move, unit: Unit) -> None:
    moves = play.type_of(unit).moves
    if unit.column:
        raise Refused(f"{unit.name} is in column.", "8.11", where="$.unit")
    if moves == "helicopter":
        raise Refused("Helicopters form no column.", "17.1", where="$.unit")
    if not frame.still or frame.changed:
        raise Refused(f"{unit.name} has moved: a column forms by staying.", "8.11", where="$.unit")
    if not unit.hex and not play.type_of(unit).personnel:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")


def leave_column(play: Play, side: str, action: a.LeaveColumn) -> None:
    """8.11: at the beginning of a move, for nothing."""
    play.emit(e.ColumnChanged(action.unit, False))


def verify_leave_column(play: Play, side: str, action: a.LeaveColumn) -> None:
    """Raises Refused."""
    verify_no_column(*verify_moves(play, side, action.unit))


def verify_no_column(frame: Move, unit: Unit) -> None:
    if not unit.column:
        raise Refused(f"{unit.name} is not in column.", "8.11", where="$.unit")
    if not frame.still or frame.changed:
        raise Refused("A column is left at the beginning of a move.", "8.11", where="$.unit")


def defilade_cost(play: Play, frame: Move, unit: Unit) -> int | None:
    """10.5, 10.51, 19.621: halves of points to enter defilade; None if the unit has not so many.

    Whoever spends the whole move in the hex always may.
    """
    row, efforts = play.type_of(unit), play.charts.efforts
    if row.moves == "motorcycle":
        return 0
    clear = play.ground.terrain[unit.hex].id == "clear"
    cost = halves(efforts.defilade if clear else efforts.defilade_elsewhere)
    if cost <= frame.left:
        return cost
    return frame.left if frame.still and frame.left else None


def take_defilade(play: Play, side: str, action: a.TakeDefilade) -> None:
    """10.5."""
    frame, unit = the_move(play)
    play.emit(e.PointsSpent(unit.id, defilade_cost(play, frame, unit) or 0))
    play.emit(e.DefiladeChanged(unit.id, action.edge))
    opportunity.offer(play, unit)


def verify_take_defilade(play: Play, side: str, action: a.TakeDefilade) -> None:
    """Raises Refused."""
    verify_defilade(play, *verify_moves(play, side, action.unit), action.edge)


def verify_defilade(play: Play, frame: Move, unit: Unit, edge: str) -> None:
    """Raises Refused (8.11)."""
    row = play.type_of(unit)
    if not unit.hex:
        raise Refused(f"{unit.name} is not on the map yet.", "20.64", where="$.unit")
    if row.moves == "helicopter":
        raise Refused("Helicopters take no cover.", "17.32", where="$.unit")
    if unit.column:
        raise Refused(f"{unit.name} is in column.", "8.13", where="$.unit")
    if not mobile(play, unit) or frame.stopped:
        raise Refused(f"{unit.name} does nothing more in this move.", "10.51", where="$.unit")
    if unit.defilade == edge or (unit.defilade and row.personnel):
        raise Refused(f"{unit.name} is in defilade so.", "10.5", where="$.edge")
    if play.enemies_in(unit.hex, unit.side):
        raise Refused("Nobody takes cover in a hex with enemies.", "10.51", where="$.unit")
    if defilade_cost(play, frame, unit) is None:
        raise Refused(
            f"{unit.name} has not the movement points left; a whole move in a hex is enough.",
            "10.51",
            where="$.unit",
        )
