"""Morale of companies, battalions and brigades (19.8)."""

from __future__ import annotations

from functools import partial

from campaign.rules.hexes import Hex
from campaign.rules.options import Modifier
from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.orders import command_of, free, of_company, rallies
from campaign.systems.mechwar_4.play import Play
from campaign.systems.mechwar_4.radio import jammed
from campaign.systems.mechwar_4.state import Battalion, Company, Unit

THIRD = 3


def value_headquarters(play: Play) -> None:
    """19.821: before the first turn the value of each headquarters is rolled for, by its rating."""
    game = play.state
    if not game.switches.morale:
        return
    for battalion in game.battalions.values():
        dice = play.dice.roll(f"value of battalion {battalion.id}", 2)
        value = play.charts.hq_value(battalion.rating, sum(dice))
        assert value is not None  # every rating is on the table
        play.emit(e.HeadquartersValued(battalion.id, dice, value))


# -- losses ----------------------------------------------------------------------------------------------------


def lost(play: Play, unit: Unit, where: Hex) -> None:
    """What follows once a unit is eliminated in a hex: for its company (19.812), for headquarters (19.814, 19.83)."""
    game = play.state
    if not game.switches.morale:
        return
    company = play.company(unit)
    if company is not None and not company.independent:
        shaken(play, company)
    for battalion in list(game.battalions.values()):
        if battalion.hq == unit.id:
            play.apart(("headquarters", battalion.id), partial(_replaced, of=battalion.id, where=where))


def shaken(play: Play, company: Company) -> None:
    """19.812: a loss raises the panic level; the battalion checks when a second company comes to three levels
    (19.822)."""
    rules = play.charts.command.morale
    losses, before = company.losses + 1, company.morale
    row = rules.loss[min(losses, len(rules.loss)) - 1]
    terms = terms_of(play, company)
    ((more, die),) = play.read(
        f"morale of company {company.id}", 1, 6, lambda die: die + sum(one.value for one in terms) <= row.more
    )
    add = row.adds + more
    if losses >= THIRD and not more and play.charts.readings.third_loss == "two-or-none":
        add = 0
    by = (
        *(("third_loss",) if losses >= THIRD and not more else ()),
        *(("jammed_checks",) if jammed(play, company.side) else ()),
    )
    play.emit(e.CompanyShaken(company.id, losses, die, before + add, terms, readings=by))
    if before < rules.shaken <= company.morale:
        play.apart(("battalion", company.id), lambda play: check(play, play.state.companies[company.id]))


def terms_of(play: Play, company: Company) -> tuple[Modifier, ...]:
    """What is added to the die of a company's check (19.917)."""
    if not jammed(play, company.side) or play.charts.readings.jammed_checks != "morale":
        return ()
    return (Modifier("jammed", play.charts.command.jamming.panic, "19.917"),)


def check(play: Play, company: Company) -> None:
    """19.822: two companies of a battalion have risen by three levels or more."""
    game, rules = play.state, play.charts.command.morale
    battalion = game.battalions.get(company.battalion)
    if battalion is None or battalion.broken:
        return
    risen = [
        one
        for one in game.companies.values()
        if one.battalion == battalion.id and not one.independent and one.morale >= rules.shaken
    ]
    if len(risen) < rules.companies:
        return
    fails, dice = play.read_all(
        f"morale of battalion {battalion.id}", 2, 6, lambda dice: sum(dice) > battalion.value
    )
    play.emit(e.BattalionChecked(battalion.id, "check", dice, battalion.value, fails))


def _replaced(play: Play, of: str, where: Hex) -> None:
    replace(play, play.state.battalions[of], where)


def replace(play: Play, battalion: Battalion, where: Hex) -> None:
    """19.814, 19.831: the headquarters goes to the nearest unit of its formation; its value is rolled for anew, columns
    to the right. A brigade's is broken at first."""
    game = play.state
    formations = {battalion.id, *(one.id for one in game.battalions.values() if one.brigade == battalion.id)}
    companies = {one.id for one in game.companies.values() if one.battalion in formations}
    left = [one for one in game.units.values() if one.company in companies and one.hex and not one.out]
    shift = battalion.shift + play.charts.command.hq.right
    if not left:
        play.emit(e.HeadquartersReplaced(battalion.id, "", (), 0, shift, battalion.broken))
        return
    unit = min(left, key=lambda one: play.distance(one.hex, where))
    value, dice = play.read_all(
        f"value of battalion {battalion.id}",
        2,
        6,
        lambda dice: play.charts.hq_value(battalion.rating, sum(dice), shift) or 0,
    )
    broken = battalion.broken or battalion.is_brigade
    play.emit(e.HeadquartersReplaced(battalion.id, unit.id, dice, value, shift, broken))


# -- rallying --------------------------------------------------------------------------------------------------


def rally_companies(play: Play) -> None:
    """19.813: after the removal of panic, a company that rallies calms down by a level.

    It rallies under a Rally command; without commands, if none of its units has moved or fired this turn.
    """
    if not play.state.switches.morale:
        return
    for company in list(play.state.companies.values()):
        mine = of_company(play, company)
        if not company.morale or not mine or not rallies(play, company) or any(one.panicked for one in mine):
            continue
        if free(play, company):
            if any(one.moved or one.fired for one in mine):
                continue
        elif command_of(play, company) != "RC":
            continue
        limit = play.charts.panic("removal", 0, play.level(mine[0]))
        (die,) = play.dice.roll(f"rally of company {company.id}", 1, 10)
        lower = company.morale if play.charts.readings.rally == "all" else 1
        by = ("rally",) if die <= limit and company.morale > 1 else ()
        level = company.morale - (lower if die <= limit else 0)
        play.emit(e.CompanyRallied(company.id, die, limit, level, readings=by))


def rally_battalions(play: Play) -> None:
    """19.824, 19.831: as the indirect fire phase ends, broken headquarters try to rally, brigades first."""
    game = play.state
    if not game.switches.morale:
        return
    for battalion in sorted(game.battalions.values(), key=lambda one: not one.is_brigade):
        if battalion.broken and may_rally(play, battalion):
            terms = _suppressed(play, battalion)
            dice = play.dice.roll(f"rally of battalion {battalion.id}", 2)
            fails = sum(dice) + sum(one.value for one in terms) > battalion.value
            play.emit(e.BattalionChecked(battalion.id, "rally", dice, battalion.value, fails, terms))


def _suppressed(play: Play, battalion: Battalion) -> tuple[Modifier, ...]:
    """19.825, 19.831."""
    hq = play.state.units.get(battalion.hq)
    if hq is None or not hq.suppression:
        return ()
    rule = "19.831" if battalion.is_brigade else "19.825"
    return (Modifier("suppressed", play.charts.command.morale.suppressed, rule),)


def may_rally(play: Play, battalion: Battalion) -> bool:
    """19.824, 19.826: its headquarters stays where it is, by its command if there are any, and beside that of the
    brigade if there is one, unbroken and unsuppressed."""
    game = play.state
    hq = game.units.get(battalion.hq)
    if hq is None or hq.out:
        return False
    if game.switches.command:
        company = play.company(hq)
        if company is not None and command_of(play, company) not in ("OC", "RC", "IC"):
            return False
        if hq.moved:
            return False
    brigade = game.battalions.get(battalion.brigade)
    if brigade is None:
        return True
    above = game.units.get(brigade.hq)
    if above is None or above.out or brigade.broken or above.suppression:
        return False
    return bool(above.hex and hq.hex) and play.distance(above.hex, hq.hex) <= 1
