"""What is noted of campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.campaigns import patience, queries
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns
from campaign.campaigns.seats import told
from campaign.ledger.actions import GiveHalf
from campaign.ledger.decide.calendar import waits
from campaign.ledger.state import Campaign
from campaign.library.noting_file import Noted
from campaign.rules.facets import UMPIRE
from campaign.shared.callers import Seating
from events.codec import tag_of
from events.decoding import msgpack_decoder
from events.entry import Head
from events.store import DiaryInfo

_GIVEN = tag_of(GiveHalf)


class Note(NamedTuple):
    """Of a campaign at its head. running: its battles that are fought here, with their diaries. open: scenarios that
    may be begun. statuses: diary → how it stands, of each of its battles. since: from when on its umpire could have
    seen to that; "" while a seat waits. commitments: diary → to its dice, of each of its battles that has one. halves:
    battles of whose return somebody has given a half, and when it was last done."""

    head: Head
    seating: Seating
    over: bool
    running: tuple[tuple[str, str], ...]
    open: tuple[str, ...]
    statuses: Mapping[str, str]
    since: str
    commitments: Mapping[str, str]
    halves: tuple[tuple[str, str], ...] = ()


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
        sound = line.read_only == campaign.store.read_only and campaign.diary.trouble is None
        return Noted(
            _encode(note),
            # That the file is not written now is told with each list.
            _encode(replace(line, read_only="")) if sound else None,
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
        {one.diary: one.commitment for one in state.battles.values() if one.diary and one.commitment},
        tuple(_halves(campaign, head, state)),
    )


def _halves(campaign: OpenCampaign, head: Head, state: Campaign) -> Iterator[tuple[str, str]]:
    """Raises DiaryError."""
    left = set(state.halves)
    for entry in campaign.diary.backwards(head.seq) if left else ():
        if entry.kind == _GIVEN:
            battle = campaign.decode(bytes(entry.read().action)).content.battle
            if battle in left:
                left.remove(battle)
                yield battle, entry.read().time
        if not left:
            return
    for battle in sorted(left):  # they came along when this was forked
        yield battle, campaign.store.entry(campaign.name, 1).read().time
