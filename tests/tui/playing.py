"""Driving the terminal program without a terminal."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.widgets import Static

from campaign.battles.table import Seat
from campaign.headquarters import Headquarters
from campaign.shared.answers import Acted
from tui import terminal
from tui.app import WarDiary
from tui.battle.choice_list import ChoiceList
from tui.battle.panels import Banner, Details, Hint, OddsPanel
from tui.battle.screen import BattleScreen
from tui.battle.steering_panel import SteeringPanel
from tui.boards.hex.view import HexView
from tui.boards.plane.view import PlaneView
from tui.shared.dialogs import GUARD, Choose
from tui.shared.notice import Notice

PATIENCE = 60.0
TURNS = 40
"""Turns of the loop that a key takes at most until all has come of it, and more. The pilot alone goes by the time: it
takes a process that gets no processor for one that has nothing left to do."""
_CHARS = {
    "slash": "/",
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "space": " ",
    "full_stop": ".",
    "comma": ",",
}
_NAMES = {char: name for name, char in _CHARS.items()}


draw = Compositor.render_update


def drawn_at_last(compositor: Compositor, **_: object) -> None:
    """Instead of `draw`: what is out of date stays so until all has come of a key, and is drawn by then."""


@dataclass
class Player:
    """Somebody at the keyboard."""

    app: WarDiary
    pilot: Pilot[str | None]

    @property
    def battle(self) -> BattleScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, BattleScreen))

    def has_begun(self) -> bool:
        """Whether the battle is on the screen, or below a dialog that a quick bot has opened already."""
        there = any(isinstance(screen, BattleScreen) for screen in self.app.screen_stack)
        return there and self.battle.now is not None

    @property
    def board(self) -> HexView:
        return self.battle.query_one(HexView)

    @property
    def table(self) -> PlaneView:
        return self.battle.query_one(PlaneView)

    @property
    def details(self) -> str:
        return self.battle.query_one(Details).text

    @property
    def panel(self) -> str:
        """What the panel of a steered action says; "" if none is steered."""
        found = self.battle.query_one(SteeringPanel)
        return found.text if found.parameters is not None else ""

    @property
    def entry(self) -> int:
        return self.battle.now.newest if self.battle.now else 0

    @property
    def banner(self) -> str:
        return _text(self.battle.query_one(Banner))

    @property
    def hint(self) -> str:
        return _text(self.battle.query_one(Hint))

    @property
    def notice(self) -> str:
        return self.battle.query_one(Notice).text

    @property
    def odds(self) -> str:
        return self.battle.query_one(OddsPanel).text

    @property
    def rows(self) -> list[str]:
        return [row.text for row in self.battle.query_one(ChoiceList).rows]

    def picture(self) -> str:
        """What is on the screen, as text."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what comes of each. The pilot's own `press` sleeps after every key."""
        for key in keys:
            self.strike(_NAMES.get(key, key))
            await self.quiet()

    async def end(self, key: str = "e") -> None:
        """End the phase, also if something is left to do."""
        await self.press(key)
        if isinstance(self.app.screen, Choose):
            await self.press(key)

    async def type(self, text: str) -> None:
        for char in text:
            self.strike(_NAMES.get(char, char), char)
        await self.quiet()

    def strike(self, key: str, char: str | None = None) -> None:
        event = events.Key(key, char or (key if len(key) == 1 else _CHARS.get(key)))
        assert self.app._driver is not None
        self.app._driver.send_message(event)

    async def quiet(self) -> None:
        """Until every message has been handled and nothing is on the line."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        await self.pilot.pause()
        while self.app.line.busy()[1] or self._waiting():
            await self.pilot.pause()
        draw(self.app.screen._compositor, screen_stack=self.app._background_screens)

    def _waiting(self) -> bool:
        """Whether messages lie in a queue."""
        pumps = (self.app, *self.app.screen.walk_children(with_self=True))
        return any(one.message_queue_size for one in pumps)

    async def asked(self) -> None:
        """Until a question has taken the keys."""
        await self.until(lambda: self.battle.query_one(ChoiceList).has_focus)

    def stop_time(self) -> None:
        """What comes up now hears nothing, until time goes on."""
        now = self.app.clock()
        self.app.clock = lambda: now

    def time_goes_on(self) -> None:
        self.app.clock = itertools.count(self.app.clock() + 2 * GUARD, 2 * GUARD).__next__

    async def until(self, true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"waited in vain; the screen shows:\n{self.picture()}"
            await self.pilot.pause()


def _text(widget: Static) -> str:
    return str(widget.render())


def play(
    hq: Headquarters,
    battle: str | None,
    story: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    side: str = "",
) -> WarDiary:
    """Run the program and let somebody play. side: the only one that is played here."""

    async def run() -> WarDiary:
        app = terminal.make_app(hq, battle, side=side)
        app.pause = 0.0
        app.clock = itertools.count(0.0, 2 * GUARD).__next__  # no moment in which nothing is heard
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            if battle is not None:
                await player.until(
                    lambda: (
                        any(isinstance(one, BattleScreen) for one in app.screen_stack) and player.battle.now
                    )
                )
            await player.quiet()
            await story(player)
        return app

    return asyncio.run(run())


def opened(hq: Headquarters, scenario: str = "tank-duel", **more: object) -> str:
    """A new battle's id."""
    answer = hq.battles.new(scenario, **more)  # type: ignore[arg-type]
    assert isinstance(answer, Acted), answer
    return answer.diary


def bot_seat(side: str, bot: str = "random") -> Sequence[Seat]:
    return (Seat(side, "", bot),)
