"""A campaign on the screen: what waits to be decided, the order of battle, the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.answers import Refusal
from campaign.campaign_answers import CampaignActed
from campaign.campaign_view import AssetView, BattleView, CampaignView, NodeView
from campaign.chronicle import Query
from campaign.headquarters import Headquarters
from campaign.ledger.actions import Repair
from campaign.ledger.graph import DRAW
from campaign.ledger.returns import Return
from campaign.ledger.state import Verdict
from campaign.rules.refused import Refused
from campaign.rules.system import UMPIRE
from campaign.table import Seat
from events.errors import DiaryError
from tui.campaignpages import orders_text, statistics_text
from tui.dialogs import Ask, Choose, Dialog, Page
from tui.host import host
from tui.keybar import KeyBar, main_keys
from tui.keys import bindings
from tui.panels import Notice
from tui.rows import Rows
from tui.words import BOLD, DIM

RECENT = 6
"""Lines of the record that stand on the screen."""


class Situation(NamedTuple):
    """All that the screen shows, read at once."""

    view: CampaignView
    over: frozenset[str]
    routine: tuple[tuple[str, Repair], ...]
    recent: tuple[str, ...]
    best: dict[str, str]


def situation(headquarters: Headquarters, campaign: str) -> Situation:
    view = headquarters.campaign_view(campaign, UMPIRE)
    running = [one for one in view.battles if one.status == "running" and one.diary]
    over = frozenset(one.id for one in running if headquarters.verdict(one.diary) is not None)
    routine = tuple((side, one) for side, one in headquarters.routine(campaign) if isinstance(one, Repair))
    page = headquarters.search(campaign, Query(newest_first=True, limit=RECENT), UMPIRE)
    best = {one.diary: headquarters.best_bot(one.diary) for one in running}
    return Situation(
        view, over, routine, tuple(f"{one.date}  {one.text}" for one in reversed(page.lines)), best
    )


class CampaignScreen(Screen[None]):
    """Enter does what the chosen row says."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("campaign")]

    def __init__(self, headquarters: Headquarters, campaign: str) -> None:
        super().__init__()
        self._headquarters, self._campaign = headquarters, campaign
        self._meanings: list[Callable[[], Any] | None] = []
        self.now: Situation | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="title")
        yield Rows()
        yield Static("", id="recent")
        yield Notice("")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).tell(
            [("Enter", "Do it"), *main_keys("campaign", dict(host(self).settings.keys))]
        )

    def on_screen_resume(self) -> None:
        self.reread()

    def news(self) -> None:
        self.reread()

    def repaint(self) -> None:
        self.reread()

    @work(group="campaign", exclusive=True)
    async def reread(self) -> None:
        try:
            self.now = await host(self).line.ask("reading", situation, self._headquarters, self._campaign)
        except (DiaryError, Refused) as error:
            self.query_one(Notice).tell(str(error), True)
            return
        self._show(self.now)

    def _show(self, now: Situation) -> None:
        plain = host(self).glyphs.plain
        points = ", ".join(f"{side.name} {side.points}" for side in now.view.sides)
        self.query_one("#title", Static).update(Text(plain(f"{now.view.title} · {now.view.date} · {points}")))
        recent = Text(plain("\n".join(now.recent)), DIM, no_wrap=True, overflow="ellipsis")
        self.query_one("#recent", Static).update(recent)
        rows = list(self._rows(now))
        choices = self.query_one(Rows)
        at, old = choices.highlighted, len(self._meanings)
        choices.set_options(
            Option(Text(plain(text.plain), spans=text.spans), disabled=not do) for text, do in rows
        )
        self._meanings = [do for _, do in rows]
        first = next((i for i, one in enumerate(self._meanings) if one is not None), None)
        keep = at is not None and at < len(rows) and old == len(rows) and self._meanings[at] is not None
        choices.highlighted = at if keep else first

    def _rows(self, now: Situation) -> Sequence[tuple[Text, Callable[[], Any] | None]]:
        view = now.view
        found: list[tuple[Text, Callable[[], Any] | None]] = []
        titles = {one.id: one.title for one in view.nodes}
        if view.verdict is not None:
            found.append((Text(verdict_text(view, view.verdict), BOLD), None))
        running = [one for one in view.battles if one.status == "running"]
        if running:
            found.append((Text("Battles", BOLD), None))
        for one in running:
            text = Text(f" {titles.get(one.node, one.node)}  ")
            if one.id in now.over:
                found.append((text.append("over: file what came of it", DIM), lambda b=one: self._file(b)))
            elif one.diary:
                found.append((text.append("go on", DIM), lambda b=one: host(self).open_battle(b.diary)))
            else:
                found.append(
                    (text.append("at a real table: file its return", DIM), lambda b=one: self._table(b))
                )
        for title, nodes in (
            ("Scenarios", [one for one in view.nodes if one.status == "open"]),
            ("Over", [one for one in view.nodes if one.status == "done"]),
        ):
            if nodes:
                found.append((Text(title, BOLD), None))
            for node in nodes:
                found.append(self._node(view, node))
        if now.routine and view.verdict is None:
            names = {one.id: one.name for one in view.assets}
            found.append((Text("Workshop", BOLD), None))
            for _, job in now.routine:
                text = Text(f" repair {names.get(job.asset, job.asset)}: {job.damage}")
                found.append((text, lambda j=job: self._act(j)))
        return found

    def _node(self, view: CampaignView, node: NodeView) -> tuple[Text, Callable[[], Any] | None]:
        text = Text(f" {node.title}")
        if node.status == "done":
            names = {one.id: one.name for one in view.sides} | {DRAW: "nobody"}
            return text.append(f"  won by {names.get(node.winner, node.winner)}", DIM), None
        what = node.why or (f"{len(node.able)} assets can come" if node.system else "fought at a real table")
        text.append(f"  {what}\n   {node.text}", DIM)
        return text, (lambda: self._begin(node)) if node.ready else None

    @work(group="do", exclusive=True)
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        do = self._meanings[event.option_index]
        if do is not None:
            made = do()
            if made is not None:
                await made

    # -- doing ----------------------------------------------------------------------------------------

    async def _ask(self, what: str, do: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Ask headquarters, and tell what came of it."""
        notice = self.query_one(Notice)
        notice.tell(f"{what} ...")
        try:
            answer = await host(self).line.ask(what, lambda: do(*args, **more))
        except (DiaryError, Refused) as error:
            notice.tell(str(error), True)
            return None
        if isinstance(answer, Refusal):
            notice.tell(host(self).glyphs.plain(str(answer)), True)
            return None
        if isinstance(answer, CampaignActed):
            lines = [
                *answer.lines[:3],
                *([f"... {len(answer.lines) - 3} more: l"] if len(answer.lines) > 3 else []),
            ]
            notice.tell(host(self).glyphs.plain("\n".join(lines)))
        self.reread()
        return answer

    async def _act(self, action: Any) -> None:
        await self._ask("doing it", self._headquarters.campaign_act, self._campaign, action)

    async def _begin(self, node: NodeView) -> None:
        """Who comes, who plays, and the battle."""
        if self.now is None:
            return
        assets = {one.id: one for one in self.now.view.assets}
        chosen = await host(self).push_screen_wait(
            MusterPage(node, [assets[id] for id in node.able if id in assets])
        )
        if chosen is None:
            return
        seats: list[Seat] = []
        if node.system:
            sides = self.now.view.sides
            answers = [
                "Both sides at this screen",
                *(f"You lead {one.name}, a bot the others" for one in sides),
            ]
            who = await host(self).push_screen_wait(Choose("Who plays?", answers))
            if who is None:
                return
            if who:
                seats = await host(self).line.ask("reading", self._bots, node, sides[who - 1].id)
        answer = await self._ask(
            "beginning", self._headquarters.begin, self._campaign, node.id, list(chosen), seats=seats
        )
        if answer is not None and answer.diary:
            host(self).open_battle(answer.diary)

    def _bots(self, node: NodeView, mine: str) -> list[Seat]:
        """Seats of the battle with a bot for every side but one."""
        state = self._headquarters.campaign(self._campaign).state()
        assert state.graph is not None
        sides = state.graph.node(node.id).sides
        bot = self._headquarters.scenario(node.scenario, node.system)[0].bots[-1]
        return [Seat(there, bot="" if here == mine else bot) for here, there in sides.items()]

    async def _file(self, battle: BattleView) -> None:
        await self._ask("filing", self._headquarters.file, self._campaign, battle.id)

    async def _table(self, battle: BattleView) -> None:
        """A battle of a real table: who won; the rest as a file, or everybody as he went."""
        if self.now is None:
            return
        sides = [*((one.id, one.name) for one in self.now.view.sides), (DRAW, "nobody")]
        question = (
            f"Who won? Everybody comes back as he went. For losses, rounds and kills write a return instead:\n"
            f"wardiary campaign return {self._campaign} {battle.id} > return.toml, and wardiary campaign file"
        )
        found = await host(self).push_screen_wait(Choose(question, [name for _, name in sides]))
        if found is None:
            return
        form = await host(self).line.ask("reading", self._headquarters.return_form, self._campaign, battle.id)
        winner = sides[found][0]
        content = Return(battle.id, winner, "" if winner == DRAW else winner, "", "safe", form.asset)
        await self._ask("filing", self._headquarters.file, self._campaign, battle.id, content)

    # -- keys -----------------------------------------------------------------------------------------

    @work(group="do", exclusive=True)
    async def action_advance(self, days: int) -> None:
        await self._act({"kind": "advance", "days": days, "stop": days > 1})

    @work(group="do", exclusive=True)
    async def action_undo(self) -> None:
        if await host(self).push_screen_wait(Choose("Take the newest entry back?", ["No", "Yes"])) == 1:
            await self._ask("taking it back", self._headquarters.undo_entry, self._campaign)

    @work(group="do", exclusive=True)
    async def action_redo(self) -> None:
        await self._ask("bringing it back", self._headquarters.redo_campaign, self._campaign)

    @work(group="do", exclusive=True)
    async def action_bots(self) -> None:
        await self._ask("letting bots play", _one_step, self._headquarters, self._campaign)

    @work(group="do", exclusive=True)
    async def action_orders(self) -> None:
        if self.now is not None:
            await host(self).push_screen_wait(Page("Order of battle", orders_text(self.now.view)))

    @work(group="do", exclusive=True)
    async def action_statistics(self) -> None:
        found = await host(self).line.ask("counting", self._headquarters.statistics, self._campaign, UMPIRE)
        if self.now is not None:
            await host(self).push_screen_wait(Page("Statistics", statistics_text(self.now.view, found)))

    @work(group="do", exclusive=True)
    async def action_record(self) -> None:
        await self._lines("The record, the newest first", Query(newest_first=True, limit=500))

    @work(group="do", exclusive=True)
    async def action_search(self) -> None:
        words = await host(self).push_screen_wait(Ask[str]("Search the record for words", lambda text: text))
        if words:
            await self._lines(f"The record: {words}", Query(words=words, everything=True, limit=500))

    async def _lines(self, title: str, query: Query) -> None:
        try:
            page = await host(self).line.ask(
                "searching", self._headquarters.search, self._campaign, query, UMPIRE
            )
        except Refused as refused:
            self.query_one(Notice).tell(str(refused), True)
            return
        text = "\n".join(f"{one.date}  {one.text}" for one in page.lines) or "Nothing in the record says so."
        await host(self).push_screen_wait(Page(title, Text(host(self).glyphs.plain(text))))

    def action_back(self) -> None:
        host(self).close_battle()


def _one_step(headquarters: Headquarters, campaign: str) -> CampaignActed | Refusal | None:
    return next(headquarters.play_campaign(campaign), None)


def verdict_text(view: CampaignView, verdict: Verdict) -> str:
    names = {one.id: one.name for one in view.sides} | {DRAW: "nobody"}
    winner = names.get(verdict.winner, verdict.winner)
    return f"The campaign is over: {verdict.title}. Won by {winner}. {verdict.text}".strip()


class MusterPage(Dialog[tuple[str, ...]]):
    """Which assets go into a battle: Enter takes one along or leaves it; the first row begins."""

    def __init__(self, node: NodeView, able: Sequence[AssetView]) -> None:
        super().__init__()
        self._node, self._able = node, able
        self._chosen = set(node.suggested)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            question = f"{self._node.title}: who goes? {', '.join(self._node.limits)}"
            yield Static(Text(question), classes="question")
            yield Rows()
            yield Static(Text("Enter: take along or leave; the first row begins   Esc: back"), classes="note")

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, at: int) -> None:
        plain = host(self).glyphs.plain
        rows = [Option(Text(f"Begin with {len(self._chosen)} of {len(self._able)}", BOLD))]
        for one in self._able:
            mark = "[x]" if one.id in self._chosen else "[ ]"
            stores = ", ".join(f"{one.stores.get(item, 0)}/{most} {item}" for item, most in one.load.items())
            fit = sum(member.status == "fit" for member in one.crew)
            text = Text(plain(f" {mark} {one.side:3} {one.name}  "))
            text.append(plain(f"{', '.join(one.damage) or 'sound'}; {stores}; crew {fit}"), DIM)
            rows.append(Option(text))
        choices = self.query_one(Rows)
        choices.set_options(rows)
        choices.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        at = event.option_index
        if at == 0:
            self.dismiss(tuple(one.id for one in self._able if one.id in self._chosen))
            return
        self._chosen ^= {self._able[at - 1].id}
        self._fill(at)
