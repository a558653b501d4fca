"""31.4, 31.7, 31.10.31: from where a vehicle is seen and struck, and whither its crew look and fire."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from campaign.rules.hexes import Hex, bearing
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Direction, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles.tables import Aspect, Quarter, Seat

INSIDE = {"hide-and-rally": ("hide", "rally"), "hide": ("hide",)}
"""By the reading `inside`, orders under which a man is inside in spite of an open hatch (31.8)."""
FRONT, RIGHT, REAR = (23, 0, 1), range(2, 10), range(10, 15)
"""Clock points of 15° from where it faces: one hexside, two, one; along a hexspine the side beats the front, the rear
the side (31.4)."""


def seen_from(play: Play, hex: Hex, facing: Direction, other: Hex) -> Quarter | None:
    """In which quarter of something in `hex` that faces so another hex lies; None in the same (31.4)."""
    point = bearing(play.board.axial[hex], play.board.axial[other])
    if point is None:
        return None
    off = (point - 4 * (facing - 1)) % 24
    if off in FRONT:
        return "front"
    if off in RIGHT:
        return "right"
    return "rear" if off in REAR else "left"


def quarter(play: Play, vehicle: Vehicle, other: Hex) -> Quarter:
    """Which of its quarters is turned to a hex. Out of its own hex it is struck from the left: the text is silent."""
    return seen_from(play, vehicle.hex, vehicle.facing, other) or "left"


def turret_quarter(play: Play, vehicle: Vehicle, other: Hex) -> Quarter:
    """Which quarter of its turret is turned to a hex."""
    return seen_from(play, vehicle.hex, vehicle.turret, other) or "left"


def side_on(quarter: Quarter) -> Aspect:
    return "side" if quarter in ("left", "right") else quarter


def aspect(play: Play, vehicle: Vehicle, other: Hex) -> Aspect:
    return side_on(quarter(play, vehicle, other))


def seat_of(play: Play, man: Man) -> Seat:
    """The seat in which somebody sits. Raises KeyError on foot."""
    return play.charts.vehicles.seat(play.vehicle(man.vehicle).kind, man.seat)


def afv(play: Play, vehicle: Vehicle) -> bool:
    return play.charts.vehicles.kinds[vehicle.kind].class_ == "afv"


def open_hatch(play: Play, man: Man) -> bool:
    """Whether he sits under an open hatch, or in a vehicle without any. The gunner has none: he never does."""
    if not afv(play, play.vehicle(man.vehicle)):
        return True
    return play.vehicle(man.vehicle).hatches.get(man.seat) in ("open", "gone")


def out_of_hatch(play: Play, man: Man) -> bool:
    """Whether a crewman of an AFV looks out of his open hatch (31.8)."""
    return open_hatch(play, man) and afv(play, play.vehicle(man.vehicle)) and not inside(play, man)


def inside(play: Play, man: Man) -> bool:
    """Whether his order keeps him inside in spite of an open hatch."""
    return man.order.word in INSIDE[play.charts.readings.inside]


class Gaze(NamedTuple):
    """Where somebody looks from his seat: out of a hex, to some quarters of hull or turret, which faces so. None among
    them: into his own hex."""

    hex: Hex
    facing: Direction
    quarters: Collection[Quarter | None]


def gaze(play: Play, man: Man) -> Gaze | None:
    """Where his seat lets him look, whatever lies between (31.7); None for everywhere: he is on foot."""
    if not man.vehicle:
        return None
    vehicle, seat = play.vehicle(man.vehicle), seat_of(play, man)
    armoured = afv(play, vehicle)
    hatch = out_of_hatch(play, man) or (not seat.hatch and not seat.turret)
    facing = vehicle.turret if seat.turret else vehicle.facing
    if seat.id != "G" and armoured and not hatch and f"periscope-{seat.id}" in vehicle.damage:
        return Gaze(vehicle.hex, facing, ())
    quarters = seat.looks if hatch or not armoured else seat.peeps
    here = (None,) if hatch or len(seat.peeps) == 4 else ()
    return Gaze(vehicle.hex, facing, (*quarters, *here))


def meets(play: Play, gaze: Gaze | None, hex: Hex) -> bool:
    """Whether a hex is where somebody looks."""
    return gaze is None or seen_from(play, gaze.hex, gaze.facing, hex) in gaze.quarters


def looks(play: Play, man: Man, hex: Hex) -> bool:
    """Whether his seat lets him look at a hex."""
    return meets(play, gaze(play, man), hex)


def fires_there(play: Play, man: Man, hex: Hex) -> bool:
    """Whether he may fire a weapon of his own from his seat at a hex (31.9). On foot everywhere."""
    if not man.vehicle:
        return True
    vehicle, seat = play.vehicle(man.vehicle), seat_of(play, man)
    if afv(play, vehicle) and not out_of_hatch(play, man):
        return False
    found = seen_from(play, vehicle.hex, vehicle.turret if seat.turret else vehicle.facing, hex)
    return found in seat.fires if found else bool(seat.fires)


def in_turret_front(play: Play, vehicle: Vehicle, hex: Hex) -> bool:
    """Whether the main gun and the coaxial gun point there."""
    return seen_from(play, vehicle.hex, vehicle.turret, hex) == "front"


def exposed_to(play: Play, man: Man, frm: Hex) -> bool:
    """Whether a man in a vehicle may be shot at by himself from a hex (31.10.2, 31.10.31): in a hatch that is open and
    was not opened in this turn, or in a cupola."""
    vehicle, seat = play.vehicle(man.vehicle), seat_of(play, man)
    if seat.id != "CU" and not out_of_hatch(play, man):
        return False
    if vehicle.opened.get(man.seat) == play.state.turn:
        return False
    return quarter(play, vehicle, frm) in seat.hit
