"""What of a campaign a viewer may be told, and how things in it are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date as day
from typing import Any

from campaign.campaigns.open_campaign import OpenCampaign
from campaign.campaigns.view import sees
from campaign.ledger import events as e
from campaign.ledger.state import Asset, Campaign, subject
from campaign.ledger.words import describe, is_quiet
from campaign.rules.refused import Refused
from campaign.shared.answers import Acted, Line
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


def iso_date(text: str) -> str:
    """Raises Refused for what is no date."""
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(f"{text!r} is not a date.", "", ["YYYY-MM-DD"], "$.date") from None


def visible_lines(state: Campaign, events: Sequence[Any], everything: bool) -> Iterator[Line]:
    """Events as sentences. everything: quiet ones too."""
    for event in events:
        if not isinstance(event, e.Event):
            yield Line("(an event of a newer version)")
        elif everything or not is_quiet(event):
            yield Line(describe(state, event))


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
    """The answer to what was done. state: after the entry."""
    lines = tuple(Line(describe(state, one)) for one in events if not is_quiet(one))
    return Acted(
        campaign.name, entry.seq, entry.seal.hex(), lines, tuple(draws), battle=battle, fought=fought,
        total=len(events), repeated=repeated,
    )  # fmt: skip


def repeated(campaign: OpenCampaign, before: Sequence[Entry], battle: str = "", fought: str = "") -> Acted:
    """The answer that was given to what was done under a key, made from its entries."""
    events: Any = campaign.diary.reducer.codec.events(before[0].body)
    state, draws = campaign.diary.state_at(before[-1].seq), before[0].read().draws
    return acted(campaign, before[-1], state, events, draws, battle, fought, repeated=True)
