"""By option 23.5 an enemy's card is drawn when he is fired upon, if it has not been before."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.systems.combat_volume_2.enemy import orders as enemy_orders
from campaign.systems.combat_volume_2.people import aiming, fire
from campaign.systems.combat_volume_2.play import Action, Play
from campaign.systems.combat_volume_2.state import FRIEND, Man
from campaign.systems.combat_volume_2.vehicles import crew, crew_orders, guns, light_at, soft


def before(play: Play, action: Action) -> None:
    """Where a man's card is drawn only when his team acts: an enemy without an order who is shot at draws it first
    (23.5). Chances of the shot are told without it."""
    if not enemy_orders.later(play):
        return
    for man in shot_at(play, action):
        if not man.able or man.side == FRIEND:
            continue
        if enemy_orders.needs_order(play, man):
            crew_orders.order_one(play, man)
        elif man.alert and not man.vehicle and not man.order.word:
            enemy_orders.by_card(play, man)


def shot_at(play: Play, action: Action) -> Sequence[Man]:
    """At whom an action fires: men, all in a hex, all aboard a vehicle."""
    match action:
        case fire.Shoot():
            aim = aiming.aim_at(play, play.man(action.unit), action.target, action.weapon)
            return aim.men if aim is not None else ()
        case guns.FireGun() | light_at.FireLight():
            target = action.target
        case soft.ShootVehicle():
            target = action.vehicle
        case _:
            return ()
    if target in play.state.vehicles:
        return sorted(play.state.crew(target), key=crew.order_of_acting)
    return play.state.in_hex(target)
