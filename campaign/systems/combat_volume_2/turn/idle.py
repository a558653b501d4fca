"""Why a man of the player's who is activated does nothing, though his order has something for him in this impulse."""

from __future__ import annotations

from campaign.systems.combat_volume_2.people import aiming, checks
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import Man
from campaign.systems.combat_volume_2.turn import flow, team
from campaign.systems.combat_volume_2.vehicles import light_at


def told(play: Play, event: flow.Acted) -> str:
    """Nothing of who did something; nor of who only looked around, as that is told by itself."""
    return f"{checks.named(play.man(event.unit))} does nothing: {event.why}." if event.why else ""


def why(play: Play, man: Man) -> str:
    """What keeps him from it, as the end of a sentence; "" if nothing was due."""
    row = play.charts.orders.get(man.order.word)
    if row is None or man.vehicle:
        return ""
    if row.id == light_at.FIRE:
        return _unfired(play, man)
    if row.id == light_at.LOAD:
        return _unloaded(play, man)
    if play.state.impulse in row.fires:
        if not aiming.weapons(play, man):
            return "he is out of ammunition"
        return "no enemy whom he knows of is in sight and range"
    return f"nothing comes of {row.name} now" if team.has_deed(play, man) else ""


def _unfired(play: Play, man: Man) -> str:
    gun = light_at.weapon(play, man)
    if gun is None:
        return "he has no light anti-tank weapon any more"
    if play.state.impulse < light_at.FIRST:
        return f"a {gun.name} is fired from impulse {light_at.FIRST} on"
    if not light_at.armed(play, man):
        return f"the {gun.name} was not loaded when the impulse began"
    return "no vehicle, nor known men in a house or the like, are in sight and range"


def _unloaded(play: Play, man: Man) -> str:
    refused = next(light_at.cannot_load(play, man), None)
    if refused is None:
        return ""
    return refused.reason[:1].lower() + refused.reason[1:].removesuffix(".")
