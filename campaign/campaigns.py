"""The part of headquarters that keeps campaigns: opened from files, fought, returned, taken back, asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date as day
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from campaign import campaign_battles, campaign_checks, campaign_view, rewriting
from campaign import table as t
from campaign.answers import Acted, ChangeLine, DiceNeeded, Refusal, VerifyReport
from campaign.campaign_answers import CampaignActed, CampaignEntry, CampaignInfo, Sample
from campaign.campaign_desk import CampaignDesk, ForkCampaign, OpenCampaign, entitled
from campaign.chronicle import Change, Chronicle, Page, Query, Tally
from campaign.desk import Desk, World
from campaign.home import Home
from campaign.ledger import actions as a
from campaign.ledger import events as e
from campaign.ledger.book import Book, battle_of, running
from campaign.ledger.decide.battles import suggestion
from campaign.ledger.decide.calendar import waits
from campaign.ledger.decide.graph import holds, open_node
from campaign.ledger.decide.organise import enrol
from campaign.ledger.decide.workshop import needs
from campaign.ledger.definition import Definition, read_definition
from campaign.ledger.orders import assets_csv, orders_toml, people_csv, read_orders
from campaign.ledger.policy import Policy, read_policy
from campaign.ledger.returns import Return, read_return
from campaign.ledger.sheets import read_file
from campaign.ledger.state import Campaign
from campaign.ledger.subjects import side_of_event
from campaign.ledger.words import is_quiet, tell
from campaign.plain import checked
from campaign.rules.dice import ScriptedDice, commitment
from campaign.rules.muster import AssetType
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.shelf import Shelf
from events.diary import Rewind, fork
from events.entry import Author, Draw, decode_body, draft, encode_json
from events.errors import DiaryError, HeadMoved, NoSuchDiary, ReadOnly
from events.exchange import export_diaries
from events.sqlite import SQLiteStore

T = TypeVar("T")
Answer = CampaignActed | Refusal
Given = Mapping[str, Any] | str | bytes | msgspec.Struct
SOMEBODY = "local"
SAMPLES = "campaign.samples"
STEPS = 2000
"""Actions after which a battle between bots counts as stuck."""


class CampaignDoor:
    """See `campaign.headquarters.Headquarters`."""

    home: Home
    store: SQLiteStore
    shelf: Shelf
    world: World
    _campaigns: dict[str, CampaignDesk]
    _chronicle: Chronicle | None = None

    # What headquarters itself adds.
    new: Callable[..., Acted | Refusal | DiceNeeded]
    desk: Callable[[str], Desk]
    autoplay: Callable[..., Iterator[Acted | Refusal | DiceNeeded]]
    fork: Callable[..., Acted | Refusal | DiceNeeded]

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

        return _answer(do)

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
        self.store.create(name, "campaign", definition.title, self.world.now())
        self.store.put_secret(name, secret)
        desk = self.campaign(name)
        author = Author(checked(player, "player id", "$.player"), UMPIRE)
        body = desk.body(0, book.state, OpenCampaign(source), author, book.events)
        done = desk.diary.append(0, [draft(body)], book.state)
        return _acted(desk, done[0].seq, book.events)

    # -- reading --------------------------------------------------------------------------------------

    def campaign(self, name: str) -> CampaignDesk:
        """The campaign, opened once. Raises NoSuchDiary."""
        if name not in self._campaigns:
            self._campaigns[name] = CampaignDesk(self.store, name, self.world)
        return self._campaigns[name]

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
            at = self.chronicle.seq_at(desk, _date(date))
        seq, state = desk.diary.current()[0].seq, desk.state()
        if at is not None and at != seq:
            seq, state = at, desk.diary.state_at(at)
        _viewer(state, viewer)
        return campaign_view.view(state, seq, viewer)

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
        _viewer(state, viewer)
        kept = desk.diary.lineage(head.seq)
        found: list[CampaignEntry] = []
        for entry in desk.store.entries(name, after):
            body = decode_body(entry.body)
            events: Sequence[Any] = desk.diary.reducer.codec.events(entry.body)
            lines = tuple(_lines(state, events, viewer, everything))
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
        return self.chronicle.search(desk, query, viewer, _secret(desk.state(), viewer))

    def why(self, name: str, id: str, field: str = "", viewer: str = "") -> list[Change]:
        """The events that made a fact of a person, asset, depot, formation or side what it is. Raises Refused."""
        desk = self.campaign(name)
        state = desk.state()
        _viewer(state, viewer)
        found = book_subject(state, id)
        if not campaign_view.sees(state, viewer, getattr(found, "side", id)):
            raise Refused(f"There is nobody and nothing {id!r} that you may see.", where="$.id")
        return self.chronicle.why(desk, id, field)

    def statistics(self, name: str, viewer: str = "", until: str = "") -> list[Tally]:
        """Running totals by date, of the sides that a viewer may see."""
        desk = self.campaign(name)
        _viewer(desk.state(), viewer)
        found = self.chronicle.statistics(desk, until)
        public = ("points", "battles won", "kills", "knocked out")
        return [
            one for one in found if one.what in public or campaign_view.sees(desk.state(), viewer, one.side)
        ]

    # -- acting ---------------------------------------------------------------------------------------

    def campaign_act(
        self,
        name: str,
        action: Given,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        key: str = "",
        expected: int | None = None,
    ) -> Answer:
        """Do what a side or the umpire asks for, or say why not. See `act` of headquarters about key and expected."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            checked(key, "key", "$.key")
            checked(player, "player id", "$.player")
            if key and (before := self.store.keyed(name, key)):
                return CampaignActed(name, before[-1].seq, repeated=True)
            data = (
                action if isinstance(action, bytes) else action.encode() if isinstance(action, str) else None
            )
            decoded = desk.decode(encode_json(action) if data is None else data)
            if isinstance(decoded, a.Start) and decoded.diary:
                raise Refused("A battle that is fought here is begun with `begin`.", "", ["begin"], "$.diary")
            entry, events, draws = _patiently(
                lambda: desk.act(decoded, side, player, key, expected), expected is None
            )
            return _acted(desk, entry.seq, events, draws)

        return _answer(do)

    def begin(
        self,
        name: str,
        node: str,
        assets: Sequence[str] | None = None,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        seats: Sequence[t.Seat] = (),
        dice: t.DiceMode = "sealed",
        undo: t.UndoPolicy | None = None,
    ) -> Answer:
        """Begin a scenario: with these assets, or with as many as may come. A battle diary is opened where it is
        fought here; the record names it before it exists, so that nothing is lost in between (see `resume`)."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            state = desk.state()
            assert state.graph is not None
            found = state.graph.node(node)
            number = 1 + sum(one.node == node for one in state.battles.values())
            battle = f"{node}-{number}" if number > 1 or node in state.battles else f"{node}-1"
            diary = f"{name}.{battle}.{self.world.random_bytes(2).hex()}" if found.system else ""
            chosen = tuple(suggestion(state, found) if assets is None else assets)
            action = a.Start(node, chosen, battle, diary)
            entry, events, draws = _patiently(lambda: desk.act(action, side, player), True)
            if diary:
                self._open_battle(desk, battle, seats, dice, undo, player)
            return _acted(desk, entry.seq, events, draws, battle, diary)

        return _answer(do)

    def _open_battle(
        self, desk: CampaignDesk, battle: str, seats: Sequence[t.Seat], dice: t.DiceMode, undo: t.UndoPolicy | None,
        player: str,
    ) -> None:  # fmt: skip
        """Open the diary of a battle that was begun; if it cannot be, the beginning is taken back. Raises Refused."""
        state = desk.state()
        found = state.battles[battle]
        assert state.graph is not None
        node = state.graph.node(found.node)
        answer = self.new(
            node.scenario, system=node.system, title=f"{node.title} ({state.title})"[:200], seats=seats, dice=dice,
            undo=undo, options=node.options, player=player, battle=found.diary,
            muster=campaign_battles.muster_of(state, found),
        )  # fmt: skip
        if isinstance(answer, Acted):
            return
        desk.act(a.Cancel(battle, "could not be opened"), UMPIRE, state.umpire or player)
        if isinstance(answer, Refusal):
            raise Refused(answer.reason, answer.rule, answer.allowed, answer.where)
        raise Refused("A set-up rolls no dice.")

    def resume(self, name: str, battle: str, *, player: str = SOMEBODY) -> Answer:
        """Open the diary of a battle that was begun, if something came in between."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            found = running(desk.state(), battle)
            try:
                there = bool(self.store.head(found.diary).seq)
            except NoSuchDiary:
                there = False
            if found.diary and not there:
                self._open_battle(desk, battle, (), "sealed", None, player)
            return CampaignActed(name, desk.diary.head().seq, battle=battle, diary=found.diary)

        return _answer(do)

    def return_form(self, name: str, battle: str) -> Return:
        """A battle's return as far as it is known: from its diary, its draft, or a form. Raises Refused."""
        desk = self.campaign(name)
        state = desk.state()
        found = battle_of(state, battle)
        if found.status != "running":
            return self._filed(desk, battle)[1]
        if battle in state.drafts:
            return state.drafts[battle]
        assert state.graph is not None
        if found.diary:
            return campaign_battles.return_of(
                state, found, state.graph.node(found.node), self.desk(found.diary)
            )
        return campaign_battles.empty_return(found)

    def file(
        self,
        name: str,
        battle: str,
        content: Return | None = None,
        *,
        side: str = UMPIRE,
        player: str = SOMEBODY,
        draft_only: bool = False,
    ) -> Answer:
        """File a return: the one given, else that of the battle's diary or its draft. draft_only: keep it for later."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            found = running(desk.state(), battle)
            filed = content
            if filed is None and battle not in desk.state().drafts:
                filed = self.return_form(name, battle)
            head, seal = 0, ""
            if found.diary and not draft_only:
                fought = self.store.head(found.diary)
                head, seal = fought.seq, fought.seal.hex()
            if draft_only:
                action: a.Action = a.Draft(filed or self.return_form(name, battle))
            else:
                action = a.File(battle, filed, head, seal)
            entry, events, draws = _patiently(lambda: desk.act(action, side, player), True)
            return _acted(desk, entry.seq, events, draws, battle)

        return _answer(do)

    # -- taking back ----------------------------------------------------------------------------------

    def plan_undo(
        self, name: str, seq: int, decisions: Mapping[int, rewriting.Decision] | None = None
    ) -> rewriting.Plan:
        """What depends on an entry, and what would become of it. Raises Refused."""
        return rewriting.plan(self.campaign(name), seq, None, decisions or {})

    def undo_entry(
        self,
        name: str,
        seq: int | None = None,
        decisions: Mapping[int, rewriting.Decision] | None = None,
        *,
        player: str = SOMEBODY,
    ) -> Answer:
        """Take an entry back, by default the newest; what followed it is entered again. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            target = self._newest(desk) if seq is None else seq
            if target == self._newest(desk):
                return self._rewind(desk, self.store.entry(name, target).parent, "undo", player)
            _, done = rewriting.rewrite(desk, target, None, decisions or {}, player)
            return CampaignActed(name, done[-1].seq)

        return _answer(do)

    def rewind_campaign(self, name: str, to: int, *, player: str = SOMEBODY) -> Answer:
        """Return to the state at any entry, also one that was withdrawn. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            if not 1 <= to <= desk.diary.head().seq:
                raise Refused(
                    f"There is no entry {to} to go back to.", "", [f"1 to {desk.diary.head().seq}"], "$.to"
                )
            return self._rewind(desk, to, "jump", player)

        return _answer(do)

    def redo_campaign(self, name: str, *, player: str = SOMEBODY) -> Answer:
        """Bring back what the newest undo took away. For the umpire."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            target = desk.diary.redo_target()
            if not target:
                raise Refused("There is nothing to redo.")
            return self._rewind(desk, target, "redo", player)

        return _answer(do)

    def _newest(self, desk: CampaignDesk) -> int:
        for low, high in reversed(desk.diary.lineage(desk.diary.head().seq)):
            for seq in range(high, low - 1, -1):
                if self.store.entry(desk.name, seq).kind not in desk.diary.administrative:
                    return seq
        return 0

    def _rewind(self, desk: CampaignDesk, to: int, why: Any, player: str) -> CampaignActed:
        head, state = desk.diary.current()
        entitled(state, UMPIRE, player)
        if desk.diary.read_only:
            raise ReadOnly(desk.diary.read_only)
        if state.secret:
            raise Refused("The campaign is over and its secret is out: fork it to go on.", "", ["fork"])
        if to < 1:
            raise Refused("There is nothing to undo.")
        back = desk.diary.state_at(to)
        body = desk.body(head.seq, back, Rewind(to, why), Author(player, UMPIRE), [], parent=to)
        done = desk.diary.append(head.seq, [draft(body)], back)
        return CampaignActed(desk.name, done[-1].seq)

    def _filed(self, desk: CampaignDesk, battle: str) -> tuple[int, Return]:
        """The entry in which a battle's return was filed, and the return. Raises Refused."""
        for low, high in reversed(desk.diary.lineage(desk.diary.head().seq)):
            for seq in range(high, low - 1, -1):
                entry = self.store.entry(desk.name, seq)
                if entry.kind != "file":
                    continue
                action = desk.decode(bytes(decode_body(entry.body).action))
                if action.battle == battle:
                    content = action.content or desk.diary.state_at(entry.parent).drafts[battle]
                    return seq, content
        raise Refused(f"No return of {battle} was filed.", where="$.battle")

    def plan_correction(
        self, name: str, content: Return, decisions: Mapping[int, rewriting.Decision] | None = None
    ) -> rewriting.Plan:
        """What filing another return for an earlier battle would change. Raises Refused."""
        desk = self.campaign(name)
        seq, action = self._corrected(desk, content)
        return rewriting.plan(desk, seq, action, decisions or {})

    def correct(
        self,
        name: str,
        content: Return,
        decisions: Mapping[int, rewriting.Decision] | None = None,
        *,
        player: str = SOMEBODY,
    ) -> Answer:
        """File another return for an earlier battle; what followed is entered again on the corrected facts."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            seq, action = self._corrected(desk, content)
            _, done = rewriting.rewrite(desk, seq, action, decisions or {}, player)
            return CampaignActed(name, done[-1].seq, battle=content.battle)

        return _answer(do)

    def _corrected(self, desk: CampaignDesk, content: Return) -> tuple[int, a.File]:
        battle_of(desk.state(), content.battle)
        seq, _ = self._filed(desk, content.battle)
        old = desk.decode(bytes(decode_body(self.store.entry(desk.name, seq).body).action))
        return seq, a.File(content.battle, content, old.head, old.seal)

    def fork_campaign(
        self, name: str, at: int | None = None, *, title: str = "", player: str = SOMEBODY
    ) -> Answer:
        """A new campaign that goes on from an entry of this one, its running battles forked too."""

        def do() -> CampaignActed:
            desk = self.campaign(name)
            seq = desk.diary.head().seq if at is None else at
            state = desk.diary.state_at(seq)
            if state.verdict is not None:
                raise Refused(f"At entry {seq} the campaign is over: fork from an earlier one.")
            new = f"{name.partition('~')[0]}~{self.world.random_bytes(3).hex()}"
            battles: dict[str, str] = {}
            for battle in state.battles.values():
                if battle.status == "running" and battle.diary:
                    battles[battle.diary] = self._fork_battle(battle.diary, player)
            secret = self.world.random_bytes(32)
            heading = checked(title, "title", "$.title") or f"{state.title} (fork at {seq})"
            fork(self.store, name, seq, new, heading, self.world.now())
            self.store.put_secret(new, secret)
            made = self.campaign(new)
            seal = self.store.entry(name, seq).seal.hex()
            event = e.CampaignForked(name, seq, seal, commitment(secret, new), battles)
            made.diary.reducer.fold(state, [event])
            body = made.body(0, state, ForkCampaign(name, seq), Author(player, UMPIRE), [event])
            done = made.diary.append(0, [draft(body)], state)
            return _acted(made, done[0].seq, [event])

        return _answer(do)

    def _fork_battle(self, diary: str, player: str) -> str:
        """From where it stands, or from its opening if it is over by now."""
        desk = self.desk(diary)
        over = desk.rules.verdict(desk.diary.current()[1].game) is not None
        answer = self.fork(diary, 1 if over else None, player=player)
        if isinstance(answer, Acted):
            return answer.battle
        raise Refused("A battle of this campaign cannot be forked.", where=diary)

    # -- bots -----------------------------------------------------------------------------------------

    def routine(self, name: str) -> list[tuple[str, a.Action]]:
        """What a diligent staff would do before time goes on: (side, action). Repairs, as far as parts go."""
        desk = self.campaign(name)
        state = desk.copy(desk.state())
        book = Book(state, ScriptedDice(()))
        found: list[tuple[str, a.Action]] = []
        workshops = {one.side for one in state.depots.values() if one.hours}
        parts = dict.fromkeys(state.sides, 0)
        for depot in state.depots.values():
            parts[depot.side] += depot.stores.get("parts", 0)
        for asset in state.assets.values():
            if asset.status not in ("ready", "wreck") or asset.battle or asset.side not in workshops:
                continue
            for damage in needs(book, asset):
                cost = book.policy.repair_of(damage).parts
                if cost <= parts[asset.side]:
                    parts[asset.side] -= cost
                    found.append((asset.side, a.Repair(asset.id, damage)))
        return found

    def play_campaign(
        self,
        name: str,
        *,
        returns: Mapping[str, Return] | None = None,
        pick: Callable[[int], int] | None = None,
        player: str = "bot:staff",
        until: str = "",
    ) -> Iterator[Answer]:
        """Let bots play on, step by step, to the end or to a date: battles, returns, repairs, days.

        returns: by scenario, for those that are fought elsewhere; others are guessed.
        """
        desk = self.campaign(name)
        choose = pick or self._pick
        while desk.state().verdict is None and not (until and desk.state().date >= until):
            step = self._bot_step(name, desk, returns or {}, choose, player)
            yield step
            if isinstance(step, Refusal):
                return

    def _pick(self, n: int) -> int:
        return int.from_bytes(self.world.random_bytes(8), "big") % n

    def _bot_step(
        self,
        name: str,
        desk: CampaignDesk,
        returns: Mapping[str, Return],
        pick: Callable[[int], int],
        player: str,
    ) -> Answer:
        state = desk.state()
        assert state.graph is not None
        for battle in state.battles.values():
            if battle.status != "running":
                continue
            node = state.graph.node(battle.node)
            if not battle.diary:
                known = returns.get(node.id)
                guess = campaign_battles.guess_return(state, battle, node, pick)
                content = msgspec.structs.replace(known, battle=battle.id) if known else guess
                answer = self.file(name, battle.id, content, player=player)
                return (
                    self.file(name, battle.id, guess, player=player)
                    if isinstance(answer, Refusal)
                    else answer
                )
            rules = self.desk(battle.diary).system
            bots = dict.fromkeys(node.sides.values(), rules.bots[-1])
            for done in self.autoplay(battle.diary, bots, pick):
                if not isinstance(done, Acted):
                    return done if isinstance(done, Refusal) else Refusal("The battle needs real dice.")
            return self.file(name, battle.id, player=player)
        for id in state.nodes:
            node = state.graph.node(id)
            if id in waits(state) and holds(state, node.needs):
                answer = self.begin(name, id, player=player, undo="free")
                if isinstance(answer, CampaignActed):
                    return answer
        for side, action in self.routine(name):
            answer = self.campaign_act(name, action, player=player)
            if isinstance(answer, CampaignActed) and side:
                return answer
        return self.campaign_act(name, a.Advance(7, stop=True), player=player)

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
        _viewer(state, viewer)
        side = viewer if _secret(state, viewer) else ""
        if _secret(state, viewer) and viewer not in state.sides:
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


def book_subject(state: Campaign, id: str) -> Any:
    """Raises Refused, naming what is near."""
    from campaign.ledger.state import subject

    found = subject(state, id)
    if found is None:
        everything = [
            *state.people,
            *state.assets,
            *state.formations,
            *state.depots,
            *state.pools,
            *state.sides,
        ]
        near = [one for one in everything if id.lower() in one or one in id.lower()]
        raise Refused(f"There is nobody and nothing {id!r} in this campaign.", "", near[:12], "$.id")
    return found


def _viewer(state: Campaign, viewer: str) -> None:
    if viewer not in ("", UMPIRE, *state.sides):
        raise Refused(f"There is no viewer {viewer!r}.", "", [*state.sides, UMPIRE], "$.viewer")


def _secret(state: Campaign, viewer: str) -> bool:
    """Whether something is kept from this viewer. Raises Refused for a viewer that there is not."""
    _viewer(state, viewer)
    return not all(campaign_view.sees(state, viewer, side) for side in state.sides)


def _date(text: str) -> str:
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(f"{text!r} is not a date.", "", ["YYYY-MM-DD"], "$.date") from None


def _lines(state: Campaign, events: Sequence[Any], viewer: str, everything: bool) -> Iterator[str]:
    secret = _secret(state, viewer)
    for event in events:
        if not isinstance(event, e.Event):
            yield "(an event of a newer version)"
        elif (everything or not is_quiet(event)) and (
            not secret or side_of_event(state, event) in ("", viewer)
        ):
            yield tell(state, event)


def _acted(
    desk: CampaignDesk, seq: int, events: Sequence[e.Event], draws: Sequence[Draw] = (), battle: str = "",
    diary: str = "",
) -> CampaignActed:  # fmt: skip
    state = desk.state()
    lines = tuple(tell(state, one) for one in events if not is_quiet(one))
    return CampaignActed(desk.name, seq, lines, len(events), tuple(draws), battle, diary)


def _patiently(do: Callable[[], T], again: bool) -> T:
    """Decide anew if somebody else was faster."""
    for _ in range(4):
        try:
            return do()
        except HeadMoved:
            if not again:
                raise
    return do()


def _answer(do: Callable[[], CampaignActed]) -> Answer:
    try:
        return do()
    except Refused as refused:
        return Refusal.of(refused)
    except HeadMoved as error:
        return Refusal(str(error), kind="head-moved")
    except ReadOnly as error:
        return Refusal(str(error), kind="read-only")
    except DiaryError as error:
        return Refusal(str(error))
