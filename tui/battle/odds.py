"""The exact odds of what is highlighted, or what a way on the map leads to: reckoned away from the screen, and only if
the highlight rests on it."""

from __future__ import annotations

import asyncio

from rich.text import Text

from campaign.battles.answers import LegalAction
from campaign.rules.options import Odds
from campaign.rules.views import Preview
from tui.battle.menu import on_map
from tui.battle.panels import OddsPanel
from tui.battle.session import Session
from tui.battle.words import odds_lines
from tui.shared.failures import Failed
from tui.shared.keys import shown

SETTLE = 0.08
"""Seconds that a highlight must rest before its odds are reckoned."""


class OddsReckoning:
    """text: the odds of the highlighted choice, or the notes of where it leads, in full."""

    def __init__(self, session: Session, panel: OddsPanel) -> None:
        self._session, self._panel = session, panel
        self.text = Text()

    def reckon(self, choice: LegalAction | None) -> None:
        """Show the odds of a choice, or where it leads, if there is anything to tell; None takes it away."""
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
        battles = session.headquarters.looking_as(choice.side).battles
        leads = on_map(choice) and not choice.dice
        found: Odds | Preview | None = None
        try:
            if leads:
                found = await session.ask("looking ahead", battles.preview, session.battle, choice.action)
            else:
                found = await session.ask("reckoning odds", battles.odds, session.battle, choice.action)
        except Failed:
            pass  # the battle has moved on since the list was made: the list is about to change
        if session.left:
            return
        ahead = isinstance(found, Preview)
        lines = Text("\n".join(found.notes)) if ahead else odds_lines(choice, found, glyphs)
        self.text = Text(glyphs.plain(lines.plain), spans=lines.spans)
        panel.tell(self.text, key)
