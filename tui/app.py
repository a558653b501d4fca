"""The terminal program: screens, settings, and the line to headquarters."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual import events, work
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen

from campaign.headquarters import Headquarters
from tui.battle.screen import BattleScreen
from tui.campaign.screen import CampaignScreen
from tui.shared import keys
from tui.shared.dialogs import GUARD, Above, Choose, Page
from tui.shared.failures import Failed
from tui.shared.glyphs import ASCII, UNICODE, from_environment
from tui.shared.hanging_up import hung_up
from tui.shared.help import help_text
from tui.shared.notice import Away, Notice
from tui.shared.palette import Ink
from tui.shared.too_small import TooSmall, fits
from tui.shared.worker import Line, Watch
from tui.start.screen import StartScreen

T = TypeVar("T")
DARK, LIGHT = "textual-dark", "textual-light"
REWRITTEN = 60.0
"""Seconds for which it is shown that a diary was rewritten."""
LOOK = 0.5
"""Seconds between two looks at whether the server answers."""
HANG_UP = 1.0
"""Seconds between looks at whether the terminal is still there."""
PAUSE = 0.4
CRASH = "crash.txt"


class BattleMoved(Message):
    """Something was appended to some diary, perhaps by another process."""


class WarDiary(App[str]):
    """Answers with the id of the battle that was open last."""

    TITLE = "War Diary"
    CSS_PATH = "wardiary.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+p", "command_palette", "More", key_display="^p", priority=True),
    ]

    def __init__(
        self,
        headquarters: Headquarters,
        battle: str | None = None,
        no_color: bool = False,
        campaign: str = "",
        side: str = "",
    ) -> None:
        # Without colours the terminal's own are kept: nothing is painted grey on grey.
        super().__init__(ansi_color=no_color)
        self.headquarters = headquarters
        self.settings = keys.read(headquarters.home.folder)
        self.welcome = " ".join(filter(None, (self.settings.problem, *headquarters.notes)))
        self.glyphs = from_environment(self.settings.ascii)
        self.pause = PAUSE if self.settings.pause is None else max(0.0, self.settings.pause)
        self.line = Line()
        self.clock: Callable[[], float] = time.monotonic
        self._deaf_until = 0.0
        self._room: Size | None = None
        self._watch: Watch | None = None
        self._first, self._campaign = battle, campaign
        self.side = side
        self._open = ""
        self._was_away = False
        self._told = len(headquarters.notes)
        self._crash: BaseException | None = None
        self.animation_level = "none"

    # -- settings -----------------------------------------------------------------------------------------------

    @property
    def ink(self) -> Ink:
        return Ink(self.current_theme.dark, not self.no_color)

    def keys_of(self, id: str) -> str:
        """The keys that do something, as they are in force."""
        usual = next(key.keys for key in keys.TABLE if key.id == id)
        return self.settings.keys.get(id, usual)

    # -- life ---------------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        if not self.no_color:
            self.theme = LIGHT if self.settings.light else DARK
        self.set_class(self.glyphs is ASCII, "ascii")
        self.set_keymap(dict(self.settings.keys))
        self.push_screen(StartScreen(self))
        if self._campaign:
            self.open_campaign(self._campaign)
        if self._first is not None:
            self.open_battle(self._first)
        self._watch = Watch(self.headquarters, lambda: self.post_message(BattleMoved()))
        self._watch.start()
        if self.headquarters.server:
            self.set_interval(LOOK, self._tell_of_server)
        if not self.is_headless:
            self.set_interval(HANG_UP, self._leave_if_hung_up)
        self.theme_changed_signal.subscribe(self, lambda _: self._repaint())

    def _leave_if_hung_up(self) -> None:
        if hung_up():  # the driver would read nothing for ever, as fast as it can
            self.exit()

    def _tell_of_server(self) -> None:
        """One line on every screen as long as the server is away; then everything is read anew."""
        away = self.headquarters.away
        for screen in self.screen_stack:
            if isinstance(screen, BattleScreen | StartScreen | CampaignScreen):
                if away and not screen.query(Away):
                    screen.mount(Away(time.strftime("%H:%M", time.localtime(time.time() - away))))
                elif not away:
                    screen.query(Away).remove()
        if self._was_away and not away:
            self.on_battle_moved()
        self._was_away = bool(away)
        notes = self.headquarters.notes
        for note in notes[self._told :]:
            self.notify(note, title="A diary was rewritten", severity="error", timeout=REWRITTEN)
        self._told = len(notes)

    def on_unmount(self) -> None:
        if self._watch is not None:
            self._watch.stop()
        self.line.close()

    def open_battle(self, battle: str, instead: bool = False) -> None:
        """Show a battle. instead: in place of the one that is open."""
        if instead:
            self.close_battle()
        self._open = battle
        self.push_screen(BattleScreen(self, battle))

    def open_campaign(self, campaign: str) -> None:
        self.push_screen(CampaignScreen(self, campaign))

    def close_battle(self) -> None:
        """Back to what was shown before the uppermost battle or campaign."""
        place = (one for one in reversed(self.screen_stack) if isinstance(one, BattleScreen | CampaignScreen))
        if (uppermost := next(place, None)) is not None and self.uncover(uppermost):
            self.pop_screen()

    def on_battle_moved(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BattleScreen) or (
                isinstance(screen, StartScreen | CampaignScreen) and screen is self.screen
            ):
                screen.news()

    # -- what lies over what ------------------------------------------------------------------------------------

    def push_screen(self, screen: Any, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Show a screen over all others; what says that the window is too small stays uppermost."""
        found = super().push_screen(screen, *args, **kwargs)  # pyright: ignore[reportUnknownVariableType]
        self._top_changed()
        return found  # pyright: ignore[reportUnknownVariableType]

    def pop_screen(self) -> AwaitComplete:
        """Take the uppermost screen away, and not what says that the window is too small."""
        if isinstance(self.screen, TooSmall):
            super().pop_screen()
        found = super().pop_screen()
        self._top_changed()
        return found

    def uncover(self, screen: Screen[Any]) -> bool:
        """Take away whatever lies over a screen, unanswered. False if the screen is not there."""
        if screen not in self.screen_stack:
            return False
        while (above := self.screen) is not screen:
            if isinstance(above, TooSmall):
                super().pop_screen()  # it comes again as soon as something changes
            else:
                above.dismiss(None)
        return True

    def cover(self, screen: Screen[Any], page: Above[T], answered: Callable[[T | None], None]) -> None:
        """Lay a page over a screen, in place of all that lay there, and wherever it lay."""
        if self.uncover(screen):
            self.push_screen(page, answered)

    def on_resize(self, event: events.Resize) -> None:
        self._room = event.size
        if self.screen_stack:
            self._measure()

    def _measure(self) -> None:
        """Lay over everything, as long as the terminal is too small, what says so: always uppermost, so that it never
        takes anything away with it."""
        there, enough = isinstance(self.screen, TooSmall), fits(self._room or self.size)
        if there and enough:
            super().pop_screen()
            self._top_changed()
        elif not there and not enough:
            super().push_screen(TooSmall(self.glyphs))

    def _top_changed(self) -> None:
        self._measure()
        if isinstance(screen := self.screen, Above) and not screen.asked:
            self.hush()
            screen.add_class("deaf")
            self.set_timer(GUARD, lambda: screen.remove_class("deaf"))

    def hush(self) -> None:
        """Something has come up by itself: what is typed in its first moment was meant for something else."""
        self._deaf_until = self.clock() + GUARD

    async def on_event(self, event: events.Event) -> None:
        meant = isinstance(event, events.Key | events.Paste | events.MouseDown | events.MouseUp)
        if meant and not event.is_forwarded and self._deaf_until and self.clock() < self._deaf_until:
            return
        await super().on_event(event)

    def get_driver_class(self) -> type[Driver]:
        """The terminal as Textual reads it, but for what is pasted and what cannot be read."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from tui.shared.driver import Keyboard

        return Keyboard

    def _repaint(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BattleScreen | StartScreen | CampaignScreen):
                screen.repaint()

    # -- crashes ------------------------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        self._crash = getattr(error, "error", error)  # of a worker: what it failed with
        if isinstance(self._crash, Failed):  # headquarters could not answer, and that is no mistake of ours
            self._tell(str(self._crash))
            return
        super()._handle_exception(error)

    def _tell(self, text: str) -> None:
        """In the notice of the uppermost screen that has one."""
        for screen in reversed(self.screen_stack):
            for notice in screen.query(Notice):
                notice.tell(self.glyphs.plain(text), True)
                return

    def _fatal_error(self) -> None:
        """A player never sees a traceback, least of all one with the values of variables."""
        path = self.headquarters.home.folder / CRASH
        try:
            path.unlink(missing_ok=True)
            path.touch(0o600)  # it may tell what only its owner should know
            path.write_text("".join(traceback.format_exception(self._crash)), encoding="utf-8")
            where = f" What happened is in {path}: please report it."
        except OSError:
            where = ""
        self.panic(Text(f"War Diary has stopped because of a mistake of its own. The diary is safe.{where}"))

    # -- commands -------------------------------------------------------------------------------------------------

    def action_leave(self) -> None:
        self.exit(self._open)

    @work(group="leaving", exclusive=True)
    async def action_ask_to_leave(self) -> None:
        question = "Quit War Diary? Everything is in the diary."
        if (
            await self.push_screen_wait(Choose(question, ["Stay", "Quit"], again=self.keys_of("start-quit")))
            == 1
        ):
            self.action_leave()

    def action_ascii(self) -> None:
        self.glyphs = ASCII if self.glyphs is UNICODE else UNICODE
        self.set_class(self.glyphs is ASCII, "ascii")
        self._repaint()

    def action_light(self) -> None:
        if self.no_color:
            return
        self.theme = LIGHT if self.current_theme.dark else DARK

    def action_help(self) -> None:
        self.push_screen(
            Page("Help", help_text(self.glyphs, self.settings.keys, self.headquarters.home.folder))
        )

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette lists: all that has a key, and themes."""
        rooms = {BattleScreen: "battle", CampaignScreen: "campaign", StartScreen: "start"}
        room = next((room for kind, room in rooms.items() if isinstance(screen, kind)), "")
        for key in keys.TABLE:
            if key.room == room:
                title = key.what[:1].upper() + key.what[1:]
                yield SystemCommand(
                    title,
                    f"key {keys.shown(self.keys_of(key.id))}",
                    lambda key=key: self._run(screen, key.action),
                )
        yield SystemCommand("Theme", "choose the colours", self.search_themes)

    def _run(self, screen: Screen[object], action: str) -> None:
        self.call_next(screen.run_action, action)
