"""Before each turn both sides command their companies, in secret (19.1), and may keep radio silence (19.99)."""

from __future__ import annotations

from campaign.rules.refused import Refused, no_such
from campaign.systems.mechwar_4 import actions as a
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.orders import NAMES, command_of, commands, of_company
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.state import Company


def commanded(play: Play, side: str) -> list[Company]:
    """The companies that a side gives commands to (19.1, 19.141)."""
    if not play.state.switches.command:
        return []
    return [
        one
        for one in play.state.companies.values()
        if one.side == side and not one.independent and of_company(play, one)
    ]


def give(play: Play, side: str, action: a.Give) -> None:
    """19.1: a command for a company; it holds until another is given."""
    play.emit(e.CommandGiven(action.company, action.command))


def verify_give(play: Play, side: str, action: a.Give) -> None:
    """Raises Refused."""
    mine = commanded(play, side)
    company = next((one for one in mine if one.id == action.company), None)
    if company is None:
        raise no_such("company", action.company, [one.id for one in mine], "19.1", "$.company", " to command")
    allowed = commands(play, company)
    if action.command not in allowed:
        raise Refused(why_not(play, company, action), "19.14", allowed, "$.command")
    if action.command == command_of(play, company) == company.command:
        raise Refused(f"{company.name} is under {NAMES[action.command]} already.", "19.1", where="$.command")


def why_not(play: Play, company: Company, action: a.Give) -> str:
    """In a sentence, why a company cannot be given a command."""
    if action.command not in NAMES:
        return f"{action.command!r} is no command."
    name = NAMES[action.command]
    if company.ambush:
        return f"{company.name} lies in ambush: give that up first."
    if company.command == "WC" and company.morale:
        return f"{company.name} withdraws until its panic level is what it was at first."
    if action.command == "BOC" and len(of_company(play, company)) == 1:
        return f"{company.name} has one unit left: it cannot be under {name}."
    return f"{company.name} cannot be under {name} now: it is jammed, or its battalion broken."


def silence(play: Play, side: str, action: a.RadioSilence) -> None:
    """19.99."""
    play.emit(e.RadioSilenceSet(side, action.silent))


def verify_silence(play: Play, side: str, action: a.RadioSilence) -> None:
    """Raises Refused."""
    if not play.state.switches.electronic_warfare:
        raise Refused("Nobody listens: the battle is without electronic warfare.", "19.99", where="$.kind")
    if play.state.forces[side].radio_silence == action.silent:
        raise Refused("That is so already.", "19.99", where="$.silent")
