"""The battle screen: what the keys and the widgets' messages do. All of it is done by the controllers it owns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from tui.battle.acting import Acting
from tui.battle.bots import Bots
from tui.battle.handover import Handover
from tui.battle.history import History
from tui.battle.messages import (
    ChoiceHighlighted,
    ChoiceMade,
    EntryPicked,
    OlderWanted,
    OnMapWanted,
    Steered,
    SteeredEnough,
    SteeringLeft,
    UnitPicked,
)
from tui.battle.odds import OddsReckoning
from tui.battle.pages import Pages
from tui.battle.painter import BattlePainter
from tui.battle.panels import Panels
from tui.battle.prompt import PATIENCE, Prompt
from tui.battle.selecting import Selecting
from tui.battle.selection import Selection
from tui.battle.session import Session
from tui.battle.situation import Situation
from tui.battle.steering import Steering
from tui.battle.undoing import Undoing
from tui.boards.messages import CursorMoved, PlaceEntered
from tui.seats.page import seats_of
from tui.shared.dialogs import Above
from tui.shared.host import Host
from tui.shared.keys import bindings
from tui.shared.notice import Notice

T = TypeVar("T")
TIP = "Enter on a marked hex goes there. n: the next piece. Tab: all else. ?: help."
TABLE_TIP = "n: the next piece. Tab: what can be done; … asks how far and where. z: closer. ?: help."
STANDS = "v: points, what wins, all units"
OURS = " and what is reconstructed"
HARMLESS = ("zoom", "sheet", "standing", "pause", "pace", "finish")
"""Actions whose keys are heard while something is steered."""


ONES_OWN = ("act", "answer", "dialog", "look", "news", "why")
"""Groups of work that belongs to whoever has the screen in hand. Bots, odds and looking ahead end by themselves."""


class BattleScreen(Screen[None]):
    """See the module."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("battle")

    def __init__(self, host: Host, battle: str) -> None:
        super().__init__()
        self._host = host
        self.panels = Panels()
        self.session = Session(host, self, battle)
        self.selection = Selection(self.session)
        self.odds = OddsReckoning(self.session, self.panels.odds)
        self.prompt = Prompt(self.session, self.panels, self.selection)
        self.painter = BattlePainter(self.session, self.panels, self.selection, self.prompt, self.odds)
        self.acting = Acting(self.session)
        self.undoing = Undoing(self.session, self.acting)
        self.bots = Bots(self.session, self.acting)
        self.history = History(self.session, self.undoing, self.panels.log)
        self.steering = Steering(self.session, self.panels, self.selection, self.painter, self.acting)
        self.handover = Handover(self.session, self.steering)
        self.pages = Pages(self.session, self.selection, self.prompt, self.odds)
        self.selecting = Selecting(
            self.session, self.panels, self.selection, self.prompt, self.painter, self.acting, self.steering
        )

    def compose(self) -> ComposeResult:
        yield from self.panels.compose()

    def on_mount(self) -> None:
        self.panels.notice.tell("Opening the battle ...")
        self.panels.odds.tell(Text())
        self.session.restart("look", self._open)
        self.set_interval(PATIENCE / 2, self.prompt.tick)

    async def _open(self) -> None:
        if await self.session.reload():
            now = self.now
            fresh = now is not None and now.newest == 1 and now.menu.all
            tip = TABLE_TIP if self.selection.board.signs else TIP
            ours = OURS if now is not None and now.view.reconstructed else ""
            tip = f"{tip} {STANDS}{ours}."
            self.session.say(self._host.welcome or (tip if fresh else ""))

    # -- what the session needs of its screen -----------------------------------------------------------------

    @property
    def left(self) -> bool:
        return not self.is_attached or not self.query(Notice)

    def show(self, now: Situation, before: Situation | None, follow: bool) -> None:
        self.painter.show(now, before, follow)
        self.steering.resume()
        self.handover.cover_if_due()
        self.bots.start()
        self.undoing.tell_of_request()

    def tell(self, text: str, grave: bool) -> None:
        self.panels.notice.tell(text, grave)

    def cover(self, page: Above[T], answered: Callable[[T | None], None]) -> None:
        for group in ONES_OWN:
            self.workers.cancel_group(self, group)  # pyright: ignore[reportUnknownMemberType]
        self._host.cover(self, page, answered)

    def work(self, group: str, exclusive: bool, do: Callable[[], Awaitable[None]]) -> None:
        self.run_worker(do, group=group, exclusive=exclusive)

    # -- what the program needs of it -------------------------------------------------------------------------

    @property
    def battle(self) -> str:
        return self.session.battle

    @property
    def now(self) -> Situation | None:
        """What is shown; None before the first reading."""
        return self.session.now

    def news(self) -> None:
        """Something may have been appended somewhere."""
        self.session.news()

    def repaint(self) -> None:
        """Everything anew, in other signs or colours."""
        self.painter.repaint()
        self.steering.tell()

    def on_screen_suspend(self) -> None:
        self.panels.keys.asleep(True)

    def on_screen_resume(self) -> None:
        self.panels.keys.asleep(False)

    # -- messages ---------------------------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        self.painter.roomy = event.size.width >= 100 and event.size.height >= 30
        self.set_class(self.painter.roomy, "roomy")
        self.call_after_refresh(self._rewrap)

    def _rewrap(self) -> None:
        if self.selection.has_board:
            self.repaint()

    def on_cursor_moved(self, event: CursorMoved) -> None:
        self.selecting.moved()
        if self.selection.board.has_focus:
            self.steering.aim(event.where)

    def on_choice_highlighted(self, event: ChoiceHighlighted) -> None:
        self.painter.refresh_subject()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.painter.refresh_subject()

    def on_choice_made(self, event: ChoiceMade) -> None:
        self.selecting.make(event.choice)

    def on_unit_picked(self, event: UnitPicked) -> None:
        self.painter.select(event.unit)

    def on_on_map_wanted(self, _: OnMapWanted) -> None:
        self.selection.board.focus()

    def on_entry_picked(self, event: EntryPicked) -> None:
        self.history.look_at(event.seq)

    def on_older_wanted(self, _: OlderWanted) -> None:
        self.history.read_older(self.painter.show_older)

    def on_place_entered(self, event: PlaceEntered) -> None:
        if self.steering.parameters is not None:
            self.steering.do()
        else:
            self.selecting.enter(event.where)

    def on_steered(self, event: Steered) -> None:
        self.steering.changed()

    def on_steered_enough(self, event: SteeredEnough) -> None:
        self.steering.do()

    def on_steering_left(self, event: SteeringLeft) -> None:
        self.steering.leave()

    # -- keys -------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is steered, no other key decides anything."""
        if (
            self.steering.parameters is not None
            and hasattr(self, f"action_{action}")
            and action not in HARMLESS
        ):
            return False
        return super().check_action(action, parameters)

    def action_next_piece(self, step: int) -> None:
        self.selecting.next_piece(step)

    def action_other_piece(self) -> None:
        self.selecting.other_piece()

    def action_stack(self) -> None:
        self.selecting.stack()

    def action_switch(self) -> None:
        self.selecting.switch()

    def action_finish(self) -> None:
        if self.steering.parameters is not None:
            self.session.say("First Enter does what is steered, or Esc leaves it.")
        else:
            self.selecting.finish()

    def action_find(self) -> None:
        self.selecting.find()

    def action_all(self) -> None:
        self.selecting.find()

    def action_undo(self) -> None:
        self.undoing.undo()

    def action_redo(self) -> None:
        self.undoing.go_back("redo")

    def action_concede(self) -> None:
        self.undoing.concede()

    def action_look(self, step: int) -> None:
        self.history.step(step)

    def action_look_first(self) -> None:
        self.history.look_at(1)

    def action_look_newest(self) -> None:
        self.history.look_at(None)

    def action_goto(self) -> None:
        self.history.go_to()

    def action_fork(self) -> None:
        self.history.fork()

    def action_rewind(self) -> None:
        self.history.rewind()

    def action_entry(self) -> None:
        self.history.show_entry()

    def action_pause(self) -> None:
        self.bots.pause()

    def action_pace(self) -> None:
        self.bots.pace()

    def action_sheet(self) -> None:
        self.pages.sheet()

    def action_standing(self) -> None:
        self.pages.standing()

    def action_odds(self) -> None:
        self.pages.odds()

    def action_verify(self) -> None:
        self.pages.proved()

    def action_hand(self) -> None:
        self.handover.offer()

    def action_seats(self) -> None:
        self.session.restart("dialog", self._seats)

    async def _seats(self) -> None:
        done = await seats_of(self._host, self._host.headquarters, self.session.battle)
        if done.deed is not None and done.deed.verb == "rematch":
            self._host.open_battle(done.table, instead=True)
        elif done.deed is not None:
            await self.session.reload(told=done.said)
        elif done.said:
            self.session.say(done.said, grave=True)

    def action_zoom(self) -> None:
        if self.selection.has_board:
            self.selection.board.zoom()

    def action_back(self) -> None:
        if self.session.looking is not None:
            self.history.look_at(None)
        elif self.selection.has_board and not self.selection.board.has_focus:
            self.selection.board.focus()
        else:
            self._host.close_battle()
