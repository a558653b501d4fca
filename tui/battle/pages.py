"""Pages of a battle to read: a piece in full, how the battle stands, the odds in full."""

from __future__ import annotations

from rich.text import Text

from tui.battle.odds import OddsReckoning
from tui.battle.prompt import Prompt
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.summary import full_name
from tui.battle.words import headline, sheet, standing
from tui.shared.dialogs import Page
from tui.shared.failures import Failed
from tui.shared.proved import proved_page


class Pages:
    """See the module."""

    def __init__(self, session: Session, selection: Selection, prompt: Prompt, odds: OddsReckoning) -> None:
        self._session, self._selection, self._prompt, self._odds = session, selection, prompt, odds

    def sheet(self) -> None:
        """The piece that the panel shows, in full."""
        self._session.restart("dialog", self._sheet)

    def standing(self) -> None:
        """Points, notes, all pieces."""
        self._session.restart("dialog", self._standing)

    def odds(self) -> None:
        """The odds of what is highlighted, in full."""
        self._session.restart("dialog", self._all_odds)

    def proved(self) -> None:
        """Whether the battle holds, and what that proves."""
        self._session.restart("dialog", self._proved)

    async def _proved(self) -> None:
        session = self._session
        try:
            verify = session.headquarters.battles.verify
            found = await session.ask("checking every entry", verify, session.battle)
        except Failed as failed:
            session.say(str(failed), grave=True)
            return
        await session.show_dialog(proved_page(found, session.glyphs))

    async def _sheet(self) -> None:
        now, selection, host = self._session.now, self._selection, self._session.host
        pieces = selection.pieces(now) if now is not None and selection.has_board else []
        if now is None or not pieces:
            self._session.say("There is no piece here, and none is chosen.")
            return
        piece = pieces[0]
        label = selection.labels.get(piece.id, "")
        mark = selection.marks.get(piece.side)
        text = sheet(piece, mark, host.ink, host.glyphs, full_name(now, piece), label)
        await self._show(f"{now.name(piece.side)}: {piece.name}", text)

    async def _standing(self) -> None:
        now, selection, host = self._session.now, self._selection, self._session.host
        if now is not None:
            text = standing(now, selection.marks, host.ink, selection.labels)
            await self._show(headline(now, host.glyphs), text)

    async def _all_odds(self) -> None:
        if not self._odds.text.plain:
            self._session.say("There is no more to say of what is highlighted.")
            return
        choice = self._prompt.subject()
        await self._session.show_dialog(Page(choice.label if choice else "Odds", self._odds.text))

    async def _show(self, title: str, text: Text) -> None:
        plain = Text(self._session.glyphs.plain(text.plain), spans=text.spans)
        await self._session.show_dialog(Page(title, plain))
