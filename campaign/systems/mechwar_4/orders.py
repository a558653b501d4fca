"""What commands allow the units of a company to do (19.1), and jamming (19.917)."""

from __future__ import annotations

from functools import partial

from campaign.rules.refused import Refused
from campaign.systems.mechwar_4.frames import Pace
from campaign.systems.mechwar_4.play import Play, accepts, is_unmarked
from campaign.systems.mechwar_4.radio import acts_as, jammed, verify_silent
from campaign.systems.mechwar_4.reach import mobile
from campaign.systems.mechwar_4.state import Command, Company, Unit

NAMES: dict[Command, str] = {
    "BC": "Bound", "OC": "Overwatch", "BOC": "Bounding Overwatch", "WC": "Withdraw", "RC": "Rally", "RGC": "Regroup",
}  # fmt: skip
FIRE: tuple[Command, ...] = ("OC", "BOC", "IC")
MOVE: tuple[Command, ...] = ("BC", "BOC", "WC", "IC")
MOST_TIRED = 1
"""Fatigue above which a unit does not move (8.162)."""


def fatigue_after(unit: Unit, pace: Pace) -> int:
    """How tired a unit is once it has moved at a pace (8.161 to 8.163)."""
    if pace == "walk":
        return unit.fatigue
    return 3 if pace == "charge" else unit.fatigue + 1


def of_company(play: Play, company: Company) -> list[Unit]:
    """Its units that are in play, on the map or to come."""
    return [one for one in play.members(company.id) if not one.out]


def free(play: Play, company: Company | None) -> bool:
    """19.141: whether units need no command."""
    return company is None or company.independent or not play.state.switches.command


def command_of(play: Play, company: Company) -> Command:
    """The command under which a company acts; "IC" where it needs none.

    A company that has been given none overwatches; so does one whose command is not possible any more (19.822), and
    one in ambush (6.9131).
    """
    if free(play, company):
        return "IC"
    return play.once(("command", company.id), _command_of, play, company)


def _command_of(play: Play, company: Company) -> Command:
    allowed = commands(play, company)
    return company.command if company.command in allowed else allowed[0]


def commands(play: Play, company: Company) -> tuple[Command, ...]:
    """What a company may be commanded now (19.14), the first one if it is commanded nothing."""
    if company.ambush:
        return ("OC",)
    if company.command == "WC" and company.morale:
        return ("WC",)
    if jammed(play, company.side):
        return ("OC", "WC")  # 19.917
    found: list[Command] = ["OC", "BC"]
    if len(of_company(play, company)) > 1:
        found.append("BOC")
    found.append("WC")
    if rallies(play, company):
        found.append("RC")
    return (*found, "RGC")


def rallies(play: Play, company: Company) -> bool:
    """Whether a company may rally: not while its battalion is broken (19.822) or it is jammed (19.917), nor once its
    headquarters has run off the table (19.814)."""
    battalion = play.state.battalions.get(company.battalion)
    broken = battalion is not None and battalion.broken and not company.independent
    return not (broken or company.unrallied or jammed(play, company.side))


def may_fire(play: Play, unit: Unit) -> Refused | None:
    """Why a unit's command does not let it fire (19.14, 19.917); None if it may."""
    company = play.company(unit)
    if company is None:
        return None
    command = command_of(play, company)
    if command not in FIRE:
        return Refused(
            f"{company.name} is under {NAMES[command]}: it does not fire.",
            "19.14",
            ("Overwatch", "Bounding Overwatch"),
            "$.unit",
        )
    if acts_as(play, company) == "WC":
        return Refused(f"{company.name} is jammed and has moved: it does not fire.", "19.917", where="$.unit")
    if command == "BOC" and not has_bounded(play, company) and able(play, company) == [unit]:
        return Refused(
            f"{unit.name} is the last of {company.name} that can bound, and one must.",
            "19.14",
            where="$.unit",
        )
    return None


def may_move(play: Play, unit: Unit) -> Refused | None:
    """Why a unit's command does not let it move (19.14, 19.917); None if it may."""
    company = play.company(unit)
    if company is None:
        return None
    command = command_of(play, company)
    if command not in MOVE:
        return Refused(
            f"{company.name} is under {NAMES[command]}: it does not move.",
            "19.14",
            ("Bound", "Bounding Overwatch", "Withdraw"),
            "$.unit",
        )
    if acts_as(play, company) == "OC":
        return Refused(f"{company.name} is jammed and has fired: it does not move.", "19.917", where="$.unit")
    return None


def able(play: Play, company: Company) -> list[Unit]:
    """The units of a company that could still bound this turn."""
    return [
        one
        for one in of_company(play, company)
        if one.hex and not one.aboard and not one.work and is_unmarked(one) and mobile(play, one)
        and one.fatigue <= MOST_TIRED and play.type_of(one).move and play.holding(one) is None
        and accepts(partial(verify_silent, play, one))
    ]  # fmt: skip


def has_bounded(play: Play, company: Company) -> bool:
    """Whether any unit of a company has fulfilled a bound; engineers do by their work (19.612)."""
    return any(one.moved or one.work for one in play.members(company.id))


def must_bound(play: Play, unit: Unit) -> bool:
    """19.14: whether a unit that has been chosen to move must leave its hex or change its status."""
    company = play.company(unit)
    if company is None or jammed(play, company.side):
        return False
    return command_of(play, company) in ("BC", "BOC")


def owing(play: Play, side: str) -> Unit | None:
    """19.14: a unit that must still bound, as its company has been activated: of Bound all, of Bounding Overwatch
    one."""
    for company in play.state.companies.values():
        if company.side != side or free(play, company) or jammed(play, side):
            continue
        command = command_of(play, company)
        if command not in ("BC", "BOC"):
            continue
        left = able(play, company)
        fired = any(one.fired for one in of_company(play, company))
        bounded = has_bounded(play, company)
        if left and ((command == "BC" and bounded) or (command == "BOC" and fired and not bounded)):
            return left[0]
    return None


def owes(play: Play, unit: Unit) -> Refused:
    """What is said while a unit must still bound."""
    company = play.state.companies[unit.company]
    name = NAMES[command_of(play, company)]
    return Refused(
        f"{company.name} is under {name}: {unit.name} must still move.", "19.14", (unit.id,), "$.kind"
    )


def may_rally(play: Play, unit: Unit) -> bool:
    """Whether a panicked unit may try to calm down (13.0, 19.14, 19.822, 19.917)."""
    company = play.company(unit)
    if company is None:
        return True
    return rallies(play, company) and command_of(play, company) in ("RC", "IC")


def may_regroup(play: Play, unit: Unit) -> bool:
    """Whether a unit's command lets it combine with another (19.14)."""
    company = play.company(unit)
    return company is None or command_of(play, company) in ("RGC", "IC")


def beside(play: Play, unit: Unit) -> int:
    """19.14: what a headquarters of the company in the unit's hex or the next adds to its die of removal."""
    if free(play, company := play.company(unit)) or company is None or not unit.hex:
        return 0
    near = any(
        play.type_of(one).kind == "hq"
        and one.id != unit.id
        and one.hex
        and play.distance(one.hex, unit.hex) <= 1
        for one in of_company(play, company)
    )
    return play.charts.command.morale.beside if near else 0
