"""Who leads the sides of a campaign: seats that change hands."""

from __future__ import annotations

from campaign.campaigns.open_campaign import OpenCampaign, SeatPlayer, seating
from campaign.campaigns.visibility import acted, repeated
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller
from campaign.shared.seating import SEATING, changed, hosts, seat_of, seating_as, wanted
from campaign.shared.terms import Terms
from events.entry import Author, draft


def seat(campaign: OpenCampaign, caller: Caller, side: str, player: str, terms: Terms) -> Acted:
    """A seat changes hands. Raises Refused, HeadMoved, ReadOnly; then nothing was written."""
    with campaign.diary.lock:
        head, current = campaign.diary.current()
        action = SeatPlayer(side, player)
        if before := campaign.keyed(terms.key, caller.player, SEATING, lambda _: action):
            return repeated(campaign, before)
        campaign.writable(terms.expected)
        rights, opener, hides = campaign.rights(current, caller), campaign.opener, campaign.hides(current)
        role = seating_as(rights, seating(current), opener, hides, side, player)
        state = campaign.copy(current)
        events = decide(campaign, state, action)
        author = Author(caller.player, role)
        body = campaign.body(head.seq, state, action, author, events, key=terms.key)
        done = campaign.append(head.seq, [draft(body)], state)
        return acted(campaign, done[-1], state, events)


def hosting(campaign: OpenCampaign, caller: Caller) -> bool:
    """Whether a caller may give any seat to anybody."""
    state = campaign.state()
    rights = campaign.rights(state, caller)
    return hosts(rights, seating(state), campaign.opener, campaign.hides(state))


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
