"""Reading a campaign: how it stands, at any entry or date, and its log, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from campaign.battles.redaction import HIDDEN
from campaign.campaigns.answers import CampaignInfo, CampaignView
from campaign.campaigns.open_campaign import OpenCampaign, OpenCampaigns, viewing_role
from campaign.campaigns.view import ended, view
from campaign.campaigns.visibility import confided, visible_lines
from campaign.ledger.decide.calendar import waits
from campaign.ledger.state import Campaign
from campaign.ledger.words import name_of
from campaign.rules.refused import Refused
from campaign.shared.answering import shown
from campaign.shared.answers import LogEntry, Standing
from campaign.shared.callers import OBSERVER, Caller, Rights
from events.entry import Author, Head, decode_body
from events.errors import Damaged, DiaryError, NoSuchEntry, ReadOnly, UnknownEvent
from events.store import DiaryInfo


def standing_of(campaign: OpenCampaign, caller: Caller) -> Standing:
    """Raises Refused for a role that the caller does not hold, DiaryError."""
    with campaign.diary.lock:
        head, state = campaign.diary.current()
        read_only = campaign.diary.read_only
    if caller.behind:  # then it moves on with time alone
        return _stands(standing(campaign, head, state, caller))
    found = campaign.standings.of(head.seal, caller, lambda: _stands(standing(campaign, head, state, caller)))
    return replace(found, read_only=read_only) if read_only else found


def _stands(look: Look) -> Standing:
    rights, head = look.rights, look.head
    over = look.campaign.over(look.state)
    return Standing(head.seq, head.seal.hex(), look.viewer, rights.sides, rights.umpire, over)


class Look(NamedTuple):
    """A campaign at its newest entry, as one caller looks at it: everything that is asked of it answers alike. For
    whoever only looks on, and is behind, the newest entry of then is the newest."""

    campaign: OpenCampaign
    head: Head
    state: Campaign
    rights: Rights
    viewer: str

    @property
    def name(self) -> str:
        return self.campaign.name


def look(campaign: OpenCampaign, caller: Caller) -> Look:
    """Raises Refused for a role that the caller does not hold, DiaryError."""
    return standing(campaign, *campaign.diary.current(), caller)


@shown
def _info(found: Look, listed: DiaryInfo, read_only: str) -> CampaignInfo:
    state, waiting = found.state, waits(found.state)
    return CampaignInfo(
        found.name, listed.title, state.date, found.head.seq, listed.created,
        tuple(id for id in state.nodes if id in waiting),
        tuple(one.id for one in state.battles.values() if one.status == "running"),
        ended(state), listed.forked_from, read_only, seal=found.head.seal.hex(),
        titles={
            **{id: name_of(state, id) for id in waiting},
            **{one.id: name_of(state, one.node) for one in state.battles.values() if one.status == "running"},
        },
        waiting=found.campaign.waiting(state, found.head.seq),
    )  # fmt: skip


def standing(campaign: OpenCampaign, head: Head, state: Campaign, caller: Caller) -> Look:
    """The look at a campaign whose newest entry this is. Raises Refused as `look` does, Damaged, ReadOnly."""
    if not head.seq and campaign.diary.read_only:
        raise ReadOnly(campaign.diary.read_only)
    if state.policy is None:
        raise Damaged(campaign.name, 1, "it opens no campaign")
    rights = campaign.rights(state, caller)
    head, state = campaign.then(head, state, rights)
    return Look(campaign, head, state, rights, viewing_role(rights))


def info(campaigns: OpenCampaigns, found: DiaryInfo, caller: Caller = OBSERVER) -> CampaignInfo:
    """A campaign as listed, alike for everybody who is not behind; one that cannot be read says why."""
    try:
        campaign = campaigns.passing(found.name)
        with campaign.diary.lock:
            head, state = campaign.diary.current()
            read_only = campaign.diary.read_only
        return _info(standing(campaign, head, state, caller.looking_as("")), found, read_only)
    except (DiaryError, Refused) as error:
        return CampaignInfo(
            found.name, found.title, "", found.head.seq, found.created, forked_from=found.forked_from,
            read_only=str(error), seal=found.head.seal.hex(),
        )  # fmt: skip


class Point(NamedTuple):
    """A moment of a campaign: after an entry, or after some events of it. seq: 0 and below count back through what a
    fork rests on. events: how many of its events, None for all. evening: the date of which that is the evening."""

    seq: int
    events: int | None = None
    evening: str = ""


@shown
def seen(found: Look, campaigns: OpenCampaigns, at: Point | None = None) -> CampaignView:
    """What the viewer sees at a moment, the newest if none is named. Raises NoSuchEntry."""
    campaign, newest, why = found.campaign, found.head, found.campaign.diary.read_only
    if found.rights.behind and at is not None and at.seq > newest.seq:
        raise NoSuchEntry(campaign.name, at.seq, newest.seq)
    if at is None or at == Point(newest.seq):
        waiting = campaign.waiting(found.state, newest.seq)
        shown = view(found.state, newest.seq, found.viewer)
        return replace(shown, seal=newest.seal.hex(), read_only=why, waiting=waiting)
    state = _state_at(campaigns, campaign, at)
    shown = view(state, at.seq, found.viewer)
    seal = campaign.store.entry(campaign.name, at.seq).seal.hex() if at.seq > 0 else ""
    waiting = campaign.waiting(state, at.seq) if at.seq > 0 else ()
    return replace(shown, seal=seal, evening=at.evening, read_only=why, waiting=waiting)


def _state_at(campaigns: OpenCampaigns, campaign: OpenCampaign, at: Point) -> Campaign:
    """The state at a moment. Raises NoSuchEntry."""
    origin = campaign.store.info(campaign.name).origin
    if at.seq < 1 and origin is not None:
        return _state_at(campaigns, campaigns.get(origin.diary), at._replace(seq=at.seq + origin.seq))
    if at.events is None:
        return campaign.diary.state_at(at.seq)
    entry, reducer = campaign.store.entry(campaign.name, at.seq), campaign.diary.reducer
    state = campaign.diary.before(entry)
    reducer.fold(state, reducer.codec.events(entry.body)[: at.events])
    return state


@shown
def log(
    found: Look, after: int, limit: int | None, everything: bool, sides: Mapping[tuple[int, int], str] | None
) -> list[LogEntry]:
    """The entries, oldest first, those taken back marked as such. everything: quiet lines too.

    sides: whom alone an event concerned when it happened, by seq and place in its entry; None where all see everything.
    There nobody else is named as author of an entry of which all is confided: it would tell whose it is.
    """
    own = ("", found.viewer)
    diary = found.campaign.diary
    kept = diary.lineage(found.head.seq)
    newer = isinstance(diary.trouble, UnknownEvent) and not found.rights.behind
    last = diary.head().seq if newer else found.head.seq
    until = last if limit is None else min(after + limit, last)
    entries: list[LogEntry] = []
    for entry in diary.store.entries(diary.name, after, until):
        body = decode_body(entry.body)
        whole = diary.reducer.codec.events(entry.body)
        events = [
            one
            for i, one in enumerate(whole)
            if (sides is None or sides.get((entry.seq, i), "") in own)
            and not confided(found.state, one, found.viewer)
        ]
        hidden = bool(whole) and not events
        author = Author("") if hidden and sides is None else body.author
        entries.append(
            LogEntry(
                entry.seq,
                entry.parent,
                body.time,
                author.player,
                author.role,
                HIDDEN if hidden else entry.kind,
                tuple(visible_lines(found.state, events, everything, found.viewer)),
                total=len(events),
                again=body.again,
                of=body.of,
                withdrawn=entry.seq > 1 and not any(low <= entry.seq <= high for low, high in kept),
            )
        )
    return entries
