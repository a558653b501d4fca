"""What an enemy is told to do: a card for each of them who is alert, by his morale and whether he is in cover (9, 10).

A card may ask first whether he charges, throws a grenade or helps a wounded man. What it says then is changed where he
cannot do it: a shot without a target becomes a move, wounds and the ground slow him down, who holds stays in cover.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaign.rules.chapters import Chapter, Told
from campaign.rules.piles import draw
from campaign.systems.combat_volume_2.charts import MOODS, CardOrder, EnemyCard
from campaign.systems.combat_volume_2.enemy import ways as wayfinding
from campaign.systems.combat_volume_2.enemy.lots import LotDrawn, lot_drawn, one_of
from campaign.systems.combat_volume_2.land import ground, sight
from campaign.systems.combat_volume_2.people import captives, checks, enemy_fire, grenades, limits, medics
from campaign.systems.combat_volume_2.people.checks import named
from campaign.systems.combat_volume_2.play import Event, Play
from campaign.systems.combat_volume_2.state import ENEMY, NORMAL, ROUT, Game, Man, Order, Team, pointed
from campaign.systems.combat_volume_2.turn import flow
from campaign.systems.combat_volume_2.vehicles import crew_orders, fausts

CHARGE_REACH = {"attack": 6, "hold": 2}
FOR_BURSTS = 3
"""Rate of fire from which on a weapon is used for Suppressive Fire."""


LATE = ("enemy_cards",)
"""The reading by which cards are drawn when somebody acts."""


class CardTurned(Event, frozen=True, tag="card-turned"):
    """An enemy's card is turned up. team: whose initiative it is, "" if that is known already; units: to whom it
    gives an order, () if it is for the initiative alone."""

    cards: tuple[int, ...]
    team: str = ""
    unit: str = ""


class EnemyOrdered(Event, frozen=True, tag="enemy-ordered"):
    """What an enemy does in this turn."""

    unit: str
    order: Order


def card_turned(game: Game, event: CardTurned) -> None:
    for card in event.cards:
        game.enemy.take(card)


def enemy_ordered(game: Game, event: EnemyOrdered) -> None:
    man = game.men[event.unit]
    man.order, man.fresh = event.order, False


# -- whose turn it is to draw ------------------------------------------------------------------------------------


def waiting(play: Play) -> Iterator[Man | Team]:
    """Who still needs a card, in the order of teams: each alert man, and a team without any, for its initiative;
    crews before them (31.11.3, 23.5).
    """
    if later(play):
        yield from _vehicles(play)
    else:
        yield from crew_orders.unordered(play)
    yield from _on_foot(play)


def later(play: Play) -> bool:
    """Whether orders are only drawn when somebody acts or is shot at (23.5)."""
    return play.state.readings.enemy_cards == "on-activation"


def _vehicles(play: Play) -> Iterator[Team]:
    """Those that need a card for their initiative alone (31.1)."""
    state = play.state
    for vehicle in state.vehicles.values():
        team = state.teams[vehicle.id]
        new = vehicle.side == ENEMY and vehicle.hex and not team.initiative
        if new and any(man.able for man in state.crew(vehicle.id)):
            yield team


def needs_order(play: Play, man: Man) -> bool:
    """Whether an enemy in a vehicle draws his order now that he acts (23.5)."""
    ordered = man.spent.get("ordered") == play.state.turn
    return man.side == ENEMY and bool(man.vehicle) and not ordered and later(play)


def _on_foot(play: Play) -> Iterator[Man | Team]:
    state = play.state
    for team in state.teams.values():
        if team.side != ENEMY:
            continue
        men = [] if later(play) else [man for man in alert(play, team) if not man.order.word]
        yield from men
        if not men and not team.initiative and any_left(play, team):
            yield team


def alert(play: Play, team: Team) -> list[Man]:
    """Those on foot who know that there is a fight."""
    men = play.state.men.values()
    return [man for man in men if man.team == team.id and man.able and man.alert and not man.vehicle]


def any_left(play: Play, team: Team) -> bool:
    return any(man.team == team.id and man.here and not man.vehicle for man in play.state.men.values())


def woken(play: Play) -> Man | None:
    """Who was alerted in this turn, prepared for it, and so draws a card at once, of which the initiative does not
    count (9)."""
    if later(play):
        return None
    for man in play.state.men.values():
        idle = man.side == ENEMY and man.alert and not man.fresh and not man.order.word
        if idle and man.able and not man.vehicle:
            return man
    return None


def due(play: Play) -> bool:
    return next(waiting(play), None) is not None


def next_card(play: Play) -> None:
    """A card for the next one who needs it."""
    body_bridges(play)
    one = next(waiting(play), None)
    if isinstance(one, Team):
        card = turn_up(play, f"A card for the initiative of {one.name or one.id}")
        play.emit(CardTurned((card.id,), one.id, readings=LATE if later(play) else ()))
        play.emit(flow.InitiativeSet(one.id, card.initiative))
    elif one is not None and one.vehicle:
        crew_orders.order_one(play, one)
    elif one is not None:
        by_card(play, one)


def turn_up(play: Play, purpose: str) -> EnemyCard:
    """A card of the enemy's; an empty deck is gathered first. The event takes it."""
    pile = checks.gather(play, "enemy")
    return play.charts.enemy_cards[draw(play.dice, pile, purpose)]


def by_card(play: Play, man: Man) -> None:
    """Turn up a card for a man, and give him the order that it comes to (9). The first card of a team is its
    initiative, unless that is known already. Medics who lie with him have theirs first: whom they treat gets his
    order by it.
    """
    for one in medics.waiting_with(play, man):
        by_card(play, one)
    team = play.state.teams.get(man.team)
    card = turn_up(play, f"A card for {named(man)}")
    first = team is not None and not team.initiative
    late = LATE if later(play) else ()
    play.emit(CardTurned((card.id,), team.id if team is not None and first else "", man.id, readings=late))
    if team is not None and first:
        play.emit(flow.InitiativeSet(team.id, card.initiative))
    order = decided(play, man, card)
    play.emit(EnemyOrdered(man.id, order, readings=_read_so(play, man, card)))


def _read_so(play: Play, man: Man, card: EnemyCard) -> tuple[str, ...]:
    """By which readings a card that lets him shoot came to this order: whether a vehicle is a target (31.10)."""
    if man.morale <= ROUT or not man.armed or not play.state.vehicles:
        return ()
    if not play.charts.orders[line(play, man, card).word].shoots or in_reach(play, man):
        return ()
    return play.decided(("tank_targets",), lambda by: enemy_fire.aims_at_vehicles(by, man))


def body_bridges(play: Play) -> None:
    """Where two or more lie in wire, the one of the lowest quality hides before cards are drawn, so that the others
    can step over him (27.7 men).
    """
    state = play.state
    wired = [hex for hex in state.marks if state.lies(hex, "wire")]
    for hex in wired:
        men = [man for man in state.in_hex(hex) if man.side == ENEMY and man.able and man.alert]
        if len(men) < 2 or any(man.order.word for man in men):
            continue
        lowest = min(checks.quality(play, man) for man in men)
        least = [man for man in men if checks.quality(play, man) == lowest]
        play.emit(EnemyOrdered(one_of(play, least, f"Who lies down in the wire at {hex}").id, Order("hide")))


# -- what a card comes to ----------------------------------------------------------------------------------------


def decided(play: Play, man: Man, card: EnemyCard) -> Order:
    """The order that a card comes to for a man as he is now (10)."""
    if (cared := _cared_for(play, man)) is not None:
        return cared
    if man.morale <= ROUT:
        if safe(play, man):
            return Order("rally")
        return Order("rout", wayfinding.turned(play, man.hex, (card.rout,)))
    row = line(play, man, card)
    if man.team in play.state.vehicles:
        return bailed_out(play, man, card, row)
    if limits.medic(man):
        return medics_order(play, man, row)
    if fausts.ordered(play, man):
        return Order("fire-light-at")
    return checked_first(play, man, row) or carried_out(play, man, row)


def line(play: Play, man: Man, card: EnemyCard) -> CardOrder:
    """What a card says by his morale, and whether he is in cover."""
    where = "cover" if ground.cover(play, man.hex) else "open"
    return play.charts.cards[card.id, f"{MOODS[man.morale]}/{where}"]


def targets(play: Play, man: Man) -> list[Man]:
    """Known, able friends whom a man sees, the nearest first."""
    found = [
        foe
        for foe in play.foes(ENEMY)
        if foe.spotted and foe.able and not foe.vehicle and sight.sees_man(play, man, foe)
    ]
    return sorted(found, key=lambda foe: play.away(man.hex, foe.hex))


def checked_first(play: Play, man: Man, row: CardOrder) -> Order | None:
    """The check that a card asks for: C a charge, G a grenade, M help for a wounded man."""
    match row.check:
        case "C":
            return _charge(play, man)
        case "G":
            return _grenade(play, man)
        case "M":
            return _aid(play, man)
        case _:
            return None


def _charge(play: Play, man: Man) -> Order | None:
    if limits.barred(play, man, "charge") is not None or captives.guards(play, man):
        return None
    reach = CHARGE_REACH[play.state.mission.posture]
    for foe in targets(play, man):
        if play.away(man.hex, foe.hex) > reach:
            return None
        if play.state.lies(foe.hex, "fortified") or limits.medic(foe):
            continue
        return Order("charge", target=foe.id) if checks.tqc(play, man, "to charge") else None
    return None


def _grenade(play: Play, man: Man) -> Order | None:
    if not man.grenades:
        return None
    if into := grenades.tanks(play, man):
        return Order("grenade", target=into[0]) if checks.tqc(play, man, "to use a grenade") else None
    for foe in targets(play, man):
        far = play.away(man.hex, foe.hex)
        if far > play.charts.foot.grenade.reach:
            return None
        if far:
            return Order("grenade", target=foe.hex) if checks.tqc(play, man, "to throw a grenade") else None
    return None


def _aid(play: Play, man: Man) -> Order | None:
    there = medics.patients(play, man)
    if there and checks.tqc(play, man, "to help"):
        return Order("medical-aid", target=there[0].id)
    return None


def carried_out(play: Play, man: Man, row: CardOrder) -> Order:
    """The order of a card, changed as far as he cannot do it."""
    word = row.word
    ways = wayfinding.turned(play, man.hex, row.ways or (1,))
    if attacks(play, man):
        if play.charts.orders[word].shoots and not ground.cover(play, man.hex):
            word = "sprint"
        elif word in wayfinding.BOUNDS and supports(play, man):
            word = "suppressive"
    if play.charts.orders[word].shoots:
        word = shooting(play, man, word)
    if pulled_together(play, man, word):
        word = "rally"
    if word == "reload" and not man.ammunition:
        word = "hide"
    if word == "rally" and man.morale >= NORMAL:
        word = "hide"
    if not play.charts.orders[word].moving:
        return Order(word)
    return moving(play, man, limits.instead(play, man, word), ways)


def shooting(play: Play, man: Man, word: str) -> str:
    """A fire order as far as his weapon allows it. Without a target who holds waits in cover for one, all others
    move."""
    if not man.armed:
        return "sneak"
    if man.ammunition == "out":
        return "reload"
    weapon = play.charts.weapons[man.armed]
    if word == "rapid" and weapon.slow:
        word = "aimed"
    if word == "suppressive" and weapon.rof < FOR_BURSTS:
        word = "aimed"
    if not in_reach(play, man):
        if enemy_fire.aims_at_vehicles(play, man):
            return "rapid" if word == "rapid" else "aimed"
        if man.ammunition:
            return "reload"
        if not ground.cover(play, man.hex):
            return "evade"
        return word if play.state.mission.posture == "hold" else "sneak"
    return word


def in_reach(play: Play, man: Man) -> bool:
    """Whether he sees somebody known within the range of his weapon."""
    reach = play.charts.weapons[man.armed].reach
    return any(play.away(man.hex, foe.hex) <= reach for foe in targets(play, man))


def moving(play: Play, man: Man, word: str, ways: wayfinding.Ways) -> Order:
    """A movement order: round what bars the way; who holds does not leave cover, and lies in wait instead; who attacks
    leaps from cover to cover, and not alone; who alone guards a prisoner stays with him (23.4)."""
    if captives.guards(play, man):
        return holding(play, man)
    if attacks(play, man) and word in wayfinding.BOUNDS:
        return attacking(play, man)
    ways = wayfinding.detour(play, man.hex, ways)
    there = wayfinding.first_step(play, man, ways)
    if there is None:
        return Order("hide")
    if play.state.mission.posture == "hold" and ground.cover(play, man.hex) and not ground.cover(play, there):
        return holding(play, man)
    return Order(word, ways)


def pulled_together(play: Play, man: Man, word: str) -> bool:
    """Whether a leader near him has him rally: below Normal, in cover, and no fire order (10). Our own: a leader
    who only helps those whose card says Rally hardly counts.
    """
    low = man.morale < NORMAL and not play.charts.orders[word].shoots
    return low and ground.cover(play, man.hex) and checks.leader_near(play, man) is not None


def attacks(play: Play, man: Man) -> bool:
    """Whether he goes forward: the enemy attacks, and he has not lost heart."""
    return play.state.mission.posture == "attack" and man.morale >= NORMAL


def supports(play: Play, man: Man) -> bool:
    """Whether he shoots while others leap: teams take turns, and he has a target from where he lies in cover."""
    if not man.armed or not ground.cover(play, man.hex) or not in_reach(play, man):
        return False
    teams = [team.id for team in play.state.teams.values() if team.side == ENEMY and any_left(play, team)]
    return man.team in teams and (teams.index(man.team) + play.state.turn) % 2 == 1


def attacking(play: Play, man: Man) -> Order:
    """The leap of an attacker. In cover and ahead of his comrades he waits for them, and shoots if he can."""
    fastest = limits.instead(play, man, "sprint")
    if ground.cover(play, man.hex) and wayfinding.ahead(play, man):
        return holding(play, man)
    bound = wayfinding.best_bound(play, man, fastest)
    return Order(bound.word, bound.ways) if bound is not None else holding(play, man)


def holding(play: Play, man: Man) -> Order:
    """What he does instead of leaving cover."""
    if man.armed and man.ammunition != "out" and in_reach(play, man):
        return Order("aimed")
    return Order("reload") if man.ammunition else Order("hide")


def safe(play: Play, man: Man) -> bool:
    """In cover, and no opponent who can act sees him."""
    return ground.cover(play, man.hex) and not any(
        foe.able and sight.sees_man(play, foe, man) for foe in play.foes(man.side)
    )


# -- crews on foot, medics ---------------------------------------------------------------------------------------


def bailed_out(play: Play, man: Man, card: EnemyCard, row: CardOrder) -> Order:
    """A crewman on foot shoots if a card says so and he has a weapon and a target; else he runs the way of the card's
    rout, as fast as his wounds allow (31.11.2)."""
    if play.charts.orders[row.word].shoots and man.armed and man.ammunition != "out" and in_reach(play, man):
        return Order("aimed" if row.word == "run-and-gun" else row.word)
    ways = wayfinding.detour(play, man.hex, wayfinding.turned(play, man.hex, (card.rout,)))
    if not ways:
        return Order("hide")
    return Order(limits.instead(play, man, "sprint"), ways)


def medics_order(play: Play, man: Man, row: CardOrder) -> Order:
    """A trained medic: helps who lies with him, else goes to the nearest wounded man within four hexes; he never
    shoots: another card is drawn in place of a fire order (30.2)."""
    if alike := medics.whom_to_help(play, man):
        patient = one_of(play, alike, f"Whom {named(man)} helps")
        if (order := medics.order_of_medic(play, man, patient)) is not None:
            return order
    while play.charts.orders[row.word].shoots:
        card = turn_up(play, f"Another card for {named(man)}, who bears no arms")
        play.emit(CardTurned((card.id,), unit=man.id))
        row = line(play, man, card)
    return carried_out(play, man, row)


def _cared_for(play: Play, man: Man) -> Order | None:
    """What whoever is treated by a medic does (30.2)."""
    for one in play.state.in_hex(man.hex):
        if one.order.word == "medical-aid" and one.order.target == man.id and limits.medic(one):
            return medics.order_of_patient(man)
    return None


# -- in words ----------------------------------------------------------------------------------------------------


def told_of_card(play: Play, event: CardTurned) -> str:
    whose = named(play.man(event.unit)) if event.unit else flow.team_name(play, event.team)
    return f"Card {event.cards[-1]} is turned up for {whose}."


def told_of_order(play: Play, event: EnemyOrdered) -> str:
    order = event.order
    ways = f" {pointed(order.ways)}" if order.ways else ""
    whom = play.state.men.get(order.target)
    at = f", {named(whom) if whom is not None else order.target}" if order.target else ""
    return f"{named(play.man(event.unit))}: {checks.order_name(play, order.word)}{ways}{at}."


CHAPTER: Chapter[Play] = Chapter(
    events=(
        Told(event=CardTurned, apply=card_turned, rule="9", dice="cards", words=told_of_card),
        Told(event=EnemyOrdered, apply=enemy_ordered, rule="10", words=told_of_order),
        Told(
            event=LotDrawn, apply=lot_drawn, dice="dice",
            words=lambda play, event: f"{event.why}: {named(play.man(event.unit))}.",
        ),
    ),
)  # fmt: skip
