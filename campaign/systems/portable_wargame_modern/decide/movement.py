"""Moving and turning (Movement)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused, no_such
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.objectives import taken
from campaign.systems.portable_wargame_modern.play import Play
from campaign.systems.portable_wargame_modern.reach import (
    cannot_move,
    cannot_turn,
    climbs,
    comes_to_face,
    destinations,
    may_face,
    reach,
    way,
    why_not,
    why_stop,
    withdraws,
)
from campaign.systems.portable_wargame_modern.state import Unit


def move(play: Play, unit: Unit, action: a.Move) -> None:
    if why := cannot_move(play, unit):
        raise Refused(f"{unit.name} cannot move: {why[0]}.", why[1], where="$.unit")
    found = reach(play, unit)
    allowed = destinations(play, unit, found)
    if action.to not in play.ground.terrain:
        raise no_such("hex", action.to, allowed, "Movement", "$.to", " on this board")
    if action.to not in allowed:
        reason, rule = why_not(play, unit, action.to)
        raise Refused(f"{unit.name} cannot go to {action.to}: {reason}.", rule, allowed, "$.to")
    for hex in way(unit, found, action.to):
        _, _, road = found[hex]
        enter(play, unit, hex, road)


def enter(play: Play, unit: Unit, hex: Hex, road: bool) -> None:
    """One hex of a move. Whoever stops next to an enemy turns to face it; who passes only faces where it goes."""
    ground = play.ground
    facing = comes_to_face(play, unit, hex, ground.around[unit.hex][hex])
    stops = why_stop(play, unit, hex, play.near(unit.side)) or ("bank" if climbs(play, unit) else "")
    play.emit(e.Moved(unit.id, hex, facing, road, stops, hex in ground.trench, withdraws(play, unit)))
    after_entering(play, unit)


def after_entering(play: Play, unit: Unit) -> None:
    """What lies in the hex: mines, and what is fought for (Minefields)."""
    taken(play, unit)
    if unit.hex in play.state.mines:
        cargo = (unit.cargo,) if unit.cargo else ()
        play.emit(e.MinesMet(unit.id, unit.hex, cargo))


def turn(play: Play, unit: Unit, action: a.Turn) -> None:
    """Movement e."""
    if why := cannot_turn(play, unit):
        raise Refused(f"{unit.name} cannot turn: {why[0]}.", why[1], where="$.unit")
    allowed = may_face(play, unit)
    if action.facing not in allowed:
        reason = f"{unit.name} faces {action.facing} already, or must face an enemy next to it."
        raise Refused(reason, "Movement e, h", allowed, "$.facing")
    play.emit(e.Turned(unit.id, action.facing))
