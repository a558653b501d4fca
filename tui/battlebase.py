"""What all parts of the battle screen share: the moment that is shown, and the way to headquarters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from textual.screen import Screen

from campaign.headquarters import Headquarters
from campaign.rules.refused import Refused
from events.errors import DiaryError
from tui import situation
from tui.host import host
from tui.panels import Notice
from tui.situation import NOBODY, Situation

if TYPE_CHECKING:
    from tui.app import WarDiary

P = ParamSpec("P")
T = TypeVar("T")


class BattleBase(Screen[None]):
    """now: what is shown; None before the first reading. own: the newest entry made from this screen.

    hand: the side that has the screen, where several with secrets are played here.
    """

    def __init__(self, battle: str) -> None:
        super().__init__()
        self.battle = battle
        self.now: Situation | None = None
        self.looking: int | None = None
        self.own = 0
        self.hand = NOBODY
        self.asking = False
        """Whether something that may append is on the line: news that come then are our own."""

    @property
    def host(self) -> WarDiary:
        return host(self)

    @property
    def headquarters(self) -> Headquarters:
        return self.host.headquarters

    @property
    def left(self) -> bool:
        """Whether the player has left this screen while something was under way."""
        return not self.is_attached or not self.query(Notice)

    async def ask(self, what: str, do: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
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

    async def reload(self, follow: bool = False) -> bool:
        """Read the battle and show it. follow: put the cursor where something moved. False if it cannot be read."""
        before, looking, hand = self.now, self.looking, self.hand
        try:
            now = await self.ask(
                "reading the diary", situation.read, self.headquarters, self.battle, looking, before, hand
            )
        except (DiaryError, Refused) as error:
            self.say(str(error), grave=True)
            return False
        if self.left:
            return False
        if (self.looking, self.hand) != (looking, hand):
            return await self.reload(follow)  # the player has stepped on while this was read
        self.looking = now.looking
        self.now = now
        self.show(now, before, follow)
        return True

    def show(self, now: Situation, before: Situation | None, follow: bool) -> None:
        """Paint a moment."""
        raise NotImplementedError

    def say(self, text: str, grave: bool = False) -> None:
        """One notice above the footer; an empty one takes it away."""
        if not self.left:
            self.query_one(Notice).tell(self.host.glyphs.plain(text), grave)
