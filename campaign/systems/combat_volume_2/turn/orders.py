"""The player's orders: one for every man who can act; a forgotten one hides (7, 28.2, 31.11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from campaign.rules.chapters import Answer, Chapter, Question, Told
from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.charts import OrderRow
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import aiming, checks, grenades, limits, medics
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NORMAL, ROUT, Direction, Game, Man, Order
from campaign.systems.combat_volume_2.turn import flow
from campaign.systems.combat_volume_2.vehicles import bailing, crew_orders, light_at, seats

WAYS: tuple[str, ...] = (*"123456", *(f"{a}/{b}" for a, b in permutations("123456", 2)))
"""Directions as they stand on a counter: a single one counts for both."""
CHARGE_REACH = 6
"""Hexes that a Charge covers in a turn."""
CHOSEN = (
    "aimed", "rapid", "suppressive", "run-and-gun", "sneak", "evade", "sprint", "charge", "grenade", "throw-smoke",
    "reload", "rally", "hide", "plan", "medical-aid", "load-light-at", "fire-light-at", "mount-up",
)  # fmt: skip
"""Orders that the player may give to a man on foot; all others are what becomes of one."""


class GiveOrder(Action, frozen=True, tag="order"):
    """ways: directions, `2` or `2/1`; of orders that move. target: id or hex, of orders that are about one."""

    unit: str
    word: str
    ways: str = ""
    target: str = ""


class OrdersDone(Action, frozen=True, tag="orders-done"):
    """All have their orders; whoever has none hides."""


class OrderGiven(Event, frozen=True, tag="order-given"):
    """What one of the player's men does in this turn."""

    unit: str
    order: Order


class OrderChanged(Event, frozen=True, tag="order-changed"):
    """By a card he does something else in this turn."""

    unit: str
    order: Order


def order_given(game: Game, event: OrderGiven) -> None:
    game.men[event.unit].order = event.order


def order_changed(game: Game, event: OrderChanged) -> None:
    game.men[event.unit].order = event.order
    game.steps = game.steps[1:]


def parsed(ways: str) -> tuple[Direction, ...]:
    return tuple(int(way) for way in ways.split("/")) if ways else ()


# -- who is asked ------------------------------------------------------------------------------------------------


def commanded(play: Play) -> dict[str, Man]:
    """Friends who are given orders now, by their ids."""
    return play.once("commanded", _commanded, play.state)


def _commanded(state: Game) -> dict[str, Man]:
    if state.steps:
        step = state.steps[0]
        return {step.unit: state.men[step.unit]} if step.what == "new-order" else {}
    if state.phase != "orders":
        return {}
    men = state.men.values()
    return {man.id: man for man in men if man.side == FRIEND and man.able and _obeys(state, man)}


def _obeys(state: Game, man: Man) -> bool:
    """Whether he takes orders: not in Rout, and not in a vehicle where the rules have given him one already."""
    return man.morale > ROUT and not (man.vehicle and man.spent.get("ordered") == state.turn)


def to_order(play: Play) -> Iterator[tuple[str, str]]:
    if men := commanded(play):
        if play.state.steps:
            (man,) = men.values()
            yield FRIEND, f"Give {checks.named(man)} another order."
        else:
            yield FRIEND, "Give every man an order."


# -- what is allowed ---------------------------------------------------------------------------------------------


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


def why_not(play: Play, side: str, action: GiveOrder) -> Iterator[Refused]:
    men = commanded(play)
    man = men.get(action.unit)
    if man is None:
        yield no_such("man who can be given an order", action.unit, men, "7", "$.unit")
        return
    if action in allowed(play, man):
        return
    if (refused := forbidden(play, man, action.word)) is not None:
        yield refused
        return
    row = play.charts.orders[action.word]
    if row.moving and action.word != "charge":
        if action.ways not in (ways := ways_for(play, man, action.word)):
            yield Refused("This order needs a direction, or two of them.", "7", ways, "$.ways")
    elif action.ways:
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


# -- what is listed ----------------------------------------------------------------------------------------------


def allowed(play: Play, man: Man) -> dict[GiveOrder, Option]:
    """What is listed for a man. Remembered while orders alone are given."""
    return play.once(("allowed", man.id), _remembered, play, man)


def _remembered(play: Play, man: Man) -> dict[GiveOrder, Option]:
    state = play.state
    others = crew_orders.depends(play, man) if man.vehicle else tuple(seats.mountable(play, man))
    bridged = state.lies(man.hex, "wire") and limits.in_wire(play, man)
    return play.lasting(("orders", man.id, bridged, others), _allowed, play, man)


def _allowed(play: Play, man: Man) -> dict[GiveOrder, Option]:
    found: dict[GiveOrder, Option] = {}
    for word in words_for(play, man):
        ranges: list[Range] = []
        ways = target = ""
        if play.charts.orders[word].moving and word != "charge":
            there = ways_for(play, man, word)
            if not there:
                continue
            ways = there[0]
            ranges.append(Range("ways", words=there))
        among = about(play, man, word)
        if isinstance(among, Places):
            target = man.hex if not among.least else next(filter(None, play.board.neighbours[man.hex]))
            ranges.append(Range("target", places=among))
        elif among:
            target = among[0]
            ranges.append(Range("target", words=among))
        action = GiveOrder(man.id, word, ways, target)
        found[action] = Option(action, man.id, target, ranges=tuple(ranges))
        if word == "grenade" and not man.vehicle:
            for tank in grenades.tanks(play, man):
                action = GiveOrder(man.id, word, target=tank)
                found[action] = Option(action, man.id, tank)
    return found


def candidates(play: Play, side: str) -> Iterator[Option]:
    for man in commanded(play).values():
        yield from allowed(play, man).values()


def give(play: Play, side: str, action: GiveOrder) -> None:
    order = Order(action.word, parsed(action.ways), action.target)
    changed = bool(play.state.steps)
    play.emit(OrderChanged(action.unit, order) if changed else OrderGiven(action.unit, order))
    light_at.unload_runner(play, play.man(action.unit))


def label(play: Play, action: GiveOrder) -> str:
    return f"{checks.named(play.man(action.unit))}: {worded(play, action.word, action.ways, action.target)}"


def worded(play: Play, word: str, ways: str = "", target: str = "") -> str:
    name = checks.order_name(play, word)
    towards = f" {ways}" if ways else ""
    man = play.state.men.get(target)
    at = f", {checks.named(man) if man is not None else target}" if target else ""
    return f"{name}{towards}{at}"


# -- done --------------------------------------------------------------------------------------------------------


def may_end(play: Play, side: str) -> Iterable[Option]:
    return [] if play.state.steps else [Option(OrdersDone())]


def why_not_end(play: Play, side: str, action: OrdersDone) -> Iterator[Refused]:
    if play.state.steps:
        yield Refused("A card gives one man another order: choose it.", "7", where="$.kind")


def end(play: Play, side: str, action: OrdersDone) -> None:
    for man in commanded(play).values():
        if not man.order.word:
            play.emit(OrderGiven(man.id, Order("hide")))
    play.emit(flow.PhaseBegan("enemy"))


def routers(play: Play) -> None:
    """Whoever is in Rout is given no orders: he rallies where nobody sees him and there is cover, else he runs."""
    state = play.state
    for man in state.men.values():
        if man.side == FRIEND and man.able and man.morale <= ROUT and not man.vehicle:
            word = "rally" if safe(play, man) else "rout"
            play.emit(OrderGiven(man.id, Order(word)))


def safe(play: Play, man: Man) -> bool:
    """In cover, and no known opponent who can act sees him."""
    return ground.cover(play, man.hex) and not any(
        foe.who and not foe.down and (foe.spotted or foe.side == FRIEND) and sight.sees_man(play, foe, man)
        for foe in play.foes(man.side)
    )


def told(play: Play, event: OrderGiven | OrderChanged) -> str:
    order = event.order
    ways = "/".join(map(str, order.ways))
    return f"{checks.named(play.man(event.unit))}: {worded(play, order.word, ways, order.target)}."


QUESTION = Question(
    kind="orders", asked=to_order,
    answers=(
        Answer(action=GiveOrder, candidates=candidates, why_not=why_not, do=give, label=label),
        Answer(
            action=OrdersDone, candidates=may_end, why_not=why_not_end, do=end,
            label=lambda play, action: "All have their orders",
        ),
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=OrderGiven, apply=order_given, rule="7", words=told, keeps=True),
        Told(event=OrderChanged, apply=order_changed, rule="7", words=told),
    ),
    questions=(QUESTION,),
)
