"""The page between two players at one screen who have secrets from each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.battle.session import Session
from tui.battle.situation import Hand, Situation
from tui.battle.steering import Steering
from tui.shared.dialogs import Dialog
from tui.shared.keys import bindings
from tui.shared.words import BOLD, DIM

LAST = 5
"""So many of the newest lines that everybody may read are shown."""


class HandoverPage(Screen[bool]):
    """Covers everything until the right player sits here. Answers whether he does; False leaves the battle."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", "Ready", key_display="Enter"),
        Binding("escape", "answer(False)", "To the list of battles", key_display="Esc"),
        *bindings("dialog"),
    ]

    def __init__(self, side: str, told: Sequence[str], seal: str) -> None:
        super().__init__()
        self._side, self._told, self._seal = side, told, seal

    def compose(self) -> ComposeResult:
        text = Text(f"Hand the screen to {self._side}.\n\n", BOLD)
        text.append("Enter when ready   ?: help   Esc: the list of battles\n\n")
        text.append("\n".join([*self._told, "", f"Newest entry {self._seal}"]), DIM)
        with Vertical(classes="handover"):
            yield Static(text)

    def action_answer(self, ready: bool) -> None:
        self.dismiss(ready)


class Handover:
    """Whose eyes the battle is shown to."""

    def __init__(self, session: Session, steering: Steering) -> None:
        self._session, self._steering = session, steering
        self._covered = False

    def cover_if_due(self) -> None:
        """What is shown now is what an observer sees, if another side is due."""
        now = self._session.now
        if now is not None and now.due and not self._covered:
            self._covered = True
            self._session.start("cover", self._hand_over)

    async def _hand_over(self) -> None:
        session = self._session
        try:
            while (now := session.now) is not None and now.due:
                self._steering.leave()
                session.say("")
                await self._shut_dialogs()
                lines = [line.text for entry in now.log for line in entry.lines][-LAST:]
                plain = session.glyphs.plain
                page = HandoverPage(plain(now.name(now.due)), [plain(line) for line in lines], now.seal)
                if not await session.show_dialog(page):
                    session.host.close_battle()
                    return
                newest: Situation = session.now
                if newest.due != now.due:
                    continue  # meanwhile it was decided elsewhere who is next
                kept = newest.newest if session.hand.offered else 0
                session.hand = Hand(now.due, kept)
                if not await session.reload():
                    return
        finally:
            self._covered = False

    async def _shut_dialogs(self) -> None:
        """What was open before belongs to the other player."""
        host = self._session.host
        while isinstance(host.screen, Dialog):
            await host.screen.dismiss(None)

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
