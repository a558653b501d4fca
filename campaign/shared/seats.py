"""The door to the seats of battles, or of campaigns, for one caller: offered, accepted, declined, left, freed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from campaign.rules import seats as s
from campaign.rules.refused import Refused
from campaign.shared import changing_hands
from campaign.shared.answering import acts, patiently, reads
from campaign.shared.answers import Acted, TableOffer
from campaign.shared.callers import Caller
from campaign.shared.changing_hands import AtWord, Hands
from campaign.shared.kept_open import Reach
from campaign.shared.open_diary import OpenDiary
from campaign.shared.people import Kin
from campaign.shared.seating import places
from campaign.shared.terms import terms
from events.decoding import json_decoder

NONE_OFFERED = "No seat is offered to you here."
NONE_TAKEN = "You have no seat here."


class _Seat(msgspec.Struct):
    side: str = ""


_seat = json_decoder(_Seat).decode
O = TypeVar("O", bound=OpenDiary[Any])  # noqa: E741


class Seats(Generic[O]):
    """See `campaign.shared.seating` for who may do what, and docs/callers.md for the table of it. name: of a battle, or
    of a campaign. side: of the seat, `umpire` for that chair; left out where only one can be meant. key, expected: see
    `campaign.battles.battles.Battles.act`. No undo takes any of it back.
    """

    def __init__(
        self,
        opened: Reach[O],
        kin: Callable[[], Kin],
        caller: Caller,
        hands: Callable[[O], Hands[Any]],
        told: Callable[[O], TableOffer],
    ) -> None:
        self._opened, self._kin, self._caller, self._hands, self._told = opened, kin, caller, hands, told

    def _do(self, name: str, action: s.SeatAction | AtWord, key: str, expected: int | None) -> Acted:
        kept = isinstance(action, s.FreeSeat | s.TakeRecord)
        opened, on = self._opened.kept(name) if kept else self._opened.get(name), terms(key, expected)
        hands = self._hands(opened)
        return patiently(lambda: changing_hands.act(opened, hands, self._kin(), self._caller, action, on), on)

    def _mine(self, name: str, side: str, some: Callable[[O], list[str]], none: str, key: str) -> str:
        """The seat that is meant: if this was asked for before under its key, the one that was meant then. none: what
        is said if there is none. Raises Refused if it cannot be told."""
        if side:
            return side
        opened = self._opened.get(name)
        if before := opened.done_under(key, self._caller.player):
            return _seat(before[0].read().action).side
        found = some(opened)
        if len(found) != 1:
            raise Refused("Say which seat." if found else none, "", found, "$.side")
        return found[0]

    def _offered(self, opened: O) -> list[str]:
        seating = opened.seating(opened.state())
        return self._by_name(opened) or seating.offered(self._caller)

    def _by_name(self, opened: O) -> list[str]:
        return list(opened.seating(opened.state()).named(self._caller.player))

    def _taken(self, opened: O) -> list[str]:
        seats = opened.seating(opened.state()).seats
        return [seat for seat, player in seats.items() if player == self._caller.player]

    @reads("any")
    def offers(self, name: str) -> TableOffer:
        """What is offered here: the rules of the table, who sits, since when; not the record. Raises Refused."""
        return self._told(self._opened.get(name))

    @reads("any")
    def hosts(self, name: str) -> bool:
        """Whether the caller may offer seats here, and so invite to them. Raises Refused."""
        opened = self._opened.get(name)
        return bool(places(opened.seating(opened.state()), self._caller))

    @acts("look")
    def seat(self, name: str, side: str, player: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Seat a player at once, where names are taken at their word; "" frees the seat. The seats of a campaign's
        battles that were begun before stay as they are."""
        return self._do(name, self._hands(self._opened.get(name)).at_word(side, player), key, expected)

    @acts("look")
    def offer(
        self, name: str, side: str, player: str = "", *, key: str = "", expected: int | None = None
    ) -> Acted:
        """Offer a free seat to a player, or to everybody who may look on. For who sits here, its umpire, its opener."""
        return self._do(name, s.OfferSeat(side, player), key, expected)

    @acts("look")
    def accept(self, name: str, side: str = "", *, key: str = "", expected: int | None = None) -> Acted:
        """Take a seat that is offered to one, or to everybody. It is one's own then, for ever."""
        return self._do(
            name, s.AcceptSeat(self._mine(name, side, self._offered, NONE_OFFERED, key)), key, expected
        )

    @acts("look")
    def decline(self, name: str, side: str = "", *, key: str = "", expected: int | None = None) -> Acted:
        """Decline a seat that is offered to one by name."""
        return self._do(
            name, s.DeclineSeat(self._mine(name, side, self._by_name, NONE_OFFERED, key)), key, expected
        )

    @acts("look")
    def withdraw(self, name: str, side: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Take an offer back. For whoever may offer."""
        return self._do(name, s.WithdrawSeat(side), key, expected)

    @acts("look")
    def leave(self, name: str, side: str = "", *, key: str = "", expected: int | None = None) -> Acted:
        """Leave one's seat. One may come back to it, if it is offered."""
        return self._do(
            name, s.LeaveSeat(self._mine(name, side, self._taken, NONE_TAKEN, key)), key, expected
        )

    @acts("look")
    def free(self, name: str, side: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Free a seat whose player has been asked in vain for as long as the table says: for whoever may offer. Or, as
        keeper who never sat here, one whose player is blocked."""
        return self._do(name, s.FreeSeat(side), key, expected)

    @acts("look")
    def welcome(self, name: str, player: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Let somebody look on where only those may who are invited. For whoever may offer."""
        return self._do(name, s.Welcome(player), key, expected)

    @acts("keep")
    def take_record(self, name: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Say for all to read that one takes the whole record out, which one may then: as keeper, who never sat here
        and gets no seat after it."""
        return self._do(name, s.TakeRecord(), key, expected)

    @acts("look")
    def put_away(self, name: str, *, key: str = "", expected: int | None = None) -> Acted:
        """End what has not begun. For who opened it, while nobody else sits there."""
        return self._do(name, s.PutAway(), key, expected)
