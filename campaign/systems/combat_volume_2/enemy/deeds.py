"""What an enemy does in an impulse: nobody is asked about it."""

from __future__ import annotations

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import deeds, grenades, medics, melee, moving
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man
from campaign.systems.combat_volume_2.turn import team
from campaign.systems.combat_volume_2.vehicles import crew, crew_orders, fausts, soft


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
    team.look(play, man)
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
