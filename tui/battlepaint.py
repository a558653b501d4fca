"""How the battle screen shows a moment: board, panels, hint and odds."""

from __future__ import annotations

import asyncio

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from campaign.answers import LogEntry
from campaign.rules.refused import Refused
from campaign.rules.system import PieceView
from events.errors import DiaryError
from tui.boardview import BoardView, view_for
from tui.chart import Chart, stacks
from tui.choicelist import ChoiceList
from tui.choices import Choice, Row
from tui.glance import anywhere, first_look, full_name, questions, where_moved, why_idle
from tui.keybar import KeyBar, main_keys
from tui.keys import shown
from tui.logpanel import LogPanel
from tui.lookback import LookBack, history_rows
from tui.palette import SideMark, side_marks
from tui.panels import Banner, Details, Hint, Notice, OddsPanel
from tui.situation import Situation
from tui.words import badge, headline, log_line, odds_lines, question

PATIENCE = 0.5
"""Seconds after which something slow is shown to be under way."""
TIP = "Enter on a hex with a number goes there. n: the next piece. Tab: all else. ?: help."
SETTLE = 0.08
"""Seconds that a highlight must rest before its odds are reckoned."""


class BattlePaint(LookBack):
    """See the module. unit: the selected piece; peek: which of a stack the panel shows first."""

    def __init__(self, battle: str) -> None:
        super().__init__(battle)
        self.unit = ""
        self.peek = 0
        self.marks: dict[str, SideMark] = {}
        self._stacks: dict[str, list[PieceView]] = {}
        self._last_unit: dict[str, str] = {}
        self._slow = False
        self._board: BoardView | None = None

    def compose(self) -> ComposeResult:
        yield Banner("")
        with Horizontal(id="field"):
            with Vertical(id="west"):
                yield Vertical(id="board")
                yield Hint("")
                yield LogPanel()
            with Vertical(id="east"):
                yield Details()
                yield ChoiceList()
                yield OddsPanel()
        yield Notice("")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Notice).tell("Opening the battle ...")
        self.query_one(OddsPanel).tell(Text())
        self._open()
        self.set_interval(PATIENCE / 2, self._tick)

    @work(group="look", exclusive=True)
    async def _open(self) -> None:
        if await self.reload():
            fresh = self.now is not None and self.now.newest == 1 and self.now.menu.all
            self.say(self.host.welcome or (TIP if fresh else ""))

    # -- painting ---------------------------------------------------------------------------------------------

    @property
    def board(self) -> BoardView:
        if self._board is None:
            raise RuntimeError("no battle has been read yet")
        return self._board

    def show(self, now: Situation, before: Situation | None, follow: bool) -> None:
        first = before is None or self._board is None
        if first:
            self.marks = side_marks(now.view.sides)
            self._board = view_for(now.view.game)
            self._board.draw_with(self.host.glyphs, self.host.ink)
            self.query_one("#board").mount(self._board)
            self._board.focus()
        asked = now.asked_side
        if self.unit not in now.menu.units:
            self.unit = self._unit_again(now, asked)
        self._last_unit[asked] = self.unit
        moved = where_moved(before, now) if follow and before is not None else ""
        self._stacks = stacks(now.view.game.pieces, self.unit, asked)
        self._banner()
        self._chart(())
        self.query_one(LogPanel).tell(now.log, self._write, now.looking)
        if moved:
            self.board.move_to(moved)
        elif first or (before is not None and questions(before) != questions(now)):
            self.board.move_to(first_look(now, self.unit) or (anywhere(now) if first else ""), centre=first)
        self.refresh_choices()
        self._focus(before)
        self.start_bots()
        if now.undo_asked:
            self.answer_request()

    def _unit_again(self, now: Situation, side: str) -> str:
        """The piece that a side had chosen before it was interrupted, else its first."""
        units = now.menu.units
        last = self._last_unit.get(side, "")
        return last if last in units else units[0] if units else ""

    def _focus(self, before: Situation | None) -> None:
        """A question without pieces is answered in the list; afterwards the keys belong to the map again."""
        if self.now is None or before is None or questions(before) == questions(self.now):
            return
        choices = self.query_one(ChoiceList)
        if self.now.menu.all and not self.now.menu.units:
            choices.focus()
            choices.guard()
        elif before.menu.all and not before.menu.units and choices.has_focus:
            self.board.focus()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= 100 and event.size.height >= 30, "roomy")
        self.call_after_refresh(self._rewrap)

    def _rewrap(self) -> None:
        if self._board is not None:
            self.repaint()

    def _banner(self) -> None:
        host = self.host
        if self.now is not None:
            told = question(self.now, self.marks, host.ink, host.glyphs)
            self.query_one(Banner).tell(headline(self.now, host.glyphs), told)

    def _write(self, entry: LogEntry) -> Text:
        width = self.query_one(LogPanel).scrollable_content_region.width
        return log_line(entry, self.marks, self.host.ink, self.host.glyphs, width)

    def repaint(self) -> None:
        """Everything anew, in other signs or colours."""
        if self.now is None:
            return
        self.board.draw_with(self.host.glyphs, self.host.ink)
        self._banner()
        self.query_one(LogPanel).tell(self.now.log, self._write, self.now.looking, fresh=True)
        self.refresh_choices(fresh=True)

    def _chart(self, targets: tuple[str, ...]) -> None:
        now = self.now
        if now is None:
            return
        menu = now.menu
        chart = Chart(
            self._stacks, self.marks, menu.reach(self.unit), menu.places.get(self.unit, ""), targets
        )
        self.board.show(now.view.game, chart)

    def refresh_choices(self, prefer: str = "", fresh: bool = False) -> None:
        """List, details and hint for the selected piece and the cursor."""
        now = self.now
        if now is None:
            return
        rows = self._rows(now)
        badges = {
            piece.id: badge(self.marks.get(piece.side), self.host.ink) for piece in now.view.game.pieces
        }
        self.query_one(ChoiceList).tell(rows, self.unit, badges, self.host.glyphs, prefer, fresh)
        self._details(now)
        self._subject()

    def _rows(self, now: Situation) -> list[Row]:
        if now.looking is not None:
            entry = now.entry(now.looking)
            return history_rows(entry, now.name(entry.side) if entry and entry.side else "")
        if not now.menu.all:
            return [Row("none", text) for text in why_idle(now)]
        return now.menu.rows(self.unit, self.board.cursor, shown(self.host.keys_of("finish")))

    def _details(self, now: Situation) -> None:
        where = self.board.cursor
        stack = self._stacks.get(where, [])
        aboard = [piece for piece in now.view.game.pieces if piece.aboard and piece.where == where]
        pieces = [*stack, *aboard]
        at = self.peek % len(pieces) if pieces else 0
        shown_pieces = [(piece, full_name(now, piece)) for piece in (*pieces[at:], *pieces[:at])]
        self.query_one(Details).tell(
            where, self.board.place(where), shown_pieces, self.marks, self.host.ink, self.host.glyphs,
            room=8 if self.has_class("roomy") else 0,
        )  # fmt: skip

    # -- what is highlighted ------------------------------------------------------------------------------------

    def subject(self) -> Choice | None:
        """The choice that Enter would make now."""
        if self.now is None or self.now.looking is not None:
            return None
        choices = self.query_one(ChoiceList)
        if choices.has_focus:
            return choices.row.choice if choices.row else None
        if self._board is not None and self._board.has_focus:
            return self.now.menu.enter(self.unit, self.board.cursor)
        return None

    def _subject(self) -> None:
        """Hint, odds and targets of what Enter would do."""
        if self._board is None or self.now is None:
            return
        choice = self.subject()
        on_list = self.query_one(ChoiceList).has_focus
        self._chart((choice.where,) if choice is not None and choice.where and on_list else ())
        self._hint()
        self._keys(self.now)
        self._reckon(choice)

    def _keys(self, now: Situation) -> None:
        """The main keys, as far as they mean anything now."""
        on_map = self.board.has_focus
        word = "Act" if on_map else "Look" if self.query_one(LogPanel).has_focus else "Do it"
        without = () if now.menu.all else ("next-piece", "finish")
        pairs = main_keys("battle", dict(self.host.settings.keys), without)
        self.query_one(KeyBar).tell([("Enter", word), *pairs, ("^p", "More")])

    def _hint(self) -> None:
        if self.now is not None and not self._slow:
            enter = self.host.glyphs.enter
            self.query_one(Hint).tell(self.host.glyphs.plain(f"{enter} {self._enter_text(self.now)}"))

    def _enter_text(self, now: Situation) -> str:
        choice, where = self.subject(), self.board.cursor
        if now.looking is not None:
            return "the past: End returns, b plays on from here"
        if choice is not None:
            return choice.label
        if self.query_one(ChoiceList).has_focus:
            row = self.query_one(ChoiceList).row
            return f"choose {row.text}" if row and row.heading else ""
        if self.query_one(LogPanel).has_focus:
            return "look at this entry"
        if not now.menu.all:
            return ""
        if aimed := now.menu.aimed_at(self.unit, where):
            return f"aim at {where}: {len(aimed)} way{'s' if len(aimed) != 1 else ''}"
        if self.unit and now.menu.places.get(self.unit) == where:
            return f"what {now.menu.names.get(self.unit, self.unit)} can do here"
        if units := now.menu.units_in(where):
            return f"choose {now.menu.names.get(units[0], units[0])}"
        if self.unit and now.menu.reach(self.unit):
            return f"{now.menu.names.get(self.unit, self.unit)} cannot get here now"
        return "nothing to do in this hex; Tab goes to the list"

    @work(group="odds", exclusive=True)
    async def _reckon(self, choice: Choice | None) -> None:
        """The exact odds of a choice, reckoned away from the screen, and only if the highlight rests on it."""
        panel = self.query_one(OddsPanel)
        if choice is None:
            panel.tell(Text())
            return
        glyphs = self.host.glyphs
        panel.tell(odds_lines(choice, None, glyphs))
        await asyncio.sleep(SETTLE)
        try:
            found = await self.ask(
                "reckoning odds", self.headquarters.odds, self.battle, choice.action, choice.side
            )
        except (Refused, DiaryError):
            found = None  # the battle has moved on since the list was made: the list is about to change
        if self.left:
            return
        told = odds_lines(choice, found, glyphs)
        panel.tell(Text(glyphs.plain(told.plain), spans=told.spans))

    def _tick(self) -> None:
        seconds, what = self.host.line.busy()
        if seconds >= PATIENCE:
            self._slow = True
            self.query_one(Hint).tell(f"{self.host.glyphs.plain(what)} ... {seconds:.0f} s")
        elif self._slow:
            self._slow = False
            self._hint()
