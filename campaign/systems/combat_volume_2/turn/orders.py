"""The player's orders: one for every man who can act; a forgotten one hides (7, 28.2, 31.11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from campaign.rules.chapters import Answer, Chapter, Told
from campaign.rules.options import Option, Range
from campaign.rules.places import Places
from campaign.rules.refused import Refused, no_such
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import checks, grenades, limits
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import FRIEND, NORMAL, POINTS, ROUT, Game, Man, Order
from campaign.systems.combat_volume_2.turn import flow, order_words
from campaign.systems.combat_volume_2.turn.permitted import (
    CHOSEN,
    SAME,
    WAYS,
    GiveOrder,
    about,
    giving,
    order_of,
    unfit,
    ways_for,
    words_for,
    written,
)
from campaign.systems.combat_volume_2.vehicles import crew_orders, light_at, seats

NAMED = 2
"""So many men without an order are named at most."""
QUIET = (
    "sneak", "evade", "sprint", "run-and-gun", "medical-aid", "load-light-at", "hide", "aimed", "rapid", "suppressive",
    "plan", "reload", "rally", "mount-up", "grenade", "throw-smoke", "fire-light-at", "charge",
)  # fmt: skip
"""The same while none is."""


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
            left = [checks.named(man) for man in men.values() if not man.order.word]
            if not left:
                yield FRIEND, "All have an order: go on, or change one."
            elif len(left) == 1:
                yield FRIEND, f"{left[0]} has no order yet."
            else:
                yield FRIEND, f"{len(left)} men have no order yet, {left[0]} first."


def idle(play: Play) -> list[Man]:
    """Whoever is to be given an order and has none."""
    return [] if play.state.steps else [man for man in commanded(play).values() if not man.order.word]


def why_not(play: Play, side: str, action: GiveOrder) -> Iterator[Refused]:
    men = commanded(play)
    man = men.get(action.unit)
    if man is None:
        yield no_such("man who can be given an order", action.unit, men, "7", "$.unit")
    elif action not in allowed(play, man):
        yield from unfit(play, man, action)


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
    for word in by_use(play, man, words_for(play, man)):
        option = _option(play, man, word)
        if option is not None:
            found[option.action] = option
        if option is not None and word == "grenade" and not man.vehicle:
            for tank in grenades.tanks(play, man):
                action = GiveOrder(man.id, word, target=tank)
                found[action] = Option(action, man.id, tank, says=order_words.says(play, word))
    return found


def _option(play: Play, man: Man, word: str) -> Option | None:
    """An order with all its directions and targets, beginning with the direction that he had in the last turn."""
    ranges: list[Range] = []
    ways = target = ""
    if play.charts.orders[word].moving and word != "charge":
        there = ways_for(play, man, word)
        if not there:
            return None
        first = written(man.was.ways[:1])
        ways = first if first in there else there[0]
        if there == WAYS:
            ranges += (Range("ways", words=POINTS), Range("then", words=(*POINTS, SAME)))
        else:
            ranges.append(Range("ways", words=there))
    among = about(play, man, word)
    if isinstance(among, Places):
        target = _aim(play, man, among)
        ranges.append(Range("target", places=among))
    elif among:
        target = among[0]
        ranges.append(Range("target", words=among))
    action, does = GiveOrder(man.id, word, ways, target), order_words.says(play, word)
    return Option(action, man.id, target, ranges=tuple(ranges), says=does)


def _aim(play: Play, man: Man, among: Places) -> str:
    """Where a throw is aimed at first: at the nearest opponent in reach whom one knows of, else next to the man."""
    foes = [foe for foe in play.foes(man.side) if foe.spotted and foe.here and not foe.down]
    foes = [foe for foe in foes if among.holds(foe.hex, play.board)]
    if foes and among.least:
        return min(foes, key=lambda foe: (play.away(man.hex, foe.hex), foe.id)).hex
    return man.hex if not among.least else next(filter(None, play.board.neighbours[man.hex]))


def as_before(play: Play, man: Man) -> GiveOrder | None:
    """The order that a man ended the last turn with, if he may have it again."""
    return play.once(("as before", man.id), _as_before, play, man) if man.was.word else None


def _as_before(play: Play, man: Man) -> GiveOrder | None:
    action = giving(play, man, man.was)
    return action if action in allowed(play, man) or next(unfit(play, man, action), None) is None else None


def by_use(play: Play, man: Man, words: Sequence[str]) -> list[str]:
    """Orders of a man on foot, those first that he is likeliest to need: what his own state calls for, then fire where
    an enemy is known, else movement. Crews have theirs as the charts have them."""
    if man.vehicle:
        return list(words)
    tank = any(one.side != man.side and one.here for one in play.state.vehicles.values())
    urgent = {
        "rally": man.morale < NORMAL,
        "reload": man.ammunition == "out",
        "fire-light-at": tank and bool(man.heavy),
        "load-light-at": tank and not man.heavy and man.rockets > 0,
    }
    known = play.once("known", lambda: any(foe.spotted and foe.who and foe.able for foe in play.foes(FRIEND)))
    then = CHOSEN if known else QUIET
    return sorted(words, key=lambda word: (not urgent.get(word, False), then.index(word)))


def candidates(play: Play, side: str) -> Iterator[Option]:
    """Of whoever has none yet first. Who has one aims at nobody any more that a front end would ask about."""
    men = commanded(play).values()
    for man in men:
        if not man.order.word:
            yield from allowed(play, man).values()
    for man in men:
        if man.order.word:
            for option in allowed(play, man).values():
                yield replace(option, target="") if option.target else option


def give(play: Play, side: str, action: GiveOrder) -> None:
    """7."""
    order = order_of(action)
    changed = bool(play.state.steps)
    play.emit(OrderChanged(action.unit, order) if changed else OrderGiven(action.unit, order))
    light_at.unload_runner(play, play.man(action.unit))


def label(play: Play, action: GiveOrder) -> str:
    return f"{checks.named(play.man(action.unit))}: {worded(play, order_of(action))}"


def worded(play: Play, order: Order) -> str:
    name, target = checks.order_name(play, order.word), order.target
    towards = f" {written(order.ways)}" if order.ways else ""
    man = play.state.men.get(target)
    at = f", {checks.named(man) if man is not None else target}" if target else ""
    return f"{name}{towards}{at}"


# -- done --------------------------------------------------------------------------------------------------------


def may_end(play: Play, side: str) -> Iterable[Option]:
    return [] if play.state.steps else [Option(OrdersDone())]


def label_of_end(play: Play, action: OrdersDone) -> str:
    left = [checks.named(man) for man in idle(play)]
    if not left:
        return "All have their orders"
    names = ", ".join(left) if len(left) <= NAMED else f"{len(left)} men"
    return f"That is all: {names} without an order will hide"


def why_not_end(play: Play, side: str, action: OrdersDone) -> Iterator[Refused]:
    if play.state.steps:
        yield Refused("A card gives one man another order: choose it.", "7", where="$.kind")


def end(play: Play, side: str, action: OrdersDone) -> None:
    """7."""
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
    return f"{checks.named(play.man(event.unit))}: {worded(play, event.order)}."


GIVE = Answer(action=GiveOrder, candidates=candidates, why_not=why_not, do=give, label=label)
DONE = Answer(action=OrdersDone, candidates=may_end, why_not=why_not_end, do=end, label=label_of_end)

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=OrderGiven, apply=order_given, rule="7", words=told, keeps=True),
        Told(event=OrderChanged, apply=order_changed, rule="7", words=told),
    ),
)
