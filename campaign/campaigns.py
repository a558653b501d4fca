"""The part of headquarters that keeps campaigns: opened from files, ordered, asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from campaign import campaign_checks, campaign_view
from campaign.answers import ChangeLine, VerifyReport
from campaign.campaign_answers import CampaignActed, CampaignEntry, CampaignInfo, Sample
from campaign.campaign_base import (
    SAMPLES,
    SOMEBODY,
    Answer,
    acted,
    answered,
    book_subject,
    iso_date,
    known_viewer,
    secretive,
    visible_lines,
)
from campaign.campaign_desk import CampaignDesk, OpenCampaign
from campaign.campaign_fighting import CampaignBattles
from campaign.campaign_past import CampaignPast
from campaign.chronicle import Change, Chronicle, Page, Query, Tally
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import open_node
from campaign.ledger.decide.organise import enrol
from campaign.ledger.definition import Definition, read_definition
from campaign.ledger.orders import assets_csv, orders_toml, people_csv, read_orders
from campaign.ledger.policy import Policy, read_policy
from campaign.ledger.returns import Return, read_return
from campaign.ledger.sheets import read_file
from campaign.ledger.state import Campaign
from campaign.plain import checked, plain_data
from campaign.rules.dice import ScriptedDice, commitment
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from events.entry import Author, decode_body, draft
from events.errors import DiaryError
from events.exchange import export_diaries


class CampaignDoor(CampaignBattles, CampaignPast):
    """See `campaign.headquarters.Headquarters`."""

    # -- opening --------------------------------------------------------------------------------------

    def campaign_samples(self) -> list[Sample]:
        """Ready-made campaigns, the longest first."""
        found: list[tuple[int, Sample]] = []
        for folder in sorted(files(SAMPLES).iterdir(), key=lambda one: one.name):
            if folder.joinpath("campaign.toml").is_file():
                definition = self.read_campaign(folder.name)
                sample = Sample(folder.name, definition.title, definition.text)
                found.append((-len(definition.graph.scenario), sample))
        return [sample for _, sample in sorted(found, key=lambda one: one[0])]

    def sample_campaigns(self) -> list[str]:
        """Where there is no campaign and no battle yet: one of each sample. Answers with their ids."""
        found: list[str] = []
        for sample in () if self.store.diaries() else self.campaign_samples():
            answer = self.new_campaign(sample.id, name=sample.id)
            found += [answer.campaign] if isinstance(answer, CampaignActed) else []
        return found

    def last_campaign(self) -> str:
        """The campaign to which the newest entry of all belongs, its own or one of its battles'; "" if to none."""
        names = {one.name for one in self.store.diaries("campaign") if one.head.seq}
        newest = self.store.since(max(0, self.store.position() - 1), 1)
        name = newest[0].diary.partition(".")[0] if newest else ""
        return name if name in names else ""

    def read_campaign(self, source: Path | str) -> Definition:
        """A campaign's files, checked: a folder, or the id of a sample. Raises Refused with file, line and reason."""
        folder = Path(source)
        if not folder.is_dir():
            names = sorted(
                one.name for one in files(SAMPLES).iterdir() if one.joinpath("campaign.toml").is_file()
            )
            if str(source) not in names:
                raise Refused(
                    f"There is no folder and no sample campaign {str(source)!r}.", "", names, "$.source"
                )
            folder = Path(str(files(SAMPLES).joinpath(str(source))))
        return read_definition(folder, self._types, self._scenario_sides)

    def _types(self, system: str) -> Mapping[str, AssetType]:
        return self.shelf.installed(system)[1].asset_types()

    def _scenario_sides(self, system: str, scenario: str) -> tuple[str, ...]:
        infos = {info.id: info for info in self.shelf.installed(system)[1].scenarios()}
        if scenario not in infos:
            raise Refused(f"{system} has no scenario {scenario!r}.", "", list(infos))
        return tuple(side.id for side in infos[scenario].sides)

    def new_campaign(self, source: Path | str, *, name: str = "", player: str = SOMEBODY) -> Answer:
        """Open a campaign from a folder of files or a sample. name: of its diary."""

        def do() -> CampaignActed:
            definition = self.read_campaign(source)
            chosen = checked(name, "name", "$.name") or f"{definition.id}-{self.world.random_bytes(3).hex()}"
            return self._open(definition, chosen, player, Path(source).name)

        return answered(do)

    def _open(self, definition: Definition, name: str, player: str, source: str) -> CampaignActed:
        secret = self.world.random_bytes(32)
        book = Book(Campaign(), ScriptedDice(()))
        book.tell(
            e.CampaignOpened(
                name,
                definition.title,
                definition.date,
                definition.sides,
                definition.policy,
                definition.graph,
                commitment(secret, name),
                definition.umpire,
            )
        )
        enrol(book, definition.forces, UMPIRE)
        for node in definition.graph.scenario:
            if node.start:
                open_node(book, node)
        plain_data(msgspec.to_builtins(book.events), "A campaign")
        self.store.create(name, "campaign", definition.title, self.world.now())
        self.store.put_secret(name, secret)
        desk = self.campaign(name)
        author = Author(checked(player, "player id", "$.player"), UMPIRE)
        body = desk.body(0, book.state, OpenCampaign(source), author, book.events)
        done = desk.diary.append(0, [draft(body)], book.state)
        return acted(desk, done[0].seq, book.events)

    # -- reading --------------------------------------------------------------------------------------

    def campaigns(self) -> list[CampaignInfo]:
        """All campaigns, oldest first."""
        return [self.campaign_info(one.name) for one in self.store.diaries("campaign") if one.head.seq]

    def campaign_info(self, name: str) -> CampaignInfo:
        """A campaign as listed; one that cannot be read says why. Raises NoSuchDiary."""
        found = self.store.info(name)
        desk = self.campaign(name)
        origin = f"{found.origin.diary} at entry {found.origin.seq}" if found.origin else ""
        try:
            head, state = desk.diary.current()
        except (DiaryError, Refused) as error:
            return CampaignInfo(
                name, found.title, "", found.head.seq, found.created, forked_from=origin, read_only=str(error)
            )
        return CampaignInfo(
            name, found.title, state.date, head.seq, found.created,
            tuple(id for id in state.nodes if id in waits(state)),
            tuple(one.id for one in state.battles.values() if one.status == "running"),
            state.verdict, origin, desk.diary.read_only,
        )  # fmt: skip

    def campaign_view(
        self, name: str, viewer: str = "", at: int | None = None, date: str = ""
    ) -> campaign_view.CampaignView:
        """What a viewer sees: now, at an entry, or on the evening of a date. Raises NoSuchEntry, Refused."""
        desk = self.campaign(name)
        if date:
            at = self.chronicle.seq_at(desk, iso_date(date))
        seq, state = desk.diary.current()[0].seq, desk.state()
        if at is not None and at != seq:
            seq, state = at, self._state_at(desk, at)
        known_viewer(state, viewer)
        return campaign_view.view(state, seq, viewer)

    def campaign_entry(self, name: str, text: str) -> int:
        """An entry as people name it: by its number, or by a date for the last one of that day. Raises Refused."""
        if text.removeprefix("-").isdecimal() and len(text) < 10:
            return int(text)
        return self.chronicle.seq_at(self.campaign(name), iso_date(text))

    def _state_at(self, desk: CampaignDesk, at: int) -> Campaign:
        """The state at an entry; 0 and below count back through what a fork rests on. Raises NoSuchEntry."""
        origin = desk.store.info(desk.name).origin
        if at > 0 or origin is None:
            return desk.diary.state_at(at)
        return self._state_at(self.campaign(origin.diary), at + origin.seq)

    def campaign_difference(self, name: str, a: int, b: int, viewer: str = "") -> list[ChangeLine]:
        """What is different for this viewer at entry b, compared with entry a."""
        return campaign_view.difference(
            self.campaign_view(name, viewer, a), self.campaign_view(name, viewer, b)
        )

    def campaign_log(
        self, name: str, viewer: str = "", after: int = 0, limit: int | None = None, everything: bool = False
    ) -> list[CampaignEntry]:
        """The entries, oldest first, those taken back marked as such. everything: quiet lines too."""
        desk = self.campaign(name)
        head, state = desk.diary.current()
        known_viewer(state, viewer)
        kept = desk.diary.lineage(head.seq)
        found: list[CampaignEntry] = []
        for entry in desk.store.entries(name, after):
            body = decode_body(entry.body)
            events: Sequence[Any] = desk.diary.reducer.codec.events(entry.body)
            lines = tuple(visible_lines(state, events, viewer, everything))
            gone = not any(low <= entry.seq <= high for low, high in kept)
            found.append(
                CampaignEntry(
                    entry.seq, entry.parent, body.at, body.author.player, body.author.role, entry.kind, lines,
                    len(events), body.again, gone,
                )
            )  # fmt: skip
            if limit is not None and len(found) >= limit:
                break
        return found

    def campaign_verify(self, name: str) -> VerifyReport:
        """Chain, states, dice, and the heads of its battles. Raises NoSuchDiary."""
        return campaign_checks.check(self.campaign(name))

    # -- the record -----------------------------------------------------------------------------------

    @property
    def chronicle(self) -> Chronicle:
        """The read model of all campaigns: may be dropped at any time."""
        if self._chronicle is None:
            self._chronicle = Chronicle(self.home.folder / "record.db")
        return self._chronicle

    def search(self, name: str, query: Query, viewer: str = "") -> Page:
        """A page of the record, as a viewer may read it. Raises Refused."""
        desk = self.campaign(name)
        return self.chronicle.search(desk, query, viewer, secretive(desk.state(), viewer))

    def why(self, name: str, id: str, field: str = "", viewer: str = "") -> list[Change]:
        """The events that made a fact of a person, asset, depot, formation or side what it is. Raises Refused."""
        desk = self.campaign(name)
        state = desk.state()
        known_viewer(state, viewer)
        found = book_subject(state, id)
        if not campaign_view.sees(state, viewer, getattr(found, "side", id)):
            raise Refused(f"There is nobody and nothing {id!r} that you may see.", where="$.id")
        return self.chronicle.why(desk, id, field)

    def statistics(self, name: str, viewer: str = "", until: str = "") -> list[Tally]:
        """Running totals by date, of the sides that a viewer may see."""
        desk = self.campaign(name)
        known_viewer(desk.state(), viewer)
        found = self.chronicle.statistics(desk, until)
        public = ("points", "battles won", "kills", "knocked out")
        return [
            one for one in found if one.what in public or campaign_view.sees(desk.state(), viewer, one.side)
        ]

    # -- files ----------------------------------------------------------------------------------------

    def read_return_file(self, path: Path | str) -> Return:
        """A return from a TOML or CSV file. Raises Refused with file, line and reason."""
        return read_return(read_file(Path(path)), str(path))

    def read_policy_file(self, path: Path | str) -> Policy:
        """A policy file over the defaults. Raises Refused with file, line and reason."""
        return read_policy(read_file(Path(path)), str(path))

    def export_campaign(self, name: str, path: Path | str, *, with_secrets: bool = False) -> int:
        """Write a campaign with all of its battles to a file; answers with the number of entries."""
        state = self.campaign(name).state()
        battles = [one.diary for one in state.battles.values() if one.diary]
        return export_diaries(self.store, path, [name, *battles], secrets=with_secrets)

    def read_orders_file(self, path: Path | str) -> a.Enrol:
        """Additions to the order of battle from a TOML or CSV file. Raises Refused with file, line and reason."""
        return read_orders(read_file(Path(path)), str(path))

    def orders_text(self, name: str, form: str = "toml", viewer: str = UMPIRE) -> str:
        """The order of battle as a file: `toml` (for the umpire), `people` or `assets` (CSV). Raises Refused."""
        state = self.campaign(name).state()
        known_viewer(state, viewer)
        side = viewer if secretive(state, viewer) else ""
        if secretive(state, viewer) and viewer not in state.sides:
            raise Refused("Observers do not see the order of battle here.", where="$.viewer")
        match form:
            case "toml" if side:
                raise Refused(
                    "The whole order of battle is for the umpire.", "", ["people", "assets"], "$.form"
                )
            case "toml":
                return orders_toml(state)
            case "people":
                return people_csv(state, side)
            case "assets":
                return assets_csv(state, side)
            case _:
                raise Refused(f"There is no form {form!r}.", "", ["toml", "people", "assets"], "$.form")
