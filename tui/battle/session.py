"""A battle at one screen: the moment that is shown, whose hands the screen is in, and the way to headquarters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from campaign.headquarters import Headquarters
from tui.battle import situation
from tui.battle.situation import NOBODY, Situation
from tui.battle.words import news, refused
from tui.shared.dialogs import Above, Dialog
from tui.shared.failures import Failed
from tui.shared.glyphs import Glyphs
from tui.shared.host import Host

P = ParamSpec("P")
T = TypeVar("T")


class Owner(Protocol):
    """What a session needs of the screen that owns it."""

    @property
    def left(self) -> bool:
        """Whether the player has left the screen while something was under way."""
        ...

    def show(self, now: Situation, before: Situation | None, follow: bool) -> None:
        """Paint a moment. follow: put the cursor where something moved."""
        ...

    def tell(self, text: str, grave: bool) -> None:
        """One notice above the footer; an empty one takes it away."""
        ...

    def cover(self, page: Above[T], answered: Callable[[T | None], None]) -> None:
        """Lay a page over the screen in place of all that lies there, and give up what is under way."""
        ...

    def work(self, group: str, exclusive: bool, do: Callable[[], Awaitable[None]]) -> None:
        """Do it in the background, as long as the screen is there. exclusive: instead of what its group does."""
        ...


class Session:
    """now: what is shown; None before the first reading. own: the newest entry made from this screen.

    looking: the entry that is looked back at. hand: the side that has the screen, where several with secrets are
    played here.
    """

    def __init__(self, host: Host, owner: Owner, battle: str) -> None:
        self.host, self._owner, self.battle = host, owner, battle
        self._seated: Headquarters | None = None
        self._passing = False
        self.now: Situation | None = None
        self.looking: int | None = None
        self.own = 0
        self.hand = NOBODY
        self.covered = False
        """Whether the screen is being handed over: then nothing is said, and nothing asked."""
        self.asking = False
        """Whether something that may append is on the line: news that come then are our own."""

    @property
    def headquarters(self) -> Headquarters:
        """As the side that is played at this screen."""
        return self._seated or self.host.headquarters

    @property
    def glyphs(self) -> Glyphs:
        return self.host.glyphs

    @property
    def left(self) -> bool:
        return self._owner.left

    # -- the screen -------------------------------------------------------------------------------------------

    def say(self, text: str, grave: bool = False, passing: bool = False) -> None:
        """One notice above the footer; an empty one takes it away. passing: true only until something happens."""
        self._passing = passing
        if not self.left and (not text or not self.covered):
            self._owner.tell(self.glyphs.plain(text), grave)

    async def show_dialog(self, dialog: Dialog[T]) -> T | None:
        """What a question over the screen is answered with; None if it is left, or a cover lies there."""
        return None if self.covered else await self.host.push_screen_wait(dialog)

    def cover(self, page: Above[T], answered: Callable[[T | None], None]) -> None:
        """Hide everything behind a page until it is answered: what was open, and under way, is given up."""
        self.say("")
        self.covered = True
        self._owner.cover(page, answered)

    def start(self, group: str, do: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs) -> None:
        """Do it in the background, beside what its group does already."""
        self._owner.work(group, False, partial(do, *args, **kwargs))

    def restart(
        self, group: str, do: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Do it in the background, instead of what its group does."""
        self._owner.work(group, True, partial(do, *args, **kwargs))

    # -- headquarters -----------------------------------------------------------------------------------------

    async def ask(self, what: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask headquarters away from the screen. what: for the progress line. Raises Failed."""
        return await self.host.line.ask(what, do, *args, **kwargs)

    async def change(self, what: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Like `ask`, for what may append to the diary."""
        self.asking = True
        try:
            answer: Any = await self.ask(what, do, *args, **kwargs)
        finally:
            self.asking = False
        self.own = max(self.own, int(getattr(answer, "seq", 0)))
        return answer

    async def reload(self, follow: bool = False, told: str = "") -> bool:
        """Read the battle and show it. follow: put the cursor where something moved. told: what is to be said then.
        False if it cannot be read.
        """
        before, looking, hand = self.now, self.looking, self.hand
        try:
            if self._seated is None:
                self._seated = await self.ask(
                    "opening the battle", situation.seated, self.headquarters, self.battle, self.host.side
                )
            now = await self.ask(
                "reading the diary", situation.read, self.headquarters, self.battle, looking, before, hand
            )
        except Failed as failed:
            self.say(str(failed), grave=True)
            return False
        if self.left:
            return False
        if (self.looking, self.hand) != (looking, hand):
            return await self.reload(follow, told)  # the player has stepped on while this was read
        self.looking = now.looking
        self.now = now
        self._owner.show(now, before, follow)
        if before is not None and looking is None and now.view.game.turn > before.view.game.turn > 0:
            over = f"Turn {before.view.game.turn} is over. Newest entry {now.seal}"
            told = f"{over} · {told}" if told else over
        if told or self._passing:
            self.say(told)
        return True

    async def read_back(self, enough: Callable[[Situation], bool]) -> Situation | None:
        """What is shown, with so many older entries of the log that they are enough, or all. Raises Failed."""
        while (now := self.now) is not None and now.older and not enough(now):
            found = await self.ask("reading the log", situation.older, self.headquarters, self.battle, now)
            if self.now is now:
                self.now = now._replace(log=(*found, *now.log))
        return now

    # -- news -------------------------------------------------------------------------------------------------

    def news(self) -> None:
        """Something may have been appended somewhere."""
        if not self.asking:
            self.restart("news", self._look_for_news)

    async def _look_for_news(self) -> None:
        try:
            newest = await self.ask("looking for news", self.headquarters.battles.head, self.battle)
        except Failed as failed:
            self.say(str(failed), grave=True)
            return
        now = self.now  # the first reading may have been under way when this was asked
        if now is None or newest <= now.newest:
            return
        if not await self.reload(follow=True) or self.now is None:
            return
        fresh = [entry for entry in self.now.log if entry.seq > max(now.newest, self.own)]
        if answer := refused(now, self.now, fresh):
            self.say(answer)
        elif fresh:
            last = next((entry for entry in reversed(fresh) if entry.dice), fresh[-1])
            self.say(f"News from elsewhere, entry {last.seq}: {news(last)}")
