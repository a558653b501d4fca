"""What all callers of headquarters share: the data folder, the store, and what is open in it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from campaign.battles.awaiting import Notes
from campaign.battles.open_battle import OpenBattles
from campaign.battles.queries import acted as acted_in_battle
from campaign.home import Home
from campaign.library.installed import InstalledPacks
from campaign.shared.answers import Acted
from campaign.shared.callers import Seating
from campaign.shared.clock import World
from campaign.shared.people import ANYBODY, Kin, People
from events.entry import Entry
from events.store import DiaryInfo, Store

# What few callers need is imported where they ask for it: a command starts in half the time.
if TYPE_CHECKING:
    from campaign.campaigns.belonging import Belonging
    from campaign.campaigns.notes import Notes as CampaignNotes
    from campaign.campaigns.open_campaign import OpenCampaigns
    from campaign.campaigns.record.index import RecordIndex


class House:
    """Safe for threads."""

    def __init__(self, home: Home, store: Store, world: World) -> None:
        self.home, self.store, self.world = home, store, world
        self.packs = InstalledPacks(home, store)
        self.battles = OpenBattles(store, self.packs, world, self._belonging)
        self.battles.kin = self.kin
        self.notes = Notes(self.battles)
        self.remark = home.remark()
        self.people: People = ANYBODY
        self._campaigns: tuple[OpenCampaigns, RecordIndex, Belonging, Kin, CampaignNotes] | None = None
        self._lock = threading.Lock()

    @property
    def campaigns(self) -> OpenCampaigns:
        return self._wing()[0]

    @property
    def index(self) -> RecordIndex:
        return self._wing()[1]

    def _belonging(self, battle: str) -> str:
        return self._wing()[2](battle) if "." in battle else ""

    def kin(self) -> Kin:
        """What other tables say of somebody, and whoever lets callers in."""
        return self._wing()[3]

    @property
    def campaign_notes(self) -> CampaignNotes:
        return self._wing()[4]

    def _wing(self) -> tuple[OpenCampaigns, RecordIndex, Belonging, Kin, CampaignNotes]:
        """The open campaigns, the index of their record, which battles are theirs, who sits where in all of them, and
        what matters of each; made once, by whoever asks first."""
        with self._lock:
            if self._campaigns is None:
                from campaign.campaigns.belonging import Belonging
                from campaign.campaigns.kin import Families
                from campaign.campaigns.notes import Notes
                from campaign.campaigns.open_campaign import OpenCampaigns
                from campaign.campaigns.record.index import RecordIndex

                found = OpenCampaigns(self.store, self.world)
                found.kin = self.kin
                noted = Notes(found)
                kin = Families(found, self.battles, lambda: self.people, self._seated)
                self._campaigns = found, RecordIndex(self.home.record), Belonging(found), kin, noted
            return self._campaigns

    def _seated(self, info: DiaryInfo) -> tuple[Seating, bool] | None:
        """Who sits at a battle or campaign, and whether it is over; None of one that cannot be read."""
        note = self.notes.of(info) if info.kind == "battle" else self.campaign_notes.of(info)
        return None if note is None else (note.seating, note.over)

    def seating(self, info: DiaryInfo) -> Seating:
        """Who sits at a battle or campaign now. Raises DiaryError, Refused."""
        if info.kind == "battle":
            battle = self.battles.get(info.name)
            return battle.seating(battle.state())
        campaign = self.campaigns.get(info.name)
        return campaign.seating(campaign.state())

    def beginning(self, info: DiaryInfo, first: Entry) -> Acted:
        """What was answered to whoever opened it. Raises DiaryError, Refused."""
        if info.kind == "battle":
            battle = self.battles.get(info.name)
            events = battle.diary.reducer.codec.events(first.body)
            return acted_in_battle(battle, first, battle.diary.state_at(1), events)
        from campaign.campaigns.visibility import acted

        campaign = self.campaigns.get(info.name)
        told: Any = campaign.diary.reducer.codec.events(first.body)
        return acted(campaign, first, campaign.diary.state_at(1), told)

    def close(self) -> None:
        self.store.close()
        if self._campaigns is not None:
            self._campaigns[1].close()
