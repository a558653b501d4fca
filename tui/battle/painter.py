"""How the battle screen shows a moment: board, banner, log, list and details."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from campaign.battles.answers import LegalAction
from campaign.rules.options import Side
from campaign.rules.views import PieceView, Preview
from campaign.shared.answers import LogEntry
from tui.battle.history import history_rows
from tui.battle.menu import Row
from tui.battle.odds import OddsReckoning
from tui.battle.panels import Panels
from tui.battle.prompt import Prompt
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.summary import anywhere, first_look, full_name, questions, where_moved, why_idle
from tui.battle.words import headline, log_line, question
from tui.boards.chart import Chart, stacks
from tui.boards.views import view_for
from tui.shared.keys import shown
from tui.shared.words import badge

NARROW, WIDE = 33, 46
"""Columns of the panel beside the board, on a small terminal and on a large one."""
SHORT_NAME = 8


class BattlePainter:
    """ghost: where an action that is steered would lead. roomy: whether the terminal is a large one."""

    def __init__(
        self, session: Session, panels: Panels, selection: Selection, prompt: Prompt, odds: OddsReckoning
    ) -> None:
        self._session, self._panels, self._selection = session, panels, selection
        self._prompt, self._odds = prompt, odds
        self.ghost: Preview | None = None
        self.roomy = False
        self._aim: LegalAction | None = None
        self._stacks: dict[str, list[PieceView]] = {}

    # -- a moment ---------------------------------------------------------------------------------------------

    def show(self, now: Situation, before: Situation | None, follow: bool) -> None:
        """Paint a moment. follow: put the cursor where something moved."""
        selection = self._selection
        first = before is None or not selection.has_board
        if first:
            self._open(now)
        selection.follow(now)
        moved = where_moved(before, now) if follow and before is not None else ""
        self._stacks = stacks(now.view.game.pieces, selection.unit, now.asked_side)
        self._banner(now)
        self._beside(now)
        self._aim = None
        self.draw()
        self._panels.log.tell(now.told, self._write, now.looking)
        if moved or now.happened:
            selection.board.move_to(moved or now.happened)
            selection.peek_at_target(now)
        elif first or (before is not None and _turned_to(before) != _turned_to(now)):
            there = first_look(now, selection.unit) or (anywhere(now) if first else "")
            selection.board.move_to(there, centre=first)
            selection.peek_at_target(now)
        self.refresh_choices()
        self._focus(now, before)

    def _open(self, now: Situation) -> None:
        host, board = self._session.host, view_for(now.view.game)
        board.draw_with(host.glyphs, host.ink)
        self._selection.begin(now, board)
        self._panels.place.mount(board)
        board.focus()

    def _focus(self, now: Situation, before: Situation | None) -> None:
        """A question without pieces is answered in the list; afterwards the keys belong to the map again. What comes by
        itself, to who has just waited or acted, hears nothing for a moment."""
        if before is None or _turned_to(before) == _turned_to(now):
            return
        choices = self._panels.choices
        handed = before.view.viewer != now.view.viewer
        if now.menu.all and not (before.menu.all and now.menu.units):
            self._session.host.hush()
        if now.menu.all and not now.menu.units:
            choices.focus()
        elif choices.has_focus and (handed or (before.menu.all and not before.menu.units)):
            self._selection.board.focus()

    def repaint(self) -> None:
        """Everything anew, in other signs or colours."""
        now, host = self._session.now, self._session.host
        if now is None:
            return
        self._selection.board.draw_with(host.glyphs, host.ink)
        self._banner(now)
        self._beside(now)
        self._panels.log.tell(now.told, self._write, now.looking, fresh=True)
        self.refresh_choices(fresh=True)

    def _banner(self, now: Situation) -> None:
        host = self._session.host
        told = question(now, self._selection.marks, host.ink, host.glyphs)
        self._panels.banner.tell(headline(now, host.glyphs, self._panels.banner.content_size.width), told)

    def show_older(self, older: Sequence[LogEntry]) -> None:
        """Entries that were read before the log that is shown."""
        self._panels.log.put_before(older, self._write)

    def _write(self, entry: LogEntry) -> Text:
        host = self._session.host
        width = self._panels.log.outer_size.width - 1  # the scroll bar may still come
        return log_line(entry, self._selection.marks, host.ink, host.glyphs, width)

    # -- what is chosen ---------------------------------------------------------------------------------------

    def select(self, unit: str, stay: bool = False) -> None:
        """Make a piece the selected one. stay: leave the cursor where it is."""
        now, selection = self._session.now, self._selection
        if now is None:
            return
        selection.choose(now, unit)
        self._stacks = stacks(now.view.game.pieces, unit, now.asked_side)
        where = now.menu.places.get(unit, "")
        if where and not stay:
            selection.board.move_to(where)
        self._aim = None
        self.draw()
        self.refresh_choices(f"unit {unit}" if self._panels.choices.has_focus else "")

    def draw(self) -> None:
        """The board, with what the highlighted action aims at, and the ghost of one that is steered."""
        now, selection = self._session.now, self._selection
        if now is None:
            return
        menu, aim, unit = now.menu, self._aim, selection.unit
        steered = self._panels.steering.parameters
        reach = steered.reach if steered is not None and steered.place is not None else menu.reach(unit)
        aimed = steered.places if steered is not None else (aim.where,) if aim and aim.where else ()
        chart = Chart(
            self._stacks, selection.marks, reach, menu.places.get(unit, ""), aimed, unit,
            (aim.target,) if aim and aim.target else (),
            selection.labels, self.ghost, menu.parts,
        )  # fmt: skip
        selection.board.show(now.view.game, chart)

    def refresh_choices(self, prefer: str = "", fresh: bool = False) -> None:
        """List, details and hint for the selected piece and the cursor. prefer: the key of a row to highlight."""
        now, host, selection = self._session.now, self._session.host, self._selection
        if now is None:
            return
        badges = {
            piece.id: badge(selection.marks.get(piece.side), host.ink, selection.labels.get(piece.id, ""))
            for piece in now.view.game.pieces
        }
        self._panels.choices.tell(self._rows(now), selection.unit, badges, host.glyphs, prefer, fresh)
        self.refresh_details()
        self.refresh_subject()

    def _rows(self, now: Situation) -> list[Row]:
        if now.looking is not None:
            entry = now.entry(now.looking)
            return history_rows(entry, now.name(entry.side) if entry and entry.side else "")
        if not now.menu.all:
            return [Row("none", text) for text in why_idle(now)]
        finish = shown(self._session.host.keys_of("finish"))
        return now.menu.rows(self._selection.unit, self._selection.board.cursor, finish)

    def refresh_details(self) -> None:
        """The panel about the cursor's place."""
        now, host, selection = self._session.now, self._session.host, self._selection
        if now is None:
            return
        pieces = [(piece, full_name(now, piece)) for piece in selection.pieces(now)]
        self._panels.details.tell(
            selection.board.place(), pieces, selection.marks, selection.labels, host.ink, host.glyphs,
            room=8 if self.roomy else 0,
        )  # fmt: skip

    def _beside(self, now: Situation) -> None:
        host, selection = self._session.host, self._selection
        names = {side.id: self._brief(side) for side in now.view.sides}
        lines = now.view.game.beside(names, WIDE if self.roomy else NARROW)
        self._panels.beside.tell(lines, selection.waiting(now), selection.marks, host.ink, host.glyphs)

    def _brief(self, side: Side) -> str:
        """What a side is called beside the board: by the letter of its pieces where a name would fill half a line."""
        mark = self._selection.marks.get(side.id)
        return side.name if mark is None or self.roomy or len(side.name) <= SHORT_NAME else mark.letter

    def refresh_subject(self) -> None:
        """Hint, odds and targets of what Enter would do."""
        now = self._session.now
        if now is None or not self._selection.has_board:
            return
        choice = self._prompt.subject()
        aim = choice if self._panels.choices.has_focus else None
        if aim is not self._aim:
            self._aim = aim
            self.draw()
        self._prompt.tell(now)
        self._odds.reckon(choice)


def _turned_to(now: Situation) -> tuple[object, ...]:
    """Who looks at the screen and is asked for what: when it changes, one looks somewhere else."""
    return now.view.viewer if now.shared else "", questions(now)
