"""Activations: who may act, and when a side has done (4.1, 8.23)."""

from __future__ import annotations

from campaign.rules.hexes import Hex
from campaign.rules.refused import Refused
from campaign.rules.sides import other_side
from campaign.rules.wording import some_hexes
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4 import orders
from campaign.systems.mechwar_4.play import Play, is_unmarked
from campaign.systems.mechwar_4.radio import verify_silent
from campaign.systems.mechwar_4.state import Unit

NATO_GAP, SOVIET_GAP = 3, 2
"""Hexes between neighbours of a formation at the most (4.1): two or one in between."""


def pass_(play: Play, side: str, action: a.Pass) -> None:
    """8.23: final for this turn; the side still answers. By a reading of 8.0 it is final once it answers a pass that
    answered one, or the other side has passed for good."""
    game = play.state
    other = game.forces[other_side(game, side)]
    answers = other.finished or (other.passed and game.again)
    final = play.charts.readings.passing == "final" or answers
    play.emit(e.SidePassed(side, final, readings=() if answers else ("passing",)))
    play.next_side()


def verify_pass(play: Play, side: str, action: a.Pass) -> None:
    """Raises Refused while a company has begun what it has not fulfilled (19.14)."""
    unit = orders.owing(play, side)
    if unit is not None:
        raise orders.owes(play, unit)


def end(play: Play, side: str, action: a.EndActivation) -> None:
    play.next_side()


def gap(play: Play, unit: Unit) -> int:
    """How far apart neighbours of the unit's formation may be (4.1)."""
    company = play.state.companies.get(unit.company)
    doctrine = company.doctrine if company is not None else play.state.forces[unit.side].doctrine
    return SOVIET_GAP if doctrine == "soviet" else NATO_GAP


def of_formation(play: Play, unit: Unit, others: list[Unit]) -> bool:
    """4.1: of one type and company, and near enough to one of the others; of any types where both are near the
    headquarters of their company. Units without a company form one with the like."""
    reach = gap(play, unit)

    def near(one: Unit) -> bool:
        return not one.hex or not unit.hex or play.distance(one.hex, unit.hex) <= reach

    return any(
        one.company == unit.company
        and ((one.type == unit.type and near(one)) or (led(play, one) and led(play, unit)))
        for one in others
    )


def led(play: Play, unit: Unit) -> bool:
    """Whether a unit is near enough to the headquarters of its company, or is that itself (4.1)."""
    if not unit.company or not unit.hex:
        return False
    found = play.once(("led by", unit.company), _headquarters, play, unit.company)
    return any(play.distance(hex, unit.hex) <= gap(play, unit) for hex in found)


def _headquarters(play: Play, company: str) -> list[Hex]:
    return [one.hex for one in play.members(company) if one.hex and play.type_of(one).kind == "hq"]


def verify_unmarked(unit: Unit, rule: str) -> None:
    """Whether a unit has neither fired nor moved this turn, nor panics. rule: that forbids it (8.2). Raises
    Refused.
    """
    if unit.panicked:
        raise Refused(f"{unit.name} panics: it may neither move nor fire.", "13.1", where="$.unit")
    if not is_unmarked(unit):
        done = "fired" if unit.fired else "moved"
        raise Refused(f"{unit.name} has {done} this turn.", rule, where="$.unit")


def verify_may_act(play: Play, unit: Unit, rule: str = "6.13") -> None:
    """Whether a unit may begin to fire or move now. rule: that forbids it to who has done either (4.1, 6.1, 13.1).
    Raises Refused.
    """
    game = play.state
    if unit.parts and unit.id in game.activation:
        return
    verify_silent(play, unit)
    verify_unmarked(unit, rule)
    if not game.activation or unit.id in game.activation:
        return
    acted = [game.units[id] for id in game.activation]
    if any(one.parts for one in acted) and not game.switches.formations:
        raise Refused("Only the other parts may fire now, or nobody.", "6.93", where="$.unit")
    if len(acted) >= 3:
        raise Refused("Three units of the formation have acted.", "4.1", where="$.unit")
    if not of_formation(play, unit, acted):
        raise Refused(
            f"{unit.name} is not of the formation that acts: same company and type, at most "
            f"{some_hexes(gap(play, unit))} from one that has acted; or of the same company, and both as near to its "
            "headquarters.",
            "4.1",
            where="$.unit",
        )
