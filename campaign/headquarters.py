"""The one door: command line, terminal program, HTTP API and bots all act through here, as somebody.

    headquarters.for_(caller).battles.act(battle, action)

What changes a diary answers with a value: `Acted`, `Refusal` or `DiceNeeded`; a refusal leaves no trace. What only
reads raises Refused, whose text is a sentence too. Nobody gets raw state: views are made for who looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from campaign.battles import redacted_export
from campaign.battles.battles import Battles
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns.campaigns import Campaigns
from campaign.campaigns.open_campaign import OpenCampaigns
from campaign.campaigns.record.index import RecordIndex
from campaign.home import Home
from campaign.import_checks import ImportChecks
from campaign.library.installed import InstalledPacks
from campaign.library.packs import Packs
from campaign.library.rosters import Rosters
from campaign.rules.refused import Refused
from campaign.shared.answering import declares, reads
from campaign.shared.answers import Changed, Changes
from campaign.shared.callers import FORBIDDEN, Caller, keeper, local, named
from campaign.shared.clock import World
from events.errors import BadFile, DiaryError
from events.exchange import export_diaries, import_diaries
from events.files import Source, Target, name_of
from events.sqlite import SQLiteStore
from events.store import Store

RECORD = "record.db"
MOST_CHANGES = 1000
"""Entries that are looked through at once for what is new."""


class House:
    """What all callers share: the data folder, the store, and what is open in it. Safe for threads."""

    def __init__(self, home: Home, store: Store, world: World) -> None:
        self.home, self.store, self.world = home, store, world
        self.packs = InstalledPacks(home, store)
        self.battles = OpenBattles(store, self.packs, world)
        self.campaigns = OpenCampaigns(store, world)
        self.index = RecordIndex(home.folder / RECORD)


class Headquarters:
    """Everything one caller can do with the diaries in one data folder. Whoever opens it is the local program.

    store: where the diaries are; by default a file in the data folder.
    """

    def __init__(
        self, home: Home | Path | str | None = None, world: World | None = None, store: Store | None = None
    ) -> None:
        folder = (home if isinstance(home, Home) else Home(home)).make()
        kept = SQLiteStore(folder.database) if store is None else store
        self._stand(House(folder, kept, world or World()), local())

    def _stand(self, house: House, caller: Caller) -> None:
        self._house, self.caller, self.home = house, caller, house.home
        self.packs = Packs(house.packs, caller)
        self.rosters = Rosters(house.packs, caller)
        self.battles = Battles(house.battles, self.rosters, caller)
        self.campaigns = Campaigns(house.campaigns, house.index, house.battles, self.rosters, caller)

    @reads("keep")
    def for_(self, caller: Caller) -> Headquarters:
        """The same house, for somebody: nothing that follows says who looks. Raises Refused for an odd player, and for
        whoever does not keep this house: nobody makes rights that he does not have."""
        keeper(self.caller)
        return self._for(named(caller))

    def _for(self, caller: Caller) -> Headquarters:
        found = object.__new__(Headquarters)
        found._stand(self._house, caller)
        return found

    @declares("any")
    def looking_as(self, role: str | None) -> Headquarters:
        """For the same caller, looking and acting as one of his roles."""
        return self._for(self.caller.looking_as(role))

    @reads("keep")
    def close(self) -> None:
        """For all callers. Raises Refused."""
        keeper(self.caller)
        self._house.store.close()
        self._house.index.close()

    def __enter__(self) -> Headquarters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def read_only(self) -> str:
        """Why nothing can be appended here, or ""."""
        return self._house.store.read_only

    # -- what is new ------------------------------------------------------------------------------

    @reads("any")
    def changes(self, after: int | None = None, timeout: float = 0.0) -> Changes:
        """Diaries to which something was appended after a cursor, by anybody; waits for it, timeout seconds at most.

        after: the cursor of the answer before; None for one to begin with. What was appended is asked of the diary.
        """
        store = self._house.store
        if after is None:
            return Changes(store.position())
        store.wait(after, timeout)
        newest: dict[str, int] = {}
        cursor = after
        for entry in store.since(after, MOST_CHANGES):
            newest[entry.diary], cursor = entry.seq, entry.position
        found = (Changed(name, store.info(name).kind, seq) for name, seq in newest.items())
        return Changes(cursor, tuple(found))

    # -- files --------------------------------------------------------------------------------------

    @reads("keep")
    def export(
        self, target: Target, diaries: Sequence[str] | None = None, *, with_secrets: bool = False
    ) -> int:
        """Write diaries (NDJSON, gzipped if the name ends in .gz), campaigns with their battles; answers with the
        number of entries. with_secrets: also the keys of dice that are still sealed. Raises Refused."""
        keeper(self.caller)
        store = self._house.store
        chosen = [one.name for one in store.diaries()] if diaries is None else list(dict.fromkeys(diaries))
        for name in chosen:  # it grows: battles of a campaign come along
            chosen += [one for one in self._exported(name, with_secrets) if one not in chosen]
        return export_diaries(store, target, chosen, secrets=with_secrets)

    def _exported(self, name: str, secrets: bool) -> list[str]:
        """What is exported along with a diary. Raises Refused for one whose whole is not for this caller; one that
        cannot be read here hides nothing from whoever keeps it."""
        found = self._house.store.info(name)
        along = [found.origin.diary] if found.origin else []
        try:
            if found.kind == "battle":
                battle = self._house.battles.get(name)
                battle.whole(self.caller, secrets)
                if campaign := battle.state().table.campaign:  # its muster names crews and stores
                    self._house.campaigns.get(campaign).whole(self.caller, secrets)
                return along
            campaign = self._house.campaigns.get(name)
            campaign.whole(self.caller, secrets)
            return [*along, *(one.diary for one in campaign.state().battles.values() if one.diary)]
        except (DiaryError, Refused) as error:
            if isinstance(error, Refused) and error.kind == FORBIDDEN:
                raise
            return along

    @reads("keep")
    def import_(self, source: Source) -> int:
        """Take diaries from a file or bytes, verified first; answers with the number of new entries. Raises Refused."""
        keeper(self.caller)
        if redacted_export.is_one(source):
            reason = "is one viewer's record of a battle: to read, not to go on from. Ask for a whole export."
            raise BadFile(f"{name_of(source, 'The file')} {reason}")
        return import_diaries(self._house.store, source, ImportChecks(self._house.store))
