"""Who of a team has anything to do in an impulse, and how he looks around before it: the same for both sides."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.people import melee, moving, spotting
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Team
from campaign.systems.combat_volume_2.vehicles import crew, fausts, light_at


def members(play: Play, team: Team) -> list[Man]:
    """Who belongs to a team and can act, in the order of activation for a crew."""
    men = [man for man in play.state.men.values() if man.team == team.id and man.able]
    return sorted(men, key=crew.order_of_acting) if team.id in play.state.vehicles else men


def waiting(play: Play, team: Team) -> Iterator[Man]:
    """Those of them who have anything to do in this impulse."""
    return (man for man in members(play, team) if busy(play, man))


def waits(play: Play, team: Team) -> bool:
    """Whether any of them has."""
    return next(waiting(play, team), None) is not None


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
