"""31.11.2, 31.11.3: which orders men in vehicles may have, those that come by themselves, the enemy's by the matrix."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Chapter, Told
from campaign.rules.piles import draw
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.charts import OrderRow
from campaign.systems.combat_volume_2.land import weather
from campaign.systems.combat_volume_2.people import aiming, checks
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    NORMAL,
    ROUT,
    Game,
    Man,
    Order,
    Vehicle,
    pointed,
)
from campaign.systems.combat_volume_2.vehicles import (
    bailing,
    guns,
    matrix,
    mounts,
    seats,
    viewing,
)
from campaign.systems.combat_volume_2.vehicles.arcs import afv, open_hatch

ORDERED = ("CM", "D", "G", "L", "CD", "CU")
"""Seats that get orders by the matrix, in the order in which their men act (31.1)."""


ANYBODY = ("hide", "rally", "reload")


FIRES = ("aimed", "rapid", "suppressive")


SPEEDS = ("crawl", "ahead-slow", "forward", "fast")


NEVER = ("panic", "emergency-stop")
"""Orders that come by themselves and are given to nobody; Emergency Stop only to a driver (31.11.2)."""


class CrewOrdered(Event, frozen=True, tag="crew-ordered"):
    """An order of a crewman or passenger that the rules give. cards: drawn for it. initiative: which its vehicle has
    from then on, 0 for none."""

    unit: str
    order: Order
    cards: tuple[int, ...] = ()
    initiative: int = 0
    why: str = ""


# -- speed -------------------------------------------------------------------------------------------------------------


def fastest(play: Play, vehicle: Vehicle) -> str:
    """The fastest order that its display, weather, ground and lights allow (28.2)."""
    if play.state.mission.night and {"headlight-left", "headlight-right"} <= set(vehicle.damage):
        return SPEEDS[0]
    return weather.slowed(play, play.charts.vehicles.kinds[vehicle.kind].top, True)


def slowed(play: Play, vehicle: Vehicle, word: str) -> str:
    """An order to move, no faster than is allowed."""
    if word not in SPEEDS:
        return word
    return SPEEDS[min(SPEEDS.index(word), SPEEDS.index(fastest(play, vehicle)))]


# -- what a man in a vehicle may be told (31.9, 31.11.2) ---------------------------------------------------------------


def words_for(play: Play, man: Man) -> list[str]:
    """Orders that the player may give somebody in a vehicle (31.11.2)."""
    return [word for word in candidates(play, man) if barred(play, man, word) is None]


def candidates(play: Play, man: Man) -> Iterator[str]:
    """Orders that there are for his seat."""
    for row in play.charts.orders.values():
        if row.who == "enemy" or row.id == "panic" or (row.id == "emergency-stop" and man.seat != "D"):
            continue
        if man.seat in row.crew or row.id in (*FIRES, *ANYBODY):
            yield row.id


def forbidden(play: Play, man: Man, word: str) -> Refused | None:
    """Why he cannot be given an order, whatever its directions and target; None if he can."""
    if word not in candidates(play, man):
        return no_such("order", word, words_for(play, man), "31.11.2", "$.word", f" for {named(man)}")
    why = barred(play, man, word)
    return Refused(why[0], why[1], words_for(play, man), "$.word") if why is not None else None


def barred(play: Play, man: Man, word: str) -> tuple[str, str] | None:
    """What bars him from an order of his seat, and the rule."""
    vehicle, row = play.vehicle(man.vehicle), play.charts.orders[word]
    if row.moving:
        return _cannot_drive(play, vehicle, row)
    if row.shoots:
        return _cannot_fire(play, man, vehicle, row)
    match word:
        case "load-he" | "load-ap":
            if not vehicle.shells.get(word.removeprefix("load-")):
                return f"There is no {guns.SHELLS[word.removeprefix('load-')]} left.", "31.11.2"
            if guns.gun_of(play, vehicle) is None:
                return "The main gun is destroyed.", "31.10.8"
        case "button":
            if vehicle.hatches.get(man.seat) not in ("open", "closed"):
                return "This hatch is jammed, or gone, or there is none.", "31.11.2"
        case "bail-out":
            return _cannot_leave(play, man, vehicle)
        case "relocate":
            if not any(True for _ in relocations(play, man)):
                return "No other seat is free, and nobody else relocates.", "31.11.2"
        case "reload":
            if not man.ammunition:
                return f"{named(man)} has ammunition enough.", "14"
        case "rally":
            if man.morale >= NORMAL:
                return f"{named(man)} is not below Normal.", "17"
        case _:
            pass
    return None


def _cannot_drive(play: Play, vehicle: Vehicle, row: OrderRow) -> tuple[str, str] | None:
    if vehicle.still:
        return "It cannot move any more.", "31.10.8"
    if row.id in SPEEDS and slowed(play, vehicle, row.id) != row.id:
        best = play.charts.orders[fastest(play, vehicle)].name
        return f"Its fastest order now is {best}.", "28" if play.state.mission.night == 0 else "31.10.8"
    return None


def _cannot_fire(play: Play, man: Man, vehicle: Vehicle, row: OrderRow) -> tuple[str, str] | None:
    if row.id == "main-gun":
        return ("The main gun is destroyed.", "31.10.8") if guns.gun_of(play, vehicle) is None else None
    if row.id not in FIRES:
        return "On the move from a seat nobody fires so.", "31.9"
    if (gun := mounts.mounted(play, man)) is not None:
        empty = mounts.ammunition(play, man, gun) == "out"
        return ("This machine gun is out of ammunition.", "14") if empty else None
    weapon = play.charts.weapons.get(man.armed)
    if weapon is None:
        return f"{named(man)} has no weapon to shoot with.", "31.9"
    kind = play.charts.vehicles.kinds[vehicle.kind]
    seat = play.charts.vehicles.seat(vehicle.kind, man.seat)
    if not seat.fires:
        return "Nobody shoots from this seat.", "31.9"
    if afv(play, vehicle) and not open_hatch(play, man):
        return "His hatch is closed.", "31.9.4"
    if not afv(play, vehicle) and man.seat == "CD" and weapon.class_ not in ("pistol", "smg"):
        return "A co-driver shoots with a pistol or a sub-machine gun.", "31.9.1"
    if kind.class_ == "half-track" and seat.rider and weapon.class_ == "mg":
        return "Passengers fire no machine guns.", "31.9.3"
    if man.ammunition == "out":
        return f"{named(man)} is out of ammunition.", "14"
    return None


def _cannot_leave(play: Play, man: Man, vehicle: Vehicle) -> tuple[str, str] | None:
    if afv(play, vehicle):
        return None
    ahead = [one for one in play.state.crew(vehicle.id) if one.order.word == "bail-out" and one is not man]
    if len(ahead) >= bailing.MOST_OUT:
        return "Four bail out of a vehicle in a turn.", "31.11.2"
    higher = [
        one
        for one in play.state.crew(vehicle.id)
        if one.able and one is not man and bailing.number(one.seat) > bailing.number(man.seat)
        and one.order.word != "bail-out"
    ]  # fmt: skip
    if higher:
        return "Those in higher seats bail out before him.", "31.11.2"
    return None


def depends(play: Play, man: Man) -> tuple[tuple[str, str], ...]:
    """Of the orders in his vehicle, those on which his may depend: who bails out of it (31.11.2), and who fires a
    jeep's gun, which has one to serve it (31.9.1)."""
    if not man.vehicle:
        return ()
    kind = play.charts.vehicles.kinds[play.vehicle(man.vehicle).kind]
    words = (bailing.BAIL, *(mounts.FIRES if kind.class_ == "jeep" else ()))
    return tuple((one.id, one.order.word) for one in play.state.crew(man.vehicle) if one.order.word in words)


def relocations(play: Play, man: Man) -> Iterator[str]:
    """Seats to which he may be told to move: free ones, and those of others who are to move to his."""
    vehicle = play.vehicle(man.vehicle)
    yield from seats.free_seats(play, vehicle)
    for one in play.state.crew(vehicle.id):
        if one is not man and one.able:
            yield one.seat


def about(play: Play, man: Man, word: str) -> tuple[str, ...] | None:
    """What the target of an order may be; None where it has none."""
    return tuple(relocations(play, man)) if word == "relocate" else None


# -- orders that come by themselves ------------------------------------------------------------------------------------


def forced(play: Play, man: Man) -> tuple[Order, str] | None:
    """The order that the rules give somebody in a vehicle at the start of the orders, and why; None if he may have
    another (31.10.8, 31.10.9, 31.11.2, 31.11.3)."""
    if not man.vehicle or not man.able:
        return None
    vehicle = play.vehicle(man.vehicle)
    if (why := _leaves(play, man, vehicle)) and (vehicle.here or vehicle.wrecked):
        return Order("bail-out"), why
    if vehicle.leaving == "driver" and vehicle.since == play.state.turn - 1 and man.seat == "D":
        return Order("emergency-stop"), "the track is off"
    blind = f"periscope-{man.seat}" in vehicle.damage and vehicle.hatches.get(man.seat) == "closed"
    return (Order("button"), "he cannot see") if blind and man.side == ENEMY else None


def _leaves(play: Play, man: Man, vehicle: Vehicle) -> str:
    """Why he leaves, "" if he stays."""
    rider = play.charts.vehicles.seat(vehicle.kind, man.seat).rider
    drives = rider or man.seat == "D"
    match vehicle.leaving if vehicle.since == play.state.turn - 1 else "":
        case "crew" if not rider:
            return "the track is off"
        case "all" if drives:
            return "the track is off"
        case "enemies" if drives and man.side == ENEMY:
            return "a wheel is off"
        case _:
            pass
    commander = play.state.at(vehicle.id, "CM")
    if commander is not None and commander.morale <= ROUT and not rider:
        return "the commander is in rout"
    if man.morale <= ROUT:
        return "he is in rout"
    if rider and man.side == ENEMY:
        return _rider_leaves(play, man, vehicle)
    return "the vehicle is destroyed" if vehicle.wrecked else ""


def _rider_leaves(play: Play, man: Man, vehicle: Vehicle) -> str:
    if vehicle.fire:
        return "the vehicle burns"
    if vehicle.wrecked:
        return "the vehicle is destroyed"
    if "immobilized" in vehicle.damage:
        return "the vehicle is immobilized"
    at_wheel = play.state.at(vehicle.id, "D")
    if at_wheel is None or at_wheel.bad:
        return "the driver is out of action"
    return "he has lost heart" if man.morale < NORMAL else ""


def forced_orders(play: Play) -> None:
    """The start of the orders: all of the player's men in vehicles who have no choice."""
    for man in list(play.state.men.values()):
        if man.side == FRIEND and (found := forced(play, man)) is not None:
            play.emit(CrewOrdered(man.id, found[0], why=found[1]))


def commanded(play: Play, man: Man) -> bool:
    """Whether the player gives an order to somebody in a vehicle."""
    return bool(man.vehicle) and forced(play, man) is None


# -- the enemy's orders ------------------------------------------------------------------------------------------------


def unordered(play: Play) -> Iterator[Man]:
    """Enemies in vehicles who have no order yet, crews in their order."""
    for vehicle in play.state.vehicles.values():
        if vehicle.side != ENEMY or not vehicle.hex:
            continue
        crew = [one for one in play.state.crew(vehicle.id) if one.able and not _ordered(play, one)]
        yield from sorted(crew, key=lambda one: (rank(one.seat), one.id))


def rank(seat: str) -> int:
    return ORDERED.index(seat) if seat in ORDERED else len(ORDERED) + int(seat)


def _ordered(play: Play, man: Man) -> bool:
    return man.spent.get("ordered") == play.state.turn


def orders(play: Play, vehicle: Vehicle) -> None:
    """All orders of an enemy's vehicle."""
    for man in [one for one in unordered(play) if one.vehicle == vehicle.id]:
        order_one(play, man)


def order_one(play: Play, man: Man) -> None:
    """The order of one enemy in a vehicle: what the rules force, else by a card. The first card of a vehicle, its
    commander's, is its initiative too (31.1)."""
    vehicle = play.vehicle(man.vehicle)
    rider = play.charts.vehicles.seat(vehicle.kind, man.seat).rider
    if rider or (man.seat == "CD" and not afv(play, vehicle)):
        _order_rider(play, man)
        return
    card = draw(play.dice, checks.gather(play, "enemy"), f"A card for {named(man)}")
    value = play.charts.enemy_cards[card].initiative
    first = 0 if play.state.teams[vehicle.id].initiative else value
    if (found := forced(play, man)) is not None:
        play.emit(CrewOrdered(man.id, found[0], (card,), first, found[1]))
    elif (bound := _bound(play, man, vehicle)) is not None:
        play.emit(CrewOrdered(man.id, bound, (card,), first, "the commander has them bail out"))
    else:
        play.emit(
            CrewOrdered(
                man.id, _as_he_can(play, man, vehicle, matrix.order(play, man, value)), (card,), first
            )
        )


def _order_rider(play: Play, man: Man) -> None:
    """Passengers, and the co-driver of a truck: out if they must, else Aimed Fire with a known friend before them, the
    co-driver by a check of quality; else nothing (31.9.2, 31.11.3)."""
    if (found := forced(play, man)) is not None:
        play.emit(CrewOrdered(man.id, found[0], why=found[1]))
    elif barred(play, man, "aimed") is None and viewing.foes_known(play, man):
        aims = man.seat != "CD" or checks.tqc(play, man, "to shoot")
        play.emit(CrewOrdered(man.id, Order("aimed") if aims else Order()))
    else:
        play.emit(CrewOrdered(man.id, Order()))


def _bound(play: Play, man: Man, vehicle: Vehicle) -> Order | None:
    """A commander who bails out takes his crew with him (31.11.3)."""
    commander = play.state.at(vehicle.id, "CM")
    if commander is None or commander is man or not _ordered(play, commander):
        return None
    return Order("bail-out") if commander.order.word == "bail-out" else None


def _as_he_can(play: Play, man: Man, vehicle: Vehicle, order: Order) -> Order:
    """An order of the matrix, changed as far as he cannot carry it out."""
    word = order.word
    if word == "panic" and open_hatch(play, man):
        return Order("duck-back")
    if word == "button" and seats.jammed(vehicle, man.seat):
        return Order("spot")
    if word == "button" and vehicle.hatches.get(man.seat) not in ("open", "closed"):
        return Order("spot")
    if word == "main-gun" and guns.gun_of(play, vehicle) is None:
        word = "aimed"
    if word in FIRES and not aiming.weapons(play, man):
        return Order("hide" if man.seat == "CU" else "spot")  # he gets no Spot (31.9.3)
    row = play.charts.orders[word]
    if not row.moving:
        return Order(word, (), order.target)
    if vehicle.still:
        return Order("emergency-stop")
    return Order(slowed(play, vehicle, word), order.ways, road=vehicle.road)


# -- what the event does -----------------------------------------------------------------------------------------------


def crew_ordered(game: Game, event: CrewOrdered) -> None:
    man = game.men[event.unit]
    man.order = event.order
    man.spent["ordered"] = game.turn
    for card in event.cards:
        game.enemy.take(card)
    if event.initiative:
        game.teams[man.vehicle].initiative = event.initiative


def told_of_order(play: Play, event: CrewOrdered) -> str:
    """Who only rides along and has no order is not told of: half a squad in a half-track fills the log else."""
    order = event.order
    if not order.word and not event.why and not event.initiative:
        return ""
    ways = f" {pointed(order.ways)}" if order.ways else ""
    name = checks.order_name(play, order.word) if order.word else "no order"
    why = f" ({event.why})" if event.why else ""
    first = f" The vehicle acts at {event.initiative}." if event.initiative else ""
    return f"{named(play.man(event.unit))}: {name}{ways}{why}.{first}"


CHAPTER: Chapter[Play] = Chapter(
    events=(Told(event=CrewOrdered, apply=crew_ordered, rule="31.11.3", words=told_of_order, dice="cards"),),
)
