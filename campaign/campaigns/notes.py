"""What is noted of campaigns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from campaign.campaigns import patience, queries
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns
from campaign.campaigns.seats import told
from campaign.ledger.decide.calendar import waits
from campaign.library.notebook import Noted
from campaign.rules.facets import UMPIRE
from campaign.shared.callers import Seating
from events.decoding import msgpack_decoder
from events.entry import Head
from events.store import DiaryInfo


class Note(NamedTuple):
    """Of a campaign at its head. running: its battles that are fought here, with their diaries. open: scenarios that
    may be begun. statuses: diary → how it stands, of each of its battles. since: from when on its umpire could have
    seen to that; "" while a seat waits."""

    head: Head
    seating: Seating
    over: bool
    running: tuple[tuple[str, str], ...]
    open: tuple[str, ...]
    statuses: Mapping[str, str]
    since: str


decode = msgpack_decoder(Note).decode
_encode = msgspec.msgpack.Encoder().encode


class Notes(NamedTuple):
    """What makes them. campaigns: of the house."""

    campaigns: OpenCampaigns

    def make(self, info: DiaryInfo, _: Any) -> Noted:
        """See `campaign.library.notebook.Wing`."""
        campaign = self.campaigns.passing(info.name)
        note = _noted(campaign)
        line = queries.info(self.campaigns, info)
        offers = not note.over and note.seating.chairs.offers
        return Noted(
            _encode(note),
            None if line.read_only else _encode(line),
            _encode(told(campaign)) if offers else None,
            note.seating,
            note.over,
        )


def _noted(campaign: OpenCampaign) -> Note:
    """Raises DiaryError."""
    head, state = campaign.diary.current()
    waiting, since = waits(state), ""
    if not campaign.waiting(state, head.seq):
        entry = patience.at_least(campaign, head.seq, UMPIRE, "").since
        since = campaign.store.entry(campaign.name, entry).read().time
    return Note(
        head,
        campaign.seating(state),
        campaign.over(state),
        tuple((one.id, one.diary) for one in state.battles.values() if one.status == "running" and one.diary),
        tuple(id for id in state.nodes if id in waiting),
        {one.diary: one.status for one in state.battles.values() if one.diary},
        since,
    )
