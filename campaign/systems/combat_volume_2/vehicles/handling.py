"""What counts for all that a crew does: the order of the vehicle, who sits in a seat that is not his, what a target is
like (31.9, 31.11.2)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.systems.combat_volume_2.land import ground
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man, Vehicle
from campaign.systems.combat_volume_2.vehicles.arcs import afv, aspect

SURE = 4
"""The impulse in which guns are fired and loaded without a check (31.11.2, 32.1)."""
HALT = "emergency-stop"
NO_FIRE = "fast"


def driver(play: Play, vehicle: Vehicle) -> Man | None:
    """Who sits in the driver's seat and can drive."""
    man = play.state.at(vehicle.id, "D")
    return man if man is not None and man.able else None


def pace(play: Play, vehicle: Vehicle) -> str:
    """The order under which it moves or has stopped in this turn, "" where it stands without one."""
    if vehicle.halted == play.state.turn and vehicle.halted:
        return HALT
    man = driver(play, vehicle)
    if man is None or vehicle.still:
        return ""
    row = play.charts.orders.get(man.order.word)
    return row.id if row is not None and (row.moving or row.id == HALT) and row.crew else ""


def moves(play: Play, vehicle: Vehicle) -> bool:
    """Whether it is under way in this turn: an order to move, and nothing has stopped it."""
    return pace(play, vehicle) not in ("", HALT)


def stationary(play: Play, vehicle: Vehicle) -> bool:
    return not moves(play, vehicle)


def own_order(play: Play, vehicle: Vehicle) -> Modifier | None:
    """What its order does to all fire from it (31.11.2)."""
    row = play.charts.orders.get(pace(play, vehicle))
    return Modifier(row.name, row.firing, "31.11.2") if row is not None and row.firing else None


def no_fire(play: Play, vehicle: Vehicle) -> bool:
    """Nobody fires from a vehicle that goes Fast."""
    return pace(play, vehicle) == NO_FIRE


def directing(play: Play, vehicle: Vehicle) -> Modifier | None:
    """A commander who directs the fire of his crew (31.11.2)."""
    man = play.state.at(vehicle.id, "CM")
    if man is None or not man.able or man.order.word != "direct-firing":
        return None
    return Modifier("Direct Firing", play.charts.vehicles.terms.directing, "31.11.2")


def post(play: Play, man: Man) -> str:
    """The seat that he is trained for, "" for none; of somebody made for the occasion the one in which he sits."""
    row = play.charts.characters.get(man.who)
    return row.post if row is not None else man.seat


def out_of_place(play: Play, man: Man) -> Modifier | None:
    """A crewman in a seat that is not his, in an AFV; a co-driver drives as well as a driver (31.11.2)."""
    if not man.vehicle or not afv(play, play.vehicle(man.vehicle)):
        return None
    trained = post(play, man)
    if trained == man.seat or (trained == "CD" and man.seat == "D"):
        return None
    return Modifier("not his seat", play.charts.vehicles.terms.wrong_seat, "31.11.2")


def out_of_place_terms(play: Play, man: Man) -> tuple[Modifier, ...]:
    found = out_of_place(play, man)
    return (found,) if found is not None else ()


def broken_sight(play: Play, man: Man) -> Modifier | None:
    """The gunner's sight: all spotting and hits of whoever sits there (31.10.8)."""
    if man.seat != "G" or not man.vehicle or "sight" not in play.vehicle(man.vehicle).damage:
        return None
    return Modifier("broken sight", play.charts.vehicles.terms.sight, "31.10.8")


def from_vehicle(play: Play, man: Man) -> tuple[Modifier, ...]:
    """What adds to any shot out of a vehicle: its order, and a commander who directs."""
    if not man.vehicle:
        return ()
    vehicle = play.vehicle(man.vehicle)
    found = (own_order(play, vehicle), directing(play, vehicle))
    return tuple(one for one in found if one is not None)


def as_target(play: Play, vehicle: Vehicle, frm: Hex) -> tuple[Modifier, ...]:
    """What a vehicle's side, order and ground add to a shot at it (31.9.4)."""
    terms, side = play.charts.vehicles.terms, aspect(play, vehicle, frm)
    found = [Modifier(f"its {side}", terms.side if side == "side" else terms.end, "31.9.4")]
    row = play.charts.orders.get(pace(play, vehicle))
    if row is None:
        found.append(Modifier("it stands still", terms.halted, "31.9.4"))
    elif row.hit:
        found.append(Modifier(row.name, row.hit, "31.9.4"))
    line = ground.terrain(play, vehicle.hex)
    if (value := ground.worth(line, "fire", False)) != 0:
        found.append(Modifier(line.name.lower(), value, "27"))
    return tuple(found)


def near_marker(play: Play, man: Man, hex: Hex) -> bool:
    """Whether a hex is that of his target marker, or next to it (31.7.3)."""
    return bool(man.marker) and play.away(man.marker, hex) <= 1
