"""Formations: who keeps together, and what it costs not to (4.1)."""

from __future__ import annotations

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.decide.activation import gap
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Company, Unit


def members(play: Play, company: Company) -> list[Unit]:
    """Those of a company who stand on the map, aboard nothing; headquarters go where they like."""
    return [
        one
        for one in play.state.units.values()
        if one.company == company.id and one.hex and not one.aboard and play.type_of(one).kind != "hq"
    ]


def together(play: Play, units: list[Unit]) -> bool:
    """Whether a chain of neighbours that are near enough joins all of them: units of one type with each other."""
    by_type: dict[str, list[Unit]] = {}
    for one in units:
        by_type.setdefault(one.type, []).append(one)
    return all(_joined(play, some) for some in by_type.values())


def _joined(play: Play, units: list[Unit]) -> bool:
    reached, left = units[:1], units[1:]
    for one in reached:
        near = [other for other in left if play.distance(one.hex, other.hex) <= gap(play, one)]
        reached += near
        left = [other for other in left if other not in near]
    return not left


def check(play: Play) -> None:
    """At the end of a turn: a broken formation costs a panic level until it is restored (4.1).

    Where losses of this turn broke it the company has the next one to restore it.
    """
    game = play.state
    if not game.switches.formations:
        return
    for company in game.companies.values():
        if company.independent:
            continue
        apart = not together(play, members(play, company))
        lost = any(
            one.company == company.id and one.out == "eliminated" and one.came for one in game.units.values()
        )
        if not apart:
            if company.broken_formation or company.grace:
                play.emit(e.FormationChanged(company.id, False))
        elif not company.broken_formation and company.grace <= game.turn:
            if lost and not company.grace:
                play.emit(e.FormationChanged(company.id, False, game.turn + 1))
            else:
                play.emit(e.FormationChanged(company.id, True))
