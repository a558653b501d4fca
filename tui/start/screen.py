"""The start screen: battles to go on with, scenarios to begin, forces to build."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, groupby
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from campaign.battles.answers import BattleInfo
from campaign.campaigns.answers import CampaignInfo, Sample
from campaign.headquarters import Headquarters
from campaign.library.answers import RosterInfo
from campaign.library.packs import SystemInfo
from campaign.rules.options import ScenarioInfo
from campaign.shared.answers import Acted, Answer, TableOffer
from tui.forces.list import RosterList
from tui.seats.page import seats_of
from tui.shared.dialogs import Ask, Wrong
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.key_bar import KeyBar, main_keys
from tui.shared.keys import bindings
from tui.shared.notice import Notice
from tui.shared.rows import Rows, hanging
from tui.shared.seat_words import free_words, minute, waited_for
from tui.shared.words import BOLD, DIM
from tui.start.form import people_of
from tui.start.new_battle import NewBattle
from tui.start.offers import asked_since, asks_me, offer_line

Scenarios = list[tuple[SystemInfo, ScenarioInfo]]
Meaning = TableOffer | BattleInfo | CampaignInfo | Sample | tuple[SystemInfo, ScenarioInfo] | None
Rowed = list[tuple[Text, Meaning]]


class Listed(NamedTuple):
    """All there is to play. lobby: where a seat is offered. since: battle → since when one is asked there."""

    battles: list[BattleInfo]
    scenarios: Scenarios
    campaigns: list[CampaignInfo]
    lobby: list[TableOffer]
    since: dict[str, str]


def listed(headquarters: Headquarters) -> Listed:
    """Raises Refused."""
    return Listed(
        headquarters.battles.all(),
        headquarters.packs.scenarios(),
        headquarters.campaigns.all(),
        headquarters.lobby(),
        asked_since(headquarters.awaiting()),
    )


def campaign_line(info: CampaignInfo) -> str:
    """A campaign in the list: title, date, and what waits."""
    waiting = [
        *(f"{info.titles.get(one, one)} is being fought" for one in info.running),
        *(f"{info.titles.get(one, one)} can be fought" for one in info.open),
    ]
    over = f"over: {info.verdict.title}" if info.verdict else waited_for(info.waiting)
    state = info.read_only or over or ", ".join(waiting) or "nothing can be fought yet"
    return f"{info.title}\n   {info.campaign} · {info.date} · {state}"


def battle_line(info: BattleInfo, system: str, since: str = "") -> str:
    """A battle in the list: title, system, turn, and who is asked. since: when one is asked oneself, by others."""
    names = {side.id: side.name for side in info.sides}
    if info.verdict is not None:
        state = (
            f"over: {names.get(info.verdict.winner, 'nobody')} won" if info.verdict.winner else "over: a draw"
        )
    elif info.read_only:
        state = f"read only: {info.read_only}"
    elif info.waiting:
        state = waited_for(info.waiting)
    else:
        bots = {seat.side: seat.bot for seat in info.seats if seat.bot}
        asked = [f"{names.get(p.side, p.side)}{' (bot)' if p.side in bots else ''}" for p in info.asked]
        free = "".join(f", {free}" for p in info.asked if (free := free_words(p.side, info.free)))
        phase = info.phase.replace("-", " ")
        state = f"turn {info.turn}, {phase}, {' and '.join(asked) or 'nobody'} to act{free}"
    entries = f"{info.entries} entr{'ies' if info.entries != 1 else 'y'}"
    asks = f" · you are asked since {minute(since)}" if since else ""
    return f"{info.title}\n   {system or 'unknown rules'} · {state} · {entries}{asks}"


def scenario_rows(scenarios: Scenarios) -> Rowed:
    """Scenarios, under the names of their rule systems if there are several."""
    several = len({system.id for system, _ in scenarios}) > 1
    rows: Rowed = []
    for _, group in groupby(scenarios, key=lambda one: one[0].id):
        ours = list(group)
        title = ours[0][0].title
        rows.append((Text(f"Begin a new battle{f': {title}' if several else ''}", BOLD), None))
        for system, scenario in ours:
            told = scenario.summary if several else f"{title} · {scenario.summary}"
            rows.append((Text(f" {scenario.title}\n   ").append(told, DIM), (system, scenario)))
    return rows


def matching(rows: Rowed, wanted: str) -> Rowed:
    """The rows that have all of these words, in themselves or in the heading above, and the headings of those."""
    words = wanted.lower().split()
    found: Rowed = []
    heading: tuple[Text, Meaning] | None = None
    above = ""
    for row in rows:
        text, meaning = row
        if meaning is None:
            heading, above = row, text.plain
        elif all(word in f"{above} {text.plain}".lower() for word in words):
            found += [heading, row] if heading else [row]
            heading = None
    return found


def _same(one: Meaning, other: Meaning) -> bool:
    """Whether two rows mean the same thing, at whatever moment each was read."""
    match one, other:
        case TableOffer(), TableOffer():
            return one.table == other.table
        case BattleInfo(), BattleInfo():
            return one.battle == other.battle
        case CampaignInfo(), CampaignInfo():
            return one.campaign == other.campaign
        case _:
            return one is not None and one == other


def _name(text: str) -> str | Wrong:
    """A name as it is typed: spaces become hyphens, capitals small letters."""
    return "-".join(text.lower().split()) or Wrong("Type a name, or Esc for none.")


class StartScreen(Screen[None]):
    """What there is to play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("start"),
    ]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host, self._headquarters = host, host.headquarters
        self._rows: Rowed = []
        self._meanings: list[Meaning] = []
        self._systems: list[SystemInfo] = []
        self._samples: list[Sample] = []

    def compose(self) -> ComposeResult:
        yield Static(Text("War Diary"), id="title")
        yield Input(placeholder="words it must have   Enter: to the list   Esc: all of it again")
        yield Rows()
        yield Notice("")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).display = False
        self.query_one(Rows).focus()
        if why := self._headquarters.read_only:
            self.query_one(Notice).tell(f"Read only: {why}", True)

    def on_screen_suspend(self) -> None:
        self.query_one(KeyBar).asleep(True)

    def on_screen_resume(self) -> None:
        self.query_one(KeyBar).asleep(False)
        self.reread()

    def _keys(self, scenarios: Scenarios) -> None:
        """The main keys, as far as they do something."""
        forces = any(one.kind == "roster" for _, scenario in scenarios for one in scenario.settings)
        without = ([] if forces else ["forces"]) + (["start-theme"] if self.app.no_color else [])  # pyright: ignore[reportUnknownMemberType]
        keys = main_keys("start", dict(self._host.settings.keys), without)
        self.query_one(KeyBar).tell([("Enter", "Open"), *keys, ("^p", "More")])

    def news(self) -> None:
        self.reread()

    def repaint(self) -> None:
        self.reread()

    @work(group="start", exclusive=True)
    async def reread(self) -> None:
        found = await self._host.line.ask("reading the battles", listed, self._headquarters)
        battles, scenarios, campaigns = found.battles, found.scenarios, found.campaigns
        if not self._samples:
            self._samples = await self._host.line.ask("reading", self._headquarters.campaigns.files.samples)
        systems = {system.id: system for system, _ in scenarios}
        self._systems = list(systems.values())
        plain = self._host.glyphs.plain
        rows = self._offers(found, systems)
        if campaigns:
            rows.append((Text("Go on with a campaign", BOLD), None))
            rows += [(Text(f" {campaign_line(one)}"), one) for one in reversed(campaigns)]
        battles = [
            one for one in battles if not any(one.battle.startswith(f"{c.campaign}.") for c in campaigns)
        ]
        if battles:
            rows.append((Text("Go on with a battle", BOLD), None))
            for info in reversed(battles):
                title = systems[info.system].title if info.system in systems else info.system
                since = found.since.get(info.battle, "") if self._with_others(info) else ""
                rows.append((Text(f" {battle_line(info, title, since)}"), info))
        rows += scenario_rows(scenarios)
        rows.append((Text("Begin a new campaign", BOLD), None))
        rows += [(Text(f" {one.title}\n   ").append(one.text, DIM), one) for one in self._samples]
        self._rows = [(Text(plain(text.plain), spans=text.spans), meaning) for text, meaning in rows]
        self._fill()
        self._keys(scenarios)
        if self._host.welcome:
            self.query_one(Notice).tell(self._host.welcome, True)

    def _offers(self, found: Listed, systems: Mapping[str, SystemInfo]) -> Rowed:
        """What waits for one's word, and what seats are open."""
        me, rows = self._headquarters.caller.player, list[tuple[Text, Meaning]]()
        sits = {one.battle for one in found.battles if any(seat.player == me for seat in one.seats)}
        for title, mine in (("You are offered a seat", True), ("Open seats", False)):
            some = [one for one in found.lobby if asks_me(one, me) == mine]
            some = [one for one in some if mine or (one.table not in sits and me not in one.seats.values())]
            if some:
                rows.append((Text(title, BOLD), None))
                rows += [(Text(f" {offer_line(one, me, systems)}"), one) for one in some]
        return rows

    def _with_others(self, info: BattleInfo) -> bool:
        """Whether others, who are elsewhere, play there too."""
        me = self._headquarters.caller.player
        return any(one.player not in ("", me) for one in info.seats)

    def _fill(self) -> None:
        """What is looked for, as wide as there is room; the cursor stays on what it was on."""
        choices = self.query_one(Rows)
        at = choices.highlighted
        before = self._meanings[at] if at is not None and at < len(self._meanings) else None
        rows = matching(self._rows, wanted := self.query_one(Input).value)
        if wanted and not rows:
            rows = [(Text("Nothing has these words."), None)]
        width = choices.scrollable_content_region.width
        choices.set_options(Option(hanging(text, width), disabled=meaning is None) for text, meaning in rows)
        self._meanings = [meaning for _, meaning in rows]
        first = next((i for i, one in enumerate(self._meanings) if one is not None), None)
        choices.highlighted = next((i for i, one in enumerate(self._meanings) if _same(one, before)), first)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._fill)

    # -- finding ----------------------------------------------------------------------------------------------

    def action_find(self) -> None:
        wanted = self.query_one(Input)
        wanted.display = True
        wanted.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.input.display = bool(event.value)
        self.query_one(Rows).focus()

    async def action_back(self) -> None:
        """All rows again, or out of the program after a question."""
        wanted = self.query_one(Input)
        if not wanted.display:
            await self.run_action("app.ask_to_leave")
            return
        wanted.value = ""
        wanted.display = False
        self.query_one(Rows).focus()

    @work(group="open", exclusive=True)
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        match self._meanings[event.option_index]:
            case TableOffer() as offer:
                await self._seats(offer.table, opens=True)
            case BattleInfo() as info:
                self._host.open_battle(info.battle)
            case CampaignInfo() as campaign:
                self._host.open_campaign(campaign.campaign)
            case Sample() as sample:
                await self._new_campaign(sample)
            case (system, scenario):
                await self._new(system, scenario)
            case None:
                pass

    @work(group="open", exclusive=True)
    async def action_seats(self) -> None:
        """Of what is under the cursor."""
        at = self.query_one(Rows).highlighted
        match self._meanings[at] if at is not None and at < len(self._meanings) else None:
            case TableOffer() as offer:
                await self._seats(offer.table)
            case BattleInfo() as info:
                await self._seats(info.battle)
            case CampaignInfo() as campaign:
                await self._seats(campaign.campaign)
            case _:
                self.query_one(Notice).tell("Only a battle or a campaign has seats.")

    async def _seats(self, table: str, opens: bool = False) -> None:
        """opens: whether a seat that is taken leads to its battle or campaign."""
        done, here = await seats_of(self._host, self._headquarters, table), self._host
        if done.said:
            self.query_one(Notice).tell(done.said, done.deed is None)
        self.reread()
        if done.deed is None or not (done.deed.verb == "rematch" or (opens and done.deed.verb == "accept")):
            return
        battle = await here.line.ask("opening", self._headquarters.kind, done.table) == "battle"
        (here.open_battle if battle else here.open_campaign)(done.table)

    async def _new_campaign(self, sample: Sample) -> None:
        """Its name, and the campaign; a name that cannot be is asked for again."""
        here = self._host
        try:
            there = await here.line.ask("reading", self._headquarters.campaigns.all, archived=True)
        except Failed as failed:
            self.query_one(Notice).tell(str(failed), True)
            return
        known = {one.campaign for one in there}
        more = (f"{sample.id}-{n}" for n in count(2))
        name = sample.id if sample.id not in known else next(one for one in more if one not in known)
        question = f"What shall the campaign be called?\n{sample.title}: small letters, digits and hyphens."
        while True:
            dialog: Ask[str] = Ask(here.glyphs.plain(question), _name, sample.id, name, asked=True)
            chosen = await here.push_screen_wait(dialog)
            if chosen is None:
                return
            name = chosen
            try:
                answer = await here.line.ask("opening", self._new_of, sample, name)
            except Failed as failed:
                answer = failed.refusal
            if isinstance(answer, Acted):
                here.open_campaign(answer.diary)
                return
            question = f"{answer}\nAnother name?"

    def _new_of(self, sample: Sample, name: str) -> Answer:
        return self._headquarters.campaigns.new(sample.id, name=name)

    async def _new(self, system: SystemInfo, scenario: ScenarioInfo) -> None:
        """The form for a new battle, and the battle."""
        here, rosters, people = self._host, list[RosterInfo](), list[str]()
        try:
            people = await here.line.ask("reading who there is", people_of, self._headquarters)
            if any(one.kind == "roster" for one in scenario.settings):
                rosters = await here.line.ask("reading rosters", self._headquarters.rosters.all, system.id)
        except Failed as failed:
            self.query_one(Notice).tell(str(failed), True)
        form = NewBattle(self._host, system, scenario, rosters, people)
        battle = await here.push_screen_wait(form)
        if battle is not None:
            here.open_battle(battle)

    @work(group="open", exclusive=True)
    async def action_forces(self) -> None:
        """The forces of all rule systems."""
        await self._host.push_screen_wait(RosterList(self._host, self._systems))
