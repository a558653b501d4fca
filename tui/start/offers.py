"""Seats in the list of what there is to play: what is offered to one, and what is open. No screen here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.library.packs import SystemInfo
from campaign.shared.answers import Awaiting, OfferedSeat, TableOffer
from tui.shared.seat_words import called, minute


def asks_me(table: TableOffer, me: str) -> bool:
    """Whether a seat of it is offered to one by name."""
    return any(one.to == me for one in table.offers)


def offer_line(table: TableOffer, me: str, systems: Mapping[str, SystemInfo]) -> str:
    """A table in the list at which a seat is offered to one, or to all who may look on."""
    mine = asks_me(table, me)
    offers = [one for one in table.offers if one.to == (me if mine else "")]
    seats = " or ".join(called(table, one.side) for one in offers)
    who, since = _by(offers, me), minute(offers[0].since)
    verb = "offers you" if mine else "looks for"
    title = systems[table.system].title if table.system in systems else table.system
    system = f"{title} · " if title else "campaign · "
    return f"{table.title}\n   {system}{who} {verb if who != 'you' else 'look for'} {seats} · since {since}"


def _by(offers: Sequence[OfferedSeat], me: str) -> str:
    return "you" if offers[0].by == me else offers[0].by


def asked_since(awaiting: Iterable[Awaiting]) -> dict[str, str]:
    """Battle → since when one is asked there, and others wait."""
    return {one.diary: one.since for one in awaiting if one.since and one.asked and not one.over}
