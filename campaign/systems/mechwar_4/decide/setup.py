"""Before the first turn: counters are dealt, units deployed (20.4)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.morale import value_headquarters
from campaign.systems.mechwar_4.play import Play, own_unit
from campaign.systems.mechwar_4.state import Unit


def begin(play: Play, side: str, action: a.Begin) -> None:
    """20.43: nobody can tell from a counter's id what lies under it."""
    for one in play.state.sides:
        mine = [unit for unit in play.state.units.values() if unit.side == one.id]
        order = play.dice.shuffle(f"counters of {one.name}", len(mine))
        play.emit(e.CountersDealt(one.id, order))
    value_headquarters(play)


def ready(play: Play, side: str, action: a.Ready) -> None:
    play.emit(e.SideReady(side))


def area(play: Play, unit: Unit) -> tuple[str, ...]:
    """Where a unit may be deployed (20.41); () where the scenario leaves no choice."""
    if not unit.hex or unit.aboard:
        return ()
    found = [one.hexes for one in play.state.areas if one.side == unit.side and unit.id in one.units]
    return found[0] if found else ()


def place(play: Play, side: str, action: a.Place) -> None:
    """20.41: within the area, on ground it may enter, no more than three to a hex."""
    unit = own_unit(play, side, action.unit)
    verify_place(play, unit, action.hex, action.carrier)
    play.emit(e.UnitPlaced(unit.id, action.hex, action.carrier))


def verify_place(play: Play, unit: Unit, hex: str, carrier: str = "") -> None:
    if not unit.hex or unit.aboard:
        raise Refused(f"{unit.name} enters later, or rides with another unit.", "20.4", where="$.unit")
    if carrier:
        raise Refused("Units get aboard where the scenario has them aboard.", "20.41", where="$.carrier")
    allowed = area(play, unit)
    if hex not in allowed:
        raise Refused(f"{unit.name} cannot be deployed in {hex}.", "20.41", allowed[:40], "$.hex")
    if hex == unit.hex:
        raise Refused(f"{unit.name} stands there already.", "20.41", where="$.hex")
    if not play.standable(unit, hex):
        raise Refused(f"{unit.name} cannot stand in {hex}.", "20.41", where="$.hex")
    if play.crowded(unit, hex):
        raise Refused(f"Three units stand in {hex}.", "8.5", where="$.hex")
