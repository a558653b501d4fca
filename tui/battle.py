"""The battle screen: what the keys and the widgets' messages do."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.binding import BindingType

from campaign.answers import LegalAction
from events.errors import DiaryError
from tui.battlepaint import BattlePaint
from tui.chart import stacks
from tui.choicelist import ChoiceList
from tui.choices import Menu, key
from tui.dialogs import Page
from tui.finder import Finder, Found
from tui.glance import full_name
from tui.keys import bindings
from tui.logpanel import LogPanel
from tui.messages import ChoiceHighlighted, ChoiceMade, CursorMoved, EntryPicked, PlaceEntered, UnitPicked
from tui.words import headline, sheet, standing


class BattleScreen(BattlePaint):
    """See the module."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("battle")

    # -- news ---------------------------------------------------------------------------------------------------

    def news(self) -> None:
        """Something may have been appended somewhere."""
        if not self.asking and self.now is not None:
            self._look_for_news()

    @work(group="news", exclusive=True)
    async def _look_for_news(self) -> None:
        now = self.now
        if now is None:
            return
        try:
            newest = await self.ask("looking for news", self.headquarters.head, self.battle)
        except DiaryError as error:
            self.say(str(error), grave=True)
            return
        if newest <= now.newest:
            return
        if not await self.reload(follow=True) or self.now is None:
            return
        fresh = [entry for entry in self.now.log if entry.seq > max(now.newest, self.own)]
        if fresh:
            last = fresh[-1]
            told = " ".join(line.text for line in last.lines[-2:])
            self.say(f"News from elsewhere, entry {last.seq}: {told}")

    # -- messages from the widgets --------------------------------------------------------------------------------

    def on_cursor_moved(self, event: CursorMoved) -> None:
        self.peek = 0
        self.refresh_choices()

    def on_choice_highlighted(self, event: ChoiceHighlighted) -> None:
        self._subject()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._subject()

    def on_choice_made(self, event: ChoiceMade) -> None:
        if event.choice.ranges:
            self.steer(event.choice)
        else:
            self.perform(event.choice)

    def on_unit_picked(self, event: UnitPicked) -> None:
        self.select(event.unit)

    def on_entry_picked(self, event: EntryPicked) -> None:
        self.look_at(event.seq)

    def on_place_entered(self, event: PlaceEntered) -> None:
        """Go there, aim there, choose who stands there, or steer there."""
        now, where = self.now, event.where
        if now is None or now.looking is not None:
            self.say("This is the past. End returns to the newest entry; b plays on from here as a fork.")
            return
        menu, here = now.menu, [piece.id for piece in self.board.here()]
        choice = menu.enter(self.unit, where)
        if choice is not None:
            self.perform(choice)
        elif aimed := menu.aimed_at(self.unit, where, here):
            self._to_list(aimed[0])
        elif self.unit and self.unit in here:
            self._to_list(None)
        elif units := menu.units_in(here):
            self.select(units[0])
        elif shooter := next((unit for unit in menu.units if menu.aimed_at(unit, where, here)), ""):
            self.unit = shooter
            self.select(shooter, stay=True)
            self._to_list(menu.aimed_at(shooter, where, here)[0])
        elif steered := self._steered_from_here(now):
            self.steer(steered, self.board.point)
        else:
            self.say(self._enter_text(now)[:1].upper() + self._enter_text(now)[1:] + ".")

    def _to_list(self, choice: LegalAction | None) -> None:
        self.query_one(ChoiceList).focus()
        self.refresh_choices(key(choice) if choice else "")

    def select(self, unit: str, stay: bool = False) -> None:
        """Make a piece the selected one. stay: leave the cursor where it is."""
        now = self.now
        if now is None:
            return
        asked = now.asked_side
        self.unit = self._last_unit[asked] = unit
        self.peek = 0
        self._stacks = stacks(now.view.game.pieces, unit, asked)
        where = now.menu.places.get(unit, "")
        if where and not stay:
            self.board.move_to(where)
        self._aim = None
        self.draw()
        self.refresh_choices(f"unit {unit}" if self.query_one(ChoiceList).has_focus else "")

    # -- keys -------------------------------------------------------------------------------------------------------

    def action_next_piece(self, step: int) -> None:
        if self.now is None or not self.now.menu.units:
            self.say("No piece has anything to do now.")
            return
        self.say("")
        self.select(self.now.menu.next_unit(self.unit, step))

    def action_other_piece(self) -> None:
        if self.now is None:
            return
        units = self.now.menu.units_in([piece.id for piece in self.board.here()])
        if units:
            at = units.index(self.unit) + 1 if self.unit in units else 0
            self.select(units[at % len(units)])
        else:
            self.peek += 1
            self._details(self.now)

    def action_switch(self) -> None:
        """From the board to the list, to the log, and back."""
        if self._board is None:
            return
        choices, log = self.query_one(ChoiceList), self.query_one(LogPanel)
        after = choices if self._board.has_focus else log if choices.has_focus else self._board
        after.focus()

    def action_finish(self) -> None:
        choice = self.now.menu.finish if self.now is not None else None
        if choice is not None:
            self.perform(choice)
        else:
            self.say("Nothing ends this by one key: choose from the list (Tab).")

    def action_find(self) -> None:
        self._find()

    def action_all(self) -> None:
        self._find()

    @work(group="dialog", exclusive=True)
    async def _find(self) -> None:
        now = self.now
        if now is None:
            return
        menu = now.menu if now.looking is None else Menu()
        found: Found | None = await self.host.push_screen_wait(
            Finder(menu, now.view.game.pieces, self.board.places())
        )
        if found is None:
            return
        if found.choice is not None:
            self.on_choice_made(ChoiceMade(found.choice))
            return
        if found.unit in now.menu.units:
            self.select(found.unit)
        self.board.move_to(found.where)
        self.board.focus()

    @work(group="dialog", exclusive=True)
    async def action_sheet(self) -> None:
        """The piece that the panel shows, in full."""
        now = self.now
        pieces = self.shown_pieces(now) if now is not None and self._board is not None else []
        if now is None or not pieces:
            self.say("There is no piece here, and none is chosen.")
            return
        piece, host = pieces[0], self.host
        label = self.labels.get(piece.id, "")
        text = sheet(piece, self.marks.get(piece.side), host.ink, host.glyphs, full_name(now, piece), label)
        plain = Text(host.glyphs.plain(text.plain), spans=text.spans)
        await host.push_screen_wait(Page(f"{now.name(piece.side)}: {piece.name}", plain))

    @work(group="dialog", exclusive=True)
    async def action_standing(self) -> None:
        if (now := self.now) is None:
            return
        text = standing(now, self.marks, self.host.ink, self.labels)
        plain = Text(self.host.glyphs.plain(text.plain), spans=text.spans)
        await self.host.push_screen_wait(Page(headline(now, self.host.glyphs), plain))

    @work(group="dialog", exclusive=True)
    async def action_odds(self) -> None:
        if not self.odds.plain:
            self.say("Nothing that rolls dice is highlighted.")
            return
        choice = self.subject()
        await self.host.push_screen_wait(Page(choice.label if choice else "Odds", self.odds))

    def action_zoom(self) -> None:
        if self._board is not None:
            self.board.zoom()

    def action_back(self) -> None:
        if self.looking is not None:
            self.look_at(None)
        elif self._board is not None and not self._board.has_focus:
            self._board.focus()
        else:
            self.host.close_battle()
