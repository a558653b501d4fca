"""Entries as the record counts them: those that a fork rests on have numbers of 0 and below."""

from __future__ import annotations

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.shared.kept_open import Reach
from events.entry import Entry


def entry_of(campaigns: Reach[OpenCampaign], campaign: OpenCampaign, seq: int) -> Entry:
    """Raises DiaryError."""
    while seq < 1 and (origin := campaign.store.info(campaign.name).origin) is not None:
        campaign, seq = campaigns.get(origin.diary), seq + origin.seq
    return campaign.store.entry(campaign.name, seq)
