"""The door for whoever lets callers in, as a server does: who there is, what somebody has opened, an entry's seal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from campaign.house import House
from campaign.library.names import campaign_of
from campaign.rules.refused import Refused
from campaign.shared.answering import reads
from campaign.shared.answers import Acted
from campaign.shared.callers import Caller, keeper
from campaign.shared.people import People
from campaign.shared.seals import short_seal
from events.entry import Entry
from events.errors import DiaryError, NoSuchDiary, NoSuchEntry
from events.store import DiaryInfo


class Porter:
    """Part of `campaign.headquarters.Headquarters`."""

    def __init__(self, house: House, caller: Caller) -> None:
        self._house, self._caller = house, caller

    @reads("keep")
    def meet(self, people: People) -> None:
        """For all callers: who there is. Raises Refused."""
        keeper(self._caller)
        self._house.people = people

    @reads("keep")
    def players_at(self, diaries: Sequence[str]) -> frozenset[str]:
        """Who has a part in battles and campaigns, and in the battles of those campaigns: by name on a seat, or as
        umpire. What cannot be read has nobody. Raises Refused."""
        keeper(self._caller)
        found: set[str] = set()
        for info in self._house.store.diaries():
            if campaign_of(info.name, diaries) and info.head.seq:
                with suppress(DiaryError, Refused):
                    found |= self._house.seating(info).people
        return frozenset(found)

    @reads("keep")
    def opened_by(self, diary: str, player: str, since: str) -> Acted | None:
        """What was answered to a player who opened a battle or campaign, at this moment (ISO 8601) or later; None if he
        did not. Raises Refused."""
        keeper(self._caller)
        try:
            info = self._house.store.info(diary)
        except NoSuchDiary:
            return None
        first = self._first(info, player, since)
        return None if first is None else self._house.beginning(info, first)

    @reads("keep")
    def seal(self, diary: str, seq: int) -> str:
        """The short seal of an entry, for who was let in to see it; "" where there is none. Raises Refused."""
        keeper(self._caller)
        try:
            return short_seal(seq, self._house.store.entry(diary, seq).seal)
        except (NoSuchDiary, NoSuchEntry):
            return ""

    @reads("keep")
    def all_opened_by(self, kind: str, player: str, since: str) -> tuple[str, ...]:
        """The diaries of a kind that a player opened at a moment (ISO 8601) or later, in order. Raises Refused."""
        keeper(self._caller)
        found = self._house.store.diaries(kind)
        return tuple(one.name for one in found if self._first(one, player, since) is not None)

    def _first(self, info: DiaryInfo, player: str, since: str) -> Entry | None:
        """The first entry of a diary, if a player opened it at a moment or later."""
        if not info.head.seq:
            return None
        first = self._house.store.entry(info.name, 1)
        body = first.read()
        return None if body.author.player != player or body.time < since else first
