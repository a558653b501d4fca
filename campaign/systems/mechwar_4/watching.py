"""Observation: who is seen, turned face up and down again (5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.hexes import Hex
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.by_sight import observed
from campaign.systems.mechwar_4.play import Play, has_fired
from campaign.systems.mechwar_4.state import Unit
from campaign.systems.mechwar_4.values import ducked, marker_faces


def covered(play: Play, unit: Unit, frm: Hex) -> str:
    """Behind what a unit is in defilade as seen from a hex (10.21): a word, "" if it is not (6.92)."""
    if play.ground.terrain[unit.hex].defilade:
        return "hilltop"
    if unit.defilade and marker_faces(play, frm, unit):
        return "defilade"
    behind = min(play.spotting.covers(frm, unit.hex), default="")
    if not behind and play.type_of(unit).moves == "helicopter" and not play.clear(unit.hex, frm):
        return "what it looks over"  # 17.32
    return behind


def observed_at(play: Play, unit: Unit, frm: Hex) -> int:
    """The range in hexes at which a unit in its place is seen from a hex (5.2; 6.92, 11.2, 19.72)."""
    return play.spotting.range(
        frm,
        unit.hex,
        play.type_of(unit).seen,
        play.smoke,
        (bool(unit.defilade) and marker_faces(play, frm, unit)) or ducked(play, unit),
        unit.improved and not (has_fired(unit) or unit.moved),
        play.state.switches.night,
    )


def observes(play: Play, one: Unit, unit: Unit) -> bool:
    """Whether somebody observes a unit in its place: in sight and near enough; a helicopter aloft over what is low."""
    far = play.distance(one.hex, unit.hex)
    if far > play.spotting.farthest(unit.hex, play.type_of(unit).seen):
        return False
    if play.clear(one.hex, unit.hex):
        return far <= observed_at(play, unit, one.hex)
    return aloft(play, one, unit)


def aloft(play: Play, one: Unit, unit: Unit) -> bool:
    """17.22: whether a helicopter observes a unit over what would hide it: as it would to fire at it. What covers along
    the ground is nothing to it (17.24)."""
    if play.type_of(one).moves != "helicopter" or play.charts.readings.helicopters_observe == "level":
        return False
    far = play.spotting.range(
        unit.hex,
        unit.hex,
        play.type_of(unit).seen,
        play.smoke,
        improved=unit.improved and not (has_fired(unit) or unit.moved),
        night=play.state.switches.night,
    )
    if play.type_of(unit).moves == "helicopter" or play.distance(one.hex, unit.hex) > far:
        return False
    return play.spotting.from_air(one.hex, unit.hex) is None


def watchers(play: Play, side: str) -> list[Unit]:
    """Who may see something for a side: everybody on the map who is not aboard."""
    return [one for one in play.own(side) if one.hex and not one.aboard]


def facing(play: Play, side: str, hex: Hex) -> list[Unit]:
    """Those of them who may see what is in a hex: to whom a line of sight leads, and helicopters."""
    seers, bit = play.seers(hex, side), play.ground.bit
    aloft = flyers(play, side)
    if not seers and not aloft:
        return []
    return [one for one in watchers(play, side) if seers & bit[one.hex] or one.id in aloft]


def flyers(play: Play, side: str) -> set[str]:
    """The helicopters of a side on the map."""
    return play.lasting(("flyers", side), _flyers, play, side)


def _flyers(play: Play, side: str) -> set[str]:
    return {one.id for one in watchers(play, side) if play.flies(one)}


def observers(play: Play, unit: Unit) -> Iterator[Unit]:
    """The enemies who observe a unit in its place."""
    others = facing(play, other_side(play.state, unit.side), unit.hex)
    return (one for one in others if observes(play, one, unit))


def look(play: Play, mover: Unit) -> None:
    """5.21, 5.23: what a unit that has just come into its hex sees there, and who sees it."""
    side = other_side(play.state, mover.side)
    if not mover.seen:
        _shows(play, mover, facing(play, side, mover.hex))
    for one in watchers(play, side):
        if not one.seen and observes(play, mover, one):
            notice(play, one, mover)


def sets_out(play: Play, mover: Unit) -> None:
    """5.23: the hex that it leaves counts, too: it is camouflaged no more, nor as hard to see as who lies still in an
    improved position (11.2)."""
    lose_camouflage(play, mover)
    if mover.hex and not mover.seen:
        others = facing(play, other_side(play.state, mover.side), mover.hex)
        _shows(play, mover, others)


def _shows(play: Play, mover: Unit, others: list[Unit]) -> None:
    """5.21: whether any of these observes who moves: a vehicle that is in its line of sight at any range."""
    vehicle = play.type_of(mover).seen == "vehicle"
    for one in others:
        if (vehicle and play.clear(one.hex, mover.hex)) or observes(play, one, mover):
            play.emit(e.UnitSeen(mover.id, one.id, readings=observed(play, one, mover)))
            return


def notice(play: Play, unit: Unit, by: Unit) -> None:
    """A unit would be observed: its camouflage may hide it for the rest of the phase (5.25)."""
    if unit.kept or unit.seen:
        return
    if unit.camouflaged and play.state.switches.camouflage:
        value = play.ground.terrain[unit.hex].camouflage
        if unit.improved:
            value = max(value, play.charts.special.camouflage_improved)
        (die,) = play.dice.roll(f"camouflage of {unit.id}", 1)
        hidden = die <= value
        play.emit(e.CamouflageRolled(unit.id, die, value, hidden))
        if hidden:
            return
    play.emit(e.UnitSeen(unit.id, by.id, readings=observed(play, by, unit)))


def lose_camouflage(play: Play, unit: Unit) -> None:
    """5.25: who moves, fires or is in a close assault is camouflaged no more."""
    if unit.camouflaged:
        play.emit(e.CamouflageLost(unit.id))


def seen_from(play: Play, unit: Unit) -> bool:
    """Whether any enemy has a line of sight to a unit (5.22)."""
    side = other_side(play.state, unit.side)
    return bool(play.seers(unit.hex, side)) or any(
        aloft(play, one, unit) for one in facing(play, side, unit.hex)
    )


def forget(play: Play) -> None:
    """5.22: who is in no enemy's line of sight is turned face down."""
    for unit in list(play.state.units.values()):
        if unit.seen and unit.hex and not seen_from(play, unit):
            play.emit(e.UnitHid(unit.id))


def look_around(play: Play) -> None:
    """5.21: at a phase's beginning: whom anybody sees who is within observation range, though nobody moves."""
    for unit in list(play.state.units.values()):
        if unit.seen or not unit.hex or unit.aboard:
            continue
        one = next(observers(play, unit), None)
        if one is not None:
            notice(play, unit, one)
