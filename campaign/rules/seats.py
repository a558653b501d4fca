"""Seats as a diary knows them: the rules of a table, offers, who has ever sat where, and the facts that change it.

A table is a battle or a campaign; the umpire's chair is a seat too. What stands here is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from campaign.rules.facets import UMPIRE

LookOn = Literal["everybody", "members", "invited"]
ABSENCE = 14
"""Days for which a seat must have been asked in vain before it may be freed, unless the table says otherwise."""
MOST_DAYS = 365
RECORD = "record"
"""In place of a seat: that of whoever took the whole record out while it hid something. He gets no other."""
EVERYBODY = ""
"""To whom an open offer is."""
ALL = "all who may look on"
"""The same in words."""


class TableRules(Struct, frozen=True, omit_defaults=True):
    """Rules of a table that its first entry sets for ever.

    seats: `apart`, each belongs to a player; `together`, whoever is there plays what bears no name. word: whether names
    are taken at their word, as at one machine; else they are offers. look: who may look on; `invited`, those ever
    invited: to others the table is unknown. absence: days, see ABSENCE; 0: never.
    """

    seats: Literal["apart", "together"]
    word: bool = False
    look: LookOn = "members"
    absence: int = ABSENCE


class Offer(Struct, frozen=True, omit_defaults=True):
    """A seat that waits for its player's word. to: a player, or EVERYBODY. by: who offers it."""

    to: str = EVERYBODY
    by: str = ""


class Chairs(Struct, frozen=True, omit_defaults=True):
    """What a table remembers of its seats beside who sits there now.

    offers: by seat. had: player → the one seat that he has had here, for ever. declined: player → who offered it.
    invited: all who were ever offered a seat, or to look on. umpire: whether there is a chair of his at all.
    """

    offers: dict[str, Offer] = {}
    had: dict[str, str] = {}
    declined: dict[str, str] = {}
    invited: tuple[str, ...] = ()
    umpire: bool = False

    def offered(self, seat: str, offer: Offer) -> Chairs:
        return replace(self.welcoming(offer.to), offers={**self.offers, seat: offer})

    def without(self, seat: str) -> Chairs:
        return replace(self, offers={one: offer for one, offer in self.offers.items() if one != seat})

    def sat(self, seat: str, player: str) -> Chairs:
        """Somebody has, or has had, this seat. It stays the first that he had."""
        found = self.without(seat)
        declined = {one: by for one, by in found.declined.items() if one != player}
        found = replace(found, declined=declined)
        return replace(found, had={**found.had, player: found.had.get(player, seat)})

    def welcoming(self, player: str) -> Chairs:
        if not player or player in self.invited:
            return self
        return replace(self, invited=(*self.invited, player))


NO_CHAIRS = Chairs()


def chairs_of(seats: Mapping[str, str], offers: Mapping[str, str], invited: Iterable[str] = ()) -> Chairs:
    """Of a table as it is opened. seats: seat → player, "" for nobody. offers: seat → to. invited: to look on."""
    found = Chairs(umpire=bool(seats.get(UMPIRE)) or UMPIRE in offers)
    for seat, player in seats.items():
        if player:
            found = found.sat(seat, player)
    for player in invited:
        found = found.welcoming(player)
    for seat, to in offers.items():
        found = found.offered(seat, Offer(to))
    return found


# -- actions -----------------------------------------------------------------------------------------------------


class SeatAction(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of what may be done with seats of a table that are apart. side: of the seat; `umpire` for his chair."""


class OfferSeat(SeatAction, frozen=True, tag="seat-offer"):
    """to: a player, or EVERYBODY."""

    side: str
    to: str


class AcceptSeat(SeatAction, frozen=True, tag="seat-accept"):
    side: str


class DeclineSeat(SeatAction, frozen=True, tag="seat-decline"):
    side: str


class WithdrawSeat(SeatAction, frozen=True, tag="seat-withdraw"):
    side: str


class LeaveSeat(SeatAction, frozen=True, tag="seat-leave"):
    side: str


class FreeSeat(SeatAction, frozen=True, tag="seat-free"):
    side: str


class Welcome(SeatAction, frozen=True, tag="welcome"):
    """Let somebody look on."""

    player: str


class TakeRecord(SeatAction, frozen=True, tag="take-record"):
    """Take the whole record out, though sides hide something."""


class PutAway(SeatAction, frozen=True, tag="put-away"):
    """End what has not begun."""


class OfferAgain(SeatAction, frozen=True, tag="offer-again"):
    """Of a table that goes on in another house: its seats are offered to the names that they bear."""


AnySeatAction = (
    OfferSeat
    | AcceptSeat
    | DeclineSeat
    | WithdrawSeat
    | LeaveSeat
    | FreeSeat
    | Welcome
    | TakeRecord
    | PutAway
    | OfferAgain
)
SEAT_ACTIONS: tuple[type[SeatAction], ...] = get_args(AnySeatAction)


# -- events ------------------------------------------------------------------------------------------------------


class SeatEvent(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of the facts of seats. Who takes and leaves one stands in events of battles and of campaigns."""


class SeatOffered(SeatEvent, frozen=True, tag="seat-offered"):
    """to: a player, or EVERYBODY. by: who offers it."""

    side: str
    to: str
    by: str


class OfferEnded(SeatEvent, frozen=True, tag="offer-ended"):
    """An offer is open no longer. why: `declined` by whom it was to, or `withdrawn`."""

    side: str
    why: Literal["declined", "withdrawn"]
    to: str
    by: str


class Freed(SeatEvent, frozen=True, tag="seat-freed"):
    """Why a seat was freed that its player did not leave. why: `absent`, asked in vain since the entry `since`; or
    `blocked`."""

    side: str
    player: str
    why: Literal["absent", "blocked"]
    since: int = 0


class Welcomed(SeatEvent, frozen=True, tag="welcomed"):
    """This player may look on."""

    player: str


class RecordTaken(SeatEvent, frozen=True, tag="record-taken"):
    """This player took the whole record out; he gets no seat here."""

    player: str


class TablePutAway(SeatEvent, frozen=True, tag="table-put-away"):
    """It was ended before it began."""


class ChairsKept(SeatEvent, frozen=True, tag="chairs-kept"):
    """What is remembered of seats, as it was before a way back, which takes none of it back."""

    chairs: Chairs


CHAIR_EVENTS: tuple[type[SeatEvent], ...] = (
    SeatOffered,
    OfferEnded,
    Freed,
    Welcomed,
    RecordTaken,
    TablePutAway,
    ChairsKept,
)


def _offered(chairs: Chairs, event: SeatOffered) -> Chairs:
    return chairs.offered(event.side, Offer(event.to, event.by))


def _ended(chairs: Chairs, event: OfferEnded) -> Chairs:
    found = chairs.without(event.side)
    return (
        replace(found, declined={**found.declined, event.to: event.by}) if event.why == "declined" else found
    )


def _welcomed(chairs: Chairs, event: Welcomed) -> Chairs:
    return chairs.welcoming(event.player)


def _took_record(chairs: Chairs, event: RecordTaken) -> Chairs:
    return chairs.sat(RECORD, event.player)


def _kept(_: Chairs, event: ChairsKept) -> Chairs:
    return event.chairs


def _put_away(chairs: Chairs, _: TablePutAway) -> Chairs:
    """Who was merely asked, or let in, need not see it in his lists for ever."""
    return replace(chairs, invited=())


def _as_they_are(chairs: Chairs, _: SeatEvent) -> Chairs:
    return chairs


CHAIR_APPLIERS: Mapping[type[Any], Callable[[Chairs, Any], Chairs]] = {
    SeatOffered: _offered,
    OfferEnded: _ended,
    Freed: _as_they_are,
    Welcomed: _welcomed,
    RecordTaken: _took_record,
    TablePutAway: _put_away,
    ChairsKept: _kept,
}


def seat_named(side: str, name: Callable[[str], str]) -> str:
    """A seat in a sentence. name: of a side, by its id."""
    return "the umpire's chair" if side == UMPIRE else f"the seat of {name(side)}"


def describe(event: SeatEvent, name: Callable[[str], str]) -> str:
    """One line for the log. name: of a side, by its id."""

    def seat(side: str) -> str:
        found = seat_named(side, name)
        return found[0].upper() + found[1:]

    match event:
        case SeatOffered(side, to):
            return f"{seat(side)} is offered to {to or ALL}."
        case OfferEnded(side, "declined", to):
            return f"{to} declines {seat_named(side, name)}."
        case OfferEnded(side):
            return f"{seat(side)} is offered no longer."
        case Freed(side, player, "absent", since):
            return f"{seat(side)} is freed: {player} was asked in vain since entry {since}."
        case Freed(side, player):
            return f"{seat(side)} is freed: {player} is blocked."
        case Welcomed(player):
            return f"{player} may look on."
        case RecordTaken(player):
            return f"{player} takes the whole record out, and gets no seat here."
        case TablePutAway():
            return "Put away before it began."
        case _:
            return "What is remembered of the seats stays."
