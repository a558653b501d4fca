"""Seats in words: who sits, for whom everybody waits, by which rules. The same at the command line and on screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from campaign.battles.answers import BattleInfo, BattleView
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Pending, Setting
from campaign.rules.refused import Refused
from campaign.rules.seats import ALL, LookOn, TableRules
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


def minute(time: str) -> str:
    """A moment as people read it, to the minute, UTC. time: ISO 8601."""
    return time[:16].replace("T", " ")


def waiting_words(waiting: Iterable[WaitingSeat], me: str = "") -> str:
    """For whom everybody waits, as a sentence; "" if nobody does. me: who reads it."""
    told = [f"{one.name or one.side} ({_offered(one, me)})" for one in waiting]
    return f"Nothing is done until every seat was taken. Still free: {', '.join(told)}." if told else ""


def _offered(one: WaitingSeat, me: str) -> str:
    return f"offered to {to_words(one.to, me)}" if one.offered else "offered to nobody"


def to_words(player: str, me: str = "") -> str:
    """To whom an offer is. me: who reads it."""
    return "you" if player and player == me else player or ALL


def free_words(side: str, free: Iterable[WaitingSeat], me: str = "") -> str:
    """That the seat of a side which is asked is nobody's, and to whom it is offered; "" if it is somebody's."""
    found = next((one for one in free if one.side == side), None)
    return "" if found is None else f"whose seat is free, {_offered(found, me)}"


def waited_for(waiting: Iterable[WaitingSeat]) -> str:
    """The same in a few words, for a list; "" if nobody is waited for."""
    told = [one.to or one.name or one.side for one in waiting]
    return f"waits for {' and '.join(told)}" if told else ""


def asked_words(found: BattleInfo | BattleView, asked: Pending, me: str = "") -> str:
    """That a side is asked, and for what, as a sentence."""
    names = {side.id: side.name for side in found.sides}
    free = free_words(asked.side, found.free, me)
    return f"{names.get(asked.side, asked.side)}{f', {free},' if free else ''} is asked: {asked.prompt}"


def offer_words(one: OfferedSeat, me: str = "") -> str:
    """An offer, with who made it and since when. me: who reads it."""
    return f"offered to {to_words(one.to, me)} by {'you' if one.by == me and me else one.by}, since {minute(one.since)}"


def called(table: TableOffer, side: str) -> str:
    """How a seat of a table is called."""
    return table.names.get(side, side)


def ends_alone(table: TableOffer, me: str) -> bool:
    """Whether somebody opened a table at which no other person sits: he may put it away until it begins."""
    people = {one for one in table.seats.values() if one and not one.startswith(BOT)}
    return table.apart and table.opener == me and people <= {me}


def seat_rows(table: TableOffer, me: str = "") -> list[tuple[str, str, str]]:
    """Every seat as one types it, as it is called, and who sits there, or to whom it is offered. The umpire's chair
    only if it is one."""
    offers = {one.side: one for one in table.offers}
    rows: list[tuple[str, str, str]] = []
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
        rows.append((side, called(table, side), told))
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


def terms_words(table: TableOffer, settings: Iterable[Setting] = ()) -> str:
    """System, scenario, options, dice and undo of a battle in one line; "" for a campaign, whose battles have them.
    settings: of its scenario: then options are called as there, and those that are as usual are left out."""
    if table.kind != "battle":
        return ""
    known = {one.id: one for one in settings}
    options = ", ".join(
        _option(known.get(id), id, value)
        for id, value in table.options.items()
        if id not in known or value != known[id].default
    )
    found = (f"{table.system}, {table.scenario}", DICE.get(table.dice, ""), UNDO.get(table.undo, ""), options)
    return "; ".join(one for one in found if one)


def settings_of(headquarters: Headquarters, table: TableOffer) -> Sequence[Setting]:
    """Those of a battle's scenario; none where that is not here any more, nor for a campaign."""
    if table.kind != "battle":
        return ()
    with suppress(Refused):
        return headquarters.packs.scenario(table.scenario, table.system)[1].settings
    return ()


def _option(setting: Setting | None, id: str, value: object) -> str:
    if setting is None:
        return f"{id} {_value(value)}"
    words = dict(setting.choices).get(value, "") if isinstance(value, str) else ""
    return f"{setting.label}: {words or _value(value)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int) else "of his own"
