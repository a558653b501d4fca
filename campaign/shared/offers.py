"""Offers that are open, with when they were made."""

from __future__ import annotations

from typing import Any

from campaign.rules.seats import OfferAgain, OfferSeat
from campaign.shared.answers import OfferedSeat
from campaign.shared.callers import Seating
from campaign.shared.heard import days_between
from campaign.shared.open_diary import OpenDiary
from events.codec import tag_of
from events.decoding import json_decoder

_OFFER, _AGAIN = tag_of(OfferSeat), tag_of(OfferAgain)
_offer = json_decoder(OfferSeat).decode


def offered_seats(
    opened: OpenDiary[Any], seating: Seating, head: int | None = None
) -> tuple[OfferedSeat, ...]:
    """Of a table as it stands at an entry, None for the newest. One that no entry of its own makes is as old as the
    table. Raises DiaryError."""
    if not seating.chairs.offers:
        return ()
    made: dict[str, str] = {}
    store, wanted = opened.store, {side for side, one in seating.chairs.offers.items() if one.by}
    head = opened.diary.head().seq if head is None else head
    for step in store.steps(opened.name, head) if wanted else ():
        if step.kind == _AGAIN:  # all of them, and none before it is open
            time = store.entry(opened.name, step.seq).read().time
            made = {**dict.fromkeys(wanted, time), **made}
            break
        if step.kind == _OFFER:
            body = store.entry(opened.name, step.seq).read()
            made.setdefault(_offer(body.action).side, body.time)
            if made.keys() >= wanted:
                break
    created = store.entry(opened.name, 1).read().time
    return tuple(
        OfferedSeat(side, one.to, one.by or seating.opener, made.get(side, created))
        for side, one in seating.chairs.offers.items()
    )


def stood(opened: OpenDiary[Any], seating: Seating, head: int, seat: str, now: str) -> float:
    """Days for which the offer of a seat that is open at an entry has stood; none where there is none. now: the time.
    Raises DiaryError."""
    found = (one for one in offered_seats(opened, seating, head) if one.side == seat)
    return max((days_between(one.since, now) for one in found), default=0.0)
