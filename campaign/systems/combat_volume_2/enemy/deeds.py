"""What somebody does in an impulse: who has anything to do, and the enemy's deeds, which nobody is asked about."""

from __future__ import annotations

from campaign.systems.combat_volume_2.enemy import orders
from campaign.systems.combat_volume_2.play import Play
from campaign.systems.combat_volume_2.state import FRIEND, Man, Team

SEATS = ("CM", "D", "G", "L", "CD")
"""In which order a crew is activated (31.1)."""


def members(play: Play, team: Team) -> list[Man]:
    """Who belongs to a team and can act, in the order of activation for a crew."""
    men = [man for man in play.state.men.values() if man.team == team.id and man.able]
    if team.id in play.state.vehicles:
        men.sort(key=lambda man: SEATS.index(man.seat) if man.seat in SEATS else len(SEATS))
    return men


def has_deed(play: Play, man: Man) -> bool:
    """Whether his order has something for him to do in this impulse."""
    row = play.charts.orders.get(man.order.word)
    if row is None:
        return False
    impulse = play.state.impulse
    if row.acts == impulse or impulse in row.fires:
        return True
    return bool(row.moves) and bool(row.moves[impulse - 1])


def busy(play: Play, man: Man) -> bool:
    """Whether he has anything to do when his team acts in this impulse; whoever has not is passed over."""
    if man.acted or not man.able:
        return False
    if man.side != FRIEND:
        return man.alert and (not man.order.word or has_deed(play, man))
    return has_deed(play, man)


def look(play: Play, man: Man) -> None:
    """He looks around for those who are hidden."""


def act(play: Play, man: Man) -> None:
    """All that an enemy does in this impulse. Who was alerted unprepared finds an order in it, and acts from the next
    one on (9)."""
    fresh = man.fresh
    if not man.order.word:
        orders.by_card(play, man)
    if not fresh:
        look(play, man)
