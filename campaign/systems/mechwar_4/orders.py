"""What commands allow a unit to do (19.1): the rules of command hang in here."""

from __future__ import annotations

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Unit


def may_fire(play: Play, unit: Unit) -> Refused | None:
    """Why a unit's command does not let it fire (19.14); None if it may."""
    company = play.company(unit)
    if not play.state.switches.command or company is None or company.independent:
        return None
    if company.command in ("OC", "BOC", "IC", ""):
        return None
    return Refused(f"{company.name} has no command under which it fires.", "19.14", ("OC", "BOC"), "$.unit")


def may_move(play: Play, unit: Unit) -> Refused | None:
    """Why a unit's command does not let it move (19.14); None if it may."""
    company = play.company(unit)
    if not play.state.switches.command or company is None or company.independent:
        return None
    if company.command in ("BC", "BOC", "WC", "IC", ""):
        return None
    return Refused(
        f"{company.name} has no command under which it moves.", "19.14", ("BC", "BOC", "WC"), "$.unit"
    )


def may_rally(play: Play, unit: Unit) -> bool:
    """Whether a panicked unit may try to calm down (13.0; 19.14, 19.822 and 19.917 with their rules)."""
    company = play.company(unit)
    if company is None:
        return True
    battalion = play.state.battalions.get(company.battalion)
    if company.unrallied or (battalion is not None and battalion.broken):
        return False
    return not play.state.switches.command or company.independent or company.command == "RC"
