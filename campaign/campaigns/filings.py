"""Where the return of a battle was filed, and what stood in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from campaign.campaigns.beneath import Beneath
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.ledger import actions as a
from campaign.ledger.returns import Return
from campaign.rules.refused import Refused
from events.codec import tag_of
from events.entry import Entry, decode_body

FILE = tag_of(a.File)
TOLD = 4
"""Facts that are named in a sentence at the most."""


class Filing(NamedTuple):
    """An entry that filed a battle's return: of this campaign, or of one that it was forked from."""

    campaign: OpenCampaign
    entry: Entry
    action: a.File

    @property
    def content(self) -> Return | None:
        """What the action brought, else the draft before it; None where there was none."""
        if self.action.content is not None:
            return self.action.content
        return self.campaign.diary.before(self.entry).drafts.get(self.action.battle)


def filed(campaign: OpenCampaign, battle: str) -> Filing:
    """Raises Refused for a battle of which no return was."""
    beneath = Beneath(campaign)
    for entry in campaign.diary.down(campaign.diary.head().seq):
        if entry.kind == FILE:
            action = campaign.decode(bytes(decode_body(entry.body).action))
            if action.battle == battle:
                return Filing(beneath.home(entry), entry, action)
    raise Refused(f"No return of {battle} was filed.", where="$.battle")


def named(facts: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = len(facts) - TOLD
    return "; ".join(facts[:TOLD]) + (f"; and {more} more" if more > 0 else "")
