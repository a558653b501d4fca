"""Regrouping: partial units of a company that have stood together combine (4.1 E)."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders
from campaign.systems.mechwar_4.play import Play, is_unmarked, own_unit
from campaign.systems.mechwar_4.state import GONE, Unit


def partial(play: Play, unit: Unit) -> bool:
    """Whether a unit lies there to regroup, as everybody may see: with losses, unmarked, and for the whole turn."""
    return bool(unit.damage and unit.hex and unit.hex == unit.came and not unit.aboard and is_unmarked(unit))


def pairs_seen(play: Play, side: str) -> bool:
    """Whether to ask: two partial counters have lain in one hex; what they are does not count."""
    places = [one.hex for one in play.state.units.values() if one.side == side and partial(play, one)]
    return len(set(places)) < len(places)


def pairs(play: Play, side: str) -> list[tuple[Unit, Unit]]:
    """Who may combine: the first stays."""
    some = [one for one in play.state.units.values() if one.side == side and partial(play, one)]
    return [(one, other) for one in some for other in some if fits(play, one, other)]


def fits(play: Play, unit: Unit, other: Unit) -> bool:
    """Whether two partial units are one company's and type's, and no more than a full unit together.

    Those without a company make one by the rules of formations (4.1). Of two carriers one is empty, as a carrier has
    room for one unit of infantry (9.1).
    """
    if unit.id == other.id or unit.hex != other.hex or other.id not in unit.mates or unit.type != other.type:
        return False
    if unit.company != other.company or not (unit.company or play.state.switches.formations):
        return False
    if play.carried(unit) and play.carried(other):
        return False
    if not (orders.may_regroup(play, unit) and orders.may_regroup(play, other)):
        return False
    return unit.damage + other.damage >= GONE


def verify_regroup(play: Play, side: str, action: a.Regroup) -> None:
    """Raises Refused."""
    unit, other = own_unit(play, side, action.unit), own_unit(play, side, action.other, "$.other")
    for one, where in ((unit, "$.unit"), (other, "$.other")):
        if not partial(play, one):
            raise Refused(
                f"{one.name} is no partial unit that has stood in its hex all turn without a marker.",
                "4.1",
                where=where,
            )
    if not fits(play, unit, other):
        raise Refused(
            f"{unit.name} and {other.name} do not combine: one company, one type, one hex since the turn began, no "
            "more than a full unit together, and not both with somebody aboard.",
            "4.1",
            where="$.other",
        )


def regroup(play: Play, side: str, action: a.Regroup) -> None:
    unit, other = play.state.units[action.unit], play.state.units[action.other]
    play.emit(e.Regrouped(unit.id, other.id, unit.damage + other.damage - GONE))
