"""The policy that holds in a campaign, and since which entry each part of it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from campaign.campaigns.answers import CampaignLine, PolicyInForce, Since
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.record.entries import entry_of
from campaign.ledger import events as e
from campaign.ledger.policy import Policy
from campaign.ledger.state import Campaign
from campaign.shared.kept_open import Reach
from events.codec import tag_of

KINDS = tag_of(e.CampaignOpened), tag_of(e.PolicySet)
"""Events that put a policy into force."""


def in_force(
    campaigns: Reach[OpenCampaign], campaign: OpenCampaign, state: Campaign, lines: Sequence[CampaignLine]
) -> PolicyInForce:
    """lines: of the record that put a policy into force, oldest first. state: after them. Raises DiaryError."""
    known: dict[str, object] = {}
    since: dict[str, Since] = {}
    for line in lines:
        event = campaign.diary.reducer.codec.events(entry_of(campaigns, campaign, line.seq).body)[line.index]
        assert isinstance(event, e.CampaignOpened | e.PolicySet)
        reason = event.reason if isinstance(event, e.PolicySet) else ""
        for table, value in msgspec.to_builtins(event.policy).items():
            if table not in known or known[table] != value:
                since[table] = Since(line.seq, line.date, reason)
            known[table] = value
    assert state.policy is not None
    return PolicyInForce(_text(state.policy, since, lines[0].seq), since)


def _text(policy: Policy, since: dict[str, Since], first: int) -> str:
    """As a policy file; what was changed since the first entry says so."""
    import tomlkit  # only where something is written

    whole: dict[str, Any] = msgspec.to_builtins(policy)
    parts: list[str] = []
    for table, value in sorted(whole.items(), key=lambda one: isinstance(one[1], dict | list | tuple)):
        one = since[table]
        told = f"# since entry {one.seq}, {one.date}: {' '.join(one.reason.split())}\n"
        parts.append(f"{'' if one.seq == first else told}{tomlkit.dumps({table: value}).strip()}\n")
    return "\n".join(parts)
