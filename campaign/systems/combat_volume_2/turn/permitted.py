"""An order of the player's as it is written, and which of them a man may be given (7, 31.11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from campaign.rules.places import Places
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.charts import OrderRow
from campaign.systems.combat_volume_2.land import sight
from campaign.systems.combat_volume_2.people import aiming, checks, grenades, limits, medics
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import NORMAL, POINTS, Direction, Man, Order
from campaign.systems.combat_volume_2.vehicles import bailing, crew_orders, light_at, seats

WAYS: tuple[str, ...] = (*POINTS, *(f"{a}/{b}" for a, b in permutations(POINTS, 2)))
"""Directions as they stand on a counter: a single one counts for both."""
SAME = "same"
"""The second direction where it is the first once more."""
CHARGE_REACH = 6
"""Hexes that a Charge covers in a turn."""
CHOSEN = (
    "aimed", "rapid", "suppressive", "run-and-gun", "sneak", "evade", "sprint", "charge", "medical-aid",
    "load-light-at", "fire-light-at", "hide", "grenade", "throw-smoke", "reload", "rally", "plan", "mount-up",
)  # fmt: skip
"""Orders that the player may give to a man on foot; all others are what becomes of one. In the order in which they are
listed while an enemy is known."""


class GiveOrder(Action, frozen=True, tag="order"):
    """ways: the direction of orders that move, as a point of the compass; then: the second one, or `same`.
    Of a crew on foot, who may not go everywhere, ways has both: `S`, `S/SE`. target: id or hex, of orders that are
    about one."""

    unit: str
    word: str
    ways: str = ""
    target: str = ""
    then: str = SAME


def parsed(ways: str, then: str = SAME) -> tuple[Direction, ...]:
    """Directions as an order has them; none for what is none."""
    words = [*ways.split("/"), *([] if then == SAME else [then])]
    if not all(word in POINTS for word in words):
        return ()
    return tuple(dict.fromkeys(POINTS.index(word) + 1 for word in words))


def written(ways: Iterable[Direction]) -> str:
    """Directions as points of the compass."""
    return "/".join(POINTS[way - 1] for way in ways)


def order_of(action: GiveOrder) -> Order:
    return Order(action.word, parsed(action.ways, action.then), action.target)


def giving(play: Play, man: Man, order: Order) -> GiveOrder:
    """The action that gives a man an order."""
    if len(order.ways) < 2 or bailing.on_foot(play, man):
        return GiveOrder(man.id, order.word, written(order.ways), order.target)
    first, second = (POINTS[way - 1] for way in order.ways)
    return GiveOrder(man.id, order.word, first, order.target, second)


def forbidden(play: Play, man: Man, word: str) -> Refused | None:
    """Why a man cannot be given an order, whatever its directions and target; None if he can."""
    if man.vehicle:
        return crew_orders.forbidden(play, man, word)
    if word not in CHOSEN:
        return no_such("order", word, words_for(play, man), "7", "$.word", f" for {checks.named(man)}")
    found = _forbidden(play, man, play.charts.orders[word])
    if found is None:
        return None
    reason, rule = found
    return Refused(reason, rule, words_for(play, man), "$.word")


def _forbidden(play: Play, man: Man, row: OrderRow) -> tuple[str, str] | None:
    word = row.id
    name = checks.named(man)
    if bailing.on_foot(play, man) and (why := bailing.barred_on_foot(play, man, word)) is not None:
        return why
    if row.moving and (why := limits.barred(play, man, word)) is not None:
        return why
    if row.shoots and (why := _cannot_shoot(play, man, row)) is not None:
        return why
    if word == "reload" and not man.ammunition:
        return f"{name} has ammunition enough.", "14"
    if word == "rally" and man.morale >= NORMAL:
        return f"{name} is not below Normal.", "17"
    if word == "plan" and (man.rank == "private" or not man.leadership):
        return "Only a leader can Plan.", "7.12"
    if word == "charge" and not any(chargeable(play, man)):
        return f"{name} knows of no enemy within {CHARGE_REACH} hexes whom he may charge.", "7"
    if word == "grenade" and not man.grenades:
        return f"{name} has no grenade left.", "15"
    if word == "throw-smoke" and not man.smokes:
        return f"{name} has no smoke grenade left.", "18"
    if word == "medical-aid" and not any(patients(play, man)):
        return f"{name} can help nobody here: no wounded comrade lies in his hex.", "7.14"
    if word == "fire-light-at" and limits.medic(man):
        return f"{name} is a medic, and unarmed.", "30"
    if word == "fire-light-at" and light_at.weapon(play, man) is None:
        return f"{name} has no light anti-tank weapon.", "32"
    if word == "load-light-at" and light_at.operator_for(play, man) is None:
        return f"{name} has no bazooka to load.", "32.1"
    if word == "mount-up" and not any(seats.mountable(play, man)):
        return "No vehicle with a free seat stands in his hex or next to it.", "31.11.2"
    return None


def _cannot_shoot(play: Play, man: Man, row: OrderRow) -> tuple[str, str] | None:
    name = checks.named(man)
    weapons = aiming.weapons(play, man)
    if limits.medic(man) or not (weapons or man.armed):
        return f"{name} has no weapon to shoot with.", "30" if limits.medic(man) else "7"
    if not weapons:
        return f"{name} is out of ammunition: he must Reload.", "14"
    if row.id == "rapid" and all(one.slow for one in weapons):
        return f"A {weapons[0].name} is too slow for Rapid Fire.", "26"
    return None


def chargeable(play: Play, man: Man) -> Iterator[str]:
    """Known enemies in sight whom a man could reach in a turn; nobody in a fortified building (27.2)."""
    for foe in play.foes(man.side):
        near = foe.spotted and not foe.vehicle and foe.who and play.away(man.hex, foe.hex) <= CHARGE_REACH
        if near and not play.state.lies(foe.hex, "fortified") and sight.sees_man(play, man, foe, up=True):
            yield foe.id


def patients(play: Play, man: Man) -> Iterator[str]:
    yield from (one.id for one in medics.patients(play, man))


def words_for(play: Play, man: Man) -> list[str]:
    """Orders that a man may be given."""
    if man.vehicle:
        return crew_orders.words_for(play, man)
    return [word for word in CHOSEN if _forbidden(play, man, play.charts.orders[word]) is None]


def unfit(play: Play, man: Man, action: GiveOrder) -> Iterator[Refused]:
    """Why a man who is given orders now cannot be given this one."""
    if (refused := forbidden(play, man, action.word)) is not None:
        yield refused
        return
    row = play.charts.orders[action.word]
    if row.moving and action.word != "charge":
        there = ways_for(play, man, action.word)
        first, second = (POINTS, (*POINTS, SAME)) if there == WAYS else (there, (SAME,))
        if action.ways not in first:
            yield Refused("This order needs a direction.", "7", first, "$.ways")
        elif action.then not in second:
            yield Refused("The second direction must be one of these.", "7", second, "$.then")
    elif action.ways or action.then != SAME:
        yield Refused("This order has no directions.", "7", where="$.ways")
    among = about(play, man, action.word)
    if among is None:
        if action.target:
            yield Refused("This order is about nobody.", "7", where="$.target")
    elif isinstance(among, Places):
        if action.target not in play.board.axial or not among.holds(action.target, play.board):
            into = grenades.tanks(play, man) if action.word == "grenade" else []
            yield Refused("It must be thrown at a hex in reach.", "15", [str(among), *into], "$.target")
    elif action.target not in among:
        yield Refused("It cannot be about that.", "7", among, "$.target")


def about(play: Play, man: Man, word: str) -> tuple[str, ...] | Places | None:
    """What the target of an order may be; None where it has none."""
    if man.vehicle:
        return crew_orders.about(play, man, word)
    match word:
        case "mount-up":
            return tuple(seats.mountable(play, man))
        case "charge":
            return tuple(chargeable(play, man))
        case "medical-aid":
            return tuple(patients(play, man))
        case "grenade":
            return Places(centre=man.hex, within=play.charts.foot.grenade.reach, least=1)
        case "throw-smoke":
            return Places(centre=man.hex, within=play.charts.foot.smoke.reach)
        case _:
            return None


def ways_for(play: Play, man: Man, word: str) -> tuple[str, ...]:
    """Directions of an order of movement; a crewman on foot only goes nearer to a friendly edge (31.11.2)."""
    if not bailing.on_foot(play, man):
        return WAYS
    return tuple(ways for ways in WAYS if not bailing.barred_ways(play, man, parsed(ways)))
