"""The page between two players at one screen who have secrets from each other."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from tui.battle.session import Session
from tui.battle.situation import Hand, Situation
from tui.battle.steering import Steering
from tui.shared.dialogs import Above
from tui.shared.keys import bindings
from tui.shared.words import BOLD, DIM

LAST = 5
"""So many of the newest lines that everybody may read are shown."""


class HandoverPage(Above[bool]):
    """Covers everything until the right player sits here. Answers whether he does; False leaves the battle."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", "Ready", key_display="Enter"),
        Binding("escape", "answer(False)", "To the list of battles", key_display="Esc"),
        *bindings("dialog"),
    ]

    def __init__(self, side: str, text: Text) -> None:
        """side: who gets the screen."""
        super().__init__()
        self.side, self._text = side, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="handover"):
            yield Static(self._text)

    def tell(self, side: str, text: Text) -> None:
        """The screen goes to another side, or something has happened."""
        self.side, self._text = side, text
        for shown in self.query(Static):
            shown.update(text)

    def action_answer(self, ready: bool) -> None:
        self.dismiss(ready)


class Handover:
    """Whose eyes the battle is shown to. While the page lies there the screen is in nobody's hand, so that whatever is
    read meanwhile is what an observer sees."""

    def __init__(self, session: Session, steering: Steering) -> None:
        self._session, self._steering = session, steering
        self._page: HandoverPage | None = None

    def cover_if_due(self) -> None:
        """What is shown now is what an observer sees, if another side is due."""
        session, page = self._session, self._page
        now = session.now
        if now is None or (page is None and not now.due):
            return
        if page is None:
            page = self._page = HandoverPage(now.due, self._text(now, now.due))
            session.hand = Hand(offered=session.hand.offered)
            self._steering.leave()
            session.cover(page, self._answered)
            return
        side = now.due or (page.side if page.side in now.mine or not now.mine else now.mine[0])
        if side != page.side:
            session.host.hush()
        page.tell(side, self._text(now, side))

    def _text(self, now: Situation, side: str) -> Text:
        plain = self._session.glyphs.plain
        lines = [line.text for entry in now.log for line in entry.lines][-LAST:] if now.due else []
        text = Text(f"Hand the screen to {plain(now.name(side))}.\n\n", BOLD)
        text.append("Enter when ready   ?: help   Esc: the list of battles\n\n")
        return text.append("\n".join([*map(plain, lines), "", f"Newest entry {now.seal}"]), DIM)

    def _answered(self, ready: bool | None) -> None:
        session, page = self._session, self._page
        self._page, session.covered = None, False
        if page is None or not ready:
            session.host.close_battle()
            return
        now: Situation | None = session.now
        session.hand = Hand(page.side, now.newest if now is not None and session.hand.offered else 0)
        session.restart("look", self._take)

    async def _take(self) -> None:
        await self._session.reload()

    def offer(self) -> None:
        """Hand the screen to another side that is played here."""
        self._session.restart("look", self._offer)

    async def _offer(self) -> None:
        session, now = self._session, self._session.now
        if now is None or not now.shared:
            session.say("Nothing is hidden from anybody at this screen: there is no need to hand it over.")
            return
        asked = [one.side for one in now.view.asked]
        others = [side for side in now.mine if side != session.hand.side]
        others.sort(key=lambda side: side not in asked)
        session.looking = None
        session.hand = Hand(offered=others[0])
        await session.reload()
