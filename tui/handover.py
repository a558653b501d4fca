"""The page between two players at one screen who have secrets from each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from tui.dialogs import Dialog
from tui.helm import Helm
from tui.situation import Hand, Situation
from tui.words import BOLD, DIM

LAST = 5
"""So many of the newest lines that everybody may read are shown."""


class Handover(Screen[bool]):
    """Covers everything until the right player sits here. Answers whether he does; False leaves the battle."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)", "Ready", key_display="Enter"),
        Binding("escape", "answer(False)", "To the list of battles", key_display="Esc"),
    ]

    def __init__(self, side: str, told: Sequence[str]) -> None:
        super().__init__()
        self._side, self._told = side, told

    def compose(self) -> ComposeResult:
        text = Text(f"Hand the screen to {self._side}.\n\n", BOLD)
        text.append("Enter when ready   Esc: the list of battles\n\n")
        text.append("\n".join(self._told), DIM)
        with Vertical(classes="handover"):
            yield Static(text)

    def action_answer(self, ready: bool) -> None:
        self.dismiss(ready)


class HandingOver(Helm):
    """The battle screen's part: whose eyes it shows the battle to."""

    def __init__(self, battle: str) -> None:
        super().__init__(battle)
        self._covered = False

    def cover_if_due(self) -> None:
        """What is shown now is what an observer sees, if another side is due."""
        if self.now is not None and self.now.due and not self._covered:
            self._covered = True
            self._hand_over()

    @work(group="cover")
    async def _hand_over(self) -> None:
        try:
            while (now := self.now) is not None and now.due:
                self.leave_steering()
                self.say("")
                await self._shut_dialogs()
                lines = [line.text for entry in now.log for line in entry.lines][-LAST:]
                plain = self.host.glyphs.plain
                page = Handover(plain(now.name(now.due)), [plain(line) for line in lines])
                if not await self.host.push_screen_wait(page):
                    self.host.close_battle()
                    return
                newest: Situation = self.now
                if newest.due != now.due:
                    continue  # meanwhile it was decided elsewhere who is next
                kept = newest.newest if self.hand.offered else 0
                self.hand = Hand(now.due, kept)
                if not await self.reload():
                    return
        finally:
            self._covered = False

    async def _shut_dialogs(self) -> None:
        """What was open before belongs to the other player."""
        while isinstance(self.host.screen, Dialog):
            await self.host.screen.dismiss(None)

    @work(group="look", exclusive=True)
    async def action_hand(self) -> None:
        """Hand the screen to another side that is played here."""
        now = self.now
        if now is None or not now.shared:
            self.say("Nothing is hidden from anybody at this screen: there is no need to hand it over.")
            return
        asked = [one.side for one in now.view.asked]
        others = [side for side in now.mine if side != self.hand.side]
        others.sort(key=lambda side: side not in asked)
        self.looking = None
        self.hand = Hand(offered=others[0])
        await self.reload()
