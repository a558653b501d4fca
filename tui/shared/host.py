"""What a screen needs of the program that it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from textual.screen import Screen

from campaign.headquarters import Headquarters
from tui.shared.dialogs import Above
from tui.shared.glyphs import Glyphs
from tui.shared.keys import Settings
from tui.shared.palette import Ink
from tui.shared.worker import Line

T = TypeVar("T")


class Host(Protocol):
    """pause: seconds between two actions of a bot. welcome: what is to be said first, or "".

    side: the one that is played at this screen, in battles and campaigns that have it; "" for all that are ours.
    """

    pause: float
    side: str

    @property
    def headquarters(self) -> Headquarters: ...
    @property
    def line(self) -> Line: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def glyphs(self) -> Glyphs: ...
    @property
    def ink(self) -> Ink: ...
    @property
    def welcome(self) -> str: ...
    @property
    def screen(self) -> Screen[Any]: ...

    def keys_of(self, id: str) -> str:
        """The keys that do something, as they are in force."""
        ...

    async def push_screen_wait(self, screen: Screen[T]) -> T:
        """Show a screen over the others until it answers. Only within a worker."""
        ...

    def cover(self, screen: Screen[Any], page: Above[T], answered: Callable[[T | None], None]) -> None:
        """Lay a page over a screen, in place of all that lay there."""
        ...

    def hush(self) -> None:
        """Something has come up by itself: for a moment no key is heard."""
        ...

    def open_battle(self, battle: str, instead: bool = False) -> None:
        """Show a battle. instead: in place of the one that is open."""
        ...

    def open_campaign(self, campaign: str) -> None: ...

    def close_battle(self) -> None:
        """Back to what was shown before."""
        ...
