"""Before the first turn: counters are dealt, units deployed (20.4)."""

from __future__ import annotations

from functools import partial

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide import transport
from campaign.systems.mechwar_4.known import hides
from campaign.systems.mechwar_4.morale import value_headquarters
from campaign.systems.mechwar_4.play import Play, accepts, own_unit
from campaign.systems.mechwar_4.reach import column, composed, entry_of
from campaign.systems.mechwar_4.state import Entry, Unit

BOX = 99
"""Numbers of counters that a side has in the box."""


def begin(play: Play, side: str, action: a.Begin) -> None:
    """20.43: nobody can tell from a counter's id what lies under it; in the fog, nor how many there are."""
    game = play.state
    for one in game.sides:
        mine = [unit for unit in game.units.values() if unit.side == one.id]
        order = play.dice.shuffle(f"counters of {one.name}", box(len(mine)) if hides(game) else len(mine))
        play.emit(e.CountersDealt(one.id, order))
    for one in game.sides if hides(game) else ():
        off = [*game.batteries.values(), *game.aircraft.values()]
        guns = sum(each.side == one.id for each in off)
        play.emit(e.GunsDealt(one.id, play.dice.shuffle(f"guns and aircraft of {one.name}", box(guns))))
    value_headquarters(play)


def box(count: int) -> int:
    """How many numbers so many pieces are dealt from: as many whatever there is, unless there are too many pieces."""
    return BOX if count < BOX else 10 ** (1 + len(str(count))) - 1


def ready(play: Play, side: str, action: a.Ready) -> None:
    play.emit(e.SideReady(side))


def area(play: Play, unit: Unit) -> tuple[str, ...]:
    """Where a unit may be deployed (20.41); () where the scenario leaves no choice."""
    if not unit.hex or unit.aboard:
        return ()
    found = [one.hexes for one in play.state.areas if one.side == unit.side and unit.id in one.units]
    return found[0] if found else ()


def place(play: Play, side: str, action: a.Place) -> None:
    """20.41: within the area, on ground it may enter, no more than three to a hex. 20.67: off the map, aboard a
    carrier, or on foot, right behind the one that it has left."""
    unit = play.state.units[action.unit]
    left = play.state.units.get(unit.aboard)
    play.emit(e.UnitPlaced(action.unit, action.hex, action.carrier))
    entry = entry_of(play, unit)
    if left is None or unit.aboard or entry is None or not composed(entry, left):
        return
    line = [one.id for one in column(play, entry, left.through) if one is not unit]
    line.insert(line.index(left.id) + 1, unit.id)
    play.emit(e.ColumnOrdered(unit.id, tuple(line), left.through))


def verify_placed(play: Play, side: str, action: a.Place) -> None:
    """Raises Refused."""
    unit = own_unit(play, side, action.unit)
    if unit.entry and not action.hex:
        verify_mounted(play, side, unit, action.carrier)
    else:
        verify_place(play, unit, action.hex, action.carrier)


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


# -- off the map -----------------------------------------------------------------------------------------------


def verify_mounted(play: Play, side: str, unit: Unit, carrier: str) -> None:
    """20.67: whether a unit that waits off the map may come aboard that carrier, or with "" on foot. Raises Refused."""
    if carrier:
        verify_comes_with(play, unit, own_unit(play, side, carrier, "$.carrier"))
    elif not unit.aboard:
        raise Refused(f"{unit.name} comes aboard nobody.", "20.67", carriers(play, unit), "$.carrier")


def verify_comes_with(play: Play, unit: Unit, carrier: Unit) -> None:
    """20.67: whether a unit may come aboard a vehicle that waits with it. Raises Refused."""
    if unit.aboard == carrier.id:
        raise Refused(f"{unit.name} comes aboard {carrier.name} already.", "20.67", where="$.carrier")
    if carrier.entry != unit.entry:
        raise Refused(
            f"{carrier.name} does not come with {unit.name}.", "20.67", carriers(play, unit), "$.carrier"
        )
    transport.verify_carries(play, carrier, unit)
    transport.verify_room(play, carrier, unit)


def carriers(play: Play, unit: Unit) -> list[str]:
    """20.67: aboard whom a unit that waits off the map may come instead."""
    mine = (one for one in play.own(unit.side) if unit.entry and one.entry == unit.entry and not one.out)
    return [one.id for one in mine if accepts(partial(verify_comes_with, play, unit, one))]


def may_mount(play: Play, unit: Unit) -> bool:
    """Whether a unit that waits off the map may come mounted or on foot, as its side wishes (20.67)."""
    if not unit.entry or not play.type_of(unit).personnel:
        return False
    return bool(unit.aboard) or bool(carriers(play, unit))


def waits(play: Play, unit: Unit) -> Entry:
    """20.42: the group with which a unit enters, whose columns its side composes (20.65). Raises Refused."""
    entry = entry_of(play, unit)
    if entry is None:
        waiting = [one.id for one in play.state.units.values() if one.side == unit.side and one.entry]
        raise Refused(f"{unit.name} does not wait off the map.", "20.42", waiting, "$.unit")
    if unit.aboard:
        carrier = play.state.units[unit.aboard]
        raise Refused(f"{unit.name} comes with {carrier.name}.", "20.67", (carrier.id,), "$.unit")
    if not composed(entry, unit):
        raise Refused(
            f"{unit.name} comes in turn {entry.turn}: by which hex, and behind whom, is chosen as it enters.",
            "20.66", where="$.unit",
        )  # fmt: skip
    return entry


def may_line_up(play: Play, unit: Unit) -> bool:
    """Whether there is another place for a unit that waits off the map."""
    entry = entry_of(play, unit)
    if entry is None or unit.aboard or not composed(entry, unit):
        return False
    return len(column(play, entry, unit.through)) > 1 or bool(unit.through and len(entry.hexes) > 1)


def others(play: Play, unit: Unit, entry: Entry, hex: str) -> list[Unit]:
    """Who else waits to enter by a hex, "" for that of the unit, the first to enter first."""
    return [one for one in column(play, entry, hex or unit.through) if one is not unit]


def verify_line_up(play: Play, side: str, action: a.LineUp) -> None:
    """20.42. Raises Refused."""
    unit = own_unit(play, side, action.unit)
    entry = waits(play, unit)
    hexes = entry.hexes if unit.through else ()
    if action.hex and action.hex not in hexes:
        raise Refused(f"{unit.name} does not choose {action.hex} to enter.", "20.66", ("", *hexes), "$.hex")
    found = others(play, unit, entry, action.hex)
    if not 0 < action.place <= len(found) + 1:
        raise Refused(
            f"There is no place {action.place} in a column of {len(found) + 1}.",
            "20.42", [str(i + 1) for i in range(len(found) + 1)], "$.place",
        )  # fmt: skip
    if action.hex in ("", unit.through) and lined_up(play, action) == column(play, entry, unit.through):
        raise Refused(f"{unit.name} is in that place already.", "20.42", where="$.place")


def lined_up(play: Play, action: a.LineUp) -> list[Unit]:
    """The column with the unit in its place."""
    unit = play.state.units[action.unit]
    found = others(play, unit, waits(play, unit), action.hex)
    found.insert(action.place - 1, unit)
    return found


def line_up(play: Play, side: str, action: a.LineUp) -> None:
    """20.42."""
    found = lined_up(play, action)
    hex = action.hex or play.state.units[action.unit].through
    play.emit(e.ColumnOrdered(action.unit, tuple(one.id for one in found), hex))
