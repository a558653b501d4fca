"""What takes a unit its whole turn: getting aboard and down, mines and wire, mounting (Transport, Engineers, Barbed
Wire, Tank Riders)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.objectives import taken
from campaign.systems.portable_wargame_modern.play import Play, in_hex, own_unit
from campaign.systems.portable_wargame_modern.reach import comes_to_face
from campaign.systems.portable_wargame_modern.state import TASKS, Unit
from campaign.systems.portable_wargame_modern.whole_turn import (
    cannot_begin,
    cannot_load,
    cannot_remount,
    carriers,
    exits,
    places,
)

# -- aboard and down -------------------------------------------------------------------------------------------


def load(play: Play, unit: Unit, action: a.Load) -> None:
    carrier = own_unit(play.state, unit.side, action.carrier, "$.carrier")
    if why := cannot_begin(play, unit) or cannot_load(play, unit, carrier):
        allowed = [one.id for one in carriers(play, unit)]
        raise Refused(f"{unit.name} cannot get aboard: {why[0]}.", why[1], allowed, "$.carrier")
    play.emit(e.Loaded(unit.id, carrier.id))


def unload(play: Play, unit: Unit, action: a.Unload) -> None:
    allowed = exits(play, unit)
    if not unit.aboard:
        raise Refused(f"{unit.name} is not aboard anything.", "Transport", where="$.unit")
    if action.to not in allowed:
        reason = f"{unit.name} cannot get down into {action.to}: there is no room, or its carrier has moved."
        raise Refused(reason, "Transport", allowed, "$.to")
    facing = comes_to_face(play, unit, action.to, unit.facing)
    play.emit(e.Unloaded(unit.id, action.to, facing))
    taken(play, unit)


# -- mines and wire --------------------------------------------------------------------------------------------


def labour(play: Play, unit: Unit, action: a.Labour) -> None:
    allowed = places(play, unit, action.task)
    if action.hex not in allowed:
        rule = "Barbed Wire" if action.task.endswith("wire") else "Engineers"
        tasks = [f"{task} {hex}" for task in TASKS for hex in places(play, unit, task)]
        raise Refused(f"{unit.name} cannot do this in {action.hex} now.", rule, tasks, "$.hex")
    play.emit(e.WorkBegun(unit.id, action.task, action.hex, play.charts.turns_of[action.task]))


def work_on(play: Play) -> None:
    """At the end of a turn: who has stayed at work is a turn nearer to its end."""
    game = play.state
    for unit in list(game.units.values()):
        work = unit.work
        if work is None or not unit.strength:
            continue
        field = game.mines if work.task.endswith("mines") else game.wire
        if (work.hex in field) == work.task.startswith("lay"):
            play.emit(e.WorkLeft(unit.id))  # somebody else was faster
        elif (
            work.task == "lay-mines" and not play.charts.readings.mines_under_units and in_hex(game, work.hex)
        ):
            play.emit(e.WorkLeft(unit.id, True, readings=("mines_under_units",)))
        else:
            under = work.task == "lay-mines" and bool(in_hex(game, work.hex))
            by = ("mines_under_units",) if under else ()
            play.emit(e.WorkWent(unit.id, work.left - 1, readings=by))


# -- cavalry ---------------------------------------------------------------------------------------------------


def remount(play: Play, unit: Unit, action: a.Remount) -> None:
    if why := cannot_remount(play, unit):
        raise Refused(f"{unit.name} cannot do this: {why[0]}.", why[1], where="$.unit")
    play.emit(e.Remounted(unit.id, play.charts.types[unit.type].remount))
