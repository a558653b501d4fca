"""Diaries from elsewhere, read in a store of their own as everybody here would read them.

What is broken is refused, with the entry and the reason. What cannot be checked here, because a newer version wrote it
or its secret is kept elsewhere, is let in and said.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from campaign.battles import queries as battle_queries
from campaign.battles import verifying as battle_verifying
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import queries as campaign_queries
from campaign.campaigns import verifying as campaign_verifying
from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.campaigns.vouching import expected, stranger
from campaign.home import Home
from campaign.library.installed import InstalledPacks
from campaign.library.names import owners
from campaign.rules.facets import UMPIRE
from campaign.rules.options import played
from campaign.rules.refused import Refused
from campaign.shared.answers import VerifyReport
from campaign.shared.callers import OBSERVER, local
from campaign.shared.clock import World
from campaign.shared.open_diary import OpenDiary
from events.errors import BadFile, DiaryError, UnknownEvent, fitting
from events.store import DiaryInfo, Store

HOLDER = local()
"""Who brings a file, and so has all that is in it."""


class Vetting:
    """Looks at diaries in a store. file: what messages call it. brought: rules and charts that came along with them, in
    sentences."""

    def __init__(self, home: Home, store: Store, world: World, file: str) -> None:
        self._store, self._file = store, file
        self.brought: list[str] = []
        self._packs = InstalledPacks(home, store)
        self._battles, self._campaigns = OpenBattles(store, self._packs, world), OpenCampaigns(store, world)

    def __call__(self, info: DiaryInfo) -> list[str]:
        """What could not be checked of a diary, in sentences. Raises BadFile: what is wrong with it, and where."""
        look = self._battle if info.kind == "battle" else self._campaign
        try:
            with fitting(info.name, info.head.seq, "it cannot be read"):
                return look(info)
        except (DiaryError, Refused) as error:
            if isinstance(error, BadFile):
                raise
            raise self._bad(info.name, str(error)) from error

    def strangers(self, news: Sequence[DiaryInfo], here: Store) -> list[str]:
        """Battles of a campaign that comes in, of which another lies here under the name; in sentences. here: where
        all this is to come. Raises BadFile for a battle in the file that bears the name of one of a campaign, here or
        there, and is another."""
        there = OpenCampaigns(here, self._campaigns.world)
        for info in news:
            if info.kind == "battle" and (why := self._stranger(info.name, there)):
                raise self._bad(info.name, why)
        found: list[str] = []
        for info in news:
            if info.kind == "campaign":
                campaign = self._campaigns.get(info.name)
                state = campaign.state()
                for battle in state.battles.values():
                    with suppress(DiaryError):
                        why = stranger(campaign, state, battle, here)
                        found += [f"{why} It is not fought on, nor filed."] if why else []
        return found

    def _stranger(self, battle: str, there: OpenCampaigns) -> str:
        for campaigns in (self._campaigns, there):
            for name in owners(battle):
                with suppress(DiaryError):  # where the campaign cannot be read, verifying it says so
                    campaign = campaigns.get(name)
                    known = expected(campaign, battle)
                    if known is not None and (why := stranger(campaign, *known, self._store)):
                        return why
        return ""

    def opened(self, info: DiaryInfo) -> OpenDiary[Any]:
        """One that was found sound, as it stands in the store. Raises DiaryError."""
        return (self._battles if info.kind == "battle" else self._campaigns).get(info.name)

    def _bad(self, name: str, why: str) -> BadFile:
        said = why if name in why else f"Diary {name}: {why}"
        return BadFile(f"{self._file}: {said.rstrip('.')}.")

    def _battle(self, info: DiaryInfo) -> list[str]:
        battle = self._battles.get(info.name)
        newer = self._newer(battle, info)
        notes = self._sound(battle, battle_verifying.check(battle, self._packs, HOLDER))
        found = battle_queries.look(battle, OBSERVER)
        if newer and not found.head.seq:
            return notes  # not even how it was opened is known to this version
        battle_queries.info(battle, info)
        for role in ("", UMPIRE, *(side.id for side in played(battle.sides(found.state)))):
            seen = found._replace(viewer=role)
            battle_queries.view(seen)
            battle_queries.log(seen)
            battle_queries.details(seen)
        if not newer:
            for side in {one.side for one in battle.pending(found.state)}:
                battle_queries.legal_for(found, [side])
        return notes

    def _campaign(self, info: DiaryInfo) -> list[str]:
        campaign = self._campaigns.get(info.name)
        newer = self._newer(campaign, info)
        notes = self._sound(campaign, campaign_verifying.check(campaign, None, self._packs, HOLDER))
        found = campaign_queries.look(campaign, OBSERVER)
        if newer and not found.head.seq:
            return notes
        for role in ("", UMPIRE, *found.state.sides):
            campaign_queries.seen(found._replace(viewer=role), self._campaigns)
        campaign_queries.log(found._replace(viewer=UMPIRE), 0, None, True, None)
        return notes

    def _newer(self, diary: OpenDiary[Any], info: DiaryInfo) -> bool:
        """Whether a newer version wrote some of it. Raises Damaged for an entry that does not fit."""
        try:
            diary.diary.state_at(info.head.seq)
        except UnknownEvent:
            return True
        return False

    def _sound(self, diary: OpenDiary[Any], report: VerifyReport) -> list[str]:
        """What verification could not check. Raises BadFile for what is broken."""
        if not report.sound:
            raise self._bad(diary.name, f"Diary {diary.name}, entry {report.first_bad}: {report.why}")
        self.brought += [f"{diary.name}: {one}" for one in report.brought]
        return [f"{diary.name}: {one}" for one in report.unchecked]
