"""What of a campaign a viewer may be told, and how things in it are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date as day
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.campaigns.beneath import Beneath
from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.view import sees
from campaign.ledger import events as e
from campaign.ledger.state import Asset, Campaign, subject
from campaign.ledger.words import describe, is_quiet
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.seats import SeatEvent
from campaign.shared.answers import Acted, Line
from campaign.shared.going_back import Named, tale
from events.codec import tag_of
from events.diary import Rewind
from events.entry import Draw, Entry


def subject_of(state: Campaign, id: str, viewer: str) -> Any:
    """Somebody or something that a viewer sees. Raises Refused, naming what is near, alike for what others hide and
    what there is not."""
    found = subject(state, id)
    if found is None or not _seen(state, id, viewer):
        rooms = (state.people, state.assets, state.formations, state.depots, state.pools, state.sides)
        near = [one for room in rooms for one in room if id.lower() in one or one in id.lower()]
        near = [one for one in near if _seen(state, one, viewer)]
        raise Refused(f"There is nobody and nothing {id!r} that you may see.", "", near[:12], "$.id")
    return found


def _seen(state: Campaign, id: str, viewer: str) -> bool:
    return sees(state, viewer, getattr(subject(state, id), "side", id))


def is_hidden(state: Campaign, id: str, viewer: str) -> bool:
    """Whether an id is somebody's or something's that a viewer does not see; machines are known from battles."""
    found = subject(state, id)
    return found is not None and not isinstance(found, Asset) and not _seen(state, id, viewer)


def secretive(state: Campaign, viewer: str) -> bool:
    """Whether something is kept from this viewer."""
    return not all(sees(state, viewer, side) for side in state.sides)


def confided(state: Campaign, event: Any, viewer: str) -> bool:
    """Whether an event is kept from this viewer, whatever the policy: what is between others and the umpire until the
    battle that it is about is over."""
    if viewer == UMPIRE or not isinstance(event, e.CONFIDED) or told_of(state, event.battle):
        return False
    return not isinstance(event, e.HalfGiven | e.HalfDropped) or event.side != viewer


def told_of(state: Campaign, battle: str) -> bool:
    """Whether it is known what came of a battle, or that nothing does: then nothing about it is confided any more."""
    found = state.battles.get(battle)
    return state.verdict is not None or (found is not None and found.status != "running")


def iso_date(text: str) -> str:
    """Raises Refused for what is no date."""
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(f"{text!r} is not a date.", "", ["YYYY-MM-DD"], "$.date") from None


def visible_lines(state: Campaign, events: Sequence[Any], everything: bool, viewer: str) -> Iterator[Line]:
    """Events as sentences, as a viewer may read them. everything: quiet ones too."""
    only = viewer if secretive(state, viewer) else None
    for event in events:
        if not isinstance(event, e.Event | SeatEvent):
            yield Line("(an event of a newer version)")
        elif everything or not is_quiet(event):
            yield Line(describe(state, event, only))


class TakenBack(NamedTuple):
    """What a rewind, and what was entered again in the same append, took back. entries: their seqs."""

    lines: tuple[Line, ...]
    entries: tuple[int, ...]


def taken_back(campaign: OpenCampaign, done: Sequence[Entry]) -> TakenBack:
    """done: the entries of one append; nothing is taken back unless the first of them is a rewind."""
    if done[0].kind != tag_of(Rewind):
        return TakenBack((), ())
    diary, before, to = campaign.diary, done[0].seq - 1, campaign.diary.leads_to(done[0])
    beneath = Beneath(campaign)
    again = {(body.of or campaign.name, body.again) for body in (entry.read() for entry in done[1:])}
    gone = [
        entry
        for entry in diary.withdrawn(before, to)
        if (entry.diary, entry.seq) not in again and beneath.enters_again(entry)
    ]
    back = [entry for entry in diary.withdrawn(to, before) if beneath.enters_again(entry)]
    state = diary.state_at(before)
    told: list[Line] = []
    lost: list[Line] = []
    for entry in gone:
        events: Sequence[Any] = diary.reducer.codec.events(entry.body)
        if len(gone) == 1:
            told = list(visible_lines(state, events, False, done[0].read().author.role))
        begun = [beneath.own(entry, one.diary) for one in events if isinstance(one, e.BattleStarted)]
        lost += [
            Line(f"{one} is no battle of this campaign any more: it is played on as a fork only.")
            for one in filter(None, begun)
        ]
    named, named_back = ([Named(diary.number(one), one.kind) for one in some] for some in (gone, back))
    return TakenBack((*tale(named, named_back, told), *lost), tuple(diary.number(one) for one in gone))


def acted(
    campaign: OpenCampaign,
    entry: Entry,
    state: Campaign,
    events: Sequence[e.Event] = (),
    draws: Sequence[Draw] = (),
    battle: str = "",
    fought: str = "",
    repeated: bool = False,
) -> Acted:
    """The answer to what was done, for who did it. state: after the entry."""
    lines = tuple(visible_lines(state, events, False, entry.read().author.role))
    if any(isinstance(one, e.DayBroke) for one in events):
        lines = (*lines, Line(f"It is {state.date}."))
    return Acted(
        campaign.name, entry.seq, entry.seal.hex(), lines, tuple(draws), battle=battle, fought=fought,
        total=len(events), repeated=repeated, definition=getattr(events[0], "definition", "") if events else "",
    )  # fmt: skip


def repeated(campaign: OpenCampaign, before: Sequence[Entry], battle: str = "", fought: str = "") -> Acted:
    """The answer that was given to what was done under a key, made from its entries."""
    back = before[0].kind == tag_of(Rewind)
    events: Any = () if back else campaign.diary.reducer.codec.events(before[0].body)
    state, draws = campaign.diary.state_at(before[-1].seq), before[0].read().draws
    answer = acted(campaign, before[-1], state, events, draws, battle, fought, repeated=True)
    return and_took_back(answer, taken_back(campaign, before))


def and_took_back(answer: Acted, taken: TakenBack) -> Acted:
    """An answer that tells what was taken back, too."""
    return replace(answer, lines=(*taken.lines, *answer.lines), taken=taken.entries)
