"""Headquarters, morale, electronic warfare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.systems.mechwar_4 import events as e
from campaign.systems.mechwar_4.state import Game, Located


def headquarters_valued(game: Game, event: e.HeadquartersValued) -> None:
    game.battalions[event.battalion].value = event.value


def headquarters_replaced(game: Game, event: e.HeadquartersReplaced) -> None:
    battalion = game.battalions[event.battalion]
    battalion.hq, battalion.shift, battalion.broken = event.unit, event.shift, event.broken
    if event.value:
        battalion.value = event.value
    elif event.unit:
        for company in game.companies.values():
            if company.battalion == battalion.id:
                company.unrallied = True


def company_shaken(game: Game, event: e.CompanyShaken) -> None:
    company = game.companies[event.company]
    company.losses, company.morale = event.losses, event.morale


def company_rallied(game: Game, event: e.CompanyRallied) -> None:
    game.companies[event.company].morale = event.morale


def battalion_checked(game: Game, event: e.BattalionChecked) -> None:
    game.battalions[event.battalion].broken = event.broken


def radio_silence_set(game: Game, event: e.RadioSilenceSet) -> None:
    game.forces[event.side].radio_silence = event.silent


def jammer_checked(game: Game, event: e.JammerChecked) -> None:
    jammer = game.jammers[event.unit]
    jammer.works = event.works
    if event.die:
        jammer.idle = event.idle
    if event.begins:
        jammer.tried = game.turn
        if event.unit not in game.activation:
            game.activation.append(event.unit)


def listened(game: Game, event: e.Listened) -> None:
    game.units[event.unit].listened = True
    if event.found:
        game.located.append(Located(event.side, event.sort))


def hex_announced(game: Game, event: e.HexAnnounced) -> None:
    at = next(
        i
        for i, one in enumerate(game.located)
        if (one.side, one.sort, one.hex) == (event.side, event.sort, "")
    )
    game.located[at] = replace(game.located[at], hex=event.hex)


def equipment_tested(game: Game, event: e.EquipmentTested) -> None:
    if event.lost:
        game.units[event.unit].deaf = True
        if event.unit in game.jammers:
            game.jammers[event.unit].works = False


APPLIERS: Mapping[type[Any], Callable[[Any, Any], None]] = {
    e.HeadquartersValued: headquarters_valued,
    e.HeadquartersReplaced: headquarters_replaced,
    e.CompanyShaken: company_shaken,
    e.CompanyRallied: company_rallied,
    e.BattalionChecked: battalion_checked,
    e.RadioSilenceSet: radio_silence_set,
    e.JammerChecked: jammer_checked,
    e.Listened: listened,
    e.HexAnnounced: hex_announced,
    e.EquipmentTested: equipment_tested,
}
