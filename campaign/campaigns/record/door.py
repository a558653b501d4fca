"""The door to the record of campaigns, for one caller: searched, counted, and asked why."""

from __future__ import annotations

from msgspec.structs import replace

from campaign.campaigns.answers import Change, Page, Query, Tally
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.queries import Look, Point, standing
from campaign.campaigns.record import search
from campaign.campaigns.record.index import RecordIndex
from campaign.campaigns.view import sees
from campaign.campaigns.visibility import is_hidden, iso_date, secretive, subject_of
from campaign.ledger.state import Campaign
from campaign.ledger.words import damage_names
from campaign.rules.refused import Refused
from campaign.shared.answering import reads
from campaign.shared.callers import Caller, keeper
from campaign.shared.kept_open import Reach
from events.entry import Head

PUBLIC = ("points", "battles won", "kills", "knocked out")
"""What of the statistics everybody may see."""
WHAT = "the record"
LONGEST_NUMBER = 10
"""Characters of the number of an entry."""


class Record:
    """Part of `campaign.campaigns.campaigns.Campaigns`. Every answer is of one entry, rights included."""

    def __init__(self, campaigns: Reach[OpenCampaign], index: RecordIndex, caller: Caller) -> None:
        self._campaigns, self._index, self._caller = campaigns, index, caller

    @reads("look")
    def search(self, name: str, query: Query) -> Page:
        """A page of the record. Raises Refused."""
        look, found = page(self._index, self._campaigns.get(name), self._caller, query)
        look.rights.not_behind(WHAT)
        return found

    @reads("look")
    def why(self, name: str, id: str, field: str = "") -> list[Change]:
        """The events that made a fact of a person, asset, depot, formation or side what it is. Raises Refused."""
        campaign = self._campaigns.get(name)
        with self._index.held(campaign) as at:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            subject_of(at.state, id, viewer)
            found = search.why(at.conn, at.c, id, field, viewer, secretive(at.state, viewer))
            words = damage_names(at.state, id)
            return [replace(one, words=words) if one.field == "damage" else one for one in found]

    @reads("look")
    def statistics(self, name: str, until: str = "") -> list[Tally]:
        """Running totals by date, of the sides that the caller may see. Raises Refused."""
        campaign = self._campaigns.get(name)
        with self._index.held(campaign) as at:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            found = search.statistics(at.conn, at.c, until)
            return [one for one in found if one.what in PUBLIC or sees(at.state, viewer, one.side)]

    @reads("keep")
    def rebuild(self) -> None:
        """Throw the read model away; the next question builds it anew."""
        keeper(self._caller)
        self._index.drop()


def now(campaign: OpenCampaign, head: Head, state: Campaign, caller: Caller) -> Look:
    """The look of somebody who may know of the newest entry. Raises Refused."""
    look = standing(campaign, head, state, caller)
    look.rights.not_behind(WHAT)
    return look


def page(index: RecordIndex, campaign: OpenCampaign, caller: Caller, query: Query) -> tuple[Look, Page]:
    """A page of the record, and the campaign as it stands at the same entry; nothing for whoever is behind. Raises
    Refused, DiaryError."""
    with index.held(campaign) as at:
        look = standing(campaign, at.head, at.state, caller)
        if look.rights.behind or is_hidden(at.state, query.subject, look.viewer):
            return look, Page((), False)
        secret = secretive(at.state, look.viewer)
        return look, search.search(at.conn, at.c, query, look.viewer, secret)


def point(index: RecordIndex, campaign: OpenCampaign, at: int | str) -> Point:
    """A moment as people name it: an entry by its number, or a date for its evening. Raises Refused, DiaryError; so for
    a date that is still to come."""
    if isinstance(at, int) or (at.removeprefix("-").isdecimal() and len(at) < LONGEST_NUMBER):
        return Point(int(at))
    date = iso_date(at)
    with index.held(campaign) as held:
        if date > held.state.date:
            raise Refused(f"{date} is still to come.", "", [f"up to {held.state.date}"], "$.date")
        seq, events = search.evening(held.conn, held.c, date)
    return Point(seq, events, "" if events is None else date)
