"""What is fired at aircraft that fly over the map: by itself, when it can, unless a unit holds its fire (15.8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from campaign.rules.boards import Board
from campaign.rules.hexes import Hex, Layout
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4.apply.air import AIR_DEFENCE
from campaign.systems.mechwar_4.events import Scored, UnitSeen
from campaign.systems.mechwar_4.events import air as e
from campaign.systems.mechwar_4.play import Play, own_unit
from campaign.systems.mechwar_4.state import Aircraft, Unit
from campaign.systems.mechwar_4.tables import AirDefence

LOW = 1
"""Hexes within which small arms reach an aircraft: over the unit or next to it (15.82)."""


class System(NamedTuple):
    """What a unit fires at aircraft."""

    kind: Literal["missile", "gun", "small"]
    row: AirDefence

    @property
    def range(self) -> int:
        """In which it tracks (15.81)."""
        return max(self.row.near_range, self.row.far_range) if self.row.far else self.row.near_range


def system(play: Play, unit: Unit) -> System | None:
    """What a unit fires at aircraft; None if it has nothing (15.81, 15.82)."""
    row = play.type_of(unit)
    if row.air == "missile":
        return System("missile", play.charts.air.missile)
    if row.air == "gun":
        return System("gun", play.charts.air.gun)
    if row.seen == "vehicle" and row.moves != "helicopter" and row.arms:
        return System("small", play.charts.air.small)
    return None


def tracking(play: Play, system: System) -> int:
    """The range in hexes in which an aircraft is tracked: of small arms that of guns (15.82)."""
    return play.charts.air.gun.near_range if system.kind == "small" else system.range


def tracked(play: Play, unit: Unit, plane: Aircraft, within: int) -> int:
    """For how many hexes without a break an aircraft has flown within a unit's tracking range, since its last shot."""
    since = plane.path[plane.shots.get(unit.id, 0) :]
    count = 0
    for leg in reversed(since):
        if play.distance(unit.hex, leg.hex) > within:
            break
        count += 1
    return count


def strength(play: Play, unit: Unit, plane: Aircraft, system: System) -> int:
    """The highest die that hits where the aircraft is now, 0 for none."""
    leg = plane.path[-1]
    far = play.distance(unit.hex, leg.hex)
    if system.kind == "small":
        return system.row.near if not leg.high and far <= LOW else 0
    return (
        system.row.near
        if far <= system.row.near_range
        else system.row.far
        if far <= system.row.far_range
        else 0
    )


def sees(play: Play, hex: Hex, plane: Aircraft) -> bool:
    """15.82: nothing hides an aircraft that is high; low, it is seen as a helicopter over its hex would see."""
    leg = plane.path[-1]
    return leg.high or play.clear(hex, leg.hex) or play.spotting.from_air(leg.hex, hex) is None


def may_fire(play: Play, unit: Unit, plane: Aircraft) -> System | None:
    """With what a unit fires at an aircraft now (15.81, 15.82); None if it does not."""
    found = system(play, unit)
    if found is None or not unit.hex or unit.out or unit.aboard or unit.panicked or unit.holds_air:
        return None
    if unit.ammo.get(AIR_DEFENCE, 1) == 0 or play.ground.terrain[unit.hex].woods == "heavy":
        return None
    if tracked(play, unit, plane, tracking(play, found)) < found.row.tracks:
        return None
    return found if strength(play, unit, plane, found) and sees(play, unit.hex, plane) else None


def fires(play: Play, plane: Aircraft) -> None:
    """Everything on the ground that can, fires at an aircraft in its new hex."""
    for unit in list(play.state.units.values()):
        if unit.side == plane.side or plane.lost:
            continue
        found = may_fire(play, unit, plane)
        if found is None:
            continue
        if not unit.seen:
            play.emit(UnitSeen(unit.id))
        shot(play, plane, strength(play, unit, plane, found), found.kind, unit)
        if plane.lost:
            return
        rating = play.type_of(unit).ammunition if found.kind != "small" else 0
        if rating:
            (die,) = play.dice.roll(f"ammunition of {unit.id}", 1)
            play.emit(e.AirAmmunitionRolled(unit.id, die, rating, die <= rating))
        acquired_by_firing(play, plane, unit)


def acquired_by_firing(play: Play, plane: Aircraft, unit: Unit) -> None:
    """15.72: who fires at aircraft is acquired by one that is high and within so many hexes."""
    leg = plane.path[-1]
    near = play.distance(leg.hex, unit.hex) <= play.charts.air.rules.within
    if leg.high and near and unit.id not in plane.acquired:
        what = "infantry" if play.type_of(unit).personnel else "vehicle"
        play.emit(e.AcquisitionTried(plane.id, unit.id, 0, 0, True, what))


def shot(
    play: Play, plane: Aircraft, strength: int, kind: Literal["missile", "gun", "small", "off-board"], unit: Unit | None
) -> None:  # fmt: skip
    """15.8: a die to hit, with the aircraft's own modifier; then one that it survives (20.51)."""
    row = play.charts.aircraft[plane.type]
    (die,) = play.dice.roll(f"air defence at {plane.id}", 1)
    hit = die + row.defence <= strength
    dice = (die,)
    lost = False
    if hit:
        dice += play.dice.roll(f"whether {plane.id} survives", 1)
        lost = dice[1] > row.loss
    range = play.distance(unit.hex, plane.path[-1].hex) if unit is not None else 0
    play.emit(
        e.AirDefenceFired(
            "" if unit is None else unit.id, plane.id, kind, range, strength, row.defence, dice, row.loss, hit, lost
        )
    )  # fmt: skip
    if lost:
        play.emit(e.AircraftLeft(plane.id, True))
        victory = play.state.victory
        if victory is not None and victory.destroyed:  # 20.51
            play.emit(Scored(other_side(play.state, plane.side), row.points, plane.id))


@lru_cache(maxsize=32)
def rims(board: Board) -> Mapping[Hex, frozenset[str]]:
    """The edges of the map on which each hex lies."""
    return {hex: _edges(board.layout, at) for at, hex in enumerate(board.hexes)}


def edges(play: Play, hex: Hex) -> frozenset[str]:
    """The edges of the map on which a hex lies."""
    return rims(play.board)[hex]


def _edges(layout: Layout, at: int) -> frozenset[str]:
    row, column = divmod(at, layout.columns)
    on = {
        "north": row == 0,
        "south": row == layout.rows - 1,
        "west": column == 0,
        "east": column == layout.columns - 1,
    }
    return frozenset(edge for edge, rim in on.items() if rim)


def off_board(play: Play, plane: Aircraft, hex: Hex) -> None:
    """15.31, 15.35: air defence beyond the edge that an aircraft crosses fires first."""
    across = edges(play, hex)
    for one in play.state.defences:
        if one.side != plane.side and one.edge in across and not plane.lost:
            shot(play, plane, one.strength, "off-board", None)


def defended(play: Play, side: str) -> bool:
    """Whether a side has anything on the map that is made to fire at aircraft."""
    units = play.state.units.values()
    return any(one.side == side and one.hex and play.type_of(one).air for one in units)


# -- holding fire ----------------------------------------------------------------------------------------------


def hold(play: Play, side: str, action: a.HoldAirFire) -> None:
    """A house rule: what can fire at aircraft does so unless it is told not to."""
    play.emit(e.AirFireSet(action.unit, action.hold))


def verify_hold(play: Play, side: str, action: a.HoldAirFire) -> None:
    """Raises Refused."""
    unit = own_unit(play, side, action.unit)
    if not play.state.switches.advanced_air or system(play, unit) is None:
        raise Refused(f"{unit.name} does not fire at aircraft in this battle.", "15.8", where="$.unit")
    if unit.holds_air == action.hold:
        raise Refused(f"{unit.name} does so already.", "15.8", where="$.hold")
