"""What all callers of headquarters share: the data folder, the store, and what is open in it."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.battles.awaiting import Notes as BattleNotes
from campaign.battles.awaiting import decode as battle_note
from campaign.battles.open_battle import OpenBattles
from campaign.battles.queries import acted as acted_in_battle
from campaign.home import Home
from campaign.library.archive import Archive
from campaign.library.installed import InstalledPacks
from campaign.library.notebook import Notebook, Wing
from campaign.library.noting_file import Row
from campaign.shared.answers import Acted
from campaign.shared.callers import Seating
from campaign.shared.clock import World
from campaign.shared.people import ANYBODY, Kin, People
from events.entry import Entry
from events.store import DiaryInfo, Store

# What few callers need is imported where they ask for it: a command starts in half the time.
if TYPE_CHECKING:
    from campaign.campaigns.belonging import Belonging
    from campaign.campaigns.open_campaign import OpenCampaigns
    from campaign.campaigns.record.index import RecordIndex


class _Campaigns(NamedTuple):
    """The wing of campaigns: those that are open, the index of their record, which battles are theirs, who sits where
    in all of them, and how they are noted."""

    open: OpenCampaigns
    record: RecordIndex
    belonging: Belonging
    kin: Kin
    noted: Wing
    noted_belonging: Belonging


class House:
    """Safe for threads."""

    def __init__(self, home: Home, store: Store, world: World) -> None:
        self.home, self.store, self.world = home, store, world
        self.packs = InstalledPacks(home, store)
        self.battles = OpenBattles(store, self.packs, world, self._belonging)
        self.battles.kin = self.kin
        self.archive = Archive(home, store)
        self.notes = Notebook(home.notes, store, self.archive, self._noting)
        self._noted_battles = Wing(BattleNotes(self.battles).make, battle_note)
        self.remark = home.remark()
        self.people: People = ANYBODY
        self._campaigns: _Campaigns | None = None
        self._lock = threading.Lock()

    @property
    def campaigns(self) -> OpenCampaigns:
        return self._wing().open

    @property
    def index(self) -> RecordIndex:
        return self._wing().record

    def _belonging(self, battle: str) -> str:
        return self._wing().belonging(battle) if "." in battle else ""

    def kin(self) -> Kin:
        """What other tables say of somebody, and whoever lets callers in."""
        return self._wing().kin

    def belonging(self, battle: str) -> str:
        """As `Belonging`, by what is noted of its campaign."""
        return self._wing().noted_belonging(battle) if "." in battle else ""

    def _noting(self, kind: str) -> Wing | None:
        """How tables of a kind are noted."""
        if kind == "battle":
            return self._noted_battles
        return self._wing().noted if kind == "campaign" else None

    def _wing(self) -> _Campaigns:
        """Made once, by whoever asks first."""
        with self._lock:
            if self._campaigns is None:
                from campaign.campaigns.belonging import Belonging
                from campaign.campaigns.kin import Families
                from campaign.campaigns.notes import Notes, decode
                from campaign.campaigns.open_campaign import OpenCampaigns
                from campaign.campaigns.record.index import RecordIndex

                found = OpenCampaigns(self.store, self.world)
                found.kin = self.kin
                kin = Families(found, self.battles, lambda: self.people, self._seated)
                self._campaigns = _Campaigns(
                    found, RecordIndex(self.home.record), Belonging(found), kin, Wing(Notes(found).make, decode),
                    Belonging(found, self._statuses, self._noted_stranger),
                )  # fmt: skip
            return self._campaigns

    def _statuses(self, campaign: str) -> Mapping[str, str] | None:
        note = self.notes.of(campaign)
        return None if note is None else note.statuses

    def _noted_stranger(self, campaign: str, battle: str) -> str:
        """By their dice alone; all else is looked at where somebody acts."""
        note, there = self.notes.of(campaign), self.notes.of(battle)
        committed = "" if note is None else note.commitments.get(battle, "")
        if there is None or not committed or there.commitment == committed:
            return ""
        return f"It bears the name of a battle of {campaign}, and is another."

    def _seated(self, players: Collection[str]) -> Iterator[tuple[str, Seating, bool]]:
        """The battles and campaigns in which some player has a part, who sits there, and whether it is over, or its
        campaign has it no more; those left out that cannot be read."""
        rows: dict[str, Row] = {}
        for kind in ("battle", "campaign"):
            for player in sorted(players):
                rows |= {row.name: row for row in self.notes.parts(kind, player, away=True)}
        for row in rows.values():
            if (note := self.notes.read(row)) is not None:
                yield (
                    row.name,
                    note.seating,
                    note.over or (row.kind == "battle" and bool(self.belonging(row.name))),
                )

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
        self.notes.close()
        if self._campaigns is not None:
            self._campaigns.record.close()
