"""The door to campaigns, for one caller: opened from files, ordered, fought, taken back, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.battles import table as t
from campaign.battles.open_battle import OpenBattles
from campaign.campaigns import differences, files, opening, queries, rewinding, verifying
from campaign.campaigns.answers import (
    CampaignInfo,
    CampaignMoment,
    CampaignView,
    Decisions,
    Difference,
    Plan,
    Query,
)
from campaign.campaigns.defined import as_given
from campaign.campaigns.fighting import Fighting, Setting
from campaign.campaigns.files import Content, Files
from campaign.campaigns.halves import Halves
from campaign.campaigns.open_campaign import (
    Open,
    OpenCampaign,
    OpenCampaigns,
    acting_role,
)
from campaign.campaigns.queries import Look, Point
from campaign.campaigns.record.door import Record, page, point
from campaign.campaigns.record.index import RecordIndex
from campaign.campaigns.returns import Returns
from campaign.campaigns.seats import hands, told
from campaign.campaigns.staff import Staff, orders
from campaign.campaigns.visibility import acted, repeated, secretive
from campaign.ledger import actions as a
from campaign.library.archive import Archive
from campaign.library.names import campaign_of
from campaign.library.notebook import Lines, Notebook
from campaign.library.noting_file import Row
from campaign.library.rosters import Rosters
from campaign.rules.facets import UMPIRE
from campaign.rules.refused import Refused
from campaign.rules.seats import ABSENCE, LookOn
from campaign.shared.answering import acts, patiently, reads, settled
from campaign.shared.answers import RECENT, Acted, LogEntry, Standing, VerifyReport
from campaign.shared.asked import action_bytes
from campaign.shared.callers import Caller, keeper
from campaign.shared.kept_open import Reach
from campaign.shared.naming import newest_known, table_name
from campaign.shared.opening import Wish
from campaign.shared.people import room_for_one
from campaign.shared.plain import plain_data
from campaign.shared.seals import held_against
from campaign.shared.seats import Seats
from campaign.shared.terms import terms
from events.decoding import msgpack_decoder
from events.entry import Author
from events.errors import DiaryError, NoSuchEntry, fitting
from events.store import DiaryInfo

Action = Mapping[str, Any] | str | bytes | msgspec.Raw
QUICK = "Of its battles only the seals were looked at: what was decided in them was not checked."

_info = msgpack_decoder(CampaignInfo).decode


class Campaigns:
    """Everything one caller can do with campaigns. What reads raises Refused; what changes one answers with a value.

    record: searched and asked why. returns: what came of battles. halves: what each
    side says of that. staff: what it would order, and bots. files: read,
    checked and written.
    """

    def __init__(
        self,
        house: OpenCampaigns,
        index: RecordIndex,
        battles: OpenBattles,
        rosters: Rosters,
        caller: Caller,
        notes: Notebook,
    ) -> None:
        self._notes = notes
        self._lines = Lines(notes, "campaign", caller, self._line)
        self._house, self._index, self._battles, self._caller = house, index, battles, caller
        self._opened, self._store = Reach(house, caller), house.store
        self._fighting, self._rosters = Fighting(battles, rosters), rosters
        self._archive = Archive(battles.packs.home, battles.store)
        self.record = Record(self._opened, index, caller)
        self.returns = Returns(self._opened, battles, caller)
        self.halves = Halves(self._opened, caller)
        self.staff = Staff(self._opened, battles, self._fighting, caller)
        self.files = Files(self._opened, battles.packs, rosters, caller)
        self.seats: Seats[OpenCampaign] = Seats(self._opened, house.kin, caller, hands, told)

    def _look(self, name: str) -> Look:
        return queries.look(self._opened.get(name), self._caller)

    def _umpire(self, campaign: OpenCampaign) -> Author:
        rights = campaign.rights(campaign.state(), self._caller)
        return Author(self._caller.player, rights.of_the_umpire())

    # -- opening and listing ------------------------------------------------------------------------

    @acts("any")
    def new(
        self,
        source: Path | str | Content,
        *,
        name: str = "",
        seats: Sequence[t.Seat] = (),
        umpire: str = "",
        look: LookOn = "members",
        absence: int = ABSENCE,
        apart: bool = False,
    ) -> Acted:
        """Open a campaign from the content of its files, a folder of them (as keeper of this house), or a sample. name:
        of its diary. seats: who leads which side, and umpire: who is that, before what the files say. look, absence,
        apart: see `campaign.battles.battles.Battles.new`.

        Where no umpire is named, whoever opens it is, if he leads no side; else that chair is offered to all. Where
        people play together it is whoever is there.
        """
        caller, world = self._caller, self._house.world
        definition = files.definition(self._battles.packs, self._rosters, source, caller)
        chosen = table_name(world, self._store, caller, f"{definition.id}-", name, look)
        commitment, secret = world.commit(chosen)
        missing = partial(self._house.kin().missing, caller.player)
        wish = Wish(look, absence, apart)
        led = opening.led(definition, seats, umpire)
        with self._house.kin().offering():
            room_for_one(self._house.kin(), caller)
            ruled = files.by_rules(self._battles.packs, led)
            book = opening.beginning_of(led, caller, chosen, commitment, wish, missing, ruled)
            plain_data(msgspec.to_builtins(book.events), "A campaign")
            campaign = OpenCampaign(self._store, chosen, world)
            state, author = campaign.diary.reducer.initial(), Author(caller.player, UMPIRE)
            action = Open(definition.id if isinstance(source, Mapping) else Path(source).name)
            new = campaign.beginning(definition.title, state, action, author, book.events, secret)
            (entry,) = self._store.open(new)
        return acted(campaign, entry, state, book.events)

    @reads("keep")
    def open_samples(self) -> list[str]:
        """Where there is no campaign and no battle yet: one of each sample. Answers with their ids."""
        keeper(self._caller)
        found: list[str] = []
        for sample in () if self._store.diaries() else self.files.samples():
            answer = self.new(sample.id, name=sample.id)
            found += [answer.diary] if isinstance(answer, Acted) else []
        return found

    @reads("any")
    def all(self, archived: bool = False) -> list[CampaignInfo]:
        """All campaigns, oldest first. archived: those that were put away, too."""
        return self._lines.page(archived)

    def _line(self, row: Row) -> CampaignInfo:
        if row.line is None or self._caller.behind:
            return replace(self._info(self._notes.info(row)), archived=bool(row.away))
        return replace(_info(row.line), read_only=self._store.read_only, archived=bool(row.away))

    def _info(self, found: DiaryInfo) -> CampaignInfo:
        return queries.info(self._house, found, self._caller)

    @reads("keep")
    def archive(self, name: str, back: bool = False) -> None:
        """Put a campaign away with its battles, also one that cannot be read: it is no longer listed, and nothing else.
        back: list it again. Raises Refused."""
        keeper(self._caller)
        self._archive.mark("campaign", name, back)

    @reads("any")
    def last(self) -> str:
        """The campaign to which the newest entry of all belongs, its own or one of its battles'; "" if to none, or
        if it cannot be opened; "" for whoever may be behind anywhere, too."""
        if self._caller.behind:
            return ""
        store = self._store
        found = {one.name: one for one in store.diaries("campaign") if one.head.seq}
        newest = newest_known(store, self._house.kin(), self._caller)
        name = campaign_of(newest, found) if newest else ""
        name = name if name and self._opened.reaches(name) else ""
        there = name and self._info(found[name]).date and name not in self._archive
        return name if there else ""

    @reads("any")
    def info(self, name: str) -> CampaignInfo:
        """A campaign as listed; one that cannot be read says why. Raises Refused."""
        return self._info(self._opened.info(name))

    # -- reading ------------------------------------------------------------------------------------

    @reads("any")
    def head(self, name: str) -> int:
        """Seq of the newest entry. Raises Refused."""
        if self._caller.behind:
            return queries.look(self._opened.get(name), self._caller.looking_as("")).head.seq
        return self._opened.get(name).diary.head().seq

    @reads("look")
    def standing(self, name: str) -> Standing:
        """Where the caller stands at the newest entry, as in `campaign.battles.battles.Battles.standing`. Raises
        Refused."""
        return queries.standing_of(self._opened.get(name), self._caller)

    @reads("look")
    def moment(self, name: str) -> CampaignMoment:
        """All that one screen needs, of one and the same entry. Raises Refused."""
        recent = Query(newest_first=True, limit=RECENT)
        found, lines = page(self._index, self._opened.get(name), self._caller, recent)
        running = [one for one in found.state.battles.values() if one.status == "running" and one.diary]
        over = [one.diary for one in running if self._is_over(one.diary)]
        return CampaignMoment(
            queries.seen(found, self._house),
            found.head.seq,
            found.head.seal.hex(),
            tuple(over),
            lines.lines,
            tuple(orders(found.campaign, found.state)) if found.viewer == UMPIRE else (),
            len(lines.lines) if lines.more else 0,
        )

    def _is_over(self, diary: str) -> bool:
        try:
            battle = self._battles.get(diary)
            head, state = battle.diary.current()
            return battle.over(battle.then(head, state, battle.rights(state, self._caller))[1])
        except (DiaryError, Refused):  # it is not open yet, or cannot be: its own page says why
            return False

    @reads("look")
    def view(self, name: str, seq: int | None = None, date: str = "") -> CampaignView:
        """What the caller sees: now, at an entry, or on the evening of a date, also of one within an advance. Raises
        Refused."""
        return queries.seen(self._look(name), self._house, self._point(name, date or seq))

    @reads("look")
    def difference(self, name: str, a: int | str, b: int | str) -> list[Difference]:
        """What is different for the caller at b, compared with a: entries, or dates for their evenings. Raises
        Refused."""
        found = self._look(name)
        views = [queries.seen(found, self._house, self._point(name, one)) for one in (a, b)]
        return differences.difference(*views)

    def _point(self, name: str, at: int | str | None) -> Point | None:
        if at is None:
            return None
        if not isinstance(at, int):
            self._look(name).rights.not_behind("a date")
        return point(self._index, self._opened.get(name), at)

    @reads("look")
    def log(
        self, name: str, after: int = 0, limit: int | None = None, everything: bool = False
    ) -> list[LogEntry]:
        """The entries, oldest first, those taken back marked as such. everything: quiet lines too. Raises Refused."""
        found = self._look(name)
        sides = self._index.sides(found.campaign, after) if secretive(found.state, found.viewer) else None
        return queries.log(found, after, limit, everything, sides)

    @reads("any")
    def verify(
        self, name: str, seals: Sequence[str] = (), *, quick: bool = False, definition: str = ""
    ) -> VerifyReport:
        """Whether it holds, and its battles do and are those that it vouches for. seals: as entries were shown,
        `SEQ:HEX`, for the diary to be held against. quick: of the battles look at the seals only. definition: digest
        of the files that its rules must be, as `files.check` tells it, its first 12 digits or more. Raises Refused."""
        given = as_given(definition)
        if self._caller.behind:
            found = queries.look(self._opened.get(name), self._caller.looking_as(""))
            if not found.campaign.over(found.state):
                found.rights.not_behind("whether it holds")
        report = self._verified(name, quick, given)
        if quick:
            report = replace(report, unchecked=(*report.unchecked, QUICK))
        return held_against(report, self._store, seals)

    def _verified(self, name: str, quick: bool, definition: str) -> VerifyReport:
        campaign = self._opened.get(name)
        try:
            with fitting(name, 1, "it cannot be checked"):
                battles = self._battles
                return verifying.check(
                    campaign, None if quick else battles, battles.packs, self._caller, definition
                )
        except DiaryError as error:
            return VerifyReport(name, False, 0, first_bad=1, why=str(error))

    # -- acting -------------------------------------------------------------------------------------

    @acts("act")
    def act(self, name: str, action: Action, *, key: str = "", expected: int | None = None) -> Acted:
        """Do what the caller asks for, or say why not: as the umpire, if he may be that, else for his side.

        key, expected: see `campaign.battles.battles.Battles.act`.
        """
        campaign = self._opened.get(name)
        decoded = a.of_today(campaign.decode(action_bytes(action)))
        if isinstance(decoded, a.Start) and decoded.diary:
            raise Refused("A battle that is fought here is begun with `begin`.", "", ["begin"], "$.diary")
        on = terms(key, expected)

        def do() -> Acted:
            with campaign.diary.lock:
                head, state = campaign.diary.current()
                author = Author(self._caller.player, acting_role(campaign.rights(state, self._caller)))
                if before := campaign.keyed(on.key, author.player, [author.role], lambda _: decoded):
                    return repeated(campaign, before)
                entry, events, draws, state = campaign.act(author, decoded, on.at(head.seq))
                return acted(campaign, entry, state, events, draws)

        return patiently(do, on)

    @acts("umpire")
    def begin(
        self,
        name: str,
        node: str,
        assets: Sequence[str] | None = None,
        *,
        seats: Sequence[t.Seat] = (),
        dice: t.DiceMode = "sealed",
        undo: t.UndoPolicy | None = None,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """Begin a scenario: with these assets, or with as many as may come. A battle diary is opened where it is fought
        here. key, expected: see `act`; where the beginning was cut short, the same key again opens the diary."""
        campaign, on, table = self._opened.get(name), terms(key, expected), Setting(seats, dice, undo)
        self._umpire(campaign)
        return self._fighting.begin(campaign, self._caller, node, assets, table, on)

    @acts("umpire")
    def resume(self, name: str, battle: str) -> Acted:
        """Open the diary of a battle that was begun, if something came in between."""
        campaign = self._opened.get(name)
        self._umpire(campaign)
        return self._fighting.resume(campaign, self._caller, battle)

    # -- taking back --------------------------------------------------------------------------------

    @reads("umpire")
    def plan_undo(self, name: str, seq: int | None = None, decisions: Decisions | None = None) -> Plan:
        """What depends on an entry, the newest if none is named, and what would become of it. Raises Refused."""
        campaign = self._opened.get(name)
        self._umpire(campaign)
        return rewinding.plan(campaign, seq, decisions or {})

    @acts("umpire")
    def undo(
        self,
        name: str,
        seq: int | None = None,
        decisions: Decisions | None = None,
        *,
        key: str = "",
        expected: int | None = None,
    ) -> Acted:
        """Take an entry back, by default the newest; what followed it is entered again. key, expected: see `act`."""
        campaign, on = self._opened.get(name), terms(key, expected)
        author = self._umpire(campaign)
        return settled(lambda: rewinding.undo(campaign, author, seq, decisions or {}, on), on)

    @acts("umpire")
    def redo(self, name: str, *, key: str = "", expected: int | None = None) -> Acted:
        """Bring back what the newest undo took away. key, expected: see `act`."""
        campaign, on = self._opened.get(name), terms(key, expected)
        author = self._umpire(campaign)
        return settled(lambda: rewinding.redo(campaign, author, on), on)

    @acts("umpire")
    def rewind(self, name: str, to: int, *, key: str = "", expected: int | None = None) -> Acted:
        """Return to the state at any entry, also one that was withdrawn. key, expected: see `act`."""
        campaign, on = self._opened.get(name), terms(key, expected)
        author = self._umpire(campaign)
        return settled(lambda: rewinding.jump(campaign, author, to, on), on)

    @acts("look")
    def fork(self, name: str, seq: int | None = None, *, title: str = "", diary: str = "") -> Acted:
        """A new campaign that goes on from an entry of this one, its running battles forked too: a study of one
        player's, who sees everything in it. For whoever may look on; while it, or one of those battles, hides
        something, for its umpire. diary: its name."""
        campaign = self._opened.get(name)
        found = queries.look(campaign, self._caller)
        at = found.head.seq if seq is None else seq
        if found.rights.behind and at > found.head.seq:
            raise NoSuchEntry(name, at, found.head.seq)
        then = campaign.diary.state_at(at)
        battles = rewinding.running(then, self._battles)
        hides = campaign.hides(found.state) or campaign.withholds(then)
        hides = hides or any(one.hides(one.state()) for one in battles)
        found.rights.seeing_all(hides, campaign.over(found.state))
        with self._house.kin().offering():
            room_for_one(self._house.kin(), self._caller)
            return rewinding.fork_campaign(campaign, self._battles, self._caller, at, title, diary)


def lines_of(campaigns: Campaigns) -> Lines[CampaignInfo]:
    """The list of all, a page at a time."""
    return campaigns._lines  # pyright: ignore[reportPrivateUsage]
