"""A campaign on the screen: what waits to be decided, the order of battle, the record."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from campaign.campaigns.answers import Query
from campaign.headquarters import Headquarters
from campaign.rules.facets import UMPIRE
from tui.campaign.acting import Acting
from tui.campaign.choices import Choice, rows
from tui.campaign.pages import orders_text, statistics_text
from tui.campaign.situation import Situation, read, seated
from tui.seats.page import seats_of
from tui.shared.dialogs import Ask, Page
from tui.shared.failures import Failed
from tui.shared.host import Host
from tui.shared.key_bar import KeyBar, main_keys
from tui.shared.keys import bindings
from tui.shared.notice import Notice
from tui.shared.proved import proved_page
from tui.shared.rows import Rows
from tui.shared.seat_words import waiting_words
from tui.shared.words import DIM, fitted

PAGE = 500
"""Lines of the record on a page."""


class CampaignScreen(Screen[None]):
    """Enter does what the chosen row says."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("campaign")]

    def __init__(self, host: Host, campaign: str) -> None:
        super().__init__()
        self._host, self._campaign = host, campaign
        self._acting = Acting(host, self, campaign)
        self._meanings: list[Choice | None] = []
        self._now: Situation | None = None
        self._seated: Headquarters | None = None

    def compose(self) -> ComposeResult:
        yield Static("", id="title")
        yield Rows()
        yield Static("", id="recent")
        yield Notice("")
        yield KeyBar()

    def on_mount(self) -> None:
        self._keys()

    def on_screen_suspend(self) -> None:
        self.query_one(KeyBar).asleep(True)

    def on_screen_resume(self) -> None:
        self.query_one(KeyBar).asleep(False)
        self.reread()

    @property
    def headquarters(self) -> Headquarters:
        """As the side that is played at this screen."""
        return self._seated or self._host.headquarters

    @property
    def now(self) -> Situation | None:
        """What is shown; None before the first reading."""
        return self._now

    def news(self) -> None:
        """Something may have been appended somewhere."""
        self.reread()

    def repaint(self) -> None:
        """Everything anew, in other signs or colours."""
        self.reread()

    def tell(self, text: str, grave: bool = False) -> None:
        self.query_one(Notice).tell(text, grave)

    @work(group="campaign", exclusive=True)
    async def reread(self) -> None:
        try:
            if self._seated is None:
                self._seated = await self._host.line.ask(
                    "opening", seated, self.headquarters, self._campaign, self._host.side
                )
            self._now = await self._host.line.ask("reading", read, self.headquarters, self._campaign)
        except Failed as failed:
            self.tell(str(failed), True)
            return
        self._show(self._now)

    def _show(self, now: Situation) -> None:
        plain = self._host.glyphs.plain
        points = ", ".join(f"{side.name} {side.points}" for side in now.view.sides)
        title = self.query_one("#title", Static)
        rest = f" · {now.view.date} · {points}"
        title.update(Text(fitted(now.view.title, rest, title.content_size.width, self._host.glyphs)))
        last = [f"Newest entry {now.seal}", *now.recent]
        recent = Text(plain("\n".join(last)), DIM, no_wrap=True, overflow="ellipsis")
        self.query_one("#recent", Static).update(recent)
        found = list(rows(now))
        if text := waiting_words(now.view.waiting, self.headquarters.caller.player):
            found = [(Text(f"{text} T: the seats."), None)]
        choices = self.query_one(Rows)
        at, old = choices.highlighted, len(self._meanings)
        choices.set_options(
            Option(Text(plain(text.plain), spans=text.spans), disabled=choice is None)
            for text, choice in found
        )
        self._meanings = [choice for _, choice in found]
        first = next((i for i, one in enumerate(self._meanings) if one is not None), None)
        keep = at is not None and at < len(found) and old == len(found) and self._meanings[at] is not None
        choices.highlighted = at if keep else first
        self._keys()

    def _keys(self) -> None:
        """The main keys, as far as they do something."""
        now, without = self._now, list[str]()
        if now is None or now.view.viewer != UMPIRE:
            without = ["day", "days", "bots", "campaign-undo"]
        elif now.view.verdict is not None:
            without = ["day", "days", "bots"]
        if now is not None and now.view.seq <= 1:
            without.append("campaign-undo")
        at = self.query_one(Rows).highlighted
        enter = at is not None and at < len(self._meanings) and self._meanings[at] is not None
        pairs = [("Enter", "Do it")] if enter else []
        own, more = dict(self._host.settings.keys), ("^p", "More")
        told = [*pairs, *main_keys("campaign", own, without), more]
        if self.size.width < sum(len(key) + len(word) + 2 for key, word in told) - 1:
            told = [*pairs, *main_keys("campaign", own, [*without, "search"]), more]
        self.query_one(KeyBar).tell(told)

    @work(group="do", exclusive=True)
    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        choice = self._meanings[event.option_index]
        if choice is not None:
            await self._acting.make(choice)

    # -- keys -------------------------------------------------------------------------------------------------

    @work(group="do", exclusive=True)
    async def action_advance(self, days: int) -> None:
        await self._acting.advance(days)

    @work(group="do", exclusive=True)
    async def action_undo(self) -> None:
        await self._acting.undo()

    @work(group="do", exclusive=True)
    async def action_redo(self) -> None:
        await self._acting.redo()

    @work(group="do", exclusive=True)
    async def action_bots(self) -> None:
        await self._acting.let_bots_play()

    @work(group="do", exclusive=True)
    async def action_seats(self) -> None:
        done = await seats_of(self._host, self._host.headquarters, self._campaign)
        if done.said:
            self.tell(done.said, done.deed is None)
        if done.deed is not None:
            self.reread()

    @work(group="do", exclusive=True)
    async def action_orders(self) -> None:
        if self._now is not None:
            await self._host.push_screen_wait(Page("Order of battle", orders_text(self._now.view)))

    @work(group="do", exclusive=True)
    async def action_statistics(self) -> None:
        found = await self._host.line.ask(
            "counting", self.headquarters.campaigns.record.statistics, self._campaign
        )
        if self._now is not None:
            await self._host.push_screen_wait(Page("Statistics", statistics_text(self._now.view, found)))

    @work(group="do", exclusive=True)
    async def action_verify(self) -> None:
        try:
            found = await self._host.line.ask(
                "checking every entry", self.headquarters.campaigns.verify, self._campaign
            )
        except Failed as failed:
            self.tell(str(failed), True)
            return
        await self._host.push_screen_wait(proved_page(found, self._host.glyphs))

    @work(group="do", exclusive=True)
    async def action_record(self) -> None:
        await self._lines("The record, the newest first", Query(newest_first=True, limit=PAGE))

    @work(group="do", exclusive=True)
    async def action_search(self) -> None:
        words = await self._host.push_screen_wait(
            Ask[str]("Search the record for words", str.strip, asked=True)
        )
        if words:
            await self._lines(f"The record: {words}", Query(words=words, everything=True, limit=PAGE))

    async def _lines(self, title: str, query: Query) -> None:
        host = self._host
        try:
            page = await host.line.ask(
                "searching", self.headquarters.campaigns.record.search, self._campaign, query
            )
        except Failed as failed:
            self.tell(str(failed), True)
            return
        text = "\n".join(f"{one.date}  {one.text}" for one in page.lines) or "Nothing in the record says so."
        await host.push_screen_wait(Page(title, Text(host.glyphs.plain(text))))

    def action_back(self) -> None:
        self._host.close_battle()
