"""Who leads the sides of a campaign, and who is its umpire: seats that change hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from campaign.campaigns import visibility
from campaign.campaigns.open_campaign import OpenCampaign, SeatPlayer
from campaign.ledger import events as e
from campaign.ledger.state import Campaign
from campaign.shared.answers import Acted, TableOffer
from campaign.shared.changing_hands import Hands
from campaign.shared.offers import offered_seats
from events.entry import Entry


def hands(campaign: OpenCampaign) -> Hands[Campaign]:
    """How the seats of a campaign change hands."""

    def more(state: Campaign, now: Mapping[str, str], then: Mapping[str, str]) -> list[Any]:
        return []

    def answer(entry: Entry, state: Campaign, events: list[Any], role: str) -> Acted:
        return visibility.acted(campaign, entry, state, events)

    return Hands(SeatPlayer, e.SeatLeft, e.SeatTaken, more, answer, partial(visibility.repeated, campaign))


def told(campaign: OpenCampaign) -> TableOffer:
    """What a campaign tells whoever may take a seat in it. Raises DiaryError."""
    state, info = campaign.state(), campaign.store.info(campaign.name)
    seating = campaign.seating(state)
    return TableOffer(
        campaign.name, "campaign", state.title, seating.seats, offered_seats(campaign, seating), seating.opener,
        info.created, seating.apart, state.rules, names={one.id: one.name for one in state.sides.values()},
    )  # fmt: skip
