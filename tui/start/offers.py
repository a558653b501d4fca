"""Seats in the list of what there is to play: what is offered to one, and what is open. No screen here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo
from campaign.shared.answers import Awaiting, OfferedSeat, TableOffer
from tui.shared.seat_words import minute, seat_name


def asks_me(table: TableOffer, me: str) -> bool:
    """Whether a seat of it is offered to one by name."""
    return any(one.to == me for one in table.offers)


def offer_line(table: TableOffer, me: str, scenarios: Iterable[tuple[SystemInfo, ScenarioInfo]]) -> str:
    """A table in the list at which a seat is offered to one, or to everybody."""
    names = {
        side.id: side.name
        for system, scenario in scenarios
        if (system.id, scenario.id) == (table.system, table.scenario)
        for side in scenario.sides
    }
    mine = asks_me(table, me)
    offers = [one for one in table.offers if one.to == (me if mine else "")]
    seats = " or ".join(seat_name(one.side, lambda side: names.get(side, side)) for one in offers)
    who, since = _by(offers, me), minute(offers[0].since)
    verb = "offers you" if mine else "looks for"
    system = f"{table.system} · " if table.system else "campaign · "
    return f"{table.title}\n   {system}{who} {verb if who != 'you' else 'look for'} {seats} · since {since}"


def _by(offers: Sequence[OfferedSeat], me: str) -> str:
    return "you" if offers[0].by == me else offers[0].by


def asked_since(awaiting: Iterable[Awaiting]) -> dict[str, str]:
    """Battle → since when one is asked there, and others wait."""
    return {one.diary: one.since for one in awaiting if one.since and one.asked and not one.over}
