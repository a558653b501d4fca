"""The exact odds of what is highlighted, reckoned away from the screen, and only if the highlight rests on it."""

from __future__ import annotations

import asyncio

from rich.text import Text

from campaign.battles.answers import LegalAction
from tui.battle.panels import OddsPanel
from tui.battle.session import Session
from tui.battle.words import odds_lines
from tui.shared.failures import Failed
from tui.shared.keys import shown

SETTLE = 0.08
"""Seconds that a highlight must rest before its odds are reckoned."""


class OddsReckoning:
    """text: the odds of the highlighted choice, in full."""

    def __init__(self, session: Session, panel: OddsPanel) -> None:
        self._session, self._panel = session, panel
        self.text = Text()

    def reckon(self, choice: LegalAction | None) -> None:
        """Show the odds of a choice, if there are any; None takes them away."""
        self._session.restart("odds", self._reckon, choice)

    async def _reckon(self, choice: LegalAction | None) -> None:
        session, panel = self._session, self._panel
        self.text = Text()
        if choice is None:
            panel.tell(Text())
            return
        glyphs, key = session.glyphs, shown(session.host.keys_of("odds"))
        panel.tell(odds_lines(choice, None, glyphs), key)
        await asyncio.sleep(SETTLE)
        try:
            found = await session.ask(
                "reckoning odds",
                session.headquarters.looking_as(choice.side).battles.odds,
                session.battle,
                choice.action,
            )
        except Failed:
            found = None  # the battle has moved on since the list was made: the list is about to change
        if session.left:
            return
        lines = odds_lines(choice, found, glyphs)
        self.text = Text(glyphs.plain(lines.plain), spans=lines.spans)
        panel.tell(self.text, key)
