"""The one door: command line, terminal program, HTTP API and bots all act through here, as somebody.

    headquarters.for_(caller).battles.act(battle, action)

What changes a diary answers with a value: `Acted`, `Refusal` or `DiceNeeded`; a refusal leaves no trace. What only
reads raises Refused, whose text is a sentence too. Nobody gets raw state: views are made for who looks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from campaign.battles.acting_together import act_each
from campaign.battles.awaiting import awaiting as awaiting_in_battles
from campaign.battles.battles import Battles
from campaign.battles.battles import lines_of as battle_lines
from campaign.battles.queries import look as look_at_battle
from campaign.home import Home
from campaign.house import House
from campaign.library.answers import SalvageReport
from campaign.library.notebook import Lines
from campaign.library.packs import Packs
from campaign.library.rosters import Rosters
from campaign.porter import Porter
from campaign.rules.refused import Refused
from campaign.shared.answering import as_refused, declares, reads
from campaign.shared.answers import (
    Acted,
    AnchorMade,
    AnchorReport,
    Awaiting,
    Changed,
    Changes,
    Exported,
    Imported,
    PrivateTable,
    Refusal,
    TableOffer,
)
from campaign.shared.callers import FORBIDDEN, OBSERVER, Caller, keeper, local, named
from campaign.shared.clock import World
from campaign.shared.open_diary import OpenDiary
from campaign.shared.seats import Seats
from events.bounds import MOST, MOST_FORKS, body_fault, name_fault
from events.decoding import msgpack_decoder
from events.diary import forks_below
from events.errors import Damaged, DiaryError, NoSuchDiary, UnknownEvent, fitting
from events.files import Source, Target
from events.sqlite import SQLiteStore
from events.store import DiaryInfo, Store

# What few callers need is imported where they ask for it: a command starts in half the time.
if TYPE_CHECKING:
    from campaign.campaigns.campaigns import Campaigns
    from campaign.simulation.simulations import Simulations

_offer = msgpack_decoder(TableOffer).decode
MOST_ENTRIES = MOST.entries
"""New ones that a file may bring, unless more are asked for."""
TAKE_IT_OUT = "its record is exported by who has taken it out, which all see who sit there."
MOST_CHANGES = 1000
"""Entries that are looked through at once for what is new."""


class Headquarters:
    """Everything one caller can do with the diaries in one data folder. Whoever opens it is the local program.

    store: where the diaries are; by default a file in the data folder. Raises Refused if that is none of ours, or in
    use by another program for long.
    """

    server = ""
    """The address of the server that is asked; "" where the diaries lie here."""

    def __init__(
        self, home: Home | Path | str | None = None, world: World | None = None, store: Store | None = None
    ) -> None:
        folder = (home if isinstance(home, Home) else Home(home)).make()
        try:
            kept = SQLiteStore(folder.database) if store is None else store
        except DiaryError as error:
            raise as_refused(error) from error
        self._stand(House(folder, kept, world or World()), local())

    def _stand(self, house: House, caller: Caller) -> None:
        self._house, self.caller, self.home = house, caller, house.home

    @cached_property
    def packs(self) -> Packs:
        return Packs(self._house.packs, self.caller)

    @cached_property
    def rosters(self) -> Rosters:
        return Rosters(self._house.packs, self.caller)

    @cached_property
    def battles(self) -> Battles:
        house = self._house
        return Battles(house.battles, self.rosters, self.caller, house.notes, house.belonging)

    @cached_property
    def porter(self) -> Porter:
        return Porter(self._house, self.caller)

    @cached_property
    def campaigns(self) -> Campaigns:
        from campaign.campaigns.campaigns import Campaigns

        house = self._house
        return Campaigns(house.campaigns, house.index, house.battles, self.rosters, self.caller, house.notes)

    @cached_property
    def simulations(self) -> Simulations:
        from campaign.simulation.simulations import Simulations

        house = self._house
        return Simulations(house.battles, house.campaigns, self.rosters, self.battles, self.caller)

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

    @reads("any")
    def whoami(self) -> Caller:
        """Who calls, and the rights that he came with."""
        return self.caller

    @reads("keep")
    def close(self) -> None:
        """For all callers. Raises Refused."""
        keeper(self.caller)
        self._house.close()

    def __enter__(self) -> Headquarters:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def read_only(self) -> str:
        """Why nothing can be appended here, or ""."""
        return self._house.store.read_only

    @property
    def damaged(self) -> bool:
        """Whether the file with the diaries is known to be broken."""
        return bool(getattr(self._house.store, "damaged", False))

    @property
    def away(self) -> float:
        """Seconds for which the server of these diaries has not answered; 0.0 while it does, or there is none."""
        return 0.0

    @property
    def notes(self) -> tuple[str, ...]:
        """What whoever keeps these diaries should hear when he opens them; nothing for others."""
        house = self._house
        found = (house.remark, *house.store.notes())
        return tuple(one for one in found if one and self.caller.keeper)

    @reads("any")
    def kind(self, diary: str) -> str:
        """What a diary is of: `battle` or `campaign`. Raises Refused if there is none."""
        found = self._house.store.info(diary).kind
        if not self._knows(diary):
            raise NoSuchDiary(diary)
        return found

    def _knows(self, diary: str) -> bool:
        """Whether the caller may know of a diary."""
        return self._house.kin().knows(self.caller, diary)

    @reads("any")
    def lobby(self) -> list[TableOffer]:
        """The battles and campaigns at which a seat is offered to the caller, or to everybody who may look on; those
        left out that are over, were put away, cannot be read, or which their campaign has no more."""
        notes, caller, belonging = self._house.notes, self.caller, self._house.belonging
        return [
            _offer(row.offer)
            for kind in ("battle", "campaign")
            for row in notes.offered(kind, caller)
            if row.offer is not None and not (kind == "battle" and belonging(row.name))
        ]

    @reads("keep")
    def private(self) -> list[PrivateTable]:
        """Battles and campaigns of which the caller is to know no more, as keeper: how large each is, and who sits
        there. Raises Refused."""
        keeper(self.caller)
        house, found = self._house, list[PrivateTable]()
        for row in house.notes.private():
            note = house.notes.read(row)
            if note is not None and not house.notes.knows(self.caller, row):
                kind = "battle" if row.kind == "battle" else "campaign"
                found.append(PrivateTable(row.name, kind, row.seq, note.seating.seats))
        return found

    @reads("any")
    def awaiting(self) -> list[Awaiting]:
        """Battles and campaigns in which the caller has a part, with what awaits him there; those that were put away,
        or cannot be read, left out."""
        house, caller = self._house, self.caller
        together = caller.here or caller.seats or caller.umpire
        battles, campaigns = (
            [
                (row.name, row.title, note)
                for row in house.notes.parts(kind, caller.player, together)
                if (note := house.notes.read(row)) is not None
            ]
            for kind in ("battle", "campaign")
        )
        found = [*awaiting_in_battles(battles, caller, house.belonging)]
        if campaigns:
            from campaign.campaigns.awaiting import awaiting

            found += awaiting(campaigns, caller, self._ended)
        return [*map(self._then, found)] if self.caller.behind else found

    def _ended(self, battle: str) -> str:
        """When a battle ended; "" while it goes on."""
        note = self._house.notes.of(battle)
        if note is None or not note.over:
            return ""
        return self._house.store.entry(battle, note.head.seq).read().time

    def _then(self, one: Awaiting) -> Awaiting:
        """Of who is behind: where he has no seat yet, but is offered one, a table is as it was then."""
        if one.sides or one.umpire:
            return one
        door = self.looking_as(None)
        found = (door.battles if one.kind == "battle" else door.campaigns).standing(one.diary)
        return replace(one, entry=found.entry, seal=found.seal)

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
        found: list[Changed] = []
        for name, seq in newest.items():
            with suppress(Damaged):  # of whose name was altered nothing can be asked
                if self._knows(name):
                    found.append(Changed(name, store.info(name).kind, seq))
        return Changes(cursor, tuple(found))

    # -- many at once ---------------------------------------------------------------------------------

    @reads("keep")
    def act_each(self, some: Sequence[tuple[Caller, Mapping[str, Any]]]) -> list[Acted | Exception | None]:
        """What several callers ask of `battles.act`, each with its arguments, written in one go. None for whatever is
        not plainly done: nothing was written of it, and `battles.act` has the answer. An exception for what was done
        and could not be told of. Raises Refused if nothing can be written."""
        keeper(self.caller)
        return act_each(self._house.battles, some)

    # -- files --------------------------------------------------------------------------------------

    @reads("keep")
    def export(
        self, target: Target, diaries: Sequence[str] | None = None, *, with_secrets: bool = False
    ) -> Exported:
        """Write diaries (NDJSON, gzipped if the name ends in .gz), campaigns with their battles; if none is named, all
        that can be read. with_secrets: also the keys of dice that are still sealed. Raises Refused."""
        from events.exchange import export_diaries

        keeper(self.caller)
        self._spare(target)
        store = self._house.store
        if diaries is not None:
            chosen = dict.fromkeys(diaries)
            waiting = list(chosen)
            for name in waiting:  # it grows: battles of a campaign come along
                along = [one for one in self._exported(store.info(name), with_secrets) if one not in chosen]
                chosen |= dict.fromkeys(along)
                waiting += along
            return Exported(export_diaries(store, target, waiting, secrets=with_secrets))
        left: dict[str, str] = {}
        readable: list[str] = []
        for info in store.diaries():
            if not self._knows(info.name):
                left[info.name] = f"Diary {info.name} is private: {TAKE_IT_OUT}"
                continue
            self._exported(info, with_secrets)
            origin = info.origin.diary if info.origin is not None else None
            why = f"Diary {info.name} is a fork of {origin}." if origin in left else self._broken(info)
            if why:
                left[info.name] = why
            else:
                readable.append(info.name)
        entries = export_diaries(store, target, readable, secrets=with_secrets)
        lost = store.orphans.notes() if isinstance(store, SQLiteStore) else []
        return Exported(entries, (*left.values(), *lost))

    def _broken(self, info: DiaryInfo) -> str:
        """Why a diary would be refused wherever it is taken to; "" if it would not."""
        house = self._house
        if why := name_fault(info.name):
            return f"Diary {info.name[:60]!a} has a name that no file can bear: {why}"
        if info.kind not in ("battle", "campaign"):
            return f"Diary {info.name} is a {info.kind[:60]!a}, which nobody knows."
        try:
            if forks_below(house.store, info.name) > MOST_FORKS:
                return f"Diary {info.name} is a fork of a fork, more than {MOST_FORKS} times over."
            if info.kind == "battle":
                battle = house.battles.get(info.name)
                battle.diary.state_at(info.head.seq)
                look_at_battle(battle, OBSERVER)
            else:
                from campaign.campaigns.queries import look as look_at_campaign

                campaign = house.campaigns.get(info.name)
                campaign.diary.state_at(info.head.seq)
                look_at_campaign(campaign, OBSERVER)
            for entry in house.store.entries(info.name):
                with fitting(info.name, entry.seq, "its body cannot be read"):
                    why = body_fault(entry.read())
                if why:
                    return f"Diary {info.name}, entry {entry.seq}: {why}"
        except UnknownEvent:
            return ""
        except (DiaryError, Refused) as error:
            return str(error) if info.name in str(error) else f"Diary {info.name}: {error}"
        return ""

    def _exported(self, found: DiaryInfo, secrets: bool) -> list[str]:
        """What is exported along with a diary. Raises Refused for one whose whole is not for this caller; one that
        cannot be read here hides nothing from whoever keeps it."""
        along = [found.origin.diary] if found.origin else []
        try:
            if found.kind == "battle":
                battle = self._house.battles.get(found.name)
                self._whole(battle, self.battles.seats, secrets)
                if campaign := battle.state().table.campaign:  # its muster names crews and stores
                    of = self._house.campaigns.get(campaign)
                    self._whole(of, self.campaigns.seats, secrets, of.hides)
                return along
            campaign = self._house.campaigns.get(found.name)
            self._whole(campaign, self.campaigns.seats, secrets)
            return [*along, *(one.diary for one in campaign.state().battles.values() if one.diary)]
        except (DiaryError, Refused) as error:
            if isinstance(error, Refused) and error.kind == FORBIDDEN:
                raise
            return along

    def _whole(
        self,
        opened: OpenDiary[Any],
        seats: Seats[Any],
        secrets: bool,
        keeps: Callable[[Any], bool] | None = None,
    ) -> None:
        """Raises Refused for a diary whose whole is not for this caller; keeps: see `OpenDiary.whole`. Whoever sits at
        the machine could read its file: that he takes the record out stands in it from then on."""
        if not self._knows(opened.name):
            raise Refused(f"{opened.name} is private: {TAKE_IT_OUT}", "", ["take-record"], "", FORBIDDEN)
        try:
            opened.whole(self.caller, secrets, keeps)
        except Refused as refused:
            if not self.caller.here or opened.seating(opened.state()).had(self.caller.player):
                raise
            taken = seats.take_record(opened.name)
            if isinstance(taken, Refusal):
                raise refused from None

    @reads("keep")
    def import_(
        self, source: Source, continuing: Sequence[str] = (), *, entries: int = MOST_ENTRIES
    ) -> Imported:
        """Take diaries from a file or bytes, vetted whole before anything is written. continuing: those that may go on
        here by it, of those whose dice are rolled in this house; from elsewhere than its machine all that go on are
        named, and their seats are offered to their names again. entries: that it may bring at the most. Raises
        Refused."""
        from campaign.importing.taking_in import take_in

        keeper(self.caller)
        house = self._house
        return take_in(
            house.home, house.store, house.world, source, self.caller, house.people, continuing, entries
        )

    def _spare(self, target: Target) -> None:
        """Raises Refused for a file in which the program keeps something."""
        if isinstance(target, str | os.PathLike) and (why := self.home.spared(Path(target))):
            raise Refused(f"Nothing is written to {Path(target).name}, for {why}.", "", ["another file"])

    @reads("keep")
    def salvage(self, names: Sequence[str] = (), *, mend: bool = False) -> SalvageReport:
        """Diaries that lost the row with their name, so that nothing shows them: see
        `campaign.library.salvaging`. names: by which they may have gone. mend: put them back. Raises Refused."""
        from campaign.library.salvaging import salvage

        keeper(self.caller)
        store = self._house.store
        if not isinstance(store, SQLiteStore):
            return SalvageReport()
        found = salvage(store, self._house.notes.names(), names, mend)
        if mend:
            self._house.notes.anew()
        return found

    # -- anchors ------------------------------------------------------------------------------------

    @reads("keep")
    def anchor(self, target: Target) -> AnchorMade:
        """Write where all diaries stand that can be read, as a small file to keep elsewhere. See
        `campaign.shared.anchors`. Raises Refused."""
        from campaign.shared import anchors

        keeper(self.caller)
        self._spare(target)
        anchor, left = anchors.made(self._house.store, self._house.world.now())
        anchors.write(target, anchor)
        return AnchorMade(len(anchor.diaries), left)

    @reads("keep")
    def check_anchor(self, source: Source) -> AnchorReport:
        """Whether everything is still here that stands in an anchor, with the history that it had. Raises Refused for
        what is no anchor."""
        from campaign.shared import anchors

        keeper(self.caller)
        return anchors.check(self._house.store, anchors.read(source))


def lines_of(hq: Headquarters, door: str) -> Lines[Any]:
    """The list of all `battles`, or of all `campaigns`, a page at a time."""
    if door == "battles":
        return battle_lines(hq.battles)
    from campaign.campaigns.campaigns import lines_of as campaign_lines

    return campaign_lines(hq.campaigns)
