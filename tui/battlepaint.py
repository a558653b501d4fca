"""How the battle screen shows a moment: board, panels, hint and odds."""

from __future__ import annotations

import asyncio

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from campaign.answers import LegalAction, LogEntry
from campaign.rules.refused import Refused
from campaign.rules.system import PieceView
from events.errors import DiaryError
from tui.boardview import BoardView, view_for
from tui.chart import Chart, labelled, stacks
from tui.choicelist import ChoiceList
from tui.choices import Row, told
from tui.glance import anywhere, first_look, full_name, questions, where_moved, why_idle
from tui.handover import HandingOver
from tui.keybar import KeyBar, main_keys
from tui.keys import shown
from tui.logpanel import LogPanel
from tui.lookback import history_rows
from tui.palette import SideMark, side_marks
from tui.panels import Banner, Details, Hint, Notice, OddsPanel
from tui.situation import Situation
from tui.steerpanel import SteerPanel, steer_keys
from tui.words import badge, headline, log_line, odds_lines, question

PATIENCE = 0.5
"""Seconds after which something slow is shown to be under way."""
TIP = "Enter on a hex with a number goes there. n: the next piece. Tab: all else. ?: help."
TABLE_TIP = "n: the next piece. Tab: what can be done; … asks how far and where. z: closer. ?: help."
SETTLE = 0.08
"""Seconds that a highlight must rest before its odds are reckoned."""


class BattlePaint(HandingOver):
    """See the module. unit: the selected piece; peek: which of several in a place the panel shows first.

    labels: signs of pieces on a plane.
    """

    def __init__(self, battle: str) -> None:
        super().__init__(battle)
        self.unit = ""
        self.peek = 0
        self.marks: dict[str, SideMark] = {}
        self.labels: dict[str, str] = {}
        self._aim: LegalAction | None = None
        self._stacks: dict[str, list[PieceView]] = {}
        self._last_unit: dict[str, str] = {}
        self._slow = False
        self._board: BoardView | None = None
        self.odds = Text()
        """Of the highlighted choice, in full."""

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
                yield SteerPanel()
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
            tip = TABLE_TIP if self.board.signs else TIP
            self.say(self.host.welcome or (self.host.glyphs.plain(tip) if fresh else ""))

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
        if self.board.signs:
            self.labels = labelled(now.view.game.pieces, self.marks, self.labels)
        asked = now.asked_side
        if self.unit not in now.menu.units:
            self.unit = self._unit_again(now, asked)
        self._last_unit[asked] = self.unit
        moved = where_moved(before, now) if follow and before is not None else ""
        self._stacks = stacks(now.view.game.pieces, self.unit, asked)
        self._banner()
        self._aim = None
        self.draw()
        self.query_one(LogPanel).tell(now.log, self._write, now.looking)
        if moved:
            self.board.move_to(moved)
        elif first or (before is not None and _turned_to(before) != _turned_to(now)):
            self.board.move_to(first_look(now, self.unit) or (anywhere(now) if first else ""), centre=first)
        self.refresh_choices()
        self._focus(before)
        self.steering_again()
        self.cover_if_due()
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
        if self.now is None or before is None or _turned_to(before) == _turned_to(self.now):
            return
        choices = self.query_one(ChoiceList)
        handed = before.view.viewer != self.now.view.viewer
        if self.now.menu.all and not self.now.menu.units:
            choices.focus()
            choices.guard()
        elif choices.has_focus and (handed or (before.menu.all and not before.menu.units)):
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
        width = self.query_one(LogPanel).outer_size.width - 1  # the scroll bar may still come
        return log_line(entry, self.marks, self.host.ink, self.host.glyphs, width)

    def repaint(self) -> None:
        """Everything anew, in other signs or colours."""
        if self.now is None:
            return
        self.board.draw_with(self.host.glyphs, self.host.ink)
        self._banner()
        self.query_one(LogPanel).tell(self.now.log, self._write, self.now.looking, fresh=True)
        self.refresh_choices(fresh=True)
        self.tell_steering()

    def draw(self) -> None:
        """The board, with what the highlighted action aims at, and the ghost of one that is steered."""
        now = self.now
        if now is None:
            return
        menu, aim = now.menu, self._aim
        chart = Chart(
            self._stacks, self.marks, menu.reach(self.unit), menu.places.get(self.unit, ""),
            (aim.where,) if aim and aim.where else (), self.unit, (aim.target,) if aim and aim.target else (),
            self.labels, self.ghost,
        )  # fmt: skip
        self.board.show(now.view.game, chart)

    def refresh_choices(self, prefer: str = "", fresh: bool = False) -> None:
        """List, details and hint for the selected piece and the cursor."""
        now = self.now
        if now is None:
            return
        rows = self._rows(now)
        badges = {
            piece.id: badge(self.marks.get(piece.side), self.host.ink, self.labels.get(piece.id, ""))
            for piece in now.view.game.pieces
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

    def shown_pieces(self, now: Situation) -> list[PieceView]:
        """The pieces that the panel is about: those under the cursor; on a plane else the selected one, or those
        that wait beside the table.
        """
        where = self.board.cursor
        stack = list(self.board.here())
        stack += [piece for piece in now.view.game.pieces if piece.aboard and piece.where == where]
        if not stack and self.board.point is not None:
            selected, viewer = now.piece(self.unit), now.view.viewer
            waiting = [p for p in now.view.game.pieces if p.side == viewer and p.at is None and not p.out]
            stack = [selected] if selected is not None else waiting
        at = self.peek % len(stack) if stack else 0
        return [*stack[at:], *stack[:at]]

    def _details(self, now: Situation) -> None:
        pieces = [(piece, full_name(now, piece)) for piece in self.shown_pieces(now)]
        self.query_one(Details).tell(
            self.board.place(), pieces, self.marks, self.labels, self.host.ink, self.host.glyphs,
            room=8 if self.has_class("roomy") else 0,
        )  # fmt: skip

    # -- what is highlighted ------------------------------------------------------------------------------------

    def subject(self) -> LegalAction | None:
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
        aim = choice if self.query_one(ChoiceList).has_focus else None
        if aim is not self._aim:
            self._aim = aim
            self.draw()
        self._hint()
        self._keys(self.now)
        self._reckon(choice)

    def _keys(self, now: Situation) -> None:
        """The main keys, as far as they mean anything now."""
        if self.steering is not None:
            self.query_one(KeyBar).tell(steer_keys(self.steering, self.host.glyphs))
            return
        on_map = self.board.has_focus
        word = "Act" if on_map else "Look" if self.query_one(LogPanel).has_focus else "Do it"
        without = [] if now.menu.all else ["next-piece", "finish"]
        without.append("older" if any(piece.cards for piece in now.view.game.pieces) else "sheet")
        pairs = main_keys("battle", dict(self.host.settings.keys), without)
        self.query_one(KeyBar).tell([("Enter", word), *pairs, ("^p", "More")])

    def _hint(self) -> None:
        if self.now is not None and not self._slow:
            enter = self.host.glyphs.enter
            self.query_one(Hint).tell(self.host.glyphs.plain(f"{enter} {self._enter_text(self.now)}"))

    def _enter_text(self, now: Situation) -> str:
        choice, menu = self.subject(), now.menu
        if self.steering is not None:
            return str(self.steering)
        if now.looking is not None:
            return "the past: End returns, b plays on from here"
        if choice is not None:
            return told(choice)
        if self.query_one(ChoiceList).has_focus:
            row = self.query_one(ChoiceList).row
            return f"choose {row.text}" if row and row.heading else ""
        if self.query_one(LogPanel).has_focus:
            return "look at this entry"
        if not menu.all:
            return ""
        name = menu.names.get(self.unit, self.unit)
        here = [piece.id for piece in self.board.here()]
        if aimed := menu.aimed_at(self.unit, self.board.cursor, here):
            at = menu.names.get(aimed[0].target, "") if self.board.signs else ""
            return f"aim at {at or self.board.cursor}: {len(aimed)} way{'s' if len(aimed) != 1 else ''}"
        if self.unit and self.unit in here:
            return f"what {name} can do here"
        if units := menu.units_in(here):
            return f"choose {menu.names.get(units[0], units[0])}"
        if steered := self._steered_from_here(now):
            return f"{told(steered)} this way"
        if self.unit and menu.reach(self.unit):
            return f"{name} cannot get here now"
        return "nothing to do here; Tab goes to the list"

    def called(self, piece: str) -> str:
        return f"{self.labels.get(piece, '')} {super().called(piece)}".strip()

    def _steered_from_here(self, now: Situation) -> LegalAction | None:
        """What Enter on bare ground of a plane would begin to steer."""
        return now.menu.steered(self.unit) if self.board.point is not None else None

    @work(group="odds", exclusive=True)
    async def _reckon(self, choice: LegalAction | None) -> None:
        """The exact odds of a choice, reckoned away from the screen, and only if the highlight rests on it."""
        panel = self.query_one(OddsPanel)
        self.odds = Text()
        if choice is None:
            panel.tell(Text())
            return
        glyphs, key = self.host.glyphs, shown(self.host.keys_of("odds"))
        panel.tell(odds_lines(choice, None, glyphs), key)
        await asyncio.sleep(SETTLE)
        try:
            found = await self.ask(
                "reckoning odds", self.headquarters.odds, self.battle, choice.action, choice.side
            )
        except (Refused, DiaryError):
            found = None  # the battle has moved on since the list was made: the list is about to change
        if self.left:
            return
        lines = odds_lines(choice, found, glyphs)
        self.odds = Text(glyphs.plain(lines.plain), spans=lines.spans)
        panel.tell(self.odds, key)

    def _tick(self) -> None:
        seconds, what = self.host.line.busy()
        if seconds >= PATIENCE:
            self._slow = True
            self.query_one(Hint).tell(f"{self.host.glyphs.plain(what)} ... {seconds:.0f} s")
        elif self._slow:
            self._slow = False
            self._hint()


def _turned_to(now: Situation) -> tuple[object, ...]:
    """Who looks at the screen and is asked for what: when it changes, one looks somewhere else."""
    return now.view.viewer if now.shared else "", questions(now)
