"""The digest of a campaign's definition: of all that its files and packs made of its first entry.

It is worked out from the events of that entry, so that whoever has the diary, or the files, gets the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.ledger.events import CampaignOpened

TAG = "wardiary.definition.1"


def digest_of(events: Sequence[Any], packs: Mapping[str, str]) -> str:
    """SHA-256 (hex). events: of the entry that opens a campaign. packs: rule system → digest of the pack that it was
    opened with; none where that was not sealed.

    What differs from one campaign to the next of the same files is no part of it: the diary's name, who sits where, the
    table's rules, the dice.
    """
    opened: CampaignOpened = events[0]
    plain = CampaignOpened(
        "",
        opened.title,
        opened.date,
        tuple(replace(one, player="", by_rules=False) for one in opened.sides),
        opened.policy,
        opened.graph,
        "",
    )
    content = {"tag": TAG, "events": [plain, *events[1:]], "packs": packs}
    return sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def sealed(opened: CampaignOpened, rest: Sequence[Any], packs: Mapping[str, str]) -> CampaignOpened:
    """The event that opens a campaign, with the digest of its definition. rest: the other events of its entry."""
    return replace(opened, packs=dict(packs), definition=digest_of([opened, *rest], packs))
