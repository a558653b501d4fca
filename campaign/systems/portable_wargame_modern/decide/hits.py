"""Hits, one after the other (Resolving hits on Units, Retreat, Transport, Tank Riders)."""

from __future__ import annotations

from campaign.rules.refused import Refused, no_such
from campaign.systems.portable_wargame_modern import actions as a
from campaign.systems.portable_wargame_modern import events as e
from campaign.systems.portable_wargame_modern.decide.objectives import taken
from campaign.systems.portable_wargame_modern.play import Play, own_unit
from campaign.systems.portable_wargame_modern.reach import occupied, retreats
from campaign.systems.portable_wargame_modern.resolving import rolling, spared
from campaign.systems.portable_wargame_modern.state import Unit


def resolve(play: Play) -> None:
    """Roll for the first hit of the row, and see to what needs no decision."""
    game = play.state
    hit = game.hits[0]
    unit = game.units[hit.unit]
    along = goes_along(play, unit)
    rolled = rolling(play, hit)(play.dice)
    play.emit(rolled)
    if rolled.lost:
        lose(play, unit)
    elif along:
        play.emit(e.FellBack(unit.id, ""))
    elif not retreats(play, unit):
        lose(play, unit)


def goes_along(play: Play, unit: Unit) -> bool:
    """Whether its carrier has just gone back for the hit that is its own, too: a load's hit comes after its carrier's.
    For a hit for which the carrier does not go back, a load that could cannot."""
    last = next((one for one in reversed(play.events) if not isinstance(one, e.ObjectiveTaken)), None)
    return isinstance(last, e.FellBack) and last.unit == unit.aboard


def lose(play: Play, unit: Unit, stood: bool = False) -> None:
    """A strength point, unless it is a last one that such fire cannot take; riders go down with their tank
    (Resolving hits b).
    """
    hit = play.state.hits[0]
    if spared(unit, hit):
        play.emit(e.HitSpared(unit.id))
        return
    cargo = play.state.units.get(unit.cargo)
    play.emit(e.StrengthLost(unit.id, unit.strength - 1, hit.cause, hit.by, stood))
    if cargo is not None and not unit.strength and lost_with(play, unit, cargo):
        play.emit(e.StrengthLost(cargo.id, 0, "carrier", hit.by))


def lost_with(play: Play, carrier: Unit, cargo: Unit) -> bool:
    """Whether a load perishes with its carrier: riders do, and who would come to stand where there is no room (Tank
    Riders).
    """
    return play.class_of(carrier).transport == "riders" or cargo.hex in occupied(play, cargo)


def runs(play: Play, side: str, unit: str) -> Unit:
    """The unit whose owner is asked. Raises Refused."""
    found = own_unit(play.state, side, unit)
    if found.id != play.state.run:
        name = play.state.units[play.state.run].name
        raise Refused(f"{name} is hit, not {found.name}.", "Resolving hits", [play.state.run], "$.unit")
    return found


def retreat(play: Play, side: str, action: a.Retreat) -> None:
    unit = runs(play, side, action.unit)
    allowed = retreats(play, unit)
    if action.to not in play.ground.terrain:
        raise no_such("hex", action.to, allowed, "Retreat", "$.to", " on this board")
    if action.to not in allowed:
        reason = f"{unit.name} retreats to an empty hex next to no enemy, which {action.to} is not."
        raise Refused(reason, "Retreat", allowed, "$.to")
    play.emit(e.FellBack(unit.id, action.to))
    taken(play, unit)


def stand(play: Play, side: str, action: a.Stand) -> None:
    lose(play, runs(play, side, action.unit), True)
