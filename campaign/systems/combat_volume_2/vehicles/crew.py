"""31.1, 31.6, 31.7: what each man of a crew does when he is activated, in which order, and what must be done."""

from __future__ import annotations

from campaign.systems.combat_volume_2.people import aiming, spotting
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Vehicle
from campaign.systems.combat_volume_2.vehicles import (
    bailing,
    driving,
    guns,
    lookout,
    roads,
    seats,
    soft,
    stopping,
    turrets,
    viewing,
)
from campaign.systems.combat_volume_2.vehicles.arcs import in_turret_front
from campaign.systems.combat_volume_2.vehicles.crew_orders import rank

# -- what he does when he acts -----------------------------------------------------------------------------------------


def deed_due(play: Play, man: Man) -> bool:
    """Whether his order has something for him to do in this impulse."""
    impulse, word = play.state.impulse, man.order.word
    vehicle = play.vehicle(man.vehicle)
    if word in seats.DEEDS:
        return seats.due(play, man)
    if man.seat == "D":
        return bool(driving.left(play, vehicle))
    if word in guns.AIMS and man.seat == "G" and turret_goal(play, man) is not None:
        return True
    if word == guns.MAIN:
        return next(guns.why_silent(play, man), None) is None and bool(guns.targets(play, man))
    if word in guns.LOADS:
        return next(guns.why_unloaded(play, man), None) is None
    row = play.charts.orders.get(word)
    if row is None:
        return False
    fires = impulse in row.fires and (bool(aiming.aims(play, man)) or bool(soft.targets(play, man)))
    return fires or row.acts == impulse


def aboard(man: Man) -> bool:
    """Whether this chapter says what he does: in a vehicle, or on his way into one or out of it."""
    return bool(man.vehicle) or man.order.word in (bailing.BAIL, seats.MOUNT)


def order_of_acting(man: Man) -> int:
    """Crews act by their seats (31.1), then passengers, then who is outside."""
    return rank(man.seat) if man.seat else 99


def busy(play: Play, man: Man) -> bool:
    """Whether somebody in a vehicle, or a crewman who has just left it, has anything to do in this impulse."""
    if man.acted or not man.able:
        return False
    if not man.vehicle:
        return man.order.word in (bailing.BAIL, seats.MOUNT) and seats.due(play, man)
    if play.state.impulse == 1 and man.order.word == bailing.BAIL:
        return True
    if deed_due(play, man) or spotting.hidden(play, man):
        return True
    if man.side == FRIEND:
        return lookout.may_place(play, man) or _may_turn(play, man)
    if man.seat == "D" and stopping.threatened(play, play.vehicle(man.vehicle)):
        return True
    return _marks(play, man)


def _may_turn(play: Play, man: Man) -> bool:
    """Whether the player's gunner may turn his turret under a fire order."""
    return man.seat == "G" and man.order.word in guns.AIMS


def _marks(play: Play, man: Man) -> bool:
    """Whether an enemy's marker may move or goes."""
    if not viewing.has_marker_seat(play, man):
        return False
    if man.marker and not lookout.sees_anybody(play, man):
        return True
    now = lookout.priority_of(play, man)
    return any(aim.priority < now for aim in lookout.aims(play, man))


def look(play: Play, man: Man) -> None:
    """He is activated: a Bail Out that he cannot carry out is changed, then he looks about."""
    seats.reconsider(play, man)
    if man.able:
        spotting.spot(play, man)
        lookout.drop_blind(play, man)


def unfinished(play: Play, man: Man) -> bool:
    """Whether the player's driver has steps left, so that he is asked again."""
    return (
        bool(man.vehicle)
        and man.able
        and man.seat == "D"
        and bool(driving.left(play, play.vehicle(man.vehicle)))
    )


def must(play: Play, man: Man) -> bool:
    """Whether he may not let it be: an order to move must be carried out (31.1), and so must what takes no choice."""
    return unfinished(play, man) or (man.order.word in seats.DEEDS and seats.due(play, man))


def act(play: Play, man: Man) -> None:
    """All that an enemy in a vehicle does in this impulse, his look about included (31.1)."""
    seats.reconsider(play, man)
    if not man.vehicle:
        if seats.due(play, man):
            seats.carry_out(play, man)
        return
    vehicle = play.vehicle(man.vehicle)
    turned = man.seat == "G" and man.order.word in guns.AIMS and _turns(play, man, vehicle)
    spotting.spot(play, man)
    lookout.place(play, man)
    roads.sees_from_road(play, vehicle, lookout.sees_anybody(play, man))
    if man.seat == "D":
        stopping.sees_threat(play, vehicle)
        driving.drive(play, vehicle)
        stopping.settle_stops(play)
    elif man.order.word in seats.DEEDS:
        if seats.due(play, man):
            seats.carry_out(play, man)
    elif man.order.word in guns.LOADS:
        if next(guns.why_unloaded(play, man), None) is None:
            guns.loading(play, man)
    elif man.seat == "G":
        if not turned:
            _gunner(play, man, vehicle)
    else:
        soft.enemy_fires(play, man)


def turret_goal(play: Play, man: Man) -> str | None:
    """The hex to which a gunner's turret must still turn: that of the commander's marker if it is of more account than
    his own, else of his own (31.6)."""
    vehicle = play.vehicle(man.vehicle)
    if "turret-jammed" in vehicle.damage:
        return None
    commander = play.state.at(vehicle.id, "CM")
    leads = commander is not None and lookout.higher(play, man) and viewing.observed(play, commander)
    goal = commander.marker if commander is not None and leads else man.marker
    if not goal or goal == vehicle.hex or in_turret_front(play, vehicle, goal):
        return None
    return goal


def _turns(play: Play, man: Man, vehicle: Vehicle) -> bool:
    goal = turret_goal(play, man)
    return goal is not None and turrets.turn_towards(play, vehicle, goal)


def _gunner(play: Play, man: Man, vehicle: Vehicle) -> None:
    """He turns the turret after his marker has moved, or fires: at the vehicle under it, else HE where most are."""
    if man.order.word not in guns.AIMS or _turns(play, man, vehicle):
        return
    if man.order.word != guns.MAIN:
        soft.enemy_fires(play, man)
        return
    if next(guns.why_silent(play, man), None) is not None:
        return
    found = guns.targets(play, man)
    if not found:
        return
    on_vehicles = [target for target in found if target in play.state.vehicles]
    if on_vehicles:
        guns.firing(play, man, on_vehicles[0])
        return
    there = {hex: len([one for one in play.state.in_hex(hex) if one.side == FRIEND]) for hex in found}
    best = max(found, key=lambda hex: (there[hex], hex == man.marker, hex))
    guns.firing(play, man, best)
