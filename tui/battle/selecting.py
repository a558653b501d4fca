"""Choosing at the battle screen: pieces, places, what is in the list, and the finder."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.battles.answers import LegalAction
from campaign.rules.views import PieceView
from tui.battle.acting import Acting
from tui.battle.finder import Finder, Found
from tui.battle.menu import Menu, finishes, key
from tui.battle.painter import BattlePainter
from tui.battle.panels import Panels
from tui.battle.prompt import Prompt
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.stack import StackPage, Standing
from tui.battle.steering import Steering
from tui.battle.summary import left_undone, why_no_end
from tui.shared.dialogs import Choose
from tui.shared.failures import Failed
from tui.shared.keys import shown
from tui.shared.words import badge, refusal

NAMED = 3
"""So many pieces that can still act are named at most."""


class Selecting:
    """See the module."""

    def __init__(
        self,
        session: Session,
        panels: Panels,
        selection: Selection,
        prompt: Prompt,
        painter: BattlePainter,
        acting: Acting,
        steering: Steering,
    ) -> None:
        self._session, self._panels, self._selection = session, panels, selection
        self._prompt, self._painter = prompt, painter
        self._acting, self._steering = acting, steering

    def make(self, choice: LegalAction) -> None:
        """Do it, or have its parameters chosen first; what ends a phase too early is asked about."""
        now = self._session.now
        if choice.ranges:
            self._steering.begin(choice)
        elif (
            now is not None
            and finishes(choice)
            and (left := left_undone(now, self._acting.used(now), choice.side))
        ):
            self._session.restart("dialog", self._end, choice, left, now.menu.whose(choice))
        else:
            self._acting.perform(choice)

    async def _end(self, choice: LegalAction, left: Sequence[str], ends: str) -> None:
        """End a phase in which something is left to do, if that is meant. ends: what does, and for whom."""
        session = self._session
        keys = session.host.keys_of("finish")
        names = f"{', '.join(left[:NAMED])}{f' and {len(left) - NAMED} more' if len(left) > NAMED else ''}"
        question = f"{names} can still act. {ends}?\n{shown(keys)} once more: yes   Esc: not yet"
        answers = ["Not yet", ends]
        plain = session.glyphs.plain
        if await session.show_dialog(Choose(plain(question), answers, again=keys)) == 1:
            self._acting.perform(choice)

    def enter(self, where: str) -> None:
        """Go there, aim there, choose who stands there, or steer there."""
        now, selection, painter = self._session.now, self._selection, self._painter
        if now is None or now.looking is not None:
            self._session.say(
                "This is the past. End returns to the newest entry; b plays on from here as a fork."
            )
            return
        menu, here = now.menu, selection.ids_here()
        choice = menu.enter(selection.unit, where)
        if choice is not None:
            self._acting.perform(choice)
        elif aimed := self._prompt.aims(now):
            self._to_list(aimed[0])
        elif selection.unit and selection.unit in here:
            self._to_list(None)
        elif units := menu.units_in(here):
            painter.select(units[0])
        elif shooter := next((unit for unit in menu.units if menu.aimed_at(unit, where, here)), ""):
            selection.unit = shooter
            painter.select(shooter, stay=True)
            self._to_list(menu.aimed_at(shooter, where, here)[0])
        elif steered := self._prompt.steered_from_here(now):
            self._steering.begin(steered, selection.board.point)
        elif tried := menu.tried(selection.unit, where):
            self._session.restart("why", self._tell_why, tried, self._prompt.text(now))
        elif self._prompt.leads_to_list(now):
            self._to_list(None)
        else:
            self._say(self._prompt.text(now))

    async def _tell_why(self, tried: LegalAction, otherwise: str) -> None:
        """Why a piece cannot do that, as the rules refuse it. otherwise: what is said if they do not."""
        session = self._session
        battles = session.headquarters.looking_as(tried.side).battles
        try:
            await session.ask("looking ahead", battles.preview, session.battle, tried.action)
        except Failed as failed:
            session.say(
                refusal(replace(failed.refusal, allowed=()), session.glyphs)
            )  # the map shows the rest
        else:
            self._say(otherwise)

    def _say(self, told: str) -> None:
        self._session.say(f"{told[:1].upper()}{told[1:]}." if told else "")

    def _to_list(self, choice: LegalAction | None) -> None:
        self._panels.choices.focus()
        self._painter.refresh_choices(key(choice) if choice else "")

    def moved(self) -> None:
        """The cursor stands on another place."""
        if self._session.now is not None:
            self._selection.peek_at_target(self._session.now)
        self._painter.refresh_choices()

    def next_piece(self, step: int) -> None:
        """Select the next piece that can do something, around and around."""
        now = self._session.now
        if now is None or not now.menu.units:
            self._session.say("No piece has anything to do now.")
            return
        self._session.say("")
        if self._panels.log.has_focus:  # there Enter would look at an entry
            self._selection.board.focus()
        unit = self._selection.unit
        if step > 0 and self._acting.put_back(now, unit):
            unit = ""
        self._painter.select(now.menu.next_unit(unit, step))

    def other_piece(self) -> None:
        """Select, or show, the next piece in the same place."""
        now, selection = self._session.now, self._selection
        if now is None:
            return
        units = selection.units_here(now)
        if units:
            at = units.index(selection.unit) + 1 if selection.unit in units else 0
            self._painter.select(units[at % len(units)])
        else:
            selection.peek += 1
            self._painter.refresh_details()

    def stack(self) -> None:
        """Choose among the pieces in a place, and those beside the map."""
        self._session.restart("dialog", self._stack)

    async def _stack(self) -> None:
        now, selection, host = self._session.now, self._selection, self._session.host
        if now is None or not selection.has_board:
            return

        def standing(piece: PieceView) -> Standing:
            sign = badge(selection.marks.get(piece.side), host.ink, selection.labels.get(piece.id, ""))
            return Standing(piece, sign, piece.id in now.menu.units)

        here, off = selection.pieces(now), selection.beside(now)
        if not here and not off:
            self._session.say("There is no piece here, and none beside the map.")
            return
        page = StackPage(selection.board.place().where, [*map(standing, here)], [*map(standing, off)])
        chosen = await self._session.show_dialog(page)
        if chosen in now.menu.units:
            self._painter.select(chosen)
        elif chosen:
            ids = [piece.id for piece in here]
            selection.peek = (
                (selection.peek + ids.index(chosen)) % len(ids) if chosen in ids else selection.peek
            )
            self._painter.refresh_details()

    def switch(self) -> None:
        """From the board to the list, to the log, and back."""
        if not self._selection.has_board:
            return
        board, choices, log = self._selection.board, self._panels.choices, self._panels.log
        after = choices if board.has_focus else log if choices.has_focus else board
        after.focus()

    def finish(self) -> None:
        """End the phase, or whatever else ends this decision."""
        now = self._session.now
        choice = now.menu.finish if now is not None else None
        if choice is not None:
            self.make(choice)
        elif now is not None:
            self._session.say(why_no_end(now), passing=True)

    def find(self) -> None:
        """Search actions, pieces and places."""
        self._session.restart("dialog", self._find)

    async def _find(self) -> None:
        now = self._session.now
        if now is None:
            return
        board = self._selection.board
        menu = now.menu if now.looking is None else Menu()
        found: Found | None = await self._session.show_dialog(
            Finder(menu, now.view.game.pieces, board.places())
        )
        if found is None:
            return
        if found.choice is not None:
            self.make(found.choice)
            return
        if found.unit in now.menu.units:
            self._painter.select(found.unit)
        board.move_to(found.where)
        board.focus()
