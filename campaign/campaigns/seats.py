"""Who leads the sides of a campaign: seats that change hands."""

from __future__ import annotations

from functools import partial
from typing import Any

from campaign.campaigns import visibility
from campaign.campaigns.open_campaign import OpenCampaign, SeatPlayer, seating
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.rules.refused import Refused
from campaign.shared import changing_hands
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from campaign.shared.seating import changed, seat_of, wanted
from campaign.shared.terms import Terms
from events.entry import Entry


def seat(campaign: OpenCampaign, caller: Caller, side: str, player: str, terms: Terms) -> Acted:
    """A seat changes hands. Raises Refused, HeadMoved, ReadOnly; then nothing was written."""

    def acted(entry: Entry, state: Campaign, events: list[Any], role: str) -> Acted:
        return visibility.acted(campaign, entry, state, events)

    return changing_hands.seat(
        campaign,
        caller,
        SeatPlayer(side, player),
        terms,
        partial(decide, campaign),
        acted,
        partial(visibility.repeated, campaign),
    )


def decide(campaign: OpenCampaign, state: Campaign, action: SeatPlayer) -> list[e.Event]:
    """What comes of it, for an author whose right has been seen to; the state is moved on by that. The same for whoever
    acts and whoever verifies. Raises Refused."""
    if campaign.over(state):
        raise Refused("The campaign is over: its seats stay as they are. Fork it to go on.", "", ["fork"])
    seats = seating(state)
    wanted(seats, seat_of(seats, action.side), action.player)
    events = [*changed(seats.players, {**seats.players, action.side: action.player}, e.SeatLeft, e.SeatTaken)]
    campaign.diary.reducer.fold(state, events)
    return events
