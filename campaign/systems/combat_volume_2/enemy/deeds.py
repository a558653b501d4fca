"""What somebody does in an impulse: who has anything to do, and the enemy's deeds, which nobody is asked about."""

from __future__ import annotations

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import deeds, grenades, medics, melee, moving, spotting
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Team
from campaign.systems.combat_volume_2.vehicles import crew, crew_orders, fausts, light_at, soft


def members(play: Play, team: Team) -> list[Man]:
    """Who belongs to a team and can act, in the order of activation for a crew."""
    men = [man for man in play.state.men.values() if man.team == team.id and man.able]
    return sorted(men, key=crew.order_of_acting) if team.id in play.state.vehicles else men


def has_deed(play: Play, man: Man) -> bool:
    """Whether his order has something for him to do in this impulse."""
    row = play.charts.orders.get(man.order.word)
    if row is None:
        return False
    impulse = play.state.impulse
    return row.acts == impulse or impulse in row.fires or moving.moves_now(play, man)


def busy(play: Play, man: Man) -> bool:
    """Whether he has anything to do when his team acts in this impulse; whoever has not is passed over: he looks for
    those who are hidden, fights hand to hand, or does what his order allows."""
    if man.acted or not man.able:
        return False
    if crew.aboard(man):
        return orders.needs_order(play, man) or crew.busy(play, man)
    if man.side != FRIEND and not (man.alert and man.order.word):
        return man.alert
    if (
        has_deed(play, man)
        or light_at.due(play, man)
        or melee.engaged(play, man)
        or spotting.hidden(play, man)
    ):
        return True
    return _may_get_a_faust(play, man)


def _may_get_a_faust(play: Play, man: Man) -> bool:
    """Whether an enemy might have a Panzerfaust in his hands when he is activated (32.3)."""
    if man.side == FRIEND or not play.state.fausts or not fausts.may_hold(play, man):
        return False
    gun = play.charts.vehicles.guns[play.state.mission.fausts or "faust-60"]
    return next(iter(light_at.at_vehicles(play, man, gun)), None) is not None


def look(play: Play, man: Man) -> None:
    """He looks around for those who are hidden; hand to hand there is no time for it (15)."""
    if crew.aboard(man):
        crew.look(play, man)
    elif not melee.engaged(play, man):
        spotting.spot(play, man)


def act(play: Play, man: Man) -> None:
    """All that an enemy does in this impulse. Who was alerted unprepared finds an order in it, and acts from the next
    one on (9)."""
    if orders.needs_order(play, man):
        crew_orders.order_one(play, man)
    if crew.aboard(man):
        crew.act(play, man)
        return
    fresh = man.fresh
    if not man.order.word:
        orders.by_card(play, man)
    if fresh:
        return
    if melee.engaged(play, man):
        melee.fight(play, man)
    else:
        _on_foot(play, man)
    if man.able and not man.vehicle:
        fausts.pick_up(play, man.hex)


def _on_foot(play: Play, man: Man) -> None:
    look(play, man)
    if man.able and not fausts.offer(play, man):
        moving.move(play, man)
    if man.able and not melee.engaged(play, man):
        soft.enemy_fires(play, man)
        _does(play, man)


def _does(play: Play, man: Man) -> None:
    """What his order has for him beside moving."""
    row = play.charts.orders.get(man.order.word)
    if row is None:
        return
    if row.id == "fire-light-at":
        fausts.act(play, man)
    if row.acts != play.state.impulse:
        return
    match row.id:
        case "medical-aid":
            medics.aid(play, man, man.order.target)
        case "grenade":
            grenades.throw(play, man)
        case "rally":
            deeds.rally(play, man)
        case "reload":
            deeds.reload(play, man)
        case _:
            pass
