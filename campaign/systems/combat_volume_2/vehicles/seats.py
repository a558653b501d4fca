"""31.3, 31.8, 31.11.2: who sits where: hatches, changing seats, mounting, bailing out, and crews on foot.

What such an order does comes in its impulse without any choice, but for where a man goes who has bailed out.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land.smoke import DISCHARGERS
from campaign.systems.combat_volume_2.people import acting, limits, melee, morale, moving
from campaign.systems.combat_volume_2.people.checks import named, order_name
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    Game,
    Hatch,
    Man,
    Mark,
    Order,
    Vehicle,
)
from campaign.systems.combat_volume_2.vehicles.arcs import afv
from campaign.systems.combat_volume_2.vehicles.bailing import (
    BAIL,
    bail_out,
    may_jump,
    may_leave,
    number,
    run,
    ways_out,
)
from campaign.systems.combat_volume_2.vehicles.handling import moves, post, stationary

BUTTON, RELOCATE, MOUNT = "button", "relocate", "mount-up"
DEEDS = (BUTTON, RELOCATE, MOUNT, BAIL, "smoke-grenade", "smoke-dischargers")
ESCAPES = ("CM", "L", "D", "CD")
"""Where a man goes who cannot get out of his own hatch, in this order; a gunner to the first two (31.11.2)."""


class CarryOut(Action, frozen=True, tag="carry-out"):
    """Do what the order does in this impulse. hex: of who has bailed out, where he goes."""

    unit: str
    hex: Hex = ""


class HatchTurned(Event, frozen=True, tag="hatch-turned"):
    vehicle: str
    seat: str
    now: Hatch


class Relocated(Event, frozen=True, tag="relocated"):
    """other: with whom he changes places, "" for nobody. vehicle: in which."""

    unit: str
    seat: str
    other: str = ""
    vehicle: str = ""


class Mounted(Event, frozen=True, tag="mounted"):
    unit: str
    vehicle: str
    seat: str


class SmokeRolled(Event, frozen=True, tag="smoke-rolled"):
    """A smoke grenade out of the hatch, or the dischargers. hex: where the smoke will be."""

    vehicle: str
    unit: str
    hex: Hex
    discharged: bool = False


# -- seats -------------------------------------------------------------------------------------------------------------


def seats_of(play: Play, vehicle: Vehicle) -> list[str]:
    return list(play.charts.vehicles.seats[play.charts.vehicles.kinds[vehicle.kind].class_])


def free_seats(play: Play, vehicle: Vehicle) -> list[str]:
    """Seats in which nobody sits who is alive."""
    taken = {man.seat for man in play.state.crew(vehicle.id)}
    return [seat for seat in seats_of(play, vehicle) if seat not in taken]


def jammed(vehicle: Vehicle, seat: str) -> bool:
    """31.8."""
    return vehicle.hatches.get(seat) == "jammed"


def escape(play: Play, man: Man, vehicle: Vehicle) -> str:
    """A free seat with a hatch that opens, "" for none."""
    free = free_seats(play, vehicle)
    among = ESCAPES[:2] if man.seat == "G" else ESCAPES
    return next((seat for seat in among if seat in free and not jammed(vehicle, seat)), "")


# -- in impulse 1 ------------------------------------------------------------------------------------------------------


def reconsider(play: Play, man: Man) -> None:
    """When he acts in impulse 1: a Bail Out that cannot be carried out becomes what helps towards it, or Panic
    (31.11.2)."""
    if play.state.impulse != 1 or not man.vehicle:
        return
    vehicle = play.vehicle(man.vehicle)
    if man.order.word == BAIL:
        if afv(play, vehicle):
            _reconsider_in_armour(play, man, vehicle)
        elif man.side == ENEMY and man.id not in may_leave(play, vehicle):
            play.emit(morale.OrderReplaced(man.id, Order(RELOCATE), "four leave in a turn"))


def _reconsider_in_armour(play: Play, man: Man, vehicle: Vehicle) -> None:
    if moves(play, vehicle):
        morale.replace_order(play, man, "panic", "nobody leaves a moving AFV")
        return
    if man.seat in vehicle.hatches and not jammed(vehicle, man.seat):
        if vehicle.hatches[man.seat] == "closed":
            play.emit(morale.OrderReplaced(man.id, Order(BUTTON), "his hatch is closed"))
        return
    seat = escape(play, man, vehicle)
    if seat:
        play.emit(morale.OrderReplaced(man.id, Order(RELOCATE, target=seat), "he has no hatch to leave by"))
    else:
        morale.replace_order(play, man, "panic", "he has no way out")


# -- what the orders do ------------------------------------------------------------------------------------------------


def due(play: Play, man: Man) -> bool:
    """Whether such an order does something in this impulse."""
    impulse, word = play.state.impulse, man.order.word
    vehicle = play.state.vehicles.get(man.vehicle)
    match word:
        case "button":
            return impulse == 3 and vehicle is not None and _may_turn(vehicle, man.seat)
        case "smoke-grenade" | "smoke-dischargers":
            return impulse == 3 and vehicle is not None and vehicle.smoked != play.state.turn
        case "relocate":
            return impulse == 4 and vehicle is not None and _may_take(play, man, vehicle)
        case "mount-up":
            return _mounting(play, man)
        case "bail-out":
            if vehicle is not None:
                return impulse == 3 and may_jump(play, man, vehicle)
            return impulse == 4 and man.spent.get("left-vehicle") == play.state.turn
        case _:
            return False


def carry_out(play: Play, man: Man, hex: Hex = "") -> None:
    """Does it. hex: as of `CarryOut` (31.11.2)."""
    vehicle = play.state.vehicles.get(man.vehicle)
    match man.order.word:
        case "button" if vehicle is not None:
            now: Hatch = "closed" if vehicle.hatches[man.seat] == "open" else "open"
            play.emit(HatchTurned(vehicle.id, man.seat, now))
        case "smoke-grenade" if vehicle is not None:
            play.emit(SmokeRolled(vehicle.id, man.id, vehicle.hex))
        case "smoke-dischargers" if vehicle is not None:
            _discharge(play, man, vehicle)
        case "relocate" if vehicle is not None:
            _relocate(play, man, vehicle)
        case "mount-up":
            _mount(play, man)
        case "bail-out":
            if vehicle is not None:
                bail_out(play, man, vehicle)
            else:
                run(play, man, hex)
        case _:
            pass


def _may_turn(vehicle: Vehicle, seat: str) -> bool:
    return vehicle.hatches.get(seat) in ("open", "closed")


def new_seat(play: Play, man: Man, vehicle: Vehicle) -> str:
    """Where a man under Relocate goes: the seat of his order; an enemy who could not get out any more to the highest
    passenger's seat that is empty by then, if it is higher than his (31.11.2)."""
    if man.order.target:
        return man.order.target
    free = [seat for seat in free_seats(play, vehicle) if number(seat) > number(man.seat)]
    return max(free, key=number, default=man.seat)


def _may_take(play: Play, man: Man, vehicle: Vehicle) -> bool:
    """His new seat is free, or he who sits there moves to his."""
    seat = new_seat(play, man, vehicle)
    if seat == man.seat or seat not in seats_of(play, vehicle):
        return False
    there = play.state.at(vehicle.id, seat)
    return there is None or (there.able and there.order.word == RELOCATE and there.order.target == man.seat)


def _relocate(play: Play, man: Man, vehicle: Vehicle) -> None:
    seat = new_seat(play, man, vehicle)
    there = play.state.at(vehicle.id, seat)
    play.emit(Relocated(man.id, seat, there.id if there is not None else "", vehicle.id))


def _discharge(play: Play, man: Man, vehicle: Vehicle) -> None:
    """Next to it, towards what the commander's marker lies on; ahead without one."""
    around = [hex for hex in play.board.neighbours[vehicle.hex] if hex is not None]
    goal = man.marker
    if goal and goal != vehicle.hex:
        hex = min(around, key=lambda one: (play.away(one, goal), one))
    else:
        hex = play.next_to(vehicle.hex, vehicle.facing) or around[0]
    play.emit(SmokeRolled(vehicle.id, man.id, hex, discharged=True))


# -- mounting ----------------------------------------------------------------------------------------------------------


def place_for(play: Play, man: Man) -> tuple[Vehicle, str] | None:
    """The vehicle and the seat that a Mount Up is about; its order says `vehicle:seat`."""
    id, _, seat = man.order.target.partition(":")
    vehicle = play.state.vehicles.get(id)
    return (vehicle, seat) if vehicle is not None and vehicle.here else None


def mountable(play: Play, man: Man) -> Iterator[str]:
    """What a man on foot may mount: a vehicle of his side that stands within a hex; a seat of its crew if he is trained
    for one, or drives, else a passenger's. Nobody rides on an AFV (31.3)."""
    for vehicle in play.state.vehicles.values():
        near = vehicle.here and vehicle.side == man.side and play.away(man.hex, vehicle.hex) <= 1
        if not near or vehicle.wrecked or moves(play, vehicle):
            continue
        for seat in free_seats(play, vehicle):
            if jammed(vehicle, seat) or (afv(play, vehicle) and seat == "G"):
                continue
            if seat.isdigit() or _trained(play, man, vehicle, seat):
                yield f"{vehicle.id}:{seat}"


def _trained(play: Play, man: Man, vehicle: Vehicle, seat: str) -> bool:
    if afv(play, vehicle):
        return bool(post(play, man)) and man.team == vehicle.id
    return seat != "D" or "drive" in man.skills or man.team == vehicle.id


def _mounting(play: Play, man: Man) -> bool:
    found = place_for(play, man)
    if found is None or man.vehicle or melee.engaged(play, man):
        return False
    vehicle, seat = found
    if play.state.impulse == 2:
        return play.away(man.hex, vehicle.hex) == 1 and not limits.in_wire(play, man)
    if play.state.impulse != 4 or man.hex != vehicle.hex or not stationary(play, vehicle):
        return False
    return seat in free_seats(play, vehicle)


def _mount(play: Play, man: Man) -> None:
    found = place_for(play, man)
    if found is None:
        return
    vehicle, seat = found
    if play.state.impulse == 2:
        moving.enter(play, man, vehicle.hex)
    elif vehicle.hatches.get(seat) == "closed":
        play.emit(HatchTurned(vehicle.id, seat, "open"))
    else:
        play.emit(Mounted(man.id, vehicle.id, seat))


def mount_late_due(play: Play) -> bool:
    return any(True for _ in _late(play))


def _late(play: Play) -> Iterator[tuple[Man, Vehicle, str]]:
    for man in play.state.men.values():
        if man.order.word == MOUNT and man.able and not man.vehicle and (found := place_for(play, man)):
            vehicle, seat = found
            opened = vehicle.opened.get(seat) == play.state.turn
            if man.hex == vehicle.hex and opened and seat in free_seats(play, vehicle):
                yield man, vehicle, seat


def mount_late(play: Play) -> None:
    """The end of a turn: who has opened a hatch from outside is inside (31.11.2)."""
    for man, vehicle, seat in list(_late(play)):
        if seat in free_seats(play, vehicle):
            play.emit(Mounted(man.id, vehicle.id, seat))


# -- the player's answer -----------------------------------------------------------------------------------------------


def may_carry_out(play: Play, side: str) -> Iterator[Option]:
    man = acting.man(play, side)
    if man is None or not due(play, man):
        return
    if man.order.word == BAIL and not man.vehicle:
        for hex in ways_out(play, man):
            yield Option(CarryOut(man.id, hex), man.id, where=hex)
    else:
        yield Option(CarryOut(man.id), man.id, man.vehicle)


def why_not_carry_out(play: Play, side: str, action: CarryOut) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if not due(play, man):
        yield Refused(
            f"{order_name(play, man.order.word)} does nothing now." if man.order.word else "He has no order.",
            "31.11.2",
            where="$.kind",
        )
    elif man.order.word == BAIL and not man.vehicle:
        if action.hex not in (may := ways_out(play, man)):
            yield Refused("He runs nearer to a friendly edge, or stays.", "31.11.2", may, "$.hex")
    elif action.hex:
        yield Refused("This is about no hex.", "31.11.2", where="$.hex")


def do_carry_out(play: Play, side: str, action: CarryOut) -> None:
    carry_out(play, play.man(action.unit), action.hex)


def label_of_deed(play: Play, action: CarryOut) -> str:
    man = play.man(action.unit)
    if man.order.word == BAIL and not man.vehicle:
        return "Stay by the vehicle" if action.hex == man.hex else f"Run to {action.hex}"
    name = order_name(play, man.order.word)
    return f"{named(man)}: {name}"


# -- what the events do ------------------------------------------------------------------------------------------------


def hatch_turned(game: Game, event: HatchTurned) -> None:
    vehicle = game.vehicles[event.vehicle]
    vehicle.hatches[event.seat] = event.now
    if event.now == "open":
        vehicle.opened[event.seat] = game.turn
    else:
        vehicle.opened.pop(event.seat, None)


def relocated(game: Game, event: Relocated) -> None:
    man = game.men[event.unit]
    if event.other:
        other = game.men[event.other]
        other.seat, other.marker, other.marked = man.seat, "", ""
    man.seat, man.marker, man.marked = event.seat, "", ""


def mounted(game: Game, event: Mounted) -> None:
    man = game.men[event.unit]
    man.vehicle, man.seat, man.hex = event.vehicle, event.seat, game.vehicles[event.vehicle].hex
    man.spotted = True


def smoke_rolled(game: Game, event: SmokeRolled) -> None:
    game.vehicles[event.vehicle].smoked = game.turn
    what = "smoke" if event.discharged else "smoke-grenade"
    mark = Mark(what, game.turn, DISCHARGERS if event.discharged else event.unit)
    game.marks[event.hex] = (*game.marks.get(event.hex, ()), mark)


# -- in words ----------------------------------------------------------------------------------------------------------


def _seat_name(play: Play, vehicle: str, seat: str) -> str:
    return play.charts.vehicles.seat(play.vehicle(vehicle).kind, seat).name


def told_of_hatch(play: Play, event: HatchTurned) -> str:
    now = "opens" if event.now == "open" else "is closed"
    return f"{play.vehicle(event.vehicle).name}: the {_seat_name(play, event.vehicle, event.seat)}'s hatch {now}."


def told_of_relocation(play: Play, event: Relocated) -> str:
    other = f", {named(play.man(event.other))} takes his" if event.other else ""
    seat = _seat_name(play, event.vehicle, event.seat) if event.vehicle else event.seat
    return f"{named(play.man(event.unit))} takes the place of the {seat}{other}."


def told_of_mounting(play: Play, event: Mounted) -> str:
    seat = _seat_name(play, event.vehicle, event.seat)
    return f"{named(play.man(event.unit))} mounts {play.vehicle(event.vehicle).name} ({seat})."


def told_of_smoke(play: Play, event: SmokeRolled) -> str:
    how = "fires the smoke dischargers" if event.discharged else "rolls a smoke grenade out of the hatch"
    return f"{named(play.man(event.unit))} {how}: {event.hex}."


ACTS = (
    Answer(
        action=CarryOut, candidates=may_carry_out, why_not=why_not_carry_out, do=do_carry_out,
        label=label_of_deed, odds=by_deed(do_carry_out),
    ),
)  # fmt: skip
"""For the question `act`."""

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=HatchTurned, apply=hatch_turned, rule="31.11.2", words=told_of_hatch),
        Told(event=Relocated, apply=relocated, rule="31.11.2", words=told_of_relocation),
        Told(event=Mounted, apply=mounted, rule="31.11.2", words=told_of_mounting),
        Told(event=SmokeRolled, apply=smoke_rolled, rule="31.11.2", words=told_of_smoke),
    ),
)  # fmt: skip
