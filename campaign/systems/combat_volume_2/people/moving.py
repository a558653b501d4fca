"""Moving on foot: the part of an order that falls into an impulse, what it meets, and rout (7, 9, 11, 15, 17, 27.7).

A movement order moves in its impulses; who wants to stop ducks back (7.19). Sneak leaves wire by a check (27.7), nobody
enters a fire (29.2), a Sprint into rough ground ends in Duck Back with the impulse, and who meets an opponent stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from campaign.rules.chapters import NOTHING, Answer, Chapter, Told, by_deed
from campaign.rules.hexes import Hex
from campaign.rules.options import Option
from campaign.rules.piles import draw
from campaign.rules.refused import Refused
from campaign.systems.combat_volume_2.land import ground, sight, weather
from campaign.systems.combat_volume_2.people import (
    acting,
    alert,
    checks,
    limits,
    medics,
    melee,
    morale,
    spotting,
)
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Action, Event, Play
from campaign.systems.combat_volume_2.state import (
    ENEMY,
    FRIEND,
    NO_ORDER,
    POINTS,
    Direction,
    Game,
    Man,
    Order,
)

SNEAK, SPRINT, CHARGE, ROUT_ORDER = "sneak", "sprint", "charge", "rout"
WIRE_IMPULSES = (2, 4)
"""In which somebody may try to leave wire (27.7)."""
ACROSS = (0, 1, -1)
"""Directions in which a man in rout gives way to what he cannot enter."""


class Move(Action, frozen=True, tag="move"):
    """Go as far as the order leads in this impulse."""

    unit: str


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    to: Hex


class LeftMap(Event, frozen=True, tag="left-map"):
    """how: left, over an edge that is his; fled, in rout. edge: N, E, S or W."""

    unit: str
    how: str
    edge: str


class RoutDrawn(Event, frozen=True, tag="rout-drawn"):
    """An enemy in rout: the direction of a card, turned by the compass of the mission."""

    unit: str
    cards: tuple[int, ...]
    way: Direction


# -- which way ---------------------------------------------------------------------------------------------------------


def turned(play: Play, hex: Hex, way: Direction) -> Direction:
    """A direction of a card as it is on the map: the nearest counter says what 1 is (9)."""
    compass = [one for one in play.state.mission.compass if one.hex in play.board.axial]
    if not compass:
        return way
    one = min(compass, key=lambda one: play.away(hex, one.hex)).one
    return (way + one - 2) % 6 + 1


def edge_of(play: Play, hex: Hex, way: Direction) -> str:
    """Which edge of the map lies in that direction of a hex at the rim."""
    layout = play.board.layout
    x, y = _place(play, hex)
    if way in (1, 4):
        return "N" if way == 1 else "S"
    if way in (2, 3) and x == layout.columns - 1:
        return "E"
    if way in (5, 6) and x == 0:
        return "W"
    return "N" if y == 0 else "S"


def _place(play: Play, hex: Hex) -> tuple[int, int]:
    """Column from the west and row from the north, from 0."""
    layout = play.board.layout
    x, r = play.board.axial[hex]
    return x, r + (x + layout.west_is_low()) // 2


def to_edge(play: Play, hex: Hex, edge: str) -> int:
    """How far a hex lies from an edge, in halves of a hex, since columns are staggered."""
    x, y = _place(play, hex)
    layout = play.board.layout
    low = (x + layout.west_is_low()) % 2
    return {
        "N": 2 * y + low,
        "S": 2 * (layout.rows - 1 - y) + 1 - low,
        "W": 2 * x,
        "E": 2 * (layout.columns - 1 - x),
    }[edge]


def steps(play: Play, man: Man, impulse: int = 0) -> str:
    """His steps in an impulse, as letters: first and second direction, or towards the target."""
    row = play.charts.orders.get(man.order.word)
    impulse = impulse or play.state.impulse
    if row is None or not row.moves:
        return ""
    found = row.moves[impulse - 1]
    if impulse == 4 and man.steps and man.order.ways:
        found += (found or "b")[-1] * man.steps
    return found


def moves_now(play: Play, man: Man) -> bool:
    """Whether his order moves him in this impulse."""
    if man.vehicle:
        return False
    if man.order.word == ROUT_ORDER:
        return bool(pace_of_rout(play, man)) and not at_rest(play, man)
    return bool(steps(play, man))


def _towards(play: Play, man: Man, hex: Hex) -> Direction | None:
    """The direction of the next step to a hex, round what burns; None if there is no way nearer."""
    for way in range(1, 7):
        there = play.next_to(man.hex, way)
        nearer = there is not None and play.away(there, hex) < play.away(man.hex, hex)
        if there is not None and nearer and ground.passable_on_foot(play, there):
            return way
    return None


def way_of(play: Play, man: Man, step: str) -> Direction | None:
    """The direction of one of his steps; None where a charge has nobody to run at any more."""
    if step == "t":
        target = play.state.men.get(man.order.target)
        if target is None or not target.here or target.down or target.hex == man.hex:
            return None
        return _towards(play, man, target.hex)
    ways = man.order.ways
    return (ways[-1] if step == "b" else ways[0]) if ways else None


# -- wire --------------------------------------------------------------------------------------------------------------


def _leaves_wire(play: Play, man: Man) -> bool:
    """Whether he gets out of the wire he is in, if he is in any."""
    if not limits.in_wire(play, man):
        return True
    if man.order.word not in (SNEAK, ROUT_ORDER):
        if man.side == FRIEND or not man.order.ways:
            morale.duck(play, man, "caught in wire")
            return False
        play.emit(morale.OrderReplaced(man.id, Order(SNEAK, man.order.ways), "caught in wire"))
        return False
    if play.state.impulse not in WIRE_IMPULSES:
        return False
    return checks.tqc(play, man, "to get out of the wire")


# -- a step ------------------------------------------------------------------------------------------------------------


def move(play: Play, man: Man) -> None:
    """What his order moves him in this impulse."""
    if man.order.word == ROUT_ORDER:
        rout(play, man)
        return
    some, word = steps(play, man), man.order.word
    if not some or man.vehicle or not _leaves_wire(play, man):
        return
    rough = False
    for step in some:
        way = way_of(play, man, step)
        if way is None:
            morale.duck(play, man, "nobody to charge" if step == "t" else "no direction")
            return
        there = play.next_to(man.hex, way)
        if there is None:
            _over_the_edge(play, man, way)
            return
        if barred(play, man, there):
            _stands_before(play, man)
            return
        going = enter(play, man, there)
        rough = rough or (word == SPRINT and ground.rough(play, there, man.side))
        if not going or man.order.word != word or limits.in_wire(play, man):
            break
    if rough and man.able and man.order.word == word and not melee.engaged(play, man):
        morale.duck(play, man, "rough ground")


def barred(play: Play, man: Man, hex: Hex) -> bool:
    """Whether he does not enter a hex: fire (29.2); a charge into a fortified building (27.2); a medic where opponents
    are (30)."""
    if not ground.passable_on_foot(play, hex):
        return True
    if man.order.word == CHARGE and play.state.lies(hex, "fortified"):
        return True
    return checks.medic(man) and not medics.may_enter(play, man, hex)


def _stands_before(play: Play, man: Man) -> None:
    """He stops for this impulse if he could go on in a later one, else he ducks back (29.2)."""
    for impulse in range(play.state.impulse + 1, 5):
        for step in steps(play, man, impulse):
            way = way_of(play, man, step)
            there = play.next_to(man.hex, way) if way is not None else None
            if there is not None and not barred(play, man, there):
                return
    morale.duck(play, man, "no way on")


def leaves_over(play: Play, man: Man, edge: str) -> bool:
    """Whether a friend may leave the map there: a friendly edge, or one that is his goal."""
    if man.side != FRIEND:
        return False
    mission = play.state.mission
    return edge in mission.friendly or any(one.what == "leave" and one.edge == edge for one in mission.goals)


def _over_the_edge(play: Play, man: Man, way: Direction) -> None:
    edge = edge_of(play, man.hex, way)
    if leaves_over(play, man, edge):
        play.emit(LeftMap(man.id, "left", edge))
    else:
        morale.duck(play, man, "the edge of the map")


def enter(play: Play, man: Man, hex: Hex) -> bool:
    """He enters a hex (27.7 men). Opponents there are met: medics make way, counters are turned up, and then there
    is a melee. An enemy who waits may notice a friend. Returns False where he goes no further."""
    play.emit(Moved(man.id, hex))
    if _met(play, man):
        return False
    if man.side == FRIEND:
        spotting.notice(play, man)
    elif checks.medic(man) and any(medics.wounded(one) for one in _comrades(play, man)):
        morale.duck(play, man, "a wounded comrade")
        return False
    return man.able


def _comrades(play: Play, man: Man) -> Iterator[Man]:
    return (one for one in play.state.in_hex(man.hex) if one.side == man.side and one is not man and one.who)


def _met(play: Play, man: Man) -> bool:
    """Whether opponents stand in the hex that he has entered, after all that this brings."""
    there = [one for one in play.state.in_hex(man.hex) if one.side != man.side and not one.down]
    if not there:
        return False
    spotting.noticed(play, man, "face to face")
    found = False
    for one in there:
        if one.side == ENEMY and not alert.alert(play, one, False, f"{named(man)} is upon him"):
            continue
        spotting.noticed(play, one, "face to face")
        if checks.medic(one):
            medics.step_aside(play, one)
        else:
            found = True
    if found:
        alert.melee_near(play, man.hex)
    return found


# -- rout --------------------------------------------------------------------------------------------------------------


def pace_of_rout(play: Play, man: Man) -> int:
    """How many hexes he flees in this impulse: as fast as wounds and the ground allow (17, 28.2)."""
    word = weather.slowed(play, SNEAK if man.bad else "evade" if man.light else SPRINT)
    return len(play.charts.orders[word].moves[play.state.impulse - 1])


def at_rest(play: Play, man: Man) -> bool:
    """Whether he has found shelter: cover, and nobody of the other side who sees him."""
    return ground.cover(play, man.hex) and not watched(play, man)


def watched(play: Play, man: Man) -> bool:
    """Whether an opponent who is known, or awake, sees him."""
    return any(
        (one.spotted or one.alert) and one.who and sight.sees_man(play, one, man)
        for one in play.foes(man.side)
    )


def rout(play: Play, man: Man) -> None:
    """A man in rout flees: a friend to a friendly edge, else a neutral one; an enemy as a card says (17). He rests
    in cover where nobody sees him, and over the edge he is gone."""
    if man.vehicle or not pace_of_rout(play, man) or at_rest(play, man):
        return
    if man.side == ENEMY and not man.order.ways:
        way_of_rout(play, man)
    if not _leaves_wire(play, man):
        return
    for _ in range(pace_of_rout(play, man)):
        step = _flight(play, man)
        if step is None:
            return
        way, there = step
        if there is None:
            play.emit(LeftMap(man.id, "fled", edge_of(play, man.hex, way)))
            return
        if not enter(play, man, there) or limits.in_wire(play, man) or at_rest(play, man):
            return


def way_of_rout(play: Play, man: Man) -> None:
    """A card is drawn for the direction in which an enemy flees."""
    card = draw(play.dice, checks.gather(play, "enemy"), f"where {named(man)} flees")
    play.emit(RoutDrawn(man.id, (card,), turned(play, man.hex, play.charts.enemy_cards[card].rout)))


def _flight(play: Play, man: Man) -> tuple[Direction, Hex | None] | None:
    """His next step: None for the hex where it leads off the map; None at all where he is hemmed in."""
    if man.side == ENEMY:
        for turn in ACROSS:
            way = (man.order.ways[0] + turn - 1) % 6 + 1
            there = play.next_to(man.hex, way)
            if there is None and turn == 0:
                return way, None
            if there is not None and _free(play, man, there):
                return way, there
        return None
    edges = play.state.mission.friendly or play.state.mission.neutral
    if not edges:
        return None
    edge = min(edges, key=lambda edge: to_edge(play, man.hex, edge))
    found: list[tuple[tuple[int, bool, int], Direction, Hex]] = []
    for way in range(1, 7):
        there = play.next_to(man.hex, way)
        if there is None:
            if edge_of(play, man.hex, way) == edge:
                return way, None
        elif _free(play, man, there) and to_edge(play, there, edge) < to_edge(play, man.hex, edge):
            away = (to_edge(play, there, edge), not ground.cover(play, there), way)
            found.append((away, way, there))
    if not found:
        return None
    _, way, there = min(found)
    return way, there


def _free(play: Play, man: Man, hex: Hex) -> bool:
    """Whether a man in rout runs there: nothing burns, and no opponent whom he knows of is there."""
    if not ground.passable_on_foot(play, hex):
        return False
    return not any(
        one.hex == hex and not one.vehicle and (one.spotted or one.alert) for one in play.foes(man.side)
    )


# -- what the events do, in words --------------------------------------------------------------------------------------


def moved(game: Game, event: Moved) -> None:
    game.men[event.unit].hex = event.to


def left_map(game: Game, event: LeftMap) -> None:
    man = game.men[event.unit]
    man.gone = f"left {event.edge}" if event.how == "left" else event.how
    man.hex, man.order, man.marker, man.marked = "", NO_ORDER, "", ""


def rout_drawn(game: Game, event: RoutDrawn) -> None:
    for card in event.cards:
        game.enemy.take(card)
    game.men[event.unit].order = Order(ROUT_ORDER, (event.way,))


EDGES = {"N": "northern", "E": "eastern", "S": "southern", "W": "western"}


def told_of_leaving(play: Play, event: LeftMap) -> str:
    verb = "flees" if event.how == "fled" else "leaves"
    return f"{named(play.man(event.unit))} {verb} over the {EDGES[event.edge]} edge."


# -- the player --------------------------------------------------------------------------------------------------------


def candidates(play: Play, side: str) -> Sequence[Option]:
    man = acting.man(play, side)
    if man is None or not moves_now(play, man) or melee.engaged(play, man):
        return ()
    return (Option(Move(man.id), man.id, where=next(iter(path(play, man)), "")),)


def path(play: Play, man: Man) -> Iterator[Hex]:
    """The hexes that his order leads him through in this impulse, if nothing comes between."""
    hex = man.hex
    ways = (way_of(play, man, step) for step in steps(play, man) if step != "t")
    for way in ways:
        there = play.next_to(hex, way) if way is not None else None
        if there is None:
            return
        hex = there
        yield hex


def why_not(play: Play, side: str, action: Move) -> Iterator[Refused]:
    yield from acting.not_he(play, side, action.unit)
    man = play.man(action.unit)
    if melee.engaged(play, man):
        yield Refused(
            f"{named(man)} is in a melee, which only the end of it lets him leave.",
            "15",
            ["melee"],
            where="$.kind",
        )
    if not moves_now(play, man):
        order = checks.order_name(play, man.order.word) if man.order.word else "no order"
        when = [f"impulse {impulse}" for impulse in range(1, 5) if steps(play, man, impulse)]
        yield Refused(f"{order} does not move him in impulse {play.state.impulse}.", "7", when, "$.kind")


def do(play: Play, side: str, action: Move) -> None:
    move(play, play.man(action.unit))


def noticed(play: Play, side: str, action: Action) -> Callable[[Play], str]:
    """For odds: whether an enemy wakes who waited (9), if any looks up; in wire, whether he gets out of it."""
    before = play.man(play.state.acting).hex if play.state.acting else ""

    def result(after: Play) -> str:
        if any(isinstance(event, alert.Alerted) for event in after.events):
            return "noticed"
        if any(isinstance(event, spotting.LookedUp) for event in after.events):
            return "not noticed"
        if not any(isinstance(event, checks.Tried) for event in after.events):
            return NOTHING
        return "stays" if after.man(play.state.acting).hex == before else "moves on"

    return result


def label(play: Play, action: Move) -> str:
    man = play.man(action.unit)
    order = checks.order_name(play, man.order.word)
    if man.order.word == ROUT_ORDER:
        return "Flee"
    if man.order.word == CHARGE:
        return f"Charge {named(play.man(man.order.target))}" if man.order.target in play.state.men else order
    return f"{order} to {' and '.join(path(play, man)) or 'the edge'}"


ACTS = (
    Answer(
        action=Move, candidates=candidates, why_not=why_not, do=do, label=label,
        odds=by_deed(do, ends=noticed),
    ),
)  # fmt: skip

CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(
            event=Moved, apply=moved, rule="7",
            words=lambda play, event: f"{named(play.man(event.unit))} moves to {event.to}.",
        ),
        Told(event=LeftMap, apply=left_map, words=told_of_leaving, rule="17"),
        Told(
            event=RoutDrawn, apply=rout_drawn, rule="17", dice="cards",
            words=lambda play, event: f"{named(play.man(event.unit))} flees {POINTS[event.way - 1]}.",
        ),
    ),
)  # fmt: skip
