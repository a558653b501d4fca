"""Mounting and dismounting (9.1, 9.2, 9.3, 17.13, 19.614)."""

from __future__ import annotations

from functools import partial

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders, watching
from campaign.systems.mechwar_4.decide import opportunity, overrun
from campaign.systems.mechwar_4.frames import Move
from campaign.systems.mechwar_4.ground import halves
from campaign.systems.mechwar_4.play import Play, accepts, is_unmarked, own_unit
from campaign.systems.mechwar_4.reach import mobile
from campaign.systems.mechwar_4.state import Unit

MOST_ENGINEERS = 3
"""Squads of engineers that ride together; two of them are as much as infantry (19.614)."""


def mount(play: Play, side: str, action: a.Mount) -> None:
    """9.0."""
    unit, carrier = play.state.units[action.unit], play.state.units[action.carrier]
    play.emit(e.PointsSpent(carrier.id, halves(play.charts.efforts.mount)))
    watching.sets_out(play, unit)
    play.emit(e.Mounted(unit.id, carrier.id))
    opportunity.offer(play, carrier)


def verify_mount(play: Play, side: str, action: a.Mount) -> None:
    """Raises Refused."""
    unit, carrier = own_unit(play, side, action.unit), own_unit(play, side, action.carrier, "$.carrier")
    frame = play.state.stack[-1]
    assert isinstance(frame, Move)
    verify_gets_on(play, frame, unit, carrier)


def verify_gets_on(play: Play, frame: Move, unit: Unit, carrier: Unit) -> None:
    """9.1: whether this unit may get aboard now (9.14, 9.15). Raises Refused."""
    game = play.state
    if carrier.id != frame.unit:
        raise Refused(f"{game.units[frame.unit].name} is moving.", "9.12", (frame.unit,), "$.carrier")
    verify_carries(play, carrier, unit)
    if unit.aboard or unit.hex != carrier.hex or not unit.hex:
        raise Refused(f"{unit.name} is not in the hex of {carrier.name}.", "9.12", where="$.unit")
    if not is_unmarked(unit) or not mobile(play, unit) or unit.fatigue > orders.MOST_TIRED:
        raise Refused(f"{unit.name} cannot move this turn.", "9.12", where="$.unit")
    if (refused := orders.may_move(play, unit)) is not None:
        raise refused
    if unit.improved:
        raise Refused(f"{unit.name} is in an improved position: it leaves it first.", "9.15", where="$.unit")
    verify_room(play, carrier, unit)
    _verify_ground(play, carrier)
    _verify_points(play, frame, carrier, play.charts.efforts.mount)


def verify_carries(play: Play, carrier: Unit, unit: Unit) -> None:
    """9.6, 9.21, 17.13: whether a unit is carried by another, whatever their losses. Raises Refused."""
    row, on = play.type_of(unit), play.type_of(carrier)
    if not row.personnel or not (on.carries or (on.ridden and row.infantry)):
        raise Refused(f"{carrier.name} does not carry {unit.name}.", "9.6", where="$.carrier")


def verify_room(play: Play, carrier: Unit, unit: Unit) -> None:
    """9.1, 9.14: whether there is room for a unit that is carried. Raises Refused."""
    if carrier.damage > unit.damage:
        raise Refused(f"{carrier.name} has lost more than {unit.name}.", "9.14", where="$.carrier")
    if not has_room(play, carrier, unit):
        raise Refused(f"{carrier.name} is full.", "9.1", where="$.carrier")


def has_room(play: Play, carrier: Unit, unit: Unit) -> bool:
    """9.1, 19.614: one infantry unit, and with it one squad of engineers; or up to three squads without."""
    aboard = [play.type_of(one).kind for one in play.carried(carrier)] + [play.type_of(unit).kind]
    engineers = aboard.count("engineers")
    others = len(aboard) - engineers
    return others <= 1 and engineers <= (1 if others else MOST_ENGINEERS)


def dismount(play: Play, side: str, action: a.Dismount) -> None:
    """9.0."""
    unit = play.state.units[action.unit]
    carrier = play.state.units[unit.aboard]
    play.emit(e.PointsSpent(carrier.id, halves(play.charts.efforts.dismount)))
    play.emit(e.Dismounted(unit.id, carrier.hex))
    watching.lose_camouflage(play, unit)
    watching.look(play, unit)
    if play.flies(carrier):
        overrun.take(play, unit)
    opportunity.offer(play, carrier)


def verify_dismount(play: Play, side: str, action: a.Dismount) -> None:
    """Raises Refused."""
    unit, frame = own_unit(play, side, action.unit), play.state.stack[-1]
    assert isinstance(frame, Move)
    verify_gets_off(play, frame, unit)


def verify_gets_off(play: Play, frame: Move, unit: Unit) -> None:
    """9.1: whether a unit may leave the carrier that moves now. Raises Refused."""
    carrier = play.state.units[frame.unit]
    if unit.aboard != carrier.id:
        raise Refused(f"{unit.name} is not aboard {carrier.name}.", "9.12", where="$.unit")
    if not carrier.hex:
        raise Refused(f"{carrier.name} is not on the map yet.", "20.64", where="$.unit")
    if not is_unmarked(unit) or not mobile(play, unit) or unit.fatigue > orders.MOST_TIRED:
        raise Refused(f"{unit.name} cannot move this turn.", "9.12", where="$.unit")
    if (refused := orders.may_move(play, unit)) is not None:
        raise refused
    if play.crowded(unit, carrier.hex):
        raise Refused(f"There is no room for {unit.name} in {carrier.hex}.", "8.5", where="$.unit")
    if play.enemies_in(carrier.hex, unit.side):
        raise Refused(f"There is an enemy in {carrier.hex}.", "8.25", where="$.unit")
    _verify_ground(play, carrier)
    _verify_points(play, frame, carrier, play.charts.efforts.dismount)


def _verify_ground(play: Play, carrier: Unit) -> None:
    """17.14: a helicopter lands in the open."""
    terrain = play.ground.terrain[carrier.hex]
    if play.type_of(carrier).moves == "helicopter" and (terrain.woods or terrain.town):
        raise Refused(f"{carrier.name} cannot land in {terrain.name.lower()}.", "17.14", where="$.unit")


def _verify_points(play: Play, frame: Move, carrier: Unit, points: float) -> None:
    if frame.stopped or not mobile(play, carrier) or frame.left < halves(points):
        raise Refused(f"{carrier.name} has not {points:g} movement points left.", "9.12", where="$.unit")


def possible(play: Play, frame: Move, unit: Unit) -> bool:
    """Whether anybody can get on or off now."""
    return bool(mountable(play, frame, unit)) or bool(leavers(play, frame, unit))


def mountable(play: Play, frame: Move, carrier: Unit) -> list[Unit]:
    """Who can get aboard (9.2, 17.13)."""
    row = play.type_of(carrier)
    if not carrier.hex or not (row.carries or row.ridden):
        return []
    return [
        one
        for one in play.in_hex(carrier.hex)
        if one.side == carrier.side and accepts(partial(verify_gets_on, play, frame, one, carrier))
    ]


def leavers(play: Play, frame: Move, carrier: Unit) -> list[Unit]:
    """Who can get down."""
    return [one for one in play.carried(carrier) if accepts(partial(verify_gets_off, play, frame, one))]


def undo(play: Play, frame: Move) -> None:
    """9.32: fire had effect: the carrier is back where it began, and nobody got on or off."""
    units = play.state.units
    carrier = units[frame.unit]
    if carrier.out:
        return
    ashore = tuple(id for id in frame.handled if units[id].aboard == carrier.id)
    aboard = tuple(id for id in frame.handled if not units[id].aboard and not units[id].out)
    start = carrier.came or (frame.path[0] if frame.path else carrier.hex)
    play.emit(e.MoveUndone(carrier.id, start, aboard, ashore))
