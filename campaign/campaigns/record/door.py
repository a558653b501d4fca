"""The door to the record of campaigns, for one caller: searched, counted, and asked why."""

from __future__ import annotations

from msgspec.structs import replace

from campaign.campaigns.answers import Change, FiledView, Page, PolicyInForce, Query, Tally
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.queries import Look, Point, standing
from campaign.campaigns.record import search
from campaign.campaigns.record.filed import CLOSED, filed
from campaign.campaigns.record.index import Held, RecordIndex
from campaign.campaigns.record.policies import KINDS, in_force
from campaign.campaigns.view import sees
from campaign.campaigns.visibility import is_hidden, iso_date, secretive, subject_of, told_of
from campaign.ledger.state import Campaign
from campaign.ledger.words import damage_names
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.shared.answering import reads
from campaign.shared.callers import FORBIDDEN, Caller, keeper
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

        def told(at: Held) -> list[Change]:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            subject_of(at.state, id, viewer)
            found = search.why(at.conn, at.c, id, field, viewer, secretive(at.state, viewer))
            words = damage_names(at.state, id)
            return [replace(one, words=words) if one.field == "damage" else one for one in found]

        return self._index.held(campaign, told)

    @reads("look")
    def filed(self, name: str) -> list[FiledView]:
        """What the return of each battle did to the sides that the caller may see, in the order in which they were
        filed. Raises Refused."""
        campaign = self._campaigns.get(name)

        def told(at: Held) -> list[FiledView]:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            closed = search.of_kinds(at.conn, at.c, (CLOSED,))
            return list(filed(self._campaigns, campaign, at.state, viewer, closed))

        return self._index.held(campaign, told)

    @reads("look")
    def policy(self, name: str) -> PolicyInForce:
        """The policy that holds, and since when each part of it does; while sides have secrets, for the umpire, as are
        the changes of it. Raises Refused."""
        campaign = self._campaigns.get(name)

        def told(at: Held) -> PolicyInForce:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            if secretive(at.state, viewer):
                raise Refused("The policy is the umpire's as long as sides have secrets.", kind=FORBIDDEN)
            return in_force(self._campaigns, campaign, at.state, search.of_kinds(at.conn, at.c, KINDS))

        return self._index.held(campaign, told)

    @reads("look")
    def statistics(self, name: str, until: str = "") -> list[Tally]:
        """Running totals by date, of the sides that the caller may see. Raises Refused."""
        campaign = self._campaigns.get(name)

        def told(at: Held) -> list[Tally]:
            viewer = now(campaign, at.head, at.state, self._caller).viewer
            found = search.statistics(at.conn, at.c, until)
            return [one for one in found if one.what in PUBLIC or sees(at.state, viewer, one.side)]

        return self._index.held(campaign, told)

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

    def told(at: Held) -> tuple[Look, Page]:
        look = standing(campaign, at.head, at.state, caller)
        if look.rights.behind or is_hidden(at.state, query.subject, look.viewer):
            return look, Page((), False)
        secret = secretive(at.state, look.viewer)
        told = None
        if look.viewer != UMPIRE and at.state.verdict is None:
            told = [id for id in at.state.battles if told_of(at.state, id)]
        return look, search.search(at.conn, at.c, query, look.viewer, secret, told)

    return index.held(campaign, told)


def point(index: RecordIndex, campaign: OpenCampaign, at: int | str) -> Point:
    """A moment as people name it: an entry by its number, or a date for its evening. Raises Refused, DiaryError; so for
    a date that is still to come."""
    if isinstance(at, int) or (at.removeprefix("-").isdecimal() and len(at) < LONGEST_NUMBER):
        return Point(int(at))
    date = iso_date(at)

    def told(held: Held) -> tuple[int, int | None]:
        if date > held.state.date:
            raise Refused(f"{date} is still to come.", "", [f"up to {held.state.date}"], "$.date")
        return search.evening(held.conn, held.c, date)

    seq, events = index.held(campaign, told)
    return Point(seq, events, "" if events is None else date)
