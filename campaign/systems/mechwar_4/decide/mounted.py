"""Fire of infantry that is mounted (9.4, 9.5).

Nobody is asked beforehand whether a mounted unit will fire (9.41): until it does, it is inside.
"""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.play import Play, has_fired
from campaign.systems.mechwar_4.state import Unit


def verify(play: Play, unit: Unit, halved: bool = False) -> None:
    """Whether a unit may fire from where it is (9.4). Raises Refused."""
    if not unit.aboard:
        if halved:
            raise Refused(f"{unit.name} is not mounted.", "9.55", where="$.halved")
        return
    carrier = play.state.units[unit.aboard]
    how = play.type_of(carrier).mounted
    if play.type_of(carrier).ridden:
        raise Refused(f"{unit.name} rides on {carrier.name}: it cannot fire.", "9.21", where="$.unit")
    if not how or not play.type_of(unit).infantry:
        raise Refused(f"{unit.name} cannot fire out of {carrier.name}.", "9.41", where="$.unit")
    if carrier.moved:
        raise Refused(f"{carrier.name} has moved this turn.", "9.5", where="$.unit")
    if any(has_fired(one) for one in play.carried(carrier) if one.id != unit.id):
        raise Refused(f"One unit fires out of {carrier.name}, and it has.", "9.5", where="$.unit")
    if halved and how != "standing":
        raise Refused(f"{carrier.name} may not move once its infantry has fired.", "9.51", where="$.halved")


def hatches(play: Play, unit: Unit) -> bool:
    """Whether it fires from hatches or standing, and is Soft this turn (9.52, 9.54)."""
    return bool(unit.aboard) and play.type_of(play.state.units[unit.aboard]).mounted != "ports"


def defends(play: Play, carrier: Unit) -> Unit | None:
    """Who fires out of a carrier that is overrun: one unit of infantry (9.5), whatever it has done before (12.2,
    12.0).
    """
    if not play.type_of(carrier).mounted:
        return None
    mine = [one for one in play.carried(carrier) if play.type_of(one).infantry]
    return min(mine, key=lambda one: play.type_of(one).kind != "infantry", default=None)


def may_be_halved(play: Play, unit: Unit) -> bool:
    """Whether it may fire before its carrier moves, with half its strength (9.55)."""
    return bool(unit.aboard) and play.type_of(play.state.units[unit.aboard]).mounted == "standing"


def verify_carrier_moves(play: Play, carrier: Unit) -> None:
    """9.51, 9.52, 9.55: whether its infantry's fire lets a carrier move this turn. Raises Refused."""
    if (one := play.holding(carrier)) is not None:
        raise Refused(
            f"{one.name} has fired out of {carrier.name} this turn, at full strength.", "9.5", where="$.unit"
        )
