"""What matters of campaigns for whoever looks over many: of hundreds, looked at anew only where something was
appended."""

from __future__ import annotations

from typing import NamedTuple

from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.ledger.decide.calendar import waits
from campaign.rules.refused import Refused
from campaign.shared.callers import Seating
from events.entry import Head
from events.errors import DiaryError
from events.store import DiaryInfo


class Note(NamedTuple):
    """Of a campaign at its head. running: its battles that are fought here, with their diaries. open: scenarios that
    may be begun."""

    head: Head
    seating: Seating
    over: bool
    running: tuple[tuple[str, str], ...]
    open: tuple[str, ...]


class Notes:
    """Of the campaigns of a house; kept by name, and made anew when the head has moved. Safe for threads."""

    def __init__(self, campaigns: OpenCampaigns) -> None:
        self._campaigns = campaigns
        self._kept: dict[str, Note] = {}

    def of(self, info: DiaryInfo) -> Note | None:
        """What matters of a campaign at its head; None of one that cannot be read."""
        note = self._kept.get(info.name)
        if note is None or note.head != info.head:
            try:
                note = self._kept[info.name] = self._noted(info.name)
            except (DiaryError, Refused):
                return None
        return note

    def _noted(self, name: str) -> Note:
        """Raises DiaryError, Refused."""
        campaign = self._campaigns.get(name)
        head, state = campaign.diary.current()
        waiting = waits(state)
        return Note(
            head,
            campaign.seating(state),
            campaign.over(state),
            tuple(
                (one.id, one.diary) for one in state.battles.values() if one.status == "running" and one.diary
            ),
            tuple(id for id in state.nodes if id in waiting),
        )
