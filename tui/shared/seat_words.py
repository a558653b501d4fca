"""Seats in words: who sits, for whom everybody waits, by which rules. The same at the command line and on screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from campaign.rules.facets import UMPIRE
from campaign.rules.seats import LookOn, TableRules
from campaign.rules.wording import count
from campaign.shared.answers import OfferedSeat, TableOffer, WaitingSeat
from campaign.shared.callers import BOT

LOOK: Mapping[LookOn, str] = {
    "everybody": "Everybody may look on.",
    "members": "Whoever has an account here may look on.",
    "invited": "Only who is invited knows of it.",
}
TOGETHER = "People play together here: whoever is there plays what bears no name."
UNDO = {"free": "free undo", "consent": "undo by consent"}
DICE = {"sealed": "sealed dice", "typed": "real dice, typed in"}
Name = Callable[[str], str]
"""A side's id → how it is called."""


def minute(time: str) -> str:
    """A moment as people read it, to the minute, UTC. time: ISO 8601."""
    return time[:16].replace("T", " ")


def seat_name(side: str, name: Name = str) -> str:
    return "umpire" if side == UMPIRE else name(side)


def waiting_words(waiting: Iterable[WaitingSeat], name: Name = str, me: str = "") -> str:
    """For whom everybody waits, as a sentence; "" if nobody does. me: who reads it."""
    told = [f"{seat_name(one.side, name)} ({_offered(one, me)})" for one in waiting]
    return f"Nothing is done until every seat was taken. Still free: {', '.join(told)}." if told else ""


def _offered(one: WaitingSeat, me: str) -> str:
    if not one.offered:
        return "offered to nobody"
    return "offered to you" if one.to and one.to == me else f"offered to {one.to or 'everybody'}"


def waited_for(waiting: Iterable[WaitingSeat], name: Name = str) -> str:
    """The same in a few words, for a list; "" if nobody is waited for."""
    told = [one.to or seat_name(one.side, name) for one in waiting]
    return f"waits for {' and '.join(told)}" if told else ""


def offer_words(one: OfferedSeat, me: str = "") -> str:
    """An offer, with who made it and since when. me: who reads it."""
    to = "you" if one.to and one.to == me else one.to or "everybody"
    return f"offered to {to} by {'you' if one.by == me and me else one.by}, since {minute(one.since)}"


def seat_rows(table: TableOffer, name: Name = str, me: str = "") -> list[tuple[str, str]]:
    """Every seat and who sits there, or to whom it is offered. The umpire's chair only if it is one."""
    offers = {one.side: one for one in table.offers}
    rows: list[tuple[str, str]] = []
    for side, player in table.seats.items():
        offer = offers.get(side)
        if player.startswith(BOT):
            told = f"the {player.removeprefix(BOT)} bot, for ever"
        elif player:
            told = f"{player} (you)" if player == me else player
        elif offer is not None:
            told = offer_words(offer, me)
        elif side == UMPIRE:
            continue
        else:
            told = "free, and offered to nobody" if table.apart else "whoever is there"
        rows.append((seat_name(side, name), told))
    return rows


def rules_words(rules: TableRules | None, apart: bool) -> list[str]:
    """The rules of a table's seats, as sentences. rules: None of one of an older version."""
    if rules is None:
        return ["It was opened by an older version: no absence frees a seat."] if apart else [TOGETHER]
    if not apart:
        return [TOGETHER]
    days = count(rules.absence, "day")
    absent = (
        f"Who is asked in vain for {days} may be put out of his seat."
        if rules.absence
        else "No absence frees a seat."
    )
    return [LOOK[rules.look], absent]


def terms_words(table: TableOffer) -> str:
    """System, scenario, options, dice and undo of a battle in one line; "" for a campaign, whose battles have them."""
    if table.kind != "battle":
        return ""
    options = ", ".join(f"{name} {_value(value)}" for name, value in table.options.items())
    found = (f"{table.system}, {table.scenario}", DICE.get(table.dice, ""), UNDO.get(table.undo, ""), options)
    return "; ".join(one for one in found if one)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else "of his own"
