"""What somebody may do with the seats of a table, in words, and doing it. No screen here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from campaign.rules.options import Setting
from campaign.rules.seats import ALL
from campaign.shared.answers import Answer, TableOffer
from campaign.shared.callers import BOT
from campaign.shared.seats import Seats
from tui.shared.seat_words import called, ends_alone, rules_words, seat_rows, settings_of, terms_words

Verb = Literal["accept", "decline", "offer", "withdraw", "leave", "free", "put_away", "rematch"]


class Deed(NamedTuple):
    """verb: as headquarters has it. side: of the seat, "" where none is meant. words: for the screen. named: whether a
    player must be named for it. grave: whether it is asked about first."""

    verb: Verb
    side: str
    words: str
    named: bool = False
    grave: bool = False


class Seen(NamedTuple):
    """A table. settings: of its scenario. me: who looks."""

    table: TableOffer
    settings: Sequence[Setting]
    me: str

    def seat(self, side: str) -> str:
        return "the umpire's chair" if side == UMPIRE else f"the seat of {called(self.table, side)}"


def read(headquarters: Headquarters, table: str) -> Seen:
    """Raises Refused."""
    battle = headquarters.kind(table) == "battle"
    seats = headquarters.battles.seats if battle else headquarters.campaigns.seats
    found = seats.offers(table)
    return Seen(found, settings_of(headquarters, found), headquarters.caller.player)


def deeds(seen: Seen) -> list[Deed]:
    """What one may do; whether it is time for it, headquarters says."""
    return [*_offered_to_one(seen), *_among_others(seen), *_with_all_of_it(seen)]


def _offered_to_one(seen: Seen) -> Iterator[Deed]:
    table, me = seen.table, seen.me
    named = any(one.to == me for one in table.offers)
    to = me if named else ""
    for one in table.offers if named or me not in table.seats.values() else ():
        if one.to == to:
            yield Deed("accept", one.side, f"Take {seen.seat(one.side)}")
    for one in table.offers:
        if one.to == me:
            yield Deed("decline", one.side, f"Decline {seen.seat(one.side)}")


def _among_others(seen: Seen) -> Iterator[Deed]:
    """For whoever sits there, its umpire, its opener."""
    table, me = seen.table, seen.me
    if not table.apart or me not in (table.opener, *table.seats.values()):
        return
    offers = {one.side: one for one in table.offers}
    for side, player in table.seats.items():
        if player == me:
            yield Deed("leave", side, f"Leave {seen.seat(side)}", grave=True)
        elif player and not player.startswith(BOT):
            yield Deed("free", side, f"Free {seen.seat(side)}, for {player} stays away", grave=True)
        elif side in offers and offers[side].to != me:
            yield Deed("withdraw", side, f"Offer {seen.seat(side)} no longer")
        elif not player and side not in offers and side != UMPIRE:
            yield Deed("offer", side, f"Offer {seen.seat(side)} to a player ...", named=True)
            yield Deed("offer", side, f"Offer {seen.seat(side)} to {ALL}")


def _with_all_of_it(seen: Seen) -> Iterator[Deed]:
    table, me = seen.table, seen.me
    people = [one for one in table.seats.values() if one and not one.startswith(BOT)]
    if table.kind == "battle" and (me in (table.opener, *people) or not table.apart):
        yield Deed("rematch", "", "Open the same battle again, with the same people")
    if ends_alone(table, me):
        yield Deed("put_away", "", "Put it away, if nothing was done in it yet", grave=True)


def do(headquarters: Headquarters, seen: Seen, deed: Deed, player: str = "") -> Answer:
    """Do it. player: who is named."""
    table = seen.table.table
    if deed.verb == "rematch":
        return headquarters.battles.rematch(table)
    battle = seen.table.kind == "battle"
    seats: Seats[Any] = headquarters.battles.seats if battle else headquarters.campaigns.seats
    if deed.verb == "put_away":
        return seats.put_away(table)
    if deed.verb == "offer":
        return seats.offer(table, deed.side, player)
    return getattr(seats, deed.verb)(table, deed.side)


def told(seen: Seen) -> str:
    """The table, its rules and its seats, as the text of a question."""
    table = seen.table
    by = f"Opened by {'you' if table.opener == seen.me else table.opener}, {table.created[:10]}."
    seats = seat_rows(table, seen.me)
    width = max((len(name) for _, name, _ in seats), default=0)
    rows = [f"  {name:<{width}}  {who}" for _, name, who in seats]
    terms = terms_words(table, seen.settings)
    return "\n".join(
        [table.title, by, *([f"{terms}."] if terms else []), *rules_words(table.rules, table.apart), *rows]
    )
